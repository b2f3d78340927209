package whatisclient

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A description says in one line what is called by some names.
type description struct {
	Names []string `json:"names"`
	About string   `json:"about"`
}

// maxSource is how much of a page is read: its NAME section stands at the start,
// behind some pages of definitions at most.
const maxSource = 64 << 10

// describe reads the NAME section of a page of the manual, in the language of
// man(7) or mdoc(7):
//
//	.SH NAME                      .Sh NAME
//	ls, dir \- list a directory   .Nm ls ,
//	                              .Nm dir
//	                              .Nd list a directory
//
// Some pages describe several things, each in a paragraph of its own. In another
// language the section has another title, and is the first.
func describe(source string, foreign bool) (out []description) {
	if !utf8.ValidString(source) {
		source = latin1(source)
	}
	var s section
	until := "" // the macro that ends a definition; "" outside of one
	for line := range strings.Lines(source) {
		line = strings.TrimRight(line, "\r\n")
		macro, args, isMacro := request(line)
		switch {
		case until != "":
			if isMacro && macro == until {
				until = ""
			}
		case isMacro && isDefinition(macro):
			until = "."
			if f := fields(args); len(f) > 1 && macro != "ig" {
				until = f[1]
			} else if len(f) > 0 && macro == "ig" {
				until = f[0]
			}
		case s.open && isMacro && isSubsection(macro, args):
			return s.done()
		case isMacro && (macro == "SH" || macro == "Sh"):
			if s.open {
				return s.done()
			}
			s.open = foreign || isName(unescape(strings.Join(fields(args), " ")))
		case !s.open:
		case isMacro:
			s.macro(macro, args)
		default:
			s.put(unescape(line))
		}
	}
	return s.done()
}

func latin1(s string) string {
	runes := make([]rune, len(s))
	for i := range len(s) {
		runes[i] = rune(s[i])
	}
	return string(runes)
}

// isName reports whether a section of that title has the name of the page.
func isName(title string) bool {
	return strings.EqualFold(title, "NAME") || strings.EqualFold(title, "NAMES")
}

// isDefinition reports whether the lines behind a request define a macro, or are
// ignored.
func isDefinition(macro string) bool {
	switch macro {
	case "de", "de1", "dei", "dei1", "am", "am1", "ami", "ami1", "ig":
		return true
	}
	return false
}

// isSubsection reports whether a macro begins one, with or without a condition.
func isSubsection(macro, args string) bool {
	switch macro {
	case "SS", "Ss":
		return true
	case "if", "ie", "el":
		return strings.Contains(" "+args, " .SS ")
	}
	return false
}

// request reads a line that a formatter obeys: a dot or apostrophe, blanks, the
// name of a macro, and its arguments.
func request(line string) (macro, args string, ok bool) {
	if line == "" || line[0] != '.' && line[0] != '\'' {
		return "", "", false
	}
	macro, args, _ = strings.Cut(strings.TrimLeft(line[1:], " \t"), " ")
	if i := strings.IndexByte(macro, '\t'); i >= 0 {
		macro, args = macro[:i], macro[i+1:]+" "+args
	}
	return macro, args, true
}

// fields splits the arguments of a macro. In quotation marks one holds spaces,
// and two marks are one.
func fields(args string) (out []string) {
	for args = strings.TrimLeft(args, " \t"); args != ""; args = strings.TrimLeft(args, " \t") {
		if strings.HasPrefix(args, `\"`) {
			break // a comment
		}
		if args[0] != '"' {
			end := strings.IndexAny(args, " \t")
			for end > 0 && args[end-1] == '\\' { // an escaped space is no end
				next := strings.IndexAny(args[end+1:], " \t")
				if next < 0 {
					end = -1
					break
				}
				end += 1 + next
			}
			if end < 0 {
				end = len(args)
			}
			out, args = append(out, args[:end]), args[end:]
			continue
		}
		var b strings.Builder
		i := 1
		for ; i < len(args) && (args[i] != '"' || strings.HasPrefix(args[i:], `""`)); i++ {
			if args[i] == '"' {
				i++
			}
			b.WriteByte(args[i])
		}
		out, args = append(out, b.String()), args[min(i+1, len(args)):]
	}
	return out
}

// A section is the NAME section under way.
type section struct {
	open  bool
	names []string // of mdoc(7)
	about bool     // behind Nd
	text  strings.Builder
	out   []description
}

// macro takes a line with a macro.
func (s *section) macro(macro, args string) {
	switch macro {
	case "br", "sp", "PP", "P", "LP", "TP", "IP", "Pp", "PD", "HP":
		s.end()
	case "Nm":
		for _, name := range fields(args) {
			if name = strings.Trim(unescape(name), " ,"); name != "" {
				s.names = append(s.names, name)
			}
		}
	case "Nd":
		s.about = true
		s.put(unescape(strings.Join(fields(args), " ")))
	case "B", "I", "SM", "SB", "R":
		s.put(unescape(strings.Join(fields(args), " ")))
	case "BR", "RB", "IR", "RI", "BI", "IB":
		s.put(unescape(strings.Join(fields(args), "")))
	}
}

