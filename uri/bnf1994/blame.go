package bnf1994

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri"
)

// A blame says which production of a text failed, where, and what it wanted
// there: "" if nothing in particular.
type blame struct {
	part, want string
	at         int
}

// blame chooses among the ways that failed at the farthest byte.
func (a attempt) blame() blame {
	b := a.choose(a.result)
	hasAt := strings.Contains(a.s[a.start:b.at], "@")
	switch {
	case b.part == "group" && hasAt:
		b.part = "article"
	case b.part == "article" && !hasAt:
		return a.group(b)
	case b.want == `"@"` && hasAt:
		return a.behindAt(b)
	}
	return a.host(b)
}

// choose takes the production that could not go on without something. If there
// is none, since the text could as well have ended, or if the character stands
// in no URL at all, it takes the one that was reading characters and came upon
// one that it cannot have.
func (a attempt) choose(r result) blame {
	at := r.far
	if e := a.brokenEscape(r); e >= 0 {
		return blame{r.failures[0].part, "", e}
	}
	needs, reads, ends := a.sort(r)
	never := at < len(a.s) && a.isNever(a.s[at])
	switch {
	case needs != nil && ends == nil && (!never || reads == nil):
		return blame{needs.part, needs.want, at}
	case ends != nil && (reads == nil || !never && a.s[at] == '/' && isHostPart(reads.part)):
		return blame{ends.part, "", at}
	}
	return blame{reads.part, "", at}
}

// sort finds the last failure for want of something, that of a production which
// was reading characters, and that of the end of the text. Of two that were
// reading the first could go on only before an "@".
func (a attempt) sort(r result) (needs, reads, ends *failure) {
	rest, _, _ := strings.Cut(a.s[r.far:], "/")
	first := strings.Contains(rest, "@")
	for i := range r.failures {
		f := &r.failures[i]
		switch {
		case f.want == "":
			ends = f
		case !f.optional:
			needs = f
		case !strings.HasPrefix(f.want, `"`) && (reads == nil || !first):
			reads = f
		}
	}
	return needs, reads, ends
}

// brokenEscape returns where the escape begins in which r came to a halt, or -1.
func (a attempt) brokenEscape(r result) int {
	if !slices.ContainsFunc(r.failures, func(f failure) bool { return f.want == "hex" }) {
		return -1
	}
	return strings.LastIndexByte(a.s[:r.far], '%')
}

// isNever reports whether c stands in no URL of the grammar but in an escape.
func (g *grammar) isNever(c byte) bool {
	switch g.classOf(c) {
	case "", "national", "punctuation":
		return c != '%'
	}
	return false
}

func isHostPart(production string) bool {
	switch production {
	case "user", "password", "login", "host", "hostname", "hostnumber", "port", "hostport":
		return true
	}
	return false
}

// behindAt looks behind the last "@" for what is wrong: since the draft lets
// user names and the like contain "@", they may have swallowed the rest.
func (a attempt) behindAt(b blame) blame {
	at := strings.LastIndexByte(a.s[:b.at], '@')
	production, rest := "host", a.s
	switch b.part {
	case "login":
		production, rest = "hostport", a.s[:b.at] // a slash ends it
	case "mailtoaddress":
		production = "hostname"
	}
	r := a.machines[production].run(rest, at+1)
	switch {
	case r.ok && b.part == "login" && a.s[at-1] == ':':
		return blame{"login", "password", at}
	case r.ok && b.part == "login" && a.s[at-1] == '/':
		return blame{"login", "user", at}
	case r.ok:
		return b
	}
	return a.host(a.choose(r))
}

// group blames the group for what failed as an article for want of an "@".
func (a attempt) group(b blame) blame {
	start := a.start + strings.IndexByte(a.s[a.start:], ':') + 1
	if start < len(a.s) && a.classOf(a.s[start]) == "alpha" {
		return blame{"group", "", b.at}
	}
	return blame{"group", "alpha", start}
}

// host blames a name for what failed as a number and was none, and the last
// label of a name for what failed for want of another one.
func (a attempt) host(b blame) blame {
	switch {
	case b.part == "hostnumber":
		start := strings.LastIndexAny(a.s[:b.at], "/@") + 1
		host := a.s[start:]
		if end := strings.IndexAny(host, ":/?#"); end >= 0 {
			host = host[:end]
		}
		if host == "" || strings.Trim(host, "0123456789.") != "" {
			return blame{"hostname", "alpha", start}
		}
	case b.part == "hostname" && b.want == `"."`:
		return blame{"toplabel", "alpha", strings.LastIndexAny(a.s[:b.at], "./@") + 1}
	}
	return b
}

