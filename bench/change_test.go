package bench

import (
	"net/url"
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

// references are the shapes of RFC 3986, section 5.4, that documents are full
// of.
var references = []string{"g", "./g", "/g", "//g", "?y", "g?y#s", "#s", "", "../g", "../../g", "g;x=1/../y", "g:h"}

func BenchmarkResolve(b *testing.B) {
	const base = "http://a/b/c/d;p?q"
	b.Run("uriel", func(b *testing.B) {
		base := uri.MustParse(base)
		var refs []uri.URI
		for _, r := range references {
			refs = append(refs, uri.MustParse(r))
		}
		b.ReportAllocs()
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
		for b.Loop() {
			for _, r := range refs {
				_ = base.ResolveReference(r).String()
			}
		}
	})
}
