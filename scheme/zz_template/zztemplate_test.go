package zztemplate

import (
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

// FuzzView: a view can be made of any URI, and the normal form is one.
func FuzzView(f *testing.F) {
	for _, s := range []string{"x-template://h/a%20b", "x-template:", "x-template://h?q#f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			t.Skip()
		}
		Parse(u)
		if n := normal(u); normal(n) != n {
			t.Errorf("normal(%q) = %q is not idempotent", s, n)
		}
	})
}
