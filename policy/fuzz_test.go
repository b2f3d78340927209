package policy_test

import (
	"strings"
	"testing"
	"unicode"

	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// FuzzJudge: what is refused is still refused in its normal form, and what is
// allowed names a host that reads the same when it is written again.
func FuzzJudge(f *testing.F) {
	table := known.Table()
	for _, s := range []string{
		"http://h/", "http://%6c%6f%63%61lhost:080/", "http://127.0.0.1./", "http://[::ffff:7f00:1]/", "gopher://h.example/0a%0D%0Ab", "gopher://h.example:70/1a%09b%09c%09d",
		"ftp://h.example/%2e%2e/a;type=i", "wais://h.example/db/T/7=%00;", "prospero://h.example/n%0012", "news:a@b", "urn:isbn:0451450523", "ldap://h.example/o=x??sub?(a=b)",
		"HTTP://EXAMPLE.org:443/../a", "http://u:p@example.org", "http://xn--/", "http://a..b/", "view-source:http://h/", "data:,%00", "gopher://h.example?x", "ftp://h.example?x", "nntp://h.example:119/a.b/1", "doi:10.1/x",
	} {
		f.Add(s)
	}
	policies := []policy.Policy{policy.Gateway(table), policy.CLI(table)}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			t.Skip("no input of this target")
		}
		normal := table.Normalize(u)
		for _, p := range policies {
			before, after := p.Judge(u), p.Judge(normal)
			if before.Decision != policy.Allow && after.Decision == policy.Allow {
				t.Errorf("%s: %q is refused (%s), but its normal form %q is not", p, u, before.Text, normal)
			}
			if before.Decision != policy.Allow {
				continue
			}
			// What would be dialled is the decoded host. Written into a URI as it
			// is, it must not turn into something else.
			host := pct.Decode(u.Host())
			if table.Lookup(u.Scheme()).Reach != scheme.Network || strings.ContainsFunc(host, func(r rune) bool { return r > unicode.MaxASCII }) {
				continue
			}
			again, err := uri.Parse("x://" + host + "/")
			if err != nil || again.Host() != host || again.HasUserinfo() || again.HasPort() {
				t.Errorf("%s: %q is allowed, and its host %q is read as %q (%v)", p, u, host, again.Host(), err)
			}
		}
	})
}
