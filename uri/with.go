package uri

import (
	"strings"

	"uriel.dev/uri/pct"
)

// What With… and Builder report besides what Parse does.
var (
	ruleScheme = newRule("scheme", "RFC 3986 3.1", "not a scheme",
		"a letter, then letters, digits, plus, minus and dot", "A scheme begins with a letter and goes on with letters, digits, plus, minus and dot. It has no escapes: nothing else can be spelt in it.")
	ruleNoHost = newRule("no-host", "RFC 3986 3.2", "userinfo or port without a host",
		"give a host first; it may be empty", "Userinfo and port are parts of an authority, which always has a host, be it empty. Without an authority there is no place for them.")
	ruleRootless = newRule("path-rootless", "RFC 3986 3.3", "path behind an authority without a slash before it",
		"begin the path with a slash", "A path behind an authority is empty or begins with a slash. Without the slash its first segment would be read as the end of the host or port.")
	rulePathAuthority = newRule("path-authority", "RFC 3986 3.3", "two slashes at the start of a path without an authority",
		"write /.// at the start if the first segment is meant to be empty", "Two slashes behind the scheme, or at the start of a relative reference, introduce an authority. A path put there would name a host: the way to lead a reader elsewhere.")
)

// A grammar is what may stand in a component besides escapes, and the rules for
// what may not.
type grammar struct {
	bare        pct.Set
	space, char *Rule
}

// grammars are those of the components that may have escapes.
var grammars = [...]grammar{
	Userinfo: {pct.RegName.With(":"), ruleUserinfoSpace, ruleUserinfoChar},
	Host:     {pct.RegName, ruleHostSpace, ruleHostChar},
	Path:     {pct.Path, rulePathSpace, rulePathChar},
	Query:    {pct.Query, ruleQuerySpace, ruleQueryChar},
	Fragment: {pct.Query, ruleFragmentSpace, ruleFragmentChar},
}

// WithScheme returns u with that scheme, which makes a URI of a relative
// reference. Path and all else stay as they are.
//
// All With… methods take a component as it is to be written, without its
// delimiters; [Component.Encode] makes one of text. They return an [*Error]
// about a component that could not stand where it is put; its Input and Offset
// are of that component. What they return parses back to the components of u
// but for the one that was given. They allocate the new text and nothing else.
func (u URI) WithScheme(scheme string) (URI, error) {
	if err := check(Scheme, scheme); err != nil {
		return URI{}, err
	}
	rest := u.text
	if u.HasScheme() {
		rest = u.text[u.schemeEnd+1:]
	}
	return Parse(scheme + ":" + rest)
}

// WithAuthority returns u with that authority: [ userinfo "@" ] host [ ":" port
// ]. The error is of rule uri/path-rootless, and about the path, if u had no
// authority and its path is neither empty nor begins with a slash.
func (u URI) WithAuthority(authority string) (URI, error) {
	if err := check(Authority, authority); err != nil {
		return URI{}, err
	}
	return u.withAuthority(authority)
}

func (u URI) withAuthority(authority string) (URI, error) {
	if u.HasAuthority() {
		return Parse(u.text[:u.auth] + authority + u.text[u.path:])
	}
	if u.Path() != "" && u.Path()[0] != '/' {
		return URI{}, fail(u.Path(), 0, ruleRootless)
	}
	return Parse(u.text[:u.path] + "//" + authority + u.text[u.path:])
}

// WithUserinfo returns u with that userinfo. The error is of rule uri/no-host
// if u has no authority.
func (u URI) WithUserinfo(userinfo string) (URI, error) {
	if err := check(Userinfo, userinfo); err != nil {
		return URI{}, err
	}
	if !u.HasAuthority() {
		return URI{}, fail(userinfo, 0, ruleNoHost)
	}
	return Parse(u.text[:u.auth] + userinfo + "@" + u.text[u.host:])
}

// WithHost returns u with that host: a reg-name, which may be empty, an
// IPv4address, or an IP-literal in its brackets. If u has no authority it gets
// one, as by [URI.WithAuthority].
func (u URI) WithHost(host string) (URI, error) {
	if err := check(Host, host); err != nil {
		return URI{}, err
	}
	if !u.HasAuthority() {
		return u.withAuthority(host)
	}
	return Parse(u.text[:u.host] + host + u.text[u.hostEnd:])
}

// WithPort returns u with that port: decimal digits, any number of them. The
// error is of rule uri/no-host if u has no authority.
func (u URI) WithPort(port string) (URI, error) {
	if err := check(Port, port); err != nil {
		return URI{}, err
	}
	if !u.HasAuthority() {
		return URI{}, fail(port, 0, ruleNoHost)
	}
	return Parse(u.text[:u.hostEnd] + ":" + port + u.text[u.path:])
}

