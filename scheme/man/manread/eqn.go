package manread

import (
	"strings"
	"unicode/utf8"
)

// equations reads the language of eqn(1), as mandoc writes it in a line of text:
// "x sup 2 over y" is x^2/y, a sum from i=1 to n is ∑_(i = 1)^n.
//
//	equation  box …            a list
//	box       text, { equation }, left ( equation right ), pile { equation above … }
//	marks     box hat          bind most; then fonts, sub and sup, over and sqrt,
//	          box from box     and from and to least
type equations struct {
	macros map[string]string // of define
	open   string            // what begins an equation in a line of text, "" while nothing does
	close  string
	words  int // that were read so far
	failed func(error)
}

// A box is a part of an equation in the language of roff. Where it is part of
// another, it is put in parentheses unless it is whole.
type box struct {
	text  string
	whole bool
}

func (b box) operand() string {
	if b.whole || b.text == "" {
		return b.text
	}
	return "(" + b.text + ")"
}

// text returns an equation as text of roff, without a control character at its
// start.
func (e *equations) text(source string) string {
	p := equation{equations: e, in: []string{source}}
	p.next()
	var lists []string
	for p.word != "" {
		if list := p.list(); list.text != "" {
			lists = append(lists, list.text)
		}
		p.next() // what is left over, such as "}", ends nothing
	}
	if len(lists) == 0 {
		return ""
	}
	return `\&` + strings.Join(lists, " ")
}

// inline replaces the equations in a line of text.
func (e *equations) inline(line string) string {
	if e.open == "" || !strings.Contains(line, e.open) {
		return line
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(line, e.open)
		source, after, closed := strings.Cut(rest, e.close)
		if !ok || !closed {
			b.WriteString(line)
			return b.String()
		}
		b.WriteString(before + e.text(source))
		line = after
	}
}

// What equations may have.
const (
	maxEquations = 1 << 18 // words, on one page
	maxBoxes     = 400     // boxes and definitions within each other
)

// An equation is one that is being read.
type equation struct {
	*equations
	in    []string // what is still to be read; the last is a definition
	depth int

	word   string // that is read next; "" at the end
	quoted bool
}

// next reads a word. Those that are defined stand for others.
func (p *equation) next() {
	for {
		p.word, p.quoted = p.scan()
		body, ok := p.macros[p.word]
		if p.quoted || !ok || len(p.in) >= maxBoxes {
			return
		}
		p.in = append(p.in, body)
	}
}

// scan returns the next word: what is quoted, a brace, or what stands between
// spaces.
func (p *equation) scan() (word string, quoted bool) {
	if p.words++; p.words > maxEquations {
		p.failed(limit(maxEquations, "words of equations"))
		return "", false
	}
	for len(p.in) > 0 {
		top := &p.in[len(p.in)-1]
		*top = strings.TrimLeft(*top, " \t\n~^")
		if *top == "" {
			p.in = p.in[:len(p.in)-1]
			continue
		}
		if rest, ok := strings.CutPrefix(*top, `"`); ok {
			word, *top, _ = strings.Cut(rest, `"`)
			return word, true
		}
		n := wordLength(*top)
		word, *top = (*top)[:n], (*top)[n:]
		return word, false
	}
	return "", false
}

// wordLength returns how long the word is that s begins with.
func wordLength(s string) int {
	switch end := strings.IndexAny(s, " \t\n~^{}\""); {
	case end == 0:
		return 1
	case end < 0:
		return len(s)
	default:
		return end
	}
}

// partLength returns how long the part is that a word begins with: letters,
// digits, or another character, or several that are one by the tables.
func partLength(word string) int {
	if word[0] == '\\' || eqnWords(word) {
		return len(word)
	}
	kind := charKind(word[0])
	if kind == otherChar {
		for n := min(len(word), 5); n > 1; n-- {
			if eqnWords(word[:n]) {
				return n
			}
		}
		_, size := utf8.DecodeRuneInString(word)
		return size
	}
	n := 1
	for n < len(word) && charKind(word[n]) == kind {
		n++
	}
	return n
}

const (
	letterChar = iota
	digitChar
	otherChar
)

func charKind(c byte) int {
	switch {
	case 'a' <= c|0x20 && c|0x20 <= 'z':
		return letterChar
	case '0' <= c && c <= '9', c == '.':
		return digitChar
	}
	return otherChar
}

func (p *equation) is(word string) bool { return !p.quoted && p.word == word }

// take reads a word if it is that one.
func (p *equation) take(word string) bool {
	ok := p.is(word)
	if ok {
		p.next()
	}
	return ok
}

// list reads boxes up to the end of what they are in.
func (p *equation) list() box {
	var items []box
	for (p.word != "" || p.quoted) && !p.is("}") && !p.is("above") && !p.is("right") {
		items = append(items, p.limits())
	}
	return side(items)
}

// side puts boxes side by side, with no space within parentheses or before a
// comma.
func side(items []box) (all box) {
	var b strings.Builder
	before := "("
	for _, item := range items {
		if item.text == "" {
			continue
		}
		if !strings.Contains("([", before[len(before)-1:]) && !strings.Contains(")],;:!?", item.text[:1]) && item.text != "..." {
			b.WriteByte(' ')
		}
		all.whole = b.Len() == 0 && item.whole
		b.WriteString(item.text)
		before = item.text
	}
	all.text = b.String()
	return all
}

