package find

import "unicode/utf8"

// authority reads the authority of a URI in running text, which begins at i,
// behind the "//". It returns where it ends. It is not ok if what stands there is
// none, or has something missing, as in "http://$HOST/" and "http://host:port/";
// what is before end is then nothing else either.
func (t *text) authority(i int) (end int, ok bool) {
	host, next := t.userinfo(i)
	if host < 0 {
		return next, false
	}
	if end = t.host(host); end == host {
		return next, false
	}
	if end = t.port(end); end == 0 || t.isPattern(end) {
		return next, false
	}
	return end, true
}

// userinfo returns where the host begins behind the userinfo at i, which is i if
// there is none, and -1 if there are two; and where both have ended at the latest.
func (t *text) userinfo(i int) (host, end int) {
	host = i
	for start := i; i-start < MaxLen; i++ {
		switch c := t.at(i); {
		case c == '@' && host > start:
			host = -1
		case c == '@' && host == start:
			host = i + 1
		case !is(c, hostByte) && !isUserinfo(c):
			return host, i
		}
	}
	return host, i
}

// isUserinfo reports whether c can be of a userinfo in running text, beside what
// can be of a host. Brackets, quotes and commas are of the text.
func isUserinfo(c byte) bool {
	switch c {
	case ':', '@', '%', '!', '$', '&', '*', '+', ';', '=':
		return true
	}
	return false
}

// host returns where the host ends that begins at i; i if there is none.
func (t *text) host(i int) int {
	start := i
	switch c := t.at(i); {
	case c == '[':
		return t.literal(i)
	case c == '.', c == '-', c == '~':
		return i
	}
	for {
		switch c := t.at(i); {
		case is(c, hostByte):
			i++
		case c == '%' && t.escape(i):
			i += len("%41")
		case c >= utf8.RuneSelf:
			r, n := t.rune(i)
			if k := kindOf(r); k != part && !(k == inside && t.isWordAt(i+n)) {
				return i
			}
			i += n
		default:
			return i
		}
		if i-start > MaxLen {
			return i
		}
	}
}

// literal returns where the IP-literal ends that begins at i; i if there is none.
func (t *text) literal(i int) int {
	const most = 64 // of an address, with brackets
	for j := i + 1; j < i+most; j++ {
		switch c := t.at(j); {
		case c == ']' && j > i+2:
			return j + 1
		case !is(c, hexDigit) && c != ':' && c != '.' && c != 'v':
			return i
		}
	}
	return i
}

// port returns where the port ends, if there is one behind the host that ends at
// i; 0 if no number stands there. A colon without a port is of the text, unless a
// path follows.
func (t *text) port(i int) int {
	if t.at(i) != ':' {
		return i
	}
	end, number := i+1, 0
	for ; is(t.at(end), digit) && number <= 65535; end++ {
		number = 10*number + int(t.at(end)-'0')
	}
	switch c := t.at(end); {
	case number > 65535, is(c, alpha|digit), c == '$', c == '{', c == '%', c == '<', c == '*', c == ':' && is(t.at(end+1), alpha|digit):
		return 0
	case end == i+1 && c != '/' && c != '?' && c != '#':
		return i
	}
	return end
}

// isPattern reports whether something stands at the end of the authority that
// makes it a template, a pattern or an outline of URIs.
func (t *text) isPattern(i int) bool {
	switch c := t.at(i); c {
	case '$', '{':
		return true
	case '*':
		return is(t.at(i+1), hostByte)
	case '%':
		return t.isVerb(i)
	case '[', ' ':
		return t.has(i, "[:port]") || t.has(i, " [port]")
	case '\\':
		r := run{t: t}
		r.backslash(i)
		return r.broken
	}
	return false
}
