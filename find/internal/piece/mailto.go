package piece

import (
	"strings"

	"uriel.dev/find"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// addressChars stand as they are in an address in a mailto URI (RFC 6068, section
// 2).
var addressChars = pct.Unreserved.With("!$'*+@")

// Mailto returns the URI of an address of mail that stands where only one can. It
// reports false for what has no "@".
func Mailto(address string) (uri.URI, bool) {
	const scheme = "mailto:"
	if !strings.Contains(strings.Trim(address, "@"), "@") {
		return uri.URI{}, false
	}
	if len(address) > len(scheme) && strings.EqualFold(address[:len(scheme)], scheme) {
		return Reference(address)
	}
	return find.Reference(scheme + pct.Encode(address, addressChars))
}

// Reference is [find.Reference], but for what holds a [Variable] or a [Gap], which
// is none.
func Reference(text string) (uri.URI, bool) {
	if strings.Contains(text, Variable) || strings.Contains(text, Gap) {
		return uri.URI{}, false
	}
	return find.Reference(text)
}
