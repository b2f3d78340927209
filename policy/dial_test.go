package policy

import (
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"uriel.dev/internal/dnstest"
)

// TestDialName: whatever DNS says of a name, nothing that is refused is dialled.
// The names lead to 127.0.0.0/8, where a server waits, so that what is dialled
// by mistake is seen.
func TestDialName(t *testing.T) {
	addr := echoServer(t)
	_, port, _ := net.SplitHostPort(addr)
	dns := dnstest.Start(t, map[string][][]string{
		"loopback.example.":   {{"127.0.0.1"}},
		"zero.example.":       {{"0.0.0.0"}},
		"linklocal.example.":  {{"fe80::1"}},
		"metadata.example.":   {{"169.254.169.254"}},
		"first.example.":      {{"127.0.0.1", "93.184.216.34"}},
		"last.example.":       {{"93.184.216.34", "127.0.0.1"}},
		"six.example.":        {{"93.184.216.34", "::1"}},
		"mapped.example.":     {{"::ffff:127.0.0.1"}},
		"nat64.example.":      {{"64:ff9b::7f00:1"}},
		"none.example.":       {{}},
		"corp.":               {{"127.0.0.1"}},
		"localhost.":          {{"93.184.216.34"}},
		"localhost.example.":  {{"127.0.0.1"}},
		"0x7f.1.":             {{"93.184.216.34"}},
		"x.onion.":            {{"93.184.216.34"}},
		"loopback6.example.":  {{"::1"}},
		"multicast.example.":  {{"224.0.0.1"}},
		"private10.example.":  {{"10.0.0.1"}},
		"sixtofour.example.":  {{"2002:7f00:1::"}},
		"unallocated.example": {{"4000::1"}},
	})
	table := testTable()
	gateway, cli := Gateway(table).WithDNS(dns.Addr), CLI(table).WithDNS(dns.Addr)
	for _, x := range []struct {
		p     Policy
		named bool
		host  string
		code  Code // "" is success; "-" a failure that is no refusal
	}{
		{gateway, true, "loopback.example", CodeAddress},
		{gateway, true, "loopback.example.", CodeAddress},
		{gateway, true, "LOOPBACK.example", CodeAddress},
		{gateway, true, "zero.example", CodeAddress},
		{gateway, true, "linklocal.example", CodeAddress},
		{gateway, true, "metadata.example", CodeAddress},
		{gateway, true, "first.example", CodeAddress},
		{gateway, true, "last.example", CodeAddress},
		{gateway, true, "six.example", CodeAddress},
		{gateway, true, "mapped.example", CodeAddress},
		{gateway, true, "nat64.example", CodeAddress},
		{gateway, true, "loopback6.example", CodeAddress},
		{gateway, true, "multicast.example", CodeAddress},
		{gateway, true, "private10.example", CodeAddress},
		{gateway, true, "sixtofour.example", CodeAddress},
		{gateway, true, "corp", CodeAddress},
		{gateway, true, "localhost", CodeAddress},
		{gateway, true, "0x7f.1", CodeHost},
		{gateway, true, "x.onion", CodeHost},
		{gateway, true, "none.example", "-"},
		{gateway, true, "unknown.example", "-"},
		{gateway.AllowPrivate(), true, "loopback.example", ""},
		{gateway.AllowPrivate(), true, "metadata.example", CodeAddress},
		{cli, true, "loopback.example", CodeAddress}, // it looks public: --allow-private
		{cli, false, "loopback.example", CodeAddress},
		{cli, true, "localhost", ""},
		{cli, false, "localhost", CodeAddress},
		{cli.AllowPrivate(), false, "loopback.example", ""},
		{cli, true, "corp", CodeAddress},
		{cli.AllowPrivate(), true, "corp", ""},
		{cli, true, "metadata.example", CodeAddress},
		{cli.AllowPrivate(), true, "metadata.example", CodeAddress},
	} {
		ctx := t.Context()
		if x.named {
			ctx = NamedHost(ctx, x.host)
		}
		conn, err := x.p.Dial(ctx, "tcp", x.host+":"+port)
		if err == nil {
			conn.Close()
		}
		_, refused := errors.AsType[*Refusal](err)
		switch {
		case x.code == "" && err != nil, x.code == "-" && (err == nil || refused), x.code != "" && x.code != "-" && !isRefusal(err, x.code):
			t.Errorf("%s, named %v: %s: %v, want code %q", x.p, x.named, x.host, err, x.code)
		}
	}
	for _, key := range []string{"localhost. A", "0x7f.1. A", "x.onion. A"} {
		if n := dns.Asked(key); n > 0 {
			t.Errorf("DNS was asked %d times for %s", n, key)
		}
	}
	for _, key := range []string{"loopback.example. A", "loopback.example. AAAA", "six.example. AAAA"} {
		if dns.Asked(key) == 0 {
			t.Errorf("DNS was not asked for %s", key)
		}
	}
}

