package manread

import (
	"strings"
	"sync"

	"uriel.dev/scheme/man"
)

// request carries out a request of roff, and reports whether there is such one.
// Those that are about paper, hyphenation, files and messages are not.
func (r *reader) request(name, args string) bool {
	switch name {
	case "if":
		r.condition(args, false)
	case "ie":
		r.condition(args, true)
	case "el":
		r.otherwise(args)
	case "while":
		r.while(args)
	case "break":
		r.leave(func(in input) bool { return in.loop != nil })
	case "return":
		r.leave(func(in input) bool { return in.args != nil })
	case "do", "nop":
		if args != "" {
			if name == "do" {
				args = "." + args
			}
			r.nested(args)
		}
	case "TS":
		r.readTable()
	case "EQ":
		r.readEquation()
	case "PS":
		r.readUntil("PE")
	default:
		return r.define(name, args) || r.set(name, args) || r.layOut(name, args)
	}
	return true
}

// knownMacros are the names of which .if d holds, as it does of all requests:
// pages ask before they define a macro for want of one.
var knownMacros = setOf(`if ie el while do nop de am ds as rm rn als nr rr shift tr cc c2 ec eo it br sp nf fi ft in ti ce so mso ne ad na nh hy ta ps
	TH SH SS TP TQ IP HP PP LP P RS RE B I R SM SB BI BR IB IR RB RI UR UE MT ME SY YS OP EX EE PD DT UC AT TS TE`)

// setOf returns what tells whether a word is one of words. It reads them when it is
// asked first: this package is in programs that seldom read a page.
func setOf(words string) func(word string) bool {
	set := sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for word := range strings.FieldsSeq(words) {
			set[word] = true
		}
		return set
	})
	return func(word string) bool { return set()[word] }
}

// define carries out what defines, changes or removes macros and strings.
func (r *reader) define(name, args string) bool {
	word, rest := cutName(args)
	switch name {
	case "de", "de1", "dei", "am", "am1", "ami":
		r.defineMacro(word, strings.TrimSpace(rest), name[0] == 'a')
	case "ig":
		r.readUntil(orDot(word))
	case "ds", "ds1", "as", "as1":
		value := r.copied(strings.TrimPrefix(rest, `"`))
		if name[0] == 'a' {
			value = r.strings[word] + value
			r.spend(len(value))
		}
		r.setString(word, value)
	case "rm":
		for f := range strings.FieldsSeq(args) {
			r.remove(f)
		}
	case "rn", "als":
		r.rename(word, strings.TrimSpace(rest), name == "als")
	default:
		return false
	}
	return true
}

// cutName cuts a name off arguments, and the spaces behind it.
func cutName(args string) (name, rest string) {
	name, rest, _ = strings.Cut(args, " ")
	return name, strings.TrimLeft(rest, " ")
}

// orDot returns the name of the macro that ends a definition: "." by default.
func orDot(name string) string {
	if name == "" {
		return "."
	}
	return name
}

func (r *reader) defineMacro(name, end string, more bool) {
	var body strings.Builder
	if more {
		body.WriteString(r.macros[name])
		r.spend(body.Len())
	}
	end = orDot(end)
	for {
		line, ok := r.raw(0)
		line = r.copied(line)
		if word, _, isControl := r.splitControl(strings.TrimRight(line, " \t")); !ok || isControl && word == end {
			break
		}
		body.WriteString(line + "\n")
		if body.Len() > maxMemory {
			r.fail(limit(maxMemory, "bytes in macros"))
		}
	}
	if name != "" {
		delete(r.strings, name)
		r.hold(len(body.String())-len(r.macros[name]), len(r.macros))
		r.macros[name] = body.String()
	}
}

// hold counts what macros and strings take.
func (r *reader) hold(bytes, names int) {
	r.held += bytes
	r.spend(max(bytes, 0))
	switch {
	case r.held > maxMemory:
		r.fail(limit(maxMemory, "bytes in macros and strings"))
	case names >= maxNames:
		r.fail(limit(maxNames, "names of macros, strings or registers"))
	}
}

func (r *reader) setString(name, value string) {
	if name == "" {
		return
	}
	r.hold(len(value)-len(r.strings[name]), len(r.strings))
	if r.err == nil {
		delete(r.macros, name)
		r.strings[name] = value
	}
}

func (r *reader) remove(name string) {
	r.hold(-len(r.strings[name])-len(r.macros[name]), 0)
	delete(r.strings, name)
	delete(r.macros, name)
}

