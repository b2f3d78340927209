package smb

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"smb://user@/":       "the workgroups that are known",
		"smb://h":            "the shares of the server, or the servers of the workgroup, at h, port 445",
		"smb://D;joe:pw@h/s": `the share "s" at h, port 445, as user "joe"`,
		"smb://h/s/a/b":      `the file or directory "a/b" of the share "s" at h, port 445`,
		"cifs://h:1/s/a/":    `the directory "a/" of the share "s" at h, port 1`,
		"smb://h/s%2Fa":      "nothing at h, port 445",
	})
}

// TestOffsets: parts and remarks stand on the bytes that they are about.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"smb://D;u:p@h:1/s/a/b?x;NBNS=y;wins=z": "domain D, user u, password p, host h, port 1, share s, path a/b, context x;NBNS=y;wins=z, smb/context x, smb/context wins=z",
		"smb://u;@h/s%2Fa/%5c":                  "domain u, host h, share s%2Fa, path %5c, smb/name %2F, smb/name %5c",
		"smb:///s":                              "share s, smb/server /s",
		"smb:s":                                 "share s, smb/authority ",
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

func TestSecret(t *testing.T) {
	v := read(uri.MustParse("smb://d:e;u:p%40w@h/"))
	if got, ok := v.Secret(); got != "p@w" || !ok {
		t.Errorf("password %q, %v", got, ok)
	}
	v = read(uri.MustParse("smb://d:e;u@h/"))
	if got, ok := v.Secret(); got != "" || ok {
		t.Errorf("password %q, %v, where there is none", got, ok)
	}
}

// TestURI: entries of a server and a directory get their URIs.
func TestURI(t *testing.T) {
	for _, x := range []struct{ base, share, path, want string }{
		{"smb://D;u@h/?NBNS=a#f", "docs", "", "smb://D;u@h/docs?NBNS=a#f"},
		{"smb://h/docs/", "docs", "a b;?", "smb://h/docs/a%20b;%3F"},
		{"cifs://h", "", "", "cifs://h/"},
		{"smb://h/", "a/b", "", ""},
		{"smb://h/", "a", `b\c`, ""},
		{"smb://h/a%2Fb", "", "", ""},
		{"smb:a", "a", "", ""},
	} {
		v := read(uri.MustParse(x.base))
		v.Share, v.Path = scheme.Octets(x.share), scheme.Octets(x.path)
		if u, err := v.URI(); u.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%s, %s, %s: %q, %v; want %q", x.base, x.share, x.path, u, err, x.want)
		}
	}
}

// FuzzView: a view is written as a URI that is read as the same view and is
// equal to the first.
func FuzzView(f *testing.F) {
	seeds := []string{"smb:", "smb:/a/b", "cifs://;:@:/?=;;nodetype", "smb://[::1]//%2e/..?sc%6Fpe=%ff;ScopeID=%2F#", "smb://h/%2F%5c"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v := read(u)
		w, err := v.URI()
		if err != nil {
			return
		}
		if diff := cmp.Diff(text(t, v), text(t, read(w))); diff != "" {
			t.Errorf("%q, written as %q, is read as another (-first +second):\n%s", u, w, diff)
		}
		if rung, _ := table.Compare(u, w); rung < uri.EqualScheme {
			t.Errorf("%q, written as %q, is not equal to it", u, w)
		}
	})
}

func text(t *testing.T, v View) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
