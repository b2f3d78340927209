package whatwg

import (
	"math"
	"strconv"
	"strings"
)

// endsInNumber tells whether a domain is to be read as an IPv4 address: its last
// label, or the last but one if that is empty, is a number (section 3.5).
func endsInNumber(domain string) bool {
	domain = strings.TrimSuffix(domain, ".")
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if last == "" || !isDigit(last[0]) {
		return false
	}
	digits := strings.TrimLeft(last, "0123456789")
	if digits == "" {
		return true
	}
	_, _, ok := ipv4Number(last)
	return ok
}

// parseIPv4 reads a domain that ends in a number as an IPv4 address and returns
// it in decimal. at turns a place in the domain into one in the input.
func (p *parser) parseIPv4(domain string, at func(int) int) (string, bool) {
	parts := strings.Split(domain, ".")
	if n := len(parts); parts[n-1] == "" {
		p.note(ruleIPv4Empty, at(len(domain)-1))
		parts = parts[:n-1]
	}
	switch {
	case len(parts) < 4:
		p.note(ruleIPv4Few, at(0))
	case len(parts) > 4:
		return "", p.fail(ruleIPv4Many, at(0))
	}
	var numbers [4]uint64
	var places [4]int
	place := 0
	for i, part := range parts {
		n, octal, ok := ipv4Number(part)
		if !ok {
			return "", p.fail(ruleIPv4Name, at(place))
		}
		if octal {
			p.note(ruleIPv4Octal, at(place))
		}
		numbers[i], places[i] = n, at(place)
		place += len(part) + len(".")
	}
	last := len(parts) - 1
	for i, n := range numbers[:last+1] {
		if n > 255 {
			p.note(ruleIPv4Range, places[i])
			break // one error for all of them
		}
	}
	address := numbers[last]
	if address >= 1<<(8*(4-last)) {
		return "", p.failSilently(ruleIPv4Range, places[last])
	}
	for i, n := range numbers[:last] {
		if n > 255 {
			return "", p.failSilently(ruleIPv4Range, places[i])
		}
		address |= n << (8 * (3 - i))
	}
	return formatIPv4(uint32(address)), true
}

// ipv4Number reads a part of an IPv4 address and tells whether it is written
// in another base than ten. A number too large for 64 bits is math.MaxUint64:
// it is out of every range.
func ipv4Number(part string) (n uint64, octal, ok bool) {
	if part == "" {
		return 0, false, false
	}
	base := 10
	switch {
	case len(part) >= 2 && part[0] == '0' && part[1]|0x20 == 'x':
		part, base = part[2:], 16
	case len(part) >= 2 && part[0] == '0':
		part, base = part[1:], 8
	}
	if part == "" {
		return 0, true, true
	}
	for i := range len(part) {
		if c := part[i]; !isHex(c) || base < 16 && (c < '0' || int(c-'0') >= base) {
			return 0, false, false
		}
	}
	n, err := strconv.ParseUint(part, base, 64)
	if err != nil {
		n = math.MaxUint64
	}
	return n, base != 10, true
}

func formatIPv4(address uint32) string {
	var buf [len("255.255.255.255")]byte
	b := buf[:0]
	for shift := 24; shift >= 0; shift -= 8 {
		if shift < 24 {
			b = append(b, '.')
		}
		b = strconv.AppendUint(b, uint64(address>>shift&0xff), 10)
	}
	return string(b)
}
