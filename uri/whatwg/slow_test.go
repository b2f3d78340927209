package whatwg

import (
	"slices"
	"strings"
)

// This file and slow_host_test.go are the slow twin of the parser: the algorithms
// of the standard, step by step and code point by code point, in its order and
// its words, to be compared with it by eye. Of the package's code they use toASCII
// alone.

// slowURL is a URL record.
type slowURL struct {
	scheme, username, password string
	host                       *string // serialised
	port                       *int
	path                       []string
	opaque                     *string // the path, if it is opaque
	query, fragment            *string
}

func (u *slowURL) isSpecial() bool { _, ok := slowPorts[u.scheme]; return ok }

var slowPorts = map[string]int{"ftp": 21, "file": -1, "http": 80, "https": 443, "ws": 80, "wss": 443}

func (u *slowURL) includesCredentials() bool { return u.username != "" || u.password != "" }

func (u *slowURL) cannotHaveCredentials() bool {
	return u.host == nil || *u.host == "" || u.scheme == "file"
}

func (u *slowURL) shorten() {
	if u.scheme == "file" && len(u.path) == 1 && slowNormalDrive(u.path[0]) {
		return
	}
	if len(u.path) > 0 {
		u.path = u.path[:len(u.path)-1]
	}
}

// state is a state of the basic URL parser; override is the zero state if there
// is none.
type state int

const (
	none state = iota
	schemeStartState
	schemeState
	noSchemeState
	specialRelativeOrAuthorityState
	pathOrAuthorityState
	relativeState
	relativeSlashState
	specialAuthoritySlashesState
	specialAuthorityIgnoreSlashesState
	authorityState
	hostState
	hostnameState
	portState
	fileState
	fileSlashState
	fileHostState
	pathStartState
	pathState
	opaquePathState
	queryState
	fragmentState
)

const eof rune = -1

// slowParser is one run of the basic URL parser.
type slowParser struct {
	url      *slowURL
	base     *slowURL
	override state
	state    state
	input    []rune
	pointer  int
	buffer   []rune
	errors   []string // the validation errors

	atSignSeen, insideBrackets, passwordTokenSeen bool
}

// An outcome of a state: go on, stop, or fail.
type outcome int

const (
	goOn outcome = iota
	done
	failure
)

func (p *slowParser) err(name string) { p.errors = append(p.errors, name) }

// slowParse is the basic URL parser without a given URL.
func slowParse(input string, base *slowURL) (*slowURL, []string) {
	p := &slowParser{url: &slowURL{}, base: base, state: schemeStartState}
	runes := []rune(decodeUTF8(input))
	trimmed := runes
	for len(trimmed) > 0 && trimmed[0] <= ' ' {
		trimmed = trimmed[1:]
	}
	for len(trimmed) > 0 && trimmed[len(trimmed)-1] <= ' ' {
		trimmed = trimmed[:len(trimmed)-1]
	}
	if len(trimmed) != len(runes) {
		p.err("invalid-URL-unit")
	}
	if p.run(trimmed) == failure {
		return nil, p.errors
	}
	return p.url, p.errors
}

// slowOverride is the basic URL parser with a given URL and a state override.
func slowOverride(input string, url *slowURL, override state) {
	p := &slowParser{url: url, override: override, state: override}
	p.run([]rune(decodeUTF8(input)))
}

func (p *slowParser) run(input []rune) outcome {
	p.input = slices.DeleteFunc(slices.Clone(input), func(c rune) bool { return c == '\t' || c == '\n' || c == '\r' })
	if len(p.input) != len(input) {
		p.err("invalid-URL-unit")
	}
	for {
		if o := p.step(); o != goOn {
			return o
		}
		if p.pointer >= len(p.input) {
			return done
		}
		p.pointer++
	}
}

func (p *slowParser) c() rune { return p.at(0) }

func (p *slowParser) at(ahead int) rune {
	if i := p.pointer + ahead; i >= 0 && i < len(p.input) {
		return p.input[i]
	}
	return eof
}

// remaining reports whether what follows c starts with s.
func (p *slowParser) remaining(s string) bool {
	for i, c := range []rune(s) {
		if p.at(1+i) != c {
			return false
		}
	}
	return true
}

func (p *slowParser) fromPointer() string {
	return string(p.input[min(p.pointer, len(p.input)):])
}

// is reports whether c is one of chars.
func (p *slowParser) is(chars string) bool { return p.c() != eof && strings.ContainsRune(chars, p.c()) }