// limits reads: box [from box] [to box].
func (p *equation) limits() box {
	b := p.fraction()
	for _, limit := range [...]struct{ word, sign string }{{"from", "_"}, {"to", "^"}} {
		if p.take(limit.word) {
			text := b.text
			if limit.word == "from" {
				text = b.operand()
			}
			b = box{text + limit.sign + p.fraction().operand(), false}
		}
	}
	return b
}

// fraction reads: box [over box]….
func (p *equation) fraction() box {
	b := p.scripts()
	for p.take("over") {
		b = box{b.operand() + "/" + p.scripts().operand(), false}
	}
	return b
}

// scripts reads: box [sub box] [sup box].
func (p *equation) scripts() box {
	p.enter()
	defer p.leave()
	b := p.styled()
	if p.take("sub") {
		b = box{b.operand() + "_" + p.styled().operand(), false}
		if p.take("sup") {
			b.text += "^" + p.scripts().operand()
		}
		return b
	}
	if p.take("sup") {
		b = box{b.operand() + "^" + p.scripts().operand(), false}
	}
	return b
}

// enter begins a box in another. What is too deep ends the equation.
func (p *equation) enter() {
	if p.depth++; p.depth > maxBoxes {
		p.word, p.quoted, p.in = "", false, nil
	}
}

func (p *equation) leave() { p.depth-- }

// styled reads a box with the fonts before it and the marks behind it.
func (p *equation) styled() box {
	p.enter()
	defer p.leave()
	if p.word == "size" && !p.quoted {
		p.next()
		p.next()
	}
	if font, ok := eqnFonts[p.word]; ok && !p.quoted {
		p.next()
		b := p.styled()
		b.text = strings.NewReplacer(`\fI`, "", `\fP`, "").Replace(b.text)
		if font != "" && b.text != "" {
			b.text = font + b.text + `\fP`
		}
		return b
	}
	b := p.primary()
	for !p.quoted && eqnMarks[p.word] != "" {
		b.text += eqnMarks[p.word]
		p.next()
	}
	return b
}

// primary reads what is no combination of boxes side by side.
func (p *equation) primary() box {
	word, quoted := p.word, p.quoted
	if word == "" && !quoted || p.is("}") || p.is("above") || p.is("right") {
		return box{} // there should have been a box
	}
	if eqnSettings(word) && !quoted {
		p.set(word)
		return box{}
	}
	p.next()
	switch {
	case quoted:
		return box{word, true}
	case word == "{":
		b := p.list()
		p.take("}")
		return box{b.operand(), true}
	case word == "left":
		return p.delimited()
	case word == "sqrt":
		return box{"√" + p.scripts().operand(), true}
	case word == "matrix", strings.HasSuffix(word, "pile") && len(word) <= len("lpile"), strings.HasSuffix(word, "col") && len(word) <= len("lcol"):
		return p.pile(word == "matrix")
	}
	return symbols(word)
}

// delimited reads: left ( list [right )].
func (p *equation) delimited() box {
	open := p.delimiter()
	b := p.list()
	if p.take("right") {
		return box{open + b.text + p.delimiter(), true}
	}
	return box{open + b.text, true}
}

// delimiter reads a delimiter of any size.
func (p *equation) delimiter() string {
	word := p.word
	p.next()
	if sign, ok := map[string]string{"floor": "⌊", "ceiling": "⌈", `""`: ""}[word]; ok {
		return sign
	}
	return symbol(word)
}

// pile reads what stands in a column, side by side; of a matrix the columns.
func (p *equation) pile(matrix bool) box {
	if !p.take("{") {
		return box{}
	}
	var parts []string
	for p.word != "" && !p.is("}") {
		parts = append(parts, p.list().text)
		if !p.take("above") && p.is("right") {
			p.next() // what ends nothing here
		}
	}
	p.take("}")
	text := strings.Join(parts, " ")
	if !matrix {
		text = "(" + text + ")"
	}
	return box{text, true}
}

// set carries out what is no part of the equation. The names in it are read as
// they are, defined or not.
func (p *equation) set(word string) {
	name, _ := p.scan()
	switch word {
	case "define", "ndefine", "tdefine":
		body := p.between()
		if word != "tdefine" && name != "" && len(p.macros) < maxNames {
			p.macros[name] = body
		}
	case "undef":
		delete(p.macros, name)
	case "delim":
		p.open, p.close = "", ""
		if len(name) == 2 && name != "on" {
			p.open, p.close = name[:1], name[1:]
		}
	case "set":
		p.scan()
	}
	p.next()
}

// between reads what stands between two of the same character, from which on it is
// not read yet.
func (p *equation) between() string {
	for len(p.in) > 0 {
		top := &p.in[len(p.in)-1]
		*top = strings.TrimLeft(*top, " \t\n")
		if *top == "" {
			p.in = p.in[:len(p.in)-1]
			continue
		}
		_, n := utf8.DecodeRuneInString(*top)
		body, rest, _ := strings.Cut((*top)[n:], (*top)[:n])
		*top = rest
		return body
	}
	return ""
}

// symbols returns what a word stands for, whose parts are side by side.
func symbols(word string) box {
	if _, ok := eqnSymbols()[word]; ok {
		return box{symbol(word), true}
	}
	var parts []box
	for word != "" {
		n := partLength(word)
		parts = append(parts, box{symbol(word[:n]), true})
		word = word[n:]
	}
	return side(parts)
}

// symbol returns what a word without parts stands for. Names of letters are in
// italics.
func symbol(word string) string {
	switch sign, ok := eqnSymbols()[word]; {
	case ok:
		return sign
	case word == "" || charKind(word[0]) != letterChar || eqnRoman(word):
		return word
	}
	return `\fI` + word + `\fP`
}
