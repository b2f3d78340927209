//go:build unix

package find_test

import (
	"strings"
	"syscall"
	"testing"
	"time"

	"uriel.dev/find"
)

// hostile are pieces of texts that take a finder long that goes back. What stands
// before "…" stands there once.
var hostile = []string{
	"(", "<", ":", "@", "[", "{", "%", "'", "\"", ".", "a.", "a:", "a@", "<a:", "<a://", "<http:", "<http://a\n", "http://", "http://a/(", "http://a/{", "http://a/[{(",
	"http://a@", "http://[", "http://a:", "sip:", "(sip:", "(sip:a@", "(data:", "(urn:", "(urn:a:", "(mailto:a@b,", "(mailto:", "(tag:", "(man:", "(dns:a.b?", "www.", "www.a.", "ftp.a.b/",
	"a.a-a+", "git+", "URL:", "<URL:a:", "http://a/'", "http://a/,", "http://a/&", "\xff", "é", "http://é", "http://a/（", "http://a.b-", "<ftp://a/ ", "<ftp://a/b-\n", "(data:,a",
	"<http://a/…b/ ", "<http://a/…b-\n", "<http://a/…b\n", "http://a/…'.", "http://a/…(a)", "http://a/…..", "http://a/…%41", "http://a/…[]#", "mailto:…a@b.c,", "data:,…a",
}

// TestLinear reads texts that would take a finder long that goes back: eight
// times as much takes some eight times as long, not sixty-four times. Other
// work of the process is in the time, so that there is another chance.
func TestLinear(t *testing.T) {
	testLinear(t, finder, hostile)
}

// TestLinearDomains is TestLinear for the names of hosts that stand alone.
func TestLinearDomains(t *testing.T) {
	testLinear(t, domains, append([]string{"a.com", "a.com ", "a-", "a.-", "a.de:", "a.com/(", "a.…b.", "a.com/…'.", "www.a.", ".a"}, hostile...))
}

func testLinear(t *testing.T, f find.Finder, texts []string) {
	t.Helper()
	for _, s := range texts {
		few, many := time.Hour, time.Hour
		for range 5 {
			few, many = min(few, elapsed(f, s, 1<<13)), min(many, elapsed(f, s, 1<<16))
			if many <= 32*max(few, 100*time.Microsecond) {
				break
			}
		}
		if many > 32*max(few, 100*time.Microsecond) {
			t.Errorf("%q: %v for 8 KiB, %v for 64 KiB", s, few, many)
		}
	}
}

func elapsed(f find.Finder, s string, n int) time.Duration {
	before, again, ok := strings.Cut(s, "…")
	if !ok {
		before, again = "", s
	}
	text := []byte(before + strings.Repeat(again, n/len(again)))
	start := cpu()
	for range f.All(text) {
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
