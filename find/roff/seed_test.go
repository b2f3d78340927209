package roff_test

import (
	"os"
	"strings"
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/roff"
)

// TestSeed reads the manual page uri(7): it has nine links, and 24 URIs in angle
// brackets. Its text is not ours to copy: it is looked for beside the checkout.
func TestSeed(t *testing.T) {
	text, err := os.ReadFile("../../../shared/specs/seeds/uri.7")
	if err != nil {
		t.Skipf("NOT checked: %v", err)
	}
	links, angles := 0, 0
	for _, m := range containertest.Check(t, roff.Container, text) {
		switch {
		case m.Form == "angle":
			angles++
		case m.Form == "man" && m.URI.Scheme() == "http":
			links++
			if strings.ContainsAny(m.URI.String(), `\%`) {
				t.Errorf("%v has escapes of roff", m.URI)
			}
		}
	}
	if links != 9 || angles != 24 {
		t.Errorf("found %d links and %d URIs in brackets", links, angles)
	}
}
