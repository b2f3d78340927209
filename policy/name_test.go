package policy

import (
	"strings"
	"testing"
)

func TestJudgeName(t *testing.T) {
	long := strings.Repeat("a", 63)
	const allow, host, address = "", "host", "address"
	for _, x := range []struct {
		gateway, named string // the code of a gateway, and of the command line where the user named it
		names          string
		why            string
	}{
		{allow, allow, "example.org EXAMPLE.org. a_b.example xn--bcher-kva.example b\u00fccher.example a.test x-.example", "names"},
		{allow, allow, long + ".example " + strings.Repeat(long[:62]+".", 3) + long, "RFC 1035 2.3.4: 63 octets a label, 253 in all"},
		{host, host, long + "a.example " + strings.Repeat(long+".", 4), "RFC 1035 2.3.4: too long"},
		{host, host, ". a..b .a a.. xn-- xn--.example", "an empty part"},
		{host, host, "-x.example a.-b.example", "an option to a helper program"},
		{host, host, "a%00b a/b a\\b a@b a:b a#b a?b [a] a\"b a'b.example $(id).example a,b.example a%b \xff.example", "no octets of a name"},
		{host, host, "2130706433 0x7f.1 0X7F000001 127.1 0177.0.0.1 127.0.0.1. 00 0x 1.2.3.4.5 08.0.0.1 a.1 a.0xff", "numbers in odd spellings"},
		{host, host, "x.onion facebook.ONION. a.alt a.invalid", "RFC 7686, RFC 9476, RFC 6761: not for DNS"},
		{host, host, "metadata metadata.google.internal Metadata.goog instance-data a.instance-data.ec2.internal broadcasthost", "metadata"},
		{address, allow, "localhost LOCALHOST. a.localhost localhost.localdomain ip6-localhost ip6-loopback localhost6", "loopback"},
		{address, allow, "printer.local x.home.arpa host.docker.internal kubernetes.default.svc.cluster.local nas.lan intranet.corp", "private networks"},
		{address, allow, "intranet h ns1", "the search list"},
		{address, allow, "127.0.0.1 ::1 10.0.0.1 fd00::1 ::ffff:127.0.0.1", "addresses"},
		{address, address, "169.254.169.254 fe80::1 fe80::1%eth0 0.0.0.0 ::", "addresses of nobody"},
		{allow, allow, "8.8.8.8 2a00:1450::1 mylocal.example notlocalhost.example internal.example localhost.example", "public"},
	} {
		for name := range strings.FieldsSeq(x.names) {
			for _, profile := range []struct {
				p     Policy
				named bool
				want  string
			}{
				{Gateway(testTable()), true, x.gateway}, {CLI(testTable()), true, x.named}, {CLI(testTable()), false, x.gateway},
			} {
				got := ""
				if r := profile.p.judgeName(name, profile.named); r != nil {
					got = string(r.Code)
				}
				if got != profile.want {
					t.Errorf("%s, named %v: %q: code %q, want %q (%s)", profile.p, profile.named, name, got, profile.want, x.why)
				}
			}
		}
	}
}
