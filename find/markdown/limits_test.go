package markdown_test

import (
	"os"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/markdown"
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

func TestLinear(t *testing.T) {
	for _, c := range containers {
		containertest.Linear(t, c, hostile...)
	}
}

func TestMemory(t *testing.T) {
	for _, c := range containers {
		containertest.Memory(t, c, "[", "![", "<a:>", "\\*", "a\n\n", "[a]: b\n", "> a\n", "|a\n|-\n…|b\n", ">", "- ", "word http://a.b/ ")
	}
}

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
		for m, err := range markdown.Container.Scan(containertest.Finder, strings.NewReader(text)) {
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

func TestError(t *testing.T) {
	containertest.Error(t, markdown.Container, "[a](b) [c")
	for _, c := range containers {
		containertest.Error(t, c, "> [a](b) <c:d> [e](f)\n\n<p href=g>\n\nhttp://h.i/")
	}
}

func FuzzScan(f *testing.F) {
	seeds := []string{"> [a]: <b\\_c> 'd'\n> e\n\n| f | `g |\n|-|-|\n| [h](i&amp;j) | http://k.l/\\_m |\n\n- <n o=\"p\n  q\"> www.r.s\n[^t]: u@v.ww"}
	for _, s := range hostile {
		seeds = append(seeds, strings.Replace(s, "…", "", 1)+"http://a.b/[c](d)<e:f>")
	}
	containertest.Fuzz(f, seeds, containers...)
}

// BenchmarkScan reads what the machine has of Markdown: the documents of Go. The
// peer is the finder for plain text, which knows no Markdown.
func BenchmarkScan(b *testing.B) {
	var text strings.Builder
	for _, path := range documents(b) {
		source, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		text.Write(source)
		text.WriteString("\n\n")
	}
	for _, c := range append(containers, find.Text) {
		b.Run(c.Name, func(b *testing.B) { containertest.Bench(b, c, text.String()) })
	}
}
