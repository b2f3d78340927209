package markdownread

import (
	"strings"

	"uriel.dev/internal/commonmark"
)

// open reads an opening bracket, which may become that of a link or an image.
func (n *inliner) open(i, length int) int {
	n.flush(i)
	if last := len(n.brackets) - 1; last >= 0 {
		n.brackets[last].inner = true
	}
	n.brackets = append(n.brackets, bracket{token: len(n.tokens), delims: len(n.delims), at: i + length, image: length == len("![")})
	return n.add(i, i+length, token{text: n.s[i : i+length]})
}

// close reads the "]" at i, which makes a link or an image of the last bracket that is
// open, if what follows says where it leads to, or if it is defined.
func (n *inliner) close(i int) int {
	last := len(n.brackets) - 1
	if last < 0 {
		return i + 1
	}
	b := n.brackets[last]
	n.brackets = n.brackets[:last]
	active := b.image || last >= n.inactive
	n.inactive = min(n.inactive, last)
	if !active {
		return i + 1
	}
	if strings.HasPrefix(n.s[i+1:], "(") {
		if destination, next, ok := inlineTail(n.s, i+2); ok {
			return n.link(b, i, next, n.t.target(commonmark.Unescape(destination)))
		}
	}
	if target, next, ok := n.reference(b, i); ok {
		return n.link(b, i, next, target)
	}
	if number := n.note(b, i); number > 0 {
		n.flush(i)
		n.tokens, n.delims = n.tokens[:b.token], n.delims[:b.delims]
		return n.add(i, i+1, token{kind: noteMark, n: int32(number)})
	}
	return i + 1
}

// link makes a link or an image of what is between the bracket b and the "]" at i. It
// goes on to next. Links are in no links.
func (n *inliner) link(b bracket, i, next int, t target) int {
	n.flush(i)
	n.emphasis(b.delims)
	begin, end := linkBegin, linkEnd
	if b.image {
		begin, end = imageBegin, imageEnd
	} else {
		n.inactive = len(n.brackets)
	}
	n.tokens[b.token] = token{kind: begin, n: n.addTarget(t)}
	return n.add(i, next, token{kind: end})
}

// reference looks for the definition of the label behind the "]" at i, or of the text
// before it if there is none.
func (n *inliner) reference(b bracket, i int) (t target, next int, ok bool) {
	label, next := n.s[b.at:i], i+1
	if strings.HasPrefix(n.s[next:], "[") {
		if end := labelEnd(n.s, next); end > 0 {
			if text := n.s[next+1 : end-1]; text != "" {
				label, b.inner = text, false
			}
			next = end
		}
	}
	if b.inner || len(label) > maxLabel {
		return target{}, i, false
	}
	d := n.t.definitions[normal(label)]
	if d == nil || len(d.destination) > n.t.budget {
		return target{}, i, false
	}
	n.t.budget -= len(d.destination)
	if !d.read {
		d.target, d.read = n.t.target(d.destination), true
	}
	return d.target, next, true
}

// note returns the number of the footnote that the bracket b and the "]" at i refer to,
// 0 if there is none.
func (n *inliner) note(b bracket, i int) int {
	name := n.s[b.at:i]
	if b.image || b.inner || len(name) > maxLabel || !strings.HasPrefix(name, "^") {
		return 0
	}
	return n.t.number(n.t.notes[normal(name[1:])])
}
