package uri

import (
	"iter"
	"strings"

	"uriel.dev/uri/pct"
)

var ruleDotName = newRule("dot-name", "RFC 3986 3.3", "name that would be a dot segment",
	"no spelling of it is safe: %2E is a dot, too", `The segments "." and ".." are steps in the hierarchy, not names. An escape of a dot is equivalent to the dot, so a thing with such a name cannot have a segment of a path.`)

// A Segment is a segment of a path as it is written (RFC 3986, section 3.3):
// what stands between two slashes. It may be empty.
type Segment string

// Text returns the segment decoded. A slash in it is no separator: "..%2Fadmin"
// is one segment, whose text is "../admin". The text need not be UTF-8. It does
// not allocate if nothing is encoded.
func (s Segment) Text() string { return pct.Decode(string(s)) }

// Segments returns the segments of the path in their order, empty ones
// included: "/a//b/" has "a", "", "b" and "". A slash at the start introduces
// the first segment; an empty path has none, and the path "/" has an empty one.
// It does not allocate.
func (u URI) Segments() iter.Seq[Segment] {
	return func(yield func(Segment) bool) {
		rest := u.Path()
		if rest == "" {
			return
		}
		rest = strings.TrimPrefix(rest, "/")
		for more := true; more; {
			var segment string
			segment, rest, more = strings.Cut(rest, "/")
			if !yield(Segment(segment)) {
				return
			}
		}
	}
}

// JoinPath returns u with elements put behind its path, each a path of one or
// more segments as it is to be written: "b c" is an error, "b%20c" is not. (For
// text see [URI.JoinSegments].) Query and fragment stay.
//
// An element begins a new segment, whether or not the path before it ends, or it
// begins, with a slash; only a second slash makes an empty segment. A slash at
// the end of the last element stays. An element "" does nothing.
//
// Dot segments are interpreted, those of u too, also where a dot is spelt "%2E",
// so that none of them survives to be interpreted later by another. No element
// climbs above the root of the path, nor above the dot segments at the start of
// a relative one: ../a + ../../b = ../b. "..%2Fb" is a name like others. A path
// never turns into an authority or a scheme: where there is neither, it may
// begin with "/." or "./".
//
// The error is an [*Error] about an element that is no path.
func (u URI) JoinPath(elem ...string) (URI, error) {
	p := u.parts()
	j := joiner{out: make([]byte, 0, len(p.path)+len(elem)+sum(elem))}
	rest := p.path
	switch {
	case strings.HasPrefix(rest, "/"):
		rest = j.keep("/", rest)
	case !u.HasScheme():
		rest = j.keep(leadingDots(rest), rest)
	}
	j.add(rest)
	joined := false
	for _, e := range elem {
		if err := check(Path, e); err != nil {
			return URI{}, err
		}
		if e == "" {
			continue
		}
		if !joined && p.path == "" && (u.HasAuthority() || e[0] == '/') {
			j.keep("/", "")
		}
		joined = true
		j.close()
		j.add(strings.TrimPrefix(e, "/"))
	}
	if !joined {
		return u, nil
	}
	p.path = string(j.out)
	switch rootless := j.floor == 0; {
	case rootless && strings.HasPrefix(p.path, "/"),
		rootless && p.path == "" && !u.HasScheme():
		p.path = "./" + p.path
	}
	return p.compose()
}

// A joiner puts segments behind each other and interprets dot segments.
type joiner struct {
	out   []byte
	floor int // ".." cuts no more than what stands behind it
}

// keep writes the part of path that no ".." may cut, and returns the rest. It
// ends with a slash, be it one that path has not.
func (j *joiner) keep(part, path string) (rest string) {
	j.out = append(j.out, part...)
	j.close()
	j.floor = len(j.out)
	return strings.TrimPrefix(path, part)
}

// close ends the last segment, if there is one.
func (j *joiner) close() {
	if n := len(j.out); n > j.floor && j.out[n-1] != '/' {
		j.out = append(j.out, '/')
	}
}

// add writes the segments of path, the last of which is left open. What stands
// above the floor is empty or ends with a slash.
func (j *joiner) add(path string) {
	for more := true; more; {
		var segment string
		segment, path, more = strings.Cut(path, "/")
		switch dots, _ := isDotSegment(segment); {
		case !dots:
			j.out = append(j.out, segment...)
			if more {
				j.out = append(j.out, '/')
			}
		case pct.Decode(segment) == "..":
			j.out = j.out[:j.floor+lastSegment(j.out[j.floor:])]
		}
	}
}

// lastSegment returns where the last segment of a path that ends with a slash
// begins.
func lastSegment(path []byte) int {
	i := len(path) - 1
	for i > 0 && path[i-1] != '/' {
		i--
	}
	return max(i, 0)
}

// leadingDots returns the dot segments at the start of a relative path, and the
// slash behind them.
func leadingDots(path string) string {
	n := 0
	for rest := path; rest != ""; {
		segment, _, more := strings.Cut(rest, "/")
		if dots, _ := isDotSegment(segment); !dots {
			break
		}
		n += len(segment)
		if more {
			n++
		}
		rest = path[n:]
	}
	return path[:n]
}

func sum(texts []string) (n int) {
	for _, s := range texts {
		n += len(s)
	}
	return n
}

// JoinSegments returns u with a segment put behind its path for each text, which
// may be anything: what cannot stand in a segment is encoded, slashes too. A
// slash at the end of the path introduces the first of them, otherwise one is
// added; so a text of "" at the end makes a path that ends with a slash. Nothing
// of u changes but for that.
//
// The error is an [*Error] of rule uri/dot-name about a text that is "." or
// "..", which is no name but a step in the hierarchy.
func (u URI) JoinSegments(text ...string) (URI, error) {
	if len(text) == 0 {
		return u, nil
	}
	p := u.parts()
	var b strings.Builder
	b.Grow(len(p.path) + len(text) + sum(text))
	b.WriteString(p.path)
	slash := !strings.HasSuffix(p.path, "/") && (p.path != "" || p.hasAuthority)
	if p.path == "" && text[0] == "" && !p.hasAuthority {
		b.WriteByte('.') // or the path would get a root
		slash = true
	}
	for _, s := range text {
		if s == "." || s == ".." {
			return URI{}, fail(s, 0, ruleDotName)
		}
		if slash {
			b.WriteByte('/')
		}
		b.WriteString(pct.Encode(s, pct.Segment))
		slash = true
	}
	p.path = b.String()
	return p.compose()
}
