package irc

import (
	"encoding/json"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"irc://h.example/a":                  `the channel "#a" at h.example, port 6667`,
		"ircs://h.example/a,isuser":          `a talk with "a" at h.example, port 6697`,
		"irc://net.example/,isnetwork":       "the chat at the network net.example, port 6667",
		"irc://joe:secret@h/%23a?key=secret": `the channel "#a" at h, port 6667, as user "joe"`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"irc://u:p@h:1/a,isuser,,x?key=k&o=p": "user u|password p|host h|port 1|nickname a|flag isuser|flag x|option key key|key of the channel k|option o o=p",
		"irc://h/#a,ischannel?key=k":          "host h|channel #a|flag ischannel|option key key|key of the channel k",
	})
}

func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"ircs://h/a,b,isuser": "b",
		"ircs://h/a%20":       "a%20",
		"ircs://h/#a":         "#",
		"ircs://h/a?b=c&_=d":  "_=d",
		"ircs:h/a":            "h/a",
	} {
		r := read(uri.MustParse(text)).remarks[0]
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
	}
}

// TestKey: the key of a channel is to be had, but not shown.
func TestKey(t *testing.T) {
	const key = "s3cret"
	v, err := Parse(uri.MustParse("irc://h/a,b?_=" + key + "&Key=" + key))
	shown := jsonOf(t, v) + v.Meaning() + err.Error()
	if strings.Contains(shown, key) {
		t.Errorf("the key is shown: %s", shown)
	}
	if got, ok := v.ChannelKey(); got != key || !ok {
		t.Errorf("key %q, %v", got, ok)
	}
}

func TestURI(t *testing.T) {
	octets := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	v, _ := Parse(uri.MustParse("ircs://u:p@h:1/x?key=k#f"))
	v.Channel, v.Flags, v.Options = octets("#a/b"), []string{"needkey"}, [][2]scheme.Octets{{"o", "1&2"}}
	u, err := v.URI()
	if want := "ircs://u:p@h:1/%23a%2Fb,needkey?o=1%262&key=k"; err != nil || u.String() != want {
		t.Errorf("%s, %v; want %s", u, err, want)
	}
	for _, change := range []func(*View){
		func(v *View) { v.Channel = octets("a") },
		func(v *View) { v.Channel = octets("#a b") },
		func(v *View) { v.Nick = octets("a") },
		func(v *View) { v.Channel, v.Nick = nil, octets("a") },
		func(v *View) { v.Flags = []string{"isuser"} },
		func(v *View) { v.Flags = []string{"a,b"} },
		func(v *View) { v.Options = [][2]scheme.Octets{{"a b", ""}} },
	} {
		v, _ := Parse(uri.MustParse("irc://h/a"))
		change(&v)
		if u, err := v.URI(); err == nil {
			t.Errorf("%s: %s, want an error", jsonOf(t, v), u)
		}
	}
	if u, err := (View{}).URI(); err == nil {
		t.Errorf("%s of nothing", u)
	}
}

// FuzzView: the URI of a view has the same view, and so has the normal form.
func FuzzView(f *testing.F) {
	seeds := []string{"irc://h/%2c,isuser", "irc://h#%FF,", "irc6://:@/A,B?KEY=&key=%00", "ircs://h?a=b", "irc://h/?key", "irc://h/%00a/../b"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		u = table.NormalizeSyntax(u)
		v, err := Parse(u)
		if err != nil || u.Port() != "" {
			return
		}
		built, err := v.URI()
		if err != nil {
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		for _, other := range []uri.URI{built, table.Normalize(u)} {
			if w, err := Parse(other); err != nil || jsonOf(t, w) != jsonOf(t, v) || w.key != v.key {
				t.Errorf("%q is %s, but %q is %s, %v", u, jsonOf(t, v), other, jsonOf(t, w), err)
			}
		}
	})
}

func jsonOf(t *testing.T, v View) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
