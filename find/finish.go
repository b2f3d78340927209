package find

import (
	"bytes"
	"unicode/utf8"

	"uriel.dev/uri"
)

// finish makes a match of what r has read up to end: without the punctuation that
// is of the sentence, which makes another reading.
func (s *scanner) finish(h head, r *run, end int) (found, bool) {
	if r.broken {
		return found{next: end}, false
	}
	f := found{start: h.start, end: s.trim(h, r, end), next: end, form: Bare}
	u, ok := s.uri(h, f.end)
	if !ok {
		return found{next: end}, false
	}
	f.uri = u
	switch {
	case h.prefix:
		f.form = URLPrefix
	case r.closed:
		f.form = Quoted
	}
	for _, other := range [...]int{end, r.unclosed} {
		if other <= f.end || isEmphasis(s.b[f.end]) {
			continue
		}
		if u, ok := s.uri(h, other); ok {
			f.more = append(f.more, reading{u, other})
		}
	}
	return f, true
}

// isEmphasis reports whether c is put on both sides of words to stress them.
func isEmphasis(c byte) bool { return c == '*' || c == '_' || c == '~' }

// uri returns the URI from the scheme of h to end.
func (s *scanner) uri(h head, end int) (uri.URI, bool) {
	if h.guess == "" {
		return toURI(s.b[h.scheme:end])
	}
	return toURI(append([]byte(h.guess), s.b[h.scheme:end]...))
}

// trim returns where a URI ends that was read up to end. Within quotes it is only
// the full stop and the comma that typesetters move there, as uri(7) warns.
func (s *scanner) trim(h head, r *run, end int) int {
	if r.closed {
		return h.colon + 1 + len(bytes.TrimRight(s.b[h.colon+1:end], ".,"))
	}
	if end-2 > h.colon && s.b[end-2] == '\'' && s.b[end-1] == 's' && s.at(end) <= ' ' {
		end -= len("'s") // what is the site's
	}
	for end > h.colon+1 {
		switch c := s.b[end-1]; {
		case c == '.', c == ',', c == ';', c == ':', c == '!', c == '?':
		case isEmphasis(c) && s.at(h.start-1) == c:
		case c == '\'' && bytes.Count(s.b[h.colon:end], []byte{c})%2 == 1: // one without its fellow
		default:
			return end
		}
		end--
	}
	return end
}

// toURI returns the URI that text means.
func toURI(text []byte) (uri.URI, bool) {
	u, err := uri.Parse(string(encode(text, false)))
	return u, err == nil && u.HasScheme()
}

// encode returns text with what RFC 3986 has no place for percent-encoded and
// browsers take: characters beyond US-ASCII (RFC 3987, section 3.1), brackets outside
// of a host, a second "#"; and if the text was marked as a URI, also blanks, quotes,
// percent signs of no escape and all the rest.
func encode(text []byte, marked bool) []byte {
	if i := 0; !marked { // most URIs are as they should be
		for i < len(text) && is(text[i], asIs) {
			i++
		}
		if i == len(text) {
			return text
		}
	}
	const digits = "0123456789ABCDEF"
	var out []byte // nil as long as it is the text
	path := pathStart(text)
	fragment := false
	for i, c := range text {
		bad := c >= utf8.RuneSelf || (c == '[' || c == ']') && i >= path || c == '#' && fragment
		if marked && c != '#' && c != '[' && c != ']' {
			bad = bad || c == '%' && !isEscape(text[i:]) || c != '%' && !is(c, uriByte)
		}
		fragment = fragment || c == '#'
		switch {
		case bad && out == nil:
			out = append(make([]byte, 0, 2*len(text)), text[:i]...)
			fallthrough
		case bad:
			out = append(out, '%', digits[c>>4], digits[c&15])
		case out != nil:
			out = append(out, c)
		}
	}
	if out == nil {
		return text
	}
	return out
}

// isEscape reports whether text begins with an escape, as "%41" is.
func isEscape(text []byte) bool {
	return len(text) > 2 && is(text[1], hexDigit) && is(text[2], hexDigit)
}

// pathStart returns where the authority of a URI has ended.
func pathStart(text []byte) int {
	start := 0
	if !bytes.HasPrefix(text, []byte("//")) {
		start = bytes.IndexByte(text, ':') + 1
	}
	if !bytes.HasPrefix(text[start:], []byte("//")) {
		return start
	}
	start += len("//")
	if n := bytes.IndexAny(text[start:], "/?#"); n >= 0 {
		return start + n
	}
	return len(text)
}
