package manread

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get/doc"
)

func TestFind(t *testing.T) {
	for _, test := range []struct{ in, want, why string }{
		{"see ls(1), Test::More(3pm); [(1) and a.b-c+d(8).", "man:ls(1) man:Test::More(3pm) man:%5B(1) man:a.b-c+d(8)", "pages"},
		{"printf(\"%s\") f() f(void) f(0) f(10) f(x) (1) f (1) -x(1)", "man:x(1)", "no pages; what is before a name is no part of it"},
		{"systemd.unit(5)/user@.service(5)", "man:systemd.unit(5) man:user@.service(5)", "names with dots and @"},
		{"http://a.example/b_(c), (http://d.example/). <ftp://e.example>", "http://a.example/b_(c) http://d.example/ ftp://e.example", "the end of a URI"},
		{"HTTPS://a.example/ git+ssh://b ://c x:// http:/d", "HTTPS://a.example/ ssh://b", "schemes"},
		{"http://[broken/ \u00fchttp://c.example/\u00e9", "http://c.example/", "no URI"},
		{"a.b@c.example, <d@e.example.> mailto:f@g.example f@h user@1.service a@b.service x/y@z.example", "mailto:a.b@c.example mailto:d@e.example mailto:f@g.example", "addresses"},
		{"http://a@b.example/c(1)", "http://a@b.example/c(1)", "a URI that holds both"},
	} {
		var got []string
		for _, f := range find(test.in) {
			got = append(got, f.link.uri.String())
		}
		if !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("%s: %q, want %q", test.why, got, test.want)
		}
	}
}

// A link may begin in one font and end in another; a link of the page's own
// stays what it is.
func TestLinks(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{".BR ls (1)\n", "[man:ls(1) named: ls(1)]"},
		{"a \\fBl\\fIs\\fR(1)b\n", "a [man:ls(1) named: ls(1)]b"},
		{".UR http://a.example/\nls(1)\n.UE ,\n", "[http://a.example/: ls(1)],"},
		{".UR http://a.example/\n.UE\n", "[http://a.example/: http://a.example/]"},
		{".MT a@b.example\n.ME\n", "[mailto:a@b.example named: a@b.example]"},
		{".MT a@b.example\nwords\n.ME .\n", "[mailto:a@b.example: words]."},
		{".URL http://a.example/ words .\n", "[http://a.example/: words]."},
		{".UR http://a.example/\nopen\n", "[http://a.example/: open]"},
	} {
		d, err := Read(t.Context(), []byte(".TH A 1\n"+test.source))
		if err != nil || len(d.Blocks) != 1 {
			t.Fatalf("%s: %v, %v", test.source, d, err)
		}
		got := ""
		for _, in := range d.Blocks[0].(doc.Paragraph).Inlines {
			l, ok := in.(doc.Link)
			switch {
			case !ok:
				got += doc.Words([]doc.Inline{in})
			case l.Named:
				got += fmt.Sprintf("[%s named: %s]", l.URI, doc.Words(l.Inlines))
			default:
				got += fmt.Sprintf("[%s: %s]", l.URI, doc.Words(l.Inlines))
			}
		}
		if got != test.want {
			t.Errorf("%q: %s, want %s", test.source, got, test.want)
		}
	}
}
