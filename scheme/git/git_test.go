package git

import (
	"strings"
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"git://h/~joe/a":        `the git repository "~joe/a" by git at h, port 9418`,
		"git+ssh://git@h:1/a":   `the git repository "/a" by ssh at h, port 1, as user "git"`,
		"git+https://u:pw@h/a#": `the git repository "/a" by https at h, port 443, as user "u"`,
	})
}

// TestOffsets: parts and remarks stand on the bytes that they are about.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"git://u:p@h:1/a?q":       "user u, password p, host h, port 1, path /a, git/cleartext git, git/userinfo u:p, git/query ?q",
		"git+ssh://-u@h/%0A@b#c":  "user -u, host h, path /%0A@b, git/option -u, git/octet /%0A@b, git/revision @b",
		"git+https://h/a@b/c":     "host h, path /a@b/c",
		"git+https://h/a@b@":      "host h, path /a@b@, git/revision @",
		"git+ssh:a@b":             "path a@b, git/host , git/revision @b",
		"GIT+SSH://%2Dh/x%40y?z#": "host %2Dh, path /x%40y, git/option %2Dh, git/query ?z",
	} {
		v, _ := Parse(uri.MustParse(text))
		var got []string
		for _, p := range v.Parts() {
			got = append(got, p.Label+" "+text[p.Start:p.End])
		}
		for _, r := range v.remarks() {
			got = append(got, r.Rule+" "+text[r.Offset:r.Offset+r.Length])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

func TestRepository(t *testing.T) {
	for text, want := range map[string]string{
		"git://h/a":                   "git://h/a",
		"GIT+SSH://git@h/a#main":      "ssh://git@h/a",
		"git+https://h/a@1?b#egg=a.b": "https://h/a@1?b",
	} {
		if got := read(uri.MustParse(text)).Repository().String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if u := (View{}).Repository(); !u.IsZero() {
		t.Errorf("the zero value has the repository %q", u)
	}
}

// FuzzView: the repository of a view is at the same place.
func FuzzView(f *testing.F) {
	seeds := []string{"git:", "git+ssh://@h/~", "git+https://[::1]:/@?#", "git://-/%2f%7e@"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		r := read(u).Repository()
		if r.Authority() != u.Authority() || r.Path() != u.Path() || strings.Contains(r.Scheme(), "+") {
			t.Errorf("%q has the repository %q", u, r)
		}
	})
}
