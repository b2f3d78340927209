package scheme

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
)

type fakeView struct {
	Text Octets `json:"text"`
}

func (fakeView) Parts() []Part   { return nil }
func (fakeView) Meaning() string { return "a fake" }

var ruleFake = uri.Rule{ID: "web/fake", Section: "1", Title: "fake", Text: "A rule of a test."}

// table has one scheme with all that an Info can have, and one with little.
func table() Table {
	return NewTable([]Info{
		{
			Name: "web", Port: 80, Rules: []uri.Rule{ruleFake},
			View: func(u uri.URI) (View, error) {
				if u.Host() == "" {
					return fakeView{}, errors.New("no host")
				}
				return fakeView{Octets(u.Host())}, nil
			},
			Remarks: func(u uri.URI) []uri.Remark { return []uri.Remark{uri.NewRemark(ruleFake, uri.Forbid, 0, 3)} },
			Normal: func(u uri.URI) uri.URI {
				if u.Path() == "" && !u.HasQuery() && !u.HasFragment() {
					return uri.MustParse(u.String() + "/")
				}
				return u
			},
		},
		{Name: "dots", Keep: uri.KeepDotSegments, View: func(uri.URI) (View, error) { return fakeView{}, nil }},
	}, []Registered{{Name: "mailto", Description: "mail", Reference: "RFC 6068"}})
}

func TestLookup(t *testing.T) {
	tab := table()
	for name, want := range map[string]string{"web": "web", "WeB": "web", "dots": "dots", "mailto": "", "": ""} {
		got := ""
		if info := tab.Lookup(name); info != nil {
			got = info.Name
		}
		if got != want {
			t.Errorf("Lookup(%q) is %q, want %q", name, got, want)
		}
	}
	if r, ok := tab.Registered("MAILTO"); !ok || r.Reference != "RFC 6068" {
		t.Errorf("Registered: %v, %v", r, ok)
	}
	if _, ok := tab.Registered("nosuch"); ok {
		t.Error("nosuch is registered")
	}
	var names []string
	for info := range tab.All() {
		names = append(names, info.Name)
	}
	if !slices.Equal(names, []string{"dots", "web"}) {
		t.Errorf("All: %q", names)
	}
	if n := len(slices.Collect(tab.Registry())); n != 1 {
		t.Errorf("%d registry rows", n)
	}
}

func TestNewTablePanics(t *testing.T) {
	for name, infos := range map[string][]Info{"second": {{Name: "a"}, {Name: "a"}}, "empty": {{}}, "upper": {{Name: "A"}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			NewTable(infos, nil)
		}()
	}
}

func TestTableNormalize(t *testing.T) {
	for in, want := range map[string]string{
		"WEB://H:80":           "web://h/",
		"web://h:080/":         "web://h/", // the same number
		"web://h:81":           "web://h:81/",
		"web://h:/a/../b":      "web://h/b",
		"web://h:99999999999/": "web://h:99999999999/",
		"dots://h/a/../b":      "dots://h/a/../b",
		"other://h:80/a/../b":  "other://h:80/b",
		"../a":                 "../a",
	} {
		got := table().Normalize(uri.MustParse(in))
		if got.String() != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
		if again := table().Normalize(got); again != got {
			t.Errorf("%s: not idempotent: %s", in, again)
		}
	}
}

func TestCompare(t *testing.T) {
	for _, x := range []struct {
		a, b, reason string
		rung         uri.Rung
	}{
		{"web://h/", "web://h/", "", uri.Identical},
		{"web://h/", "WEB://H/", "", uri.EqualSyntax},
		{"web://h/a", "web://h:80/a", "default-port", uri.EqualScheme},
		{"web://h", "web://h/", "scheme-rules", uri.EqualScheme},
		{"web://h", "web://h:80/", "scheme-rules", uri.EqualScheme},
		{"web://h/a", "web://h/b", "", uri.Different},
		{"dots://h/a/../b", "dots://h/b", "", uri.Different},
		{"other://h", "other://h/", "", uri.Different},
	} {
		for _, swap := range []bool{false, true} {
			a, b := uri.MustParse(x.a), uri.MustParse(x.b)
			if swap {
				a, b = b, a
			}
			if rung, reason := table().Compare(a, b); rung != x.rung || reason != x.reason {
				t.Errorf("%s and %s: %v %q, want %v %q", a, b, rung, reason, x.rung, x.reason)
			}
		}
	}
}

