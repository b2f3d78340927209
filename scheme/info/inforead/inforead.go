// Package inforead reads documents of Info, the format that makeinfo of GNU
// Texinfo writes for reading on a terminal.
//
// A document is one file, or one with a list of others that it is split into.
// All are parts of text behind lines that hold nothing but the octet 0x1F:
//
//	preamble                    what the document is, and entries for the directory
//	1F LF File: x.info,  Node: Top,  Next: …
//	   the text of a node
//	1F LF Indirect: LF x.info-1: 1201 LF …
//	1F LF Tag Table: LF (Indirect) LF Node: Top 7F 1201 LF Ref: … LF
//	1F LF End Tag Table LF
//	1F LF Local Variables: LF coding: utf-8 LF End: LF
//
// The manual of Texinfo describes it, in "Info Format Specification". Files are
// not to be trusted: an offset that is wrong is searched for, and what no reader
// needs, such as a file in another folder, is not asked for.
package inforead

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
)

// ErrNoInfo is the error of a file that is no document of Info.
var ErrNoInfo = errors.New("it has no node, as each document of Info has")

// ErrNoNode is the error of a node that is not in a document.
var ErrNoNode = errors.New("there is no such node")

// A Document is an open document. It is not safe for concurrent use: it keeps
// the file that was read last.
type Document struct {
	read    func(name string) ([]byte, error)
	parts   []part
	tags    []tag
	names   map[string]int // the index of each tag
	nodes   []tag          // without anchors, by their offsets
	anchors []tag          // in them, by their offsets
	coding  coding
	found   map[string]tag // where the nodes are indeed; nil unless the tags were found wrong

	loaded int    // the part whose text is kept, -1 if none is
	text   []byte // of that part
}

// A part is one file of a document that is split, or all of one that is not.
type part struct {
	name  string
	start int // offset of its first node, in the numbers of the tag table
}

// A tag is an entry of the tag table: the name of a node, or of an anchor, which
// is a place within a node.
type tag struct {
	name   string
	offset int
	part   int
	anchor bool
}

// Open opens the document that begins in the file called name. It and those in
// the same folder that it is split into are read by the function read, which
// returns the text of a file, without its compression; their names, of which
// none has a slash, come without the ending that tells of that. The error is
// [ErrNoInfo] or what read returns.
func Open(name string, read func(name string) ([]byte, error)) (*Document, error) {
	text, err := read(name)
	if err != nil {
		return nil, err
	}
	d := &Document{read: read, coding: codingOf(text), parts: []part{{name: name}}, text: text}
	var table []byte
	for start := range sections(text) {
		switch title, rest := cutLine(section(text, start)); {
		case is(title, "Indirect:"):
			if parts := parseIndirect(rest); len(parts) > 0 {
				d.parts, d.loaded = parts, -1
			}
		case is(title, "Tag Table:"):
			table = rest
		}
	}
	if d.tags = d.parseTags(table); len(d.tags) == 0 {
		d.tags, err = d.scan()
	}
	if err == nil && len(d.tags) == 0 {
		err = ErrNoInfo
	}
	d.indexNames()
	return d, err
}

// is compares a title without regard to case: programs wrote them differently.
func is(line []byte, title string) bool {
	return strings.EqualFold(string(bytes.TrimSpace(line)), title)
}

// Names returns the names of the nodes in the order of the document.
func (d *Document) Names() []string {
	var names []string
	for _, t := range d.tags {
		if !t.anchor {
			names = append(names, t.name)
		}
	}
	return names
}

// Node returns the node of that name; "" is Top. The name of an anchor leads to
// the node that it is in. Case counts only where two names differ in nothing
// else. The error is [ErrNoNode], or what reading a file returns.
func (d *Document) Node(name string) (*Node, error) {
	if name == "" {
		name = "Top"
	}
	t, ok := d.lookup(single(name))
	if !ok {
		return nil, ErrNoNode
	}
	n, err := d.node(d.owner(t))
	if err == nil && t.anchor {
		n.Notes = append(n.Notes, fmt.Sprintf("%q is a place in the node %q", t.name, n.Name))
	}
	return n, err
}

func (d *Document) lookup(name string) (tag, bool) {
	i, ok := d.names[name]
	if !ok {
		i, ok = d.names[strings.ToLower(name)]
	}
	if !ok {
		return tag{}, false
	}
	return d.tags[i], true
}

// Has reports whether the document lists a node or anchor of that name.
func (d *Document) Has(name string) bool {
	_, ok := d.lookup(single(name))
	return ok
}

// Owner returns the name of the node that a node or anchor of that name is in;
// "" if there is none.
func (d *Document) Owner(name string) string {
	t, ok := d.lookup(single(name))
	if !ok {
		return ""
	}
	return d.owner(t).name
}

