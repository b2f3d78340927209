package whatwg

import "strings"

// The states of files, paths, query and fragment, and the serialiser: see
// slow_test.go.

func (p *slowParser) file() outcome {
	p.url.scheme, p.url.host = "file", new(string)
	switch {
	case p.is(`/\`):
		if p.c() == '\\' {
			p.err("invalid-reverse-solidus")
		}
		return p.to(fileSlashState)
	case p.base != nil && p.base.scheme == "file":
		p.url.host, p.url.query = p.base.host, p.base.query
		p.url.path = append([]string(nil), p.base.path...)
		switch {
		case p.c() == '?':
			p.url.query = new(string)
			return p.to(queryState)
		case p.c() == '#':
			p.url.fragment = new(string)
			return p.to(fragmentState)
		case p.c() != eof:
			p.url.query = nil
			if !slowStartsWithDrive(p.fromPointer()) {
				p.url.shorten()
			} else {
				p.err("file-invalid-Windows-drive-letter")
				p.url.path = nil
			}
			return p.again(pathState)
		}
		return goOn
	}
	return p.again(pathState)
}

func (p *slowParser) fileSlash() outcome {
	if p.is(`/\`) {
		if p.c() == '\\' {
			p.err("invalid-reverse-solidus")
		}
		return p.to(fileHostState)
	}
	if p.base != nil && p.base.scheme == "file" {
		p.url.host = p.base.host
		if !slowStartsWithDrive(p.fromPointer()) && len(p.base.path) > 0 && slowNormalDrive(p.base.path[0]) {
			p.url.path = append(p.url.path, p.base.path[0])
		}
	}
	return p.again(pathState)
}

func (p *slowParser) fileHost() outcome {
	if p.c() != eof && !p.is(`/\?#`) {
		p.buffer = append(p.buffer, p.c())
		return goOn
	}
	p.pointer--
	switch {
	case p.override == none && slowDrive(string(p.buffer)):
		p.err("file-invalid-Windows-drive-letter-host")
		return p.to(pathState)
	case len(p.buffer) == 0:
		p.url.host = new(string)
	default:
		host, ok := p.parseHost(string(p.buffer), !p.url.isSpecial())
		if !ok {
			return failure
		}
		if host == "localhost" {
			host = ""
		}
		p.url.host = &host
	}
	if p.override != none {
		return done
	}
	p.buffer = nil
	return p.to(pathStartState)
}

func (p *slowParser) pathStart() outcome {
	switch {
	case p.url.isSpecial():
		if p.c() == '\\' {
			p.err("invalid-reverse-solidus")
		}
		if !p.is(`/\`) {
			p.pointer--
		}
		return p.to(pathState)
	case p.override == none && p.c() == '?':
		p.url.query = new(string)
		return p.to(queryState)
	case p.override == none && p.c() == '#':
		p.url.fragment = new(string)
		return p.to(fragmentState)
	case p.c() != eof:
		if p.c() != '/' {
			p.pointer--
		}
		return p.to(pathState)
	case p.override != none && p.url.host == nil:
		p.url.path = append(p.url.path, "")
	}
	return goOn
}

func (p *slowParser) path() outcome {
	slash := p.c() == '/' || p.url.isSpecial() && p.c() == '\\'
	if p.c() != eof && !slash && (p.override != none || !p.is("?#")) {
		p.unit()
		p.buffer = append(p.buffer, []rune(slowEncode(p.c(), pathSet))...)
		return goOn
	}
	if p.url.isSpecial() && p.c() == '\\' {
		p.err("invalid-reverse-solidus")
	}
	switch segment := string(p.buffer); {
	case slowDoubleDot(segment):
		p.url.shorten()
		if !slash {
			p.url.path = append(p.url.path, "")
		}
	case slowSingleDot(segment):
		if !slash {
			p.url.path = append(p.url.path, "")
		}
	default:
		if p.url.scheme == "file" && len(p.url.path) == 0 && slowDrive(segment) {
			segment = segment[:1] + ":"
		}
		p.url.path = append(p.url.path, segment)
	}
	p.buffer = nil
	if p.c() == '?' {
		p.url.query = new(string)
		return p.to(queryState)
	}
	if p.c() == '#' {
		p.url.fragment = new(string)
		return p.to(fragmentState)
	}
	return goOn
}

// unit notes c if it is no URL unit.
func (p *slowParser) unit() {
	if !slowURLCodePoint(p.c()) && p.c() != '%' {
		p.err("invalid-URL-unit")
	}
	if p.c() == '%' && (!slowHex(p.at(1)) || !slowHex(p.at(2))) {
		p.err("invalid-URL-unit")
	}
}

func (p *slowParser) opaquePath() outcome {
	switch {
	case p.c() == '?':
		p.url.query = new(string)
		return p.to(queryState)
	case p.c() == '#':
		p.url.fragment = new(string)
		return p.to(fragmentState)
	case p.c() == ' ':
		p.err("invalid-URL-unit")
		if p.remaining("?") || p.remaining("#") {
			*p.url.opaque += "%20"
		} else {
			*p.url.opaque += " "
		}
	case p.c() != eof:
		p.unit()
		*p.url.opaque += slowEncode(p.c(), c0Set)
	}
	return goOn
}

func (p *slowParser) query() outcome {
	if p.override == none && p.c() == '#' || p.c() == eof {
		set := querySet
		if p.url.isSpecial() {
			set = specialQuerySet
		}
		query := *p.url.query
		for _, c := range p.buffer {
			query += slowEncode(c, set)
		}
		p.url.query, p.buffer = &query, nil
		if p.c() == '#' {
			p.url.fragment = new(string)
			return p.to(fragmentState)
		}
		return goOn
	}
	p.unit()
	p.buffer = append(p.buffer, p.c())
	return goOn
}

func (p *slowParser) fragment() outcome {
	if p.c() != eof {
		p.unit()
		*p.url.fragment += slowEncode(p.c(), fragmentSet)
	}
	return goOn
}

// pathname is the URL path serialiser.
func (u *slowURL) pathname() string {
	if u.opaque != nil {
		return *u.opaque
	}
	var out strings.Builder
	for _, segment := range u.path {
		out.WriteString("/" + segment)
	}
	return out.String()
}

// href is the URL serialiser.
func (u *slowURL) href() string {
	out := u.scheme + ":"
	if u.host != nil {
		out += "//"
		if u.includesCredentials() {
			out += u.username
			if u.password != "" {
				out += ":" + u.password
			}
			out += "@"
		}
		out += *u.host + slowPort(u.port)
	}
	if u.host == nil && u.opaque == nil && len(u.path) > 1 && u.path[0] == "" {
		out += "/."
	}
	out += u.pathname()
	if u.query != nil {
		out += "?" + *u.query
	}
	if u.fragment != nil {
		out += "#" + *u.fragment
	}
	return out
}

// slowSetters are the setters of the API, by attribute.
var slowSetters = map[string]func(u *slowURL, s string){
	"protocol": func(u *slowURL, s string) { slowOverride(s+":", u, schemeStartState) },
	"username": func(u *slowURL, s string) {
		if !u.cannotHaveCredentials() {
			u.username = slowEncodeString(s, userinfoSet)
		}
	},
	"password": func(u *slowURL, s string) {
		if !u.cannotHaveCredentials() {
			u.password = slowEncodeString(s, userinfoSet)
		}
	},
	"host": func(u *slowURL, s string) {
		if u.opaque == nil {
			slowOverride(s, u, hostState)
		}
	},
	"hostname": func(u *slowURL, s string) {
		if u.opaque == nil {
			slowOverride(s, u, hostnameState)
		}
	},
	"port": func(u *slowURL, s string) {
		if u.cannotHaveCredentials() {
			return
		}
		if s == "" {
			u.port = nil
			return
		}
		slowOverride(s, u, portState)
	},
	"pathname": func(u *slowURL, s string) {
		if u.opaque == nil {
			u.path = nil
			slowOverride(s, u, pathStartState)
		}
	},
	"search": func(u *slowURL, s string) {
		if s == "" {
			u.query = nil
			return
		}
		u.query = new(string)
		slowOverride(strings.TrimPrefix(s, "?"), u, queryState)
	},
	"hash": func(u *slowURL, s string) {
		if s == "" {
			u.fragment = nil
			return
		}
		u.fragment = new(string)
		slowOverride(strings.TrimPrefix(s, "#"), u, fragmentState)
	},
}
