package main

import (
	"net/netip"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A noProxy lists what is asked directly.
type noProxy []directHost

// A directHost is an entry of a noProxy.
type directHost struct {
	name   string       // a host and all names below it; "*" is every host
	prefix netip.Prefix // addresses, if valid
	port   string       // "" is any
}

// parseNoProxy reads a list with commas or blanks between its entries: "*", an
// address, a CIDR block, or a name with or without a leading dot, and behind
// what is no block an optional ":port". What is none of them matches nothing.
func parseNoProxy(list string) (out noProxy) {
	for entry := range strings.FieldsFuncSeq(list, func(r rune) bool { return strings.ContainsRune(", \t", r) }) {
		out = append(out, parseDirect(strings.ToLower(entry)))
	}
	return out
}

func parseDirect(entry string) (d directHost) {
	if prefix, err := netip.ParsePrefix(entry); err == nil {
		return directHost{prefix: prefix}
	}
	_, err := netip.ParseAddr(entry)
	if i := strings.LastIndexByte(entry, ':'); err != nil && i > strings.LastIndexByte(entry, ']') {
		entry, d.port = entry[:i], entry[i+1:]
	}
	if addr, err := netip.ParseAddr(strings.Trim(entry, "[]")); err == nil {
		addr = addr.Unmap()
		d.prefix = netip.PrefixFrom(addr, addr.BitLen())
		return d
	}
	d.name = strings.Trim(entry, ".")
	return d
}

// covers reports whether u, in normal form, is on the list.
func (n noProxy) covers(u uri.URI, schemes scheme.Table) bool {
	host, port := strings.TrimSuffix(strings.Trim(u.Host(), "[]"), "."), u.Port()
	if port == "" {
		port = strconv.Itoa(int(schemes.Lookup(u.Scheme()).Port))
	}
	addr, err := netip.ParseAddr(host)
	for _, d := range n {
		switch {
		case d.port != "" && d.port != port:
		case d.prefix.IsValid():
			if err == nil && d.prefix.Contains(addr.Unmap()) {
				return true
			}
		case d.name == "*", d.name != "" && (host == d.name || err != nil && strings.HasSuffix(host, "."+d.name)):
			return true
		}
	}
	return false
}
