package markdownread

import (
	"strings"

	"uriel.dev/get/doc"
	"uriel.dev/internal/commonmark"
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
	loneTag
)

// endsBlank reports whether a blank line ends the block.
func (k htmlKind) endsBlank() bool { return k >= blockElement }

// isEndedBy reports whether a line ends the block, which is in it.
func (k htmlKind) isEndedBy(line string) bool {
	switch k {
	case rawElement:
		for _, name := range [...]string{"script", "pre", "style", "textarea"} {
			if containsFold(line, "</"+name+">") {
				return true
			}
		}
	case comment:
		return strings.Contains(line, "-->")
	case instruction:
		return strings.Contains(line, "?>")
	case declaration:
		return strings.Contains(line, ">")
	case cdata:
		return strings.Contains(line, "]]>")
	}
	return false
}

// containsFold reports whether s has what, which begins with "</", in any case.
func containsFold(s, what string) bool {
	for {
		i := strings.Index(s, "</")
		if i < 0 || len(s)-i < len(what) {
			return false
		}
		if s = s[i:]; strings.EqualFold(s[:len(what)], what) {
			return true
		}
		s = s[1:]
	}
}

func (p *parser) markupLine(l *line) {
	rest := l.rest()
	p.append(rest)
	if p.html.isEndedBy(rest) {
		p.closeLeaf()
	}
}

// htmlBegins returns the kind of the block of HTML that begins with a line. A lone tag
// does not end a paragraph.
func htmlBegins(rest string, text bool) htmlKind {
	switch {
	case strings.HasPrefix(rest, "<!--"):
		return comment
	case strings.HasPrefix(rest, "<?"):
		return instruction
	case strings.HasPrefix(rest, "<![CDATA["):
		return cdata
	case len(rest) > 2 && rest[1] == '!' && isLetter(rest[2]):
		return declaration
	}
	name, closing := tagName(rest)
	if name == "" {
		return notHTML
	}
	behind := strings.TrimPrefix(rest[1:], "/")[len(name):]
	ends := behind == "" || isSpace(behind[0]) || behind[0] == '>'
	raw := isRawElement(name)
	switch {
	case raw && !closing && ends:
		return rawElement
	case isBlockElement(name) && (ends || strings.HasPrefix(behind, "/>")):
		return blockElement
	case text, raw:
		return notHTML
	}
	if n := tag(rest, nil); n > 0 && isEmpty(rest[n:]) {
		return loneTag
	}
	return notHTML
}

// tagName returns the name in the tag that s begins with, in lower case.
func tagName(s string) (name string, closing bool) {
	i := 1
	if closing = strings.HasPrefix(s, "</"); closing {
		i++
	}
	start := i
	for i < len(s) && (isLetter(s[i]) || i > start && (isDigit(s[i]) || s[i] == '-')) {
		i++
	}
	return strings.ToLower(s[start:i]), closing
}

func isRawElement(name string) bool {
	switch name {
	case "script", "pre", "style", "textarea":
		return true
	}
	return false
}

func isBlockElement(name string) bool {
	switch name {
	case "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center", "col",
		"colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
		"form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html", "iframe",
		"legend", "li", "link", "main", "menu", "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param",
		"search", "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul":
		return true
	}
	return false
}

// tag returns the length of the tag that s begins with (section 6.6), 0 if it is none.
// It calls visit, if there is one, with each attribute.
func tag(s string, visit func(name, value string)) int {
	name, closing := tagName(s)
	if name == "" {
		return 0
	}
	i := 1 + len(name)
	if closing {
		i++
	}
	for !closing {
		start := skipSpace(s, i)
		n := attributeName(s[start:])
		if start == i || n == 0 {
			break
		}
		name := s[start : start+n]
		i = start + n
		value := ""
		if equals := skipSpace(s, i); equals < len(s) && s[equals] == '=' {
			var ok bool
			if value, i, ok = attributeValue(s, skipSpace(s, equals+1)); !ok {
				return 0
			}
		}
		if visit != nil {
			visit(strings.ToLower(name), commonmark.UnescapeEntities(value))
		}
	}
	i = skipSpace(s, i)
	if !closing && i < len(s) && s[i] == '/' {
		i++
	}
	if i < len(s) && s[i] == '>' {
		return i + 1
	}
	return 0
}

// attributeName returns the length of the name that s begins with.
func attributeName(s string) int {
	n := 0
	for n < len(s) && (isLetter(s[n]) || s[n] == '_' || s[n] == ':' || n > 0 && (isDigit(s[n]) || s[n] == '.' || s[n] == '-')) {
		n++
	}
	return n
}

// attributeValue returns the value at i, and where it ends.
func attributeValue(s string, i int) (value string, end int, ok bool) {
	if i == len(s) {
		return "", i, false
	}
	if quote := s[i]; quote == '"' || quote == '\'' {
		n := strings.IndexByte(s[i+1:], quote)
		if n < 0 {
			return "", i, false
		}
		return s[i+1 : i+1+n], i + n + len(`""`), true
	}
	end = i
	for end < len(s) && !isSpace(s[end]) && strings.IndexByte("\"'=<>`", s[end]) < 0 {
		end++
	}
	return s[i:end], end, end > i
}

// anchors returns the names by which fragments call the places of a block of HTML that
// says nothing else. Most are comments, and tags alone around Markdown; to parse them
// is not worth it.
func anchors(text string) (out []doc.Inline, only bool) {
	for {
		text = strings.TrimLeft(text, " \t\n")
		switch {
		case text == "":
			return out, true
		case strings.HasPrefix(text, "<!--"):
			_, text, _ = strings.Cut(text[len("<!"):], "-->")
		case text[0] == '<' && isQuiet(text):
			n := tag(text, func(attribute, value string) {
				if (attribute == "id" || attribute == "name") && value != "" {
					out = append(out, doc.Anchor{ID: value})
				}
			})
			if n == 0 {
				return nil, false
			}
			text = text[n:]
		default:
			return nil, false
		}
	}
}

// isQuiet reports whether the tag that s begins with is of an element that makes no
// difference to what is in it, or to what is behind it.
func isQuiet(s string) bool {
	switch name, _ := tagName(s); name {
	case "div", "p", "center", "details", "section", "article", "span":
		return true
	}
	return false
}
