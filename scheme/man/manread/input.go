package manread

import (
	"context"
	"strings"
	"unicode/utf8"
)

// A reader reads a page: it is the interpreter of roff.
type reader struct {
	ctx      context.Context // of the one Read that the reader serves
	err      error           // ends the reading
	lines    int             // that were read so far
	inMacros int             // those of macros and loops among them
	turns    int             // of loops
	work     int             // bytes that were written on the way

	in       []input           // the last is read from
	macros   map[string]string // bodies
	strings  map[string]string
	numbers  map[string]int // registers
	steps    map[string]int // by which \n+ and \n- change them
	held     int            // bytes in macros and strings
	results  []bool         // of .ie, for the .el to come
	tr       map[rune]rune  // of .tr
	control  byte
	control2 byte
	escape   byte // 0 while there is none
	trap     trap
	inTable  bool
	eqn      equations

	*builder
	language language // nil before the first macro
}

// A language is a set of macros.
type language interface {
	// macro carries out a macro, and reports whether there is such one.
	macro(name, args string) bool

	// text takes a line of text, escapes not yet read.
	text(line string)

	// end ends the page.
	end()
}

// input is text that is read line by line: the page, or the body of a macro.
type input struct {
	rest string
	args []string // of the macro, its name first; nil for no macro
	loop *loop    // that the text is the body of
}

// A trap is a macro that is called behind the next so many lines of text.
type trap struct {
	lines int
	macro string
}

func newReader(ctx context.Context, text string) *reader {
	r := &reader{
		ctx: ctx, in: []input{{rest: text}}, control: '.', control2: '\'', escape: '\\',
		macros: map[string]string{}, strings: predefined(), numbers: map[string]int{}, steps: map[string]int{},
		eqn:     equations{macros: map[string]string{}},
		builder: newBuilder(),
	}
	r.failed, r.eqn.failed = r.fail, r.fail
	return r
}

// predefined are the strings that the macros of man(7) and mdoc(7) define.
func predefined() map[string]string {
	return map[string]string{
		"R": `\(rg`, "Tm": `\(tm`, "lq": `\(lq`, "rq": `\(rq`, "S": "", "q": `\(dq`, "Am": "&", "Ba": "|", "Ge": `\(>=`, "Gt": ">", "Le": `\(<=`,
		"Lt": "<", "Ne": `\(!=`, "Pi": `\(*p`, "Pm": `\(+-`, "If": `\(if`, "Na": "NaN", "L": `\(lq`, "Rq": `\(rq`, "Lq": `\(lq`, "aa": `\(aa`, "ga": `\(ga`,
	}
}

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// read carries out the page.
func (r *reader) read() {
	r.readTo(0)
	if r.err == nil && r.language != nil {
		r.language.end()
	}
}

// readTo reads lines until no more than so many inputs are open.
func (r *reader) readTo(depth int) {
	for {
		line, ok := r.next(depth)
		if !ok {
			return
		}
		if name, args, ok := r.splitControl(line); ok && name == "while" {
			r.while(args) // whose condition is read again each time
			continue
		}
		r.interpret(r.expand(line))
	}
}

// spend counts bytes that are written on the way to the text.
func (r *reader) spend(n int) {
	if r.work += n; r.work > maxWork {
		r.fail(limit(maxWork, "bytes in the lines of macros and loops"))
	}
}

// raw returns the next line as it stands, of the inputs above depth.
func (r *reader) raw(depth int) (line string, ok bool) {
	for len(r.in) > depth && r.err == nil {
		top := &r.in[len(r.in)-1]
		if top.rest == "" {
			if !r.again(top) {
				r.in = r.in[:len(r.in)-1]
			}
			continue
		}
		line, top.rest, _ = strings.Cut(top.rest, "\n")
		r.spend(len(line))
		if r.lines++; r.lines%1024 == 0 && r.ctx.Err() != nil {
			r.fail(context.Cause(r.ctx))
		}
		if top.args != nil || top.loop != nil {
			if r.inMacros++; r.inMacros > maxLines {
				r.fail(limit(maxLines, "lines of macros"))
			}
		}
		return line, r.err == nil
	}
	return "", false
}

