package bench

import (
	"testing"

	nlnwa "github.com/nlnwa/whatwg-url/url"

	"uriel.dev/uri/whatwg"
)

// Uriel and nlnwa/whatwg-url do the same: the URL Standard, to a serialised
// href. net/url does less, and is here because everybody has it.
var whatwgParsers = []parser{
	{"uriel", func(s string) error { _, err := whatwg.Parse(s); return err }},
	{"nlnwa", func(s string) error { _, err := nlnwa.Parse(s); return err }},
	netURL,
}

func BenchmarkWHATWG(b *testing.B) { benchParsers(b, whatwgParsers) }

// TestWHATWGSpeed: whatwg.Parse is faster than net/url.Parse by a fifth.
func TestWHATWGSpeed(t *testing.T) {
	compareSpeed(t, parser{"whatwg.Parse", whatwgParsers[0].parse}, netURL, 1.2)
}
