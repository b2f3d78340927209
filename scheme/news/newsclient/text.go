package newsclient

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// A text is the content of a part that is shown, in UTF-8.
type text struct {
	*source
	*leaf
	r      *bufio.Reader // of what is decoded; nil before the first byte
	last   byte          // that was returned
	damage string        // what is said of a part that cannot be read on
	over   bool
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
	if err := t.broken(); err != nil {
		return n, err
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
	r := bufio.NewReaderSize(decoded(t.encoding(), t.body), sniffSize)
	charset := t.params["charset"]
	e := encodingOf(charset)
	if charset == "" || strings.EqualFold(charset, "us-ascii") || e == nil {
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