func TestJudge(t *testing.T) {
	for in, want := range map[string]string{
		"web://h:80/":    "web/fake error, uri/default-port info",
		"web://h:8080/":  "web/fake error, uri/other-port info",
		"web://h:81/":    "web/fake error, uri/other-port warning",
		"web://h:99999/": "web/fake error, uri/port-range warning",
		"web://h:/":      "web/fake error, uri/empty-port info",
		"mailto:a@b":     "",
		"x-mine:a":       "",
		"this:that":      "uri/unregistered-scheme info",
		"dots:a":         "",
		"../a":           "",
	} {
		var got []string
		for _, r := range table().Judge(uri.MustParse(in)) {
			got = append(got, r.Rule+" "+r.Severity.String())
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %s, want %s", in, text, want)
		}
	}
	remarks := table().Judge(uri.MustParse("this:that"))
	if !strings.Contains(remarks[0].Text, `"./this:that"`) {
		t.Errorf("no hint to write ./this:that in %q", remarks[0].Text)
	}
}

func TestView(t *testing.T) {
	if v, err := table().View(uri.MustParse("web:")); v == nil || err == nil {
		t.Errorf("a view of what the scheme forbids: %v, %v; want what could be read and an error", v, err)
	}
	if v, err := table().View(uri.MustParse("other:x")); v != nil || err != nil {
		t.Errorf("a view of an unknown scheme: %v, %v", v, err)
	}
}

