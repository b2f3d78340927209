package whatwg

import (
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Parse reads s as an absolute URL, as new URL(s) does in a browser (section
// 4.4). White space and control characters around s, and tabs and line breaks in
// it, are dropped; what does not fit is percent-encoded; scheme, host, port and
// path get their normal form. The error is always an [*Error].
//
// Parse does not allocate if s is an http or https URL that is its own href.
func Parse(s string) (URL, error) { return ParseRef(s, URL{}) }

// ParseRef reads s as a URL, or as one relative to base, as new URL(s, base)
// does. With the zero base it is [Parse].
func ParseRef(s string, base URL) (URL, error) {
	if u, ok := parseNormal(s); ok {
		return u, nil
	}
	p := parser{base: base}
	u, ok := p.run(s)
	if !ok {
		return URL{}, newError(s, newPlace(s).of(p.failedAt), p.failed)
	}
	return u, nil
}

// A parser is a run of the basic URL parser (section 4.4). Where the standard
// walks from code point to code point and from state to state, the methods here
// take a component at a time and are called by the states. slow_test.go has the
// standard's form, to compare with.
type parser struct {
	record        // the URL in the making
	in     string // the input, cleaned
	base   URL    // the zero value is null

	failed   *uri.Rule
	failedAt int // in p.in

	noting bool // validation errors are asked for
	notes  []note
}

// A note is a validation error; at is a place in the parser's input.
type note struct {
	rule *uri.Rule
	at   int
}

func (p *parser) note(r *uri.Rule, at int) {
	if p.noting {
		p.notes = append(p.notes, note{r, at})
	}
}

// fail makes the parser return failure because of a validation error.
func (p *parser) fail(r *uri.Rule, at int) bool {
	p.note(r, at)
	return p.failSilently(r, at)
}

// failSilently is fail for a validation error that is noted already.
func (p *parser) failSilently(r *uri.Rule, at int) bool {
	p.failed, p.failedAt = r, at
	return false
}

func (p *parser) run(s string) (URL, bool) {
	start, end := trim(s)
	p.in = clean(s[start:end])
	if !p.schemeStart() {
		return URL{}, false
	}
	u, ok := p.url()
	if !ok {
		p.fail(ruleTooLong, len(p.in))
	}
	return u, ok
}

// trim returns where s begins and ends without the C0 controls and spaces around
// it.
func trim(s string) (start, end int) {
	end = len(s)
	for start < end && s[start] <= ' ' {
		start++
	}
	for end > start && s[end-1] <= ' ' {
		end--
	}
	return start, end
}

func isBreak(c byte) bool { return c == '\t' || c == '\n' || c == '\r' }

// clean makes s a string of scalar values and drops its tabs and line breaks.
func clean(s string) string {
	s = decodeUTF8(s)
	if !strings.ContainsAny(s, "\t\n\r") {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if !isBreak(s[i]) {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// schemeStart is the scheme start state and the scheme state.
func (p *parser) schemeStart() bool {
	end := schemeEnd(p.in)
	if end == 0 {
		return p.noScheme()
	}
	p.setScheme(lower(p.in[:end]))
	i := end + len(":")
	slashes := strings.HasPrefix(p.in[i:], "//")
	switch {
	case p.special == file:
		if !slashes {
			p.note(ruleSolidus, i)
		}
		return p.file(i)
	case p.special != notSpecial && p.special == p.base.scheme:
		if !slashes {
			p.note(ruleSolidus, i)
			return p.relative(i)
		}
		return p.ignoreSlashes(i + len("//"))
	case p.special != notSpecial:
		if !slashes {
			p.note(ruleSolidus, i)
			return p.ignoreSlashes(i)
		}
		return p.ignoreSlashes(i + len("//"))
	case slashes:
		return p.authority(i + len("//"))
	case strings.HasPrefix(p.in[i:], "/"):
		return p.parsePath(i + len("/"))
	}
	return p.opaquePath(i)
}

// schemeEnd returns the place of the colon behind a scheme, or 0.
func schemeEnd(s string) int {
	if s == "" || !isAlpha(s[0]) {
		return 0
	}
	for i := range len(s) {
		switch c := s[i]; {
		case c == ':':
			return i
		case !isAlpha(c) && !isDigit(c) && c != '+' && c != '-' && c != '.':
			return 0
		}
	}
	return 0
}

func (p *parser) setScheme(scheme string) { p.scheme, p.special = scheme, specialOf(scheme) }

// noScheme is the no scheme state.
func (p *parser) noScheme() bool {
	switch {
	case p.base.IsZero(), p.base.HasOpaquePath() && !strings.HasPrefix(p.in, "#"):
		return p.fail(ruleNoScheme, 0)
	case p.base.HasOpaquePath():
		p.record = p.base.record()
		return p.parseFragment(0)
	case p.base.scheme == file:
		return p.file(0)
	}
	return p.relative(0)
}

// isSlash reports whether a slash stands at i, or a backslash that is as good as
// one in a special URL, and notes the backslash.
func (p *parser) isSlash(i int) bool {
	if i == len(p.in) {
		return false
	}
	if p.in[i] == '\\' && p.special != notSpecial {
		p.note(ruleBackslash, i)
		return true
	}
	return p.in[i] == '/'
}

// relative is the relative state and the relative slash state.
func (p *parser) relative(i int) bool {
	p.setScheme(strings.TrimSuffix(p.base.Protocol(), ":"))
	if !p.isSlash(i) {
		p.record = p.base.record()
		return p.relativePath(i)
	}
	if i++; p.isSlash(i) {
		if p.special != notSpecial {
			return p.ignoreSlashes(i + 1)
		}
		return p.authority(i + 1)
	}
	p.record = p.base.record()
	p.path, p.query, p.fragment, p.hasQuery, p.hasFrag = "", "", "", false, false
	return p.parsePath(i)
}

// relativePath goes on at i with the path and the query of the base until the
// input has its own.
func (p *parser) relativePath(i int) bool {
	p.fragment, p.hasFrag = "", false
	if i == len(p.in) || p.in[i] == '#' {
		return p.parseFragment(i)
	}
	p.query, p.hasQuery = "", false
	switch {
	case p.in[i] == '?':
		return p.parseQuery(i)
	case p.special == file && startsWithDrive(p.in[i:]):
		p.note(ruleDrive, i)
		p.path = ""
	default:
		p.path = p.path[:shortened([]byte(p.path), p.special)]
	}
	return p.parsePath(i)
}

// ignoreSlashes is the special authority ignore slashes state.
func (p *parser) ignoreSlashes(i int) bool {
	for i < len(p.in) && (p.in[i] == '/' || p.in[i] == '\\') {
		p.note(ruleSolidus, i)
		i++
	}
	return p.authority(i)
}

// authorityEnd returns where the authority, or a part of it, ends that begins at
// i.
func (p *parser) authorityEnd(i int) int {
	stop := "/?#"
	if p.special != notSpecial {
		stop = `/?#\`
	}
	if n := strings.IndexAny(p.in[i:], stop); n >= 0 {
		return i + n
	}
	return len(p.in)
}

// authority is the authority state. The last "@" ends the credentials, and each
// "@" before it is part of them.
func (p *parser) authority(i int) bool {
	end := p.authorityEnd(i)
	at := strings.LastIndexByte(p.in[i:end], '@')
	if at < 0 {
		return p.hostState(i, end)
	}
	credentials := p.in[i : i+at]
	for j := range len(credentials) + 1 {
		if p.in[i+j] == '@' {
			p.note(ruleCredentials, i+j)
		}
	}
	username, password, _ := strings.Cut(credentials, ":")
	p.username = pct.Encode(username, userinfoBare)
	p.password = pct.Encode(password, userinfoBare)
	if i += at + len("@"); i == end {
		return p.fail(ruleHostMissing, i)
	}
	return p.hostState(i, end)
}

// hostState is the host state of an authority that ends at end, and goes on with
// its port.
func (p *parser) hostState(i, end int) bool {
	hostEnd := i + portColon(p.in[i:end])
	if hostEnd == i && (p.special != notSpecial || hostEnd < end) {
		return p.fail(ruleHostMissing, i)
	}
	host, ok := p.parseHost(p.in[i:hostEnd], i)
	if !ok {
		return false
	}
	p.host, p.hasHost = host, true
	if hostEnd < end && !p.portState(hostEnd+len(":"), end) {
		return false
	}
	return p.pathStart(end)
}

// portColon returns the place of the colon before the port of an authority, or
// its end. A colon in brackets is none, and a bracket need not be closed.
func portColon(s string) int {
	inside := false
	for i := range len(s) {
		switch s[i] {
		case '[':
			inside = true
		case ']':
			inside = false
		case ':':
			if !inside {
				return i
			}
		}
	}
	return len(s)
}

// portState is the port state of an authority that ends at end.
func (p *parser) portState(i, end int) bool {
	digits := leadingDigits(p.in[i:end])
	if i+digits < end {
		return p.fail(rulePort, i+digits)
	}
	return digits == 0 || p.setPort(p.in[i:end], i)
}

func leadingDigits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// setPort takes digits as the port, which becomes null if it is the default one.
func (p *parser) setPort(digits string, at int) bool {
	port := strings.TrimLeft(digits, "0")
	switch {
	case port == "":
		port = "0"
	case len(port) > 5 || len(port) == 5 && port > "65535":
		return p.fail(rulePortRange, at)
	}
	if p.special != notSpecial && port == specials[p.special].port {
		port = ""
	}
	p.port = port
	return true
}

// file is the file state.
func (p *parser) file(i int) bool {
	p.setScheme("file")
	p.hasHost = true
	if p.isSlash(i) {
		return p.fileSlash(i + 1)
	}
	if p.base.scheme == file {
		p.record = p.base.record()
		return p.relativePath(i)
	}
	return p.parsePath(i)
}

// fileSlash is the file slash state.
func (p *parser) fileSlash(i int) bool {
	if p.isSlash(i) {
		return p.fileHost(i + 1)
	}
	if p.base.scheme == file {
		p.host = p.base.Hostname()
		if path := p.base.Pathname(); !startsWithDrive(p.in[i:]) && hasDrive(path) {
			p.path = path[:len("/C:")]
		}
	}
	return p.parsePath(i)
}

// fileHost is the file host state.
func (p *parser) fileHost(i int) bool {
	end := p.authorityEnd(i)
	host := p.in[i:end]
	switch {
	case isDrive(host):
		p.note(ruleDriveHost, i)
		p.path = "/" + host[:1] + ":"
		if p.isSlash(end) {
			return p.parsePath(end + 1)
		}
		return p.parseQuery(end)
	case host != "" && !p.setFileHost(host, i):
		return false
	}
	return p.pathStart(end)
}

func (p *parser) setFileHost(s string, at int) bool {
	host, ok := p.parseHost(s, at)
	if !ok {
		return false
	}
	if host == "localhost" {
		host = ""
	}
	p.host = host
	return true
}

// parseQuery is the query state, from the "?" on if there is one.
func (p *parser) parseQuery(i int) bool {
	if i == len(p.in) || p.in[i] != '?' {
		return p.parseFragment(i)
	}
	i++
	end := len(p.in)
	if n := strings.IndexByte(p.in[i:], '#'); n >= 0 {
		end = i + n
	}
	p.checkUnits(i, end)
	p.query, p.hasQuery = p.encodeQuery(p.in[i:end]), true
	return p.parseFragment(end)
}

func (p *parser) encodeQuery(s string) string {
	if p.special != notSpecial {
		return pct.Encode(s, specialQueryBare)
	}
	return pct.Encode(s, queryBare)
}

// parseFragment is the fragment state, from the "#" on if there is one.
func (p *parser) parseFragment(i int) bool {
	if i < len(p.in) {
		i++
		p.checkUnits(i, len(p.in))
		p.fragment, p.hasFrag = pct.Encode(p.in[i:], fragmentBare), true
	}
	return true
}

// checkUnits notes each character of the input from i to end that is no URL
// unit.
func (p *parser) checkUnits(i, end int) {
	if !p.noting {
		return
	}
	for j, r := range p.in[i:end] {
		if r == '%' && !isEscape(p.in[i+j:]) || r != '%' && !isURLCodePoint(r) {
			p.note(ruleUnit, i+j)
		}
	}
}
