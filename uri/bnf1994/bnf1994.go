// Package bnf1994 reads URLs by the two grammars of 1994: that of the Internet
// Draft draft-ietf-uri-url-03 ("Uniform Resource Locators", T. Berners-Lee,
// March 1994) and that of RFC 1738 (December 1994), which replaced it.
//
// [Parse] and [Parse1738] apply the productions as they are printed, see
// [Grammar] and [Grammar1738], and give a [Verdict]: which production the text
// is, by which parts, or which production failed and where; what is odd about
// it; and how the same URL is spelled by RFC 3986. README.md tells where a
// production cannot be meant as it is printed, and how it is read.
package bnf1994

import (
	"strings"

	"uriel.dev/uri"
)

// A Verdict is what a grammar says of a text. It marshals to the JSON object of
// the command's parse --as 1994 and --as 1738. The zero value is no verdict.
type Verdict struct {
	Input string `json:"-"`

	// Valid says that the text is what the standard calls a URL: for the draft
	// a prefixedurl that its prose does not forbid, for RFC 1738 a url.
	Valid   bool   `json:"valid"`
	Grammar string `json:"grammar"` // "1994" or "1738"

	// Productions says of the productions that stand for a whole URL whether
	// the text is one: for the draft prefixedurl, url and that of the scheme,
	// for RFC 1738 genericurl, url and that of the scheme. Of the text without
	// the prefix "URL:" in all but prefixedurl.
	Productions map[string]bool `json:"productions"`

	// Prose says what the prose says where it differs from the productions. It
	// is nil where it does not.
	Prose *bool `json:"prose,omitempty"`

	Scheme   string         `json:"scheme,omitempty"` // as written
	Userinfo *string        `json:"userinfo,omitempty"`
	Host     *string        `json:"host,omitempty"`
	Port     *string        `json:"port,omitempty"`
	Parts    []Part         `json:"parts,omitempty"` // if the text can be derived, or its prose form
	View     map[string]any `json:"view,omitempty"`  // of the draft only: see README.md

	// Latin1 is the URL with its escapes from %A0 to %FF read as ISO Latin 1,
	// as section 1.1.2 of the draft has it; "" if there are none.
	Latin1 string `json:"latin1,omitempty"`

	// Modern is the same URL by RFC 3986 and the present specification of its
	// scheme, "" if there is none. It is a text that uri.Parse accepts.
	Modern string `json:"modern,omitempty"`

	Notes []Note `json:"notes"`
	Error *Error `json:"error,omitempty"` // if not Valid
}

// A Part is a piece of the text that a production stands for: s[Start:End].
// Parts are ordered by their beginnings, the enclosing one first; one that is a
// list of its own kind, such as a path, stands once, and so does one that is
// only another name for what is in it.
type Part struct {
	Production string `json:"production"`
	Start      int    `json:"start"`
	End        int    `json:"end"`

	// Octets are the decoded octets, and Latin1 the same as text, of a part
	// without parts that has escapes above %7F. RFC 1738 calls no character set.
	Octets *Octets `json:"octets,omitempty"`
	Latin1 string  `json:"latin1,omitempty"`
}

// Octets are bytes that need not be text.
type Octets struct {
	Bytes []byte `json:"b64"`
}

// A Note says what is odd about a URL, or about the grammar where it meets it.
type Note struct {
	ID      string `json:"id"` // of a [uri.Rule], see [Rules]
	Text    string `json:"text"`
	Section string `json:"section"`
}

// An Error says which production failed.
type Error struct {
	Rule       string `json:"rule"`       // the ID of a [uri.Rule], see [Rules]
	Production string `json:"production"` // the innermost that is a part
	Offset     int    `json:"offset"`     // the farthest byte that could not be taken
	Class      string `json:"class,omitempty"`
	Text       string `json:"text"`
	Hint       string `json:"hint,omitempty"`
	Section    string `json:"section"`
}

// Err returns the error of a verdict in the shape of uri.Parse, an
// [*uri.Error], or nil.
func (v Verdict) Err() error {
	if v.Error == nil {
		return nil
	}
	e := v.Error
	return &uri.Error{Input: v.Input, Offset: e.Offset, Rule: e.Rule, Section: e.Section, Title: e.Text, Hint: e.Hint}
}

// Text returns the text of a part of v.
func (v Verdict) Text(p Part) string { return v.Input[p.Start:p.End] }

// Redacted returns the text of a part of v with "***" for a password.
func (v Verdict) Redacted(p Part) string {
	secret, ok := v.First("password")
	if !ok || secret.Start < p.Start || secret.End > p.End {
		return uri.Redact(v.Text(p))
	}
	return v.Input[p.Start:secret.Start] + "***" + v.Input[secret.End:p.End]
}

// First returns the first part that a production stands for, and whether there
// is one.
func (v Verdict) First(production string) (Part, bool) {
	for _, p := range v.Parts {
		if p.Production == production {
			return p, true
		}
	}
	return Part{}, false
}

// prefix is how a URL begins by the draft, in any case of letters.
const prefix = "URL:"

// prefixLen returns the length of the prefix of s, 0 if it has none.
func prefixLen(s string) int {
	if len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix) {
		return len(prefix)
	}
	return 0
}

// An attempt is a text that a grammar was asked to derive.
type attempt struct {
	*grammar
	s          string
	start      int    // behind the prefix
	scheme     string // "" if there is none
	production string // of the scheme, "" if there is none
	result
}

// try derives s[start:] from the production of its scheme.
func (g *grammar) try(s string, start int) attempt {
	a := attempt{grammar: g, s: s, start: start}
	colon := strings.IndexByte(s[start:], ':')
	if colon < 0 || !g.machines["scheme"].run(s[:start+colon], start).ok {
		return a
	}
	a.scheme = s[start : start+colon]
	a.production = g.schemes[strings.ToLower(a.scheme)]
	if a.production != "" {
		a.result = g.machines[a.production].run(s, start)
	}
	return a
}

// fill sets what is read from the parts.
func (v *Verdict) fill() {
	text := func(production string) *string {
		if p, ok := v.First(production); ok {
			return new(v.Text(p))
		}
		return nil
	}
	v.Host, v.Port = text("host"), text("port")
	if user, ok := v.First("user"); ok {
		if password, ok := v.First("password"); ok {
			user.End = password.End
		}
		v.Userinfo = new(v.Text(user))
	}
}

// note adds a note by a rule.
func (v *Verdict) note(r *uri.Rule) {
	v.Notes = append(v.Notes, Note{ID: r.ID, Text: r.Title, Section: r.Section})
}

// tooLong is the verdict on a text whose bytes 32 bits cannot count.
func tooLong(v Verdict, r *uri.Rule) Verdict {
	v.Error = &Error{Rule: r.ID, Production: "url", Offset: len(v.Input), Text: r.Title, Section: r.Section}
	return v
}
