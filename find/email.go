package find

import (
	"bytes"

	"uriel.dev/uri"
)

const (
	mostLocal  = 64  // bytes of the local part of an address (RFC 5321, section 4.5.3.1.1)
	mostDomain = 255 // bytes of its domain (section 4.5.3.1.2)
)

// email looks whether the "@" at i is that of an address of mail.
func (s *scanner) email(i int) (found, bool) {
	start, ok := s.local(i)
	if !ok {
		return found{}, false
	}
	end, ok := s.domain(i + 1)
	if !ok {
		return found{}, false
	}
	u, err := uri.Parse("mailto:" + string(s.b[start:end]))
	return found{start: start, end: end, next: end, uri: u, form: Email, rule: ruleEmail.ID}, err == nil
}

// local returns where the local part of an address begins that ends at i.
func (s *scanner) local(i int) (start int, ok bool) {
	start = i
	for start > s.floor && i-start <= mostLocal && isLocal(s.b[start-1]) {
		start--
	}
	for start < i && !is(s.b[start], alpha|digit) && s.b[start] != '_' {
		start++
	}
	name := s.b[start:i]
	if len(name) == 0 || len(name) > mostLocal || name[len(name)-1] == '.' || bytes.Contains(name, []byte("..")) {
		return 0, false
	}
	switch c := s.at(start - 1); c {
	case '=', '.', '-', '+', '~', '?': // of the text around it, or of an option
		return start, true
	case ':':
		return start, s.has(start-len("mail:"), "mail")
	case '!', '{', '}', ']', '^':
		return 0, false
	}
	return start, s.isEdge(start)
}

func isLocal(c byte) bool {
	return is(c, alpha|digit) || c == '.' || c == '_' || c == '-' || c == '+'
}

// domain returns where the domain of an address ends that begins at i. What can be
// a file, a version or a path on another machine is none.
func (s *scanner) domain(i int) (end int, ok bool) {
	for end = i; is(s.at(end), alpha|digit) || s.at(end) == '-' || s.at(end) == '.' && s.at(end+1) != '.'; end++ {
		if end-i > mostDomain {
			return 0, false
		}
	}
	switch c := s.at(end); {
	case c == '@', c == '_', c == '(', c == '%', c == '$', c == '{', c == '~':
		return 0, false
	case c == ':' && s.at(end+1) > ' ':
		return 0, false
	case c > 0x7F && s.isWordRune(end):
		return 0, false
	}
	for end > i && !is(s.b[end-1], alpha|digit) {
		end--
	}
	domain := s.b[i:end]
	dot := bytes.LastIndexByte(domain, '.')
	return end, dot > 0 && domain[0] != '-' && !isVersion(domain) && isTop(string(domain[dot+1:]))
}

func (t *text) isWordRune(i int) bool {
	r, _ := t.rune(i)
	return isWord(r)
}

// isVersion reports whether domain begins as versions do: "v1.2".
func isVersion(domain []byte) bool {
	return len(domain) > 1 && domain[0] == 'v' && is(domain[1], digit)
}
