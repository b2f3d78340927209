package uri

import "strings"

// What Judge remarks about the scheme, and about its absence.
var (
	ruleSchemeCase = newRule("scheme-case", "RFC 3986 3.1", "upper-case letter in the scheme", "write it in lower case",
		"Schemes are compared without regard to case. The normal form, which documents and programs should write, is lower case.")
	ruleURLPrefix = newRule("url-prefix", "RFC 3986 C", `prefix "URL:" before a URI`, "drop it",
		"The 1994 draft wrote URL: before each URL in running text. For RFC 3986 it is a scheme named url.")
	ruleHostPort = newRule("host-port", "RFC 3986 3.1", "scheme followed by a number", "if a host and port were meant, write http:// before it",
		"localhost:8080 is a valid URI of a scheme named localhost. It is hardly ever meant to be one.")
	ruleSuffix = newRule("suffix-reference", "RFC 3986 4.5", "relative reference that begins like a host", "if a host was meant, write its scheme and // before it",
		"www.example.com/a is a valid relative reference: a folder of that name beside the base. People write it for the suffix of a URI, and each program has its own idea of what is missing. RFC 3986 asks not to use it where it will last.")
)

// scheme remarks what stands before the first colon, or that nothing does.
func (j *judge) scheme() {
	u := &j.u
	switch {
	case !u.HasScheme():
		j.suffixReference()
	case j.isPrefixed():
		j.remarkSaying(ruleURLPrefix, Warning, 0, len("URL:"), "drop it: "+Shorten(Redact(u.text[len("URL:"):])))
	default:
		if u.marks&hasUpper != 0 && strings.IndexFunc(u.Scheme(), isUpper) >= 0 {
			j.remark(ruleSchemeCase, Info, 0, int(u.schemeEnd))
		}
		if n := j.portBehindScheme(); n > 0 {
			j.remark(ruleHostPort, Warning, 0, int(u.path)+n)
		}
	}
}

// isPrefixed reports whether the scheme is the prefix "URL:" of a URI.
func (j *judge) isPrefixed() bool {
	if len(j.u.Scheme()) != len("url") || !strings.EqualFold(j.u.Scheme(), "url") || j.u.HasAuthority() {
		return false
	}
	inner, err := Parse(j.u.text[len("URL:"):])
	return err == nil && inner.HasScheme()
}

// portBehindScheme returns the length of what looks like a port where the path
// begins, or 0. A path that goes on behind it belongs to a host only if the
// scheme looks like one too: "news:119/a" is no host.
func (j *judge) portBehindScheme() int {
	path := j.u.Path()
	if path == "" || classes[path[0]]&digitByte == 0 || j.u.HasAuthority() {
		return 0
	}
	n := notPort(path, 0, len(path))
	scheme := j.u.Scheme()
	likeHost := strings.Contains(scheme, ".") || strings.EqualFold(scheme, "localhost")
	if n > len("65535") || n < len(path) && (path[n] != '/' || !likeHost) {
		return 0
	}
	return n
}

// suffixReference remarks a relative path whose first segment begins with
// "www." and has a dot behind.
func (j *judge) suffixReference() {
	path := j.u.Path()
	if j.u.HasAuthority() || len(path) < len("www.") || !strings.EqualFold(path[:len("www.")], "www.") {
		return
	}
	host, _, _ := strings.Cut(path, "/")
	if strings.Contains(host[len("www."):], ".") {
		j.remark(ruleSuffix, Warning, 0, len(host))
	}
}

func isUpper(r rune) bool { return 'A' <= r && r <= 'Z' }
