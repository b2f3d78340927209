package doc

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"uriel.dev/uri"
)

// A maker makes documents of what a fuzzer gives: code says which nodes, text
// is all their text.
type maker struct {
	code []byte
	text string
	size int
}

func (m *maker) next() byte {
	if len(m.code) == 0 {
		return 0
	}
	c := m.code[0]
	m.code = m.code[1:]
	return c
}

func (m *maker) inlines(depth int) (out []Inline) {
	for n := m.next() % 4; n > 0 && m.size < 200; n-- {
		m.size++
		kind := m.next() % 7
		if depth == 0 {
			kind %= 3
		}
		switch kind {
		case 0:
			out = append(out, Text(m.text))
		case 1:
			out = append(out, LineBreak{})
		case 2:
			out = append(out, Anchor{m.text})
		case 3:
			out = append(out, Strong{m.inlines(depth - 1)})
		case 4:
			out = append(out, Emphasis{m.inlines(depth - 1)})
		case 5:
			out = append(out, Code{m.inlines(depth - 1)})
		case 6:
			u, _ := uri.Parse("man:" + strings.Trim(m.text, " "))
			out = append(out, Link{u, m.inlines(depth - 1), m.next()%2 == 0})
		}
	}
	return out
}

func (m *maker) blocks(depth int) (out []Block) {
	for n := m.next() % 4; n > 0 && m.size < 200; n-- {
		m.size++
		kind := m.next() % 7
		if depth == 0 {
			kind %= 4
		}
		switch kind {
		case 0:
			out = append(out, Paragraph{m.inlines(3), m.next()%2 == 0})
		case 1:
			out = append(out, Heading{int(m.next() % 7), m.text, m.inlines(3)})
		case 2:
			out = append(out, Preformatted{m.inlines(3), m.next()%2 == 0})
		case 3:
			out = append(out, Rule{})
		case 4:
			l := List{Kind: []ListKind{Bullet, Ordered, Definition}[m.next()%3], Indent: int(m.next() % 9)}
			for range m.next() % 4 {
				l.Items = append(l.Items, Item{[][]Inline{m.inlines(2), m.inlines(2)}, m.blocks(depth - 1)})
			}
			out = append(out, l)
		case 5:
			t := Table{Border: m.next()%2 == 0}
			for range m.next() % 4 {
				r := Row{m.next()%2 == 0, m.next()%2 == 0, nil}
				for range m.next() % 4 {
					r.Cells = append(r.Cells, Cell{int(m.next() % 5), int(m.next() % 5), Align([]Align{Left, Center, Right}[m.next()%3]), m.blocks(depth - 1)})
				}
				t.Rows = append(t.Rows, r)
			}
			out = append(out, t)
		case 6:
			out = append(out, Indent{int(m.next() % 9), m.blocks(depth - 1)})
		}
	}
	return out
}

// elements and attributes are all that WriteHTML may write.
const (
	elements   = " html head meta title body header footer nav details summary h1 h2 h3 h4 h5 h6 p pre ul ol li dl dt dd table tr th td blockquote hr br a strong em code "
	attributes = " lang charset id href start colspan rowspan style "
)

// FuzzWriters: whatever text is in a document, none of it becomes markup or
// commands.
func FuzzWriters(f *testing.F) {
	for _, text := range []string{"<script>alert(1)</script>", "a\"b'c&amp;", "\x1b[31m\x00\u009b\u202e", "](javascript:x)", "two words\nand lines\t", "\xff\xfe", "\u65e5\u0301 \u00a0"} {
		f.Add([]byte{3, 0, 3, 0, 3, 2, 0, 6, 2, 0, 0, 1, 4, 1, 2, 3, 3, 2, 0}, text)
		f.Add([]byte{3, 5, 0, 3, 1, 1, 3, 2, 2, 0, 1, 0, 2, 0, 1, 1, 2, 2, 0, 0, 3, 4, 2, 5, 3, 2, 1, 0}, text)
	}
	f.Fuzz(func(t *testing.T, code []byte, text string) {
		m := &maker{code: code, text: text}
		d := &Document{Title: text, Lang: text, Meta: []Meta{{text, text}}, Indent: int(m.next() % 8), Head: Band{m.inlines(1), m.inlines(1), m.inlines(1)}, Blocks: m.blocks(4)}
		checkHTML(t, d)
		for name, write := range map[string]func(io.Writer, *Document) error{
			"text": func(w io.Writer, d *Document) error { return WriteText(w, d, 40, Plain) }, "markdown": WriteMarkdown,
		} {
			var b bytes.Buffer
			if err := write(&b, d); err != nil {
				t.Fatal(err)
			}
			got := b.String()
			if name == "markdown" {
				got = strings.ReplaceAll(got, "\t", "") // of preformatted text
			}
			if i := strings.IndexFunc(got, func(r rune) bool { return isControl(r) || r == '\t' }); i >= 0 || !utf8.ValidString(got) {
				t.Errorf("%s has a control character at %d: %q", name, i, got)
			}
		}
		var b bytes.Buffer
		if err := WriteJSON(&b, d); err != nil || !json.Valid(b.Bytes()) {
			t.Errorf("%v: %s", err, &b)
		}
	})
}

func checkHTML(t *testing.T, d *Document) {
	var b bytes.Buffer
	if err := WriteHTML(&b, d, same); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for z := html.NewTokenizer(bytes.NewReader(b.Bytes())); ; {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.CommentToken:
			t.Errorf("a comment in %s", &b)
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			token := z.Token()
			if !strings.Contains(elements, " "+token.Data+" ") {
				t.Errorf("element %q in %s", token.Data, &b)
			}
			for _, a := range token.Attr {
				if !strings.Contains(attributes, " "+a.Key+" ") || a.Key == "id" && seen[a.Val] {
					t.Errorf("attribute %q = %q in %s", a.Key, a.Val, &b)
				}
				seen[a.Val] = a.Key == "id"
			}
		case html.TextToken:
			if i := strings.IndexFunc(z.Token().Data, isControl); i >= 0 {
				t.Errorf("a control character in %s", &b)
			}
		}
	}
}
