package bench

import (
	"net/url"
	"runtime"
	"testing"
	"time"

	nlnwa "github.com/nlnwa/whatwg-url/url"

	"uriel.dev/uri/whatwg"
)

// Uriel and nlnwa/whatwg-url do the same: the URL Standard, to a serialised
// href. net/url does less, and is here because everybody has it.
var whatwgParsers = []struct {
	name  string
	parse func(string) error
}{
	{"uriel", func(s string) error { _, err := whatwg.Parse(s); return err }},
	{"neturl", func(s string) error { _, err := url.Parse(s); return err }},
	{"nlnwa", func(s string) error { _, err := nlnwa.Parse(s); return err }},
}

func BenchmarkWHATWG(b *testing.B) {
	c := loadCorpus(b)
	for _, p := range whatwgParsers {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(c.bytes)
			for b.Loop() {
				for _, line := range c.lines {
					_ = p.parse(line)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.lines)), "ns/URL")
		})
	}
}

// leastWHATWG is what is promised: the CPU time of net/url.Parse over that of
// whatwg.Parse.
const leastWHATWG = 1.2

// TestWHATWGSpeed compares medians of CPU time over interleaved passes.
func TestWHATWGSpeed(t *testing.T) {
	c := loadCorpus(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const passes = 21
	var uriel, neturl []time.Duration
	for range passes {
		for i, times := range [...]*[]time.Duration{&uriel, &neturl} {
			*times = append(*times, cpuTime(t, func() {
				for _, line := range c.lines {
					_ = whatwgParsers[i].parse(line)
				}
			}))
		}
	}
	u, n := median(uriel), median(neturl)
	ratio := float64(n) / float64(u)
	t.Logf("%d URLs, median CPU time of %d passes: uriel %.1f ns/URL, net/url %.1f ns/URL, ratio %.2f", len(c.lines), passes, perURL(u, c), perURL(n, c), ratio)
	if ratio < leastWHATWG {
		t.Errorf("whatwg.Parse is %.2f times as fast as net/url.Parse, want %.1f at least", ratio, leastWHATWG)
	}
}