// TestWithPrivate: names that the user says are of his own network lead into it
// when he types them, and no other name does; what is refused says which line
// would allow it.
func TestWithPrivate(t *testing.T) {
	addr := echoServer(t)
	_, port, _ := net.SplitHostPort(addr)
	dns := dnstest.Start(t, map[string][][]string{
		"wiki.corp.example.":     {{"127.0.0.1"}},
		"corp.example.":          {{"127.0.0.1"}},
		"a.wiki.corp.example.":   {{"127.0.0.1"}},
		"evilcorp.example.":      {{"127.0.0.1"}},
		"intranet.":              {{"127.0.0.1"}},
		"metadata.corp.example.": {{"169.254.169.254"}},
	})
	cli, err := CLI(testTable()).WithDNS(dns.Addr).WithPrivate("*.Corp.example", "intranet.")
	must(t, err)
	gateway, err := Gateway(testTable()).WithDNS(dns.Addr).WithPrivate("*.corp.example")
	must(t, err)
	for _, x := range []struct {
		p     Policy
		typed string
		host  string
		ok    bool
	}{
		{cli, "wiki.corp.example", "wiki.corp.example", true},
		{cli, "WIKI.corp.example", "wiki.corp.EXAMPLE", true},
		{cli, "wiki.corp.example.", "wiki.corp.example.", true},
		{cli, "a.wiki.corp.example", "a.wiki.corp.example", true},
		{cli, "intranet", "intranet", true},
		{cli, "corp.example", "corp.example", false},
		{cli, "evilcorp.example", "evilcorp.example", false},
		{cli, "www.example", "wiki.corp.example", false}, // a redirect
		{cli, "metadata.corp.example", "metadata.corp.example", false},
		{gateway, "wiki.corp.example", "wiki.corp.example", false},
	} {
		conn, err := x.p.Dial(NamedHost(t.Context(), x.typed), "tcp", x.host+":"+port)
		if err == nil {
			conn.Close()
		}
		if (err == nil) != x.ok || err != nil && !isRefusal(err, CodeAddress) {
			t.Errorf("%s: %s, when %s is typed: %v", x.p, x.host, x.typed, err)
		}
	}
	_, err = cli.Dial(NamedHost(t.Context(), "Evilcorp.example"), "tcp", "Evilcorp.example:"+port)
	if err == nil || !strings.Contains(err.Error(), `--allow-private would allow it, and so would this in the configuration: [policy] private = ["evilcorp.example"]`) {
		t.Errorf("%v, want the line that would allow it", err)
	}
	for _, name := range []string{"", "*", "*.", "10.0.0.0/8", "10.0.0.1", "*.1", "a..b", "*.*.a", "a.*", "http://a.example"} {
		if _, err := cli.WithPrivate(name); err == nil {
			t.Errorf("%q is taken", name)
		}
	}
}

// TestRebinding: a name that is public at the first look-up and loopback at the
// second leads nowhere, since there is no second look-up of one dial. Who looks
// up, judges and then lets the library dial the name is led into the trap: that
// is the positive control.
func TestRebinding(t *testing.T) {
	addr := echoServer(t)
	_, port, _ := net.SplitHostPort(addr)
	script := map[string][][]string{"rebind.example.": {{"93.184.216.34"}, {"127.0.0.1"}}}

	dns := dnstest.Start(t, script)
	naive := net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, dns.Addr.String())
	}}
	checked, err := naive.LookupNetIP(t.Context(), "ip", "rebind.example.")
	must(t, err)
	if len(checked) != 1 || reachOf(checked[0].Unmap()) != public {
		t.Fatalf("the first look-up gives %v: the trap is not set", checked)
	}
	conn, err := (&net.Dialer{Resolver: &naive}).DialContext(t.Context(), "tcp", "rebind.example.:"+port)
	if err != nil {
		t.Fatalf("the naive client is not led to loopback: %v", err)
	}
	conn.Close()

	dns = dnstest.Start(t, script)
	p := Gateway(testTable()).WithDNS(dns.Addr)
	limits := p.Limits()
	limits.Connect = 200 * time.Millisecond // nobody answers at the public address
	p = p.WithLimits(limits)
	for i, refused := range []bool{false, true, true} {
		conn, err := p.Dial(t.Context(), "tcp", "rebind.example:"+port)
		if err == nil {
			conn.Close()
			t.Errorf("dial %d connects to %v", i, conn.RemoteAddr())
			continue
		}
		if isRefusal(err, CodeAddress) != refused {
			t.Errorf("dial %d: %v, refused %v", i, err, refused)
		}
		if n := dns.Asked("rebind.example. A"); n != i+1 {
			t.Errorf("dial %d has led to %d look-ups", i, n)
		}
	}
}

