package containertest

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"uriel.dev/find"
)

// parts returns what stands at the beginning of a long text, and what follows again
// and again.
func parts(short string) (before, again string) {
	if before, again, ok := strings.Cut(short, "…"); ok {
		return before, again
	}
	return "", short
}

// Linear reads texts that would take a reader long that goes back: eight times as much
// takes some eight times as long, not sixty-four times. Other work of the process is
// in the time, so that there is another chance.
func Linear(t *testing.T, c find.Container, hostile ...string) {
	t.Helper()
	const least = time.Millisecond // is measured well
	const some, much = 1 << 14, 1 << 17
	for _, s := range hostile {
		few, many := time.Hour, time.Hour
		for range 10 {
			few, many = min(few, elapsed(c, s, some)), min(many, elapsed(c, s, much))
			if many <= 32*max(few, least) {
				break
			}
		}
		if many > 32*max(few, least) {
			t.Errorf("%s, %q: %v for %d KiB, %v for %d KiB", c.Name, s, few, some>>10, many, much>>10)
		}
	}
}

func elapsed(c find.Container, short string, n int) time.Duration {
	before, again := parts(short)
	text := []byte(before + strings.Repeat(again, n/len(again)))
	start := worked()
	for range c.Scan(Finder, bytes.NewReader(text)) {
	}
	return worked() - start
}

// Memory reads some MiB of each text, and fails if much is held of it, or more and more
// as it goes on. Each text stands there a whole number of times.
func Memory(t *testing.T, c find.Container, texts ...string) {
	t.Helper()
	const size, most, growth = 6 << 20, 32 << 20, 2 << 20
	for _, short := range texts {
		before, again := parts(short)
		r := &measured{r: io.MultiReader(strings.NewReader(before), repeat(again, size)), half: size / 2, before: inUse()}
		for _, err := range c.Scan(Finder, r) {
			if err != nil {
				t.Errorf("%s, %.20q: %v", c.Name, short, err)
			}
		}
		if first, second := r.peak[0], r.peak[1]; max(first, second) > most || second > first+growth {
			t.Errorf("%s, %.20q: first %d KiB are held, then %d", c.Name, short, first>>10, second>>10)
		}
	}
}

// repeat returns a reader of some n bytes, text again and again.
func repeat(text string, n int) io.Reader {
	const most = 64 << 10 // of a reader in the list
	block := strings.Repeat(text, 1+most/len(text))
	readers := make([]io.Reader, 1+n/len(block))
	for i := range readers {
		readers[i] = strings.NewReader(block)
	}
	return io.MultiReader(readers...)
}

// A measured reader notes how much memory its user holds, in the first half and in the
// second.
type measured struct {
	r      io.Reader
	done   int
	half   int
	before uint64 // what was in use before
	peak   [2]uint64
}

func (m *measured) Read(p []byte) (int, error) {
	const often = 1 << 20
	n, err := m.r.Read(p)
	if (m.done+n)/often != m.done/often {
		i := min(1, m.done/m.half)
		m.peak[i] = max(m.peak[i], max(inUse(), m.before)-m.before)
	}
	m.done += n
	return n, err
}

// inUse returns how many bytes of memory are in use.
func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
