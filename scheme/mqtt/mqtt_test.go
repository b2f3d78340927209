package mqtt

import (
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"mqtt://joe:pw@h/a/b": `the topic "a/b" of the broker of MQTT at h, port 1883, as user "joe"`,
		"mqtts://h:1":         `the broker of MQTT at h, port 1`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"mqtt://u:p@h:1//a/b?c#d": "user u|password p|host h|port 1|topic /a/b",
	})
}

// TestLongTopic: a topic has a length of 16 bits.
func TestLongTopic(t *testing.T) {
	for n, want := range map[int]int{maxTopic: 0, maxTopic + 1: 1} {
		u := uri.MustParse("mqtt://h/" + strings.Repeat("a", n))
		if got := remarks(u); len(got) != want {
			t.Errorf("a topic of %d bytes: %d remarks, want %d", n, len(got), want)
		}
	}
}

// FuzzView: the normal form is about the same topic.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), []string{"mqtt:", "mqtts://%FF:@[::1]:/+/%23/..?#", "MQTT://H//%2f"}, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		w, _ := Parse(table.Normalize(u))
		if (v.Topic == nil) != (w.Topic == nil) || v.Topic != nil && *v.Topic != *w.Topic {
			t.Errorf("the normal form %q of %q is about another topic", table.Normalize(u), u)
		}
	})
}
