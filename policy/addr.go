package policy

import "net/netip"

//go:generate go run gen.go

// reach is how far an address leads.
type reach uint8

const (
	never   reach = iota // no host that a URI may name: link-local, multicast, reserved, tunnels, metadata of clouds
	private              // this machine, or a private network
	public
)

// A reachRow says where the addresses of a block lead. Tables of rows have the
// narrowest block first.
type reachRow struct {
	block netip.Prefix
	reach reach
}

// nat64 is the well-known prefix of addresses that a translator takes for the
// IPv4 address in their last 32 bits (RFC 6052, section 2.1).
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// reachOf classes an address by the registries of IANA, of which iana/ has a
// snapshot. IPv4 is a deny-list of special blocks, since nearly all of it is
// allocated; IPv6 is an allow-list of what is given out, since nearly nothing
// of it is. An IPv4 address inside of an IPv6 address is judged for itself
// where the host is the same, as with IPv4-mapped addresses and NAT64; all other
// ways to wrap one (6to4, Teredo, ISATAP, IPv4-compatible) lead nowhere.
func reachOf(a netip.Addr) reach {
	a4 := a.Unmap()
	switch {
	case a.Zone() != "":
		return never
	case a4.Is4():
		return inTable(reach4, a4, public)
	case nat64.Contains(a):
		bytes := a.As16()
		if inTable(reach4, netip.AddrFrom4([4]byte(bytes[12:])), public) == public {
			return public
		}
		return never // no translator may take it (RFC 6052, section 3.1)
	case isISATAP(a):
		return never
	}
	return inTable(reach6, a, never)
}

func inTable(table []reachRow, a netip.Addr, otherwise reach) reach {
	for _, row := range table {
		if row.block.Contains(a) {
			return row.reach
		}
	}
	return otherwise
}

// isISATAP reports whether the interface identifier of an IPv6 address holds an
// IPv4 address, to which a router of the site would tunnel: 0000:5efe or
// 0200:5efe, then the address (RFC 5214, section 6.1).
func isISATAP(a netip.Addr) bool {
	b := a.As16()
	return b[8]&^2 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
}

func (p Policy) judgeAddr(a netip.Addr, named bool) *Refusal {
	return p.judgeReach(reachOf(a), a.String(), named)
}

// judgeReach judges what leads so far; named says that the user named it.
func (p Policy) judgeReach(r reach, what string, named bool) *Refusal {
	switch {
	case r == public, r == private && (p.private || p.cli && named):
		return nil
	case r == private:
		return refuse(CodeAddress, "%s is of this machine or of a private network: --allow-private would allow it", what)
	default:
		return refuse(CodeAddress, "%s is nothing that a URI may lead to", what)
	}
}
