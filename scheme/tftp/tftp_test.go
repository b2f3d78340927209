package tftp

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
		"tftp://h/a%20b":           `the file "a b", in mode octet, at h, port 69`,
		"tftp://h/a;mode=netascii": `the file "a", in mode netascii, at h, port 69`,
		"tftp://h:1/a;mode=%0A":    `the file "a", in mode \n, at h, port 1`,
	})
}

// TestOffsets: parts and remarks stand on the bytes that they are about.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"tftp://h:1/ab/c%00,;mode=x?q": "host h, port 1, file ab/c%00,, mode x, tftp/discouraged tftp, tftp/port 1, tftp/reserved /, tftp/nul %00, tftp/query ?q, tftp/mode ;mode=x",
		"tftp://h/;mode=octet":         "host h, mode octet, tftp/discouraged tftp, tftp/no-file ",
		"tftp://u@h/%00":               "user u, host h, file %00, tftp/discouraged tftp, tftp/userinfo u, tftp/nul %00",
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

// FuzzView: a view is written as a URI that is read as the same view and is
// equal to the first; so is the normal form.
func FuzzView(f *testing.F) {
	seeds := []string{"tftp:", "tftp://@h:069/;;mode=a;mode", "tftp://h/%2f%2E/..//%25%41;Mode=%3b?%2F#%2f", "tftp://[::1]:/;mode=a=b"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v := read(u)
		n := table.Normalize(u)
		if m := read(n); m.File != v.File || m.Mode != v.Mode {
			t.Errorf("the normal form %q of %q is another file", n, u)
		}
		w, err := v.URI()
		if err != nil {
			return
		}
		if back := read(w); back.File != v.File || back.Mode != v.Mode || back.Host != v.Host || back.Port != v.Port {
			t.Errorf("%q, written as %q, is read as another: %+v", u, w, back)
		}
		if rung, _ := table.Compare(u, w); rung < uri.EqualScheme {
			t.Errorf("%q, written as %q, is not equal to it", u, w)
		}
	})
}

// TestURI: a view is written as the syntax has it.
func TestURI(t *testing.T) {
	v := read(uri.MustParse("tftp://h/f;mode=netascii"))
	v.File, v.Mode = "a/b;c\xff", "octet"
	if u, err := v.URI(); err != nil || u.String() != "tftp://h/a%2Fb%3Bc%FF" {
		t.Errorf("%q, %v", u, err)
	}
	if u, err := (View{}).URI(); err == nil {
		t.Errorf("the zero value has the URI %q", u)
	}
}
