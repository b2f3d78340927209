package fileclient

import (
	"bufio"
	"io"
	"net/netip"
	"strings"
)

// isThisHost reports whether host is a name of this machine: the one that it
// has, with or without its domain, one that its own table of hosts gives for
// itself (hosts(5)), or an address that every machine has for itself. It looks
// nothing up: a name service could make a remote file URI local.
func (h handler) isThisHost(host string) bool {
	host = strings.TrimSuffix(host, ".")
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return addr.IsLoopback()
	}
	name, err := h.hostname()
	if err == nil && name != "" {
		name = strings.TrimSuffix(name, ".")
		short, _, _ := strings.Cut(name, ".")
		if strings.EqualFold(host, name) || strings.EqualFold(host, short) {
			return true
		}
	}
	f, err := h.env.Policy.OpenIn("/etc", "hosts")
	if err != nil {
		return false
	}
	defer f.Close()
	return isOwnName(io.LimitReader(f, 1<<20), host)
}

// isOwnName reports whether a table of hosts gives an address of the machine
// itself for a name.
func isOwnName(hosts io.Reader, name string) bool {
	for lines := bufio.NewScanner(hosts); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		addr, err := netip.ParseAddr(words[0])
		if err != nil || !addr.IsLoopback() {
			continue
		}
		for _, w := range words[1:] {
			if strings.EqualFold(strings.TrimSuffix(w, "."), name) {
				return true
			}
		}
	}
	return false
}
