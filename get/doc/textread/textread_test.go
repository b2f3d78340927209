package textread_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/get/doc"
	"uriel.dev/get/doc/textread"
	"uriel.dev/scheme/known"
)

var finder = find.New(known.Table())

func TestRead(t *testing.T) {
	for _, x := range []struct{ name, mediaType, text, want string }{
		{"lines", "text/plain", "one\r\n  two\n\nthree", "one\n  two\n\nthree\n"},
		{"nothing", "text/plain", "", ""},
		{"links", "text/plain", "see <http://a/b>, or\ngopher://c/1.", "see <http://a/b>, or\ngopher://c/1.\n"},
		{"pages", "text/plain", "one\n\ftwo\n", "one\n\n" + strings.Repeat("─", 20) + "\n\ntwo\n"},
		{"Latin-1 that says so", "text/plain; charset=ISO-8859-1", "caf\xe9", "café\n"},
		{"Latin-1 that does not", "text/plain", "caf\xe9", "café\n"},
		{"UTF-8 that does not", "text/plain", "café", "café\n"},
		{"UTF-8 that says ASCII", "text/plain; charset=us-ascii", "café", "café\n"},
		{"a charset that nobody knows", "text/plain; charset=x-mine", "a\xe9", "a\uFFFD\n"},
		{"a control", "text/plain", "a\x1b[1mb", "a\uFFFD[1mb\n"},
	} {
		d, err := textread.Read(strings.NewReader(x.text), x.mediaType, finder)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		var b bytes.Buffer
		if err := doc.WriteText(&b, d, 20, doc.Plain); err != nil || b.String() != x.want {
			t.Errorf("%s: %q, %v; want %q", x.name, b.String(), err, x.want)
		}
	}
}

// TestLinks: each URI leads where it says, and is no part of what is beside it.
func TestLinks(t *testing.T) {
	d, err := textread.Read(strings.NewReader("see <http://a/b>, or\ngopher://c/1."), "text/plain", finder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, in := range d.Blocks[0].(doc.Preformatted).Inlines {
		if link, ok := in.(doc.Link); ok {
			got = append(got, link.URI.String()+" "+doc.Words(link.Inlines))
		}
	}
	if want := "http://a/b http://a/b|gopher://c/1 gopher://c/1"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestLimit(t *testing.T) {
	if _, err := textread.Read(strings.NewReader(strings.Repeat("x", 16<<20+1)), "text/plain", finder); !errors.Is(err, textread.ErrLimit) {
		t.Errorf("a text of more than 16 MiB: %v", err)
	}
}
