package news

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
		"news:1@h":              `the article with the Message-ID "1@h" at any news server`,
		"news:a.b":              `the newsgroup "a.b" at any news server`,
		"news://joe:s3cret@h/*": `all newsgroups at h, port 119, as user "joe"`,
		"snews://h/a.*":         `the newsgroups that match "a.*" at h, port 563`,
		"nntp://h:99/a.b/7":     `the article 7 of the newsgroup "a.b" at h, port 99`,
		"news:1@h?thread":       `the thread of the article with the Message-ID "1@h" at any news server`,
		"nntp://h/a.b/7?part=2": `part 2 of the article 7 of the newsgroup "a.b" at h, port 119`,
		"nntp:a.b":              `the newsgroup "a.b" at a server that is not named`,
	})
}

// TestOffsets: remarks point to the bytes they are about.
func TestOffsets(t *testing.T) {
	for _, x := range []struct{ uri, at, why string }{
		{"news://u@h:1/%61.%2E%62", "h %2E", "the host, the dot"},
		{"news://h/%3Ca..b@h%3E", "h %3Ca..b@h%3E .", "the brackets, then what is in them"},
		{"news:a/b%20@h", "/ %20", "the slash, the space"},
		{"news:%61.B.C", "B", "the first capital letter"},
		{"news:ab.%312.c", "%31", "the component of digits"},
		{"news:a.*%2Cb", "%2C", "the comma"},
		{"news:a.%C3%BC.%20", "%20", "what is forbidden goes before what is unwise"},
		{"news:a.%C3%BC", "%C3", "the first octet of the character"},
		{"nntp://h/a/12x/", "nntp x/", "the scheme, what is no digit"},
		{"nntp://h/a/12345678901234567", "nntp 7", "the digit that is too many"},
		{"nntp:a", "nntp ", "where the server would stand"},
		{"snews:1@h?x", "snews ?x", "the scheme, the query with its mark"},
		{"news:1@h?thread", "?thread", "the query with its mark"},
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
	for u, want := range map[string]string{
		"nntp://u:p@h:99/a.b/7": "user u|password p|host h|port 99|group a.b|article-number 7",
		"news:%3C1@h%3E":        "message-id 1@h",
		"news://h/a.*":          "host h|pattern a.*",
		"news:1@h?thread":       "message-id 1@h|thread thread",
		"news:1@h?part=12":      "message-id 1@h|part part=12",
		"news:":                 "",
	} {
		v, _ := Parse(uri.MustParse(u))
		var got []string
		for _, p := range v.Parts() {
			got = append(got, p.Label+" "+u[p.Start:p.End])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", u, got, want)
		}
	}
}

func TestURI(t *testing.T) {
	text := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	for _, x := range []struct {
		view View
		want string
	}{
		{View{MessageID: text("a/b%c@[::1]")}, "news:a%2Fb%25c@%5B::1%5D"},
		{View{Group: text("a.b")}, "news:a.b"},
		{View{Group: text("a;b"), Server: "h", Port: "99", User: text("j@")}, "news://j%40@h:99/a%3Bb"},
		{View{Pattern: text("a.?*")}, "news:a.%3F*"},
		{View{Group: text("a.b"), Article: new("7"), Server: "h", Port: "119"}, "nntp://h/a.b/7"},
		{View{MessageID: text("1@h"), Thread: true}, "news:1@h?thread"},
		{View{Group: text("a.b"), Article: new("7"), Server: "h", Part: "2"}, "nntp://h/a.b/7?part=2"},
		{View{MessageID: text("1@h"), Part: "0"}, ""},
		{View{MessageID: text("1@h"), Part: "2", Thread: true}, ""},
		{View{Group: text("a.b"), Thread: true}, ""},
		{View{}, ""},
		{View{MessageID: text("a")}, ""},
		{View{Group: text("a@b")}, ""},
		{View{Group: text("<a>")}, ""},
		{View{Group: text("a*")}, ""},
		{View{Group: text("")}, ""},
		{View{Pattern: text("a")}, ""},
		{View{Pattern: text("a\n*")}, ""},
		{View{Group: text("a"), Article: new("7")}, ""},
		{View{Group: text("a"), Article: new("x"), Server: "h"}, ""},
		{View{Article: new("7"), Server: "h"}, ""},
		{View{Group: text("a"), Server: "a/b"}, ""},
	} {
		got, err := x.view.URI()
		if got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

// FuzzView: a view that no rule forbids is written as a URI of the same view and
// with the same normal form; what is sent of it is one word without controls.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	seeds := []string{"news://:@/a", "news://u:@h:0119", "nntp://h/%3Ca%3E/1", "news:%3C*%3E", "news:%3C@%3E", "nntp://h/a~b#f", "news://h:/1@h", "snews:///"}
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
		for _, word := range []*scheme.Octets{v.Group, v.Pattern, v.MessageID} {
			if word != nil && (*word == "" || strings.ContainsAny(string(*word), scheme.Controls+" ")) {
				t.Errorf("%q names %q", u, *word)
			}
		}
	})
}
