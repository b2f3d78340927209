package urn

import "uriel.dev/uri"

// A Lex is what the NSS of urn:lex says: a source of law.
type Lex struct {
	Jurisdiction  string  `json:"jurisdiction"`            // a country, state or organization: "it", "eu"
	Authority     string  `json:"authority"`               // who issued it: "council"
	Measure       string  `json:"measure,omitempty"`       // the kind of act: "directive"
	Details       string  `json:"details,omitempty"`       // such as date and number: "2010-03-09;2010-19-UE"
	Annexes       string  `json:"annexes,omitempty"`       // all that stands behind the details
	Expression    *string `json:"expression,omitempty"`    // behind @: a version or language
	Manifestation *string `json:"manifestation,omitempty"` // behind $: a format and who edits it
}

var lexNamespace = Namespace{
	NID:         "lex",
	Title:       "Sources of law",
	Spec:        "RFC 9676",
	Form:        "jurisdiction:authority:measure:details[:annex]…[@expression][$manifestation]",
	Special:     "the colon between parts, the semicolon within them, @ before an expression, $ before a manifestation, and + | , ~ * ! (RFC 9676, section 3.2)",
	Equivalence: "case does not count; lower case is recommended. Two spellings of one word are equivalent, too (section 3.3), which no program can tell",
	Functional:  "a name without expression and manifestation leads to any version and format of the act; a law may have names by several of its titles",
	Security:    "none of its own: that a name is right, and what it leads to is the text in force, is for its jurisdiction to say",
	Rules:       []uri.Rule{ruleLexParts},
	Read:        readLex,
	Key:         foldCase,
}

var ruleLexParts = uri.Rule{ID: "urn/lex-parts", Section: "RFC 9676 8", Title: "no jurisdiction, or no name in it", Hint: "such as eu:council:directive:2010-03-09;2010-19-UE",
	Text: "The name begins with the code of a jurisdiction; a colon ends it, and the local name follows, which begins with the authority that issued the act. Neither is empty."}

func readLex(nss string) (any, []Finding) {
	work, manifestation, manifested := piece{nss, 0}.cut('$')
	work, expression, expressed := work.cut('@')
	parts := work.splitN(':', 5)
	if findings := checkParts(ruleLexParts, parts[:min(len(parts), 2)], 2, 2); findings != nil {
		return nil, findings
	}
	l := Lex{Jurisdiction: parts[0].text}
	for i, field := range []*string{&l.Authority, &l.Measure, &l.Details, &l.Annexes} {
		if i+1 < len(parts) {
			*field = parts[i+1].text
		}
	}
	if expressed {
		l.Expression = &expression.text
	}
	if manifested {
		l.Manifestation = &manifestation.text
	}
	return l, nil
}
