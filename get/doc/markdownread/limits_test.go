package markdownread

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

// hostile are pieces of documents that take a reader long that goes back. What stands
// before "…" stands there once.
var hostile = []string{
	"[", "]", "(", "![", "[]", "[](", "[a](", "[a](b", "[a](b \"", "[a](<b", "[a](b '\n", "[a][", "[a]: ", "[a]: b\n", "[a]: b\n[a]\n", "[a]: <b\n", "[[a]](b)", "![a](b)", "[a](b)", "[a]: b '\n",
	"[x]: y\n\n…[x", "[x]: y\n\n…[x]", "[x]: /" + strings.Repeat("y", 100_000) + "\n\n…[x]", "`", "`a``b", "```\n", "~~~\n\n", "<", "<a", "<a b=\"", "<a b='c\" ", "<!--", "<?", "<!A", "<![CDATA[", "<a:", "<a@b.",
	"<!-- -->", "<p>\n", "<p>\n\n", "<p>a\n\n", "<b>", "<b></i>", "<a href=x>", "<a href=x>y</a>", "<img src=a alt=b>", "<a name=x>", "<h1>\n\n", "<table>\n\n", "<b>a\n\n",
	">", "> ", ">\n", "> > >\n", "- ", "-\n", "- - - -\n", "1. ", "- a\n", "  - a\n\n", "- - - a\n\n", "\t", " ", "\n", "\r", "# ", "#", "# a\n", "# a-1\n# a\n", "---\n", "===\n", "a\n---\n", "---\n…a: b\n",
	"a|b\n-|-\n…c|d\n", "|", "|-", "|a|\n|-|\n", "a\n-|\n", "\\", "\\|", "*", "_", "_a", "a_", "**a", "*a **a ", "a**b", "*a_ ", "***a** b* ", "~~a~~",
	"[^a]: ", "[^", "[^a]: b\n\n…[^a]", "[^a]: [^a]\n\n", "&", "&amp;", "&#", "www.", "www._", "www._ ", "www.a_", "http://", "http://a)", "http://a(", "http://a;", "http://a&b;", "http://_.", "http://a/[", "é", "\xff", "\x00",
	"![…[a](b)", "[![…](b)", "> <a\n", "> a\nb\n", "a  \n", "a\\\n", "- [ ] a\n",
}

// rising are documents whose parts differ.
func rising() map[string]string {
	var ticks, depths, items, labels, notes strings.Builder
	for i := 0; ticks.Len() < size; i++ {
		ticks.WriteString(strings.Repeat("`", i) + " ")
	}
	for i := 0; depths.Len() < size; i++ {
		depths.WriteString(strings.Repeat(">", i%300) + " a\n")
		items.WriteString(strings.Repeat("  ", i%300) + "- a\n")
	}
	for i := 0; labels.Len() < size; i++ {
		n := strings.Repeat("a", i%30) + strings.Repeat("b", i/30%900)
		labels.WriteString("[" + n + "]: /" + n + "\n")
		notes.WriteString("[^" + n + "]: x [^" + n + "] \n\n[^" + n + "]\n\n")
	}
	columns := strings.Repeat("|a", size/4)
	return map[string]string{
		"ticks": ticks.String(), "quotations": depths.String(), "items": items.String()[:size], "definitions": labels.String(), "footnotes": notes.String()[:size],
		"wide table":                        columns + "\n" + strings.Repeat("|-", size/4) + "\n" + columns,
		"table with cells that are missing": strings.Repeat("|a", size/16) + "\n" + strings.Repeat("|-", size/16) + "\n" + strings.Repeat("b\n", size/4),
		"deep item":                         strings.Repeat("- ", 100) + "a\n" + strings.Repeat("b\n", size/4),
		"brackets":                          strings.Repeat("[", size/2) + strings.Repeat("]", size/2),
		"links":                             strings.Repeat("[", size/4) + strings.Repeat("](a)", size/4),
		"images":                            strings.Repeat("![", size/4) + strings.Repeat("](a)", size/4),
		"emphasis":                          strings.Repeat("*a ", size/4) + strings.Repeat("b* ", size/4),
		"elements":                          strings.Repeat("<b>", size/8) + strings.Repeat("</i></b>", size/8),
	}
}

// size is that of a document, in bytes: large enough to tell a reader that goes back from
// one that does not, whose time grows with the size.
const size = 256 << 10

// deadline is for such a document. It is far above what is needed, since the machine
// may have other things to do.
const deadline = 2 * time.Second

func TestPathological(t *testing.T) {
	if testing.Short() {
		t.Skip("not checked: how long documents take that are hostile")
	}
	sources := rising()
	for _, h := range hostile {
		once, again, ok := strings.Cut(h, "…")
		if !ok {
			once, again = "", h
		}
		sources[h[:min(len(h), 20)]] = once + strings.Repeat(again, size/len(again))
	}
	slowest, which := time.Duration(0), ""
	for name, source := range sources {
		d, took := timed(t, source)
		for range 2 {
			if took > deadline { // perhaps since others had the machine
				_, took = timed(t, source)
			}
		}
		if took > deadline {
			t.Errorf("%q: to read %d bytes took %v", name, len(source), took)
		}
		if took > slowest {
			slowest, which = took, name
		}
		checkDepth(t, d.Blocks)
	}
	t.Logf("the slowest of %d documents took %v: %q", len(sources), slowest, which)
}

