package doc

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// maxLine is the width of a line that has no limit.
const maxLine = 1 << 20

// A line is what stands on one, from the left.
type line []piece

// A piece is text of one look.
type piece struct {
	text        string
	bold, under bool
}

func (l line) width() (n int) {
	for _, p := range l {
		n += columns(p.text)
	}
	return n
}

// from returns l behind so many spaces.
func (l line) from(indent int) line {
	if indent <= 0 || len(l) == 0 {
		return l
	}
	return append(line{{text: strings.Repeat(" ", indent)}}, l...)
}

// columns is how many columns of a terminal s takes.
func columns(s string) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			for _, r := range s[i:] {
				n += columnsOf(r)
			}
			return n
		}
		n++
	}
	return n
}

func columnsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// append appends l to b in a style, without spaces at the end.
func (l line) append(b []byte, style Style) []byte {
	for len(l) > 0 && strings.TrimRight(l[len(l)-1].text, " ") == "" {
		l = l[:len(l)-1]
	}
	for i, p := range l {
		if i == len(l)-1 {
			p.text = strings.TrimRight(p.text, " ")
		}
		b = p.append(b, style)
	}
	return b
}

func (p piece) append(b []byte, style Style) []byte {
	switch {
	case !p.bold && !p.under || style == Plain:
		return append(b, p.text...)
	case style == SGR:
		return p.appendSGR(b)
	}
	for _, r := range p.text {
		if r != ' ' && columnsOf(r) > 0 {
			if p.under {
				b = append(b, "_\b"...)
			}
			if p.bold {
				b = append(utf8.AppendRune(b, r), '\b')
			}
		}
		b = utf8.AppendRune(b, r)
	}
	return b
}

func (p piece) appendSGR(b []byte) []byte {
	on := map[[2]bool]string{{true, false}: "\x1b[1m", {false, true}: "\x1b[4m", {true, true}: "\x1b[1;4m"}[[2]bool{p.bold, p.under}]
	b = append(b, on...)
	b = append(b, p.text...)
	return append(b, "\x1b[0m"...)
}

// look returns the text of s as a piece.
func (s span) piece(text string) piece {
	return piece{text: strings.ReplaceAll(text, "\u00a0", " "), bold: s.strong, under: s.emph}
}

// fill breaks inlines into lines of at most room columns, at spaces and never
// elsewhere.
func fill(inlines []Inline, room int) []line {
	f := filler{room: room}
	for _, s := range withURIs(flatten(inlines)) {
		if s.broken {
			f.breakLine()
			continue
		}
		f.add(s)
	}
	f.endWord()
	if len(f.line) > 0 {
		f.lines = append(f.lines, f.line)
	}
	return f.lines
}

// filler puts words on lines.
type filler struct {
	room  int
	lines []line
	line  line
	used  int // columns of line
	gap   int // spaces before the word
	word  line
}

func (f *filler) add(s span) {
	text := clean(s.text)
	for text != "" {
		i := strings.IndexAny(text, " \t\n")
		if i < 0 {
			i = len(text)
		}
		if i > 0 {
			f.word = append(f.word, s.piece(text[:i]))
		}
		if text = text[i:]; text != "" {
			f.endWord()
			f.gap++
			text = text[1:]
		}
	}
}

// endWord puts the word on the line, or on the next if that is full. Spaces at
// the start of a line stay: an author put them there; those where a line is
// broken go.
func (f *filler) endWord() {
	if len(f.word) == 0 {
		return
	}
	w := f.word.width()
	if f.used > 0 && f.used+f.gap+w > f.room {
		f.lines = append(f.lines, f.line)
		f.line, f.used, f.gap = nil, 0, 0
	}
	if f.gap > 0 {
		gap := piece{text: strings.Repeat(" ", min(f.gap, f.room/2))}
		f.line = append(f.line, gap)
		f.used += len(gap.text)
	}
	f.line = append(f.line, f.word...)
	f.used += w
	f.word, f.gap = nil, 0
}

func (f *filler) breakLine() {
	f.endWord()
	f.lines = append(f.lines, f.line)
	f.line, f.used, f.gap = nil, 0, 0
}

// preformat breaks inlines into lines at their newlines. Tabs lead to columns
// 8, 16 and so on.
func preformat(inlines []Inline) []line {
	var lines []line
	var l line
	var uris string
	at := 0
	end := func() {
		if uris != "" {
			l = append(l, piece{text: uris})
		}
		lines, l, uris, at = append(lines, l), nil, "", 0
	}
	spans := flatten(inlines)
	for i, s := range spans {
		rest := clean(s.text)
		for more := true; more; {
			var text string
			text, rest, more = strings.Cut(rest, "\n")
			text = expand(text, at)
			at += columns(text)
			if text != "" {
				l = append(l, s.piece(text))
			}
			if more {
				end()
			}
		}
		if linkEnds(spans, i) && s.link.saysURI() && !s.link.isURI() {
			uris += " <" + s.link.URI.String() + ">"
		}
	}
	if len(l) > 0 || uris != "" {
		end()
	}
	return lines
}

// expand replaces the tabs of a text that begins at column at.
func expand(s string, at int) string {
	if !strings.Contains(s, "\t") {
		return s
	}
	var b strings.Builder
	for i, part := range strings.Split(s, "\t") {
		if i > 0 {
			n := 8 - at%8
			b.WriteString("        "[:n])
			at += n
		}
		b.WriteString(part)
		at += columns(part)
	}
	return b.String()
}

// withURIs puts the URIs of links behind their words, or brackets around words
// that are one.
func withURIs(spans []span) []span {
	var out []span
	for i, s := range spans {
		l := s.link
		if l == nil || !l.saysURI() {
			out = append(out, s)
			continue
		}
		begins := i == 0 || spans[i-1].link != l
		bracketed := begins && i > 0 && strings.HasSuffix(spans[i-1].text, "<")
		switch {
		case !l.isURI():
			out = append(out, s)
			if linkEnds(spans, i) {
				out = append(out, span{text: " <" + l.URI.String() + ">"})
			}
		case !begins, bracketed:
			// The first span stands for all.
			if bracketed {
				out = append(out, span{text: l.URI.String(), strong: s.strong, emph: s.emph})
			}
		default:
			out = append(out, span{text: "<" + l.URI.String() + ">", strong: s.strong, emph: s.emph})
		}
	}
	return out
}

// linkEnds reports whether the link of span i ends with it.
func linkEnds(spans []span, i int) bool {
	return spans[i].link != nil && (i+1 == len(spans) || spans[i+1].link != spans[i].link)
}

// saysURI reports whether text has to say where l leads.
func (l *Link) saysURI() bool {
	return l != nil && !l.Named && !l.URI.IsZero() && l.URI.String()[0] != '#'
}

// isURI reports whether the words of l are its URI.
func (l *Link) isURI() bool { return strings.TrimSpace(Words(l.Inlines)) == l.URI.String() }
