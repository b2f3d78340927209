// Package policy decides who may be asked for what, and is the only place of
// the program that dials, runs a helper or opens a file whose name came from a
// URI.
//
// A [Policy] is one immutable value with one choke point for each danger:
// [Policy.Judge] for a URI before anything is done with it, [Policy.Dial] for
// the network, [Policy.Redirect] for a hop to another URI, [Policy.Exec] for
// helper programs and [Policy.Open] for files. Whatever they refuse is a
// [*Refusal] with a code from a closed list.
//
// The dangers are those that the drafts of the URL warned of in 1994: a URL
// with another port can speak another protocol, and encoded line ends can add
// commands (draft-ietf-uri-url-03, section 1.4; uri(7), SECURITY).
package policy

import (
	"fmt"
	"slices"
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
	downgrade bool
	highPorts bool
	ports     []uint16
	local     bool
	root      string // the only folder of file: in a gateway
	limits    Limits
}

// Gateway returns the policy for a server that dereferences URIs for strangers:
// public addresses only, ports of the scheme only (http: also from 1024 on),
// no documents of this machine, redirects within http and https.
func Gateway(schemes scheme.Table) Policy {
	return Policy{schemes: schemes, limits: Limits{
		Redirects: 5, Body: 16 << 20, Line: 64 << 10, Header: 256 << 10, Items: 100_000,
		Connect: 10 * time.Second, FirstByte: 20 * time.Second, Total: 2 * time.Minute,
	}}
}

// CLI returns the policy for the person who types URIs: also documents of this
// machine, ports from 1024 on, and addresses of this machine and of private
// networks when the URI names them as such.
func CLI(schemes scheme.Table) Policy {
	return Policy{schemes: schemes, cli: true, local: true, limits: Limits{
		Redirects: 10, Body: 1 << 30, Line: 1 << 20, Header: 1 << 20, Items: 10_000_000,
		Connect: 30 * time.Second, FirstByte: time.Minute, Total: 24 * time.Hour,
	}}
}

// Limits bound what foreign servers can make us hold or wait for. A limit of 0
// is none, except for Redirects.
type Limits struct {
	Redirects int   // hops that are followed
	Body      int64 // bytes of an object
	Line      int   // bytes of a line of a line protocol or a menu
	Header    int   // bytes of a header
	Items     int   // entries of a listing

	Connect   time.Duration // until a connection stands
	FirstByte time.Duration // until the server says something
	Total     time.Duration // until all is there
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

const (
	CodeScheme    Code = "scheme"    // the profile does not dereference this scheme
	CodeHost      Code = "host"      // there is no host, or no name that can be one
	CodePort      Code = "port"      // the port may not be asked
	CodeOctet     Code = "octet"     // an encoded line end or control character would split a command
	CodeNUL       Code = "nul"       // an encoded NUL
	CodeAddress   Code = "address"   // the address may not be dialled
	CodeRedirect  Code = "redirect"  // a redirect that may not be followed
	CodeDowngrade Code = "downgrade" // a redirect from https to http
	CodeLocal     Code = "local"     // a document of this machine
	CodeExec      Code = "exec"      // a helper program
	CodeSpecial   Code = "special"   // a device, pipe or socket
	CodeRelative  Code = "relative"  // a relative reference names nothing by itself
)

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
