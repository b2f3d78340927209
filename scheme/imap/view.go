package imap

import (
	"fmt"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what an imap URI means (RFC 5092, section 1):
//
//	imap://joe;AUTH=PLAIN@h/INBOX;UIDVALIDITY=3/;UID=20/;SECTION=1.2/;PARTIAL=0.1024
//	       |   |    |     | |     |             |       |            |
//	       |   Auth |     | |     UIDValidity   UID     Section      Partial
//	       User     |     | Mailbox
//	                |     Host
//
// Text is decoded; the mailbox is UTF-8 as in the URI, not what IMAP sends for
// it. A password and the token of URLAUTH are never shown.
type View struct {
	scheme.Server
	Auth        *scheme.Octets `json:"auth,omitempty"`        // mechanism of SASL, "*" for any
	Mailbox     *scheme.Octets `json:"mailbox,omitempty"`     // nil is the server itself
	UIDValidity *string        `json:"uidvalidity,omitempty"` // as written
	UID         *string        `json:"uid,omitempty"`         // as written
	Section     *scheme.Octets `json:"section,omitempty"`
	Partial     *Partial       `json:"partial,omitempty"`
	Search      *scheme.Octets `json:"search,omitempty"` // arguments of a SEARCH command
	Expire      *scheme.Octets `json:"expire,omitempty"` // until when URLAuth is good (RFC 3339)
	URLAuth     *URLAuth       `json:"urlauth,omitempty"`
	ListType    *scheme.Octets `json:"list_type,omitempty"` // LIST or LSUB, of RFC 2192

	uri   uri.URI
	token string
	parts []scheme.Part
}

// A Partial is a range of bytes of a message or section. Its numbers are as
// written.
type Partial struct {
	Offset string  `json:"offset"`           // of the first byte
	Length *string `json:"length,omitempty"` // nil is all of the rest
}

// A URLAuth says who may use a URI. Its token is told by [View.Token] alone.
type URLAuth struct {
	Access    scheme.Octets  `json:"access"`              // "submit+joe", "user+joe", "authuser" or "anonymous"
	Mechanism *scheme.Octets `json:"mechanism,omitempty"` // nil before the server has authorized it
	Token     bool           `json:"token,omitempty"`     // whether there is one
}

// Parse returns the meaning of u, whose scheme is imap. The error says what RFC
// 5092 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("imap", r.remarks)
}

// Token returns the authorization token, which is as secret as a password.
func (v View) Token() string { return v.token }

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	server := scheme.Server{User: v.User, Host: v.Host, Port: v.Port}.String()
	if v.Mailbox == nil {
		return "the IMAP server " + server
	}
	what := fmt.Sprintf("the mailbox %q", string(*v.Mailbox))
	switch {
	case v.ListType != nil:
		what = fmt.Sprintf("the mailboxes whose name is like %q", string(*v.Mailbox))
	case v.UID != nil:
		what = "the message with the UID " + *v.UID + " of " + what
	case v.Search != nil:
		what = fmt.Sprintf("the messages of %s that are found by %q", what, string(*v.Search))
	}
	if v.Section != nil {
		what = fmt.Sprintf("the section %q of %s", string(*v.Section), what)
	}
	if v.Partial != nil {
		what = v.Partial.String() + " of " + what
	}
	return what + " at " + server
}

// String says which bytes are meant.
func (p Partial) String() string {
	if p.Length == nil {
		return "all behind byte " + p.Offset
	}
	return *p.Length + " bytes from byte " + p.Offset
}