// maxText bounds what a section may say.
const maxText = 4096

func (s *section) put(text string) {
	if s.text.Len() < maxText {
		s.text.WriteString(text + " ")
	}
}

// dash stands between the names and what is said of them.
var dash = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\s+(?:-{1,3}|–|—|−)\s+`)
})

// end ends a paragraph. One without a dash goes on.
func (s *section) end() {
	text := strings.Join(strings.Fields(s.text.String()), " ")
	if s.about {
		return
	}
	m := dash().FindStringIndex(" " + text + " ")
	if m == nil {
		return
	}
	text = " " + text + " "
	s.add(strings.Split(text[:m[0]], ","), text[m[1]:])
	s.text.Reset()
}

func (s *section) add(names []string, about string) {
	d := description{About: strings.TrimSpace(about)}
	for _, name := range names {
		if name = strings.Join(strings.Fields(name), " "); name != "" && !slices.Contains(d.Names, name) {
			d.Names = append(d.Names, name)
		}
	}
	if len(d.Names) > 0 && d.About != "" {
		s.out = append(s.out, d)
	}
}

func (s *section) done() []description {
	if s.about {
		s.add(s.names, strings.Join(strings.Fields(s.text.String()), " "))
	} else {
		s.end()
	}
	return s.out
}

// chars are the named characters that descriptions have.
var chars = map[string]string{
	"em": "—", "en": "–", "hy": "-", "mi": "-", "aq": "'", "dq": `"`, "lq": "“", "rq": "”", "oq": "‘", "cq": "’",
	"co": "©", "rg": "®", "tm": "™", "bu": "•", "ti": "~", "ha": "^", "rs": `\`, "sl": "/", "bv": "|", "ba": "|", "at": "@", "sh": "#", "Do": "$",
	"mu": "×", "->": "→", "<-": "←", "'e": "é", "`e": "è", ":o": "ö", ":u": "ü", ":a": "ä", "'a": "á", "'o": "ó", "'i": "í", "ss": "ß",
}

// unescape returns a text without fonts, sizes and other things that only a
// formatter obeys.
func unescape(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, `\`)
		b.WriteString(before)
		if !ok || rest == "" {
			return b.String()
		}
		c := rest[0]
		text = rest[1:]
		switch c {
		case '"', '#':
			return b.String()
		case '-':
			b.WriteByte('-')
		case ' ', '~', '0':
			b.WriteByte(' ')
		case 'e', '\\':
			b.WriteByte('\\')
		case '\'', '`', '.':
			b.WriteByte(c)
		case '(', '[', 'C':
			var name string
			name, text = operand(rest)
			b.WriteString(char(name))
		case '*':
			var name string
			name, text = operand(text)
			b.WriteString(chars[strings.ToLower(name)]) // \*(lq and \*(rq
		case 'f', 'F', 'm', 'M', 'g', 'k', 'n', 'Y':
			_, text = operand(text)
		case 's':
			text = size(text)
		case 'h', 'v', 'w', 'b', 'o', 'A', 'B', 'D', 'H', 'L', 'l', 'N', 'R', 'S', 'x', 'X', 'Z':
			_, text = quoted(text)
		}
	}
}

// char returns the character of that name: one of the list, or "u00E9".
func char(name string) string {
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 {
		if c, err := strconv.ParseUint(hex, 16, 32); err == nil && c <= utf8.MaxRune {
			return string(rune(c))
		}
	}
	return chars[name]
}

// operand cuts what an escape is about: "x", "(xy", "[name]", "'name'" of C.
func operand(text string) (name, rest string) {
	switch {
	case text == "":
		return "", ""
	case text[0] == '(':
		n := min(3, len(text))
		return text[1:n], text[n:]
	case text[0] == '[':
		name, rest, _ = strings.Cut(text[1:], "]")
		return name, rest
	case strings.HasPrefix(text, "C'"):
		return quoted(text[1:])
	default:
		_, n := utf8.DecodeRuneInString(text)
		return text[:n], text[n:]
	}
}

// quoted cuts an operand between two of the same character.
func quoted(text string) (name, rest string) {
	if text == "" {
		return "", ""
	}
	_, n := utf8.DecodeRuneInString(text)
	name, rest, _ = strings.Cut(text[n:], text[:n])
	return name, rest
}

// size cuts a change of the size of letters: "0", "-1", "+2", "12", "(12",
// "[-1]".
func size(text string) string {
	text = strings.TrimLeft(text, "+-")
	switch {
	case text == "":
		return ""
	case text[0] == '(' || text[0] == '[':
		_, rest := operand(text)
		return rest
	case len(text) > 1 && '1' <= text[0] && text[0] <= '3' && '0' <= text[1] && text[1] <= '9':
		return text[2:]
	default:
		return text[1:]
	}
}
