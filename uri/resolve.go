package uri

import (
	"errors"
	"slices"
	"strings"
)

// ErrRelativeBase is returned by Resolve for a base without a scheme.
var ErrRelativeBase = errors.New("the base is a relative reference: it needs a scheme (RFC 3986, section 5.1)")

// Resolve returns the target URI of the reference ref in the context of the
// base u, by the strict algorithm of RFC 3986, section 5.2. The base may have a
// fragment, which is ignored. The error is [ErrRelativeBase], or an [*Error]
// of rule uri/too-long.
//
// Three corners that the algorithm leaves open or gets wrong are closed:
//
//   - A path never turns into an authority. Where the target has none and its
//     path would begin with "//", the path is written "/.//…" (RFC 3986,
//     section 3.3, and the note of the URL Standard): a:/b + .//c = a:/.//c.
//   - No authority is invented: mailto:a@b + c = mailto:c.
//   - A rootless base path counts to its last slash, as the letter of section
//     5.2.3 and 5.2.4 has it: foo:a/b + ../c = foo:/c.
//
// Resolve allocates the text of the target and nothing else, unless it is longer
// than 256 bytes and has dot segments within.
func (u URI) Resolve(ref URI) (URI, error) { return u.resolve(&ref) }

// ResolveNonStrict is like [URI.Resolve], but a reference that repeats the
// scheme of the base is read as if it had none: http://a/b + http:g = http://a/g
// (RFC 3986, section 5.2.2: "strict" not set; old documents rely on it).
func (u URI) ResolveNonStrict(ref URI) (URI, error) {
	if ref.HasScheme() && strings.EqualFold(ref.Scheme(), u.Scheme()) {
		ref = ref.withoutScheme()
	}
	return u.resolve(&ref)
}

func (u *URI) resolve(ref *URI) (URI, error) {
	if !u.HasScheme() {
		return URI{}, ErrRelativeBase
	}
	// The target is a part of the base, perhaps a slash, and the rest of ref.
	base, slash, rest := "", "", ref.text
	path := int(u.path) // where the path of the target begins
	dots := ref.marks&hasDot != 0
	switch {
	case ref.HasScheme():
		if !dots || isURN(*ref) {
			return *ref, nil // a URN is opaque to what resolves URLs (RFC 2141, appendix A)
		}
		path = int(ref.path)
	case ref.HasAuthority():
		base = u.text[:u.schemeEnd+1]
		path = len(base) + int(ref.path)
	case ref.Path() == "" && ref.HasQuery():
		base = u.text[:u.pathEnd]
	case ref.Path() == "":
		base = u.text[:u.queryEnd]
	case ref.Path()[0] == '/':
		base = u.text[:u.path]
	case u.HasAuthority() && u.Path() == "": // the paths are merged as section 5.2.3 says
		base, slash = u.text[:u.path], "/"
	default:
		folder := u.Path()[:strings.LastIndexByte(u.Path(), '/')+1]
		if dots && u.marks&hasDot == 0 && strings.HasPrefix(folder, "/") {
			folder, rest = climb(folder, ref.Path())
			dots = strings.HasPrefix(rest, "/") || hasDotSegment(rest)
			rest = ref.text[int(ref.pathEnd)-len(rest):]
		} else {
			dots = dots || u.marks&hasDot != 0
		}
		base = u.text[:path+len(folder)]
	}
	if !dots {
		return Parse(base + slash + rest)
	}
	pathEnd := len(base) + len(slash) + len(rest) - (len(ref.text) - int(ref.pathEnd))
	authority := ref.HasAuthority() || !ref.HasScheme() && u.HasAuthority()
	return Parse(withoutDots(base, slash, rest, path, pathEnd, authority))
}

// climb interprets the dot segments at the start of a relative path, as most
// references have them: it returns the folder that they lead to from one that
// has a root, and the rest of the path.
func climb(folder, path string) (string, string) {
	for {
		switch {
		case path == ".":
			return folder, ""
		case path == "..":
			return parent(folder), ""
		case strings.HasPrefix(path, "./"):
			path = path[len("./"):]
		case strings.HasPrefix(path, "../"):
			folder, path = parent(folder), path[len("../"):]
		default:
			return folder, path
		}
	}
}

// parent returns the folder around a folder, or the root for the root. Both
// begin and end with a slash.
func parent(folder string) string {
	last := max(len(folder)-len("/"), len("/"))
	return folder[:strings.LastIndexByte(folder[:last], '/')+1]
}

