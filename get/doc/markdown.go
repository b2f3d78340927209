package doc

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"uriel.dev/uri"
)

// WriteMarkdown writes d as Markdown: CommonMark 0.31, and tables of GitHub.
// A definition list is a list of bullets whose items begin with their terms.
// What Markdown cannot say, such as bold that ends in the middle of a word, is
// said by elements of HTML.
//
// The error is that of w.
func WriteMarkdown(w io.Writer, d *Document) error {
	m := &markdownWriter{out: bufio.NewWriter(w), first: true}
	m.band(d.Head)
	if d.needsTitle() {
		m.block(Heading{Level: 1, Inlines: []Inline{Text(d.Title)}})
		m.down = 1
	}
	m.blocks(d.Blocks)
	m.band(d.Foot)
	return m.out.Flush()
}

type markdownWriter struct {
	out    *bufio.Writer // Flush tells of errors
	prefix string        // of each line: what we are in
	mark   string        // of the next line, in place of the end of prefix
	first  bool          // nothing is to be parted from what comes
	down   int           // by how much levels are below those of the document
}

// line writes a line behind what it is in.
func (m *markdownWriter) line(s string) {
	start := m.prefix
	if m.mark != "" {
		start = m.prefix[:len(m.prefix)-len(m.mark)] + m.mark
		m.mark = ""
	}
	m.out.WriteString(strings.TrimRight(start+s, " ") + "\n")
	m.first = false
}

// part parts two blocks.
func (m *markdownWriter) part() {
	if !m.first {
		m.line("")
	}
	m.first = true
}

func (m *markdownWriter) band(b Band) {
	var words []Inline
	for i, part := range b.parts("") {
		if i > 0 {
			words = append(words, Text(" · "))
		}
		words = append(words, part...)
	}
	if len(words) > 0 {
		m.block(Paragraph{Inlines: words})
	}
}

func (m *markdownWriter) blocks(blocks []Block) {
	for i, b := range blocks {
		if i > 0 {
			if a, ok := blocks[i-1].(List); ok {
				if b, ok := b.(List); ok && (a.Kind == Ordered) == (b.Kind == Ordered) {
					m.part()
					m.line("<!-- -->") // or it would be one list
				}
			}
		}
		m.block(b)
	}
}

func (m *markdownWriter) block(b Block) {
	switch b := b.(type) {
	case Heading:
		m.part()
		m.line(strings.Repeat("#", min(max(b.Level, 1)+m.down, 6)) + " " + strings.ReplaceAll(markdown(b.Inlines), "\\\n", " "))
	case Paragraph:
		if text := markdown(b.Inlines); text != "" {
			m.part()
			m.lines(text)
		}
	case Preformatted:
		m.part()
		m.fenced(b)
	case List:
		m.list(b)
	case Table:
		m.part()
		m.table(b)
	case Indent:
		m.part()
		m.inside("> ", "> ", b.Blocks)
	case Rule:
		m.part()
		m.line("---")
	}
}

func (m *markdownWriter) lines(s string) {
	for l := range strings.SplitSeq(s, "\n") {
		m.line(l)
	}
}

// fenced writes text as it is between fences that are longer than any in it.
func (m *markdownWriter) fenced(p Preformatted) {
	text := strings.TrimRight(clean(Words(p.Inlines)), "\n")
	marks := fence(text, "```")
	m.line(marks)
	m.lines(strings.ReplaceAll(text, "\u00a0", " "))
	m.line(marks)
}

// fence returns backticks that are not in text, marks or more.
func fence(text, marks string) string {
	for strings.Contains(text, marks) {
		marks += "`"
	}
	return marks
}

// inside writes blocks with a prefix, and a mark in its place on their first
// line.
func (m *markdownWriter) inside(mark, prefix string, blocks []Block) {
	outer := m.prefix
	m.prefix += prefix
	m.mark, m.first = mark, true
	m.blocks(blocks)
	if m.mark != "" {
		m.line("")
	}
	m.prefix = outer
}

func (m *markdownWriter) list(l List) {
	for i, item := range l.Items {
		if !l.Tight || i == 0 {
			m.part()
		}
		mark := "- "
		if l.Kind == Ordered {
			mark = strconv.Itoa(max(l.Start, 1)+i) + ". "
		}
		m.inside(mark, strings.Repeat(" ", len(mark)), item.blocks())
	}
}

// blocks returns an item with its terms as a paragraph.
func (i Item) blocks() []Block {
	var terms []Inline
	for n, t := range i.Terms {
		if n > 0 {
			terms = append(terms, LineBreak{})
		}
		terms = append(terms, t...)
	}
	if len(terms) == 0 {
		return i.Blocks
	}
	return append([]Block{Paragraph{Inlines: terms}}, i.Blocks...)
}

// table writes a table. The first row has to be a header, and cells are one
// line each.
func (m *markdownWriter) table(t Table) {
	columns := 0
	for _, r := range t.Rows {
		n := 0
		for _, c := range r.Cells {
			n += min(max(c.ColSpan, 1), maxColSpan)
		}
		columns = max(columns, n)
	}
	rows := t.Rows
	var head Row
	if len(rows) > 0 && rows[0].Header {
		head, rows = rows[0], rows[1:]
	}
	m.line(head.markdown(columns))
	m.line(strings.Repeat("| --- ", columns) + "|")
	for _, r := range rows {
		m.line(r.markdown(columns))
	}
}

func (r Row) markdown(columns int) string {
	var b strings.Builder
	for _, c := range r.Cells {
		var inlines []Inline
		for i, block := range c.Blocks {
			if i > 0 {
				inlines = append(inlines, Text(" "))
			}
			inlines = append(inlines, inlinesOf(block)...)
		}
		text := strings.NewReplacer("\\\n", " ", "\n", " ").Replace(markdown(inlines))
		span := min(max(c.ColSpan, 1), maxColSpan)
		b.WriteString("| " + text + strings.Repeat(" |", span-1) + " ")
		columns -= span
	}
	return b.String() + strings.Repeat("| ", max(columns, 0)) + "|"
}

