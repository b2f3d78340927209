package policy

import (
	"bytes"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestReach: each special block at both ends, its neighbours outside, and each
// way to write an IPv4 address into an IPv6 address.
func TestReach(t *testing.T) {
	for _, x := range []struct {
		want  reach
		addrs string
	}{
		{never, "0.0.0.0 0.255.255.255 100.64.0.0 100.100.100.200 100.127.255.255 168.63.129.16 169.254.0.0 169.254.169.254 169.254.255.255"},
		{never, "192.0.0.0 192.0.0.255 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.255 192.175.48.1 198.18.0.0 198.19.255.255"},
		{never, "198.51.100.7 203.0.113.0 203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255"},
		{private, "10.0.0.0 10.255.255.255 127.0.0.0 127.255.255.255 172.16.0.0 172.31.255.255 192.168.0.0 192.168.255.255"},
		{public, "1.0.0.0 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15 168.63.129.17"},
		{public, "169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.31.197.0 192.88.98.255 192.88.100.0"},
		{public, "192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0 203.0.112.255 203.0.114.0 223.255.255.255"},

		{never, ":: ::2 100::1 100:0:0:1::1 1fff:: 2000:: 2001::1 2001:1ff:: 2001:db8:: 2001:db8:ffff:: 2002:808:808:: 2420:: 2620:4f:8000::1"},
		{never, "3ffe:: 3fff:: 4000:: 5f00:: fbff:: fe00:: fe80::1 febf::1 fec0:: ff02::1"},
		{never, "fd00:ec2::254 fd00:ec2::23 fd20:ce::254 fd00:c1::a9fe:a9fe fd00:42::42"},
		{private, "::1 fc00:: fd00::1 fd00:ec1:ffff:: fd00:ec3:: fdff:ffff::"},
		{public, "2001:200:: 2001:3ff:: 2001:4860:4860::8888 2003:: 2003:3fff:: 2410::1 2600::1 2620:fe::fe 2620:4f:7fff:: 2620:4f:8001:: 2a00:1450:4001:81b::200e"},

		{public, "::ffff:8.8.8.8 64:ff9b::8.8.8.8"},
		{private, "::ffff:10.0.0.1 ::ffff:127.0.0.1"},
		{never, "::ffff:169.254.169.254 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b::a9fe:a9fe 64:ff9b:0:1::8.8.8.8 64:ff9b:1::8.8.8.8"},
		{never, "::8.8.8.8 ::127.0.0.1 ::ffff:0:8.8.8.8 2002:7f00:1:: 2001:0:808:808:0:0:80ff:fffe"},
		{never, "2a00:1450::5efe:10.0.0.1 2a00:1450::200:5efe:8.8.8.8 fd00::5efe:10.0.0.1"},
		{public, "2a00:1450::100:5efe:808:808 2a00:1450::5eff:808:808"},
	} {
		for text := range strings.FieldsSeq(x.addrs) {
			if got := reachOf(netip.MustParseAddr(text)); got != x.want {
				t.Errorf("%s: reach %d, want %d", text, got, x.want)
			}
		}
	}
	for _, text := range []string{"fe80::1%lo", "::1%lo", "2a00::1%eth0", "::ffff:8.8.8.8%1"} {
		if reachOf(netip.MustParseAddr(text)) != never {
			t.Errorf("%s: an address with a zone is reachable", text)
		}
	}
}

// TestNarrowestFirst: a block that is inside of another stands before it.
func TestNarrowestFirst(t *testing.T) {
	for _, table := range [][]reachRow{reach4, reach6} {
		if len(table) < 15 {
			t.Errorf("a table of %d rows only", len(table))
		}
		for i, row := range table {
			for _, later := range table[i+1:] {
				if row.block.Bits() < later.block.Bits() {
					t.Errorf("%s stands before %s", row.block, later.block)
				}
			}
		}
	}
}

// TestGenerated: zaddr.go is what the snapshots of the registries say.
func TestGenerated(t *testing.T) {
	cmd := exec.Command("go", "run", "gen.go", "-")
	cmd.Stderr = t.Output()
	want, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("zaddr.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("policy/zaddr.go is stale: run `go generate ./policy` and commit the result")
	}
}

// TestOwnAddress: a gateway does not ask itself, be it by a public address.
func TestOwnAddress(t *testing.T) {
	old := ownAddrs
	t.Cleanup(func() { ownAddrs = old })
	ownAddrs = func() ([]net.Addr, error) {
		return []net.Addr{&net.IPNet{IP: net.IPv4(8, 8, 8, 8), Mask: net.CIDRMask(24, 32)}}, nil
	}
	table := testTable()
	for _, x := range []struct {
		p    Policy
		addr string
		ok   bool
	}{
		{Gateway(table), "8.8.8.8", false}, {Gateway(table), "8.8.8.9", true},
		{CLI(table), "8.8.8.8", true}, {Gateway(table).AllowPrivate(), "8.8.8.8", true},
	} {
		if r := x.p.judgeDialled(netip.MustParseAddr(x.addr), x.addr, false); (r == nil) != x.ok {
			t.Errorf("%s: %s: %v", x.p, x.addr, r)
		}
	}
	ownAddrs = func() ([]net.Addr, error) { return nil, os.ErrPermission }
	if r := Gateway(table).judgeDialled(netip.MustParseAddr("8.8.8.8"), "8.8.8.8", false); r == nil {
		t.Error("a gateway that does not know its addresses dials")
	}
}