// withoutDots puts three texts together, interprets the dot segments of the path
// within, and keeps it from being read as an authority.
func withoutDots(base, slash, rest string, path, pathEnd int, authority bool) string {
	var buf [256]byte // longer texts cost one more allocation
	text := append(append(append(buf[:0], base...), slash...), rest...)
	clean := removeDots(text[path:pathEnd])
	text = append(text[:path+len(clean)], text[pathEnd:]...)
	if !authority && len(clean) > 1 && clean[0] == '/' && clean[1] == '/' {
		text = slices.Insert(text, path, '/', '.')
	}
	return string(text)
}

// isURN reports whether u is a URN, whose dots and escapes are part of a name.
func isURN(u URI) bool { return len(u.Scheme()) == len("urn") && strings.EqualFold(u.Scheme(), "urn") }

// withoutScheme reads a URI as the relative reference behind its scheme. It is
// not Parse(rest): "http:a:b" has the rootless path "a:b" behind the scheme.
func (u URI) withoutScheme() URI {
	cut := u.schemeEnd + 1
	u.text = u.text[cut:]
	u.schemeEnd = 0
	if u.auth != 0 {
		u.auth -= cut
		u.host -= cut
		u.hostEnd -= cut
	}
	u.path -= cut
	u.pathEnd -= cut
	u.queryEnd -= cut
	return u
}

// parts are the components of a URI on their way to another.
type parts struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

func (u URI) parts() parts {
	return parts{
		scheme: u.Scheme(), authority: u.Authority(), path: u.Path(), query: u.Query(), fragment: u.Fragment(),
		hasAuthority: u.HasAuthority(), hasQuery: u.HasQuery(), hasFragment: u.HasFragment(),
	}
}

// compose writes the parts as RFC 3986, section 5.3, says, and parses them: all
// offsets of a URI come from Parse. Parts that come from valid URIs can only
// fail by their length, once the path is kept from being read as something
// else.
func (p parts) compose() (URI, error) {
	var b strings.Builder
	b.Grow(len(p.scheme) + len(p.authority) + len(p.path) + len(p.query) + len(p.fragment) + len("://?#/."))
	if p.scheme != "" {
		b.WriteString(p.scheme)
		b.WriteByte(':')
	}
	switch {
	case p.hasAuthority:
		b.WriteString("//")
		b.WriteString(p.authority)
	case strings.HasPrefix(p.path, "//"):
		b.WriteString("/.") // or the path would be an authority
	case p.scheme == "" && colonInFirstSegment(p.path) >= 0:
		b.WriteString("./") // or the first segment would be a scheme
	}
	b.WriteString(p.path)
	if p.hasQuery {
		b.WriteByte('?')
		b.WriteString(p.query)
	}
	if p.hasFragment {
		b.WriteByte('#')
		b.WriteString(p.fragment)
	}
	return Parse(b.String())
}

// removeDotSegments interprets "." and ".." in a path. The input stays as it is,
// and nothing is allocated, when it has none.
func removeDotSegments(path string) string {
	if !hasDotSegment(path) {
		return path
	}
	return string(removeDots([]byte(path)))
}

// removeDots is remove_dot_segments of RFC 3986, section 5.2.4; its letters are
// those of the RFC. It works in place: what is put out is never longer than what
// was taken in.
func removeDots(in []byte) []byte {
	out := in[:0]
	for len(in) > 0 {
		start := 0
		if in[0] == '/' {
			start = 1
		}
		end := start
		for end < len(in) && in[end] != '/' {
			end++
		}
		switch segment := in[start:end]; {
		case string(segment) != "." && string(segment) != "..": // E
			out = append(out, in[:end]...)
		case start == 0: // A, D: only a rootless path begins so
			end = min(end+1, len(in))
		default: // B, C
			if len(segment) == 2 {
				out = cutLastSegment(out)
			}
			if end == len(in) {
				out = append(out, '/')
			}
		}
		in = in[end:]
	}
	return out
}

// hasDotSegment reports whether a segment of path is "." or "..".
func hasDotSegment(path string) bool {
	for i := 0; i < len(path); i++ {
		if path[i] != '.' || i > 0 && path[i-1] != '/' {
			continue
		}
		if i+1 < len(path) && path[i+1] == '.' {
			i++
		}
		if i+1 == len(path) || path[i+1] == '/' {
			return true
		}
	}
	return false
}

// cutLastSegment drops the last segment of out and the slash before it, if any.
func cutLastSegment(out []byte) []byte {
	for i := len(out) - 1; i >= 0; i-- {
		if out[i] == '/' {
			return out[:i]
		}
	}
	return out[:0]
}
