package urn

import (
	"iter"
	"slices"
	"sort"
)

// namespaceTable holds the namespaces whose own rules this package knows,
// ordered by NID.
var namespaceTable = [...]Namespace{
	threeGPPNamespace,
	alertNamespace,
	ddiNamespace,
	devNamespace,
	eicNamespace,
	epcNamespace,
	exampleNamespace,
	fdcNamespace,
	gsmaNamespace,
	ietfNamespace,
	iptcNamespace,
	isbnNamespace,
	isoNamespace,
	issnNamespace,
	leiNamespace,
	lexNamespace,
	lsidNamespace,
	maceNamespace,
	mpegNamespace,
	nbnNamespace,
	newsmlNamespace,
	nfcNamespace,
	oasisNamespace,
	ogcNamespace,
	ogfNamespace,
	oidNamespace,
	publicidNamespace,
	schacNamespace,
	serviceNamespace,
	swiftNamespace,
	uuidNamespace,
	xmlorgNamespace,
	xmppNamespace,
}

// What many registrations say of their names.
const (
	noEquivalence = "none beyond the lexical rule"
	noSecurity    = "none beyond that of URNs in general"
)

// Namespaces returns the namespaces whose own rules this package knows, ordered
// by NID.
func Namespaces() iter.Seq[Namespace] { return slices.Values(namespaceTable[:]) }

// NamespaceOf returns the namespace of an NID, which may be written in any case,
// and whether this package knows it. It does not allocate.
func NamespaceOf(nid string) (Namespace, bool) {
	i, found := sort.Find(len(namespaceTable), func(i int) int { return compareFold(nid, namespaceTable[i].NID) })
	if !found {
		return Namespace{}, false
	}
	return namespaceTable[i], true
}

// compareFold compares s, in any case, with lower, which is in lower case.
func compareFold(s, lower string) int {
	for i := range min(len(s), len(lower)) {
		if c := lowerByte(s[i]); c != lower[i] {
			return int(c) - int(lower[i])
		}
	}
	return len(s) - len(lower)
}
