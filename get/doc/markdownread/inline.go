package markdownread

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"uriel.dev/get/doc"
	"uriel.dev/internal/commonmark"
)

// A token is a part of a leaf: words, or where something begins or ends. Tokens that
// begin and end something are in pairs, one within the other.
type token struct {
	kind tokenKind
	n    int32  // of signs: which run; of a link or image: which target; of a footnote: its number
	text string // words; a tag
}

type tokenKind uint8

const (
	words tokenKind = iota
	codeWords
	lineBreak
	signs // of emphasis
	linkBegin
	linkEnd
	imageBegin
	imageEnd
	autolink // words that lead to what they say
	noteMark
	htmlTag
)

// inliner reads the inlines of leaves (CommonMark, section 6 and appendix A), one after
// the other.
type inliner struct {
	t       *tree
	s       string
	from    int // text from here on is in no token yet
	tokens  []token
	targets []target

	runs     []signRun
	delims   []int32 // the runs that can still begin or end emphasis
	brackets []bracket
	inactive int // how many of them can begin no link, since one is in them

	ticks  map[int]int // by length of a run of backticks: where the last one is; nil until it is needed
	absent [4]bool     // such a closer of markup comes no more
	noHost int         // no "www." before this place has a host

	builder builder
}

// A bracket is one that is open: "[" or "![".
type bracket struct {
	token, delims int // how many there were before
	at            int // behind it
	image         bool
	inner         bool // another one is in it
}

// inlines reads the inlines of a leaf.
func (t *tree) inlines(s string) []doc.Inline {
	if s == "" {
		return nil
	}
	n := &t.inliner
	*n = inliner{
		t: t, s: s, tokens: n.tokens[:0], targets: n.targets[:0],
		runs: n.runs[:0], delims: n.delims[:0], brackets: n.brackets[:0],
		builder: n.builder,
	}
	for i := 0; i < len(s); {
		if isSpecial(s[i]) {
			i = n.special(i)
		} else {
			i++
		}
	}
	n.flush(len(s))
	n.emphasis(0)
	return n.build()
}

func isSpecial(c byte) bool {
	switch c {
	case '\\', '`', '<', '[', ']', '!', '*', '_', '&', '\n', ':', 'w':
		return true
	}
	return false
}

// special reads what may begin at i, and returns where to go on. What has no meaning
// is text.
func (n *inliner) special(i int) (next int) {
	switch n.s[i] {
	case '\\':
		return n.escape(i)
	case '`':
		return n.code(i)
	case '<':
		return n.angle(i)
	case '!':
		if strings.HasPrefix(n.s[i:], "![") {
			return n.open(i, len("!["))
		}
	case '[':
		return n.open(i, len("["))
	case ']':
		return n.close(i)
	case '*', '_':
		return n.signs(i)
	case '&':
		if text, length := commonmark.Entity(n.s[i:]); length > 1 {
			return n.add(i, i+length, token{text: text})
		}
	case '\n':
		return n.newline(i)
	case ':', 'w':
		if len(n.brackets) == 0 {
			return n.bare(i)
		}
	}
	return i + 1
}

// flush makes a token of the text up to end.
func (n *inliner) flush(end int) {
	if n.from < end {
		n.tokens = append(n.tokens, token{text: n.s[n.from:end]})
	}
	n.from = end
}

// add adds the token that stands from start to end, and returns end.
func (n *inliner) add(start, end int, t token) int {
	n.flush(start)
	n.tokens = append(n.tokens, t)
	n.from = end
	return end
}

func (n *inliner) addTarget(t target) int32 {
	n.targets = append(n.targets, t)
	return int32(len(n.targets) - 1)
}

func (n *inliner) escape(i int) int {
	switch {
	case i+1 == len(n.s):
	case n.s[i+1] == '\n':
		return n.add(i, i+2, token{kind: lineBreak})
	case isPunct(n.s[i+1]):
		return n.add(i, i+2, token{text: n.s[i+1 : i+2]})
	}
	return i + 1
}

// newline reads the end of a line: a line break behind two spaces, and a space
// otherwise.
func (n *inliner) newline(i int) int {
	before := strings.TrimRight(n.s[n.from:i], " \t")
	end := n.from + len(before)
	if strings.HasSuffix(n.s[end:i], "  ") {
		return n.add(end, i+1, token{kind: lineBreak})
	}
	return n.add(end, i+1, token{text: " "})
}

// code reads a span of code, up to as many backticks as stand at i.
func (n *inliner) code(i int) int {
	count := run(n.s[i:], '`')
	begin := i + count
	if n.ticks != nil && n.ticks[count] < begin {
		return begin
	}
	for j := begin; ; {
		k := strings.IndexByte(n.s[j:], '`')
		if k < 0 {
			break
		}
		end := j + k
		j = end + run(n.s[end:], '`')
		if j-end == count {
			return n.add(i, j, token{kind: codeWords, text: codeText(n.s[begin:end])})
		}
	}
	if n.ticks == nil { // no text is searched in vain twice
		n.ticks = map[int]int{}
		for j := begin; j < len(n.s); {
			count := run(n.s[j:], '`')
			if count > 0 {
				n.ticks[count] = j
			}
			j += count + 1
		}
	}
	return begin
}

