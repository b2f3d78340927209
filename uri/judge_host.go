package uri

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"uriel.dev/uri/pct"
)

// What Judge remarks about the host.
var (
	ruleHostCase = newRule("host-case", "RFC 3986 3.2.2", "upper-case letter in the host", "write it in lower case",
		"Hosts are compared without regard to case. The normal form is lower case; only the digits of escapes are upper case.")
	ruleIPHost = newRule("ip-host", "draft-ietf-uri-url-03 1.1.1", "address instead of a domain name", "",
		"An IP address names an interface of today; a domain name may move with the service. The 1994 draft calls an address \"less advisable\".")
	ruleIPv6Form = newRule("ipv6-form", "RFC 5952 4", "IPv6 address in an uncommon spelling", "",
		"An IPv6 address can be written in many ways, so that neither people nor searches find the same one again. RFC 5952 recommends one: lower case, no leading zeros, the longest run of zero groups as \"::\".")
	ruleNumericHost = newRule("numeric-host", "RFC 3986 7.4", "number that many programs take for an address", "",
		"For RFC 3986 only four decimal numbers without leading zeros are an IPv4 address; all else is a name. Browsers, and whatever calls inet_aton, also read fewer numbers, octal and hexadecimal ones: 0x7f.1 is 127.0.0.1. What checks the name and what dials the address may so see different hosts.")
	ruleIPv4Like = newRule("ipv4-like", "RFC 1123 2.1", "name that ends in a number", "no domain does; is an address misspelt?",
		"The last label of a domain name is alphabetic, so that names and addresses can be told apart. A name that ends in a number and is no address is refused by browsers and found by no look-up.")
	ruleDriveHost = newRule("drive-host", "RFC 8089 E.2", "host that looks like a drive letter", "write three slashes: file:///C:/…",
		"file://C:/x names a host called C with an empty port. A path on a drive has an empty authority before it.")
	ruleTrailingDot = newRule("trailing-dot", "RFC 3986 3.2.2", "dot behind the host", "",
		"A final dot says that the name is complete and no search list is tried. It names the same host, but certificates, cookies and comparisons often miss it.")
	ruleEmptyLabel = newRule("empty-label", "RFC 1035 2.3.1", "empty label in the host", "drop the dot",
		"A domain name is made of labels with dots between them, and only the root has an empty one. No name with another is found by a look-up.")
	ruleLongLabel = newRule("long-label", "RFC 1035 2.3.4", "label that is too long for the DNS", "it has at most 63 bytes",
		"The grammar of URIs sets no limit, the DNS does. No name with a longer label is found by a look-up.")
	ruleLongName = newRule("long-name", "RFC 1035 2.3.4", "host name that is too long for the DNS", "it has at most 253 bytes",
		"The DNS counts 255 bytes for a name, two of which are not written. No longer name is found by a look-up.")
	ruleHostName = newRule("host-name", "RFC 1123 2.1", "character that no host name has", "",
		"The names of hosts are letters, digits and hyphens. RFC 3986 allows more, for other systems of names, and the DNS itself holds underscores; but programs and certificates refuse them now and then.")
	ruleHostDelimiter = newRule("host-delimiter", "RFC 3986 7.6", "delimiter that is percent-encoded in the host", "a program that decodes it sees another host",
		"No name that can be looked up holds a delimiter or a space. A program that decodes the host before it takes the URI apart is led to another one.")
	ruleHostEscape = newRule("host-escape", "RFC 3986 3.2.2", "percent-encoded name", "",
		"A host in other scripts is written in UTF-8, percent-encoded. Before it is looked up in the DNS it is mapped to A-labels (RFC 5891); not all programs do both.")
)

func (j *judge) host() {
	u := &j.u
	start, end := int(u.host), int(u.hostEnd)
	if u.hostKind != RegName {
		j.remark(ruleIPHost, Info, start, end)
	}
	switch {
	case u.hostKind == IPv6:
		if normal := normalIPv6(u.Host()); normal != u.Host() {
			j.remarkSaying(ruleIPv6Form, Info, start, end, "write "+normal)
		}
	case u.hostKind == IPvFuture && strings.IndexFunc(u.Host(), isUpper) >= 0:
		j.remark(ruleHostCase, Info, start, end)
	case j.isDriveHost():
		j.remark(ruleDriveHost, Warning, start, start+len("C:"))
	case u.hostKind == RegName && start < end:
		j.regName()
	}
}

// isDriveHost reports whether the drive of a file was written as host: one
// letter, and the colon of an empty port.
func (j *judge) isDriveHost() bool {
	host := j.u.Host()
	return len(host) == 1 && classes[host[0]]&alpha != 0 && j.u.hasEmptyPort() && strings.EqualFold(j.u.Scheme(), "file")
}

// regName remarks the name as a whole, and then label by label.
func (j *judge) regName() {
	host, start := j.u.Host(), int(j.u.host)
	end := start + len(host)
	if j.u.marks&hasUpper != 0 && host != lowerHost(host) {
		j.remark(ruleHostCase, Info, start, end)
	}
	if isPlainName(host) {
		return
	}
	if strings.Contains(host, "%") {
		j.hostEscapes()
	}
	j.number(pct.Decode(host))
	name := strings.TrimSuffix(host, ".")
	if name != host {
		j.remark(ruleTrailingDot, Info, end-len("."), end)
	}
	if len(name) > maxName && !strings.Contains(name, "%") {
		j.remark(ruleLongName, Warning, start, end)
	}
	for label := range strings.SplitSeq(name, ".") {
		j.label(label, start)
		start += len(label) + len(".")
	}
}

