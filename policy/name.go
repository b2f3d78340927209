package policy

import (
	"net/netip"
	"strings"
	"unicode/utf8"
)

// judgeName judges a host as it is written: an address at once, a name for
// what it may lead to before it is looked up. It must run before any resolver:
// some read numbers in odd spellings, such as 0x7f.1, as addresses. named says
// that the user named the host himself.
func (p Policy) judgeName(name string, named bool) *Refusal {
	if a, err := netip.ParseAddr(name); err == nil {
		return p.judgeAddr(a, named)
	}
	lower := strings.ToLower(strings.TrimSuffix(name, "."))
	if why := misshapen(lower); why != "" {
		return refuse(CodeHost, "%q is no name of a host: %s", name, why)
	}
	if isNumber(lower[strings.LastIndexByte(lower, '.')+1:]) {
		return refuse(CodeHost, "%q is a number in a spelling that programs read differently: write the address in dotted form", name)
	}
	switch reachOfName(lower) {
	case never:
		return refuse(CodeHost, "%q is a name that is not looked up here", name)
	case private:
		return p.judgeReach(private, name, named)
	}
	return nil
}

// Lengths of a name and of a label of it, in octets (RFC 1035, section 2.3.4).
const (
	maxName  = 253
	maxLabel = 63
)

// misshapen says why a name, in lower case and without its final dot, can be no
// host's; "" if it can. Letters beyond ASCII are for IDNA to judge.
func misshapen(name string) string {
	if len(name) > maxName {
		return "it is too long"
	}
	for label := range strings.SplitSeq(name, ".") {
		switch {
		case label == "" || len(label) > maxLabel:
			return "a part is empty or too long"
		case label[0] == '-':
			return "a program might take it for an option"
		case label == "xn--":
			return "nothing stands behind xn--"
		case strings.IndexFunc(label, notOfName) >= 0:
			return "it has letters, digits, hyphens and dots"
		}
	}
	return ""
}

func notOfName(r rune) bool {
	return r == utf8.RuneError || r < utf8.RuneSelf && r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z')
}

// isNumber reports whether a last label makes the name a number for the URL
// Standard ("ends in a number checker") or for inet_aton.
func isNumber(label string) bool {
	if rest, hex := strings.CutPrefix(label, "0x"); hex {
		return strings.Trim(rest, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// specialNames are those whose reach is known before any look-up, each with all
// names below it.
var specialNames = map[string]reach{
	"invalid": never, // RFC 6761, section 6.4
	"onion":   never, // RFC 7686: not for the DNS
	"alt":     never, // RFC 9476: not for the DNS

	// Metadata services of clouds, and the broadcast address.
	"instance-data": never, "instance-data.ec2.internal": never, "metadata": never, "metadata.goog": never,
	"metadata.google.internal": never, "metadata.tencentyun.com": never, "broadcasthost": never,

	"localhost": private, // RFC 6761, section 6.3
	"local":     private, // RFC 6762: multicast DNS
	"home.arpa": private, // RFC 8375
	"internal":  private, // reserved by ICANN for private use, 2024

	// What networks call themselves inside (RFC 6762, appendix G), and the
	// default domain of hosts without one.
	"corp": private, "home": private, "intranet": private, "lan": private, "private": private,
	"localdomain": private, "localdomain4": private, "localdomain6": private,
}

// reachOfName returns how far a name can lead as far as it tells. One without a
// dot is completed by the search list of this machine's network.
func reachOfName(lower string) reach {
	for rest, more := lower, true; more; _, rest, more = strings.Cut(rest, ".") {
		if r, ok := specialNames[rest]; ok {
			return r
		}
	}
	if !strings.Contains(lower, ".") {
		return private
	}
	return public
}

// ownNames are what the hosts file of one system or another calls loopback.
var ownNames = map[string]bool{
	"localhost": true, "localhost.localdomain": true, "localhost4": true, "localhost6": true,
	"localhost4.localdomain4": true, "localhost6.localdomain6": true, "ip6-localhost": true, "ip6-loopback": true,
}

// isOwnName reports whether a name can mean nothing but this machine.
func isOwnName(name string) bool {
	lower := strings.ToLower(strings.TrimSuffix(name, "."))
	return ownNames[lower] || strings.HasSuffix(lower, ".localhost")
}
