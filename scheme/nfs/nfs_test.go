package nfs

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
		"nfs://h":        "the public directory at h, port 2049",
		"nfs://h/a%20b":  `the file or directory "a b" of the public directory at h, port 2049`,
		"nfs://h:1//a/b": `the file or directory "/a/b" at h, port 1`,
	})
}

// TestOffsets: parts and remarks stand on the bytes that they are about.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"nfs://u@h:1//a%c3;?q": "user u, host h, port 1, path /a%c3;, nfs/userinfo u, nfs/query ?q, nfs/root-path /, nfs/character %c3",
		"nfs://h/a%7F;":        "host h, path a%7F;, nfs/character ;",
		"nfs:":                 "nfs/host ",
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

func TestURI(t *testing.T) {
	base := read(uri.MustParse("nfs://h:1/a#f"))
	for path, want := range map[scheme.Octets]string{
		"/b c;%2F": "nfs://h:1//b%20c%3B%2F#f",
		".":        "nfs://h:1/#f",
		"":         "nfs://h:1/#f",
		"100%":     "",
	} {
		base.Path = path
		if u, err := base.URI(); u.String() != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v; want %q", path, u, err, want)
		}
	}
	if u, err := (View{}).URI(); err == nil {
		t.Errorf("the zero value has the URI %q", u)
	}
}

// FuzzView: a view is written as a URI that is read as the same view and is
// equal to the first.
func FuzzView(f *testing.F) {
	seeds := []string{"nfs:", "nfs://@h:/..//%2f%25%1f%ff;?", "nfs://[::1]/.", "nfs://h//%2E/%41#"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v := read(u)
		w, err := v.URI()
		if err != nil {
			return
		}
		if back := read(w); back.Path != v.Path || back.Host != v.Host || back.Port != v.Port {
			t.Errorf("%q, written as %q, is read as another: %+v", u, w, back)
		}
		if rung, _ := table.Compare(u, w); rung < uri.EqualScheme {
			t.Errorf("%q, written as %q, is not equal to it", u, w)
		}
	})
}
