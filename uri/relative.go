package uri

import (
	"errors"
	"strings"
)

// ErrRelativeTarget is returned by Relativize for a target without a scheme.
var ErrRelativeTarget = errors.New("the target is a relative reference: it needs a scheme")

// Relativize returns a short reference that leads from the base u to target. It
// is the inverse of [URI.Resolve]: u.Resolve of it is target, byte by byte. The
// reference is, in this order,
//
//   - "" or a fragment, "#f", for the document of the base itself;
//   - a query, "?q", where only that differs;
//   - a path from the folder of the base, with as few ".." as can be; behind
//     "./" where it would begin with a colon in its first segment, or a slash;
//   - a path from the root, "/a", where the two share no folder but that;
//   - target as it is, where scheme or authority are not those of the base to
//     the byte, and where the path of one is empty or has no root, as in mailto:
//     or urn:, so that the generic syntax knows of no folder.
//
// It never begins with "//". If the path of target has dot segments and is not
// the path of the base, no reference leads to just these bytes: resolution
// removes them. Then target is returned, and leads where it always does.
//
// The error is [ErrRelativeBase] or [ErrRelativeTarget], or an [*Error] of rule
// uri/too-long.
func (u URI) Relativize(target URI) (URI, error) {
	switch {
	case !u.HasScheme():
		return URI{}, ErrRelativeBase
	case !target.HasScheme():
		return URI{}, ErrRelativeTarget
	case u.text[:u.path] != target.text[:target.path]:
		return target, nil
	}
	if u.Path() == target.Path() {
		switch {
		case u.text[u.pathEnd:u.queryEnd] == target.text[target.pathEnd:target.queryEnd]:
			return reparse(target.text[target.queryEnd:]), nil
		case target.HasQuery():
			return reparse(target.text[target.pathEnd:]), nil
		}
	}
	path := u.pathTo(target)
	if path == "" {
		return target, nil
	}
	return Parse(path + target.text[target.pathEnd:])
}

// pathTo returns the path of a reference from u to target, which have the same
// scheme and authority, or "" if there is none.
func (u URI) pathTo(target URI) string {
	from, to := u.Path(), target.Path()
	switch {
	case u.HasAuthority() && from == "":
		from = "/" // as Resolve has it (RFC 3986, section 5.2.3)
	case !u.HasAuthority() && strings.HasPrefix(to, "/.//"):
		to = to[len("/."):] // Resolve writes it again
	}
	if !strings.HasPrefix(from, "/") || !strings.HasPrefix(to, "/") || hasDotSegment(to) {
		return ""
	}
	folder := removeDotSegments(from[:strings.LastIndexByte(from, '/')+1])
	shared := sharedFolder(folder, to)
	up, rest := strings.Count(folder[shared:], "/"), to[shared:]
	switch {
	case up > 0 && shared == len("/") && !strings.HasPrefix(to, "//"):
		return to
	case up > 0 && rest == "":
		return strings.Repeat("../", up-1) + ".."
	case up > 0:
		return strings.Repeat("../", up) + rest
	case rest == "":
		return "."
	case rest[0] == '/' || colonInFirstSegment(rest) >= 0:
		return "./" + rest
	default:
		return rest
	}
}

// sharedFolder returns the length of the longest common start of two paths that
// ends with a slash.
func sharedFolder(a, b string) (n int) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			break
		}
		if a[i] == '/' {
			n = i + 1
		}
	}
	return n
}
