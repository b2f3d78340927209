package policy

import (
	"context"
	"encoding/binary"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"uriel.dev/internal/dnstest"
)

// inNetwork says, in the environment, that the test runs in a network of its own.
const inNetwork = "URIEL_TEST_IN_NETWORK"

// TestNoPacket counts packets: in a network of its own, where every address
// leads to this machine, none that would open a connection goes to an address
// of the deny-list, whatever way leads to it. A plain dialer, and one that looks
// up, judges and then dials by name, send some to the same.
func TestNoPacket(t *testing.T) {
	if os.Getenv(inNetwork) == "" {
		inNewNetwork(t)
		return
	}
	rows := deniedRows()
	if len(rows) < 40 {
		t.Fatalf("saw %d rows only", len(rows))
	}
	wire := watchWire(t)
	plain := 0
	for _, row := range rows {
		a := row.addr.String()
		connect(t, func(ctx context.Context) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(a, "80"))
		})
		n := wire.denied(t)
		if n > 0 {
			plain++
		}
		if n > 0 != row.sendable {
			t.Errorf("%s: the plain dialer sends %d packets", a, n)
		}
		guarded(t, wire, a)
		rebound(t, wire, row)
	}
	t.Logf("%d addresses of the deny-list, of which a plain dialer reaches %d", len(rows), plain)
}

// inNewNetwork runs the test that calls it in a network namespace of its own.
func inNewNetwork(t *testing.T) {
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skipf("NOT CHECKED: packets to addresses of the deny-list are not counted: %v", err)
	}
	setUp := "ip link set lo up && ip route add local default dev lo && ip -6 route add local default dev lo && exec \"$@\""
	cmd := exec.Command("/bin/sh", "-c", setUp, "sh", "/proc/self/fd/3", "-test.run=^"+t.Name()+"$", "-test.v")
	program, err := os.Open(self)
	must(t, err)
	defer program.Close()
	cmd.ExtraFiles = []*os.File{program}
	cmd.Env = append(os.Environ(), inNetwork+"=yes")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Skipf("NOT CHECKED: packets to addresses of the deny-list are not counted: no network namespace: %v", err)
	}
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "PASS: "+t.Name()) {
		t.Errorf("in its network: %v", err)
	}
}

// A deniedRow is an address that no policy for strangers dials.
type deniedRow struct {
	addr     netip.Addr
	sendable bool // whether the kernel would open a connection to it
}

// deniedRows are the first and the last address of each block of the tables that
// is not public, and some of what is in no block.
func deniedRows() (rows []deniedRow) {
	add := func(a netip.Addr) {
		if reachOf(a) == public {
			return // a wider block that begins like a narrower one
		}
		rows = append(rows, deniedRow{a, sendable(a)})
	}
	for _, row := range slices.Concat(reach4, reach6) {
		if row.reach != public {
			add(row.block.Masked().Addr())
			add(lastOf(row.block))
		}
	}
	for _, text := range strings.Fields("64:ff9b::7f00:1 2002:7f00:1::1 ::ffff:127.0.0.1 ::127.0.0.1 fe80::1 fec0::1 ff02::1 4000::1 1::1 3ffe::1") {
		add(netip.MustParseAddr(text))
	}
	return rows
}

// sendable says whether the kernel would open a connection to an address of the
// deny-list: not to many at a time, nor to a link without its name.
func sendable(a netip.Addr) bool {
	switch a.String() {
	case "127.255.255.255", "255.255.255.255":
		return false
	}
	return !a.IsMulticast() && (a.Is4() || !a.IsLinkLocalUnicast())
}

func lastOf(block netip.Prefix) netip.Addr {
	bytes := block.Masked().Addr().AsSlice()
	for bit := block.Bits(); bit < 8*len(bytes); bit++ {
		bytes[bit/8] |= 0x80 >> (bit % 8)
	}
	a, _ := netip.AddrFromSlice(bytes)
	return a
}

