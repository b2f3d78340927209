package whatwg

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri"
)

// Violations returns the validation errors that the standard's parser finds in
// s against base (the zero value is none), ordered by place: what keeps s from
// being a valid URL string though it may parse. The one that makes the parser
// fail, if it does, has severity [uri.Forbid] and is the last to be found; the
// others have [uri.Warning]. A remark is about the character at its offset.
//
// The strict rules of domain names (UTS 46 with UseSTD3ASCIIRules, CheckHyphens
// and VerifyDnsLength) are checked here only.
func Violations(s string, base URL) []uri.Remark {
	start, end := trim(s)
	var out []uri.Remark
	add := func(r *uri.Rule, severity uri.Severity, from, to int) {
		out = append(out, uri.NewRemark(*r, severity, from, to-from))
	}
	switch { // one error for both ends, as the standard counts
	case start > 0:
		add(ruleUnit, uri.Warning, 0, start)
	case end < len(s):
		add(ruleUnit, uri.Warning, end, len(s))
	}
	if i := strings.IndexAny(s[start:end], "\t\n\r"); i >= 0 {
		add(ruleUnit, uri.Warning, start+i, start+i+1)
	}
	p := parser{base: base, noting: true}
	p.run(s)
	slices.SortStableFunc(p.notes, func(a, b note) int { return cmp.Compare(a.at, b.at) })
	place := newPlace(s)
	for _, n := range p.notes {
		severity := uri.Warning
		if n == (note{p.failed, p.failedAt}) {
			severity = uri.Forbid
		}
		from := place.of(n.at)
		_, size := utf8.DecodeRuneInString(s[from:])
		add(n.rule, severity, from, from+size)
	}
	slices.SortStableFunc(out, func(a, b uri.Remark) int { return cmp.Compare(a.Offset, b.Offset) })
	return out
}

// A place walks a text and its cleaned form, which the parser sees, side by
// side.
type place struct {
	text      string
	i, end    int // in text
	cleanedAt int
}

func newPlace(s string) *place {
	start, end := trim(s)
	return &place{text: s, i: start, end: end}
}

// of returns the place in the text of the character at a place of the cleaned
// form, which may not lie before that of an earlier call.
func (p *place) of(cleanedAt int) int {
	for p.i < p.end {
		n := scalarLen(p.text[p.i:p.end])
		cleaned := len(decodeUTF8(p.text[p.i : p.i+n]))
		if isBreak(p.text[p.i]) {
			cleaned = 0
		}
		if p.cleanedAt+cleaned > cleanedAt {
			break
		}
		p.cleanedAt += cleaned
		p.i += n
	}
	return p.i
}
