package uri

import "strings"

// What Judge remarks about path and query.
var (
	ruleDotSegment = newRule("dot-segment", "RFC 3986 6.2.2.3", "dot segment", "it vanishes when the URI is resolved or normalised",
		"The segments \".\" and \"..\" are steps in the hierarchy, for relative references. In a URI they say nothing: whoever resolves or normalises it removes them, and what they point at may then not be what one reads.")
	ruleEscapedDots = newRule("escaped-dot-segment", "RFC 3986 6.2.2", "percent-encoded dot segment", "it is a dot segment once its dots are decoded",
		"A dot is unreserved, so %2e and \".\" are the same; a segment of two climbs to the parent. Where the path is checked before it is decoded, it climbs out of the folder that it was to stay in.")
	ruleEmptySegment = newRule("empty-segment", "RFC 3986 3.3", "two slashes in a row", "",
		"Between two slashes stands a segment that is empty. It is a segment like any other: no normalisation removes it, but many servers do, and others do not.")
	ruleQuerySemicolon = newRule("query-semicolon", "URL Standard 5.1", `";" between pairs of a query`, `pairs are told apart by "&"`,
		"HTML 4 recommended the semicolon as a second separator of the pairs of a query. The URL Standard does not know it, nor do newer servers, and where a cache and a server disagree the one is made to keep what the other did not say.")
)

// path remarks the segments of a path that is a hierarchy for the generic
// syntax: any but a rootless one behind a scheme.
func (j *judge) path() {
	u := &j.u
	path := u.Path()
	if j.keep&KeepDotSegments != 0 || path == "" || u.HasScheme() && path[0] != '/' {
		return
	}
	if u.marks&(hasDot|hasEscape) != 0 {
		j.dotSegments(path)
	}
	for at := int(u.path); ; {
		start := strings.Index(path, "//")
		if start < 0 {
			return
		}
		end := start + len("//")
		for end < len(path) && path[end] == '/' {
			end++
		}
		j.remark(ruleEmptySegment, Info, at+start, at+end)
		at, path = at+end, path[end:]
	}
}

// dotSegments remarks dot segments, but not those that lead a relative path,
// where they mean something.
func (j *judge) dotSegments(path string) {
	at, leading := int(j.u.path), path[0] != '/'
	if !j.u.HasAuthority() && strings.HasPrefix(path, "/.//") { // its dot keeps it from being read as an authority
		at, path = at+len("/./"), path[len("/./"):]
	}
	for segment := range strings.SplitSeq(path, "/") {
		dots, escaped := isDotSegment(segment)
		leading = leading && dots
		switch {
		case escaped:
			j.remark(ruleEscapedDots, Warning, at, at+len(segment))
		case dots && !leading:
			j.remark(ruleDotSegment, Info, at, at+len(segment))
		}
		at += len(segment) + len("/")
	}
}

// isDotSegment reports whether a segment is "." or "..", and whether a dot of it
// is percent-encoded.
func isDotSegment(segment string) (dots, escaped bool) {
	n := 0
	for ; segment != "" && n < 3; n++ {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) >= 3 && strings.EqualFold(segment[:3], "%2e"):
			segment = segment[3:]
			escaped = true
		default:
			return false, false
		}
	}
	dots = n == 1 || n == 2
	return dots, dots && escaped
}

// query remarks the first semicolon that stands between two pairs.
func (j *judge) query() {
	query := j.u.Query()
	if query == "" || strings.IndexByte(query, ';') < 0 {
		return
	}
	assigned := false // the pair before has a "="
	at := int(j.u.pathEnd) + len("?")
	for part := range strings.SplitAfterSeq(query, ";") {
		pair := part[strings.LastIndexByte(part, '&')+1:]
		first, _, _ := strings.Cut(part, "&")
		if assigned && strings.Contains(first, "=") {
			j.remark(ruleQuerySemicolon, Info, at-len(";"), at)
			return
		}
		assigned = strings.Contains(pair, "=")
		at += len(part)
	}
}