func timed(t *testing.T, source string) (*doc.Document, time.Duration) {
	start := time.Now()
	d := readString(t, source)
	return d, time.Since(start)
}

// checkDepth checks that writers can follow a tree.
func checkDepth(t *testing.T, blocks []doc.Block) {
	t.Helper()
	const most = 4 * (maxOpen + 100) // what htmlread lets through is in it
	if n := depthOf(blocks); n > most {
		t.Errorf("%d blocks within each other", n)
	}
}

func depthOf(blocks []doc.Block) (most int) {
	for _, b := range blocks {
		n := 0
		switch b := b.(type) {
		case doc.Indent:
			n = depthOf(b.Blocks)
		case doc.List:
			for _, i := range b.Items {
				n = max(n, depthOf(i.Blocks))
			}
		case doc.Table:
			for _, r := range b.Rows {
				for _, c := range r.Cells {
					n = max(n, depthOf(c.Blocks))
				}
			}
		case doc.Paragraph:
			n = inlineDepth(b.Inlines)
		case doc.Heading:
			n = inlineDepth(b.Inlines)
		}
		most = max(most, n+1)
	}
	return most
}

func inlineDepth(inlines []doc.Inline) (most int) {
	for _, in := range inlines {
		n := 0
		switch in := in.(type) {
		case doc.Strong:
			n = inlineDepth(in.Inlines)
		case doc.Emphasis:
			n = inlineDepth(in.Inlines)
		case doc.Code:
			n = inlineDepth(in.Inlines)
		case doc.Link:
			n = inlineDepth(in.Inlines)
		}
		most = max(most, n+1)
	}
	return most
}

// TestDepth: what is beyond the limits is text, and is there.
func TestDepth(t *testing.T) {
	for _, tt := range []struct {
		source string
		depth  int
	}{
		{strings.Repeat("> ", 300) + "x", maxOpen + 2},
		{strings.Repeat("- ", 300) + "x", maxOpen + 2},
		{strings.Repeat("*a ", 300) + "x" + strings.Repeat(" b*", 300), maxNested + 2},
		{strings.Repeat("*a ", 60) + strings.Repeat("<b>", 60) + "x" + strings.Repeat("</b>", 60) + strings.Repeat(" b*", 60), maxNested + 2},
		{strings.Repeat("![", 300) + "x" + strings.Repeat("](y)", 300), 3},
	} {
		d := readString(t, tt.source)
		if n := depthOf(d.Blocks); n > tt.depth || n < tt.depth/2 {
			t.Errorf("%.20q…: %d within each other, want up to %d", tt.source, n, tt.depth)
		}
		var b strings.Builder
		if err := doc.WriteText(&b, d, 0, doc.Plain); err != nil || !strings.Contains(b.String(), "x") {
			t.Errorf("%.20q…: the text is not there: %v", tt.source, err)
		}
	}
}

// endless is a text that does not end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return copy(b, strings.Repeat("a\n", 1<<12)), nil }

func TestLimit(t *testing.T) {
	if _, err := Read(endless{}, "text/markdown", uri.URI{}); !errors.Is(err, ErrLimit) {
		t.Errorf("a text without end: %v", err)
	}
	if _, err := Read(io.MultiReader(strings.NewReader("a"), brokenReader{}), "", uri.URI{}); !errors.Is(err, errBroken) {
		t.Errorf("a reader that fails: %v", err)
	}
}

var errBroken = errors.New("broken")

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errBroken }

// FuzzRead: whatever a text is, it is read, and all writers can write it.
func FuzzRead(f *testing.F) {
	for _, h := range hostile {
		f.Add(strings.Replace(h, "…", "", 1) + "http://a.b/[c](d)<e:f>")
	}
	f.Add("---\ntitle: t\ndate: d\n---\n# a *b*\n\n> - [x] c  \n>   d[^e]\n\n[^e]: `f`\n\n| g | h |\n|:-|-:|\n| i\\|j | <b>k</b> |\n\n<div id=l>\n\n1) m\n\n   n\n***\n![o](p)")
	page, err := os.ReadFile("../testdata/page.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(page))
	f.Fuzz(func(t *testing.T, source string) {
		d := readString(t, source)
		checkDepth(t, d.Blocks)
		var text strings.Builder
		if err := doc.WriteText(&text, d, 40, doc.Plain); err != nil {
			t.Fatal(err)
		}
		if i := strings.IndexFunc(text.String(), func(r rune) bool { return r < ' ' && r != '\n' || r == 0x7f }); i >= 0 {
			t.Errorf("a control character at %d: %q", i, text.String())
		}
		for name, write := range map[string]func(io.Writer, *doc.Document) error{
			"HTML":     func(w io.Writer, d *doc.Document) error { return doc.WriteHTML(w, d, uri.URI.String) },
			"Markdown": doc.WriteMarkdown, "JSON": doc.WriteJSON,
		} {
			if err := write(io.Discard, d); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text, err := os.ReadFile("../../../README.md")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		readString(b, string(text))
	}
}
