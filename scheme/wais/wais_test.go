package wais

import (
	"fmt"
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
		"wais://h/db":                `the WAIS database "db" at h, port 210`,
		"wais://h:2210/db?a+b":       `a search for "a b" in the WAIS database "db" at h, port 2210`,
		"wais://h/db/TEXT/1=vm%3A1;": `a document of type "TEXT" in the WAIS database "db" at h, port 210`,
		"wais:":                      `the WAIS database "" at a host that is not named, port 210`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"wais://h:210/db?a+b": "host h|port 210|database db|search words a+b",
		"wais://h/db/TEXT/23/1=vm%3A1;3=;9=a/b;": "host h|database db|type TEXT|length 23|field 1 of the document-id, original server 1=vm%3A1|" +
			"field 3 of the document-id, original local id 3=|field 9 of the document-id 9=a/b",
		"wais://h/db/TEXT/x;y": "host h|database db|type TEXT|document-id x;y",
	})
}

// TestRemarkRanges: remarks stand on what they are about.
func TestRemarkRanges(t *testing.T) {
	for text, want := range map[string]string{
		"wais://u:p@h//T/23/x?q": "wais/userinfo u:p | wais/database  at 13 | wais/length 23 | wais/docid x | wais/form q",
		"wais://h/db//":          "wais/type  at 12 | wais/docid  at 13",
		"wais://h/db/T#f":        "wais/form  at 13",
		"wais:db?":               "wais/host  at 5 | wais/words  at 8",
	} {
		var got []string
		for _, r := range read(uri.MustParse(text)).remarks() {
			at := ""
			if r.Length == 0 {
				at = fmt.Sprintf(" at %d", r.Offset)
			}
			got = append(got, r.Rule+" "+text[r.Offset:r.Offset+r.Length]+at)
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: %s, want %s", text, strings.Join(got, " | "), want)
		}
	}
}

func TestTrail(t *testing.T) {
	for _, x := range []struct{ uri, want string }{
		{"wais://h/db", "db → wais://h/db"},
		{"wais://h/db?a+b#f", "db → wais://h/db | a+b → wais://h/db?a+b#f"},
		{"wais://h/db/TEXT/3=0%2092%20/d/b.txt;", "db → wais://h/db | TEXT/3=0%2092%20/d/b.txt; → wais://h/db/TEXT/3=0%2092%20/d/b.txt;"},
		{"wais://h/db?", "db → wais://h/db?"},
		{"wais://h/", ""},
		{"wais:/db", ""},
	} {
		var got []string
		for _, s := range trail(uri.MustParse(x.uri)) {
			got = append(got, x.uri[s.Start:s.End]+" → "+s.URI.String())
		}
		if strings.Join(got, " | ") != x.want {
			t.Errorf("%s: %s, want %s", x.uri, strings.Join(got, " | "), x.want)
		}
	}
}

