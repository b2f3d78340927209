package tel

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"tel:+1-201-555-0123;ext=5":        "the telephone number +12015550123, extension 5",
		"tel:+1;isub=%FF":                  `the telephone number +1, subaddress "\xff"`,
		"tel:7042;phone-context=a.example": `the telephone number "7042", valid within a.example`,
		"sms:+1,+2?body=hi%21":             `a short message to number +1 and number +2, that begins as "hi!"`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"tel:+1-2;ext=5;phone-context=c;x=y": "number +1-2|extension ext=5|context phone-context=c|parameter x x=y",
		"sms:+1;isub=a,+2?body=b&c=d":        "number +1|ISDN subaddress isub=a|number +2|body body=b|field c c=d",
	})
}

// TestOffsets: a remark stands at what it is about.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"tel:+1%20201":            "%20",
		"tel:+1-IETF":             "I",
		"tel:+1;ext=1%2g":         "",
		"tel:+1;ext=1%41":         "%41",
		"tel:+1;a=b@c":            "b@c",
		"tel:1;phone-context=a..": "a..",
		"tel:+1?q":                "?q",
		"sms:+1,2;x?body=b":       "2",
		"sms:+1?body=a+b":         "+",
		"sms:+1?a=b&c":            "c",
	} {
		u, err := uri.Parse(text)
		if err != nil {
			if want != "" {
				t.Errorf("%s: %v", text, err)
			}
			continue
		}
		r := scheme.NewTable(Schemes(), nil).Lookup(u.Scheme()).Remarks(u)[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

// TestURI: what no URI can hold is an error, and what it can is written in order.
func TestURI(t *testing.T) {
	for want, s := range map[string]Subscriber{
		"tel:+12;isub=a%2Fb;phone-context=c.example;a;b=x": {Number: "+12", Global: true, Isub: "a/b", PhoneContext: "c.example", Params: [][]scheme.Octets{{"b", "x"}, {"a"}}},
		"tel:*%23;phone-context=+1":                        {Number: "*#", PhoneContext: "+1"},
	} {
		if got, err := (View{Subscriber: s}).URI(); err != nil || got.String() != want {
			t.Errorf("%+v: %s, %v; want %s", s, got, err, want)
		}
	}
	for _, s := range []Subscriber{
		{},
		{Number: "1"},
		{Number: "+1"}, // but not said to be global
		{Number: "+1-2", Global: true},
		{Number: "+1;ext=2", Global: true},
		{Number: "+1", Global: true, Ext: "x"},
		{Number: "+1", Global: true, Ext: "1", Isub: "1"},
		{Number: "1", PhoneContext: "A.example"},
		{Number: "1", PhoneContext: "a;b=c"},
		{Number: "+1", Global: true, Params: [][]scheme.Octets{{"a=b"}}},
		{Number: "+1", Global: true, Params: [][]scheme.Octets{{"a", ""}}},
		{Number: "+1", Global: true, Params: [][]scheme.Octets{{"a"}, {"a"}}},
	} {
		if got, err := (View{Subscriber: s}).URI(); err == nil {
			t.Errorf("%+v: %s, want an error", s, got)
		}
	}
	for _, v := range []SMSView{{}, {Recipients: []Subscriber{{Number: "+1,+2", Global: true}}}, {Recipients: []Subscriber{{Number: "+1", Global: true}}, Fields: [][2]scheme.Octets{{"a=", "b"}}}} {
		if got, err := v.URI(); err == nil {
			t.Errorf("%+v: %s, want an error", v, got)
		}
	}
}

// FuzzView: the URI of a view has the same view, and is the same by the rules of
// the scheme.
func FuzzView(f *testing.F) {
	seeds := []string{"tel:+1;a=1;A", "sms:+1;x,+1?body=&b=%00", "tel:%2a;phone-context=+(1)", "sms:", "tel:#", "tel:1;phone-context=a.#1", "sms:+1,+1"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		view, err := table.View(u)
		if err != nil || u.HasFragment() {
			return
		}
		built, err := view.(interface{ URI() (uri.URI, error) }).URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		again, err := table.View(built)
		if err != nil || text(t, again) != text(t, view) {
			t.Errorf("%q is %s, its URI %q is %s, %v", u, text(t, view), built, text(t, again), err)
		}
		// Reserved characters that are bare in a value are built encoded, and the
		// body is built first.
		bodyLater := u.HasQuery() && !strings.HasPrefix(strings.ToLower(table.Normalize(u).Query()), "body=")
		if rung, _ := table.Compare(u, built); rung == uri.Different && !reservedValue(view) && !bodyLater {
			t.Errorf("%q and its URI %q differ", u, built)
		}
	})
}

// reservedValue reports whether the value of a parameter has a reserved
// character, which is not the same bare and encoded.
func reservedValue(v scheme.View) bool {
	var all []Subscriber
	switch v := v.(type) {
	case View:
		all = []Subscriber{v.Subscriber}
	case SMSView:
		all = v.Recipients
	}
	return slices.ContainsFunc(all, func(s Subscriber) bool {
		return strings.ContainsAny(string(s.Isub), "/:&+$") || slices.ContainsFunc(s.Params, func(p []scheme.Octets) bool {
			return len(p) > 1 && strings.ContainsAny(string(p[1]), "/:&+$")
		})
	})
}

func text(t *testing.T, v scheme.View) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