// TestJudgedAtSocket: what is dialled is judged at the socket, even if it got
// past all before.
func TestJudgedAtSocket(t *testing.T) {
	addr := echoServer(t)
	_, port, _ := net.SplitHostPort(addr)
	n := 0
	d := dialer{"tcp", port, func(a netip.Addr) *Refusal { n++; return refuse(CodeAddress, "%s", a) }}
	_, err := d.dial(t.Context(), []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.IPv6Loopback()})
	if !isRefusal(err, CodeAddress) || n != 2 {
		t.Errorf("%v after %d judgements, want a refusal of each", err, n)
	}
}

// TestDialFallsBack: of several addresses the first that answers is taken.
func TestDialFallsBack(t *testing.T) {
	addr := echoServer(t) // on 127.0.0.1 only
	_, port, _ := net.SplitHostPort(addr)
	dns := dnstest.Start(t, map[string][][]string{
		"four.example.": {{"127.0.0.2", "127.0.0.1"}},
		"both.example.": {{"::1", "127.0.0.1"}},
	})
	p := Gateway(testTable()).WithDNS(dns.Addr).AllowPrivate()
	for _, host := range []string{"four.example", "both.example", "localhost"} {
		conn, err := p.Dial(t.Context(), "tcp", host+":"+port)
		if err != nil {
			t.Errorf("%s: %v", host, err)
			continue
		}
		if got := conn.RemoteAddr().String(); got != addr {
			t.Errorf("%s: connected to %s", host, got)
		}
		conn.Close()
	}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	_, port, _ = net.SplitHostPort(closed.Addr().String())
	closed.Close()
	if _, err := p.Dial(t.Context(), "tcp", "both.example:"+port); err == nil || !strings.Contains(err.Error(), "refused") {
		t.Errorf("nobody listens: %v", err)
	}
}

// TestDialEnds: the limit of the policy is told by name, and the end of the
// context is an end.
func TestDialEnds(t *testing.T) {
	silent, err := net.ListenPacket("udp", "127.0.0.1:0") // a name server that says nothing
	must(t, err)
	defer silent.Close()
	p := Gateway(testTable()).WithDNS(netip.MustParseAddrPort(silent.LocalAddr().String()))
	limits := p.Limits()
	limits.Connect = 50 * time.Millisecond
	_, err = p.WithLimits(limits).Dial(t.Context(), "tcp", "a.example:80")
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "--limit connect=TIME") {
		t.Errorf("%v, want the name of the limit", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err = p.Dial(ctx, "tcp", "a.example:80"); err == nil || strings.Contains(err.Error(), "--limit") {
		t.Errorf("%v, want the end of the context", err)
	}
}

// TestDialUDP: packets go where connections go.
func TestDialUDP(t *testing.T) {
	pc, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	defer pc.Close()
	addr := pc.LocalAddr().String()
	if _, err := Gateway(testTable()).Dial(t.Context(), "udp", addr); !isRefusal(err, CodeAddress) {
		t.Errorf("a gateway: %v", err)
	}
	conn, err := Gateway(testTable()).AllowPrivate().Dial(t.Context(), "udp", addr)
	must(t, err)
	defer conn.Close()
	_, err = io.WriteString(conn, "x")
	must(t, err)
	buf := make([]byte, 2)
	if n, _, err := pc.ReadFrom(buf); err != nil || string(buf[:n]) != "x" {
		t.Errorf("%q, %v", buf[:n], err)
	}
}
