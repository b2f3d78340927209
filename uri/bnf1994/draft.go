package bnf1994

import (
	"strings"

	"uriel.dev/uri"
)

// Parse reads s by the grammar of draft-ietf-uri-url-03, section 1.3:
//
//	prefixedurl = "url:" url
//	url         = httpaddress | ftpaddress | newsaddress | nntpaddress |
//	              prosperoaddress | telnetaddress | gopheraddress |
//	              waisaddress | mailtoaddress | midaddress | cidaddress
//
// Literals count in any case of letters. A text that is a url without its
// prefix is not valid, and Verdict.Productions says so of both; nor is one that
// the prose forbids, as it does a blank. Parse takes time and memory that are
// linear in the length of s.
func Parse(s string) Verdict {
	v := Verdict{Input: s, Grammar: "1994", Productions: map[string]bool{"prefixedurl": false, "url": false}, Notes: []Note{}}
	if uint64(len(s)) > uri.MaxLen {
		return tooLong(v, draftErrors.tooLong)
	}
	start := prefixLen(s)
	a := draft().try(s, start)
	v.Scheme = a.scheme
	if a.production != "" {
		v.Productions[a.production] = a.ok
	}
	v.Productions["url"], v.Productions["prefixedurl"] = a.ok, a.ok && start > 0
	v.Parts = a.parts
	if !a.ok {
		v.Error = a.draftError()
		v.readProse(a)
	} else if v.Error = a.proseError(&v); v.Error != nil {
		v.Prose = new(false)
	}
	if a.ok && start == 0 {
		v.Error = missingPrefix(s)
	}
	v.Valid = v.Error == nil
	if v.Parts != nil {
		v.fill()
		v.readLatin1(start)
		v.View = v.draftView()
		v.noteQuirks()
		v.Modern = v.draftModern(start)
	}
	return v
}

// readProse derives what the productions could not from what the prose says.
func (v *Verdict) readProse(a attempt) {
	m := a.machines[a.proses[strings.ToLower(a.scheme)]]
	if m == nil {
		return
	}
	if r := m.run(a.s, a.start); r.ok {
		v.Parts, v.Prose = r.parts, new(true)
		v.Error.Hint = "valid by the prose (" + proseSections[r.parts[0].Production] + ")"
	}
}

// proseSections tell where the prose describes what the BNF does not.
var proseSections = map[string]string{
	"ftpprose": "1.2.1", "gopherprose": "1.2.3", "mailtoprose": "1.2.4", "rloginprose": "1.2.7", "tn3270prose": "1.2.7",
}

func missingPrefix(s string) *Error {
	return &Error{Rule: rulePrefix.ID, Production: "prefixedurl", Offset: 0, Section: rulePrefix.Section,
		Text: `prefixedurl: "URL:" expected`, Hint: "valid as production url: write URL:" + uri.Shorten(uri.Redact(s))}
}

// draftError says why the draft derives no url.
func (a attempt) draftError() *Error {
	switch {
	case a.scheme == "":
		r := draftErrors.partial
		return &Error{Rule: r.ID, Production: "url", Offset: a.start, Section: r.Section,
			Text: "url: no scheme: a partial URL, at most", Hint: "partial URLs are outside the definition; resolve them first"}
	case a.production == "":
		return a.noProduction()
	}
	b := a.blame()
	e := a.explain(b, &draftErrors)
	special := func(r *uri.Rule, text, hint string) {
		e.Rule, e.Section, e.Text, e.Hint = r.ID, r.Section, e.Production+": "+text, hint
	}
	switch {
	case b.part == "login" && b.want == "password":
		special(rulePassword, "a password cannot be empty", "leave the colon out")
	case b.part == "login" && b.want == "user":
		special(rulePassword, "a user name cannot be empty", `leave the "@" out`)
	case b.part == "telnetaddress" && b.at < len(a.s) && a.s[b.at] == '/':
		special(ruleTelnetSlash, ruleTelnetSlash.Title, "leave the slash out")
	case b.part == "gtype" && b.want != "":
		special(ruleGopherType, "a slash, and no type behind it", "leave the slash out, or write /1")
	}
	return e
}

// noProduction says why the scheme has no production.
func (a attempt) noProduction() *Error {
	rule, text := ruleNoProduction, "scheme without a production"
	scheme := strings.ToLower(a.scheme)
	switch {
	case scheme == "afs":
		rule, text = ruleAFS, "afsaddress is a historical note, and not among the productions of url"
	case scheme == "urn":
		rule, text = ruleURN, "the scheme is reserved (1.2.9) and has no production"
	case strings.HasPrefix(scheme, "x-"):
		rule, text = ruleExperimental, "no production, but allowed by 1.2.9 between parties that agree"
	case a.proses[scheme] != "":
		text = "scheme of 1.2, but no production"
	}
	return &Error{Rule: rule.ID, Production: "url", Offset: a.start, Text: "url: " + text, Section: rule.Section}
}

// proseError says what the prose forbids of a url that the productions derive.
func (a attempt) proseError(v *Verdict) *Error {
	if i := strings.IndexByte(a.s[a.start:], ' '); i >= 0 {
		at := a.start + i
		return &Error{Rule: ruleBlank.ID, Production: v.around(at), Offset: at, Class: "extra", Section: ruleBlank.Section,
			Text: ruleBlank.Title, Hint: "write %20: " + uri.Shorten(uri.Redact(a.s[:at]+"%20"+a.s[at+1:]))}
	}
	if p, ok := v.First("group"); ok {
		if i := strings.IndexByte(v.Text(p), '@'); i >= 0 {
			return &Error{Rule: ruleGroupAt.ID, Production: "group", Offset: p.Start + i, Class: "safe", Section: ruleGroupAt.Section,
				Text: ruleGroupAt.Title, Hint: "what follows is no host, so that it is no article either"}
		}
	}
	return nil
}

// around returns the innermost part around a byte.
func (v *Verdict) around(at int) (production string) {
	for _, p := range v.Parts {
		if p.Start <= at && at < p.End {
			production = p.Production
		}
	}
	return production
}
