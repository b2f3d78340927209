//go:build !linux || (!amd64 && !arm64)

package policy

import "errors"

func confinable() error { return errors.New("there is none for this system") }

func (confinement) become() error { return confinable() }
