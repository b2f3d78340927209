// Package get dereferences URIs.
//
// A scheme is an algorithm that leads from a URI "either to a set of URLs that
// lead to the object, or to the object itself" (draft-ietf-uri-url-03, section
// 1.2.9). So there are five kinds of answer, and all that is built on this
// package is built on them, never on a protocol:
//
//	uri ── handler of its scheme ──► Object      bytes with a media type: done
//	                              ├► Listing     entries, each with a name, a kind and a URI
//	                              ├► Form        fields to fill in
//	                              ├► Session     an interactive session
//	                              └► Locations   URIs that lead to it: once more, under the redirect policy
//
// A [Handler] does this for one scheme. [Client] holds one for each and follows
// Locations. What is true of every scheme, such as limits, is a Handler around
// another.
package get

import (
	"context"
	"io"
	"iter"
	"net/http"
	"time"

	"uriel.dev/uri"
)

// A Handler dereferences the URIs of one scheme.
type Handler interface {
	// Get asks for what req.URI names. ctx governs the reading of the answer
	// too: when it ends, a pending Read or step of a listing fails within a
	// second. The error is always an [*Error]. The caller closes the Response
	// in every case.
	Get(ctx context.Context, req *Request) (*Response, error)

	// Plan says what Get would do, without doing any of it: the host it would
	// connect to, the exact bytes it would send, the file it would open. It
	// refuses what Get would refuse before connecting, with the same error; but
	// it may show a request whose answer Get cannot read yet.
	Plan(req *Request) (Plan, error)
}

// A Request is a URI and how it is to be dereferenced. Only URI must be set;
// what a scheme has no use for, its handler ignores.
type Request struct {
	// URI is what to get. It has a scheme. A fragment is never sent: it is for
	// whoever shows the answer (RFC 3986, section 3.5).
	URI uri.URI

	// Accept lists media types that are wanted, the dearest first; empty is
	// whatever there is. A handler that can render chooses by it.
	Accept []string

	// Language is the language that is wanted, "es" or "es-ES" (RFC 5646); "" is
	// whatever there is.
	Language string

	// Options are settings of one scheme, by the names of their flags; those
	// that a handler does not know it ignores.
	Options map[string]string

	// Method, Header and Body are of HTTP. An empty Method is GET, or POST if
	// there is a body. Body can be sent again after a redirect, so it is held.
	Method string
	Header http.Header
	Body   []byte

	// Range asks for a part of an object in bytes.
	Range *Range

	// User and Password log in where the URI names nobody.
	User, Password string

	// Anew asks for what is there now: what a cache has kept will not do.
	Anew bool
}

// A Range is a part of an object: the bytes from First to Last inclusive; Last
// -1 is the end, First -1 the last Last bytes (RFC 9110, section 14.1.2).
type Range struct{ First, Last int64 }

// A Response is one of the five kinds of answer.
type Response struct {
	// URI is what was answered: after redirects, not what was asked.
	URI uri.URI

	// Canonical is the URI of the same thing that may be passed on, if it has a
	// better one than URI: the news: URI of an article that one server has under
	// a number. It is zero if none is known.
	Canonical uri.URI

	// About is the URI of what tells more of the thing, such as its attributes;
	// zero if there is none.
	About uri.URI

	// Answer is an *Object, *Listing, *Form, *Session or *Locations.
	Answer Answer

	// Meta is what the server said beside, in its order: header fields of HTTP,
	// a greeting.
	Meta []Meta

	// Notes are remarks of ours on how the answer came about, a sentence each
	// without a final dot: "read as Latin-1".
	Notes []string

	// Kept is when it came, if it was kept since by a cache; else it is zero.
	Kept time.Time

	// Closer frees what stands behind the answer; nil if there is nothing.
	Closer io.Closer
}

// Meta is a name and value that a server gave beside its answer.
type Meta struct{ Name, Value string }

// Close ends the transfer and frees what stands behind it. It may be called
// more than once.
func (r *Response) Close() error {
	if r == nil || r.Closer == nil {
		return nil
	}
	c := r.Closer
	r.Closer = nil
	return c.Close()
}

// Kind returns the kind of the answer: "object", "listing", "form", "session"
// or "locations".
func (r *Response) Kind() string { return r.Answer.kind() }

// Answer is one of the five kinds. The interface is closed.
type Answer interface{ kind() string }

