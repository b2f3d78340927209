package doc_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/get/doc"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// linked are URIs that need care: they hold what could end or part them.
var linked = []string{
	"https://h.example/p", "http://h.example/" + strings.Repeat("long/", 30), "ftp://h.example/a,b;type=i", "gopher://h.example/7/s%09words", "mailto:a@b.example?subject=x",
	"urn:ietf:rfc:2141", "info:gcc#G++_and_GCC", "man:ls(1)", "http://h.example/?a=1&b=(2).", "file:///a%20b", "http://[2001:db8::1]/x-y_z~", "data:,x-y", "news:a@b.example", "tel:+1-201-555-0123",
}

// TestURIsAreFoundAgain: whatever tree links stand in and however narrow the
// text is, those that find finds in it are the links and no others.
func TestURIsAreFoundAgain(t *testing.T) {
	finder := find.New(known.Table())
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 0))
		m := maker{Rand: r, links: map[string]bool{}}
		d := &doc.Document{Title: "Title", Head: doc.Band{Center: m.words()}, Indent: r.IntN(8), Blocks: m.blocks(3), Foot: doc.Band{Left: m.words()}}
		for _, width := range []int{20, 40, 78, 200} {
			var b strings.Builder
			if err := doc.WriteText(&b, d, width, doc.Plain); err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for match := range finder.All([]byte(b.String())) {
				got[match.URI.String()] = true
				if match.Form != find.Angle {
					t.Errorf("seed %d, width %d: %s is in no brackets", seed, width, match.Text)
				}
			}
			for u := range m.links {
				if !got[u] {
					t.Errorf("seed %d, width %d: %s is not found in\n%s", seed, width, u, b.String())
				}
				delete(got, u)
			}
			if len(got) > 0 {
				t.Errorf("seed %d, width %d: found is more: %v", seed, width, got)
			}
		}
	}
}

// A maker makes trees by chance.
type maker struct {
	*rand.Rand
	links map[string]bool
}

// words returns some words, with a link among them or without.
func (m maker) words() []doc.Inline { return m.say(4) }

// named returns the same, but for links whose words are their URI.
func (m maker) named() []doc.Inline { return m.say(2) }

func (m maker) say(ways int) []doc.Inline {
	out := []doc.Inline{doc.Text(strings.Repeat("word ", m.IntN(8)))}
	if m.IntN(2) == 0 {
		return out
	}
	u := uri.MustParse(linked[m.IntN(len(linked))])
	m.links[u.String()] = true
	text := [][]doc.Inline{
		{doc.Text("what it says")},
		{doc.Strong{Inlines: []doc.Inline{doc.Text("bold")}}, doc.Text(" and "), doc.Code{Inlines: []doc.Inline{doc.Text("code")}}},
		{doc.Text(u.String())},
		{doc.Emphasis{Inlines: []doc.Inline{doc.Text(u.String())}}},
	}[m.IntN(ways)]
	return append(out, doc.Link{URI: u, Inlines: text}, doc.Text([]string{"", ".", ", and on", ")"}[m.IntN(4)]))
}

func (m maker) blocks(depth int) (out []doc.Block) {
	for range 1 + m.IntN(4) {
		out = append(out, m.block(depth))
	}
	return out
}

func (m maker) block(depth int) doc.Block {
	switch n := m.IntN(7); {
	case n == 0 || depth == 0:
		return doc.Paragraph{Inlines: m.words(), Tight: m.IntN(2) == 0}
	case n == 1:
		return doc.Heading{Level: 1 + m.IntN(5), Inlines: m.words()}
	case n == 2:
		// Where the words are the URI they stand as the author placed them.
		return doc.Preformatted{Inlines: slices.Concat(m.named(), []doc.Inline{doc.Text("\n")}, m.named())}
	case n == 3:
		return doc.Indent{Blocks: m.blocks(depth - 1)}
	case n == 4:
		l := doc.List{Kind: []doc.ListKind{doc.Bullet, doc.Ordered}[m.IntN(2)]}
		for range 1 + m.IntN(3) {
			l.Items = append(l.Items, doc.Item{Blocks: m.blocks(depth - 1)})
		}
		return l
	case n == 5:
		return doc.List{Kind: doc.Definition, Items: []doc.Item{{Terms: [][]doc.Inline{m.words(), m.words()}, Blocks: m.blocks(depth - 1)}}}
	}
	table := doc.Table{Border: m.IntN(2) == 0}
	for row := range 1 + m.IntN(3) {
		r := doc.Row{Header: row == 0}
		for range 1 + m.IntN(3) {
			r.Cells = append(r.Cells, doc.Cell{ColSpan: 1 + m.IntN(2), Align: doc.Center, Blocks: []doc.Block{doc.Paragraph{Inlines: m.words()}}})
		}
		table.Rows = append(table.Rows, r)
	}
	return table
}

// A URI stands on one line, whatever else there is on it.
func ExampleWriteText() {
	d := &doc.Document{Blocks: []doc.Block{doc.Paragraph{Inlines: []doc.Inline{
		doc.Text("This is "), doc.Link{URI: uri.MustParse("https://h.example/p"), Inlines: []doc.Inline{doc.Text("that page")}}, doc.Text("."),
	}}}}
	var b strings.Builder
	if err := doc.WriteText(&b, d, 24, doc.Plain); err != nil {
		fmt.Println(err)
	}
	fmt.Print(b.String())
	// Output:
	// This is that page
	// <https://h.example/p>.
}
