package find

import (
	"unicode"
	"unicode/utf8"
)

// mostBracketed is how far apart two brackets of a URI may be, in bytes. It keeps
// the work linear where brackets open and never close.
const mostBracketed = 256

// A run reads a path, a query and a fragment in running text.
type run struct {
	t        *text
	quote    rune // what stands before the URI and ends it, or 0
	limit    int  // it goes no further
	open     [4]int
	depth    [4]int
	unclosed int  // where it would end if a bracket had not to be closed, or 0
	closed   bool // it ended at quote
	broken   bool // it is a template or a pattern, not a URI
}

// brackets are the kinds of brackets that open and depth count: those beyond
// US-ASCII are of one kind.
const (
	round = iota
	square
	curly
	wide
)

// to reads from i on and returns where the URI ends. It may have to be trimmed.
func (r *run) to(i int) int {
	for i < r.limit {
		last := min(r.limit, len(r.t.b), r.firstOpen(r.limit)+mostBracketed)
		for i < last && is(r.t.b[i], plain) {
			i++
		}
		if i >= r.limit || i >= last && i < len(r.t.b) {
			break
		}
		n := r.step(i)
		if n == 0 {
			break
		}
		i += n
	}
	if open := r.firstOpen(i); open < i && !r.closed {
		i, r.unclosed = open, i
	}
	return i
}

// behind reads on behind the authority that ends at i.
func (r *run) behind(i int) int {
	if isDelimiter(r.t.at(i)) {
		return r.to(i)
	}
	r.step(i) // to see whether the quote is there
	return i
}

// firstOpen returns where the first bracket stands that is not closed, or none.
func (r *run) firstOpen(none int) int {
	for kind, depth := range r.depth {
		if depth > 0 {
			none = min(none, r.open[kind])
		}
	}
	return none
}

// step returns how many bytes from i on are the next character of the URI; 0 at
// its end.
func (r *run) step(i int) int {
	c := r.t.at(i)
	if c >= utf8.RuneSelf {
		return r.wideStep(i)
	}
	if rune(c) == r.quote && c != 0 {
		r.closed = true
		return 0
	}
	switch c {
	case '%':
		return r.percent(i)
	case '&':
		if entity(r.t, i) {
			return 0
		}
	case '$':
		if next := r.t.at(i + 1); r.t.at(i-1) == '/' && 'A' <= next && next <= 'Z' || next == '{' || next == '(' {
			r.broken = true // a variable
			return 0
		}
	case ',', ';':
		if r.t.isNextURI(i + 1) {
			return 0
		}
	case '(':
		return r.opening(i, 1, round)
	case ')':
		return r.closing(1, round)
	case '[':
		return r.square(i)
	case ']':
		return r.closing(1, square)
	case '{':
		r.broken = r.t.isField(i)
		return 0
	case '\\':
		r.backslash(i)
		return 0
	}
	if is(c, uriByte) {
		return 1
	}
	return 0
}

func (r *run) wideStep(i int) int {
	c, n := r.t.rune(i)
	if c == r.quote {
		r.closed = true
		return 0
	}
	switch kindOf(c) {
	case part:
		return n
	case opens:
		if r.t.at(i-1) < utf8.RuneSelf { // words of the text, behind a URI that has none: "…/faq.html（英語）"
			return 0
		}
		return r.opening(i, n, wide)
	case closes:
		return r.closing(n, wide)
	case inside:
		if r.t.isWordAt(i+n) || r.t.isLetterEnd(i, c) {
			return n
		}
	}
	return 0
}

// square takes a square bracket, unless it holds what may be left out, as in an
// outline of URIs ("http://h/[?q=…]"), or is a mark of the text ("[/url]").
func (r *run) square(i int) int {
	switch r.t.at(i + 1) {
	case '?', '#', '@', ':', '&', ';':
		r.broken = true
		return 0
	case '/':
		return 0
	}
	return r.opening(i, len("["), square)
}

func (r *run) opening(i, n, kind int) int {
	if r.depth[kind]++; r.depth[kind] == 1 {
		r.open[kind] = i
	}
	return n
}

func (r *run) closing(n, kind int) int {
	if r.depth[kind] == 0 {
		return 0
	}
	r.depth[kind]--
	return n
}

// percent takes an escape. Something else behind a percent sign is a verb of a
// template, or the end.
func (r *run) percent(i int) int {
	if r.t.escape(i) {
		return len("%41")
	}
	r.broken = r.t.isVerb(i)
	return 0
}

// backslash ends a URI. One that hides a dot or a class of characters shows that
// it is a pattern; one before a quote hides the quote.
func (r *run) backslash(i int) {
	switch c := r.t.at(i + 1); c {
	case '.', '/', '-', '?', '+', '*', 'd', 'w', 'S', '(', '[', '$':
		r.broken = true
	default:
		r.closed = r.quote != 0 && rune(c) == r.quote
	}
}

// entity reports whether what stands at i is the end of a URI in HTML that was
// taken for text.
func entity(t *text, i int) bool {
	for _, name := range [...]string{"lt;", "gt;", "quot;", "apos;", "nbsp;", "#39;", "#34;", "#x27;", "#x22;"} {
		if t.has(i+1, name) {
			return true
		}
	}
	return false
}

// isVerb reports whether the percent sign at i begins a verb of a template, such as
// "%s", "%[1]d", "%(name)s" or "%{name}".
func (t *text) isVerb(i int) bool {
	c := t.at(i + 1)
	return is(c, alpha) || c == '[' || c == '(' || c == '{' || c == '<' || c == '*' || c == '%'
}

// isField reports whether the brace at i begins a field of a template: it is
// closed, and there is no blank in it.
func (t *text) isField(i int) bool {
	for j := i + 1; j < i+mostBracketed; j++ {
		switch c := t.at(j); {
		case c == '}':
			return true
		case c <= ' ', c == '"', c == '<', c == '>':
			return false
		}
	}
	return false
}

// isNextURI reports whether another URI begins at i, as in a list with commas: a
// name and "://".
func (t *text) isNextURI(i int) bool {
	start := i
	for is(t.at(i), schemeByte) && i-start < mostName {
		i++
	}
	return is(t.at(start), alpha) && t.at(i) == ':' && t.at(i+1) == '/' && t.at(i+2) == '/'
}

// isLetterEnd reports whether c, at i, is the joiner that ends a letter of an Indian
// script: one behind a mark.
func (t *text) isLetterEnd(i int, c rune) bool {
	before, _ := t.before(i)
	return (c == '\u200c' || c == '\u200d') && unicode.Is(unicode.M, before)
}

// isWordAt reports whether a letter, a mark or a digit stands at i.
func (t *text) isWordAt(i int) bool {
	if c := t.at(i); c < utf8.RuneSelf {
		return is(c, alpha|digit)
	}
	c, _ := t.rune(i)
	return kindOf(c) == part
}
