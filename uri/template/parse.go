package template

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri"
	"uriel.dev/uri/iri/ucs"
	"uriel.dev/uri/pct"
)

var (
	ruleLiteral = &uri.Rule{ID: "template/literal", Section: "RFC 6570 2.1", Title: "character not allowed outside an expression", Hint: "percent-encode it",
		Text: "Outside of braces stand the characters of a URI, escapes, and characters beyond US-ASCII, which are encoded when the template is expanded."}
	ruleEscape = &uri.Rule{ID: "template/escape", Section: "RFC 6570 2.1", Title: `"%" without two hex digits`, Hint: "write %25 for a percent sign",
		Text: "A percent sign always introduces an escape of three characters, in literals and in names."}
	ruleNotUTF8 = &uri.Rule{ID: "template/not-utf8", Section: "RFC 6570 2", Title: "byte that is not UTF-8", Hint: "percent-encode the byte",
		Text: "A template is a string of characters, here written in UTF-8."}
	ruleOpen = &uri.Rule{ID: "template/open", Section: "RFC 6570 3.2", Title: "brace that is not closed", Hint: "write %7B for a brace that stands for itself",
		Text: "An expression begins with { and ends with the next }; expressions are not nested."}
	ruleOperator = &uri.Rule{ID: "template/operator", Section: "RFC 6570 2.2", Title: "operator reserved for the future",
		Text: "The operators are + # . / ; ? and &. The characters = , ! @ and | are kept for extensions, and mean nothing today."}
	ruleName = &uri.Rule{ID: "template/name", Section: "RFC 6570 2.3", Title: "not a name of a variable",
		Text: "A name is letters, digits, underscores and escapes; single dots may stand between them. Names are parted by commas, without blanks."}
	rulePrefix = &uri.Rule{ID: "template/prefix", Section: "RFC 6570 2.4.1", Title: "not a prefix length from 1 to 9999",
		Text: "Behind a colon stands how many characters of the value are taken: one to four digits, the first of them not zero."}
	ruleModifier = &uri.Rule{ID: "template/modifier", Section: "RFC 6570 2.4", Title: "comma or closing brace expected",
		Text: "A name has one modifier, either a prefix length or an asterisk. What follows is a comma and another name, or the end of the expression."}
	ruleComposite = &uri.Rule{ID: "template/composite", Section: "RFC 6570 2.4.1", Title: "prefix of a list or an associative array",
		Text: "A prefix is of a string. What the first characters of a list would be, nobody has said."}
)

// Rules returns the rules that this package applies, ordered by ID. The slice is
// the caller's.
func Rules() []uri.Rule {
	return []uri.Rule{*ruleComposite, *ruleEscape, *ruleLiteral, *ruleModifier, *ruleName, *ruleNotUTF8, *ruleOpen, *ruleOperator, *rulePrefix}
}

func fail(input string, offset int, r *uri.Rule) *uri.Error {
	return &uri.Error{Input: input, Offset: offset, Rule: r.ID, Section: r.Section, Title: r.Title, Hint: r.Hint}
}

// literalEnd returns the end of the literals that begin at i.
func literalEnd(s string, i int) (int, error) {
	for i < len(s) && s[i] != '{' {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '%':
			if !ucs.IsTriplet(s[i:]) {
				return i, fail(s, i, ruleEscape)
			}
			n = len("%HH")
		case r == utf8.RuneError && n == 1:
			return i, fail(s, i, ruleNotUTF8)
		case r < utf8.RuneSelf && !reserved.Has(byte(r)), r >= utf8.RuneSelf && !ucs.Ucschar(r) && !ucs.Iprivate(r):
			return i, fail(s, i, ruleLiteral)
		}
		i += n
	}
	return i, nil
}

// parseExpression reads the expression that begins at s[start], a brace.
func parseExpression(s string, start int) (*expression, error) {
	i := start + 1
	length := strings.IndexByte(s[start:], '}')
	if length < 0 {
		return nil, fail(s, start, ruleOpen)
	}
	e := &expression{text: s[start : start+length+1], offset: start, operator: operators[0]}
	if strings.IndexByte("=,!@|", s[i]) >= 0 {
		return nil, fail(s, i, ruleOperator)
	}
	if op := operators[s[i]]; op != nil {
		e.operator = op
		i++
	}
	for {
		spec, end, err := parseVarspec(s, i)
		if err != nil {
			return nil, err
		}
		e.specs = append(e.specs, spec)
		switch s[end] {
		case '}':
			return e, nil
		case ',':
			i = end + 1
		default:
			return nil, fail(s, end, ruleModifier)
		}
	}
}

// varchar is what stands in a name beside dots and escapes.
var varchar = pct.SetOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")

// parseVarspec reads the varspec at s[i:] and returns where it ends. A brace
// closes the expression that it is in.
func parseVarspec(s string, i int) (spec varspec, end int, err error) {
	end, err = nameEnd(s, i)
	if err != nil {
		return spec, end, err
	}
	spec.name = s[i:end]
	switch s[end] {
	case '*':
		spec.explode = true
		end++
	case ':':
		digits := end + 1
		for end++; '0' <= s[end] && s[end] <= '9'; {
			end++
		}
		if spec.prefix, err = strconv.Atoi(s[digits:end]); err != nil || spec.prefix > 9999 || s[digits] == '0' {
			return spec, end, fail(s, digits, rulePrefix)
		}
	}
	return spec, end, nil
}

// nameEnd returns the end of the name at s[i:].
//
//	varname = varchar *( ["."] varchar )
func nameEnd(s string, i int) (int, error) {
	start, dot := i, true // a name may not begin or go on with a dot
	for {
		switch {
		case varchar.Has(s[i]):
			i++
			dot = false
		case s[i] == '%':
			if !ucs.IsTriplet(s[i:]) {
				return i, fail(s, i, ruleEscape)
			}
			i += len("%HH")
			dot = false
		case s[i] == '.' && !dot:
			i++
			dot = true
		case i == start || dot || strings.IndexByte(",*:}", s[i]) < 0:
			return i, fail(s, i, ruleName)
		default:
			return i, nil
		}
	}
}
