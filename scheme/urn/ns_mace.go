package urn

import "uriel.dev/uri"

// A Tree is what the NSS of urn:mace or urn:schac says: a way from the root of a
// tree of naming authorities to a leaf.
type Tree struct {
	Tokens []string `json:"tokens"`
}

var maceNamespace = Namespace{
	NID:         "mace",
	Title:       "Names of the Middleware Architecture Committee for Education",
	Spec:        "RFC 3613",
	Form:        "token[:token]…, the first of them a naming authority",
	Special:     "the colon, between tokens",
	Equivalence: noEquivalence + ": an exact match, with regard to case",
	Functional:  "none",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleMACE},
	Read:        func(nss string) (any, []Finding) { return readTree(nss, ruleMACE) },
}

var schacNamespace = Namespace{
	NID:         "schac",
	Title:       "Names of the Schema for Academia",
	Spec:        "RFC 6338",
	Form:        "attribute:authority[:token]…",
	Special:     "the colon, between tokens",
	Equivalence: noEquivalence + ": an exact match, with regard to case",
	Functional:  "some values also have older names below urn:mace:terena.org",
	Security:    "none beyond that of URNs in general; what is valid is published over https, so that its origin can be verified",
	Rules:       []uri.Rule{ruleSCHAC},
	Read:        func(nss string) (any, []Finding) { return readTree(nss, ruleSCHAC) },
}

var (
	ruleMACE = uri.Rule{ID: "urn/mace-syntax", Section: "RFC 3613 2", Title: "an empty token, or a character that none has",
		Text: "The name is made of tokens with colons between. None of them is empty, and since they keep to RFC 2141 they have neither & nor ~."}
	ruleSCHAC = uri.Rule{ID: "urn/schac-syntax", Section: "RFC 6338 3", Title: "an empty token, or a character that none has",
		Text: "The name is made of tokens with colons between. None of them is empty, and since they keep to RFC 2141 they have neither & nor ~."}
)

// treeCharacters are <trans> of RFC 3613, section 2, and RFC 6338.
var treeCharacters = letDig.With("()+,-.=@;$_!*'/")

func readTree(nss string, rule uri.Rule) (any, []Finding) {
	tokens := piece{nss, 0}.split(':')
	for _, token := range tokens {
		if at, ok := token.strayEscaped(treeCharacters); !ok {
			return nil, []Finding{warning(rule, at)}
		}
	}
	return Tree{texts(tokens)}, nil
}
