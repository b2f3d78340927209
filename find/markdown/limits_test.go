//go:build unix

package markdown_test

import (
	"io"
	"os"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/find"
	"uriel.dev/find/markdown"
	"uriel.dev/uri"
)

var containers = []find.Container{markdown.Container, markdown.GFM}

// hostile are pieces of documents that take a reader long that goes back. What
// stands before "…" stands there once.
var hostile = []string{
	"[", "]", "(", "![", "[]", "[](", "[a](", "[a](b", "[a](b \"", "[a](<b", "[a](b '\n", "[a][", "[a]: ", "[a]: b\n", "[a]: b\n[a]\n", "[a]: <b\n", "[[a]](b)", "![a](b)", "![", "[a](b)",
	"[x]: y\n\n…[x", "[x]: y\n\n…[x]", "`", "`a``b", "```\n", "~~~\n\n", "<", "<a", "<a b=\"", "<a b='c\" ", "<!--", "<?", "<!A", "<![CDATA[", "<a:", "<a@b.", "<!-- -->", "<p>\n", "<p>\n\n",
	">", "> ", ">\n", "- ", "-\n", "1. ", "- a\n", "  - a\n\n", "\t", " ", "\n", "\r", "# ", "#", "---\n", "===\n", "a\n---\n", "a|b\n-|-\n…c|d\n", "|", "|-", "\\", "\\|", "*", "_", "_a", "a_", "**a",
	"[^a]: ", "[^", "&", "&amp;", "&#", "www.", "www._", "www._ ", "www.a_", "http://", "http://a)", "http://a(", "http://a;", "http://a&b;", "http://_.", "a@", "@", "a@b.", "_@", "a@b.cc_", "mailto:", "xmpp:a@b.cc/", "http://a/[", "é", "\xff", "\x00",
	"![…[a](b)", "[![…](b)", "http://a.b/\\_", "> <a\n",
}

// TestLinear reads documents that would take a reader long that goes back: eight times
// as much takes some eight times as long, not sixty-four times. Other work of the
// process is in the time, so that there is another chance.
func TestLinear(t *testing.T) {
	const enough = 32
	for _, c := range containers {
		for _, s := range hostile {
			few, many := time.Hour, time.Hour
			for range 5 {
				few, many = min(few, elapsed(c, s, 1<<13)), min(many, elapsed(c, s, 1<<16))
				if many <= enough*max(few, 100*time.Microsecond) {
					break
				}
			}
			if many > enough*max(few, 100*time.Microsecond) {
				t.Errorf("%s, %q: %v for 8 KiB, %v for 64 KiB", c.Name, s, few, many)
			}
		}
	}
}

func elapsed(c find.Container, s string, n int) time.Duration {
	text := repeat(s, n)
	start := cpu()
	for range c.Scan(finder, strings.NewReader(text)) {
	}
	return cpu() - start
}

func repeat(s string, n int) string {
	before, again, ok := strings.Cut(s, "…")
	if !ok {
		before, again = "", s
	}
	return before + strings.Repeat(again, n/len(again))
}

// cpu returns the time that processors have worked for this process.
func cpu() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		panic(err)
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// TestMemory reads more than is read as a whole, of what takes most memory for its
// length.
func TestMemory(t *testing.T) {
	const most = 64 << 20
	for _, c := range containers {
		for _, s := range []string{"[", "![", "<a:>", "\\*", "a\n\n", "[a]: b\n", "> a\n", "|a\n|-\n…|b\n", ">", "- ", "word http://a.b/ "} {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			peak := uint64(0)
			r := io.LimitReader(&endless{text: repeat(s, 1<<10)}, 3<<20)
			for range c.Scan(finder, iotest.DataErrReader(r)) {
				if peak == 0 {
					runtime.GC()
					runtime.ReadMemStats(&after)
					peak = after.HeapAlloc
				}
			}
			runtime.ReadMemStats(&after)
			if peak = max(peak, after.HeapAlloc); peak > before.HeapAlloc+most {
				t.Errorf("%s, %q: %d MiB", c.Name, s, (peak-before.HeapAlloc)>>20)
			}
		}
	}
}

