package bnf1994

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// Parse1738 reads s by the grammar of RFC 1738, section 5:
//
//	url = httpurl | ftpurl | newsurl | nntpurl | telneturl | gopherurl |
//	      waisurl | mailtourl | fileurl | prosperourl | otherurl
//
// A prefix "URL:", which the appendix recommends, is passed over and noted. A
// URL of a scheme with a production of its own is held to that, though by the
// letter otherurl would take any. Parse1738 takes time and memory that are
// linear in the length of s.
func Parse1738(s string) Verdict {
	v := Verdict{Input: s, Grammar: "1738", Productions: map[string]bool{"genericurl": false, "url": false}, Notes: []Note{}}
	if uint64(len(s)) > uri.MaxLen {
		return tooLong(v, laterErrors.tooLong)
	}
	start := prefixLen(s)
	a := rfc1738().try(s, start)
	v.Scheme = a.scheme
	if start > 0 {
		v.note(ruleWrapper)
	}
	if a.scheme != "" {
		generic := a.machines["genericurl"].run(s, start)
		v.Productions["genericurl"] = generic.ok
		if a.production == "" {
			a.result = generic
		} else {
			v.Productions[a.production] = a.ok
		}
	}
	v.Productions["url"], v.Parts = a.ok, a.parts
	switch {
	case !a.ok:
		v.Error = a.laterError()
		if v.Productions["genericurl"] {
			v.note(ruleNotOther)
		}
	default:
		v.Error = v.tabError()
	}
	if v.Valid = v.Error == nil; !v.Valid && a.ok {
		v.Prose = new(false)
	}
	if a.ok {
		v.fill()
		v.noteLater(a.production != "")
		v.Modern = v.laterModern(start)
	}
	return v
}

// laterError says why RFC 1738 derives no url.
func (a attempt) laterError() *Error {
	if a.scheme == "" {
		r := laterErrors.partial
		return &Error{Rule: r.ID, Production: "url", Offset: a.start, Section: r.Section,
			Text: "url: no scheme: a relative link, at most", Hint: "relative links are outside RFC 1738; resolve them first"}
	}
	return a.explain(a.blame(), &laterErrors)
}

// tabError says that a selector holds what would end it.
func (v *Verdict) tabError() *Error {
	p, ok := v.First("selector")
	if !ok {
		return nil
	}
	text := strings.ToUpper(v.Text(p))
	for i := range len(text) {
		if text[i] != '%' || !slices.Contains([]string{"09", "0A", "0D"}, text[i+1:i+3]) {
			continue
		}
		return &Error{Rule: ruleTab.ID, Production: "selector", Offset: p.Start + i, Text: "selector: " + ruleTab.Title, Section: ruleTab.Section}
	}
	return nil
}

// proposed are the schemes of section 4.
var proposed = []string{"afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"}

// noteLater notes what is odd about a URL that can be derived.
func (v *Verdict) noteLater(isKnown bool) {
	scheme := strings.ToLower(v.Scheme)
	if scheme != v.Scheme {
		v.note(ruleUpper)
	}
	switch {
	case isKnown:
	case strings.HasPrefix(scheme, "x-"):
		v.note(ruleOurs)
	case slices.Contains(proposed, scheme):
		v.note(ruleProposed)
	default:
		v.note(ruleOther)
	}
	if slices.ContainsFunc(v.texts("hostnumber"), isBeyondRange) {
		v.note(ruleNumbers)
	}
	if slices.Contains(v.texts("user", "password"), "") {
		v.note(ruleEmptyUser)
	}
}
