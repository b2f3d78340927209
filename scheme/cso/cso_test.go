package cso

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"cso://h/":             `the phone book at h, port 105`,
		"cso://h:1105/joe%20u": `the entries for "joe u" in the phone book at h, port 1105`,
	})
}

// FuzzView: the normal form asks the same.
func FuzzView(f *testing.F) {
	seeds := []string{"cso:", "cso:a", "cso://h?q#f", "CSO://[::1]:105//a/../%2e"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		if w, _ := Parse(table.Normalize(u)); v.Query != w.Query {
			t.Errorf("%q asks %q, its normal form %q", u, v.Query, w.Query)
		}
	})
}
