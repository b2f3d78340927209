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

// The peer does more and less than Uriel: net/url decodes userinfo, host, path
// and fragment into a struct on the heap, checks no escape in the query, and
// lets pass much that RFC 3986 forbids. Uriel checks every production and
// decodes nothing until asked.
var parsers = []struct {
	name  string
	parse func(string) error
}{
	{"uriel", func(s string) error { _, err := uri.Parse(s); return err }},
	{"neturl", func(s string) error { _, err := url.Parse(s); return err }},
}

func BenchmarkParse(b *testing.B) {
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

// leastRatio is what is promised: the CPU time of net/url.Parse over that of
// uri.Parse.
const leastRatio = 3.0

// TestParseSpeed compares medians of CPU time over interleaved passes, so that
// a busy machine slows both alike.
func TestParseSpeed(t *testing.T) {
	c := loadCorpus(t)
	// On one processor the collector does no work that only an idle one would
	// have done.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const passes = 31
	times := make([][]time.Duration, len(parsers))
	for range passes {
		for i, p := range parsers {
			times[i] = append(times[i], cpuTime(t, func() {
				for _, line := range c.lines {
					_ = p.parse(line)
				}
			}))
		}
	}
	uriel, neturl := median(times[0]), median(times[1])
	ratio := float64(neturl) / float64(uriel)
	t.Logf("%d URLs, %d bytes, median CPU time of %d passes: uriel %v (%.1f ns/URL), net/url %v (%.1f ns/URL), ratio %.2f",
		len(c.lines), c.bytes, passes, uriel, perURL(uriel, c), neturl, perURL(neturl, c), ratio)
	if ratio < leastRatio {
		t.Errorf("uri.Parse is %.2f times as fast as net/url.Parse, want %.1f at least", ratio, leastRatio)
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
