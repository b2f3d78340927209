// Package template expands URI Templates, and reads back from a URI what a
// template was expanded with.
//
// It follows RFC 6570, "URI Template", March 2012, levels 1 to 4. A template is
// text with expressions in braces, each an operator and the names of variables:
//
//	          | {x}   | {+x}  | {#x}   | {.x}  | {/x}  | {;x}    | {?x}    | {&x}
//	begins    |       |       | #      | .     | /     | ;       | ?       | &
//	between   | ,     | ,     | ,      | .     | /     | ;       | &       | &
//	writes    | value | value | value  | value | value | x=value | x=value | x=value
//	if empty  |       |       |        |       |       | x       | x=      | x=
//	reserved  | %HH   | as is | as is  | %HH   | %HH   | %HH     | %HH     | %HH
//
// (appendix A). Behind a name {x:3} takes the first three characters of a value,
// and {x*} writes the members of a list or an associative array as if they were
// variables.
package template

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"uriel.dev/uri/iri/ucs"
	"uriel.dev/uri/pct"
)

// A Template is a URI-Template of RFC 6570, section 2. It is immutable and may be
// used from several goroutines. The zero value is the empty template, which
// expands to "" and matches it.
type Template struct {
	text     string
	parts    []part
	readings func() [2]*regexp.Regexp // see Match
}

// A part is a literal, encoded as it is written, or an expression.
type part struct {
	literal string
	*expression
}

// An expression is "{" [ operator ] variable-list "}" (section 2.2).
type expression struct {
	text   string // with the braces
	offset int
	*operator
	specs []varspec
}

// A varspec is varname [ prefix / explode ] (section 2.3).
type varspec struct {
	name    string
	prefix  int // how many characters at most; 0 is all
	explode bool
}

// An operator is a column of the table of appendix A.
type operator struct {
	first, sep string
	named      bool
	ifEmpty    string
	reserved   bool // reserved characters and escapes of a value stay
}

// reserved is the union of unreserved and reserved of RFC 3986.
var reserved = pct.Query.With("#[]")

var operators = map[byte]*operator{
	0:   {sep: ","},
	'+': {sep: ",", reserved: true},
	'#': {first: "#", sep: ",", reserved: true},
	'.': {first: ".", sep: "."},
	'/': {first: "/", sep: "/"},
	';': {first: ";", sep: ";", named: true},
	'?': {first: "?", sep: "&", named: true, ifEmpty: "="},
	'&': {first: "&", sep: "&", named: true, ifEmpty: "="},
}

// MustParse is like [Parse] but panics on an error. It is meant for tests,
// examples and constants of a program.
func MustParse(s string) Template {
	t, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return t
}

// Parse reads s as a URI-Template by the grammar of RFC 6570, section 2:
//
//	URI-Template = *( literals / expression )
//
// The error is always an [*uri.Error] that points at the first byte which does
// not fit, by a rule "template/…". The operators "=" "," "!" "@" "|" are reserved
// and an error (section 2.2). Looser than the ABNF of section 2.1: an apostrophe
// is a literal, since it is allowed in a URI and the examples of the same RFC use
// it; to leave it out was an oversight.
func Parse(s string) (Template, error) {
	t := Template{text: s}
	for i := 0; i < len(s); {
		if s[i] != '{' {
			end, err := literalEnd(s, i)
			if err != nil {
				return Template{}, err
			}
			t.parts = append(t.parts, part{literal: encodeReserved(s[i:end])})
			i = end
			continue
		}
		e, err := parseExpression(s, i)
		if err != nil {
			return Template{}, err
		}
		t.parts = append(t.parts, part{expression: e})
		i += len(e.text)
	}
	t.readings = sync.OnceValue(func() [2]*regexp.Regexp { return compile(t) })
	return t, nil
}

// String returns the bytes that were parsed, unchanged.
func (t Template) String() string { return t.text }

// Names returns the names of the variables, each once, in the order in which they
// first stand. Escapes are part of a name and stay (section 2.3). The slice is
// the caller's.
func (t Template) Names() []string {
	var names []string
	for _, p := range t.parts {
		if p.expression == nil {
			continue
		}
		for _, spec := range p.specs {
			if !slices.Contains(names, spec.name) {
				names = append(names, spec.name)
			}
		}
	}
	return names
}

// encodeReserved encodes what is neither reserved, nor unreserved, nor an escape.
func encodeReserved(s string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			b.WriteString(pct.Encode(s, reserved))
			return b.String()
		}
		b.WriteString(pct.Encode(s[:i], reserved))
		n := 1
		if ucs.IsTriplet(s[i:]) {
			n = len("%HH")
			b.WriteString(s[i : i+n])
		} else {
			b.WriteString("%25")
		}
		s = s[i+n:]
	}
}