func TestRules(t *testing.T) {
	rules := table().Rules()
	has := func(id string) bool { return slices.ContainsFunc(rules, func(r uri.Rule) bool { return r.ID == id }) }
	if !has("web/fake") || !has("uri/default-port") || !has("uri/host-space") {
		t.Errorf("rules are missing in %d", len(rules))
	}
	if !slices.IsSortedFunc(rules, func(a, b uri.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Error("the rules are out of order")
	}
}

// TestZeroTable: the zero table knows nothing and breaks on nothing.
func TestZeroTable(t *testing.T) {
	var z Table
	u := uri.MustParse("HTTP://H:80/a/../b")
	if got := z.Normalize(u).String(); got != "http://h:80/b" {
		t.Errorf("normal form %s", got)
	}
	if z.Lookup("http") != nil || len(z.Judge(u)) != len(uri.Judge(u))+1 || len(z.Rules()) == 0 {
		t.Error("the zero table knows something")
	}
}

func TestOctetsJSON(t *testing.T) {
	for in, want := range map[Octets]string{"a\x00é": `"a\u0000é"`, "\xff": `{"b64":"/w=="}`, "": `""`} {
		if got, err := json.Marshal(in); err != nil || string(got) != want {
			t.Errorf("%q: %s, %v; want %s", in, got, err, want)
		}
	}
}

func TestOctetsEscaped(t *testing.T) {
	if got, want := Octets("a\tb\r\n\\\x00\x7f\xff ").Escaped(), `a\tb\r\n\\\x00\x7f\xff `; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestWords(t *testing.T) {
	got := []any{Historical, Name, Inside}
	text, err := json.Marshal(got)
	if err != nil || string(text) != `["historical","name","inside"]` {
		t.Errorf("%s, %v", text, err)
	}
}

func TestNames(t *testing.T) {
	tab := table()
	for _, x := range []struct{ text, meaning string }{
		{"MAILTO:a", "a URI of mailto, mail, of which the name is known only (RFC 6068)"},
		{"X-foo:a", "a URI of x-foo, which means what those who use it have agreed on"},
	} {
		v, err := tab.View(uri.MustParse(x.text))
		if err != nil || v.Meaning() != x.meaning || len(v.Parts()) != 0 {
			t.Errorf("%s: %v, %v; want %q", x.text, v, err, x.meaning)
		}
	}
	for _, text := range []string{"nosuch:a", "x-:a", "../a"} {
		if v, err := tab.View(uri.MustParse(text)); v != nil || err != nil {
			t.Errorf("%s: view %v, %v; want none", text, v, err)
		}
	}
}

// TestSlips: a scheme a letter away from one that is described is a slip for it.
func TestSlips(t *testing.T) {
	for text, want := range map[string]string{
		"wbe://h/": "web", "weeb://h/": "web", "we://h/": "", "wex://h/": "web", "doots:x": "dots", "stod:x": "", "foo:x": "", "WBE:x": "web",
	} {
		got, unregistered := "", false
		for _, r := range table().Judge(uri.MustParse(text)) {
			unregistered = unregistered || r.Rule == "uri/unregistered-scheme"
			if _, hint, ok := strings.Cut(r.Text, ": is "); ok {
				got = strings.TrimSuffix(hint, " meant?")
			}
		}
		if !unregistered || got != want {
			t.Errorf("%s: unregistered %t, hint at %q, want %q", text, unregistered, got, want)
		}
	}
}

func TestJudgeReference(t *testing.T) {
	tab := NewTable([]Info{{Name: "flat", Base: &ruleFake}, {Name: "tree"}}, nil)
	for _, x := range []struct{ base, ref, rule string }{
		{"tree://h/a", "b", ""},
		{"tree:/a", "b", ""},
		{"tree:a", "b", "uri/opaque-base"},
		{"none:a/b", "../c", "uri/opaque-base"},
		{"none:a/b", "?q", "uri/opaque-base"},
		{"none:a/b", "#f", ""},
		{"none:a/b", "", ""},
		{"none:a/b", "x:c", ""},
		{"none:a/b", "//h/c", ""},
		{"FLAT://h/a", "b", "web/fake"},
		{"flat://h/a", "/b", "web/fake"},
		{"flat://h/a", "#f", ""},
	} {
		got := ""
		for _, r := range tab.JudgeReference(uri.MustParse(x.base), uri.MustParse(x.ref)) {
			got += r.Rule
			if r.Offset != 0 || r.Length != len(x.ref) {
				t.Errorf("%s against %s: at %d, %d bytes", x.ref, x.base, r.Offset, r.Length)
			}
		}
		if got != x.rule {
			t.Errorf("%s against %s: %q, want %q", x.ref, x.base, got, x.rule)
		}
	}
}

// TestEqualAdds: a scheme's own Equal gives the reason, and makes more the same;
// it is not asked about another scheme.
func TestEqualAdds(t *testing.T) {
	tab := NewTable([]Info{{
		Name: "num", Port: 1,
		Equal: func(a, b uri.URI) string {
			if strings.Trim(a.Path(), "0") == strings.Trim(b.Path(), "0") {
				return "zeros"
			}
			return ""
		},
		Normal: func(u uri.URI) uri.URI { return uri.MustParse(strings.TrimSuffix(u.String(), "!")) },
	}, {Name: "other"}}, nil)
	for _, x := range []struct{ a, b, reason string }{
		{"num:1", "num:01", "zeros"},
		{"num:1!", "num:1", "scheme-rules"},
		{"num://h:1/", "num://h/", "default-port"},
		{"num:1", "num:2", ""},
		{"num:1", "other:1", ""},
		{"other:1", "num:01", ""},
		{"nosuch:1", "nosuch:01", ""},
	} {
		rung, reason := tab.Compare(uri.MustParse(x.a), uri.MustParse(x.b))
		if reason != x.reason || (rung == uri.EqualScheme) != (x.reason != "") {
			t.Errorf("%s and %s: %v %q, want %q", x.a, x.b, rung, reason, x.reason)
		}
	}
}

func TestDescribe(t *testing.T) {
	tab := table()
	for _, text := range []string{"WEB://H:80", "web:", "dots://h/../a", "mailto:a", "nosuch:a/../b", "../a"} {
		u := uri.MustParse(text)
		d := tab.Describe(u)
		v, err := tab.View(u)
		if d.Normal != tab.Normalize(u) || d.View != v || (d.Err == nil) != (err == nil) || !slices.Equal(d.Remarks, tab.Judge(u)) {
			t.Errorf("%s: %+v", text, d)
		}
	}
}

// TestLawful: an octet that the scheme's own grammar wants is no danger to remark.
func TestLawful(t *testing.T) {
	tab := NewTable([]Info{{Name: "block", Lawful: func(u uri.URI) (int, int) { return 9, len(u.String()) }}}, nil)
	for text, want := range map[string]int{"block://h/%0A": 0, "block:/%0A/%0A": 1} {
		n := 0
		for _, r := range tab.Judge(uri.MustParse(text)) {
			if r.Rule == "uri/escaped-control" {
				n++
			}
		}
		if n != want {
			t.Errorf("%s: %d remarks, want %d", text, n, want)
		}
	}
}
