package urn

// Namespaces whose strings have no structure that their registration lets others
// rely on. They have neither fields nor rules.

var threeGPPNamespace = Namespace{
	NID:         "3gpp",
	Title:       "Names in the protocols of 3GPP",
	Spec:        "RFC 5279",
	Form:        "a string that a specification of 3GPP defines, such as video-orientation",
	Special:     "those of the specification that defines the string",
	Equivalence: noEquivalence,
	Functional:  "none",
	Security:    noSecurity,
	Read:        readNothing,
}

var exampleNamespace = Namespace{
	NID:         "example",
	Title:       "Names for examples in documents",
	Spec:        "RFC 6963",
	Form:        "anything",
	Special:     "none",
	Equivalence: noEquivalence,
	Functional:  "none: the names are examples and name nothing",
	Security:    "none beyond that of URNs in general; a real system has no use for such a name",
	Read:        readNothing,
}

var mpegNamespace = Namespace{
	NID:         "mpeg",
	Title:       "Resources of the Moving Picture Experts Group",
	Spec:        "RFC 3614",
	Form:        "standard:string, as a standard of MPEG defines it, such as mpeg7:schema:2001",
	Special:     "the colon, between levels of a hierarchy",
	Equivalence: "the case of the standard, up to the first colon, does not count; that of the string does",
	Functional:  "none",
	Security:    noSecurity,
	Read:        readNothing,
	Key:         foldFirst,
}

var swiftNamespace = Namespace{
	NID:         "swift",
	Title:       "Names of the financial messaging of SWIFT",
	Spec:        "RFC 3615",
	Form:        "a string whose structure only the resolver of SWIFT knows, such as type:fin$103",
	Special:     "none that others may rely on",
	Equivalence: noEquivalence,
	Functional:  "none; what another resolver than that of SWIFT says has no authority",
	Security:    "none beyond that of URNs in general; resolving by another resolver than that of SWIFT is error prone",
	Read:        readNothing,
}

var xmppNamespace = Namespace{
	NID:         "xmpp",
	Title:       "XML namespaces of the XMPP Standards Foundation",
	Spec:        "RFC 4854",
	Form:        "a name that a specification of the foundation defines, such as delay or jingle:1",
	Special:     "the colon, before the version of a protocol",
	Equivalence: noEquivalence,
	Functional:  "none: versions of a protocol are not the same",
	Security:    "none beyond that of URNs in general; not to be taken for a URI of the scheme xmpp, which is an address",
	Read:        readNothing,
}

func readNothing(string) (any, []Finding) { return nil, nil }
