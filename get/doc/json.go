package doc

import (
	"encoding/json"
	"io"
)

// A node is a part of a document as JSON has it. Text is a string; all else is
// an object with a type.
type node struct {
	Type    string   `json:"type"`
	Level   int      `json:"level,omitempty"`
	ID      string   `json:"id,omitempty"`
	Kind    ListKind `json:"kind,omitempty"`
	Start   int      `json:"start,omitempty"`
	URI     string   `json:"uri,omitempty"`
	Inlines []any    `json:"inlines,omitempty"`
	Blocks  []node   `json:"blocks,omitempty"`
	Items   []item   `json:"items,omitempty"`
	Rows    []row    `json:"rows,omitempty"`
}

type item struct {
	Terms  [][]any `json:"terms,omitempty"`
	Blocks []node  `json:"blocks,omitempty"`
}

type row struct {
	Header bool   `json:"header,omitempty"`
	Cells  []cell `json:"cells"`
}

type cell struct {
	ColSpan int    `json:"colspan,omitempty"`
	RowSpan int    `json:"rowspan,omitempty"`
	Align   Align  `json:"align,omitempty"`
	Blocks  []node `json:"blocks,omitempty"`
}

type meta struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type document struct {
	Title  string `json:"title,omitempty"`
	Lang   string `json:"lang,omitempty"`
	Meta   []meta `json:"meta,omitempty"`
	Blocks []node `json:"blocks"`
}

// WriteJSON writes d as one object of JSON and a newline. It has the fields of
// [Document] that are not for the look of text alone, with names in lower case.
// Each block and inline is an object whose "type" is the name of the Go type in
// lower case, but Text, which is a string.
//
// The error is that of w.
func WriteJSON(w io.Writer, d *Document) error {
	out := document{Title: d.Title, Lang: d.Lang, Blocks: nodes(d.Blocks)}
	for _, m := range d.Meta {
		out.Meta = append(out.Meta, meta(m))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(out)
}

func nodes(blocks []Block) []node {
	out := make([]node, 0, len(blocks))
	for _, b := range blocks {
		out = append(out, newNode(b))
	}
	return out
}

func newNode(b Block) (n node) {
	switch b := b.(type) {
	case Heading:
		n = node{Type: "heading", Level: b.Level, ID: b.ID, Inlines: inlineNodes(b.Inlines)}
	case Paragraph:
		n = node{Type: "paragraph", Inlines: inlineNodes(b.Inlines)}
	case Preformatted:
		n = node{Type: "preformatted", Inlines: inlineNodes(b.Inlines)}
	case List:
		n = node{Type: "list", Kind: b.Kind, Start: b.Start}
		if b.Kind == Bullet {
			n.Kind = "bullet"
		}
		for _, i := range b.Items {
			n.Items = append(n.Items, newItem(i))
		}
	case Table:
		n = node{Type: "table"}
		for _, r := range b.Rows {
			n.Rows = append(n.Rows, newRow(r))
		}
	case Indent:
		n = node{Type: "indent", Blocks: nodes(b.Blocks)}
	case Rule:
		n = node{Type: "rule"}
	}
	return n
}

func newItem(i Item) item {
	out := item{Blocks: nodes(i.Blocks)}
	for _, t := range i.Terms {
		out.Terms = append(out.Terms, inlineNodes(t))
	}
	return out
}

func newRow(r Row) row {
	out := row{Header: r.Header, Cells: make([]cell, 0, len(r.Cells))}
	for _, c := range r.Cells {
		out.Cells = append(out.Cells, cell{c.ColSpan, c.RowSpan, c.Align, nodes(c.Blocks)})
	}
	return out
}

func inlineNodes(inlines []Inline) []any {
	out := make([]any, 0, len(inlines))
	for _, in := range inlines {
		switch in := in.(type) {
		case Text:
			out = append(out, string(in))
		case Strong:
			out = append(out, node{Type: "strong", Inlines: inlineNodes(in.Inlines)})
		case Emphasis:
			out = append(out, node{Type: "emphasis", Inlines: inlineNodes(in.Inlines)})
		case Code:
			out = append(out, node{Type: "code", Inlines: inlineNodes(in.Inlines)})
		case Link:
			out = append(out, node{Type: "link", URI: in.URI.String(), Inlines: inlineNodes(in.Inlines)})
		case Anchor:
			out = append(out, node{Type: "anchor", ID: in.ID})
		case LineBreak:
			out = append(out, node{Type: "linebreak"})
		}
	}
	return out
}
