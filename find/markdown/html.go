package markdown

import (
	"bytes"
	"strings"
	"sync"
)

// An htmlKind is one of the seven ways in which a block of HTML begins and ends
// (CommonMark, section 4.6).
type htmlKind uint8

const (
	notHTML htmlKind = iota
	rawElement
	comment
	instruction
	declaration
	cdata
	blockElement
	lonelyTag
)

// endsBlank reports whether a blank line ends the block.
func (k htmlKind) endsBlank() bool { return k >= blockElement }

// endings are what the line holds that ends a block, in lower case.
var endings = [...][]string{
	rawElement:   {"</script>", "</pre>", "</style>", "</textarea>"},
	comment:      {"-->"},
	instruction:  {"?>"},
	declaration:  {">"},
	cdata:        {"]]>"},
	blockElement: nil,
	lonelyTag:    nil,
}

var rawElements = setOf("script pre style textarea")

var blockElements = setOf(`address article aside base basefont blockquote body caption center col colgroup dd
	details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr
	html iframe legend li link main menu menuitem nav noframes ol optgroup option p param search section source summary
	table tbody td tfoot th thead title tr track ul`)

// setOf returns what tells whether a word is one of words. It reads them when it is
// asked first.
func setOf(words string) func(word string) bool {
	set := sync.OnceValue(func() map[string]bool {
		set := map[string]bool{}
		for w := range strings.FieldsSeq(words) {
			set[w] = true
		}
		return set
	})
	return func(word string) bool { return set()[word] }
}

// htmlStart returns the kind of the block of HTML that a line begins with. inText
// says that the line goes on with a paragraph otherwise, which a lonely tag does not
// end.
func htmlStart(rest []byte, inText bool) htmlKind {
	switch {
	case bytes.HasPrefix(rest, []byte("<!--")):
		return comment
	case bytes.HasPrefix(rest, []byte("<?")):
		return instruction
	case bytes.HasPrefix(rest, []byte("<![CDATA[")):
		return cdata
	case len(rest) > 2 && rest[1] == '!' && isLetter(rest[2]):
		return declaration
	}
	closing := len(rest) > 1 && rest[1] == '/'
	name, behind := elementName(rest, closing)
	if name == "" {
		return notHTML
	}
	isEnd := len(behind) == 0 || isSpace(behind[0]) || behind[0] == '>'
	switch {
	case rawElements(name) && !closing && isEnd:
		return rawElement
	case blockElements(name) && (isEnd || bytes.HasPrefix(behind, []byte("/>"))):
		return blockElement
	case inText, rawElements(name):
		return notHTML
	}
	if n := tag(rest, 0); n > 0 && len(bytes.TrimLeft(rest[n:], " \t")) == 0 {
		return lonelyTag
	}
	return notHTML
}

// elementName returns the name in a tag, in lower case, if it is short enough to be
// that of an element that counts, and what is behind it.
func elementName(rest []byte, closing bool) (name string, behind []byte) {
	const mostName = 64
	i := 1
	if closing {
		i++
	}
	start := i
	for i < len(rest) && (isLetter(rest[i]) || i > start && (isDigit(rest[i]) || rest[i] == '-')) {
		i++
	}
	if i == start || i-start > mostName {
		return "", nil
	}
	return strings.ToLower(string(rest[start:i])), rest[i:]
}

// htmlLine reads a line of a block of HTML, which it may end.
func (p *blocks) htmlLine(l *line) {
	p.end = l.end
	for _, ending := range endings[p.html] {
		if containsFold(l.rest(l.i), ending) {
			p.closeLeaf()
			return
		}
	}
}

// containsFold reports whether b has s, which is in lower case, in any case.
func containsFold(b []byte, s string) bool {
	for {
		i := bytes.IndexByte(b, s[0])
		if i < 0 || len(b)-i < len(s) {
			return false
		}
		if b = b[i:]; bytes.EqualFold(b[:len(s)], []byte(s)) {
			return true
		}
		b = b[1:]
	}
}

// tag returns where the tag ends that begins at i, which is open or closing
// (section 6.6); -1 if there is none.
func tag(b []byte, i int) int {
	i++
	closing := i < len(b) && b[i] == '/'
	if closing {
		i++
	}
	if i >= len(b) || !isLetter(b[i]) {
		return -1
	}
	for i < len(b) && (isLetter(b[i]) || isDigit(b[i]) || b[i] == '-') {
		i++
	}
	for !closing {
		next := attribute(b, i)
		if next < 0 {
			return -1
		}
		if next == i {
			break
		}
		i = next
	}
	i = skipSpace(b, i)
	if !closing && i < len(b) && b[i] == '/' {
		i++
	}
	if i < len(b) && b[i] == '>' {
		return i + 1
	}
	return -1
}

// attribute returns where the attribute ends that begins with blanks at i; i if
// there is none, and -1 if it is none.
func attribute(b []byte, i int) int {
	start := i
	i = skipSpace(b, i)
	if i == start || i == len(b) || !isLetter(b[i]) && b[i] != '_' && b[i] != ':' {
		return start
	}
	for i < len(b) && (isLetter(b[i]) || isDigit(b[i]) || bytes.IndexByte([]byte("_.:-"), b[i]) >= 0) {
		i++
	}
	equals := skipSpace(b, i)
	if equals == len(b) || b[equals] != '=' {
		return i
	}
	return attributeValue(b, skipSpace(b, equals+1))
}

// attributeValue returns where the value ends that begins at i; -1 if it is none.
func attributeValue(b []byte, i int) int {
	if i == len(b) {
		return -1
	}
	if quote := b[i]; quote == '"' || quote == '\'' {
		n := bytes.IndexByte(b[i+1:], quote)
		if n < 0 {
			return -1
		}
		return i + 1 + n + 1
	}
	start := i
	for i < len(b) && !isSpace(b[i]) && bytes.IndexByte([]byte("\"'=<>`"), b[i]) < 0 {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

// skipSpace returns where the white space at i ends.
func skipSpace(b []byte, i int) int {
	for i < len(b) && isSpace(b[i]) {
		i++
	}
	return i
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
