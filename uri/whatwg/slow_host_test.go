package whatwg

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Hosts and characters of the slow twin: see slow_test.go.

func slowAlpha(c rune) bool { return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' }
func slowDigit(c rune) bool { return '0' <= c && c <= '9' }
func slowHex(c rune) bool   { return slowDigit(c) || 'A' <= c && c <= 'F' || 'a' <= c && c <= 'f' }

func slowLower(c rune) rune {
	if 'A' <= c && c <= 'Z' {
		return c + 0x20
	}
	return c
}

func slowURLCodePoint(c rune) bool {
	switch {
	case slowAlpha(c), slowDigit(c), c != eof && strings.ContainsRune("!$&'()*+,-./:;=?@_~", c):
		return true
	case c < 0xa0 || c > 0x10fffd:
		return false
	}
	nonCharacter := 0xfdd0 <= c && c <= 0xfdef
	for plane := rune(0); plane <= 0x10; plane++ {
		nonCharacter = nonCharacter || c == plane<<16|0xfffe || c == plane<<16|0xffff
	}
	return !nonCharacter
}

// A percent-encode set says whether it holds a code point.
type encodeSet func(c rune) bool

func (s encodeSet) and(chars string) encodeSet {
	return func(c rune) bool { return s(c) || strings.ContainsRune(chars, c) }
}

var (
	c0Set           encodeSet = func(c rune) bool { return c <= 0x1f || c > '~' }
	fragmentSet               = c0Set.and(" \"<>`")
	querySet                  = c0Set.and(" \"#<>")
	specialQuerySet           = querySet.and("'")
	pathSet                   = querySet.and("?^`{}")
	userinfoSet               = pathSet.and("/:;=@[\\]|")
)

// slowEncode is UTF-8 percent-encode of a code point.
func slowEncode(c rune, set encodeSet) string {
	if !set(c) {
		return string(c)
	}
	var out strings.Builder
	for _, b := range []byte(string(c)) {
		fmt.Fprintf(&out, "%%%02X", b)
	}
	return out.String()
}

func slowEncodeString(s string, set encodeSet) string {
	var out strings.Builder
	for _, c := range decodeUTF8(s) {
		out.WriteString(slowEncode(c, set))
	}
	return out.String()
}

func slowDrive(s string) bool {
	return len(s) == 2 && slowAlpha(rune(s[0])) && (s[1] == ':' || s[1] == '|')
}

func slowNormalDrive(s string) bool { return slowDrive(s) && s[1] == ':' }

func slowStartsWithDrive(s string) bool {
	return len(s) >= 2 && slowDrive(s[:2]) && (len(s) == 2 || strings.Contains(`/\?#`, s[2:3]))
}

func slowSingleDot(s string) bool { return s == "." || strings.EqualFold(s, "%2e") }

func slowDoubleDot(s string) bool {
	switch strings.ToLower(s) {
	case "..", ".%2e", "%2e.", "%2e%2e":
		return true
	}
	return false
}

func slowPort(port *int) string {
	if port == nil {
		return ""
	}
	return ":" + strconv.Itoa(*port)
}

const slowForbiddenHost = "\x00\t\n\r #/:<>?@[\\]^|"

// parseHost is the host parser; the host comes back serialised.
func (p *slowParser) parseHost(input string, isOpaque bool) (string, bool) {
	if strings.HasPrefix(input, "[") {
		if !strings.HasSuffix(input, "]") {
			p.err("IPv6-unclosed")
			return "", false
		}
		address, ok := p.parseIPv6([]rune(input[1 : len(input)-1]))
		return "[" + slowSerializeIPv6(address) + "]", ok
	}
	if isOpaque {
		return p.parseOpaqueHost(input)
	}
	if decoded, escapes := slowDecode(input); escapes {
		p.err("domain-percent-encoded")
		input = decoded
	}
	domain, ok := p.parseDomain(input)
	if !ok || !slowEndsInNumber(domain) {
		return domain, ok
	}
	address, ok := p.parseIPv4(domain)
	return fmt.Sprintf("%d.%d.%d.%d", address>>24&255, address>>16&255, address>>8&255, address&255), ok
}

// slowDecode is UTF-8 decode without BOM of the percent-decoding.
func slowDecode(s string) (decoded string, escapes bool) {
	var out []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) && slowHex(rune(s[i+1])) && slowHex(rune(s[i+2])) {
			n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
			out = append(out, byte(n))
			i += 2
			escapes = true
			continue
		}
		out = append(out, s[i])
	}
	return strings.ToValidUTF8(string(out), "\ufffd"), escapes
}

