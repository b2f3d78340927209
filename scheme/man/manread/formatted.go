package manread

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/get/doc"
)

// Formatted returns the page that source is the text of, as a formatter wrote it
// for a printer or a terminal: in columns, with characters that are struck over,
// or with the sequences of ECMA-48 for bold and underlined. The text stays as it
// is, with links; the first line is the head, and a line at the left margin begins a
// section, whose words are its ID. The error is [ErrLimit].
func Formatted(source []byte) (*doc.Document, error) {
	text := decode(source)
	if len(text) > maxText {
		return nil, limit(maxText, "bytes of text")
	}
	f := formatted{ids: newBuilder()}
	for line := range strings.Lines(text) {
		f.line(strings.TrimRight(line, "\r\n"))
	}
	f.end()
	return &f.doc, nil
}

// formatted is such a page under way.
type formatted struct {
	doc  doc.Document
	ids  *builder // for the names of sections
	id   string   // of the section
	runs []run    // of the section
	font font     // that ECMA-48 has set
}

func (f *formatted) line(line string) {
	runs := f.read(line)
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.text)
	}
	words := strings.Join(strings.Fields(b.String()), " ")
	switch {
	case words == "":
	case f.doc.Title == "":
		f.doc.Title, _, _ = strings.Cut(words, " ")
		f.doc.Head.Left = inlines(runs, true)
		return
	case !strings.HasPrefix(b.String(), " "):
		f.end()
		f.id = f.ids.newID(words)
	}
	f.runs = append(append(f.runs, runs...), run{text: "\n"})
}

// end ends a section.
func (f *formatted) end() {
	runs := trimRuns(f.runs)
	f.runs = nil
	if len(runs) == 0 {
		return
	}
	in := inlines(runs, true)
	if f.id != "" {
		in = append([]doc.Inline{doc.Anchor{ID: f.id}}, in...)
	}
	f.doc.Blocks = append(f.doc.Blocks, doc.Preformatted{Inlines: in})
}

// read reads a line. Of characters that are struck over the last one counts; how
// the others are tells how it looks.
func (f *formatted) read(line string) (runs []run) {
	for line != "" {
		if n, ok := f.sequence(line); ok {
			line = line[n:]
			continue
		}
		_, n := utf8.DecodeRuneInString(line)
		char, look := line[:n], f.font
		for line = line[n:]; len(line) > 1 && line[0] == '\b'; line = line[1+n:] {
			_, n = utf8.DecodeRuneInString(line[1:])
			switch next := line[1 : 1+n]; {
			case next == char && char == "_" && len(runs) > 0 && runs[len(runs)-1].font&italic != 0:
				look |= italic // an underscore that is underlined
			case next == char:
				look |= bold
			case char == "_":
				char, look = next, look|italic
			case next == "_":
				look |= italic
			default:
				char = next
			}
		}
		if k := len(runs); k > 0 && runs[k-1].font == look {
			runs[k-1].text += char
		} else {
			runs = append(runs, run{text: char, font: look})
		}
	}
	return runs
}

// sequence reads a sequence of ECMA-48 that sets how characters look, and returns
// how long it is.
func (f *formatted) sequence(line string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(line, "\x1b[")
	end := strings.IndexByte(rest, 'm')
	if !ok || end < 0 || strings.Trim(rest[:end], "0123456789;") != "" {
		return 0, false
	}
	for code := range strings.SplitSeq(rest[:end], ";") {
		switch code {
		case "", "0":
			f.font = 0
		case "1":
			f.font |= bold
		case "3", "4":
			f.font |= italic
		case "22":
			f.font &^= bold
		case "23", "24":
			f.font &^= italic
		}
	}
	return len("\x1b[") + end + 1, true
}
