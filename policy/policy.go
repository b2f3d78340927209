// Package policy decides who may be asked for what, and is the only place of
// the program that dials, runs a helper or opens a file whose name came from a
// URI.
//
// A [Policy] is one immutable value with one choke point for each danger:
// [Policy.Judge] for a URI before anything is done with it, [Policy.Dial] for
// the network, with [Policy.DialData] and [Policy.ListenData] for a second
// connection and [Policy.DialProxy] for a proxy, [Policy.Redirect] for a hop to another URI,
// [Policy.Exec] for helper programs and [Policy.Open] for files. Whatever they
// refuse is a [*Refusal] with a code from a closed list, [Codes].
//
// The dangers are those that the drafts of the URL warned of in 1994: a URL
// with another port can speak another protocol, and encoded line ends can add
// commands (draft-ietf-uri-url-03, section 1.4; uri(7), SECURITY).
package policy

import (
	"fmt"
	"iter"
	"net/netip"
	"slices"
	"strings"
	"time"

	"uriel.dev/scheme"
)

// A Policy says what may be dereferenced, and within which limits. It is
// immutable: the methods that loosen it return a changed copy. The zero value
// is the strictest, a gateway that knows no scheme and so refuses all.
type Policy struct {
	schemes   scheme.Table
	cli       bool // the person at the command line asks, for himself
	private   bool
	inside    []string // names that may lead into private networks; "*.a.example" is all below it
	downgrade bool
	highPorts bool
	ports     []uint16
	local     bool
	root      string // the only folder of file: in a gateway
	special   bool   // devices and pipes may be opened
	submit    bool   // a filled-in form may be sent
	dns       string // the server that names are looked up at; "" is the system's
	limits    Limits
	crowds    *crowds // nil counts nobody

	unconfined bool // helpers run outside of a sandbox
}

// Gateway returns the policy for a server that dereferences URIs for strangers:
// the schemes that it is for and no other, public addresses only, ports of the
// scheme only (http: also from 1024 on), no credentials, no documents of this
// machine, redirects to http and https.
func Gateway(schemes scheme.Table) Policy {
	return Policy{schemes: schemes, crowds: &crowds{}, limits: Limits{
		Redirects: 5, URI: 64 << 10, Body: 16 << 20, Ratio: 100, Window: 1 << 20, Line: 64 << 10, Header: 256 << 10, Items: 100_000,
		Connect: 10 * time.Second, FirstByte: 20 * time.Second, Total: 2 * time.Minute, Rate: 64,
		Host: 32, Client: 64, Depth: 16, Parts: 1000,
	}}
}

// CLI returns the policy for the person who types URIs: also documents of this
// machine, ports from 1024 on, and addresses of this machine and of private
// networks when the URI names them as such.
func CLI(schemes scheme.Table) Policy {
	return Policy{schemes: schemes, cli: true, local: true, submit: true, crowds: &crowds{}, limits: Limits{
		Redirects: 10, URI: 1 << 20, Body: 1 << 30, Ratio: 200, Window: 16 << 20, Line: 1 << 20, Header: 1 << 20, Items: 10_000_000,
		Connect: 30 * time.Second, FirstByte: time.Minute, Total: 24 * time.Hour,
		Depth: 64, Parts: 100_000,
	}}
}

// Limits returns the limits of the policy.
func (p Policy) Limits() Limits { return p.limits }

// WithLimits returns p with other limits.
func (p Policy) WithLimits(l Limits) Policy {
	p.limits = l
	return p
}

// AllowPrivate returns p loosened: loopback, private (RFC 1918) and unique
// local (RFC 4193) addresses may be dialled; link-local and metadata addresses
// still may not.
func (p Policy) AllowPrivate() Policy {
	p.private = true
	return p
}

// WithPrivate returns p loosened: a name that the user has typed himself (see
// [Named]) may lead to this machine or into a private network if it is one of
// names, each a name or "*." and a name, which stands for all below it:
// "wiki.corp.example", "*.corp.example". It is for the profile of the command
// line; a gateway minds none of it. The error says which is no such name.
func (p Policy) WithPrivate(names ...string) (Policy, error) {
	p.inside = slices.Clone(p.inside)
	for _, name := range names {
		lower := strings.ToLower(strings.TrimSuffix(name, "."))
		rest := strings.TrimPrefix(lower, "*.")
		if why := misshapen(rest); why != "" {
			return p, fmt.Errorf("%q is no name of hosts: %s", name, why)
		}
		if isNumber(rest[strings.LastIndexByte(rest, '.')+1:]) {
			return p, fmt.Errorf("%q is no name of hosts: an address needs no leave when it is typed", name)
		}
		p.inside = append(p.inside, lower)
	}
	return p, nil
}

