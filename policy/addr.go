package policy

import (
	"net/netip"
	"slices"
	"strings"
)

// reach is how far an address leads.
type reach uint8

const (
	never   reach = iota // no host that a URI may name: link-local, multicast, reserved, tunnels
	private              // this machine, or a private network
	public
)

// reachOf classes an address by the special-purpose registries of IANA. IPv4
// is a deny-list, since nearly all of it is allocated; IPv6 is an allow-list of
// the global unicast space, since nearly nothing of it is.
func reachOf(a netip.Addr) reach {
	if a.Zone() != "" {
		return never
	}
	a = a.Unmap()
	table := reach6
	if a.Is4() {
		table = reach4
	}
	for _, row := range table {
		if row.prefix.Contains(a) {
			return row.reach
		}
	}
	if a.Is4() {
		return public
	}
	return never
}

type reachRow struct {
	prefix netip.Prefix
	reach  reach
}

func rows(r reach, prefixes string) (out []reachRow) {
	for _, p := range strings.Fields(prefixes) {
		out = append(out, reachRow{netip.MustParsePrefix(p), r})
	}
	return out
}

// The first row that contains an address counts.
var (
	reach4 = append(rows(private, "127.0.0.0/8 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16"),
		// "this network" (Linux dials loopback for it), shared address space,
		// link-local (metadata services), protocol assignments, documentation,
		// relay anycast, AS112, benchmarking, multicast, reserved and broadcast,
		// and the metadata services of two clouds in otherwise public space.
		rows(never, `0.0.0.0/8 100.64.0.0/10 169.254.0.0/16 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24 192.52.193.0/24
			192.88.99.0/24 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
			168.63.129.16/32`)...)

	// A cloud's metadata service in unique local space; within the global
	// unicast space: protocol assignments with Teredo, ORCHID and benchmarking,
	// documentation, 6to4, AS112, documentation.
	reach6 = slices.Concat(
		rows(never, "fd00:ec2::254/128 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20"),
		rows(private, "::1/128 fc00::/7"),
		rows(public, "2000::/3"))
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
	last := lower[strings.LastIndexByte(lower, '.')+1:]
	switch {
	case last == "" || strings.ContainsAny(lower, "\x00\t\n\r /\\%@:?#[]<>\""):
		return refuse(CodeHost, "%q is no name of a host", name)
	case isNumber(last):
		return refuse(CodeHost, "%q is a number in a spelling that programs read differently: write the address in dotted form", name)
	case last == "localhost":
		return p.judgeReach(private, name, named)
	}
	return nil
}

// isNumber reports whether a last label makes the name a number for the URL
// Standard ("ends in a number checker") or for inet_aton.
func isNumber(label string) bool {
	if rest, hex := strings.CutPrefix(label, "0x"); hex {
		return strings.Trim(rest, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

func (p Policy) judgeAddr(a netip.Addr, named bool) *Refusal {
	return p.judgeReach(reachOf(a), a.String(), named)
}

func (p Policy) judgeReach(r reach, what string, named bool) *Refusal {
	switch {
	case r == public, r == private && (p.private || p.cli && named):
		return nil
	case r == private:
		return refuse(CodeAddress, "%s is an address of this machine or of a private network: --allow-private would allow it", what)
	default:
		return refuse(CodeAddress, "%s is an address that no URI may lead to", what)
	}
}
