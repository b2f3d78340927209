package data

import (
	"encoding/base64"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestData(t *testing.T) {
	for _, test := range []struct{ uri, data, contentType string }{
		{"data:,A%20brief%20note", "A brief note", "text/plain; charset=US-ASCII"},
		{"data:text/plain;charset=iso-8859-7,%be%d3%be", "\xbe\xd3\xbe", "text/plain; charset=iso-8859-7"},
		{"data:;base64,SGVsbG8=", "Hello", "text/plain; charset=US-ASCII"},
		{"data:image/png;base64,AAEC", "\x00\x01\x02", "image/png"},
		{"data:;charset=utf-8,a+b?c,d#e", "a+b?c,d", "text/plain; charset=utf-8"},
		{"data:x/y;a=%22b%5C%22c%22;d=e%20f%5C,x", "x", `x/y; a="b\"c"; d="e f\\"`},
		{"data:nonsense;a=b,x", "x", "text/plain; charset=US-ASCII"},
		{"data:x/y;a=%0D%0AZ,x", "x", "x/y"},
	} {
		v, _ := Parse(uri.MustParse(test.uri))
		if got, ok := v.Data(); !ok || string(got) != test.data {
			t.Errorf("%s: data %q, %v; want %q", test.uri, got, ok, test.data)
		}
		if got := v.ContentType(); got != test.contentType {
			t.Errorf("%s: media type %q, want %q", test.uri, got, test.contentType)
		}
	}
	for _, u := range []string{"data:x", "data:;base64,!", "data:;base64,A"} {
		v, err := Parse(uri.MustParse(u))
		if _, ok := v.Data(); ok || err == nil {
			t.Errorf("%s can be decoded", u)
		}
	}
}

func TestParts(t *testing.T) {
	u := "data:text/html;charset=utf-8;base64,SGVsbG8=#x"
	v, _ := Parse(uri.MustParse(u))
	var got []string
	for _, p := range v.Parts() {
		got = append(got, p.Label+" "+u[p.Start:p.End])
	}
	want := "media type text/html|parameter charset charset=utf-8|encoding ;base64|data SGVsbG8="
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"data:,x":                 "1 byte of the media type text/plain; charset=US-ASCII, in the URI itself",
		"data:image/gif,xy":       "2 bytes of the media type image/gif, in the URI itself",
		"data:image/gif;base64,!": "data that cannot be read, of the media type image/gif",
	})
}

// FuzzView: the normal form is of the same data and media type.
func FuzzView(f *testing.F) {
	seeds := []string{"data:;base64,SGVs%0D%0AbG8%3D", "data:Text/X;A=%22b%22,?#f", "data://h:/x,y", "data:", "data:a/b;c;base64,=", "dAtA:;BAse%364,", "dAtA://,:", "data:text/plain;charset=US-ASCII;base64,"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		n := table.Normalize(u)
		v, _ := Parse(u)
		w, _ := Parse(n)
		a, aok := v.Data()
		b, bok := w.Data()
		if string(a) != string(b) || aok != bok || !strings.EqualFold(v.ContentType(), w.ContentType()) {
			t.Errorf("%q is %q of %s, its normal form %q is %q of %s", u, a, v.ContentType(), n, b, w.ContentType())
		}
		if strings.ContainsFunc(v.ContentType(), func(c rune) bool { return c < ' ' || c == 0x7f }) {
			t.Errorf("%q has the media type %q", u, v.ContentType())
		}
	})
}

// FuzzBase64: what Go's decoder takes is taken, to the same octets, and what it
// refuses is refused, but for white space and padding.
func FuzzBase64(f *testing.F) {
	for _, s := range []string{"SGVsbG8=", "SGVsbG8", "SG==", "S", "=", "a-b_"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse("data:;base64," + s)
		if err != nil || strings.ContainsAny(s, "%#") {
			t.Skip("no input of this target")
		}
		v, _ := Parse(u)
		got, ok := v.Data()
		want, err := base64.StdEncoding.DecodeString(s)
		if err != nil {
			want, err = base64.RawStdEncoding.DecodeString(s)
		}
		if ok != (err == nil) || ok && string(got) != string(want) {
			t.Errorf("%q is %q, %v; Go has %q, %v", s, got, ok, want, err)
		}
	})
}