// AllowPorts returns p loosened: the given ports may be dialled, but for those
// that the Fetch standard blocks for everybody.
func (p Policy) AllowPorts(ports ...uint16) Policy {
	p.ports = append(slices.Clone(p.ports), ports...)
	return p
}

// AllowHighPorts returns p loosened: ports from 1024 on may be dialled in any
// scheme, but for those that the Fetch standard blocks.
func (p Policy) AllowHighPorts() Policy {
	p.highPorts = true
	return p
}

// AllowSubmission returns p loosened: a URI may hold a filled-in form of the kind
// that asks the server to do something. In a gateway it is for requests that a
// person has sent on purpose, which a link of a page elsewhere cannot: those by
// POST. The command line's profile has it anyway.
func (p Policy) AllowSubmission() Policy {
	p.submit = true
	return p
}

// WithDNS returns p with another DNS server, which is asked for all names but
// those of the hosts file; the zero value is those of the system.
func (p Policy) WithDNS(server netip.AddrPort) Policy {
	p.dns = ""
	if server.IsValid() {
		p.dns = server.String()
	}
	return p
}

// AllowDowngrade returns p loosened: a redirect may lead from https to http.
func (p Policy) AllowDowngrade() Policy {
	p.downgrade = true
	return p
}

// AllowLocal returns p loosened: documents of this machine may be read, by name
// (man:, info:, …) and, if root is not "", files below the folder root.
func (p Policy) AllowLocal(root string) Policy {
	p.local, p.root = true, root
	return p
}

// AllowSpecial returns p loosened: the person at the command line may read devices
// and pipes, though that may do something, or never end. A gateway minds none of it.
func (p Policy) AllowSpecial() Policy {
	p.special = true
	return p
}

// WithoutSandbox returns p loosened: helper programs run with all rights of this
// process. Who asks for it trusts the documents that they read.
func (p Policy) WithoutSandbox() Policy {
	p.unconfined = true
	return p
}

// String returns the name of the profile, "cli" or "gateway".
func (p Policy) String() string {
	if p.cli {
		return "cli"
	}
	return "gateway"
}

// A Code says what a refusal is about. The list is closed; scripts may rely on
// the words.
type Code string

// Codes says what each of them is about.
const (
	CodeSyntax      Code = "syntax"
	CodeRelative    Code = "relative"
	CodeLength      Code = "length"
	CodeScheme      Code = "scheme"
	CodeLocal       Code = "local"
	CodeOctet       Code = "octet"
	CodeNUL         Code = "nul"
	CodeHost        Code = "host"
	CodePort        Code = "port"
	CodeAddress     Code = "address"
	CodeCredentials Code = "credentials"
	CodeShape       Code = "shape"
	CodeForm        Code = "form"
	CodeRedirect    Code = "redirect"
	CodeDowngrade   Code = "downgrade"
	CodeExec        Code = "exec"
	CodeSpecial     Code = "special"
)

var codes = [...]struct {
	code  Code
	about string
}{
	{CodeSyntax, "the text is no URI"},
	{CodeRelative, "a relative reference names nothing by itself"},
	{CodeScheme, "the profile does not dereference this scheme"},
	{CodeLocal, "a document of this machine"},
	{CodeLength, "the URI is longer than what is sent to anybody"},
	{CodeOctet, "an encoded line end or control character would split a command"},
	{CodeNUL, "an encoded NUL"},
	{CodeHost, "there is no host, or no name that is looked up"},
	{CodePort, "the port may not be asked"},
	{CodeAddress, "the address may not be dialled"},
	{CodeCredentials, "a user name or password is not sent for strangers"},
	{CodeShape, "the scheme forbids what the URI says"},
	{CodeForm, "a filled-in form is sent by consent only"},
	{CodeRedirect, "the redirect may not be followed"},
	{CodeDowngrade, "a redirect from https to http"},
	{CodeExec, "the program may not be run"},
	{CodeSpecial, "a device, pipe or socket is not opened"},
}

// Codes yields all codes, and what each is about: first those of [Policy.Judge]
// in the order in which it judges, then those of the other choke points.
func Codes() iter.Seq2[Code, string] {
	return func(yield func(Code, string) bool) {
		for _, c := range codes {
			if !yield(c.code, c.about) {
				return
			}
		}
	}
}

// A Refusal is the error of everything that a policy does not allow. Its text
// says what would allow it, where something would, and holds no secret.
type Refusal struct {
	Code Code
	Text string
}

// Error returns "refused by policy (code): text".
func (r *Refusal) Error() string { return fmt.Sprintf("refused by policy (%s): %s", r.Code, r.Text) }

func refuse(code Code, format string, args ...any) *Refusal {
	return &Refusal{Code: code, Text: fmt.Sprintf(format, args...)}
}
