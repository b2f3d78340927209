package finger

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
		"finger://h":              `who is logged in at h, port 79`,
		"finger://h/joe":          `the user "joe" at h, port 79`,
		"finger://joe@h":          `the user "joe" at h, port 79`,
		"finger://h/%2FW":         `who is logged in, at length, at h, port 79`,
		"finger://h:7979/joe@a@b": `the user "joe" at a, asked by way of h, port 7979`,
		"finger://h/%2FW%20joe@a": `the user "joe", at length, at a, asked by way of h, port 79`,
		"finger://h/@":            `the answer of finger at h, port 79 to "@"`,
		"whois://h":               `the WHOIS service at h, port 43`,
		"whois://h/example.org":   `what WHOIS at h, port 43 knows of "example.org"`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"finger://h:79/a@b": "host h|port 79|request a@b",
		"finger://joe@h/":   "request joe|host h",
		"finger://joe@h/x":  "user joe|host h|request x",
		"finger://j:p@h":    "user j|password p|host h",
		"whois://j@h":       "user j|host h",
	})
}

// TestRemarkRanges: remarks stand on what they are about.
func TestRemarkRanges(t *testing.T) {
	for text, want := range map[string]string{
		"finger://u@h/%2FW%20a%40b@c?q": "finger/userinfo u at 9 | finger/forward %40b@c at 21 | finger/query q at 28",
		"finger://h/a@b%40c":            "finger/forward @b%40c at 12",
		"finger://a%0Ab@h":              "finger/userinfo a%0Ab at 9 | finger/request a%0Ab at 9",
		"finger://h//Wa":                "finger/request /Wa at 11",
		"finger:a@b":                    "finger/host  at 7 | finger/forward @b at 8",
	} {
		var got []string
		for _, r := range read(uri.MustParse(text)).remarks() {
			got = append(got, fmt.Sprintf("%s %s at %d", r.Rule, text[r.Offset:r.Offset+r.Length], r.Offset))
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: %s, want %s", text, strings.Join(got, " | "), want)
		}
	}
}

func TestQuery(t *testing.T) {
	for line, want := range map[string]Query{
		"":           {},
		"/W":         {Verbose: true},
		"joe":        {Username: "joe"},
		"/W joe":     {Verbose: true, Username: "joe"},
		"/W  joe":    {Verbose: true, Username: "joe"},
		"@a":         {Forward: []scheme.Octets{"a"}},
		"/W @a":      {Verbose: true, Forward: []scheme.Octets{"a"}},
		"joe@a@b":    {Username: "joe", Forward: []scheme.Octets{"a", "b"}},
		"Joe User@a": {Username: "Joe User", Forward: []scheme.Octets{"a"}},
		"/w joe":     {Username: "/w joe"},
		"W/joe":      {Username: "W/joe"},
	} {
		if got, ok := ParseQuery(line); !ok || !cmp.Equal(got, want) {
			t.Errorf("%q is %+v, %v; want %+v", line, got, ok, want)
		}
	}
	for _, line := range []string{"joe\r\n", "\x7f", "/W ", "/Wjoe", "/W /W joe", " joe", "joe@", "@", "joe@@a", "joe@a b", "joe@a@"} {
		if got, ok := ParseQuery(line); ok {
			t.Errorf("%q is taken for %+v", line, got)
		}
	}
}

// TestURI: views that were read from no URI.
func TestURI(t *testing.T) {
	for _, x := range []struct {
		view View
		want string // "" for an error
	}{
		{View{Server: scheme.Server{Host: "h"}}, "finger://h/"},
		{View{Server: scheme.Server{Host: "h", Port: "79"}, Request: scheme.Octets(Query{Verbose: true, Username: "joe", Forward: []scheme.Octets{"a"}}.String())}, "finger://h/%2FW%20joe@a"},
		{View{Server: scheme.Server{Host: "h", Port: "43"}, Request: "?#"}, "finger://h:43/%3F%23"},
		{View{Request: "joe"}, ""},
	} {
		if got, err := x.view.URI(); got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

// FuzzView: the URI of a view is read back as the same view, and is equal to
// the one that the view was read from.
func FuzzView(f *testing.F) {
	seeds := []string{"finger:", "finger://a%40b@h?q#f", "FINGER://u:@[::1]:079//W%20x", "whois://u@h//a/../b", "whois:a", "finger://@h", "finger://h/.."}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v := read(u)
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

// FuzzQuery: the line of a query is read as the same query, and but for the
// spaces behind /W it is the line that was read.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"", "/W", "/W  joe@a@b", "/W /W", " @", "a @b"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		q, ok := ParseQuery(line)
		if !ok {
			return
		}
		if back, ok := ParseQuery(q.String()); !ok || !cmp.Equal(q, back) {
			t.Errorf("%q is %+v, written %q, which is %+v", line, q, q.String(), back)
		}
		want := line
		if q.Verbose && len(line) > len("/W") {
			want = "/W " + strings.TrimLeft(line[len("/W"):], " ")
		}
		if q.String() != want {
			t.Errorf("%q is written %q", line, q.String())
		}
	})
}
