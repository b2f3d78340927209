package bnf1994

import (
	"fmt"
	"strings"
)

// An expr is the right side of a production, or a piece of it.
type expr struct {
	kind kind
	text string // of a literal; the name of a ref
	list []expr // what is in it, one expr but for seq and alt
}

type kind uint8

const (
	literal kind = iota // "text", in any case of letters
	ref                 // the name of a production
	seq                 // one behind the other
	alt                 // one or the other: a | b
	opt                 // perhaps: [ a ]
	many                // any number, also none: *a, *[ a ]
)

// readProductions reads productions in the notation of RFC 822, section 2, as
// RFC 1738, section 5, changes it: "|" parts alternatives, brackets enclose
// what is optional or repeated, ";" begins a comment, and a line that begins
// with a blank continues a production. It returns the names in their order too.
// The text is part of the program: it panics where that is wrong.
func readProductions(text string) (names []string, productions map[string]expr) {
	productions = map[string]expr{}
	var r reader
	for line := range strings.Lines(text) {
		words := wordsOf(line)
		if len(words) > 1 && words[1] == "=" && line[0] != ' ' {
			r.finish(productions)
			r = reader{name: words[0]}
			names = append(names, r.name)
			words = words[2:]
		}
		r.words = append(r.words, words...)
	}
	r.finish(productions)
	return names, productions
}

// wordsOf cuts a line into names, literals with their quotes, and signs.
func wordsOf(line string) (words []string) {
	for line = strings.TrimSpace(line); line != "" && line[0] != ';'; line = strings.TrimSpace(line) {
		n := 1
		switch {
		case strings.HasPrefix(line, `<">`):
			n = len(`<">`)
		case line[0] == '"':
			n += strings.IndexByte(line[1:], '"') + 1
		case strings.HasPrefix(line, "1*"):
			n = len("1*")
		case isWordByte(line[0]):
			for n < len(line) && isWordByte(line[n]) {
				n++
			}
		}
		words = append(words, line[:n])
		line = line[n:]
	}
	return words
}

func isWordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '+' || c == '_'
}

// A reader reads the words of one production.
type reader struct {
	name  string
	words []string
}

// finish reads the words of the production, of which none may be left.
func (r *reader) finish(productions map[string]expr) {
	if r.name == "" {
		return
	}
	productions[r.name] = r.alternatives()
	if len(r.words) > 0 {
		panic(fmt.Sprintf("production %s: %q is left over", r.name, r.words))
	}
}

// next takes the next word if it is want, and reports whether it was.
func (r *reader) next(want string) bool {
	if len(r.words) == 0 || r.words[0] != want {
		return false
	}
	r.words = r.words[1:]
	return true
}

// alternatives reads a | b | c.
func (r *reader) alternatives() expr {
	e := expr{kind: alt, list: []expr{r.sequence()}}
	for r.next("|") {
		e.list = append(e.list, r.sequence())
	}
	if len(e.list) == 1 {
		return e.list[0]
	}
	return e
}

// sequence reads a b c.
func (r *reader) sequence() expr {
	e := expr{kind: seq}
	for len(r.words) > 0 && !strings.Contains("|)]", r.words[0]) {
		e.list = append(e.list, r.element())
	}
	if len(e.list) == 1 {
		return e.list[0]
	}
	return e
}

// element reads a name, a literal, or what brackets or a star hold together.
func (r *reader) element() expr {
	switch {
	case r.next("("):
		e := r.alternatives()
		r.close(")")
		return e
	case r.next("["):
		e := r.alternatives()
		r.close("]")
		return expr{kind: opt, list: []expr{e}}
	case r.next("*"):
		return expr{kind: many, list: []expr{r.repeated()}}
	case r.next("1*"):
		e := r.repeated()
		return expr{kind: seq, list: []expr{e, {kind: many, list: []expr{e}}}}
	}
	word := r.words[0]
	r.words = r.words[1:]
	switch {
	case word == `<">`:
		return expr{kind: literal, text: `"`}
	case word[0] == '"':
		return expr{kind: literal, text: word[1 : len(word)-1]}
	default:
		return expr{kind: ref, text: word}
	}
}

// repeated reads what is behind a star; its brackets only hold it together.
func (r *reader) repeated() expr {
	e := r.element()
	if e.kind == opt {
		return e.list[0]
	}
	return e
}

func (r *reader) close(bracket string) {
	if !r.next(bracket) {
		panic(fmt.Sprintf("production %s: no %q", r.name, bracket))
	}
}
