//go:build unix

package containertest

import (
	"bytes"
	"strings"
	"syscall"
	"testing"
	"time"

	"uriel.dev/find"
)

// Linear reads files that would take a reader long that goes back: what stands before
// "…" once, and then the rest again and again. Eight times as much takes some eight
// times as long, not sixty-four times. Other work of the process is in the time, so
// that there is another chance.
func Linear(t *testing.T, c find.Container, hostile []string) {
	t.Helper()
	for _, s := range hostile {
		few, many := time.Hour, time.Hour
		for range 5 {
			few, many = min(few, elapsed(c, s, 1<<16)), min(many, elapsed(c, s, 1<<19))
			if many <= 32*max(few, 200*time.Microsecond) {
				break
			}
		}
		if many > 32*max(few, 200*time.Microsecond) {
			t.Errorf("%q: %v for 64 KiB, %v for 512 KiB", s, few, many)
		}
	}
}

func elapsed(c find.Container, s string, n int) time.Duration {
	before, again, ok := strings.Cut(s, "…")
	if !ok {
		before, again = "", s
	}
	text := []byte(before + strings.Repeat(again, n/len(again)))
	start := cpu()
	for range c.Scan(finder, bytes.NewReader(text)) {
	}
	return cpu() - start
}

// cpu returns the time that processors have worked for this process.
func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
