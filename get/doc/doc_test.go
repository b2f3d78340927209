package doc

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/uri"
)

var update = flag.Bool("update", false, "write the golden files anew")

func link(u string, words ...Inline) Link { return Link{URI: uri.MustParse(u), Inlines: words} }

func para(in ...Inline) Paragraph { return Paragraph{Inlines: in} }

// specimen has every kind of node, and foreign text that looks like markup.
func specimen() *Document {
	page := link("man:cat(1)", Strong{[]Inline{Text("cat")}}, Text("(1)"))
	page.Named = true
	head := []Inline{Text("SPECIMEN(7)")}
	return &Document{
		Title: "specimen(7)", Lang: "en", Indent: 7,
		Meta: []Meta{{"date", "2026-01-31"}},
		Head: Band{head, []Inline{Text("Of Tests")}, head},
		Foot: Band{[]Inline{Text("Uriel")}, []Inline{Text("2026-01-31")}, head},
		Blocks: []Block{
			Heading{1, "NAME", []Inline{Text("NAME")}},
			para(Text("specimen - a document with <everything> & \x1b[31mmore\u202e")),
			Heading{1, "", []Inline{Text("A "), Emphasis{[]Inline{Text("long")}}, Text(" HEADING")}},
			Heading{2, "sub", []Inline{Text("Links")}},
			para(Text("See "), page, Text(", the "), link("http://h.example/a_b?c=d&e=f", Text("page of the web")), Text(" or "),
				link("gopher://h.example/1", Text("gopher://h.example/1")), Text(", or <"), link("ftp://h.example/", Text("ftp://h.example/")),
				Text(">, or "), link("#NAME", Text("above")), Text("."), Anchor{"here"}),
			Heading{2, "sub", []Inline{Text("Looks")}},
			para(Strong{[]Inline{Text("bold")}}, Emphasis{[]Inline{Text("italic"), Strong{[]Inline{Text("both")}}}}, Text(" and "), Code{[]Inline{Text("a `b`")}},
				Code{[]Inline{Text("c*d")}}, Text(" \u00e9 \u65e5\u672c "), Strong{[]Inline{Text("--all")}}, Text("x"), LineBreak{}, Text("behind a break, 1. # - no\u00a0break")),
			Preformatted{[]Inline{Text("if a < b {\n\t"), Strong{[]Inline{Text("exit")}}, Text("\t1 "), link("http://h.example/", Text("why")), Text(" ;\n}\n")}, false},
			Preformatted{[]Inline{Text("tight ```")}, true},
			Heading{1, "LISTS", []Inline{Text("LISTS")}},
			List{Kind: Bullet, Tight: true, Items: []Item{
				{Blocks: []Block{para(Text("one"))}},
				{Blocks: []Block{para(Text("two, whose text is longer than what a line of it has room for")), para(Text("+ more"))}},
			}},
			List{Kind: Ordered, Start: 9, Items: []Item{
				{Blocks: []Block{para(Text("nine"))}},
				{Blocks: []Block{List{Items: []Item{{Blocks: []Block{para(Text("inner"))}}, {}}}}},
			}},
			List{Kind: Definition, Items: []Item{
				{[][]Inline{{Strong{[]Inline{Text("-a")}}}}, []Block{para(Text("short"))}},
				{[][]Inline{{Strong{[]Inline{Text("-b")}}}, {Strong{[]Inline{Text("--bytes")}}, Text("="), Emphasis{[]Inline{Text("N")}}}}, []Block{para(Text("long"))}},
				{[][]Inline{{Text("alone")}}, nil},
			}},
			Indent{0, []Block{para(Text("quoted")), para(Text("twice"))}},
			Rule{},
			Heading{1, "TABLES", []Inline{Text("TABLES")}},
			Table{false, []Row{
				{true, false, []Cell{{0, 0, Left, []Block{para(Text("key"))}}, {0, 0, Right, []Block{para(Text("n"))}}}},
				{false, false, []Cell{{0, 0, Left, []Block{para(Text("a|b"))}}, {0, 0, Right, []Block{para(Text("1,000"))}}}},
				{false, true, []Cell{{2, 0, Center, []Block{para(Text("both"))}}}},
			}},
			Table{true, []Row{
				{false, false, []Cell{{0, 2, Left, []Block{para(Text("tall")), para(Text("cell"))}}, {2, 0, Center, []Block{para(Text("wide"))}}}},
				{false, false, []Cell{{0, 0, Left, []Block{para(Text("a text that has to be broken into lines since the table has no room for it"))}}, {0, 0, Left, nil}}},
			}},
		},
	}
}

