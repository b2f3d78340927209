package bench

import (
	"encoding/json"
	"os"
	"runtime"
	"testing"
	"time"

	leodido "github.com/leodido/go-urn"

	"uriel.dev/scheme/urn"
)

// Both read RFC 8141 to the letter, and find the same components. go-urn builds
// a struct on the heap and a lower-case copy of the NSS beside.
var urnParsers = []parser{
	{"uriel", func(s string) error { _, err := urn.Parse(s); return err }},
	{"leodido", func(s string) error {
		if _, ok := leodido.Parse([]byte(s), leodido.WithParsingMode(leodido.RFC8141Only)); !ok {
			return os.ErrInvalid
		}
		return nil
	}},
}

// loadURNs returns the URNs among the vectors of scheme/urn that both take.
func loadURNs(tb testing.TB) (c corpus) {
	tb.Helper()
	text, err := os.ReadFile("../scheme/urn/testdata/vectors.json")
	if err != nil {
		tb.Fatal(err)
	}
	var rows []struct{ URI string }
	if err := json.Unmarshal(text, &rows); err != nil {
		tb.Fatal(err)
	}
	for _, r := range rows {
		if urnParsers[0].parse(r.URI) != nil || urnParsers[1].parse(r.URI) != nil {
			c.refused++
			continue
		}
		c.lines = append(c.lines, r.URI)
		c.bytes += int64(len(r.URI))
	}
	if len(c.lines) < 50 {
		tb.Fatalf("%d URNs only", len(c.lines))
	}
	return c
}

func BenchmarkURN(b *testing.B) {
	c := loadURNs(b)
	for _, p := range urnParsers {
		b.Run(p.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(c.bytes)
			for b.Loop() {
				for _, line := range c.lines {
					_ = p.parse(line)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(c.lines)), "ns/URN")
		})
	}
}

// TestURNSpeed: urn.Parse is three times as fast as go-urn, by medians of CPU
// time over interleaved passes, as in compareSpeed.
func TestURNSpeed(t *testing.T) {
	const passes, rounds, least = 31, 200, 3.0
	c := loadURNs(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	var times [2][]time.Duration
	for range passes {
		for i, p := range urnParsers {
			times[i] = append(times[i], cpuTime(t, func() {
				for range rounds {
					for _, line := range c.lines {
						_ = p.parse(line)
					}
				}
			}))
		}
	}
	a, b := median(times[0]), median(times[1])
	ratio := float64(b) / float64(a)
	t.Logf("%d URNs, %d bytes, median CPU time of %d passes: uriel %.1f ns/URN, go-urn %.1f ns/URN, ratio %.2f",
		len(c.lines), c.bytes, passes, perURL(a, c)/rounds, perURL(b, c)/rounds, ratio)
	if ratio < least {
		t.Errorf("urn.Parse is %.2f times as fast as go-urn, want %.1f at least", ratio, least)
	}
}

func TestURNAllocs(t *testing.T) {
	c := loadURNs(t)
	if n := testing.AllocsPerRun(5, func() {
		for _, line := range c.lines {
			_, _ = urn.Parse(line)
		}
	}); n != 0 {
		t.Errorf("%v allocations for %d URNs, want 0", n, len(c.lines))
	}
}
