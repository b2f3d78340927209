package newsclient

import (
	"bufio"
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// shown are the fields that a reader wants to see.
var shown = []string{"from", "newsgroups", "followup-to", "reply-to", "subject", "date", "organization", "message-id", "references"}

// Text renders an article, of which header was read, as a text of UTF-8 with
// lines that end in LF: the fields that a reader wants to see, decoded, an empty
// line, and the body without its transfer encoding and charset. Of a message of
// several parts those that are text stand there, and the others are named. It is
// read as it comes. An error of body is an error of the text; an encoding that
// is damaged is said in the text.
func Text(header Header, body io.Reader) io.Reader {
	source := &source{r: body}
	var head strings.Builder
	for _, f := range header {
		if slices.Contains(shown, strings.ToLower(f.Name)) {
			fmt.Fprintf(&head, "%s: %s\n", f.Name, Decode(f.Value))
		}
	}
	head.WriteString("\n")
	w := &walk{source: source, now: strings.NewReader(head.String())}
	w.later = func() io.Reader { return w.part(fieldsOf(header), source) }
	return w
}

// fieldsOf returns the fields that say what a body is.
func fieldsOf(h Header) textproto.MIMEHeader {
	out := textproto.MIMEHeader{}
	for _, name := range [...]string{"Content-Type", "Content-Transfer-Encoding", "Content-Disposition"} {
		if value := h.Get(name); value != "" {
			out.Set(name, value)
		}
	}
	return out
}

// A source is the body as it comes. It keeps its error, to tell it from one of
// an encoding.
type source struct {
	r   io.Reader
	err error
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil {
		s.err = err
	}
	return n, err
}

// A walk goes through the parts of an article.
type walk struct {
	source *source
	now    io.Reader        // what is read now; nil between two
	later  func() io.Reader // what is read after it, once
	levels []*level         // the multiparts that we are in
	begun  bool             // something of the body was shown
}

// A level is a multipart.
type level struct {
	*multipart.Reader
	alternative bool // its parts are the same in several forms
	shown       bool // one of which is shown
}

// maxLevels bounds how deep multiparts lie in each other.
const maxLevels = 8

// Read reads the text.
func (w *walk) Read(p []byte) (int, error) {
	for {
		if w.now != nil {
			n, err := w.now.Read(p)
			if err == io.EOF {
				w.now, err = nil, nil
			}
			if n > 0 || err != nil {
				return n, err
			}
			continue
		}
		if w.later != nil {
			w.now, w.later = w.later(), nil
			continue
		}
		if len(w.levels) == 0 {
			return 0, w.end()
		}
		w.now = w.next()
	}
}

// end reads what is behind the last part, which nobody wants to see, to know
// whether all has come.
func (w *walk) end() error {
	if _, err := io.Copy(io.Discard, w.source); err != nil {
		return err
	}
	return io.EOF
}

// next returns the next part of the innermost multipart, or nil.
func (w *walk) next() io.Reader {
	top := w.levels[len(w.levels)-1]
	part, err := top.NextRawPart()
	if err != nil { // the last boundary, or it is missing: an error of the source is seen at the end
		w.levels = w.levels[:len(w.levels)-1]
		return nil
	}
	return w.part(part.Header, part)
}

// part returns what there is to be read of a part, or of the whole body.
func (w *walk) part(h textproto.MIMEHeader, body io.Reader) io.Reader {
	media, params, err := mime.ParseMediaType(cmp.Or(h.Get("Content-Type"), "text/plain"))
	if err != nil && media == "" || strings.HasPrefix(media, "multipart/") && params["boundary"] == "" {
		media = "text/plain" // as what says nothing of itself
	}
	var top *level
	if len(w.levels) > 0 {
		top = w.levels[len(w.levels)-1]
	}
	switch {
	case strings.HasPrefix(media, "multipart/") && len(w.levels) < maxLevels:
		w.levels = append(w.levels, &level{Reader: multipart.NewReader(body, params["boundary"]), alternative: media == "multipart/alternative"})
		return nil
	case top == nil && strings.HasPrefix(media, "text/"), media == "text/plain" && !isAttached(h):
		if top != nil {
			top.shown = true
		}
		return w.apart(&text{walk: w, raw: body, encoding: h.Get("Content-Transfer-Encoding"), charset: params["charset"]})
	case top != nil && top.alternative && top.shown:
		return nil
	}
	return w.apart(&attachment{walk: w, raw: body, encoding: h.Get("Content-Transfer-Encoding"), media: media, name: nameOfPart(h, params)})
}

// apart puts an empty line before a part that is not the first.
func (w *walk) apart(part io.Reader) io.Reader {
	if w.begun {
		return io.MultiReader(strings.NewReader("\n"), part)
	}
	w.begun = true
	return part
}

func isAttached(h textproto.MIMEHeader) bool {
	disposition, _, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	return disposition == "attachment"
}

// nameOfPart returns the name of the file that a part was, or "".
func nameOfPart(h textproto.MIMEHeader, params map[string]string) string {
	_, disposition, _ := mime.ParseMediaType(h.Get("Content-Disposition"))
	return Decode(cmp.Or(disposition["filename"], params["name"]))
}

// maxQuotedLine is how long a line of quoted-printable may be, which is at most
// 76 by RFC 2045, section 6.7.
const maxQuotedLine = 64 << 10

// decoded takes the transfer encoding from a part (RFC 2045, section 6).
func decoded(encoding string, r io.Reader) io.Reader {
	switch strings.ToLower(strings.TrimSpace(encoding)) {
	case "quoted-printable":
		return quotedprintable.NewReader(bufio.NewReaderSize(r, maxQuotedLine))
	case "base64":
		return base64.NewDecoder(base64.StdEncoding, r)
	}
	return r
}

// A text is a part that is shown.
type text struct {
	*walk
	raw               io.Reader
	encoding, charset string
	r                 *bufio.Reader // of what is decoded; nil before the first byte
	last              byte          // that was returned
	damage            string        // what is said of a part that cannot be read on
	over              bool
}

// Read returns the lines of a part; the last has an end.
func (t *text) Read(p []byte) (int, error) {
	if t.r == nil {
		t.begin()
	}
	if t.over {
		n := copy(p, t.damage)
		t.damage = t.damage[n:]
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
	n, err := t.r.Read(p)
	n = t.unix(p[:n])
	if err == nil {
		return n, nil
	}
	if t.source.err != nil && t.source.err != io.EOF {
		return n, t.source.err
	}
	t.over = true
	if t.last != '\n' {
		t.damage = "\n"
	}
	if err != io.EOF {
		t.damage += "[the rest of this part is damaged]\n"
	}
	return n, nil
}

// unix takes the CR out of line ends, in place.
func (t *text) unix(p []byte) (n int) {
	for i, c := range p {
		if c == '\r' && t.after(p, i) == '\n' {
			continue
		}
		p[n] = c
		t.last = c
		n++
	}
	return n
}

// after returns the byte behind p[i], which may still be to be read; 0 if there
// is none.
func (t *text) after(p []byte, i int) byte {
	if i+1 < len(p) {
		return p[i+1]
	}
	b, err := t.r.Peek(1)
	if err != nil {
		return 0
	}
	return b[0]
}

// sniffSize is how much of a text is looked at if it does not say its charset.
const sniffSize = 4 << 10

// begin decides how the octets of a part become characters. Without a charset,
// or with one that is not known, they are UTF-8 if that is what they look like,
// and Latin-1 otherwise.
func (t *text) begin() {
	r := bufio.NewReaderSize(decoded(t.encoding, t.raw), sniffSize)
	e := encodingOf(t.charset)
	if t.charset == "" || strings.EqualFold(t.charset, "us-ascii") || e == nil {
		e = unicode.UTF8
		if start, err := r.Peek(sniffSize); !utf8.Valid(wholeRunes(start, err != nil)) {
			e = charmap.Windows1252
		}
	}
	t.r, t.last = bufio.NewReader(e.NewDecoder().Reader(r)), '\n'
}

// wholeRunes cuts off the beginning of a character at the end of a text that
// goes on.
func wholeRunes(start []byte, all bool) []byte {
	for n := 1; !all && n < utf8.UTFMax && n <= len(start); n++ {
		if last := start[len(start)-n:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return start[:len(start)-n]
			}
			break
		}
	}
	return start
}

// An attachment is a part that is named only.
type attachment struct {
	*walk
	raw                   io.Reader
	encoding, media, name string
	line                  io.Reader
}

// Read returns a line with the name, type and size of the part, once that is
// known.
func (a *attachment) Read(p []byte) (int, error) {
	if a.line == nil {
		size, err := io.Copy(io.Discard, decoded(a.encoding, a.raw))
		if err != nil && a.source.err != nil && a.source.err != io.EOF {
			return 0, a.source.err
		}
		what := fmt.Sprintf("%s, %d bytes", a.media, size)
		if a.name != "" {
			what = a.name + ", " + what
		}
		if err != nil {
			what += ", damaged"
		}
		a.line = strings.NewReader("[attachment: " + what + "]\n")
	}
	return a.line.Read(p)
}
