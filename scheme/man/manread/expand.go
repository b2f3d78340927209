package manread

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unit is the width of a character in the units of roff.
const unit = 24

// expand replaces what stands for other text in a line: strings, registers,
// arguments of the macro, and \w.
func (r *reader) expand(line string) string {
	if r.escape == 0 || strings.IndexByte(line, '\\') < 0 {
		return line
	}
	x := expansion{reader: r}
	x.expand(line, 0)
	return x.out.String()
}

// copied replaces in a line what is replaced when a macro or string is defined,
// and takes one level of backslashes away.
func (r *reader) copied(line string) string {
	if r.escape == 0 || strings.IndexByte(line, '\\') < 0 {
		return line
	}
	x := expansion{reader: r, copy: true}
	x.expand(line, 0)
	return x.out.String()
}

// An expansion is a line while it is expanded.
type expansion struct {
	*reader
	copy bool
	out  strings.Builder
}

func (x *expansion) expand(s string, depth int) {
	if depth > maxDepth {
		x.fail(limit(maxDepth, "strings within each other"))
	}
	for x.err == nil {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			x.write(s)
			return
		}
		x.write(s[:i])
		s = s[min(i+x.escapeAt(s[i:], depth), len(s)):]
	}
}

func (x *expansion) write(s string) {
	if x.out.Len()+len(s) > maxLine {
		x.fail(limit(maxLine, "bytes in a line"))
		return
	}
	x.spend(len(s))
	x.out.WriteString(s)
}

// escapeAt writes what stands for the escape at the start of s, and returns the
// length of that.
func (x *expansion) escapeAt(s string, depth int) int {
	switch s[1] {
	case '\\':
		if x.copy {
			x.write(`\`)
		} else {
			x.write(`\\`)
		}
		return 2
	case 'E':
		return x.escapeAt(`\`+s[2:]+" ", depth) + 1
	case '*':
		name, n := nameAt(s[2:])
		name, _, _ = strings.Cut(name, " ")
		x.expand(x.strings[name], depth+1)
		return 2 + n
	case '$':
		return x.argument(s, depth)
	case 'n':
		return x.number(s)
	case '(':
		n := min(4, len(s))
		x.write(s[:n])
		return n
	case 'w', 'A', 'B':
		if x.copy {
			break
		}
		arg, n := delimited(s[2:])
		x.write(x.measure(s[1], x.expanded(arg, depth)))
		return 2 + n
	case 'V', 'g':
		_, n := nameAt(s[2:])
		return 2 + n
	case '.', '{', '}':
		if x.copy && s[1] == '.' {
			x.write(".")
			return 2
		}
	}
	x.write(s[:2])
	return 2
}

// expanded returns an argument of an escape expanded.
func (x *expansion) expanded(s string, depth int) string {
	if depth > 20 {
		return ""
	}
	y := expansion{reader: x.reader}
	y.expand(s, depth+1)
	return y.out.String()
}

// argument writes what \$ stands for. The escapes in it were replaced when the
// macro was called.
func (x *expansion) argument(s string, depth int) int {
	name, n := nameAt(s[2:])
	args := x.args()
	switch i, err := strconv.Atoi(name); {
	case name == "*":
		x.write(strings.Join(from(args, 1), " "))
	case name == "@":
		x.write(quoted(from(args, 1)))
	case err == nil && 0 <= i && i < len(args):
		x.write(args[i])
	}
	return 2 + n
}

// args returns the arguments of the macro that is carried out, its name first.
func (r *reader) args() []string {
	for i := len(r.in) - 1; i >= 0; i-- {
		if r.in[i].args != nil {
			return r.in[i].args
		}
	}
	return nil
}

func from(args []string, i int) []string { return args[min(i, len(args)):] }

func quoted(args []string) string {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(`"` + strings.ReplaceAll(a, `"`, `""`) + `"`)
	}
	return b.String()
}

// number writes the value of a register.
func (x *expansion) number(s string) int {
	at := 2
	sign := 0
	if len(s) > at && (s[at] == '+' || s[at] == '-') {
		sign = map[byte]int{'+': 1, '-': -1}[s[at]]
		at++
	}
	name, n := nameAt(s[at:])
	if sign != 0 {
		x.numbers[name] += sign * x.steps[name]
	}
	x.write(strconv.Itoa(x.register(name)))
	return at + n
}

// register returns the value of a register. Some are about the machine.
func (r *reader) register(name string) int {
	switch name {
	case ".$":
		return max(len(r.args())-1, 0)
	case ".g", ".A":
		return 1
	case ".H":
		return 24
	case ".V":
		return 40
	case ".l", ".ll":
		return 78 * unit
	case ".f":
		return 1
	}
	return r.numbers[name]
}

// measure returns what \w, \A and \B stand for: the width of a text, whether it
// can be a name, whether it is a number.
func (x *expansion) measure(escape byte, s string) string {
	switch escape {
	case 'w':
		return strconv.Itoa(unit * utf8.RuneCountInString(x.plain(s)))
	case 'B':
		if _, rest, ok := x.evaluate(s, 'u'); !ok || rest != "" {
			return "0"
		}
	case 'A':
		if s == "" || strings.ContainsAny(s, ` \`) {
			return "0"
		}
	}
	return "1"
}

// nameAt reads a name: x, (xx or [xxx]. It returns its length with what is
// around it.
func nameAt(s string) (name string, n int) {
	switch {
	case s == "":
		return "", 0
	case s[0] == '(':
		n = min(3, len(s))
		return s[1:n], n
	case s[0] == '[':
		i := strings.IndexByte(s, ']')
		if i < 0 {
			return s[1:], len(s)
		}
		return s[1:i], i + 1
	}
	_, n = utf8.DecodeRuneInString(s)
	return s[:n], n
}

// delimited reads an argument between two of the same character. It returns its
// length with these.
func delimited(s string) (arg string, n int) {
	if s == "" {
		return "", 0
	}
	_, w := utf8.DecodeRuneInString(s)
	i := strings.Index(s[w:], s[:w])
	if i < 0 {
		return s[w:], len(s)
	}
	return s[w : w+i], w + i + w
}
