package urn

import (
	"iter"
	"slices"
	"sort"
)

//go:generate go run ./gen

// A Registration is a row of IANA's registry of URN namespaces, in its state of
// July 2025.
type Registration struct {
	NID       string // in lower case
	Status    Status
	Reference string // the document that defines it, or who registered it
}

// Status tells the two kinds of namespaces: a formal one has a name of its
// registrant's choice, an informal one a number (RFC 8141, section 5).
type Status uint8

const (
	Formal Status = iota
	Informal
)

// String returns "formal" or "informal".
func (s Status) String() string { return [...]string{"formal", "informal"}[s] }

// Registrations returns the rows of the registry, ordered by NID.
func Registrations() iter.Seq[Registration] { return slices.Values(registrations[:]) }

// Registered returns the row of the registry for an NID, which may be written in
// any case, and whether there is one. It does not allocate.
func Registered(nid string) (Registration, bool) {
	i, found := sort.Find(len(registrations), func(i int) int { return compareFold(nid, registrations[i].NID) })
	if !found {
		return Registration{}, false
	}
	return registrations[i], true
}
