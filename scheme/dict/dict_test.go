package dict

import (
	"encoding/json"
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
		"dict://h/d:sun":              `the definitions of "sun" in the first dictionary that has it at h, port 2628`,
		"dict://h/d:sun:*:2":          `definition 2 of "sun" in all dictionaries at h, port 2628`,
		"dict://joe;AUTH@h/m:sun:wn":  `the words that match "sun" in the dictionary "wn" at h, port 2628, as user "joe"`,
		"dict://h/m:sun:wn:soundex:1": `match 1 of "sun" by "soundex" in the dictionary "wn" at h, port 2628`,
		"dict://h/show:db":            `the dictionaries at h, port 2628`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"dict://joe;s3cret:pw@h:26/d:sun:wn:1": "user joe|auth s3cret|password pw|host h|port 26|define d|word sun|database wn|n 1",
		"dict://h/m:sun:wn:exact:1:more":       "host h|match m|word sun|database wn|strategy exact|n 1",
		"dict://h/x:y":                         "host h",
	})
}

// TestRemarkRanges: remarks stand on what they are about.
func TestRemarkRanges(t *testing.T) {
	for text, want := range map[string]string{
		"dict://joe;s3cret@h/m::a:b:c:d:e?q": "dict/auth s3cret at 11 | dict/word  at 22 | dict/fields d:e at 29 | dict/number c at 27 | dict/query q at 33",
		"dict://joe;AUTH:pw@h/d:w":           "dict/password pw at 16",
		"dict:x":                             "dict/host  at 5 | dict/operation x at 5",
		"dict://h/d:w::0":                    "dict/number 0 at 14",
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

// TestSecret: what stands behind the user is in no text about the URI.
func TestSecret(t *testing.T) {
	v, err := Parse(uri.MustParse("dict://joe;s3cret@h/d:"))
	text, _ := json.Marshal(v)
	for _, s := range []string{string(text), v.Meaning(), fmt.Sprint(err)} {
		if strings.Contains(s, "s3cret") || s == "" {
			t.Errorf("%q tells the secret", s)
		}
	}
}

// TestURI: views that were read from no URI.
func TestURI(t *testing.T) {
	h := scheme.Server{Host: "h"}
	for _, x := range []struct {
		view View
		want string // "" for an error
	}{
		{View{Server: h, Operation: Define, Word: "sun"}, "dict://h/d:sun"},
		{View{Server: scheme.Server{Host: "h", Port: "2628"}, Operation: Define, Word: "a:b c?", Database: "*", N: "2"}, "dict://h/d:a%3Ab%20c%3F:*:2"},
		{View{Server: scheme.Server{Host: "h", Port: "26"}, Operation: Match, Word: "sun", Database: "!", Strategy: ".", N: "1"}, "dict://h:26/m:sun:::1"},
		{View{Server: h, Operation: Match, Word: "sun", Strategy: "soundex"}, "dict://h/m:sun::soundex"},
		{View{Operation: Define, Word: "sun"}, ""},
		{View{Server: h, Word: "sun"}, ""},
		{View{Server: h, Operation: Define}, ""},
		{View{Server: h, Operation: "show", Word: "db"}, ""},
		{View{Server: h, Operation: Define, Word: "sun", Strategy: "exact"}, ""},
		{View{Server: h, Operation: Define, Word: "sun", N: "x"}, ""},
	} {
		if got, err := x.view.URI(); got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

// FuzzView: the URI of a view is read back as the same view, and is equal to
// the one that the view was read from.
func FuzzView(f *testing.F) {
	seeds := []string{"dict:", "dict://u;AUTH@[::1]:02628/m:%3A:!:.:07?q#f", "dict://h/d:a/../b:%21", "DICT://;@h/%64:x", "dict://h//d:x", "dict://h/m:%2F:%FF:%2E"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, invalid := Parse(u)
		w, err := v.URI()
		if err != nil || invalid != nil {
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