// An endless reader gives its text again and again.
type endless struct {
	text string
	i    int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.i:])
	e.i = (e.i + n) % len(e.text)
	return n, nil
}

// same compares matches; URIs are values that cmp does not see into.
var same = cmp.Comparer(func(a, b uri.URI) bool { return a == b })

// TestPieces reads a document that is longer than what is read as a whole, in which
// blocks go on over the cuts.
func TestPieces(t *testing.T) {
	for _, tt := range []struct{ text, again, why, each string }{
		{"", "[a](b) http://c.d/\n\n", "paragraphs", "b http://c.d/"},
		{"```\n", "[a](b) http://c.d/\n\n", "code", "http://c.d/"},
		{"<!--\n", "[a](b) http://c.d/\n\n", "HTML", "http://c.d/"},
		{"", "> [a](b) http://c.d/\n", "no blank line", "b http://c.d/"},
	} {
		n := 3 << 20 / len(tt.again)
		text := tt.text + strings.Repeat(tt.again, n)
		each := strings.Fields(tt.each)
		i := 0
		for m, err := range markdown.Container.Scan(finder, strings.NewReader(text)) {
			if err != nil || m.URI.String() != each[i%len(each)] || text[m.Start:m.End] != m.Text {
				t.Fatalf("%s: %s is found at %d: %v", tt.why, m.URI, m.Start, err)
			}
			i++
		}
		if i != n*len(each) {
			t.Errorf("%s: found %d, want %d", tt.why, i, n*len(each))
		}
	}
}

func TestReadError(t *testing.T) {
	r := io.MultiReader(strings.NewReader("[a](b) [c"), iotest.ErrReader(io.ErrUnexpectedEOF))
	var got []string
	for m, err := range markdown.Container.Scan(finder, r) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, m.Text)
	}
	if diff := cmp.Diff([]string{"b", "unexpected EOF"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestStop wants no more than the first match.
func TestStop(t *testing.T) {
	for _, c := range containers {
		n := 0
		for range c.Scan(finder, strings.NewReader("> [a](b) <c:d> [e](f)\n\n<p href=g>\n\nhttp://h.i/")) {
			if n++; n == 1 {
				break
			}
		}
		if n != 1 {
			t.Errorf("%s: %d matches", c.Name, n)
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range hostile {
		f.Add(strings.Replace(s, "…", "", 1) + "http://a.b/[c](d)<e:f>")
	}
	f.Add("> [a]: <b\\_c> 'd'\n> e\n\n| f | `g |\n|-|-|\n| [h](i&amp;j) | http://k.l/\\_m |\n\n- <n o=\"p\n  q\"> www.r.s\n[^t]: u@v.ww")
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range containers {
			all := collect(t, c, text)
			for _, m := range all {
				if u, err := uri.Parse(m.URI.String()); err != nil || u != m.URI {
					t.Fatalf("%q does not parse to itself: %v", m.URI, err)
				}
			}
			var again []find.Match
			for m, err := range c.Scan(finder, iotest.OneByteReader(strings.NewReader(text))) {
				if err != nil {
					t.Fatal(err)
				}
				again = append(again, m)
			}
			if diff := cmp.Diff(all, again, same); diff != "" {
				t.Fatalf("%s, byte by byte: %s", c.Name, diff)
			}
		}
	})
}

// BenchmarkScan reads what the machine has of Markdown: the documents of Go. The
// peer is the finder for plain text, which knows no Markdown.
func BenchmarkScan(b *testing.B) {
	var text strings.Builder
	for _, path := range documents() {
		source, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		text.Write(source)
		text.WriteString("\n\n")
	}
	for _, c := range append(containers, find.Text) {
		b.Run(c.Name, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			for b.Loop() {
				for range c.Scan(finder, strings.NewReader(text.String())) {
				}
			}
		})
	}
}
