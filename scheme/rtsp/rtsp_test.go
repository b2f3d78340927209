package rtsp

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"rtsp://media.example.com:554/twister/audiotrack": `the presentation or stream "/twister/audiotrack" at media.example.com, port 554, controlled by RTSP over TCP`,
		"RTSPS://h?x": `the presentation or stream "/?x" at h, port 322, controlled by RTSP over TLS`,
		"rtspu:":      `the presentation or stream "/" at a host that is not named, port 554, controlled by RTSP over UDP`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"rtsp://u:p@h:1/a?b#c": "user u|password p|host h|port 1|path /a|query b",
	})
}

// FuzzView: what is sent is a URI of the same scheme, without login and
// fragment.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), []string{"rtsp:", "rtsps://%FF:@[::1]:?#", "RTSPU://H//..", "rtsp://@h"}, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		sent, err := uri.Parse(v.RequestURI)
		if err != nil || sent.HasUserinfo() || sent.HasFragment() || sent.Scheme() != u.Scheme() {
			t.Errorf("%q sends %q, %v", u, sent, err)
		}
		if !u.HasUserinfo() && table.Normalize(sent) != table.Normalize(u.WithoutFragment()) {
			t.Errorf("%q sends %q, which is another", u, sent)
		}
	})
}
