package find

import (
	"bytes"
	"strings"

	"uriel.dev/uri"
)

// shapeWindow is how much of a text a scheme is shown at first. It is shown more
// only when all of that is a URI, so that no text is looked at often.
const shapeWindow = 256

// A head is the scheme of a URI, and what stands before it.
type head struct {
	known
	isKnown bool
	scheme  int    // where the name of the scheme begins
	colon   int    // where it ends
	start   int    // of the URI as written, with the prefix "URL:"
	prefix  bool   // there is one
	angle   bool   // "<" stands before it
	guess   string // the scheme and "://", if that is left out
	quote   rune   // ends the URI, since its counterpart stands before it; or 0
}

// colon looks whether the colon at i is that of a scheme, and reads its URI.
func (s *scanner) colon(i int) (found, bool) {
	start, k, ok := s.name(i)
	if c := s.at(start - 1); !ok && c != '<' && c != ':' {
		return found{}, false // only in brackets is an unknown scheme one
	}
	h := head{known: k, isKnown: ok, scheme: start, colon: i, start: start}
	s.around(&h)
	hierarchical := s.at(i+1) == '/' && s.at(i+2) == '/'
	if h.angle && start < i && (hierarchical || h.prefix || h.info != nil) {
		if f, ok := s.angle(h, hierarchical); ok {
			return f, true
		}
	}
	switch {
	case !ok:
		return found{}, false
	case hierarchical:
		return s.hierarchical(h)
	case k.info != nil && k.info.Shape != nil:
		return s.opaque(h)
	}
	return found{}, false
}

// around notes what stands before the scheme.
func (s *scanner) around(h *head) {
	if s.isPrefixed(h.scheme) {
		h.prefix, h.start = true, h.scheme-len(prefix)
	}
	h.angle = s.at(h.start-1) == '<'
	h.quote = s.quoteBefore(h.start)
}

// prefix is what the draft of 1994 has before a URL in text.
const prefix = "url:"

// isPrefixed reports whether the prefix stands before i.
func (s *scanner) isPrefixed(i int) bool {
	p := i - len(prefix)
	return p >= s.floor && s.has(p, prefix) && !is(s.at(p-1), alpha|digit)
}

// quoteBefore returns what closes the quote that opens before i; 0 if none does.
func (t *text) quoteBefore(i int) rune {
	r, n := t.before(i)
	switch r {
	case '"', '`':
		return r
	case '\'': // but not that of l'http://
		if !is(t.at(i-n-1), alpha|digit) {
			return r
		}
	case '“', '„':
		return '”'
	case '‘', '‚':
		return '’'
	case '«':
		return '»'
	case '‹':
		return '›'
	case '「':
		return '」'
	case '『':
		return '』'
	}
	return 0
}

// hierarchical reads a URI that is told by its "//".
func (s *scanner) hierarchical(h head) (found, bool) {
	authority := h.colon + len("://")
	end, ok := s.authority(authority)
	switch {
	case ok:
	case s.at(authority) == '/': // an empty one, which some schemes have
		end = authority
	default:
		return found{next: end}, false
	}
	r := run{t: &s.text, quote: h.quote, limit: h.start + MaxLen}
	f, isURI := s.finish(h, &r, r.behind(end))
	return f, isURI && (ok || s.isComplete(h, f.uri))
}

func isDelimiter(c byte) bool { return c == '/' || c == '?' || c == '#' }

// isComplete reports whether the scheme misses nothing in u, which has no host.
func (s *scanner) isComplete(h head, u uri.URI) bool {
	if strings.Trim(u.Path(), "/") == "" {
		return false
	}
	if h.info == nil {
		return true
	}
	_, err := h.info.View(u)
	return err == nil
}

// opaque reads a URI that only its scheme can tell from other words with a colon.
func (s *scanner) opaque(h head) (found, bool) {
	if is(s.at(h.start-1), joined) {
		return found{}, false
	}
	f, ok := s.shaped(h, h.info.Shape)
	if text := s.b[h.colon+1 : max(f.end, h.colon+1)]; !ok || !takes(h.info.Shape(text), text) || f.uri.Path() == "/" {
		return found{next: f.next}, false // a root alone is of a pattern: "/^file:/"
	}
	if h.info.Longer == nil {
		return f, true
	}
	if g, ok := s.shaped(h, h.info.Longer); ok && g.end > f.end {
		f.more = append([]reading{{g.uri, g.end}}, f.more...)
		f.next = g.next
	}
	return f, true
}

// shaped reads as far as a URI can go in running text and shape has it go.
func (s *scanner) shaped(h head, shape func([]byte) int) (found, bool) {
	const margin = 8 // a scheme may leave the punctuation at the end
	begin := h.colon + 1
	for window := shapeWindow; ; window *= 2 {
		r := run{t: &s.text, quote: h.quote, limit: begin + window}
		end := max(r.to(begin), r.unclosed)
		n := shape(s.b[begin:end])
		switch {
		case n == 0 || r.broken:
			return found{}, false
		case r.closed && takes(n, s.b[begin:end]):
			return s.finish(h, &r, end)
		case end < r.limit, n < window-margin, window >= MaxLen:
			r = run{t: &s.text, quote: h.quote, limit: begin + n}
			return s.finish(h, &r, r.to(begin))
		}
	}
}

// takes reports whether a shape that takes n bytes takes the whole of text, but for
// punctuation that it leaves to the sentence.
func takes(n int, text []byte) bool {
	return n > 0 && len(bytes.TrimLeft(text[n:], ".,:;!?")) == 0
}