const (
	maxName  = 253 // bytes, without the dot of the root
	maxLabel = 63
)

// isPlainName reports whether a host is what hosts mostly are: letters, digits,
// dots and single hyphens, the last label beginning with a letter. Nothing but
// its case can be remarked then.
func isPlainName(host string) bool {
	label, before := 0, byte('.') // where the label begins, and the byte before
	for i := range len(host) {
		c := host[i]
		if classes[c]&(alpha|digitByte) == 0 {
			if c != '.' && c != '-' || c == before || i-label > maxLabel {
				return false
			}
			if c == '.' {
				label = i + 1
			}
		}
		before = c
	}
	return label < len(host) && classes[host[label]]&alpha != 0 && len(host)-label <= maxLabel && len(host) <= maxName
}

// number remarks a host that ends in a number, and says which address it is for
// programs that read IPv4 addresses as inet_aton does.
func (j *judge) number(host string) {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || classes[last[0]]&digitByte == 0 || !isNumber(last) {
		return
	}
	start, end := int(j.u.host), int(j.u.hostEnd)
	if a, ok := inetAton(host); ok {
		j.remarkSaying(ruleNumericHost, Warning, start, end, a.String())
	} else {
		j.remark(ruleIPv4Like, Warning, start, end)
	}
}

// isNumber reports whether a label is a number of inet_aton: decimal digits,
// which a zero before them makes octal, or hex digits behind "0x".
func isNumber(label string) bool {
	if notPort(label, 0, len(label)) == len(label) {
		return true
	}
	_, ok := numberValue(label)
	return ok
}

// inetAton reads an IPv4 address as the C function of that name and the URL
// Standard do: one to four numbers, of which the last fills the bytes that are
// left.
func inetAton(host string) (netip.Addr, bool) {
	numbers := strings.Split(host, ".")
	if len(numbers) > 4 {
		return netip.Addr{}, false
	}
	var address uint64
	for i, number := range numbers {
		bits := 8
		if i == len(numbers)-1 {
			bits = 8 * (4 - i)
		}
		v, ok := numberValue(number)
		if !ok || v>>bits != 0 {
			return netip.Addr{}, false
		}
		address = address<<bits | v
	}
	return netip.AddrFrom4([4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}), true
}

func numberValue(s string) (uint64, bool) {
	base := 10
	switch {
	case len(s) >= 2 && s[0] == '0' && s[1]|0x20 == 'x':
		s, base = s[2:], 16
		if s == "" {
			return 0, true
		}
	case len(s) >= 2 && s[0] == '0':
		base = 8
	}
	v, err := strconv.ParseUint(s, base, 64)
	return v, err == nil
}

// label remarks one label of a name that begins at start.
func (j *judge) label(label string, start int) {
	end := start + len(label)
	switch {
	case label == "":
		j.remark(ruleEmptyLabel, Warning, start, start+len("."))
		return
	case len(label) > maxLabel && !strings.Contains(label, "%"):
		j.remark(ruleLongLabel, Warning, start, end)
	case len(label) > len("xn--") && label[2:4] == "--" && strings.EqualFold(label[:4], "xn--"):
		j.aLabel(label, start)
		return
	}
	for i := 0; i < len(label); i++ {
		if isLDH(label[i]) {
			continue
		}
		if label[i] == '%' {
			i += 2
			continue
		}
		bad := i
		for i+1 < len(label) && label[i+1] != '%' && !isLDH(label[i+1]) {
			i++
		}
		j.remarkSaying(ruleHostName, Info, start+bad, start+i+1, strconv.Quote(label[bad:i+1]))
	}
}

// isLDH reports whether c is a letter, a digit or a hyphen.
func isLDH(c byte) bool { return classes[c]&(alpha|digitByte) != 0 || c == '-' }

// hostEscapes remarks escapes that mislead, and shows the name that others
// write.
func (j *judge) hostEscapes() {
	host, start := j.u.Host(), int(j.u.host)
	inOthers := false // escapes of what is not ASCII
	for i := range len(host) {
		if host[i] != '%' {
			continue
		}
		switch c := unhex(host[i+1])<<4 | unhex(host[i+2]); {
		case c >= 0x80:
			inOthers = true
		case classes[c]&regByte == 0 && c >= ' ' && c != 0x7f: // controls are remarked wherever they stand
			j.remarkSaying(ruleHostDelimiter, Warning, start+i, start+i+3, fmt.Sprintf("%q: %s", string(c), ruleHostDelimiter.Hint))
		}
	}
	if !inOthers {
		return
	}
	j.remarkSaying(ruleHostEscape, Info, start, start+len(host), strconv.Quote(pct.Decode(host)))
	at := start
	for label := range strings.SplitSeq(host, ".") {
		j.scripts(pct.Decode(label), at, at+len(label))
		at += len(label) + len(".")
	}
}