// rename gives another name to a macro, string or request, or one name more.
// It is a macro that calls it then.
func (r *reader) rename(a, b string, alias bool) {
	if alias {
		a, b = b, a // .als NEW OLD, .rn OLD NEW
	}
	if a == "" || b == "" || a == b {
		return
	}
	if s, ok := r.strings[a]; ok {
		r.setString(b, s)
	} else if body, ok := r.macros[a]; ok {
		r.hold(len(body), len(r.macros))
		r.macros[b] = body
	} else if knownMacros(a) {
		r.hold(len(a), len(r.macros))
		r.macros[b] = "." + a + ` \$@` + "\n"
		return
	}
	if !alias {
		r.remove(a)
	}
}

// readUntil passes over lines up to a macro of that name.
func (r *reader) readUntil(end string) (lines []string) {
	for {
		line, ok := r.raw(0)
		if !ok {
			return lines
		}
		if word, _, isControl := r.splitControl(strings.TrimRight(line, " \t")); isControl && word == end {
			return lines
		}
		lines = append(lines, line)
	}
}

// set carries out what sets registers and characters.
func (r *reader) set(name, args string) bool {
	word, rest := cutName(args)
	switch name {
	case "nr":
		r.setNumber(word, rest)
	case "rr":
		delete(r.numbers, word)
	case "shift":
		r.shift(word)
	case "tr":
		r.translate(args)
	case "cc":
		r.control = oneOf(args, '.')
	case "c2":
		r.control2 = oneOf(args, '\'')
	case "ec":
		r.escape = oneOf(args, '\\')
	case "eo":
		r.escape = 0
	case "it":
		n, _, ok := r.evaluate(word, 'u')
		if r.trap = (trap{}); ok && n > 0 && rest != "" {
			r.trap = trap{n, strings.TrimSpace(rest)}
		}
	default:
		return false
	}
	return true
}

func oneOf(args string, otherwise byte) byte {
	if args == "" || args[0] >= 0x80 {
		return otherwise
	}
	return args[0]
}

func (r *reader) setNumber(name, expression string) {
	relative := strings.HasPrefix(expression, "+") || strings.HasPrefix(expression, "-")
	n, rest, ok := r.evaluate(expression, 'u')
	if !ok || name == "" {
		return
	}
	if relative {
		n = operate("+", r.numbers[name], n)
	}
	r.hold(0, len(r.numbers))
	r.numbers[name] = n
	if step, _, ok := r.evaluate(strings.TrimLeft(rest, " "), 'u'); ok {
		r.steps[name] = step
	}
}

// shift takes arguments of the macro away.
func (r *reader) shift(word string) {
	n, _, ok := r.evaluate(word, 'u')
	if !ok {
		n = 1
	}
	for i := len(r.in) - 1; i >= 0; i-- {
		if args := r.in[i].args; args != nil {
			n = min(max(n, 0), len(args)-1)
			args[n] = args[0]
			r.in[i].args = args[n:]
			return
		}
	}
}

// translate has characters written as others: each first of a pair as the
// second.
func (r *reader) translate(args string) {
	chars := characters(args)
	if r.tr == nil {
		r.tr = map[rune]rune{}
	}
	for i := 0; i < len(chars) && len(r.tr) < maxNames; i += 2 {
		to := ' '
		if i+1 < len(chars) {
			to = chars[i+1]
		}
		r.tr[chars[i]] = to
	}
}

// layOut carries out what is about lines and fonts.
func (r *reader) layOut(name, args string) bool {
	if r.language == nil && (name == "br" || name == "sp" || name == "ce" || name == "ti") {
		return true // before the page begins
	}
	switch name {
	case "br", "brp", "ti":
		r.breakLine()
	case "sp":
		r.vertical(args)
	case "nf":
		r.fill(false)
	case "fi":
		r.fill(true)
	case "ft":
		r.setFont(fontName(args))
	case "in":
		r.indent(args)
	case "ce", "rj":
		r.breakLine()
	default:
		return false
	}
	return true
}

// vertical carries out .sp.
func (r *reader) vertical(args string) {
	n, _, ok := r.evaluate(args, 'v')
	if !ok {
		n = 40
	}
	if n > 0 {
		r.emptyLine()
	} else {
		r.breakLine()
	}
}

// readEquation writes an equation in a line of its own.
func (r *reader) readEquation() {
	text := r.eqn.text(strings.Join(r.readUntil("EN"), "\n"))
	if text == "" {
		return
	}
	r.breakLine()
	r.write(text)
	r.endLine()
	r.breakLine()
}

// isPage reports whether name(section) can be a page.
func isPage(name, section string) bool { return man.IsName(name) && man.IsSection(section) }