// codeText returns what a span of code says. A space on both sides parts it from the
// backticks.
func codeText(s string) string {
	s = strings.ReplaceAll(s, "\n", " ")
	if len(s) > 1 && s[0] == ' ' && s[len(s)-1] == ' ' && strings.Trim(s, " ") != "" {
		return s[1 : len(s)-1]
	}
	return s
}

// angle reads the "<" at i: a link in angle brackets, or HTML.
func (n *inliner) angle(i int) int {
	if length := angleLink(n.s[i:]); length > 0 {
		text := n.s[i+1 : i+length-1]
		return n.add(i, i+length, token{kind: autolink, n: n.addTarget(n.t.target(text)), text: text})
	}
	if length := angleAddress(n.s[i:]); length > 0 {
		text := n.s[i+1 : i+length-1]
		return n.add(i, i+length, token{kind: autolink, n: n.addTarget(n.t.target("mailto:" + mailPath(text))), text: text})
	}
	if length := tag(n.s[i:], nil); length > 0 {
		return n.add(i, i+length, token{kind: htmlTag, text: n.s[i : i+length]})
	}
	if length := n.markup(n.s[i:]); length > 0 {
		return n.add(i, i+length, token{kind: htmlTag})
	}
	return i + 1
}

// mailPath escapes what can be in the local part of an address and not in a mailto URI
// (RFC 6068, section 2).
func mailPath(address string) string {
	var out strings.Builder
	for i := range len(address) {
		switch c := address[i]; c {
		case '%', '/', '?', '#', '&', '=', '`', '{', '|', '}', '^':
			const hex = "0123456789ABCDEF"
			out.Write([]byte{'%', hex[c>>4], hex[c&15]})
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

// markup returns the length of the comment, instruction, declaration or section of
// CDATA that s begins with, 0 if there is none.
func (n *inliner) markup(s string) int {
	for k, m := range [...]struct{ opener, closer string }{{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}} {
		if !strings.HasPrefix(s, m.opener) {
			continue
		}
		if m.opener == "<!" && (len(s) == len("<!") || !isLetter(s[len("<!")])) {
			return 0
		}
		if m.opener == "<!--" {
			for _, short := range [...]string{"<!-->", "<!--->"} {
				if strings.HasPrefix(s, short) {
					return len(short)
				}
			}
		}
		if n.absent[k] {
			return 0
		}
		end := strings.Index(s[len(m.opener):], m.closer)
		if end < 0 {
			n.absent[k] = true
			return 0
		}
		return len(m.opener) + end + len(m.closer)
	}
	return 0
}

// angleLink returns the length of the URI in angle brackets that s begins with
// (section 6.5), 0 if there is none.
func angleLink(s string) int {
	const minScheme, maxScheme = 2, 32
	i := 1
	for i < len(s) && (isLetter(s[i]) || i > 1 && (isDigit(s[i]) || s[i] == '+' || s[i] == '.' || s[i] == '-')) {
		i++
	}
	if scheme := i - 1; scheme < minScheme || scheme > maxScheme || i == len(s) || s[i] != ':' {
		return 0
	}
	for i < len(s) && s[i] > ' ' && s[i] != '<' && s[i] != '>' && s[i] != 0x7f {
		i++
	}
	if i == len(s) || s[i] != '>' {
		return 0
	}
	return i + 1
}

// angleAddress returns the length of the address of mail in angle brackets that s
// begins with, 0 if there is none.
func angleAddress(s string) int {
	const maxPart = 63 // characters of a label of a domain
	i := 1
	for i < len(s) && (isAlphanumeric(s[i]) || strings.IndexByte(".!#$%&'*+/=?^_`{|}~-", s[i]) >= 0) {
		i++
	}
	if i == 1 || i == len(s) || s[i] != '@' {
		return 0
	}
	for {
		i++
		start := i
		for i < len(s) && (isAlphanumeric(s[i]) || s[i] == '-') {
			i++
		}
		if i == start || i == len(s) || i-start > maxPart || s[start] == '-' || s[i-1] == '-' {
			return 0
		}
		switch s[i] {
		case '>':
			return i + 1
		case '.':
		default:
			return 0
		}
	}
}

// before and after return the characters around i; the ends of a leaf are white space.
func before(s string, i int) rune {
	if i == 0 {
		return ' '
	}
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return r
}

func after(s string, i int) rune {
	if i == len(s) {
		return ' '
	}
	r, _ := utf8.DecodeRuneInString(s[i:])
	return r
}

func isPunctuation(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
