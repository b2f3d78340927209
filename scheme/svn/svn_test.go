package svn

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"svn://h/a%20b":        `the file or directory "/a b" of a Subversion repository at h, port 3690`,
		"svn+ssh://joe:pw@h:1": `the file or directory "" of a Subversion repository at h, port 1, as user "joe"`,
	})
}

// TestOffsets: parts and remarks stand on the bytes that they are about.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"svn://-u:p@h:1/a@b?q": "user -u, password p, host h, port 1, path /a@b, svn/option -u:p, svn/peg @b, svn/query ?q",
		"svn+ssh://%2dh/a@/":   "host %2dh, path /a@/, svn/option %2dh",
		"svn:@":                "path @, svn/host , svn/peg @",
	} {
		v, _ := Parse(uri.MustParse(text))
		var got []string
		for _, p := range v.Parts() {
			got = append(got, p.Label+" "+text[p.Start:p.End])
		}
		for _, r := range remarks(v.uri) {
			got = append(got, r.Rule+" "+text[r.Offset:r.Offset+r.Length])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// FuzzView: the normal form has no slash at its end, and is the same place.
func FuzzView(f *testing.F) {
	seeds := []string{"svn:", "svn+ssh://@h//", "svn://[::1]:/..//a@/?#", "svn:/a/", "svn://h/%2f%2E/"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		n := table.Normalize(u)
		if n.Host() != "" && n.Path() != "/" && strings.HasSuffix(n.Path(), "/") {
			t.Errorf("the normal form %q of %q ends with a slash", n, u)
		}
		v, _ := Parse(u)
		if m, _ := Parse(n); m.Host != strings.ToLower(v.Host) && u.HostKind() == uri.RegName && !strings.Contains(v.Host, "%") || m.Password != v.Password {
			t.Errorf("the normal form %q of %q is elsewhere", n, u)
		}
	})
}
