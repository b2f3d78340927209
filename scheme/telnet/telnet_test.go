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

// FuzzView: the normal form leads to the same login.
func FuzzView(f *testing.F) {
	seeds := []string{"telnet://u:p@h:23/", "rlogin:", "tn3270://[::1]:", "telnet://@h?q#f", "TELNET://%00:@h/x"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		n := table.Normalize(u)
		v, _ := Parse(u)
		if m, _ := Parse(n); m.Host != "" && (m.Password != v.Password || (m.User == nil) != (v.User == nil) || m.User != nil && *m.User != *v.User) {
			t.Errorf("the normal form %q of %q means something else", n, u)
		}
	})
}