// next returns the next line without comments, joined with what it is continued
// by.
func (r *reader) next(depth int) (line string, ok bool) {
	line, ok = r.raw(depth)
	if r.escape == 0 || !strings.Contains(line, string(r.escape)) {
		return line, ok
	}
	joined := ""
	for {
		part, comment := cutComment(r.usual(line))
		if !comment && !continues(part) {
			return joined + part, true
		}
		joined += strings.TrimSuffix(part, `\`)
		if comment && !strings.HasSuffix(part, commentToEnd) {
			return joined, true
		}
		joined = strings.TrimSuffix(joined, commentToEnd)
		if len(joined) > maxLine {
			r.fail(limit(maxLine, "bytes in a line"))
		}
		if line, ok = r.raw(depth); !ok {
			return joined, joined != ""
		}
	}
}

// usual returns a line that is written with another escape character as it
// would be with a backslash.
func (r *reader) usual(line string) string {
	if r.escape == '\\' {
		return line
	}
	line = strings.ReplaceAll(line, `\`, "\x00")
	return strings.ReplaceAll(strings.ReplaceAll(line, string(r.escape), `\`), "\x00", `\e`)
}

// commentToEnd begins a comment that takes the end of the line along.
const commentToEnd = `\#`

// cutComment cuts a comment off a line. Of \# the mark stays.
func cutComment(line string) (string, bool) {
	for i := 0; i+1 < len(line); i++ {
		if line[i] != '\\' {
			continue
		}
		switch line[i+1] {
		case '"':
			return line[:i], true
		case '#':
			return line[:i] + commentToEnd, true
		}
		i++
	}
	return line, false
}

// continues reports whether a line ends in a backslash that is not escaped.
func continues(line string) bool {
	n := len(line) - len(strings.TrimRight(line, `\`))
	return n%2 == 1
}

// push has text read next.
func (r *reader) push(in input) {
	for n := len(r.in); n > 1 && r.in[n-1].rest == "" && r.in[n-1].loop == nil; n-- {
		r.in = r.in[:n-1] // a macro that calls one at its end is done
	}
	if len(r.in) >= maxDepth {
		r.fail(limit(maxDepth, "macros within each other"))
		return
	}
	r.in = append(r.in, in)
}

// interpret carries out a line whose strings are replaced.
func (r *reader) interpret(line string) {
	line = strings.ReplaceAll(line, `\}`, "")
	name, args, ok := r.splitControl(line)
	switch {
	case !ok:
		r.textLine(line)
	case name == "":
	default:
		r.call(name, args)
	}
}

// splitControl splits a control line into name and arguments.
func (r *reader) splitControl(line string) (name, args string, ok bool) {
	if line == "" || line[0] != r.control && line[0] != r.control2 {
		return "", "", false
	}
	line = strings.TrimLeft(line[1:], " \t")
	i := strings.IndexAny(line, " \t\\")
	if i < 0 {
		return line, "", true
	}
	if strings.HasPrefix(line[i:], `\`) && !strings.HasPrefix(line[i:], `\{`) && i == 0 {
		return "", "", true
	}
	return line[:i], strings.TrimLeft(line[i:], " \t"), true
}

// call carries out a macro of the page, a request, or a macro of the language.
func (r *reader) call(name, args string) {
	if body, ok := r.macros[name]; ok {
		r.push(input{rest: body, args: append([]string{name}, fields(args)...)})
		return
	}
	if r.request(name, args) {
		return
	}
	if r.language == nil {
		r.language = r.choose(name)
	}
	if r.language != nil {
		r.language.macro(name, args)
	}
}

// choose returns the language of a page whose first macro has that name.
func (r *reader) choose(name string) language {
	switch name {
	case "Dd":
		return newMdoc(r)
	case "TH", "SH", "PP", "TP", "SS":
		return newMan(r)
	}
	return nil
}

// textLine takes a line of text.
func (r *reader) textLine(line string) {
	if r.escape == 0 {
		line = strings.ReplaceAll(line, `\`, `\e`)
	}
	line = r.eqn.inline(line)
	if r.language == nil {
		if strings.TrimSpace(line) == "" {
			return
		}
		r.language = newMan(r)
	}
	r.language.text(line)
	if r.trap.lines > 0 {
		if r.trap.lines--; r.trap.lines == 0 {
			r.call(r.trap.macro, "")
		}
	}
}

// fields splits the arguments of a macro at spaces, but not in quotes. In quotes
// "" is one. As arguments go through one reading more than text, a backslash is
// written by two.
func fields(s string) (out []string) {
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		var arg string
		arg, s = field(s)
		out = append(out, strings.ReplaceAll(arg, `\\`, `\`))
	}
	return out
}

// field cuts one argument off s, which does not begin with a space.
func field(s string) (arg, rest string) {
	if s[0] != '"' {
		for i := 0; i < len(s); i++ {
			switch s[i] {
			case '\\':
				i++
			case ' ':
				return s[:i], s[i:]
			}
		}
		return s, ""
	}
	s = s[1:]
	i := 0
	for i < len(s) && (s[i] != '"' || strings.HasPrefix(s[i:], `""`)) {
		if s[i] == '"' {
			i++
		}
		i++
	}
	arg, rest = s[:i], ""
	if i < len(s) {
		rest = s[i+1:]
	}
	return strings.ReplaceAll(arg, `""`, `"`), rest
}

func isUTF8(s string) bool { return utf8.ValidString(s) }

func fromLatin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

func normalizeNewlines(s string) string {
	if !strings.ContainsAny(s, "\r\x00") {
		return s
	}
	return strings.NewReplacer("\r\n", "\n", "\x00", "").Replace(s)
}