// explain says in words what b means.
func (a attempt) explain(b blame, rules *errorRules) *Error {
	e := &Error{Production: b.part, Offset: b.at}
	var what string
	var rule *uri.Rule
	if b.at == len(a.s) {
		rule, what = rules.expected, "the end of the text"
	} else {
		r, n := utf8.DecodeRuneInString(a.s[b.at:])
		what = strconv.Quote(a.s[b.at : b.at+n])
		e.Class = a.classOf(a.s[b.at])
		rule = a.ruleFor(b, rules, r)
		e.Hint = a.spelling(b, rule, rules, r)
	}
	e.Text = b.part + ": " + reason(rule, rules, what, e.Class, b.want)
	if b.want == b.part {
		e.Text = fmt.Sprintf("%s expected, not %s", b.part, what)
	}
	e.Rule, e.Section = rule.ID, rule.Section
	return e
}

// ruleFor chooses the rule for the character r that stands at b.
func (a attempt) ruleFor(b blame, rules *errorRules, r rune) *uri.Rule {
	class := a.classOf(a.s[b.at])
	switch {
	case r == '#':
		return rules.fragment
	case r == '%' && b.want == "":
		return rules.escape
	case r >= utf8.RuneSelf:
		return rules.nonASCII
	case class == "national":
		return rules.national
	case class == "punctuation":
		return rules.punctuation
	case class == "":
		return rules.noClass
	case b.want == "alpha":
		return rules.firstLetter
	case class == "reserved" && b.want == "":
		return rules.reserved
	}
	return rules.expected
}

// reason says why a character cannot stand where it does.
func reason(rule *uri.Rule, rules *errorRules, what, class, want string) string {
	switch rule {
	case rules.fragment, rules.escape:
		return rule.Title
	case rules.nonASCII:
		return what + " is no character of US-ASCII"
	case rules.national, rules.punctuation:
		return fmt.Sprintf("%s is %s, a class that is in no production", what, class)
	case rules.noClass:
		return what + " is in no class of characters"
	case rules.firstLetter:
		return "begins with a letter, not with " + what
	case rules.reserved:
		return what + " is reserved"
	}
	switch {
	case want == "":
		return what + " does not belong here"
	case class == "reserved":
		return fmt.Sprintf("%s is reserved, and %s expected", what, want)
	}
	return fmt.Sprintf("%s expected, not %s", want, what)
}

// spelling says how to write the character at b instead.
func (a attempt) spelling(b blame, rule *uri.Rule, rules *errorRules, r rune) string {
	switch {
	case rule == rules.escape:
		return "write %25 for a percent sign"
	case rule == rules.fragment:
		return "keep the fragment apart; in a URL the character is %23"
	case rule == rules.nonASCII:
		return a.bothSpellings(b.at, r)
	case rule == rules.expected || rule == rules.firstLetter || isHostPart(b.part):
		return ""
	}
	return fmt.Sprintf("write %%%02X: %s", a.s[b.at], uri.Shorten(uri.Redact(a.encoded(b.at))))
}

// bothSpellings tells how a character outside US-ASCII is written by ISO Latin
// 1, of which the draft knows, and by UTF-8, as RFC 3987 maps it.
func (a attempt) bothSpellings(at int, r rune) string {
	switch {
	case r == utf8.RuneError:
		return fmt.Sprintf("write the octet as %%%02X", a.s[at])
	case r <= 0xff && a.grammar == draft():
		return fmt.Sprintf("write %%%02X (ISO Latin 1, the draft), or %s (UTF-8, RFC 3987)", r, escapes(string(r)))
	}
	return fmt.Sprintf("write %s (UTF-8, RFC 3987)", escapes(string(r)))
}

// encoded returns the text with the byte at offset at encoded, and with it all
// others that never stand in a URL.
func (a attempt) encoded(at int) string {
	var b strings.Builder
	for i := range len(a.s) {
		if c := a.s[i]; i == at || a.isNever(c) && c != '#' {
			b.WriteString(escapes(a.s[i : i+1]))
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// escapes returns every byte of s encoded.
func escapes(s string) string {
	var b strings.Builder
	for i := range len(s) {
		fmt.Fprintf(&b, "%%%02X", s[i])
	}
	return b.String()
}
