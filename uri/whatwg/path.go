package whatwg

import (
	"bytes"
	"strings"

	"uriel.dev/uri/pct"
)

// pathStart is the path start state, behind an authority.
func (p *parser) pathStart(i int) bool {
	switch {
	case p.isSlash(i):
		i++
	case p.special == notSpecial:
		return p.parseQuery(i)
	}
	return p.parsePath(i)
}

// parsePath is the path state: it adds the segments from i on to the path and
// goes on with what follows.
func (p *parser) parsePath(i int) bool {
	end := p.pathEnd(i)
	p.addSegments(i, end)
	return p.parseQuery(end)
}

func (p *parser) pathEnd(i int) int {
	if n := strings.IndexAny(p.in[i:], "?#"); n >= 0 {
		return i + n
	}
	return len(p.in)
}

// addSegments adds the segments that stand from i to end to the path. There is
// one at least, though it may be empty.
func (p *parser) addSegments(i, end int) {
	if p.path == "" && i > 0 && p.in[i-1] == '/' && p.special != file && !p.noting && normalPath(p.in[i-1:end]) == end-i+1 {
		p.path = p.in[i-1 : end]
		return
	}
	path := []byte(p.path)
	for {
		next := p.segmentEnd(i, end)
		segment, last := p.in[i:next], next == end
		p.checkUnits(i, next)
		kind := dots(segment)
		if kind == doubleDot {
			path = path[:shortened(path, p.special)]
		}
		switch {
		case kind != noDot && last:
			path = append(path, '/')
		case kind != noDot:
		case p.special == file && len(path) == 0 && isDrive(segment):
			path = append(path, '/', segment[0], ':')
		default:
			path = append(path, '/')
			path = append(path, pct.Encode(segment, pathBare)...)
		}
		if last {
			p.path = string(path)
			return
		}
		p.isSlash(next) // notes a backslash
		i = next + 1
	}
}

// segmentEnd returns the place of the first slash of the input from i to end, or
// end.
func (p *parser) segmentEnd(i, end int) int {
	for ; i < end; i++ {
		if c := p.in[i]; c == '/' || c == '\\' && p.special != notSpecial {
			break
		}
	}
	return i
}

// opaquePath is the opaque path state. A space stays, unless it ends the path
// before a query or fragment.
func (p *parser) opaquePath(i int) bool {
	p.opaque = true
	end := p.pathEnd(i)
	p.checkUnits(i, end)
	p.path = pct.Encode(p.in[i:end], controlBare)
	if end < len(p.in) && strings.HasSuffix(p.path, " ") {
		p.path = p.path[:len(p.path)-1] + "%20"
	}
	return p.parseQuery(end)
}

// dotKind tells the segments that stand for a place in the hierarchy.
type dotKind uint8

const (
	noDot dotKind = iota
	singleDot
	doubleDot
)

// dots tells the single-dot and double-dot URL path segments of section 4.1, in
// which a dot may be written %2e.
func dots(segment string) dotKind {
	n := noDot
	for segment != "" {
		switch {
		case n == doubleDot:
			return noDot
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) >= 3 && segment[:2] == "%2" && segment[2]|0x20 == 'e':
			segment = segment[3:]
		default:
			return noDot
		}
		n++
	}
	return n
}

// shortened returns the length of path without its last segment (section 4.2). A
// drive letter of a file URL stays.
func shortened(path []byte, scheme special) int {
	if scheme == file && len(path) == len("/C:") && hasDrive(string(path)) {
		return len(path)
	}
	return max(0, bytes.LastIndexByte(path, '/'))
}

// isDrive tells a Windows drive letter of section 4.2: "C:" or "C|".
func isDrive(s string) bool {
	return len(s) == 2 && isAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

// startsWithDrive reports whether s starts with a Windows drive letter that is a
// segment.
func startsWithDrive(s string) bool {
	return len(s) >= 2 && isDrive(s[:2]) && (len(s) == 2 || strings.IndexByte(`/\?#`, s[2]) >= 0)
}

// hasDrive reports whether the first segment of path is a normalized Windows
// drive letter.
func hasDrive(path string) bool {
	return len(path) >= 3 && isAlpha(path[1]) && path[2] == ':' && (len(path) == 3 || path[3] == '/')
}