// An Object is bytes with a media type.
type Object struct {
	MediaType string    // "text/plain; charset=utf-8"; never ""
	Length    int64     // in bytes; -1 if it is not known before the end
	Modified  time.Time // zero if not known
	Name      string    // a name for a file, if the URI or the server gives one
	Offset    int64     // where Body begins in the whole: 0, unless the range of the request was heeded
	Body      io.Reader // closed with the Response; no reader of it outlives that

	// Rendered says that Body was made here, of something that is no document of
	// its media type: an article of news in HTML is no page of the web.
	Rendered bool
}

// A Listing is entries that come as they are read.
type Listing struct {
	Title string // "" if there is none

	// Entries is ranged over once. An error is the last pair; breaking off ends
	// the transfer.
	Entries iter.Seq2[Entry, error]
}

// An Entry is one line of a Listing.
type Entry struct {
	Name      string    // as to be shown; may be any text
	URI       uri.URI   // what it leads to; zero for lines that lead nowhere
	Kind      string    // in the scheme's words: "directory", "file", "menu", "text", "search", "info", …
	About     uri.URI   // what tells more of it, such as its attributes; zero if there is none
	Size      int64     // in bytes; -1 if not known
	Modified  time.Time // zero if not known
	MediaType string    // "" if not known
	Target    string    // what a link says that it leads to, such as "../lib"; "" if it does not tell or is none
}

// A Form is fields to fill in before there is anything to get.
type Form struct {
	Title  string
	Text   string // what the server or scheme says of it
	Fields []Field

	// Clear says that what is filled in goes over the wire for all to read.
	Clear bool

	// Submits says that the server acts on what is filled in. It is sent on
	// purpose only, and once: the filled form is no address to come back to.
	Submits bool

	// Fill returns the request that submits the form with the given values. It
	// sends nothing. The error is of Kind [Invalid] and names the field.
	Fill func(values []Value) (*Request, error)
}

// A FormFinder is a [Handler] of a scheme whose URIs may hold a form that is
// filled in.
type FormFinder interface {
	Handler

	// FormOf returns the URI of the form that u holds filled in, and whether it
	// does.
	FormOf(u uri.URI) (form uri.URI, ok bool)
}

// A Field is one question of a Form.
type Field struct {
	Name    string
	Label   string
	Type    FieldType
	Default string
	Options []string // of a Choice
}

// FieldType is how a field is filled in.
type FieldType string

const (
	Text     FieldType = "text"     // one line
	Password FieldType = "password" // one line, hidden
	LongText FieldType = "longtext" // any number of lines
	Choice   FieldType = "choice"   // one of the options
	Switch   FieldType = "switch"   // yes or no
	File     FieldType = "file"     // the content of a file
)

// A Value is what was filled in for the field called Name.
type Value struct{ Name, Value string }

// A Session is an interactive session that is described, not started.
type Session struct {
	Protocol string // "telnet", "rlogin", "tn3270"
	Host     string
	Port     uint16
	User     string // "" if the URI names none
}

// Locations are URIs that lead to the object. The first that works will do.
type Locations struct {
	List []Location

	// Request, if set, changes the request for the next hop; HTTP turns a POST
	// into a GET by it.
	Request func(*Request)

	configured bool // the configuration says so, and no server
}

// A Location is one URI of Locations.
type Location struct {
	URI  uri.URI
	Note string // why, or what it is; "" if there is nothing to say
}

func (*Object) kind() string    { return "object" }
func (*Listing) kind() string   { return "listing" }
func (*Form) kind() string      { return "form" }
func (*Session) kind() string   { return "session" }
func (*Locations) kind() string { return "locations" }

// A Plan is what a handler would do, in order.
type Plan []Step

// A Step is one act of a plan.
type Step struct {
	Act  Act
	Text string // the bytes, address, file or arguments; raw, to be shown escaped
}

// Act is what a step of a plan does.
type Act string

const (
	Connect Act = "connect" // to the address Text, over TCP
	Listen  Act = "listen"  // for a connection from the host Text, over TCP
	TLS     Act = "tls"     // then speak TLS, with the server name Text
	Send    Act = "send"    // the bytes Text
	Open    Act = "open"    // the file or folder Text
	Exec    Act = "exec"    // the program and arguments Text
	Decode  Act = "decode"  // nothing is asked: the URI holds the object
	Show    Act = "show"    // nothing is asked: the URI is described, as Text says
)
