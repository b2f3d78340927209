package urn

import "uriel.dev/uri"

// A Namespace is what one namespace of URNs says of its names: the registration
// of RFC 8141, section 6.4, as far as a program can use it. Its texts are for
// people and end without a dot; the draft of 1996 already asks whoever registers
// a namespace for each of them (draft-ietf-urn-syntax-04, sections 2.3.1, 5, 7
// and 8).
type Namespace struct {
	NID   string // in lower case: "isbn"
	Title string // "International Standard Book Numbers"
	Spec  string // "RFC 3187"
	Form  string // of the NSS: "isbn-10 or isbn-13, hyphens at will"

	Special     string // which characters have a special meaning in the NSS
	Equivalence string // which names are the same beyond the lexical rule
	Functional  string // which names lead to the same though they differ
	Security    string // what to beware of

	// Rules documents what Read may find wrong. Their IDs begin "urn/" and the
	// NID: "urn/isbn-check-digit".
	Rules []uri.Rule

	// Read returns what the NSS says, a struct with keys for JSON or nil, and
	// what is wrong with it. The NSS is as written, escapes and all.
	Read func(nss string) (fields any, findings []Finding)

	// Key returns a text that two NSSs share if and only if the namespace says
	// that they name the same. It is nil where the namespace adds nothing to
	// the lexical rule. It may not tell apart what that rule makes equal.
	Key func(nss string) string

	// Others returns other NSSs that name the same, each in the spelling that
	// the namespace prefers, such as the thirteen digits of an ISBN of ten; nil
	// if there is none to tell. It may be nil, and needs a Key: each of the
	// others shares that of nss, and none is lexically the same as nss or as
	// another of them.
	Others func(nss string) []string
}

// A Finding is what a namespace has to say against an NSS, at a range of its
// bytes. What the namespace itself forbids is a uri.Warning: the URN is
// well-formed all the same.
type Finding struct {
	Rule           uri.Rule
	Severity       uri.Severity
	Offset, Length int // in the NSS
}
