package whatwg

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// parseHost is the host parser of section 3.5: it returns the host that s, at
// offset at, stands for, serialised.
func (p *parser) parseHost(s string, at int) (string, bool) {
	if strings.HasPrefix(s, "[") {
		if !strings.HasSuffix(s, "]") {
			return "", p.fail(ruleIPv6Unclosed, at)
		}
		return p.parseIPv6(s[1:len(s)-1], at+1)
	}
	if p.special == notSpecial {
		return p.parseOpaqueHost(s, at)
	}
	for i := range len(s) {
		if isEscape(s[i:]) {
			p.note(rulePercentHost, at+i)
			break
		}
	}
	domain, ok := p.parseDomain(decodeUTF8(pct.Decode(s)), s, at)
	if !ok || !endsInNumber(domain) {
		return domain, ok
	}
	return p.parseIPv4(domain, func(i int) int {
		if len(domain) != len(s) {
			return at // places in the domain say nothing of the input
		}
		return at + i
	})
}

// parseOpaqueHost is the opaque-host parser of section 3.5.
func (p *parser) parseOpaqueHost(s string, at int) (string, bool) {
	if i := strings.IndexAny(s, forbiddenHost); i >= 0 {
		return "", p.fail(ruleHostChar, at+i)
	}
	p.checkHostUnits(s, at)
	return pct.Encode(s, controlBare), true
}

// checkHostUnits notes what is no URL unit. The opaque-host parser does so once
// for characters and once for percent signs.
func (p *parser) checkHostUnits(s string, at int) {
	if !p.noting {
		return
	}
	for i, r := range s {
		if r != '%' && !isURLCodePoint(r) {
			p.note(ruleUnit, at+i)
			break
		}
	}
	for i := range len(s) {
		if s[i] == '%' && !isEscape(s[i:]) {
			p.note(ruleUnit, at+i)
			break
		}
	}
}

// parseDomain is the domain parser of section 3.3, not strict. s is the text of
// the domain before percent-decoding, at offset at.
func (p *parser) parseDomain(domain, s string, at int) (string, bool) {
	if p.noting {
		if _, ok := toASCII(domain, true); !ok {
			p.note(ruleDomain, at)
		}
	}
	ascii := lower(domain)
	if !isASCII(domain) {
		var ok bool
		if ascii, ok = toASCII(domain, false); !ok {
			return "", p.failSilently(ruleDomain, at+firstOutsideASCII(s))
		}
	}
	if i := strings.IndexAny(ascii, forbiddenDomain); i >= 0 || ascii == "" {
		if len(ascii) == len(s) {
			at += i
		}
		return "", p.failSilently(ruleDomain, at)
	}
	return ascii, true
}

func firstOutsideASCII(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return i
		}
	}
	return 0
}
