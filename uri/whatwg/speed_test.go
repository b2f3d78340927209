package whatwg_test

import (
	"fmt"
	"net/url"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"uriel.dev/uri"
	"uriel.dev/uri/whatwg"
)

// corpusFile holds 48,010 URLs that people shared, one a line.
const corpusFile = "../../../shared/data/urls/kasztp.txt"

// readCorpus returns the lines that RFC 3986 allows, so that all parsers do the
// same work.
var readCorpus = sync.OnceValues(func() (lines []string, err error) {
	text, err := os.ReadFile(corpusFile)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if _, err := uri.Parse(line); err == nil {
			lines = append(lines, line)
		}
	}
	return lines, nil
})

func corpus(tb testing.TB) []string {
	tb.Helper()
	lines, err := readCorpus()
	if err != nil {
		fmt.Fprintf(os.Stderr, "whatwg: %s NOT measured: %v\n", tb.Name(), err)
		tb.Skip(err)
	}
	if len(lines) == 0 {
		tb.Fatal("the corpus has no line that RFC 3986 allows")
	}
	return lines
}

// net/url does less than the URL Standard: it neither normalises nor encodes,
// and splits into a struct on the heap.
var parsers = []struct {
	name  string
	parse func(string) error
}{
	{"whatwg", func(s string) error { _, err := whatwg.Parse(s); return err }},
	{"neturl", func(s string) error { _, err := url.Parse(s); return err }},
}

func BenchmarkParse(b *testing.B) {
	lines := corpus(b)
	for _, p := range parsers {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, line := range lines {
					_ = p.parse(line)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(lines)), "ns/URL")
		})
	}
}

// leastRatio is what is promised: the CPU time of net/url.Parse over that of
// Parse.
const leastRatio = 1.2

// TestSpeed compares medians of CPU time over interleaved passes, so that a busy
// machine slows both alike.
func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("speed is not measured in short tests")
	}
	lines := corpus(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // or an idle processor would collect garbage for free
	times := make([][]time.Duration, len(parsers))
	const passes = 15
	for range passes {
		for i, p := range parsers {
			runtime.GC()
			before := cpuTime(t)
			for _, line := range lines {
				_ = p.parse(line)
			}
			times[i] = append(times[i], cpuTime(t)-before)
		}
	}
	perURL := func(d []time.Duration) float64 {
		slices.Sort(d)
		return float64(d[len(d)/2].Nanoseconds()) / float64(len(lines))
	}
	ours, theirs := perURL(times[0]), perURL(times[1])
	t.Logf("%d URLs, median CPU time of %d passes: whatwg %.1f ns/URL, net/url %.1f ns/URL, ratio %.2f", len(lines), passes, ours, theirs, theirs/ours)
	if theirs/ours < leastRatio {
		t.Errorf("Parse is %.2f times as fast as net/url.Parse, want %.1f at least", theirs/ours, leastRatio)
	}
}

func cpuTime(t *testing.T) time.Duration {
	t.Helper()
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		t.Fatal(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
