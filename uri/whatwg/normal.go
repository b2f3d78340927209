package whatwg

import "strings"

// A class is a set of kinds of bytes that a URL in normal form may hold at a
// place, one bit each.
type class uint8

const (
	hostByte     class = 1 << iota // in a domain
	pathByte                       // in a path, but for the slash
	queryByte                      // in the query of a special URL
	fragmentByte                   // in a fragment
	dotByte                        // begins a dot segment, perhaps: "." and "%"
)

var classes = classTable()

func classTable() (t [256]class) {
	for c := byte(' '); c <= '~'; c++ {
		if strings.IndexByte(forbiddenDomain, c) < 0 && (c < 'A' || c > 'Z') {
			t[c] |= hostByte
		}
		if pathBare.Has(c) && c != '/' && c != '\\' {
			t[c] |= pathByte
		}
		if specialQueryBare.Has(c) {
			t[c] |= queryByte
		}
		if fragmentBare.Has(c) {
			t[c] |= fragmentByte
		}
	}
	t['.'] |= dotByte
	t['%'] |= dotByte
	return t
}

// parseNormal is the fast way through the parser: one look at each byte proves
// that s is an http or https URL that is its own href, or lacks nothing but the
// slash of an empty path. It knows of no credentials and no addresses.
//
// The loops compare as uint: so the compiler sees that i is in s.
func parseNormal(s string) (u URL, ok bool) {
	i := len("https://")
	switch {
	case strings.HasPrefix(s, "https://"):
		u.scheme, u.schemeEnd = https, uint32(len("https"))
	case strings.HasPrefix(s, "http://"):
		i = len("http://")
		u.scheme, u.schemeEnd = http, uint32(len("http"))
	default:
		return URL{}, false
	}
	host := i
	for uint(i) < uint(len(s)) && classes[s[i]]&hostByte != 0 {
		i++
	}
	if i == host || uint64(len(s)) >= maxLen || mayEndInNumber(s[host:i]) {
		return URL{}, false
	}
	u.userEnd, u.host, u.hostEnd = uint32(host), uint32(host), uint32(i)
	if i < len(s) && s[i] == ':' {
		digits := leadingDigits(s[i+1:])
		if !isNormalPort(s[i+1:i+1+digits], u.scheme) {
			return URL{}, false
		}
		i += 1 + digits
	}
	u.path = uint32(i)
	switch {
	case i == len(s), s[i] == '?', s[i] == '#':
		s = s[:i] + "/" + s[i:]
	case s[i] != '/':
		return URL{}, false
	}
	i += normalPath(s[i:])
	u.pathEnd = uint32(i)
	if i < len(s) && s[i] == '?' {
		for i++; uint(i) < uint(len(s)) && classes[s[i]]&queryByte != 0; i++ {
		}
	}
	u.hash = uint32(i)
	if i < len(s) && s[i] == '#' {
		for i++; uint(i) < uint(len(s)) && classes[s[i]]&fragmentByte != 0; i++ {
		}
	}
	u.href = s
	return u, i == len(s)
}

// normalPath returns the length of the path in normal form that s begins with. A
// dot segment ends it, and all that the parser would change.
func normalPath(s string) int {
	i := 0
	for ; uint(i) < uint(len(s)); i++ {
		if classes[s[i]]&pathByte != 0 {
			continue
		}
		if s[i] != '/' {
			break
		}
		if next := i + 1; next < len(s) && classes[s[next]]&dotByte != 0 && beginsWithDots(s[next:]) {
			break
		}
	}
	return i
}

// beginsWithDots reports whether the first segment of s is a dot segment.
func beginsWithDots(s string) bool {
	end := strings.IndexAny(s, `/\?#`)
	if end < 0 {
		end = len(s)
	}
	return dots(s[:end]) != noDot
}

// mayEndInNumber reports whether the last label of a domain begins with a digit,
// as a number does. A letter that no number holds, at the end, says no at once.
func mayEndInNumber(domain string) bool {
	i := len(domain)
	if domain[i-1] > 'f' && domain[i-1] != 'x' {
		return false
	}
	if domain[i-1] == '.' {
		i--
	}
	for i > 0 && domain[i-1] != '.' {
		i--
	}
	return i < len(domain) && isDigit(domain[i])
}

// isNormalPort reports whether digits are a port as an href has it: no leading
// zero, not the default one, in range.
func isNormalPort(digits string, scheme special) bool {
	return digits != "" && len(digits) < 5 && digits[0] != '0' && digits != specials[scheme].port
}
