package newsclient

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/mail"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
)

// A Header is the header of an article (RFC 5536, section 2.2), its fields in
// their order.
type Header []Field

// A Field is one field of a header. The lines of the value are joined; encoded
// words and octets that are not ASCII stay as they are.
type Field struct{ Name, Value string }

// Get returns the value of the first field of a name, in any case, or "".
func (h Header) Get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.Name, name) {
			return f.Value
		}
	}
	return ""
}

var errHeader = errors.New("header too long")

// ReadHeader reads the header of an article, of at most limit bytes; 0 is no
// limit. Lines that are no field are left out. The body is what comes next: an
// article without an empty line is all header.
func ReadHeader(article io.Reader, limit int) (h Header, body *bufio.Reader, err error) {
	r := bufio.NewReader(article)
	var line strings.Builder
	for read := 0; ; {
		piece, err := r.ReadSlice('\n')
		if read += len(piece); limit > 0 && read > limit {
			return h, r, fmt.Errorf("%w: more than the limit of %d bytes", errHeader, limit)
		}
		line.Write(piece)
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && err != io.EOF:
			return h, r, err
		}
		text := strings.TrimRight(line.String(), "\r\n")
		line.Reset()
		if text == "" {
			return h, r, nil
		}
		h = h.add(text)
	}
}

// add takes in a line.
func (h Header) add(line string) Header {
	if (line[0] == ' ' || line[0] == '\t') && len(h) > 0 {
		h[len(h)-1].Value += " " + strings.TrimLeft(line, " \t")
		return h
	}
	name, value, ok := strings.Cut(line, ":")
	if !ok || name == "" || strings.ContainsAny(name, " \t") {
		return h
	}
	return append(h, Field{name, strings.Trim(value, " \t")})
}

var words = mime.WordDecoder{CharsetReader: func(charset string, r io.Reader) (io.Reader, error) {
	e, err := htmlindex.Get(charset)
	if err != nil {
		return nil, err
	}
	return e.NewDecoder().Reader(r), nil
}}

// Decode returns the value of a field as text: encoded words (RFC 2047) are
// decoded, octets that are not UTF-8 are taken for Latin-1, and no character
// controls a terminal or begins another line.
func Decode(value string) string {
	if isPlain(value) && !strings.Contains(value, "=?") {
		return value
	}
	if strings.Contains(value, "=?") {
		if decoded, err := words.DecodeHeader(value); err == nil {
			value = decoded
		}
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, Latin1Unless(value))
}

// isPlain reports whether text is printable ASCII, as most is.
func isPlain(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] > '~' {
			return false
		}
	}
	return true
}

// Latin1Unless returns text that is UTF-8 as it is, and reads any other as
// Latin-1.
func Latin1Unless(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	decoded, _ := charmap.ISO8859_1.NewDecoder().String(text) // all octets are characters
	return decoded
}

// encodingOf returns the encoding of a charset, or nil if it is not known. The
// names are those of the Encoding standard, which reads Latin-1 as Windows does.
func encodingOf(charset string) encoding.Encoding {
	e, err := htmlindex.Get(charset)
	if err != nil {
		return nil
	}
	return e
}

// Author returns the name of an author from the field From: that of a person if
// there is one, else the address (RFC 5322, section 3.6.2; RFC 1036, section
// 2.1.1, has the name in parentheses).
func Author(from string) string {
	name, address, ok := strings.Cut(from, "<")
	if comment, found := strings.CutSuffix(from, ")"); !ok && found {
		address, name, _ = strings.Cut(comment, "(")
	} else if !ok {
		address, name = from, ""
	}
	if name = strings.Trim(Decode(strings.TrimSpace(name)), `"`); name == "" {
		name = Decode(strings.TrimSuffix(strings.TrimSpace(address), ">"))
	}
	return strings.ReplaceAll(name, `\"`, `"`)
}

// Date reads a date of a header (RFC 5322, section 3.3, and what was written
// before it); it is zero if it is none.
func Date(value string) time.Time {
	value = strings.TrimSpace(value)
	if i := strings.LastIndex(value, " ("); i > 0 { // the zone in words
		value = value[:i]
	}
	t, err := time.Parse("Mon, 2 Jan 2006 15:04:05 -0700", value)
	if err != nil {
		t, err = mail.ParseDate(value)
	}
	if err != nil {
		return time.Time{}
	}
	return t
}