func (p *slowParser) parseOpaqueHost(input string) (string, bool) {
	if strings.ContainsAny(input, slowForbiddenHost) {
		p.err("host-invalid-code-point")
		return "", false
	}
	runes := []rune(input)
	unit, percent := false, false
	for i, c := range runes {
		unit = unit || !slowURLCodePoint(c) && c != '%'
		percent = percent || c == '%' && (i+2 >= len(runes) || !slowHex(runes[i+1]) || !slowHex(runes[i+2]))
	}
	if unit {
		p.err("invalid-URL-unit")
	}
	if percent {
		p.err("invalid-URL-unit")
	}
	return slowEncodeString(input, c0Set), true
}

// parseDomain is the domain parser, not strict.
func (p *slowParser) parseDomain(domain string) (string, bool) {
	if _, ok := toASCII(domain, true); !ok {
		p.err("domain-to-ASCII")
	}
	result, ok := strings.Map(slowLower, domain), true
	if utf8.RuneCountInString(domain) != len(domain) {
		result, ok = toASCII(domain, false)
	}
	forbidden := func(c rune) bool { return strings.ContainsRune(slowForbiddenHost+"%\x7f", c) || c <= 0x1f }
	return result, ok && result != "" && !strings.ContainsFunc(result, forbidden)
}

func slowEndsInNumber(input string) bool {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		parts = parts[:len(parts)-1]
	}
	if len(parts) == 0 {
		return false
	}
	last := parts[len(parts)-1]
	if last != "" && strings.Trim(last, "0123456789") == "" {
		return true
	}
	n, _ := slowIPv4Number(last)
	return n != nil
}

func (p *slowParser) parseIPv4(input string) (uint32, bool) {
	parts := strings.Split(input, ".")
	if parts[len(parts)-1] == "" {
		p.err("IPv4-empty-part")
		if len(parts) > 1 {
			parts = parts[:len(parts)-1]
		}
	}
	if len(parts) < 4 {
		p.err("IPv4-too-few-parts")
	}
	if len(parts) > 4 {
		p.err("IPv4-too-many-parts")
		return 0, false
	}
	var numbers []*big.Int
	for _, part := range parts {
		n, validationError := slowIPv4Number(part)
		if n == nil {
			p.err("IPv4-non-numeric-part")
			return 0, false
		}
		if validationError {
			p.err("IPv4-non-decimal-part")
		}
		numbers = append(numbers, n)
	}
	large, largeBeforeLast := false, false
	for i, n := range numbers {
		if n.Cmp(big.NewInt(255)) > 0 {
			large, largeBeforeLast = true, largeBeforeLast || i < len(numbers)-1
		}
	}
	if large {
		p.err("IPv4-out-of-range-part")
	}
	last := numbers[len(numbers)-1]
	if largeBeforeLast || last.Cmp(big.NewInt(1<<(8*(5-len(numbers))))) >= 0 {
		return 0, false
	}
	ipv4 := last.Uint64()
	for counter, n := range numbers[:len(numbers)-1] {
		ipv4 += n.Uint64() << (8 * (3 - counter))
	}
	return uint32(ipv4), true
}

// slowIPv4Number returns nil for failure.
func slowIPv4Number(input string) (n *big.Int, validationError bool) {
	if input == "" {
		return nil, false
	}
	r := 10
	switch {
	case strings.HasPrefix(input, "0x") || strings.HasPrefix(input, "0X"):
		validationError, input, r = true, input[2:], 16
	case len(input) >= 2 && input[0] == '0':
		validationError, input, r = true, input[1:], 8
	}
	if input == "" {
		return new(big.Int), true
	}
	if strings.Trim(strings.ToLower(input), "0123456789abcdef"[:r]) != "" {
		return nil, false
	}
	n, _ = new(big.Int).SetString(input, r)
	return n, validationError
}

