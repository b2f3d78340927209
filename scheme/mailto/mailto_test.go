package mailto

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"mailto:":                                "a message to somebody who is not named",
		"mailto:a@h,b@h?cc=c@h&bcc=d@h":          `a message to "a@h", "b@h", with a copy to "c@h", with a blind copy to "d@h"`,
		"mailto:a@h?subject=x&body=y%20%0D%0Az":  `a message to "a@h", with the subject "x", with a text that begins "y "`,
		"mailto:a@h?subject=%1B%5B2J&Subject=no": `a message to "a@h", with the subject "\x1b[2J"`,
	})
}

// TestOffsets: remarks point to the bytes they are about.
func TestOffsets(t *testing.T) {
	for _, x := range []struct{ uri, at, why string }{
		{"mailto:a@h,%61%20b@h", "%20", "the space"},
		{"mailto:a@h%2Cb@h", "%2C", "the encoded comma"},
		{"mailto:a@h,", "", "an address that is missing"},
		{"mailto:a@h;x=y@h", "; ;", "the first that is not encoded, and the grammar"},
		{"mailto:%C3%BC@%C3%BC", "%C3%BC %C3%BC", "local part and domain"},
		{"mailto:?cc=%22a%5C%22,b%22%20%3Cx%3E,%20,c@", "  ", "something is missing behind x, between commas, at the end"},
		{"mailto:?cc=%20%20a..b@h%20", ".", "the second dot"},
		{"mailto:?x&y=z", "x y", "no equals sign; an unknown name"},
		{"mailto:?%61%3A=z", "%3A %61%3A", "the colon; the name"},
		{"mailto:?subject=%C3%BC%0Ax", "%0A", "the line break"},
		{"mailto:?body=%0D%0A%0D", "%0D", "the CR alone"},
		{"mailto:?subject=a%2Bb+c", "+", "the plus sign that is not encoded"},
		{"mailto:?a%2Fb=c/d?e&f/g=h", "/ a%2Fb / f/g", "the first in the value, or the name, and unknown names"},
		{"mailto:?body=x&body=y&body=z", "body=y", "once is enough"},
		{"mailto:a@h?to=b@h,a@H", "a@H to=b@h,a@H", "the address, and the field"},
		{"mailto://a@h/b?subject=x", "a@h", "the authority"},
		{"mailto:a@h#x", "#x", "the fragment with its mark"},
	} {
		var got []string
		for _, r := range read(uri.MustParse(x.uri)).remarks {
			got = append(got, x.uri[r.Offset:r.Offset+r.Length])
		}
		if strings.Join(got, " ") != x.at {
			t.Errorf("%s: remarks at %q, want %q: %s", x.uri, got, x.at, x.why)
		}
	}
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"mailto:a@h,b@h?subject=x&body=y&cc=": "to a@h|to b@h|header field subject x|body y",
	})
}

func TestURI(t *testing.T) {
	for _, x := range []struct {
		to     []string
		fields []HField
		want   string
	}{
		{nil, nil, "mailto:"},
		{[]string{`"a,b@c"@h`, "d/e&f=h%i?@[::1]"}, nil, "mailto:%22a%2Cb%40c%22@h,d%2Fe%26f%3Dh%25i%3F@%5B::1%5D"},
		{nil, []HField{{"Subject", "1+1=2 & so on?"}, {"Body", "a\r\nb"}}, "mailto:?Subject=1+1%3D2%20%26%20so%20on%3F&Body=a%0D%0Ab"},
		{[]string{"a@h"}, []HField{{"x", "a\r\n\tb"}}, "mailto:a@h?x=a%0D%0A%09b"},
		{[]string{"a"}, nil, ""},
		{nil, []HField{{"", "x"}}, ""},
		{nil, []HField{{"a b", "x"}}, ""},
		{nil, []HField{{"Subject", "x\r\nBcc: y"}}, ""},
		{nil, []HField{{"Subject", "x\r\n\r\n y"}}, ""},
		{nil, []HField{{"BODY", "x\ny"}}, ""},
	} {
		got, err := URI(x.to, x.fields...)
		if got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%q, %q: %q, %v; want %q", x.to, x.fields, got, err, x.want)
		}
	}
}

// FuzzView: a view that no rule forbids is written as a URI of the same view, with
// the same normal form, in which nothing is forbidden either.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	seeds := []string{"mailto:a@%E3%80%82", "mailto:a@%C3%BC%E3%80%82?to=b@h", "mailto:?to=%20a@h", "mailto:?cc=%22%5C", "mailto:?cc=(%5C),b@h)%3Ca@h%3E", "mailto:?TO=a@h&x=&y=%00#"}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		w, err := v.URI()
		if err != nil {
			t.Fatalf("%q has a view, but no URI: %v", u, err)
		}
		back, err := Parse(w)
		if diff := cmp.Diff(v, back, cmpopts.IgnoreUnexported(View{})); diff != "" || err != nil {
			t.Errorf("%q, written as %q, is read as another (%v; -first +second):\n%s", u, w, err, diff)
		}
		if rung, _ := table.Compare(u.WithoutFragment(), w); rung < uri.EqualScheme {
			t.Errorf("%q, written as %q, is not the same", u, w)
		}
		if _, err := Parse(table.Normalize(u)); err != nil {
			t.Errorf("the normal form of %q is %q: %v", u, table.Normalize(u), err)
		}
	})
}

// FuzzBuild: whatever a message is made of, its URI means it.
func FuzzBuild(f *testing.F) {
	f.Add("a@h", "\"x,y\"@[z]", "Subject", "a b+c&d=e", "body", "\r\n")
	f.Add("\u00fc@\u00fc", "a/b?c#d@e", "x", "\r\n y\xff", "X", "")
	f.Fuzz(func(t *testing.T, a, b, name1, value1, name2, value2 string) {
		fields := []HField{{scheme.Octets(name1), scheme.Octets(value1)}, {scheme.Octets(name2), scheme.Octets(value2)}}
		u, err := URI([]string{a, b}, fields...)
		if err != nil {
			return
		}
		v, _ := Parse(u)
		if diff := cmp.Diff(fields, v.HFields); diff != "" {
			t.Errorf("%q has other fields (-want +got):\n%s", u, diff)
		}
		if diff := cmp.Diff([]scheme.Octets{scheme.Octets(a), scheme.Octets(b)}, v.To[:v.ahead]); diff != "" {
			t.Errorf("%q has other addresses (-want +got):\n%s", u, diff)
		}
	})
}