// guarded dials an address by each profile and way that no refusal may be
// missing from.
func guarded(t *testing.T, wire wire, addr string) {
	t.Helper()
	dns := dnstest.Start(t, map[string][][]string{"a.example.": {{addr}}, "b.example.": {{"93.184.216.34", addr}}})
	gateway, cli := Gateway(testTable()).WithDNS(dns.Addr), CLI(testTable()).WithDNS(dns.Addr)
	for _, p := range []Policy{gateway, cli} {
		for _, host := range []string{addr, "a.example", "b.example"} {
			connect(t, func(ctx context.Context) (net.Conn, error) {
				if p.cli && host != addr {
					ctx = NamedHost(ctx, host) // the name is typed, its address is not
				}
				return p.Dial(ctx, "tcp", net.JoinHostPort(host, "80"))
			})
			if n := wire.denied(t); n > 0 {
				t.Errorf("%s: %d packets went to %s by %s", p, n, addr, host)
			}
		}
	}
}

// rebound dials a name that leads to a public address at the first look-up and
// to the row's at the next.
func rebound(t *testing.T, wire wire, row deniedRow) {
	t.Helper()
	script := map[string][][]string{"rebind.example.": {{"93.184.216.34"}, {row.addr.String()}}}
	dns := dnstest.Start(t, script)
	naive := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, dns.Addr.String())
	}}
	connect(t, func(ctx context.Context) (net.Conn, error) {
		addrs, err := naive.LookupNetIP(ctx, "ip", "rebind.example.")
		if err != nil || len(addrs) != 1 || reachOf(addrs[0].Unmap()) != public {
			t.Fatalf("%s: the trap is not set: %v, %v", row.addr, addrs, err)
		}
		return (&net.Dialer{Resolver: naive}).DialContext(ctx, "tcp", "rebind.example.:80")
	})
	if n := wire.denied(t); n > 0 != row.sendable {
		t.Errorf("%s: who checks, then dials, sends %d packets", row.addr, n)
	}
	p := Gateway(testTable()).WithDNS(dnstest.Start(t, script).Addr)
	for range 2 {
		connect(t, func(ctx context.Context) (net.Conn, error) { return p.Dial(ctx, "tcp", "rebind.example:80") })
		if n := wire.denied(t); n > 0 {
			t.Errorf("%d packets went to %s by a name that is bound again", n, row.addr)
		}
	}
}

// connect dials, and closes what it gets. Nobody listens, so that an error is
// what there is to expect.
func connect(t *testing.T, dial func(context.Context) (net.Conn, error)) {
	conn, err := dial(t.Context())
	if err == nil {
		conn.Close()
	}
}

// A wire is a socket that sees all packets.
type wire int

func watchWire(t *testing.T) wire {
	all := binary.NativeEndian.Uint16(binary.BigEndian.AppendUint16(nil, unix.ETH_P_ALL))
	fd, err := unix.Socket(unix.AF_PACKET, unix.SOCK_DGRAM|unix.SOCK_NONBLOCK|unix.SOCK_CLOEXEC, int(all))
	must(t, err)
	t.Cleanup(func() { unix.Close(fd) })
	return wire(fd)
}

// denied returns how many packets that open a connection have gone to addresses
// of the deny-list since the last time. A packet is seen as it is sent, so
// there is nothing to wait for.
func (w wire) denied(t *testing.T) (n int) {
	t.Helper()
	packet := make([]byte, 1<<16)
	for {
		size, from, err := unix.Recvfrom(int(w), packet, 0)
		if err == unix.EAGAIN {
			return n
		}
		must(t, err)
		if from.(*unix.SockaddrLinklayer).Pkttype != unix.PACKET_OUTGOING {
			continue // the same, as it comes in
		}
		if to, ok := opened(packet[:size]); ok && reachOf(to) != public {
			n++
		}
	}
}

// opened returns the address to which a packet would open a connection: one of
// TCP that has SYN and not ACK (RFC 9293, section 3.1).
func opened(packet []byte) (to netip.Addr, ok bool) {
	var tcp []byte
	switch {
	case len(packet) >= 40 && packet[0]>>4 == 4 && packet[9] == unix.IPPROTO_TCP:
		to, tcp = netip.AddrFrom4([4]byte(packet[16:20])), packet[packet[0]&15*4:]
	case len(packet) >= 60 && packet[0]>>4 == 6 && packet[6] == unix.IPPROTO_TCP:
		to, tcp = netip.AddrFrom16([16]byte(packet[24:40])), packet[40:]
	default:
		return to, false
	}
	const syn, ack = 2, 16
	return to, tcp[13]&(syn|ack) == syn
}
