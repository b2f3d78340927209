package inforead

import (
	"iter"
	"regexp"
	"strings"
	"sync"
)

// A Reference is an entry of a menu, which an index is too, or a note in the
// text: something that leads to a node.
//
//   - Label: (file)Node.  What it is about.
//   - Node::              What it is about.
//     *note Label: (file)Node.    *note Node::
type Reference struct {
	Start, End int  // where it stands in the text of its node, without the star of a menu
	Menu       bool // an entry of a menu, not a note

	Label string // how it calls what it leads to; of the short forms the target as it is written
	File  string // the document that it leads to; "" is its own
	Node  string // in it; "" is Top
}

// What bounds a note, whose names may be broken over lines.
const (
	maxNote  = 1000 // bytes
	maxBreak = 3    // line ends
)

var (
	menuTitle = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?im)^\* Menu:`)
	})
	candidate = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?im)^\* |\*note[ \t\r\n]`)
	})
)

// references finds the references in the text of a node. Entries of a menu
// stand behind its title only: before it a star may begin the item of a list.
func (d *Document) references(text string) (refs []Reference) {
	menu := len(text)
	if m := menuTitle().FindStringIndex(text); m != nil {
		menu = m[1]
	}
	end := 0
	for _, m := range candidate().FindAllStringIndex(text, -1) {
		isMenu := text[m[0]+1] == ' '
		if m[0] < end || isMenu && m[0] < menu {
			continue
		}
		start := m[0]
		if isMenu {
			start = m[1]
		}
		r, ok := d.choose(bound(text[m[1]:], isMenu), isMenu)
		if !ok {
			continue
		}
		r.Start, r.End = start, m[1]+r.End
		refs, end = append(refs, r), r.End
	}
	return refs
}

// choose reads a reference. Labels hold colons, too, as those of an index of
// C++ do, and then the first reading that leads to a node is meant. What leads
// to none of this document is an example, or broken.
func (d *Document) choose(text string, menu bool) (Reference, bool) {
	for r := range readings(text, menu) {
		if r.File != "" || r.Node == "" || d.Has(r.Node) {
			return r, true
		}
	}
	return Reference{}, false
}

// maxColons is how many colons of a label are tried.
const maxColons = 8

// readings yields what may stand behind the star of a menu, or behind *note.
// The End of each counts from there.
func readings(text string, menu bool) iter.Seq[Reference] {
	return func(yield func(Reference) bool) {
		if strings.HasPrefix(text, string(rune(quote))) {
			_, rest := cutName(text, "")
			readingsAt(text, len(text)-len(rest), menu, yield)
			return
		}
		at := 0
		for range maxColons {
			i := strings.IndexByte(text[at:], ':')
			if i < 0 || !readingsAt(text, at+i, menu, yield) {
				return
			}
			at += i + 1
		}
	}
}

// readingsAt yields the readings by which the label ends at text[i:]: before
// two colons, unless a name goes on, or before one with white space behind.
func readingsAt(text string, i int, menu bool, yield func(Reference) bool) (more bool) {
	if i == 0 || !strings.HasPrefix(text[i:], ":") {
		return true
	}
	rest := text[i+1:]
	after, double := strings.CutPrefix(rest, ":")
	if double && (after == "" || isEnd(after[0])) {
		r := Reference{Menu: menu, Label: single(text[:i]), End: i + len("::")}
		r.File, r.Node = Target(r.Label)
		if !yield(r) {
			return false
		}
	}
	if rest == "" || !strings.ContainsRune(" \t\r\n", rune(rest[0])) {
		return true
	}
	target, rest := cutTarget(strings.TrimLeft(rest, " \t\r\n"))
	if menu && rest != "" { // in a note the mark that ends it is that of its sentence
		rest = rest[1:]
	}
	r := Reference{Menu: menu, Label: single(text[:i]), End: len(text) - len(rest)}
	r.File, r.Node = Target(target)
	if r.File+r.Node == "" || !menu && rest == "" { // nothing ends a note, so that it was none
		return true
	}
	return yield(r)
}

// bound returns the start of a text that a reference can be in: of a menu the
// rest of the line, of a note some lines, but no more than a paragraph.
func bound(text string, menu bool) string {
	text = text[:min(len(text), maxNote)]
	if menu {
		line, _, _ := strings.Cut(text, "\n")
		return line
	}
	breaks := 0
	for i := range len(text) {
		if text[i] != '\n' {
			continue
		}
		if breaks++; breaks > maxBreak || strings.HasPrefix(text[i:], "\n\n") {
			return text[:i]
		}
	}
	return text
}

// isEnd reports whether c behind two colons is no character of a name.
func isEnd(c byte) bool { return c >= 0x80 || strings.IndexByte(" \t\r\n.,;)]}'\"?!-", c) >= 0 }

// cutTarget cuts the target of a reference before the comma, tab or dot that
// ends it. A dot within a name, as in "foo.h", ends nothing.
func cutTarget(text string) (target, rest string) {
	head, rest := cutName(text, ",.\t")
	for strings.HasPrefix(rest, ".") && len(rest) > 1 && !strings.ContainsRune(" \t\r\n).,;'\"", rune(rest[1])) {
		var more string
		more, rest = cutName(rest[1:], ",.\t")
		head += "." + more
	}
	return head, rest
}

// Target reads how a document names a node: "Node", "(file)" or "(file)Node".
func Target(name string) (file, node string) {
	name = single(strings.ReplaceAll(name, string(rune(quote)), ""))
	if rest, ok := strings.CutPrefix(name, "("); ok {
		if file, node, ok := strings.Cut(rest, ")"); ok {
			return strings.TrimSpace(file), strings.TrimSpace(node)
		}
	}
	return "", name
}

// unquote takes the quotes out of a text that references were found in.
func unquote(text string, refs []Reference) (string, []Reference) {
	if !strings.ContainsRune(text, quote) {
		return text, refs
	}
	at, quotes := 0, 0
	before := func(end int) int {
		quotes += strings.Count(text[at:end], string(rune(quote)))
		at = end
		return end - quotes
	}
	for i := range refs {
		r := &refs[i]
		r.Start, r.End = before(r.Start), before(r.End)
		r.Label = strings.ReplaceAll(r.Label, string(rune(quote)), "")
	}
	return strings.ReplaceAll(text, string(rune(quote)), ""), refs
}
