//go:build unix

package css_test

import (
	"testing"

	"uriel.dev/find/css"
	"uriel.dev/find/internal/decoded/containertest"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, css.Container, []string{
		"(", "<", ")", "\"", "\"\n", "'", "\\", "\\61 ", "/*", "/", "url(", "url(\"", "url(\\", "url( ", "url(…a", "url(\"…\\61", "@import ", "image-set(", "image-set(\"", "@", "a", "-", "\xff", "/*…*", "/*…http://a/(", "\"…:",
	})
}
