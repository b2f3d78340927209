package bench

import (
	"net/url"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"uriel.dev/uri"
)

// A parser is one that is measured.
type parser struct {
	name  string
	parse func(string) error
}

// The peer does more and less than Uriel: net/url decodes userinfo, host, path
// and fragment into a struct on the heap, checks no escape in the query, and
// lets pass much that RFC 3986 forbids. Uriel checks every production and
// decodes nothing until asked.
var parsers = []parser{
	{"uriel", func(s string) error { _, err := uri.Parse(s); return err }},
	netURL,
}

var netURL = parser{"neturl", func(s string) error { _, err := url.Parse(s); return err }}

func BenchmarkParse(b *testing.B) { benchParsers(b, parsers) }

// TestParseSpeed: uri.Parse is three times as fast as net/url.Parse.
func TestParseSpeed(t *testing.T) {
	compareSpeed(t, parser{"uri.Parse", parsers[0].parse}, netURL, 3.0)
}

// benchParsers measures parsers over the corpus.
func benchParsers(b *testing.B, parsers []parser) {
	c := loadCorpus(b)
	for _, p := range parsers {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(c.bytes)
			for b.Loop() {
				for _, line := range c.lines {
					_ = p.parse(line)
				}
			}
			perURL := float64(b.Elapsed().Nanoseconds()) / float64(b.N) / float64(len(c.lines))
			b.ReportMetric(perURL, "ns/URL")
		})
	}
}

// compareSpeed compares medians of CPU time over interleaved passes, so that a
// busy machine slows both alike, and fails if ours is not least times as fast as
// the peer.
func compareSpeed(t *testing.T, ours, peer parser, least float64) {
	c := loadCorpus(t)
	// On one processor the collector does no work that only an idle one would
	// have done.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const passes = 31
	var times [2][]time.Duration
	for range passes {
		for i, p := range [...]parser{ours, peer} {
			times[i] = append(times[i], cpuTime(t, func() {
				for _, line := range c.lines {
					_ = p.parse(line)
				}
			}))
		}
	}
	a, b := median(times[0]), median(times[1])
	ratio := float64(b) / float64(a)
	t.Logf("%d URLs, %d bytes, median CPU time of %d passes: %s %v (%.1f ns/URL), %s %v (%.1f ns/URL), ratio %.2f",
		len(c.lines), c.bytes, passes, ours.name, a, perURL(a, c), peer.name, b, perURL(b, c), ratio)
	if ratio < least {
		t.Errorf("%s is %.2f times as fast as %s, want %.1f at least", ours.name, ratio, peer.name, least)
	}
}

func TestParseAllocs(t *testing.T) {
	c := loadCorpus(t)
	if n := testing.AllocsPerRun(5, func() {
		for _, line := range c.lines {
			_, _ = uri.Parse(line)
		}
	}); n != 0 {
		t.Errorf("%v allocations for %d URLs, want 0", n, len(c.lines))
	}
}

// cpuTime is the CPU time, of user and system, that the process spends while f
// runs: what the garbage collector does for f counts, what was left to do for
// the run before does not.
func cpuTime(t *testing.T, f func()) time.Duration {
	t.Helper()
	runtime.GC()
	before := usage(t)
	f()
	return usage(t) - before
}

func usage(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

func perURL(d time.Duration, c corpus) float64 {
	return float64(d.Nanoseconds()) / float64(len(c.lines))
}
