package policy

import (
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Decision is what a verdict comes to.
type Decision uint8

const (
	Deny    Decision = iota // the policy refuses
	Allow                   // nothing speaks against it
	Invalid                 // it cannot be dereferenced by anybody
)

// String returns "deny", "allow" or "invalid".
func (d Decision) String() string { return [...]string{"deny", "allow", "invalid"}[d] }

// MarshalText returns the word of String.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// A Verdict is what a policy says of a URI.
type Verdict struct {
	Decision Decision
	Code     Code   // "" if allowed
	Text     string // why; without secrets
}

// Err returns the verdict as an error: nil if allowed, else a [*Refusal].
func (v Verdict) Err() error {
	if v.Decision == Allow {
		return nil
	}
	return &Refusal{Code: v.Code, Text: v.Text}
}

func verdict(d Decision, r *Refusal) Verdict { return Verdict{Decision: d, Code: r.Code, Text: r.Text} }

// Judge says whether u may be dereferenced, as far as the URI itself tells:
// scheme, host, port and octets. It looks nothing up; the address is judged by
// Dial, when it is known.
func (p Policy) Judge(u uri.URI) Verdict {
	if !u.HasScheme() {
		return verdict(Invalid, refuse(CodeRelative, "a relative reference names nothing without a base"))
	}
	info := p.schemes.Lookup(u.Scheme())
	if info == nil {
		return verdict(Deny, refuse(CodeScheme, "the scheme %q is not one that is dereferenced here", u.Scheme()))
	}
	if r := judgeOctets(info, u); r != nil {
		return verdict(Deny, r)
	}
	switch info.Reach {
	case scheme.Local:
		if !p.local {
			return verdict(Deny, refuse(CodeLocal, "%s: documents of this machine are not shown here", info.Name))
		}
	case scheme.Network:
		if d, r := p.judgeHost(info, u); r != nil {
			return verdict(d, r)
		}
	}
	return Verdict{Decision: Allow}
}

// Octets refuses a URI that holds an octet which its scheme does not let be
// decoded onto the wire (info.Wire). Handlers ask it themselves, so that they
// are safe when they are used alone. The error is a [*Refusal].
func Octets(info *scheme.Info, u uri.URI) error {
	if r := judgeOctets(info, u); r != nil {
		return r
	}
	return nil
}

// judgeOctets refuses what would end or split a line of the protocol once it
// is decoded: the sender of a URI must not be able to add commands
// (draft-ietf-uri-url-03, section 1.4). A tab in a gopher selector stays
// allowed, since the scheme does not name it.
func judgeOctets(info *scheme.Info, u uri.URI) *Refusal {
	from, to := 0, 0
	if info.Lawful != nil {
		from, to = info.Lawful(u)
	}
	for _, c := range [...]uri.Component{uri.Userinfo, uri.Host, uri.Path, uri.Query} {
		start, end, _ := u.Range(c)
		octet, ok := firstOf(info.Wire, u.String()[start:max(start, min(end, from))], u.String()[min(end, max(start, to)):end])
		if !ok {
			continue
		}
		if octet == 0 {
			return refuse(CodeNUL, "%s: an encoded NUL (%%00) in the %s", info.Name, c)
		}
		return refuse(CodeOctet, "%s: an encoded control character (%%%02X) in the %s would be sent as part of a command", info.Name, octet, c)
	}
	return nil
}

// firstOf returns the first octet of wire that is escaped in one of the texts.
func firstOf(wire string, texts ...string) (octet byte, ok bool) {
	for _, text := range texts {
		if !strings.Contains(text, "%") {
			continue
		}
		decoded := pct.Decode(text)
		if i := strings.IndexAny(decoded, wire); i >= 0 {
			return decoded[i], true
		}
	}
	return 0, false
}

func (p Policy) judgeHost(info *scheme.Info, u uri.URI) (Decision, *Refusal) {
	if u.Host() == "" {
		return Invalid, refuse(CodeHost, "%s: no host is named", info.Name)
	}
	if u.HostKind() == uri.IPvFuture {
		return Invalid, refuse(CodeHost, "%s: nobody can dial the address %s", info.Name, u.Host())
	}
	port := info.Port
	if u.Port() != "" {
		n, err := strconv.ParseUint(u.Port(), 10, 16)
		if err != nil || n == 0 {
			return Invalid, refuse(CodePort, "there is no port %s", u.Port())
		}
		port = uint16(n)
	}
	if r := p.judgePort(info, port); r != nil {
		return Deny, r
	}
	name := pct.Decode(strings.Trim(u.Host(), "[]"))
	if r := p.judgeName(name, true); r != nil {
		return Deny, r
	}
	return Allow, nil
}

// judgePort keeps requests away from services of other protocols, which might
// take them for commands.
func (p Policy) judgePort(info *scheme.Info, port uint16) *Refusal {
	for _, allowed := range p.ports {
		if port == allowed && !badPorts[port] {
			return nil
		}
	}
	web := info.Name == "http" || info.Name == "https"
	switch {
	case port == info.Port || web && (port == 80 || port == 443):
		return nil
	case badPorts[port]:
		return refuse(CodePort, "port %d belongs to another protocol, which might take a request for commands", port)
	case port >= 1024 && (p.cli || p.highPorts || web):
		return nil
	default:
		return refuse(CodePort, "port %d is not the %s port %d: --allow-port %d would allow it", port, info.Name, info.Port, port)
	}
}

// badPorts are those that the Fetch standard, section 2.9, "port blocking",
// closes to browsers.
var badPorts = portSet(0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
	109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
	540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566,
	6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080)

func portSet(ports ...uint16) map[uint16]bool {
	set := make(map[uint16]bool, len(ports))
	for _, port := range ports {
		set[port] = true
	}
	return set
}