func same(u uri.URI) string { return u.String() }

func TestGolden(t *testing.T) {
	for _, test := range []struct {
		file  string
		write func(io.Writer, *Document) error
	}{
		{"plain.txt", func(w io.Writer, d *Document) error { return WriteText(w, d, 60, Plain) }},
		{"overstrike.txt", func(w io.Writer, d *Document) error { return WriteText(w, d, 60, Overstrike) }},
		{"sgr.txt", func(w io.Writer, d *Document) error { return WriteText(w, d, 60, SGR) }},
		{"flush.txt", func(w io.Writer, d *Document) error { d.Indent = 0; d.Head = Band{}; return WriteText(w, d, 0, Plain) }},
		{"page.html", func(w io.Writer, d *Document) error { return WriteHTML(w, d, same) }},
		{"page.md", WriteMarkdown},
		{"page.json", WriteJSON},
	} {
		var b bytes.Buffer
		if err := test.write(&b, specimen()); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", test.file)
		if *update {
			os.MkdirAll("testdata", 0o755)
			os.WriteFile(file, b.Bytes(), 0o644)
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s: -want +got\n%s", test.file, diff)
		}
	}
}

// TestTitle: a title that no heading has is shown above the text, and another is not
// shown twice, wherever its heading stands.
func TestTitle(t *testing.T) {
	badge := Paragraph{Inlines: []Inline{Text("badge")}}
	for want, d := range map[string]*Document{
		"# T\n\nbadge\n": {Title: "T", Blocks: []Block{badge}},
		"badge\n\n# T\n": {Title: "T", Blocks: []Block{badge, Heading{Level: 1, Inlines: []Inline{Strong{[]Inline{Text("T")}}}}}},
	} {
		var b strings.Builder
		if err := WriteMarkdown(&b, d); err != nil || strings.ReplaceAll(b.String(), "**", "") != want {
			t.Errorf("%q, %v; want %q", b.String(), err, want)
		}
	}
}

func TestWords(t *testing.T) {
	got := Words([]Inline{Text("a"), Strong{[]Inline{Emphasis{[]Inline{Text("b")}}}}, LineBreak{}, Anchor{"x"}, link("man:c", Code{[]Inline{Text("c")}})})
	if want := "ab\nc"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestErrors(t *testing.T) {
	d := &Document{Blocks: []Block{para(Text("x"))}}
	for name, err := range map[string]error{
		"text": WriteText(failing{}, d, 0, Plain), "html": WriteHTML(failing{}, d, nil), "markdown": WriteMarkdown(failing{}, d), "json": WriteJSON(failing{}, d),
	} {
		if err != io.ErrClosedPipe {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// No line is longer than the width, but for one long word and preformatted
// text.
func TestWidth(t *testing.T) {
	d := specimen()
	d.Blocks = slices.DeleteFunc(d.Blocks, func(b Block) bool { _, ok := b.(Preformatted); return ok })
	for _, width := range []int{45, 60, 78, 200} {
		var b bytes.Buffer
		if err := WriteText(&b, d, width, Plain); err != nil {
			t.Fatal(err)
		}
		for l := range strings.Lines(b.String()) {
			l = strings.TrimSuffix(l, "\n")
			if columns(l) > width && len(strings.Fields(l)) > 1 {
				t.Errorf("width %d: %d columns in %q", width, columns(l), l)
			}
		}
	}
}

// A URI in text can be found again: whole and on one line.
func TestURIs(t *testing.T) {
	u := "http://h.example/" + strings.Repeat("a/", 60)
	d := &Document{Blocks: []Block{
		para(Text("Some words before "), link(u, Text("the link")), Text(", and after "), link(u, Strong{[]Inline{Text(u)}}), Text(".")),
		List{Items: []Item{{Blocks: []Block{Preformatted{[]Inline{link(u, Text("x"))}, false}}}}},
	}}
	for _, style := range []Style{Plain, SGR} {
		var b bytes.Buffer
		WriteText(&b, d, 40, style)
		if n := strings.Count(b.String(), "<"+u+">"); n != 3 {
			t.Errorf("style %d: %d of 3 in\n%s", style, n, &b)
		}
	}
}