// indexNames makes the indices of the tags. A name in lower case leads to one
// only where none is written so.
func (d *Document) indexNames() {
	for _, t := range d.tags {
		if t.anchor {
			d.anchors = append(d.anchors, t)
		} else {
			d.nodes = append(d.nodes, t)
		}
	}
	byOffset := func(a, b tag) int { return cmp.Compare(a.offset, b.offset) }
	slices.SortStableFunc(d.nodes, byOffset)
	slices.SortStableFunc(d.anchors, byOffset)
	d.names = make(map[string]int, len(d.tags))
	for _, fold := range []func(string) string{strings.Clone, strings.ToLower} {
		for i, t := range d.tags {
			if name := fold(t.name); name != "" {
				if _, taken := d.names[name]; !taken {
					d.names[name] = i
				}
			}
		}
	}
}

// owner returns the tag of the node that an anchor is in, and one of a node as
// it is.
func (d *Document) owner(t tag) tag {
	if !t.anchor {
		return t
	}
	i, ok := slices.BinarySearchFunc(d.nodes, t.offset, func(node tag, offset int) int { return cmp.Compare(node.offset, offset) })
	if !ok {
		i--
	}
	if i < 0 {
		return t // no node begins before it: it is found wrong when it is read
	}
	return d.nodes[i]
}

// anchorsIn returns the anchors in the node of that name, their offsets counted
// from it.
func (d *Document) anchorsIn(name string) (in []tag) {
	node, ok := d.lookup(name)
	if !ok || node.anchor {
		return nil
	}
	at := func(t tag, offset int) int { return cmp.Compare(t.offset, offset) }
	i, _ := slices.BinarySearchFunc(d.anchors, node.offset, at)
	for ; i < len(d.anchors) && d.owner(d.anchors[i]).name == node.name; i++ {
		t := d.anchors[i]
		t.offset -= node.offset
		in = append(in, t)
	}
	return in
}

// Nodes yields all nodes in the order of the document. The error of a node that
// the document lists but does not have is [ErrNoNode], and others follow it; any
// other error is the last pair.
func (d *Document) Nodes() iter.Seq2[*Node, error] {
	return func(yield func(*Node, error) bool) {
		for _, t := range d.tags {
			if t.anchor {
				continue
			}
			n, err := d.node(t)
			if !yield(n, err) || err != nil && !errors.Is(err, ErrNoNode) {
				return
			}
		}
	}
}

// node reads the node of a tag: where the table has it, else near there, else
// wherever it is.
func (d *Document) node(t tag) (*Node, error) {
	text, err := d.load(t.part)
	if err != nil {
		return nil, err
	}
	at := d.place(text, t)
	if d.isNode(text, at, t.name) {
		return d.parseNode(text, at), nil
	}
	at, ok := d.near(text, at, t.name)
	if !ok {
		if at, ok, err = d.anywhere(t.name); err != nil {
			return nil, err
		}
	}
	if !ok {
		return nil, fmt.Errorf("%w: the tag table lists %q", ErrNoNode, t.name)
	}
	n := d.parseNode(d.text, at)
	n.Notes = append(n.Notes, fmt.Sprintf("the tag table has the node %q in the wrong place", t.name))
	return n, nil
}

// place returns where in the text of its part the table has a node. Each part
// repeats the preamble, which offsets do not count; that of a document of one
// file they do.
func (d *Document) place(text []byte, t tag) int {
	start := d.parts[t.part].start
	if start == 0 {
		return t.offset
	}
	return t.offset - start + max(0, bytes.IndexByte(text, separator))
}

// nearBytes is how far from its offset a node is looked for before the whole
// document is: the offsets of some programs count characters, or other line
// ends.
const nearBytes = 1000

func (d *Document) near(text []byte, at int, name string) (int, bool) {
	from, to := min(max(0, at-nearBytes), len(text)), min(max(0, at+nearBytes), len(text))
	for start := range sections(text[from:to]) {
		if d.isNode(text, from+start, name) {
			return from + start, true
		}
	}
	return 0, false
}

// anywhere looks for a node in all parts, and loads the one that has it.
func (d *Document) anywhere(name string) (at int, ok bool, err error) {
	if d.found == nil {
		tags, err := d.scan()
		if err != nil {
			return 0, false, err
		}
		d.found = map[string]tag{}
		for _, t := range slices.Backward(tags) { // the first of a name counts
			d.found[t.name] = t
		}
	}
	t, ok := d.found[name]
	if !ok {
		return 0, false, nil
	}
	text, err := d.load(t.part)
	return d.place(text, t), err == nil, err
}

func (d *Document) isNode(text []byte, at int, name string) bool {
	return isSeparator(text, at) && d.parseHeader(headerLine(text, at)).Name == name
}

// load returns the text of a part.
func (d *Document) load(i int) ([]byte, error) {
	if d.loaded == i {
		return d.text, nil
	}
	text, err := d.read(d.parts[i].name)
	if err != nil {
		return nil, err
	}
	d.loaded, d.text = i, text
	return text, nil
}