// TestURI: views that were read from no URI.
func TestURI(t *testing.T) {
	h := scheme.Server{Host: "h"}
	word := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	for _, x := range []struct {
		view View
		want string // "" for an error
	}{
		{View{Server: h}, "wais://h/"},
		{View{Server: scheme.Server{Host: "[::1]", Port: "2210"}, Database: "a/b"}, "wais://[::1]:2210/a%2Fb"},
		{View{Server: scheme.Server{Host: "h", Port: "210"}, Database: "db", Search: word("two words+1 & é?")}, "wais://h/db?two%20words%2B1%20&%20%C3%A9%3F"},
		{View{Server: h, Database: "db", WType: word("TEXT"), DocID: DocID{{"1", "vm:210"}, {"2", "db"}, {"3", "0 92 /d/b.txt"}, {"7", "\x00"}}},
			"wais://h/db/TEXT/1=vm%3A210;2=db;3=0%2092%20/d/b.txt;7=%00;"},
		{View{Server: h, Database: "db", WType: word("TEXT"), WPath: word("1=a;")}, "wais://h/db/TEXT/1%3Da%3B"},
		{View{Server: h, Database: "db", WType: word("TEXT"), WPath: word("1/a")}, "wais://h/db/TEXT/1%2Fa"},
		{View{Database: "db"}, ""},
		{View{Server: h, WType: word("TEXT")}, ""},
		{View{Server: h, WType: word("TEXT"), WPath: word("x"), Search: word("y")}, ""},
		{View{Server: h, WType: word("TEXT"), WPath: word("x"), Length: "1a"}, ""},
		{View{Server: h, WType: word("TEXT"), DocID: DocID{{"one", "x"}}}, ""},
		{View{Server: h, WType: word("TEXT"), DocID: DocID{}, WPath: word("x")}, ""},
		{View{Server: scheme.Server{Host: "a b"}}, ""},
	} {
		if got, err := x.view.URI(); got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

// FuzzView: the URI of a view is read back as the same view, and is equal to
// the one that the view was read from.
func FuzzView(f *testing.F) {
	seeds := []string{"wais://u:p@[::1]:0210/a%2Fb/T/1=;02=%FF%3B;#f", "wais://h//1/2/3/", "wais:db", "wais://h?a%2B+%20", "WAIS://h/./../1=x;", "wais://h/db/T/1/x?q"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v := read(u)
		trail(u)
		w, err := v.URI()
		if err != nil {
			return
		}
		if rung, _ := table.Compare(u, w); rung < uri.EqualScheme {
			t.Errorf("%q is written as %q, which is another URI", u, w)
		}
		back := read(w)
		if diff := cmp.Diff(v, back, cmpopts.IgnoreUnexported(View{}, scheme.Server{}), cmpopts.IgnoreFields(scheme.Server{}, "Port")); diff != "" {
			t.Errorf("%q, written as %q, is read as another (-first +second):\n%s", u, w, diff)
		}
		if again, err := back.URI(); err != nil || again != w {
			t.Errorf("%q is written anew as %q, %v", w, again, err)
		}
	})
}

// FuzzDocID: a document-id of any octets is read back from its wpath, and each
// wpath that can be read is written so that it reads the same.
func FuzzDocID(f *testing.F) {
	f.Add("1=vm%3A210;2=db;3=0%2092%20/d/b.txt;7=%00;", uint16(7), "\x00\xff;=/?#%")
	f.Add("1=a=b;", uint16(0), "")
	f.Add("=;", uint16(1), "a")
	f.Fuzz(func(t *testing.T, wpath string, number uint16, octets string) {
		d := DocID{{"1", "x"}, {strings.Repeat("0", int(number)%3) + "7", scheme.Octets(octets)}}
		if back, ok := ParseDocID(d.String()); !ok || !cmp.Equal(d, back) {
			t.Errorf("%q is written %q and read as %q", d, d.String(), back)
		}
		if _, err := uri.Parse("wais://h/db/T/" + d.String()); err != nil {
			t.Errorf("%q cannot stand in a URI: %v", d.String(), err)
		}
		if d, ok := ParseDocID(wpath); ok {
			if back, ok := ParseDocID(d.String()); !ok || !cmp.Equal(d, back) {
				t.Errorf("%q is %q, written %q and read as %q", wpath, d, d.String(), back)
			}
		}
	})
}

// TestLawful: the octets of a document-id may be any, but no line ends where
// another service may listen.
func TestLawful(t *testing.T) {
	for text, want := range map[string]string{
		"wais://h/db/TEXT/1=h;7=%00;":       "1=h;7=%00;",
		"wais://h/db/TEXT/%00%0A":           "%00%0A",
		"wais://h:210/db/TEXT/7=%0D%0A;":    "7=%0D%0A;",
		"wais://h:8000/db/TEXT/7=%00;":      "7=%00;",
		"wais://h:8000/db/TEXT/7=%0D%0Ax;":  "",
		"wais://h/db?a%0D%0Ab":              "",
		"wais://h/d%0Ab":                    "",
		"wais://h/d%0Ab/T%0AEXT/7=%00;?%0A": "7=%00;",
	} {
		start, end := docID(uri.MustParse(text))
		if got := text[start:end]; got != want {
			t.Errorf("%s: %q is lawful, want %q", text, got, want)
		}
	}
}
