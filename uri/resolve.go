package uri

import (
	"errors"
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
func (u URI) Resolve(ref URI) (URI, error) { return u.resolve(ref, true) }

// ResolveNonStrict is like [URI.Resolve], but a reference that repeats the
// scheme of the base is read as if it had none: http://a/b + http:g = http://a/g
// (RFC 3986, section 5.2.2: "strict" not set; old documents rely on it).
func (u URI) ResolveNonStrict(ref URI) (URI, error) { return u.resolve(ref, false) }

func (u URI) resolve(ref URI, strict bool) (URI, error) {
	if !u.HasScheme() {
		return URI{}, ErrRelativeBase
	}
	if ref.HasScheme() && !strict && strings.EqualFold(ref.Scheme(), u.Scheme()) {
		ref = ref.withoutScheme()
	}
	t := ref.parts()
	switch {
	case isURN(ref):
		// A URN is opaque to what resolves URLs (RFC 2141, appendix A).
	case ref.HasScheme():
		t.path = removeDotSegments(t.path)
	case ref.HasAuthority():
		t.scheme = u.Scheme()
		t.path = removeDotSegments(t.path)
	default:
		t.scheme, t.authority, t.hasAuthority = u.Scheme(), u.Authority(), u.HasAuthority()
		switch {
		case ref.Path() == "":
			t.path = u.Path()
			if !ref.HasQuery() {
				t.query, t.hasQuery = u.Query(), u.HasQuery()
			}
		case ref.Path()[0] == '/':
			t.path = removeDotSegments(t.path)
		default:
			t.path = removeDotSegments(u.merge(ref.Path()))
		}
	}
	return t.compose()
}

// merge puts a relative path behind the last slash of the base's (RFC 3986,
// section 5.2.3).
func (u URI) merge(path string) string {
	base := u.Path()
	if u.HasAuthority() && base == "" {
		return "/" + path
	}
	return base[:strings.LastIndexByte(base, '/')+1] + path
}

// isURN reports whether u is a URN, whose dots and escapes are part of a name.
func isURN(u URI) bool { return strings.EqualFold(u.Scheme(), "urn") }

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

// removeDotSegments interprets "." and ".." in a path (RFC 3986, section
// 5.2.4). The input stays as it is, and nothing is allocated, when it has none.
func removeDotSegments(path string) string {
	if !hasDotSegment(path) {
		return path
	}
	out := make([]byte, 0, len(path))
	for in := path; in != ""; {
		switch {
		case strings.HasPrefix(in, "../"): // A
			in = in[3:]
		case strings.HasPrefix(in, "./"):
			in = in[2:]
		case strings.HasPrefix(in, "/./"): // B
			in = in[2:]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"): // C
			in = in[3:]
			out = cutLastSegment(out)
		case in == "/..":
			in = "/"
			out = cutLastSegment(out)
		case in == "." || in == "..": // D
			in = ""
		default: // E
			n := strings.IndexByte(in[1:], '/') + 1
			if n == 0 {
				n = len(in)
			}
			out = append(out, in[:n]...)
			in = in[n:]
		}
	}
	return string(out)
}

// hasDotSegment reports whether a segment of path is "." or "..".
func hasDotSegment(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if segment == "." || segment == ".." {
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
