package bench

import (
	"bytes"
	"math"
	"testing"
	"time"

	"mvdan.cc/xurls/v2"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
)

// sample returns a part of text that xurls gets done with, from all over it.
func sample(text []byte) (part []byte) {
	const pieces, size = 32, 32 << 10
	for i := range pieces {
		start := len(text) / pieces * i
		part = append(part, text[start:start+size]...)
	}
	return part
}

// finders are what is measured. xurls knows schemes with "//" and mailto:;
// memchr is the colons of the text alone, below which no finder of Go can go.
var finders = []struct {
	name string
	find func(text []byte) int
}{
	{"uriel", countURIs},
	{"xurls", func(text []byte) int { return len(strict.FindAllIndex(text, -1)) }},
	{"memchr", countColons},
}

var (
	finder = find.New(known.Table())
	strict = xurls.Strict()
)

func countURIs(text []byte) (n int) {
	for range finder.All(text) {
		n++
	}
	return n
}

func countColons(text []byte) (n int) {
	for {
		i := bytes.IndexByte(text, ':')
		if i < 0 {
			return n
		}
		text = text[i+1:]
		n++
	}
}

func BenchmarkFind(b *testing.B) {
	text := loadText(b)
	for _, f := range finders {
		b.Run(f.name, func(b *testing.B) {
			text := text
			if f.name == "xurls" {
				text = sample(text)
			}
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if f.find(text) == 0 {
					b.Fatal("nothing is found")
				}
			}
		})
	}
	b.Run("uriel-reader", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		b.ReportAllocs()
		for b.Loop() {
			for _, err := range finder.Scan(bytes.NewReader(text)) {
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// TestFindSpeed promises 500 times the speed of xurls, and a tenth of that of
// looking for colons alone, by the time that the processor works for each on the same
// text.
func TestFindSpeed(t *testing.T) {
	text := loadText(t)
	part := sample(text)
	ours, theirs := fastest(t, 5, part, countURIs), fastest(t, 1, part, finders[1].find)
	whole, colons := fastest(t, 5, text, countURIs), fastest(t, 5, text, countColons)
	t.Logf("%d MB: uriel %.2f GB/s, memchr(':') %.2f GB/s, xurls %.5f GB/s; uriel is %.0f times as fast as xurls", len(text)/1e6, speed(text, whole), speed(text, colons), speed(part, theirs), float64(theirs)/float64(ours))
	if theirs < 500*ours {
		t.Errorf("xurls works %v, uriel %v", theirs, ours)
	}
	if whole > 10*colons {
		t.Errorf("uriel works %v, memchr(':') %v", whole, colons)
	}
}

func speed(text []byte, d time.Duration) float64 {
	return float64(len(text)) / float64(d.Nanoseconds())
}

// fastest returns the shortest of the times that the processor works on text, each
// of several rounds if one is too short to be measured.
func fastest(t *testing.T, passes int, text []byte, find func([]byte) int) time.Duration {
	t.Helper()
	rounds := max(1, 64<<20/len(text))
	if passes == 1 {
		rounds = 1
	}
	best := time.Duration(math.MaxInt64)
	for range passes {
		best = min(best, cpuTime(t, func() {
			for range rounds {
				find(text)
			}
		})/time.Duration(rounds))
	}
	return best
}
