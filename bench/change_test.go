package bench

import (
	"encoding/json"
	"net/url"
	"os"
	"testing"

	"uriel.dev/uri"
)

// BenchmarkNormalize has no peer: net/url normalises nothing but dot segments
// (URL.JoinPath).
func BenchmarkNormalize(b *testing.B) {
	c := loadCorpus(b)
	uris := make([]uri.URI, len(c.lines))
	for i, line := range c.lines {
		uris[i] = uri.MustParse(line)
	}
	b.Run("uriel", func(b *testing.B) {
		b.ReportAllocs()
		b.SetBytes(c.bytes)
		for b.Loop() {
			for _, u := range uris {
				_ = u.Normalize()
			}
		}
	})
}

// references returns the 42 references of RFC 3986, section 5.4, which share a
// base.
func references(b *testing.B) (refs []string) {
	text, err := os.ReadFile("../conform/data/rfc3986-resolve.json")
	if err != nil {
		b.Fatal(err)
	}
	var rows []struct{ Base, Ref string }
	if err := json.Unmarshal(text, &rows); err != nil {
		b.Fatal(err)
	}
	for _, r := range rows {
		refs = append(refs, r.Ref)
	}
	if len(refs) < 42 {
		b.Fatalf("%d references only", len(refs))
	}
	return refs[:42]
}

func BenchmarkResolve(b *testing.B) {
	const base = "http://a/b/c/d;p?q"
	references := references(b)
	b.Run("uriel", func(b *testing.B) {
		base := uri.MustParse(base)
		var refs []uri.URI
		for _, r := range references {
			refs = append(refs, uri.MustParse(r))
		}
		b.ReportAllocs()
		defer perReference(b, len(refs))
		for b.Loop() {
			for _, r := range refs {
				if _, err := base.Resolve(r); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
	// net/url resolves into its struct; String is what makes a text of it.
	b.Run("neturl", func(b *testing.B) {
		base, err := url.Parse(base)
		if err != nil {
			b.Fatal(err)
		}
		var refs []*url.URL
		for _, r := range references {
			v, err := url.Parse(r)
			if err != nil {
				b.Fatal(err)
			}
			refs = append(refs, v)
		}
		b.ReportAllocs()
		defer perReference(b, len(refs))
		for b.Loop() {
			for _, r := range refs {
				_ = base.ResolveReference(r).String()
			}
		}
	})
}

func perReference(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/reference")
}
