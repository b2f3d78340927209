// Package scheme says what every URI scheme says of itself.
//
// A scheme is described by an [Info]: data and pure functions, no client. The
// packages below this one describe one family of schemes each; their clients
// live in folders below those. A [Table] holds many and climbs with them the
// rung of RFC 3986, section 6.2.3: normal form, comparison and judgement by the
// rules of the scheme.
package scheme

import "uriel.dev/uri"

// An Info is what one scheme says of itself. It is complete when Name, Title,
// Spec, Form, Retrieval and View are set; the other fields have useful zero
// values. An Info is not changed once it is in a Table.
type Info struct {
	Name   string // in lower case, without the colon: "gopher"
	Title  string // the protocol or thing in words: "The Internet Gopher"
	Spec   string // what defines it: "RFC 4266"
	Status Status // in the registry of IANA
	Kind   Kind   // locator or name

	// Form is the shape of its URIs, in the manner of the specification:
	// "gopher://host[:port]/type selector[%09search[%09gopher+]]".
	Form string

	// Port is the default port; 0 means that the scheme has none.
	Port uint16

	// Reach says where dereferencing goes: a policy asks it.
	Reach Reach

	// Hostless says that a URI may leave the host out: its client is configured
	// with one.
	Hostless bool

	// Keep is what normalisation leaves alone, at every rung.
	Keep uri.Keep

	// Retrieval is the algorithm that leads from the URI to the object or to
	// URLs that lead to it, or says why there is none. Every scheme must state
	// it (draft-ietf-uri-url-03, section 1.2.9).
	Retrieval string

	// Opening says in a few words what a person needs to open such a URI: "a
	// web browser", "a telnet program".
	Opening string

	// Wire holds the octets that may not be decoded onto the wire, because
	// they would end or split what the protocol sends: "\x00\n\r" for a line
	// protocol. It is "" where escapes are sent as they are, as in http.
	Wire string

	// Lawful returns the range of the text of u in which the octets of Wire do
	// no harm once they are decoded, since the scheme's own grammar wants them
	// there and u has exactly that grammar: the data block of a form of Gopher+.
	// It is empty if there is none. It may be nil.
	Lawful func(u uri.URI) (start, end int)

	// Submits reports whether u holds a form that is filled in, so that to
	// dereference it asks the server to do something. Whoever follows links for
	// others does that by consent only. It may be nil.
	Submits func(u uri.URI) bool

	// Rules documents the rules that Remarks applies, their IDs beginning with
	// the name of the scheme's package and a slash.
	Rules []uri.Rule

	// View returns the typed meaning of u, whose scheme is Name in any case.
	// The error says in words what the scheme misses or forbids; the view then
	// holds what could be read, and is never nil.
	View func(u uri.URI) (View, error)

	// Remarks returns what the scheme has to say about u beyond the generic
	// syntax, by rules of Rules. It may be nil.
	Remarks func(u uri.URI) []uri.Remark

	// Normal returns the normal form of u by the scheme's own rules. It is
	// given the syntax normal form without default port, and must be
	// idempotent. It may be nil.
	Normal func(u uri.URI) uri.URI

	// Equal says by which rule of the scheme a and b are the same: a word for
	// programs, such as "urn-namespace"; "" if they are not. It adds to what the
	// normal form makes equal and takes nothing away. It is given normal forms of
	// the generic syntax, both of this scheme, and may be nil.
	Equal func(a, b uri.URI) (reason string)

	// Base is the rule to remark where a reference, other than a fragment
	// alone, is resolved against a URI of this scheme although its path is no
	// hierarchy; nil if it is one.
	Base *uri.Rule

	// Shape reports how many bytes at the start of text, which begins behind
	// the colon of a bare "Name:", can be the rest of such a URI in running
	// text; 0 means that it is none. It may be nil for schemes whose URIs are
	// told by their "//".
	Shape func(text []byte) int

	// Longer is like Shape but reads as far as there is a URI by another
	// specification, which lets more of the text in; a finder offers it as an
	// alternative. It may be nil.
	Longer func(text []byte) int

	// Trail returns the steps from the root of the thing's server to u, for
	// people to climb; each is a link. It may be nil: then the segments of the
	// path are the steps, as the generic syntax has it.
	Trail func(u uri.URI) []Step
}

// A View is the typed meaning of the parts of a URI in its scheme. It is
// encoded to JSON with the words of the specification as keys; keys of what is
// undefined are absent, and a password is shown as true.
type View interface {
	// Parts returns the ranges of the text to which the scheme gives a
	// meaning, in order and without overlap.
	Parts() []Part

	// Meaning says in one sentence what the URI means, without a final dot:
	// "the menu \"/library\" at gopher.example.org, port 70".
	Meaning() string
}

// A JSONAppender is a View that writes itself as JSON without reflection, for
// those who describe millions of URIs. What it appends is what MarshalJSON would.
type JSONAppender interface{ AppendJSON(b []byte) []byte }

// A Part is a range of bytes of a URI and what its scheme makes of them.
type Part struct {
	Start, End int
	Label      string // in the scheme's words: "selector", "CWD /etc"
	Secret     bool   // a password or the like, which is not to be shown
}

// A Step is one link of a trail: bytes of the URI and where they lead.
type Step struct {
	Start, End int     // the range of the text that the link stands on
	URI        uri.URI // where it leads; zero if nowhere
	Title      string  // what it is, if the text does not say so: "item type 1, a menu"
}

// Status is the standing of a scheme in IANA's registry of URI schemes (RFC
// 7595).
type Status uint8

const (
	Permanent    Status = iota
	Provisional         // registered first come, first served
	Historical          // registered, no longer in use
	Unregistered        // in use, but in no registry
	Experimental        // named x-…, by mutual agreement (draft-ietf-uri-url-03, 1.2.9)
)

// String returns "permanent", "provisional", "historical", "unregistered" or
// "experimental".
func (s Status) String() string {
	return [...]string{"permanent", "provisional", "historical", "unregistered", "experimental"}[s]
}

// MarshalText returns the word of String.
func (s Status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Kind tells schemes that say where a thing is from those that say what it is
// called.
type Kind uint8

const (
	Locator Kind = iota // where the thing is, or how it is reached
	Name                // what it is called, wherever it is
)

// String returns "locator" or "name".
func (k Kind) String() string { return [...]string{"locator", "name"}[k] }

// MarshalText returns the word of String.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Reach says where dereferencing a URI of a scheme goes.
type Reach uint8

const (
	Network Reach = iota // to the host of the authority
	Local                // to documents of this machine
	Inside               // nowhere: the URI holds the thing, as data: does
)

// String returns "network", "local" or "inside".
func (r Reach) String() string { return [...]string{"network", "local", "inside"}[r] }

// MarshalText returns the word of String.
func (r Reach) MarshalText() ([]byte, error) { return []byte(r.String()), nil }
