package telnet

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"telnet://joe:pw@h.example:2323/": "user joe|password pw|host h.example|port 2323",
	})
}

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"telnet://joe:pw@h.example:2323/": `a session of telnet at h.example, port 2323, as user "joe"`,
	})
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
