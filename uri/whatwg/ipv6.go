package whatwg

import (
	"strconv"
	"strings"

	"uriel.dev/uri"
)

// parseIPv6 reads what stands between brackets, from offset at on, as an IPv6
// address and returns it as RFC 5952 recommends, in brackets (sections 3.5 and
// 3.6). Unlike RFC 5952 the standard writes an IPv4 address in it in hex.
func (p *parser) parseIPv6(s string, at int) (string, bool) {
	var address [8]uint16
	piece, compress := 0, -1
	i := 0
	if strings.HasPrefix(s, ":") {
		if !strings.HasPrefix(s, "::") {
			return "", p.fail(ruleIPv6Start, at)
		}
		i, piece, compress = 2, 1, 1
	}
	for i < len(s) {
		if piece == len(address) {
			return "", p.fail(ruleIPv6Many, at+i)
		}
		if s[i] == ':' {
			if compress >= 0 {
				return "", p.fail(ruleIPv6Twice, at+i)
			}
			i++
			piece++
			compress = piece
			continue
		}
		value, n := hexGroup(s[i:])
		end := i + n
		if end < len(s) && s[end] == '.' {
			if n == 0 {
				return "", p.fail(rule4in6Char, at+end)
			}
			if piece > 6 {
				return "", p.fail(rule4in6Place, at+i)
			}
			octets, bad, rule := octets4(s[i:])
			if rule != nil {
				return "", p.fail(rule, at+i+bad)
			}
			address[piece], address[piece+1] = uint16(octets>>16), uint16(octets)
			piece += 2
			break
		}
		if end < len(s) && (s[end] != ':' || end+1 == len(s)) {
			if s[end] == ':' {
				end++ // the address ends behind a single colon
			}
			return "", p.fail(ruleIPv6Char, at+end)
		}
		if n > 1 && s[i] == '0' {
			p.note(ruleIPv6Zero, at+i)
		}
		address[piece] = value
		piece++
		i = end + len(":")
	}
	switch {
	case compress >= 0:
		n := piece - compress
		copy(address[len(address)-n:], address[compress:piece])
		clear(address[compress : len(address)-n])
	case piece != len(address):
		return "", p.fail(ruleIPv6Few, at+len(s))
	}
	return formatIPv6(address), true
}

// hexGroup reads up to four hex digits and returns their value and number.
func hexGroup(s string) (value uint16, n int) {
	for n < 4 && n < len(s) && isHex(s[n]) {
		n++
	}
	v, _ := strconv.ParseUint(s[:n], 16, 16) // 0 of no digits
	return uint16(v), n
}

// octets4 reads all of s as four decimal octets between dots, or returns what
// keeps it from being that and the place in s.
func octets4(s string) (address uint32, bad int, rule *uri.Rule) {
	seen := 0
	for i := 0; i < len(s); {
		if seen > 0 {
			if s[i] != '.' || seen == 4 {
				return 0, i, rule4in6Char
			}
			i++
		}
		start, octet := i, uint32(0)
		for ; i < len(s) && isDigit(s[i]); i++ {
			if i > start && octet == 0 {
				return 0, i, rule4in6Char // a leading zero
			}
			if octet = 10*octet + uint32(s[i]-'0'); octet > 255 {
				return 0, i, rule4in6Range
			}
		}
		if i == start {
			return 0, i, rule4in6Char
		}
		address = address<<8 | octet
		seen++
	}
	if seen != 4 {
		return 0, len(s), rule4in6Few
	}
	return address, 0, nil
}

// formatIPv6 writes an address with the first of its longest runs of zero
// groups, if of two or more, as "::".
func formatIPv6(address [8]uint16) string {
	start, n := zeroRun(address)
	var buf [len("[0000:0000:0000:0000:0000:0000:0000:0000]")]byte
	b := append(buf[:0], '[')
	for i := 0; i < len(address); i++ {
		if i == start && n > 1 {
			b = append(b, "::"...)
			i += n - 1
			continue
		}
		if i > 0 && b[len(b)-1] != ':' {
			b = append(b, ':')
		}
		b = strconv.AppendUint(b, uint64(address[i]), 16)
	}
	return string(append(b, ']'))
}

func zeroRun(address [8]uint16) (start, n int) {
	for i := 0; i < len(address); i++ {
		end := i
		for end < len(address) && address[end] == 0 {
			end++
		}
		if end-i > n {
			start, n = i, end-i
		}
		i = end
	}
	return start, n
}
