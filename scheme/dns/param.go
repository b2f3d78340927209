package dns

import (
	"strconv"
	"strings"

	"uriel.dev/uri"
)

// A params is a table of classes or of types, as IANA's registry of DNS
// parameters has them.
type params struct {
	names map[uint16]string
	old   [][2]uint16 // those of RFC 1035, from and to
}

var classes = params{
	names: map[uint16]string{1: "IN", 2: "CS", 3: "CH", 4: "HS", 254: "NONE", 255: "*"},
	old:   [][2]uint16{{1, 4}, {255, 255}}, // sections 3.2.4 and 3.2.5
}

var types = params{
	names: map[uint16]string{
		1: "A", 2: "NS", 3: "MD", 4: "MF", 5: "CNAME", 6: "SOA", 7: "MB", 8: "MG", 9: "MR", 10: "NULL", 11: "WKS", 12: "PTR", 13: "HINFO",
		14: "MINFO", 15: "MX", 16: "TXT", 17: "RP", 18: "AFSDB", 19: "X25", 20: "ISDN", 21: "RT", 22: "NSAP", 23: "NSAP-PTR", 24: "SIG",
		25: "KEY", 26: "PX", 27: "GPOS", 28: "AAAA", 29: "LOC", 30: "NXT", 31: "EID", 32: "NIMLOC", 33: "SRV", 34: "ATMA", 35: "NAPTR",
		36: "KX", 37: "CERT", 38: "A6", 39: "DNAME", 40: "SINK", 41: "OPT", 42: "APL", 43: "DS", 44: "SSHFP", 45: "IPSECKEY", 46: "RRSIG",
		47: "NSEC", 48: "DNSKEY", 49: "DHCID", 50: "NSEC3", 51: "NSEC3PARAM", 52: "TLSA", 53: "SMIMEA", 55: "HIP", 56: "NINFO", 57: "RKEY",
		58: "TALINK", 59: "CDS", 60: "CDNSKEY", 61: "OPENPGPKEY", 62: "CSYNC", 63: "ZONEMD", 64: "SVCB", 65: "HTTPS", 66: "DSYNC", 99: "SPF", 100: "UINFO",
		101: "UID", 102: "GID", 103: "UNSPEC", 104: "NID", 105: "L32", 106: "L64", 107: "LP", 108: "EUI48", 109: "EUI64", 128: "NXNAME", 249: "TKEY",
		250: "TSIG", 251: "IXFR", 252: "AXFR", 253: "MAILB", 254: "MAILA", 255: "*", 256: "URI", 257: "CAA", 258: "AVC", 259: "DOA",
		260: "AMTRELAY", 261: "RESINFO", 262: "WALLET", 263: "CLA", 264: "IPN", 32768: "TA", 32769: "DLV",
	},
	old: [][2]uint16{{1, 16}, {252, 255}}, // sections 3.2.2 and 3.2.3
}

// byName returns the mnemonic as it is registered, in whatever case it is
// written.
func (p params) byName(value string) (string, bool) {
	if strings.EqualFold(value, "ANY") {
		return "*", true // what people write for it
	}
	for _, name := range p.names {
		if strings.EqualFold(name, value) {
			return name, true
		}
	}
	return value, false
}

// canonical returns the mnemonic for a number or mnemonic, if it has one.
func (p params) canonical(value string) string {
	if n, err := strconv.ParseUint(value, 10, 16); err == nil {
		if name := p.names[uint16(n)]; name != "" {
			return name
		}
		return strconv.FormatUint(n, 10)
	}
	name, _ := p.byName(value)
	return name
}

// judge returns the rule that a value goes against, or nil.
func (p params) judge(value string) (*uri.Rule, uri.Severity) {
	if _, ok := p.byName(value); ok {
		return nil, 0
	}
	n, err := strconv.ParseUint(value, 10, 16)
	switch {
	case err == nil && p.isOld(uint16(n)):
		return &ruleNumber, uri.Warning
	case err == nil:
		return nil, 0
	case isMnemonic(value):
		return &ruleMnemonic, uri.Warning
	}
	return &ruleValue, uri.Forbid
}

func (p params) isOld(n uint16) bool {
	for _, r := range p.old {
		if r[0] <= n && n <= r[1] {
			return true
		}
	}
	return false
}

// isMnemonic reports whether IANA could register value: letters, digits and
// hyphens, a letter first and no hyphen last (RFC 6895, sections 3.1 and 3.2).
// TYPE65 and CLASS1 are of the form, and kept for RFC 3597.
func isMnemonic(value string) bool {
	for i := range len(value) {
		c := value[i]
		if alpha := 'a' <= c|0x20 && c|0x20 <= 'z'; !alpha && (i == 0 || c != '-' && !isDigit(c)) {
			return false
		}
	}
	return value != "" && value[len(value)-1] != '-'
}
