package template_test

import (
	"reflect"
	"strings"
	"testing"

	"uriel.dev/uri/iri/ucs"
	"uriel.dev/uri/pct"
	"uriel.dev/uri/template"
)

var seeds = []string{
	"", "/a{x}", "{x,y}", "{+x}/here", "{#x,y}", "X{.x*}", "{/x,y*}", "{;x:3,y}", "{?x,y*}", "?a=b{&x}{&y*}", "é'{x}%20", "{x}{.y}", "{/x:1,x}", "{x:3",
}

// FuzzExpand: Parse keeps the text; the expansion holds characters of URIs only,
// and reserved ones that no literal, operator or {+x} brought in come from no
// value; what Match reads expands to the same text.
func FuzzExpand(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "a b", "é/ü", "k", uint8(0))
		f.Add(s, "%41%zz,", "\xff", "", uint8(5))
		f.Add(s, "", "=", ",", uint8(10))
	}
	f.Fuzz(func(t *testing.T, s, a, b, c string, kinds uint8) {
		tmpl, err := template.Parse(s)
		if err != nil {
			t.Skip("no input of this target")
		}
		if tmpl.String() != s {
			t.Fatalf("Parse(%q) is %q", s, tmpl)
		}
		values := template.Values{}
		for i, name := range tmpl.Names() {
			values[name] = valueOf(kinds>>(2*(i%4)), a, b, c)
		}
		text, err := tmpl.Expand(values)
		if err != nil {
			return // for diagnosis only
		}
		checkURICharacters(t, s, text)
		if got, ok := tmpl.Match(text); ok {
			if again, err := tmpl.Expand(got); err != nil || again != text {
				t.Fatalf("%q expands to %q, read as %q, which expands to %q, %v", s, text, got, again, err)
			}
		}
		if read, ok := tmpl.Match(a); ok {
			if again, err := tmpl.Expand(read); err != nil || again != a {
				t.Fatalf("%q matches %q, read as %q, which expands to %q, %v", s, a, read, again, err)
			}
		}
	})
}

func valueOf(kind uint8, a, b, c string) template.Value {
	switch kind & 3 {
	case 0:
		return template.String(a)
	case 1:
		return template.List{a, b, c}
	case 2:
		return template.Pairs{{a, b}, {c, a}}
	default:
		return nil
	}
}

var uriCharacters = pct.Query.With("#[]")

func checkURICharacters(t *testing.T, s, text string) {
	t.Helper()
	for i := range len(text) {
		if !uriCharacters.Has(text[i]) && !ucs.IsTriplet(text[i:]) {
			t.Fatalf("%q expands to %q, where %q is in no URI", s, text, text[i:])
		}
	}
}

// FuzzMatch: values of delimited variables come back, and no value brings in a
// delimiter.
func FuzzMatch(f *testing.F) {
	f.Add("a", "b", "c")
	f.Add("a/b", "é?", "%2F&")
	f.Add("", ",", "=\xff")
	templates := map[string]template.Template{}
	for _, s := range []string{"/{x}/{y}?q={z}", "http://{x}:80/{y}#{z}", "{/x}{?y}{&z}", "{;x,y,z}", "{?x,y,z}", "{&x}{&y,z}", "{x,y,z}", "{/x,y,z}", "{;x*}{?y*}{#z}"} {
		templates[s] = template.MustParse(s)
	}
	f.Fuzz(func(t *testing.T, x, y, z string) {
		values := template.Values{"x": template.String(x), "y": template.String(y), "z": template.String(z)}
		for s, tmpl := range templates {
			want := values
			if strings.Contains(s, "*") {
				want = template.Values{"x": template.List{x, y}, "y": template.Pairs{{"n" + z, x}, {y, z}}, "z": template.String("z")}
			}
			text, err := tmpl.Expand(want)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := tmpl.Match(text); !ok || !reflect.DeepEqual(got, want) {
				t.Fatalf("%q expands %q to %q, which is read as %q, %v", s, want, text, got, ok)
			}
		}
	})
}