// ends reports whether c is the EOF code point, "/", "?" or "#", or "\" in a
// special URL.
func (p *slowParser) ends() bool {
	return p.c() == eof || p.is("/?#") || p.url.isSpecial() && p.c() == '\\'
}

func (p *slowParser) to(s state) outcome { p.state = s; return goOn }

// again is to, with the pointer decreased by one.
func (p *slowParser) again(s state) outcome { p.pointer--; return p.to(s) }

func (p *slowParser) fail(name string) outcome { p.err(name); return failure }

func (p *slowParser) step() outcome {
	switch p.state {
	case schemeStartState:
		return p.schemeStart()
	case schemeState:
		return p.scheme()
	case noSchemeState:
		return p.noScheme()
	case specialRelativeOrAuthorityState:
		if p.c() == '/' && p.remaining("/") {
			p.pointer++
			return p.to(specialAuthorityIgnoreSlashesState)
		}
		p.err("special-scheme-missing-following-solidus")
		return p.again(relativeState)
	case pathOrAuthorityState:
		if p.c() == '/' {
			return p.to(authorityState)
		}
		return p.again(pathState)
	case relativeState:
		return p.relative()
	case relativeSlashState:
		return p.relativeSlash()
	case specialAuthoritySlashesState:
		if p.c() == '/' && p.remaining("/") {
			p.pointer++
			return p.to(specialAuthorityIgnoreSlashesState)
		}
		p.err("special-scheme-missing-following-solidus")
		return p.again(specialAuthorityIgnoreSlashesState)
	case specialAuthorityIgnoreSlashesState:
		if !p.is(`/\`) {
			return p.again(authorityState)
		}
		p.err("special-scheme-missing-following-solidus")
		return goOn
	case authorityState:
		return p.authority()
	case hostState, hostnameState:
		return p.host()
	case portState:
		return p.port()
	case fileState:
		return p.file()
	case fileSlashState:
		return p.fileSlash()
	case fileHostState:
		return p.fileHost()
	case pathStartState:
		return p.pathStart()
	case pathState:
		return p.path()
	case opaquePathState:
		return p.opaquePath()
	case queryState:
		return p.query()
	default:
		return p.fragment()
	}
}

func (p *slowParser) schemeStart() outcome {
	switch {
	case slowAlpha(p.c()):
		p.buffer = append(p.buffer, slowLower(p.c()))
		return p.to(schemeState)
	case p.override == none:
		return p.again(noSchemeState)
	}
	return failure
}

func (p *slowParser) scheme() outcome {
	switch {
	case slowAlpha(p.c()) || slowDigit(p.c()) || p.is("+-."):
		p.buffer = append(p.buffer, slowLower(p.c()))
		return goOn
	case p.c() == ':':
		return p.schemeColon(string(p.buffer))
	case p.override == none:
		p.buffer = nil
		p.pointer = -1 // start over
		return p.to(noSchemeState)
	}
	return failure
}

func (p *slowParser) schemeColon(buffer string) outcome {
	_, special := slowPorts[buffer]
	if p.override != none {
		switch {
		case p.url.isSpecial() != special,
			(p.url.includesCredentials() || p.url.port != nil) && buffer == "file",
			p.url.scheme == "file" && *p.url.host == "":
			return done
		}
	}
	p.url.scheme = buffer
	if p.override != none {
		if p.url.port != nil && special && *p.url.port == slowPorts[buffer] {
			p.url.port = nil
		}
		return done
	}
	p.buffer = nil
	switch {
	case buffer == "file":
		if !p.remaining("//") {
			p.err("special-scheme-missing-following-solidus")
		}
		return p.to(fileState)
	case special && p.base != nil && p.base.scheme == buffer:
		return p.to(specialRelativeOrAuthorityState)
	case special:
		return p.to(specialAuthoritySlashesState)
	case p.remaining("/"):
		p.pointer++
		return p.to(pathOrAuthorityState)
	}
	p.url.opaque = new(string)
	return p.to(opaquePathState)
}

func (p *slowParser) noScheme() outcome {
	switch {
	case p.base == nil, p.base.opaque != nil && p.c() != '#':
		return p.fail("missing-scheme-non-relative-URL")
	case p.base.opaque != nil:
		opaque := *p.base.opaque
		p.url.scheme, p.url.opaque, p.url.query, p.url.fragment = p.base.scheme, &opaque, p.base.query, new(string)
		return p.to(fragmentState)
	case p.base.scheme != "file":
		return p.again(relativeState)
	}
	return p.again(fileState)
}

func (p *slowParser) relative() outcome {
	p.url.scheme = p.base.scheme
	switch {
	case p.c() == '/':
		return p.to(relativeSlashState)
	case p.url.isSpecial() && p.c() == '\\':
		p.err("invalid-reverse-solidus")
		return p.to(relativeSlashState)
	}
	p.copyAuthority()
	p.url.path, p.url.query = slices.Clone(p.base.path), p.base.query
	switch {
	case p.c() == '?':
		p.url.query = new(string)
		return p.to(queryState)
	case p.c() == '#':
		p.url.fragment = new(string)
		return p.to(fragmentState)
	case p.c() != eof:
		p.url.query = nil
		p.url.shorten()
		return p.again(pathState)
	}
	return goOn
}

func (p *slowParser) copyAuthority() {
	p.url.username, p.url.password, p.url.host, p.url.port = p.base.username, p.base.password, p.base.host, p.base.port
}

func (p *slowParser) relativeSlash() outcome {
	switch {
	case p.url.isSpecial() && p.is(`/\`):
		if p.c() == '\\' {
			p.err("invalid-reverse-solidus")
		}
		return p.to(specialAuthorityIgnoreSlashesState)
	case p.c() == '/':
		return p.to(authorityState)
	}
	p.copyAuthority()
	return p.again(pathState)
}

func (p *slowParser) authority() outcome {
	switch {
	case p.c() == '@':
		p.err("invalid-credentials")
		if p.atSignSeen {
			p.buffer = append([]rune("%40"), p.buffer...)
		}
		p.atSignSeen = true
		for _, c := range p.buffer {
			if c == ':' && !p.passwordTokenSeen {
				p.passwordTokenSeen = true
				continue
			}
			if p.passwordTokenSeen {
				p.url.password += slowEncode(c, userinfoSet)
			} else {
				p.url.username += slowEncode(c, userinfoSet)
			}
		}
		p.buffer = nil
	case p.ends():
		if p.atSignSeen && len(p.buffer) == 0 {
			return p.fail("host-missing")
		}
		p.pointer -= len(p.buffer) + 1
		p.buffer = nil
		return p.to(hostState)
	default:
		p.buffer = append(p.buffer, p.c())
	}
	return goOn
}

func (p *slowParser) host() outcome {
	switch {
	case p.override != none && p.url.scheme == "file":
		return p.again(fileHostState)
	case p.c() == ':' && !p.insideBrackets:
		if len(p.buffer) == 0 {
			return p.fail("host-missing")
		}
		if p.override == hostnameState {
			return failure
		}
		if !p.setHost() {
			return failure
		}
		return p.to(portState)
	case p.ends():
		p.pointer--
		switch {
		case p.url.isSpecial() && len(p.buffer) == 0:
			return p.fail("host-missing")
		case p.override != none && len(p.buffer) == 0 && (p.url.includesCredentials() || p.url.port != nil):
			return failure
		}
		if !p.setHost() {
			return failure
		}
		if p.override != none {
			return done
		}
		return p.to(pathStartState)
	}
	switch p.c() {
	case '[':
		p.insideBrackets = true
	case ']':
		p.insideBrackets = false
	}
	p.buffer = append(p.buffer, p.c())
	return goOn
}

// setHost parses the buffer as a host, and empties it.
func (p *slowParser) setHost() bool {
	host, ok := p.parseHost(string(p.buffer), !p.url.isSpecial())
	if ok {
		p.url.host, p.buffer = &host, nil
	}
	return ok
}

func (p *slowParser) port() outcome {
	switch {
	case slowDigit(p.c()):
		p.buffer = append(p.buffer, p.c())
		return goOn
	case p.ends() || p.override != none:
		if len(p.buffer) != 0 {
			port := 0
			for _, c := range p.buffer {
				port = min(10*port+int(c-'0'), 1<<20)
			}
			if port > 65535 {
				return p.fail("port-out-of-range")
			}
			p.url.port = &port
			if slowPorts[p.url.scheme] == port && p.url.isSpecial() {
				p.url.port = nil
			}
			p.buffer = nil
			if p.override != none {
				return done
			}
		}
		if p.override != none {
			return failure
		}
		return p.again(pathStartState)
	}
	return p.fail("port-invalid")
}
