package newsclient

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// OptionStyle is how a text shows what stands out: "plain", not at all, if it is
// not given; "overstrike" as [Overstruck] does.
const OptionStyle = "style"

// Overstruck renders an article for a reader at a terminal: as [Text] does, with
// the names of fields in bold, as less(1) reads it ("A BS A"). Of a long
// quotation the first lines stand there.
func Overstruck(header Header, body io.Reader, article uri.URI, limits policy.Limits) io.Reader {
	return rendered(header, walkOf(header, body, article, limits), struckLook{plainLook{article}})
}

type struckLook struct{ plainLook }

func (struckLook) head(h Header) string {
	var b strings.Builder
	for _, f := range shown(h) {
		for _, c := range harmless(f.Name) + ":" {
			fmt.Fprintf(&b, "%c\b%[1]c", c)
		}
		b.WriteString(" " + harmless(f.Value) + "\n")
	}
	return b.String() + "\n"
}

func (struckLook) text(l *leaf, content io.Reader) io.Reader {
	s := linesOf(l, content)
	s.flowed = false // a terminal shows lines as they are
	return &struckText{lines: s}
}

func (s struckLook) attachment(l *leaf, name, about string) string {
	return s.plainLook.attachment(l, harmless(name), harmless(about))
}

// struckText is a part that is text, for a terminal.
type struckText struct {
	lines *lineReader
	out   bytes.Buffer
	err   error

	quoted int    // lines of the quotation that goes on
	last   string // of these, if it is left out for now
}

// Read reads the part.
func (t *struckText) Read(p []byte) (int, error) {
	for t.out.Len() == 0 && t.err == nil {
		l, err := t.lines.next()
		if err != nil || l.depth == 0 {
			t.endQuote()
		}
		if t.err = err; err == nil {
			t.put(l)
		}
	}
	if t.out.Len() > 0 {
		return t.out.Read(p)
	}
	return 0, t.err
}

func (t *struckText) put(l line) {
	text := harmless(strings.Repeat("> ", l.depth)+l.text) + "\n"
	if l.depth > 0 {
		t.quoted++
	}
	if t.quoted > foldFrom {
		t.last = text
		return
	}
	t.out.WriteString(text)
}

// endQuote ends a quotation. A single line that is left stands there, since to
// say so would take as much room.
func (t *struckText) endQuote() {
	switch left := t.quoted - foldFrom; {
	case left == 1:
		t.out.WriteString(t.last)
	case left > 1:
		fmt.Fprintf(&t.out, "[%d more lines of quoted text]\n", left)
	}
	t.quoted = 0
}
