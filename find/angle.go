package find

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A wrapped is what stands in angle brackets, without its blanks and line breaks
// (RFC 3986, appendix C).
type wrapped struct {
	clean   []byte
	end     int   // of the URI as written
	next    int   // the ">"
	blanks  []int // of clean, where blanks stood within a line
	hyphens []int // of clean, which stood at the end of a line
}

// angle reads a URI in angle brackets.
func (s *scanner) angle(h head, hierarchical bool) (found, bool) {
	w := wrapped{clean: append([]byte(nil), s.b[h.scheme:h.colon+1]...)}
	if !w.read(s, h) {
		return found{}, false
	}
	f := found{start: h.start, end: w.end, next: w.next, form: Angle}
	if h.prefix {
		f.form = URLPrefix
	}
	if hierarchical {
		return f, w.isWhole() && w.into(&f, w.clean) && (h.prefix || hasHost(f.uri) || f.uri.Host() == "" && s.isComplete(h, f.uri))
	}
	text := w.spaced()
	return f, w.into(&f, text) && s.isNamed(h, &w, text, f.uri)
}

// into makes text the URI of f, and what else may be meant its alternatives.
func (w *wrapped) into(f *found, text []byte) (ok bool) {
	if f.uri, ok = toURI(text); ok {
		f.more = w.readings(f.uri)
	}
	return ok
}

// read reads up to the ">"; it reports whether there is one.
func (w *wrapped) read(s *scanner, h head) bool {
	for i := h.colon + 1; i-h.start < MaxLen; {
		n := 1
		switch c := s.at(i); {
		case c == '>':
			w.next = i
			return w.end > 0
		case c == ' ', '\t' <= c && c <= '\r':
			if n = w.blank(s, i); n == 0 {
				return false
			}
			i += n
			continue
		case c >= utf8.RuneSelf:
			var r rune
			if r, n = s.rune(i); !unicode.IsGraphic(r) || r == utf8.RuneError || r == '…' { // something is left out
				return false
			}
		case c == '%' && !s.escape(i), c != '%' && c != '[' && c != ']' && !is(c, uriByte):
			return false
		}
		w.clean = append(w.clean, s.slice(i, n)...)
		i += n
		w.end = i
	}
	return false
}

// blank reads over white space and returns its length; 0 if it ends the
// paragraph, so that no URI goes on behind it.
func (w *wrapped) blank(s *scanner, i int) int {
	const (
		mostBlank = 256 // bytes
		mostTold  = 16  // blanks and hyphens that make other readings
	)
	n, lines := 0, 0
	for ; n < mostBlank; n++ {
		c := s.at(i + n)
		if c == '\n' {
			lines++
		} else if c != ' ' && (c < '\t' || c > '\r') {
			break
		}
	}
	last, next := w.clean[len(w.clean)-1], s.at(i+n)
	switch {
	case n == mostBlank, lines > 1, len(w.blanks)+len(w.hyphens) == mostTold:
		return 0
	case next == '>':
		return n
	case lines == 1 && last == '-':
		w.hyphens = append(w.hyphens, len(w.clean)-1)
	case lines == 0:
		w.blanks = append(w.blanks, len(w.clean))
	}
	return n
}

// isWhole reports whether the blanks of what has a "//" can be those that lines
// are filled with: words between brackets have more. None is in the authority, and
// one at most is not beside a slash.
func (w *wrapped) isWhole() bool {
	words, path := 0, pathStart(w.clean)
	for _, i := range w.blanks {
		if i < path {
			return false
		}
		if w.clean[i-1] != '/' && w.clean[i] != '/' {
			words++
		}
	}
	return words <= 1
}

// spaced returns the text with its blanks as escapes.
func (w *wrapped) spaced() []byte {
	text := bytes.Clone(w.clean)
	for _, i := range slices.Backward(w.blanks) {
		text = slices.Insert(text, i, '%', '2', '0')
	}
	return text
}

// readings returns what else may be meant than u: a hyphen was put in with the
// line break, the blanks are of the URI.
func (w *wrapped) readings(u uri.URI) (more []reading) {
	unhyphened := bytes.Clone(w.clean)
	for _, i := range slices.Backward(w.hyphens) {
		unhyphened = slices.Delete(unhyphened, i, i+1)
	}
	for _, text := range [...][]byte{unhyphened, w.spaced()} {
		if other, ok := toURI(text); ok && other != u {
			more = append(more, reading{other, w.end})
		}
	}
	return more
}

// hasHost reports whether u has a host that is no place holder.
func hasHost(u uri.URI) bool {
	h := u.Host()
	return h != "" && h[0] != '.' && !strings.ContainsAny(h, "$*")
}

// isNamed reports whether what has no "//" is a URI: the prefix says so, or the
// scheme does. Names of XML elements look like it, and have text behind them.
func (s *scanner) isNamed(h head, w *wrapped, text []byte, u uri.URI) bool {
	rest := text[h.colon+1-h.scheme:]
	switch c := s.at(w.next + 1); {
	case h.prefix:
		return len(w.blanks) == 0
	case len(w.blanks) > 0 && h.info.Reach != scheme.Local: // only nodes of documents have blanks
		return false
	case h.info.Shape != nil && h.info.Shape(rest) == len(rest):
		return true
	case len(w.blanks) > 0, is(c, alpha|digit), c == '<':
		return false
	}
	_, err := h.info.View(u)
	return err == nil
}