func (p *slowParser) parseIPv6(input []rune) (address [8]uint16, ok bool) {
	pieceIndex, compress, pointer := 0, -1, 0
	at := func(ahead int) rune {
		if pointer+ahead < len(input) {
			return input[pointer+ahead]
		}
		return eof
	}
	fail := func(name string) ([8]uint16, bool) { p.err(name); return address, false }
	if at(0) == ':' {
		if at(1) != ':' {
			return fail("IPv6-invalid-compression")
		}
		pointer += 2
		pieceIndex++
		compress = pieceIndex
	}
	for at(0) != eof {
		if pieceIndex == 8 {
			return fail("IPv6-too-many-pieces")
		}
		if at(0) == ':' {
			if compress >= 0 {
				return fail("IPv6-multiple-compression")
			}
			pointer++
			pieceIndex++
			compress = pieceIndex
			continue
		}
		value, length := 0, 0
		for length < 4 && slowHex(at(0)) {
			digit, _ := strconv.ParseInt(string(at(0)), 16, 32)
			value = value*0x10 + int(digit)
			pointer++
			length++
		}
		if at(0) == '.' {
			if length == 0 {
				return fail("IPv4-in-IPv6-invalid-code-point")
			}
			pointer -= length
			if pieceIndex > 6 {
				return fail("IPv4-in-IPv6-too-many-pieces")
			}
			numbersSeen := 0
			for at(0) != eof {
				ipv4Piece := -1
				if numbersSeen > 0 {
					if at(0) != '.' || numbersSeen >= 4 {
						return fail("IPv4-in-IPv6-invalid-code-point")
					}
					pointer++
				}
				if !slowDigit(at(0)) {
					return fail("IPv4-in-IPv6-invalid-code-point")
				}
				for slowDigit(at(0)) {
					number := int(at(0) - '0')
					switch ipv4Piece {
					case -1:
						ipv4Piece = number
					case 0:
						return fail("IPv4-in-IPv6-invalid-code-point")
					default:
						ipv4Piece = ipv4Piece*10 + number
					}
					if ipv4Piece > 255 {
						return fail("IPv4-in-IPv6-out-of-range-part")
					}
					pointer++
				}
				address[pieceIndex] = address[pieceIndex]*0x100 + uint16(ipv4Piece)
				numbersSeen++
				if numbersSeen == 2 || numbersSeen == 4 {
					pieceIndex++
				}
			}
			if numbersSeen != 4 {
				return fail("IPv4-in-IPv6-too-few-parts")
			}
			break
		} else if at(0) == ':' {
			pointer++
			if at(0) == eof {
				return fail("IPv6-invalid-code-point")
			}
		} else if at(0) != eof {
			return fail("IPv6-invalid-code-point")
		}
		if length > 1 && value < 1<<(4*(length-1)) {
			p.err("IPv6-piece-leading-zero")
		}
		address[pieceIndex] = uint16(value)
		pieceIndex++
	}
	if compress >= 0 {
		swaps := pieceIndex - compress
		pieceIndex = 7
		for pieceIndex != 0 && swaps > 0 {
			address[pieceIndex], address[compress+swaps-1] = address[compress+swaps-1], address[pieceIndex]
			pieceIndex--
			swaps--
		}
	} else if pieceIndex != 8 {
		return fail("IPv6-too-few-pieces")
	}
	return address, true
}

func slowSerializeIPv6(address [8]uint16) string {
	longest, longestSize, found, foundSize := -1, 1, -1, 0
	for i := 0; i <= 8; i++ {
		if i == 8 || address[i] != 0 {
			if foundSize > longestSize {
				longest, longestSize = found, foundSize
			}
			found, foundSize = -1, 0
			continue
		}
		if found < 0 {
			found = i
		}
		foundSize++
	}
	out, ignore0 := "", false
	for i, piece := range address {
		if ignore0 && piece == 0 {
			continue
		}
		ignore0 = false
		if longest == i {
			if i == 0 {
				out += "::"
			} else {
				out += ":"
			}
			ignore0 = true
			continue
		}
		out += strconv.FormatUint(uint64(piece), 16)
		if i != 7 {
			out += ":"
		}
	}
	return out
}
