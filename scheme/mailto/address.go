package mailto

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"uriel.dev/scheme"
	"uriel.dev/scheme/msgid"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// address reads an address before the question mark, which is written at start
// of the URI.
func (r *reading) address(raw string, start int) {
	r.view.To = append(r.view.To, scheme.Octets(pct.Decode(raw)))
	r.part(start, start+len(raw), "to")
	r.unencoded(raw, start, "/&;=")
	r.addrSpec(raw, start, ruleAddress, uri.Forbid)
}

// addrSpec reports whether raw, which is written at start, is an addr-spec, and
// remarks by rule that it is none.
func (r *reading) addrSpec(raw string, start int, rule uri.Rule, s uri.Severity) bool {
	localPart, domain, fault := msgid.SplitAddrSpec(pct.Decode(raw))
	if fault != nil {
		from, to := fault.In(raw)
		hint := fault.Reason
		if strings.EqualFold(raw[from:to], "%2C") {
			hint = "a comma between addresses is not encoded"
		}
		r.hint(rule, hint, s, start+from, start+to)
		return false
	}
	at, domainAt := pct.At(raw, len(localPart))
	if !isASCII(localPart) {
		r.remark(ruleUTF8, uri.Info, start, start+at)
	}
	if !isASCII(domain) {
		hint, severity := domainHint(domain)
		r.hint(ruleIDN, hint, severity, start+domainAt, start+len(raw))
	}
	key := localPart + "@" + normalDomain(domain)
	if r.addresses[key] {
		r.remark(ruleSameAddress, uri.Warning, start, start+len(raw))
	}
	r.addresses[key] = true
	return true
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
}

func domainHint(domain string) (hint string, s uri.Severity) {
	if ascii := normalDomain(domain); isASCII(ascii) {
		return fmt.Sprintf("write %q", ascii), uri.Info
	}
	return "no internationalized domain name has these characters", uri.Warning
}

// normalDomain returns a domain as a message has it (RFC 6068, section 2, item
// 4): in the ASCII form of IDNA, and in lower case. Literals and what no
// internationalized name can be stay as they are.
func normalDomain(domain string) string {
	switch {
	case strings.HasPrefix(domain, "["):
		return domain
	case isASCII(domain):
		return strings.ToLower(domain)
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if _, _, fault := msgid.SplitAddrSpec("a@" + ascii); err != nil || fault != nil {
		return domain
	}
	return ascii
}

// list reads the addresses of a header field whose value is raw and is written
// at start of the URI. It reports whether it is addr-specs with commas between
// them and nothing else.
func (r *reading) list(to *[]scheme.Octets, raw string, start int) (plain bool) {
	if raw == "" {
		return false
	}
	plain = true
	for at, item := range items(raw) {
		skip, spec := addressOf(item)
		*to = append(*to, scheme.Octets(pct.Decode(spec)))
		valid := r.addrSpec(spec, start+at+skip, ruleFieldAddress, uri.Warning)
		plain = plain && valid && spec == item
	}
	return plain
}

// items cuts a list of addresses at its commas, bare or encoded, but for those
// in quoted-strings, comments and angle brackets (RFC 5322, section 3.4). It
// yields each with where it begins in raw.
func items(raw string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		var start, n int
		var closing byte // of the quoted-string, comment or angle brackets that we are in
		for i := 0; i < len(raw); i += n {
			var c byte
			c, n = octet(raw, i)
			switch {
			case c == '\\' && (closing == '"' || closing == ')') && i+n < len(raw):
				_, escaped := octet(raw, i+n)
				n += escaped
			case c == closing:
				closing = 0
			case closing != 0:
			case c == ',':
				if !yield(start, raw[start:i]) {
					return
				}
				start = i + n
			default:
				closing = closingOf[c]
			}
		}
		yield(start, raw[start:])
	}
}

var closingOf = [256]byte{'"': '"', '(': ')', '<': '>'}

// octet returns the octet that is written at i, and with how many bytes.
func octet(raw string, i int) (c byte, n int) {
	n = pct.Width(raw[i:])
	return pct.Decode(raw[i : i+n])[0], n
}

// addressOf returns the addr-spec of an item of a list, which may stand in
// spaces, or in angle brackets behind a name, and where it begins.
func addressOf(item string) (at int, spec string) {
	const space, open, end = "%20", "%3C", "%3E"
	for strings.HasPrefix(item[at:], space) {
		at += len(space)
	}
	spec = item[at:]
	for strings.HasSuffix(spec, space) {
		spec = strings.TrimSuffix(spec, space)
	}
	inner, ok := cutSuffixFold(spec, end)
	i := max(strings.LastIndex(inner, open), strings.LastIndex(inner, strings.ToLower(open)))
	if !ok || i < 0 {
		return at, spec
	}
	i += len(open)
	return at + i, inner[i:]
}

func cutSuffixFold(s, suffix string) (before string, found bool) {
	i := len(s) - len(suffix)
	if i < 0 || !strings.EqualFold(s[i:], suffix) {
		return s, false
	}
	return s[:i], true
}
