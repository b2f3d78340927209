package telnet

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestParts(t *testing.T) {
	const text = "telnet://joe:pw@h.example:2323/"
	v, err := Parse(uri.MustParse(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range v.Parts() {
		got = append(got, p.Label+" "+text[p.Start:p.End])
	}
	if want := "user joe, password pw, host h.example, port 2323"; strings.Join(got, ", ") != want {
		t.Errorf("parts %q, want %q", got, want)
	}
	if want := `a session of telnet at h.example, port 2323, as user "joe"`; v.Meaning() != want {
		t.Errorf("meaning %s, want %s", v.Meaning(), want)
	}
}

// FuzzView: a view can be made of any URI, its password is in none of its words,
// and the normal form is one.
func FuzzView(f *testing.F) {
	for _, s := range []string{"telnet://u:p@h:23/", "rlogin:", "tn3270://[::1]:", "telnet://@h?q#f", "TELNET://%00:@h/x"} {
		f.Add(s)
	}
	table := scheme.NewTable(Schemes(), nil)
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil || table.Lookup(u.Scheme()) == nil {
			t.Skip()
		}
		v, _ := Parse(u)
		if v.Meaning() == "" || v.Port == "" {
			t.Errorf("%q: %+v", s, v)
		}
		end := 0
		for _, p := range v.Parts() {
			if p.Start < end || p.End <= p.Start || p.End > len(s) {
				t.Errorf("%q: part %+v behind %d", s, p, end)
			}
			end = p.End
		}
		n := table.Normalize(u)
		if table.Normalize(n) != n {
			t.Errorf("normal form %q of %q is not idempotent", n, s)
		}
		if m, _ := Parse(n); m.Host != "" && (m.Password != v.Password || (m.User == nil) != (v.User == nil) || m.User != nil && *m.User != *v.User) {
			t.Errorf("the normal form %q of %q means something else", n, s)
		}
	})
}
