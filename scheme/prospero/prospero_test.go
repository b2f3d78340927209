package prospero

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
		"prospero://h//pros/name":           `the object "/pros/name" that the Prospero directory at h, port 1525 leads to`,
		"prospero://h:191/n%0012":           `the object "n", version 12, that the Prospero directory at h, port 191 leads to`,
		"prospero://h/n;OBJECT-VERSION=%0A": `the object "n", version \n, that the Prospero directory at h, port 1525 leads to`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"prospero://h:191/a/b?c;D=e;f": `host h|port 191|hsoname a/b?c|field "D" D=e|attribute f`,
		"prospero://h/n%0012abc":       "host h|hsoname n|version 12|attribute abc",
		"prospero://h/n%00x":           "host h|hsoname n",
	})
}

// TestRemarkRanges: remarks stand on what they are about.
func TestRemarkRanges(t *testing.T) {
	for text, want := range map[string]string{
		"prospero://u@h/n;a;b=%00":    "prospero/userinfo u | prospero/field a | prospero/nul %00",
		"prospero://h/n;a%00b=c;%00=": "prospero/nul %00",
		"prospero://h/n%0012%00":      "prospero/draft-1994 %0012%00 | prospero/nul %00",
		"prospero://h/n%00;a=b":       "prospero/draft-1994 %00;a=b | prospero/version ;a=b",
		"prospero://h?n":              "prospero/slash  at 12",
		"prospero:":                   "prospero/host  at 9 | prospero/name  at 9",
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

// TestDelimiter: one NUL is a delimiter, if a version stands behind it.
func TestDelimiter(t *testing.T) {
	for text, want := range map[string]string{
		"prospero://h/n%0012":     "%00",
		"prospero://h/n%0012abc":  "%00",
		"prospero://h/n%0012%00":  "",
		"prospero://h/n%00":       "",
		"prospero://h/n%00x":      "",
		"prospero://h/n;A=b%0012": "",
	} {
		if start, end := delimiter(uri.MustParse(text)); text[start:end] != want || end > 0 && start != len("prospero://h/n") {
			t.Errorf("%s: %d to %d, want %q", text, start, end, want)
		}
	}
}

func TestTrail(t *testing.T) {
	u := uri.MustParse("prospero://h/a/b;C=d")
	if steps := trail(u); len(steps) != 1 || steps[0].URI != u || u.String()[steps[0].Start:steps[0].End] != "a/b;C=d" {
		t.Errorf("%+v", steps)
	}
	if steps := trail(uri.MustParse("prospero://h/")); steps != nil {
		t.Errorf("%+v", steps)
	}
}

// TestURI: views that were read from no URI.
func TestURI(t *testing.T) {
	h := scheme.Server{Host: "h"}
	value := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	for _, x := range []struct {
		view View
		want string // "" for an error
	}{
		{View{Server: h}, "prospero://h/"},
		{View{Server: scheme.Server{Host: "h", Port: "191"}, HSOName: "/pros/a;b?c"}, "prospero://h:191//pros/a%3Bb%3Fc"},
		{View{Server: h, HSOName: "n", Version: "12"}, "prospero://h/n;OBJECT-VERSION=12"},
		{View{Server: h, HSOName: "n", Version: "12", Draft1994: true}, "prospero://h/n%0012"},
		{View{Server: h, HSOName: "n", Version: "12", Draft1994: true, Attributes: []Attribute{{Field: "abc"}}}, "prospero://h/n%0012abc"},
		{View{Server: h, HSOName: "n", Version: "12", Attributes: []Attribute{{"A=b", value("c/=")}, {"A=b", value("")}}}, "prospero://h/n;A%3Db=c%2F%3D;A%3Db=;OBJECT-VERSION=12"},
		{View{HSOName: "n"}, ""},
		{View{Server: h, HSOName: "n\x00"}, ""},
		{View{Server: h, HSOName: "n", Attributes: []Attribute{{Field: "a"}}}, ""},
		{View{Server: h, HSOName: "n", Attributes: []Attribute{{"a", value("\x00")}}}, ""},
		{View{Server: h, HSOName: "n", Draft1994: true}, ""},
		{View{Server: h, HSOName: "n", Version: "1x", Draft1994: true}, ""},
		{View{Server: h, HSOName: "n", Version: "1", Draft1994: true, Attributes: []Attribute{{Field: "2x"}}}, ""},
		{View{Server: h, HSOName: "n", Version: "1", Draft1994: true, Attributes: []Attribute{{"x", value("y")}}}, ""},
	} {
		if got, err := x.view.URI(); got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%+v: %q, %v; want %q", x.view, got, err, x.want)
		}
	}
}

// FuzzView: the URI of a view is read back as the same view, and is equal to
// the one that the view was read from.
func FuzzView(f *testing.F) {
	seeds := []string{"prospero://[::1]:01525//a/../b?c;D=e?;F=#f", "prospero://h/%001%00", "prospero:a;b", "prospero://h?a;b=c", "PROSPERO://h/n%0012a;b=c", "prospero://h/;=;=%FF"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, invalid := Parse(u)
		trail(u)
		w, err := v.URI()
		if err != nil {
			if invalid == nil {
				t.Errorf("%q is valid and cannot be written: %v", u, err)
			}
			return
		}
		if rung, _ := table.Compare(u, w); rung < uri.EqualScheme && invalid == nil {
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
