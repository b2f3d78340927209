package ws

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"ws://h/chat?x":  `a connection by WebSocket to "/chat?x" at h, port 80`,
		"wss://h:815":    `a connection by WebSocket over TLS to "/" at h, port 815`,
		"ws:///chat":     `a connection by WebSocket to "/chat" at a host that is not named, port 80`,
		"WSS://[::1]/?#": `a connection by WebSocket over TLS to "/" at [::1], port 443`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"wss://h:1/a?b#c": "host h|port 1|resource name /a?b",
	})
}

// FuzzView: the resource name, put behind the host, is a URI of the same view,
// and equal to the first.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), []string{"ws:", "wss://:@:?#", "ws://h:0?%23", "WSS://H//..//"}, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		w := uri.MustParse(u.Scheme() + "://" + u.Authority() + v.ResourceName)
		if again, err := Parse(w); err != nil || again.ResourceName != v.ResourceName {
			t.Errorf("%q, written as %q, asks for %q, not %q", u, w, again.ResourceName, v.ResourceName)
		}
		if table.Normalize(u) != table.Normalize(w) {
			t.Errorf("%q, written as %q, is another", u, w)
		}
	})
}
