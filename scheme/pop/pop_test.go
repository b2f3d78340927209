package pop

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
		"pop://rg@h":             `a mailbox of the POP3 server h, port 110, as user "rg"`,
		"pop://rg;AUTH=+APOP@h":  `a mailbox of the POP3 server h, port 110, as user "rg", with the mechanism "+APOP"`,
		"pop://rg:s3cret;x@h:99": `a mailbox of the POP3 server h, port 99, as user "rg"`,
		"pop://;AUTH=*@h":        "a mailbox of the POP3 server h, port 110",
	})
}

// TestPlaces: remarks and parts point to the bytes they are about.
func TestPlaces(t *testing.T) {
	for _, x := range []struct{ uri, remarks, parts string }{
		{"pop://joe:pw;AUTH=a%20b@h:9", ":pw|a%20b", "user joe|password pw|AUTH a%20b|host h|port 9"},
		{"pop://;AUTH=*@h/", ";AUTH=*|/", "AUTH *|host h"},
		{"pop://joe;x@h/a?b", "x|/a|b", "user joe|host h"},
	} {
		r := read(uri.MustParse(x.uri))
		var remarks, parts []string
		for _, m := range r.remarks {
			remarks = append(remarks, x.uri[m.Offset:m.Offset+m.Length])
		}
		for _, p := range r.view.Parts() {
			parts = append(parts, p.Label+" "+x.uri[p.Start:p.End])
		}
		if strings.Join(remarks, "|") != x.remarks || strings.Join(parts, "|") != x.parts {
			t.Errorf("%s: remarks %q, parts %q, want %s and %s", x.uri, remarks, parts, x.remarks, x.parts)
		}
	}
}

func TestURI(t *testing.T) {
	text := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	for _, x := range []struct {
		view View
		want string
	}{
		{View{Server: scheme.Server{Host: "h", Port: "110"}}, "pop://h"},
		{View{Server: scheme.Server{Host: "h", Port: "99", User: text("a:b;c@d")}, Auth: text("+APOP")}, "pop://a%3Ab%3Bc%40d;AUTH=+APOP@h:99"},
		{View{Server: scheme.Server{Host: "h"}, Auth: text("*")}, "pop://;AUTH=*@h"},
		{View{}, ""},
		{View{Server: scheme.Server{Host: "h", User: text("")}}, ""},
		{View{Server: scheme.Server{Host: "h", Password: true}}, ""},
		{View{Server: scheme.Server{Host: "a b"}}, ""},
		{View{Server: scheme.Server{Host: "h"}, Auth: text("\n")}, ""},
	} {
		got, err := x.view.URI()
		if err == nil && got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

// FuzzView: a view that no rule forbids is written as a URI of the same view, and
// with the same normal form.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	seeds := []string{"pop://;;@h", "pop://a;%41uth=x:@h:0110", "pop://%3B:@h", "pop://;AUTH==@h//"}
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
		if diff := cmp.Diff(v, back, cmpopts.IgnoreUnexported(View{}, scheme.Server{})); diff != "" || err != nil {
			t.Errorf("%q, written as %q, is read as another (%v; -first +second):\n%s", u, w, err, diff)
		}
		if rung, _ := table.Compare(u.WithoutFragment(), w); rung < uri.EqualScheme {
			t.Errorf("%q, written as %q, is not the same", u, w)
		}
	})
}
