package manread

import "strings"

// condition carries out .if and .ie: what stands behind a condition that holds,
// or up to \} if it begins with \{.
func (r *reader) condition(args string, remember bool) {
	holds, rest := r.holds(args)
	if remember {
		if len(r.results) >= maxDepth {
			r.results = r.results[1:]
		}
		r.results = append(r.results, holds)
	}
	r.branch(holds, rest)
}

// otherwise carries out .el.
func (r *reader) otherwise(args string) {
	holds := true
	if n := len(r.results); n > 0 {
		holds, r.results = r.results[n-1], r.results[:n-1]
	}
	r.branch(!holds, args)
}

func (r *reader) branch(holds bool, rest string) {
	rest = strings.TrimLeft(rest, " \t")
	if !holds {
		r.skip(rest)
		return
	}
	if inner, ok := strings.CutPrefix(rest, `\{`); ok {
		rest = strings.TrimLeft(inner, " \t")
		for strings.HasPrefix(rest, `\{`) {
			rest = strings.TrimLeft(rest[2:], " \t")
		}
		if rest == "" || rest == `\}` {
			return
		}
	}
	if rest != "" {
		r.nested(rest)
	}
}

// nested carries out the rest of a line as a line. The interpreter calls itself
// here, so that this has to end.
func (r *reader) nested(line string) {
	if r.depth++; r.depth > maxDepth {
		r.fail(limit(maxDepth, "conditions within each other"))
		return
	}
	r.interpret(line)
	r.depth--
}

// skip passes over the rest of a line, and the lines up to the \} that belongs
// to its \{.
func (r *reader) skip(rest string) {
	open := braces(rest)
	for open > 0 {
		line, ok := r.raw(0)
		if !ok {
			return
		}
		open += braces(line)
	}
}

// braces counts \{ in a line, less \}.
func braces(line string) (n int) {
	line, _ = cutComment(line)
	for i := 0; i+1 < len(line); i++ {
		if line[i] != '\\' {
			continue
		}
		i++
		switch line[i] {
		case '{':
			n++
		case '}':
			n--
		}
	}
	return n
}

// holds reads a condition at the start of s. Text is written by a typewriter,
// on pages that are all odd.
func (r *reader) holds(s string) (holds bool, rest string) {
	s = strings.TrimLeft(s, " ")
	want := true
	for strings.HasPrefix(s, "!") {
		want, s = !want, strings.TrimLeft(s[1:], " ")
	}
	if s == "" {
		return false, ""
	}
	switch s[0] {
	case 'n', 'o':
		return want, s[1:]
	case 't', 'e', 'v':
		return !want, s[1:]
	case 'd', 'r', 'c', 'm', 'F', 'S':
		return r.exists(s[0], s[1:]) == want, cutWord(s[1:])
	}
	if n, rest, ok := r.evaluate(s, 'u'); ok {
		return (n > 0) == want, rest
	}
	return compared(s, want)
}

// exists reports whether there is a macro or string, register or character of
// the name that s begins with.
func (r *reader) exists(kind byte, s string) bool {
	name := strings.TrimLeft(s, " ")
	name = name[:len(name)-len(cutWord(name))]
	switch kind {
	case 'd':
		_, isMacro := r.macros[name]
		_, isString := r.strings[name]
		return isMacro || isString || knownMacros(name)
	case 'r':
		_, ok := r.numbers[name]
		return ok || strings.HasPrefix(name, ".")
	case 'c':
		text, _ := name, 0
		if strings.HasPrefix(name, `\`) {
			text, _ = escaped(name)
		}
		return text != ""
	}
	return false
}

// cutWord returns what stands behind the first word of s.
func cutWord(s string) string {
	s = strings.TrimLeft(s, " ")
	if i := strings.IndexByte(s, ' '); i >= 0 {
		return s[i:]
	}
	return ""
}

// compared reads 'a'b', which holds if both are the same.
func compared(s string, want bool) (holds bool, rest string) {
	a, n := delimited(s)
	if n >= len(s) {
		return !want, ""
	}
	quote := s[:1]
	b, rest, ok := strings.Cut(s[n:], quote)
	if !ok {
		return !want, ""
	}
	return (a == b) == want, rest
}

// A loop is a .while: its body is read again as long as its condition holds.
type loop struct {
	condition string // not expanded
	body      string
}

// while carries out a loop. The line is not expanded yet.
func (r *reader) while(line string) {
	i := endOfCondition(line)
	condition, rest := line[:i], strings.TrimLeft(line[i:], " ")
	inner, ok := strings.CutPrefix(rest, `\{`)
	if !ok {
		r.start(loop{condition, rest + "\n"})
		return
	}
	var body strings.Builder
	if inner = strings.TrimLeft(inner, " "); inner != "" {
		body.WriteString(inner + "\n")
	}
	for open := braces(rest); open > 0; {
		line, ok := r.raw(0)
		if !ok {
			break
		}
		open += braces(line)
		body.WriteString(line + "\n")
	}
	r.start(loop{condition, body.String()})
}

// endOfCondition returns where the first space in s is that is not in
// parentheses.
func endOfCondition(s string) int {
	open := 0
	for i := range len(s) {
		switch {
		case s[i] == '(' && (i == 0 || s[i-1] != 'n'):
			open++
		case s[i] == ')':
			open--
		case s[i] == ' ' && open <= 0:
			return i
		}
	}
	return len(s)
}

func (r *reader) start(l loop) {
	if holds, _ := r.holds(r.expand(l.condition)); holds {
		r.push(input{rest: l.body, loop: &l})
	}
}

// again begins the body of a loop anew, if its condition holds.
func (r *reader) again(in *input) bool {
	if in.loop == nil {
		return false
	}
	if r.turns++; r.turns > maxTurns {
		r.fail(limit(maxTurns, "turns of loops"))
	}
	holds, _ := r.holds(r.expand(in.loop.condition))
	if holds {
		in.rest = in.loop.body
	}
	return holds
}

// leave carries out .break, which leaves a loop, and .return, which leaves a
// macro.
func (r *reader) leave(isEnd func(input) bool) {
	for n := len(r.in) - 1; n > 0; n-- {
		if isEnd(r.in[n]) {
			r.in = r.in[:n]
			return
		}
	}
}
