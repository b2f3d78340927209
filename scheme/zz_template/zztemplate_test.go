package zztemplate

import (
	"testing"

	"uriel.dev/scheme/schemetest"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

// FuzzView: whatever the URI, its view and normal form are sound.
func FuzzView(f *testing.F) {
	seeds := []string{"x-template:", "x-template://h?q#f"}
	schemetest.Fuzz(f, Schemes(), seeds, nil)
}