// inlinesOf returns all the inlines in a block.
func inlinesOf(b Block) (out []Inline) {
	var inner []Block
	switch b := b.(type) {
	case Heading:
		return b.Inlines
	case Paragraph:
		return b.Inlines
	case Preformatted:
		return b.Inlines
	case Indent:
		inner = b.Blocks
	case List:
		for _, i := range b.Items {
			inner = append(inner, i.blocks()...)
		}
	case Table:
		for _, r := range b.Rows {
			for _, c := range r.Cells {
				inner = append(inner, c.Blocks...)
			}
		}
	}
	for i, b := range inner {
		if i > 0 {
			out = append(out, Text(" "))
		}
		out = append(out, inlinesOf(b)...)
	}
	return out
}

// markdown writes inlines. A line break is a backslash and a newline.
func markdown(inlines []Inline) string {
	var w inlineWriter
	spans := flatten(inlines)
	for i, s := range spans {
		next := ""
		if i+1 < len(spans) && !spans[i+1].broken {
			next = spans[i+1].text
		}
		if s.broken && (next == "" || w.atStart()) {
			continue
		}
		w.span(s, next, i == 0 || spans[i-1].link != s.link, linkEnds(spans, i))
	}
	return strings.Trim(w.String(), "\n ")
}

type inlineWriter struct{ strings.Builder }

// span writes a span, and the link that begins and ends with it.
func (w *inlineWriter) span(s span, next string, begins, ends bool) {
	switch {
	case s.broken:
		w.WriteString("\\\n")
		return
	case s.link != nil && s.link.isURI() && isAutolink(s.link.URI):
		if begins {
			w.WriteString("<" + s.link.URI.String() + ">")
		}
		return
	case s.link != nil && begins:
		w.WriteByte('[')
	}
	w.words(s, next)
	if s.link != nil && ends {
		w.WriteString("](<" + s.link.URI.String() + ">)")
	}
}

// isAutolink reports whether <URI> is a link.
func isAutolink(u uri.URI) bool { return len(u.Scheme()) > 1 && len(u.Scheme()) <= 32 }

// words writes the text of a span in its look. Spaces at its ends stand outside
// of the marks.
func (w *inlineWriter) words(s span, next string) {
	text := strings.ReplaceAll(strings.Join(strings.FieldsFunc(" "+clean(s.text)+" ", func(r rune) bool { return r == '\n' || r == '\t' }), " "), "\u00a0", " ")
	text = text[1 : len(text)-1]
	core := strings.Trim(text, " ")
	if core == "" {
		w.WriteString(text)
		return
	}
	at := strings.Index(text, core)
	if !w.atStart() {
		w.WriteString(text[:at])
	}
	after := text[at+len(core):]
	if after == "" {
		after = next
	}
	open, end := w.marks(s, core, after)
	w.WriteString(open)
	if strings.Contains(open, "`") {
		w.WriteString(core)
	} else {
		w.escape(core)
	}
	w.WriteString(end)
	w.WriteString(text[at+len(core):])
}

// marks returns what stands around words. An asterisk counts only if it is not
// between a letter outside and punctuation inside, nor behind another.
func (w *inlineWriter) marks(s span, core, after string) (open, end string) {
	switch {
	case s.code && !strings.Contains(core, "`"):
		open, end = "`", "`"
	case s.code:
		open, end = fence(core, "`")+" ", " "+fence(core, "`")
	}
	before, _ := utf8.DecodeLastRuneInString(w.String())
	next, _ := utf8.DecodeRuneInString(after)
	first, _ := utf8.DecodeRuneInString(core)
	last, _ := utf8.DecodeLastRuneInString(core)
	stars := before != '*' && (isWord(first) || !isWord(before)) && (isWord(last) || !isWord(next)) && before != '\\'
	switch {
	case s.strong && stars && s.emph:
		return "***" + open, end + "***"
	case s.strong && stars:
		return "**" + open, end + "**"
	case s.emph && stars:
		return "*" + open, end + "*"
	}
	if s.emph {
		open, end = "<em>"+open, end+"</em>"
	}
	if s.strong {
		open, end = "<strong>"+open, end+"</strong>"
	}
	return open, end
}

func isWord(r rune) bool {
	return r != utf8.RuneError && !unicode.IsSpace(r) && !unicode.IsPunct(r) && !unicode.IsSymbol(r)
}

// special are the characters that mean something wherever they stand.
const special = "\\`*_[]<>&|~"

// escape writes words so that none of them is markup.
func (w *inlineWriter) escape(s string) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte(special, c) >= 0,
			strings.IndexByte("#+-=", c) >= 0 && w.atStart(),
			strings.IndexByte(".)", c) >= 0 && w.afterNumber():
			w.WriteByte('\\')
		}
		w.WriteByte(s[i])
	}
}

// atStart reports whether a line begins here.
func (w *inlineWriter) atStart() bool {
	s := strings.TrimRight(w.String(), " ")
	return s == "" || strings.HasSuffix(s, "\n")
}

// maxNumber is how many digits the number of an item may have.
const maxNumber = 9

// afterNumber reports whether there is but a number on the line.
func (w *inlineWriter) afterNumber() bool {
	s := w.String()
	s = s[max(0, len(s)-maxNumber-1):]
	line := strings.TrimLeft(s[strings.LastIndexByte(s, '\n')+1:], " ")
	return line != "" && strings.Trim(line, "0123456789") == ""
}
