// Package known is the table of all schemes that Uriel describes, and of what
// IANA's registry knows of the others. It holds no client, so that whoever only
// wants to parse, judge or compare does not pay for one.
package known

import "uriel.dev/scheme"

//go:generate go run ./gen

// Table returns the table. It is built anew at each call, from data that is
// part of the program.
func Table() scheme.Table { return scheme.NewTable(infos(), registry) }