// WithPath returns u with that path. Behind an authority a path is empty or
// begins with a slash (rule uri/path-rootless), without one it does not begin
// with two (rule uri/path-authority). A relative path whose first segment has a
// colon is written behind "./", or it would be a scheme: weird:file becomes
// ./weird:file (RFC 3986, section 4.2).
func (u URI) WithPath(path string) (URI, error) {
	if err := check(Path, path); err != nil {
		return URI{}, err
	}
	dot := ""
	switch {
	case u.HasAuthority() && path != "" && path[0] != '/':
		return URI{}, fail(path, 0, ruleRootless)
	case u.HasAuthority():
	case strings.HasPrefix(path, "//"):
		return URI{}, fail(path, 0, rulePathAuthority)
	case !u.HasScheme() && colonInFirstSegment(path) >= 0:
		dot = "./"
	}
	return Parse(u.text[:u.path] + dot + path + u.text[u.pathEnd:])
}

// WithQuery returns u with that query. To change one pair of it see
// [URI.WithPair].
func (u URI) WithQuery(query string) (URI, error) {
	if err := check(Query, query); err != nil {
		return URI{}, err
	}
	return Parse(u.text[:u.pathEnd] + "?" + query + u.text[u.queryEnd:])
}

// WithFragment returns u with that fragment.
func (u URI) WithFragment(fragment string) (URI, error) {
	if err := check(Fragment, fragment); err != nil {
		return URI{}, err
	}
	return Parse(u.text[:u.queryEnd] + "#" + fragment)
}

// WithoutUserinfo returns u without its userinfo and the "@" behind it: what
// may be told to a third party, such as a server in a Referer.
func (u URI) WithoutUserinfo() URI {
	if !u.HasUserinfo() {
		return u
	}
	return reparse(u.text[:u.auth] + u.text[u.host:])
}

// WithoutPort returns u without its port and the colon before it.
func (u URI) WithoutPort() URI {
	if !u.HasPort() {
		return u
	}
	return reparse(u.text[:u.hostEnd] + u.text[u.path:])
}

// WithoutQuery returns u without its query and the question mark before it.
func (u URI) WithoutQuery() URI {
	if !u.HasQuery() {
		return u
	}
	return reparse(u.text[:u.pathEnd] + u.text[u.queryEnd:])
}

// WithoutFragment returns u without its fragment: what may be sent to a server
// (RFC 3986, section 3.5). It does not allocate.
func (u URI) WithoutFragment() URI {
	if !u.HasFragment() {
		return u
	}
	return reparse(u.text[:u.queryEnd])
}

// reparse reads text that was put together from parts of URIs so that it must
// be one. Reading it again keeps the one place where offsets come from.
func reparse(text string) URI {
	u, err := Parse(text)
	if err != nil {
		panic("uri: invariant broken: " + err.Error())
	}
	return u
}

// check returns the *Error about s as a component of its own, or nil. What the
// neighbours of a component demand of it is not asked.
func check(c Component, s string) error {
	switch c {
	case Scheme:
		return checkScheme(s)
	case Authority:
		return checkAuthority(s)
	case Port:
		if bad := notPort(s, 0, len(s)); bad < len(s) {
			return fail(s, bad, rulePortDigit)
		}
		return nil
	case Host:
		return checkHost(s)
	}
	if bad, rule := grammars[c].refuses(s); rule != nil {
		return fail(s, bad, rule)
	}
	return nil
}

// refuses returns the first byte of s that is neither bare nor of an escape,
// and its rule, or nil.
func (g *grammar) refuses(s string) (int, *Rule) {
	for i := 0; i < len(s); i++ {
		switch {
		case g.bare.Has(s[i]):
		case s[i] == '%' && escaped(s, i):
			i += 2
		default:
			return i, byteRule(s, i, g.space, g.char)
		}
	}
	return 0, nil
}

func checkScheme(s string) error {
	for i := range len(s) {
		if k := classes[s[i]]; k&schemeByte == 0 || i == 0 && k&alpha == 0 {
			return fail(s, i, ruleScheme)
		}
	}
	if s == "" {
		return fail(s, 0, ruleScheme)
	}
	return nil
}

// checkAuthority reads s as Parse reads what stands behind "//"; it must not end
// before s does.
func checkAuthority(s string) error {
	a := URI{text: s}
	end, rule := a.parseAuthority(0)
	if rule == nil && end < len(s) {
		rule = ruleHostChar
	}
	if rule != nil {
		return fail(s, end, rule)
	}
	return nil
}

// checkHost tells of colons and brackets why they are no part of a name.
func checkHost(s string) error {
	if strings.HasPrefix(s, "[") {
		a := URI{text: s}
		end, rule := a.parseIPLiteral(0)
		if rule == nil && int(a.hostEnd) < len(s) {
			end, rule = int(a.hostEnd), ruleHostChar
		}
		if rule != nil {
			return fail(s, end, rule)
		}
		return nil
	}
	bad, rule := grammars[Host].refuses(s)
	switch {
	case rule == nil:
		return nil
	case s[bad] == '[' || s[bad] == ']':
		rule = ruleHostBracket
	case s[bad] == ':' && strings.Contains(s[bad+1:], ":"):
		rule = ruleHostColon
	}
	return fail(s, bad, rule)
}
