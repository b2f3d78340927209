package bnf1994

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// A quirk is something odd about the draft, and whether a URL meets it.
type quirk struct {
	rule *uri.Rule
	isIn func(v *Verdict) bool
}

// quirks are those that a verdict notes of a URL that can be derived.
var quirks = []quirk{
	{ruleMailtoColons, has("mailtoaddress", "mailtoprose")},
	{ruleAddrSpec, has("midaddress")},
	{ruleContentID, has("cidaddress")},
	{ruleNNTP, has("nntpaddress")},
	{ruleUserAt, holds("@", "user", "password")},
	{ruleHostAt, holds("@", "hostname")},
	{ruleIalpha, func(v *Verdict) bool {
		return slices.ContainsFunc(v.texts("hostname", "group"), hidesLabel)
	}},
	{ruleHostnumber, func(v *Verdict) bool {
		return slices.ContainsFunc(v.texts("hostnumber"), isBeyondRange)
	}},
	{ruleXpalphas, func(v *Verdict) bool { return slices.ContainsFunc(v.texts(paths...), hasLongSegment) }},
	{ruleVoid, func(v *Verdict) bool {
		return slices.ContainsFunc(v.texts(paths...), func(path string) bool {
			return strings.HasPrefix(path, "/") || strings.Contains(path, "//")
		})
	}},
	{ruleBlank, func(v *Verdict) bool { return strings.Contains(v.Text(v.Parts[0]), " ") }},
	{ruleFTPType, has("ftptype", "ftpprose")},
	{ruleVersion, has("version")},
	{ruleGopherPlus, has("gopherprose")},
	{ruleSearch, func(v *Verdict) bool {
		return v.Parts[0].Production != "httpaddress" && slices.ContainsFunc(v.texts("search"), func(words string) bool {
			return strings.Contains(words, "+")
		})
	}},
	{ruleLatin1, func(v *Verdict) bool { return v.Latin1 != "" }},
}

// paths are the productions that are a path.
var paths = []string{"path", "selector", "hsoname"}

func (v *Verdict) noteQuirks() {
	for _, q := range quirks {
		if q.isIn(v) {
			v.note(q.rule)
		}
	}
}

// texts returns the texts of the parts that these productions stand for.
func (v *Verdict) texts(productions ...string) (texts []string) {
	for _, p := range v.Parts {
		if slices.Contains(productions, p.Production) {
			texts = append(texts, v.Text(p))
		}
	}
	return texts
}

func has(productions ...string) func(v *Verdict) bool {
	return func(v *Verdict) bool { return len(v.texts(productions...)) > 0 }
}

func holds(text string, productions ...string) func(v *Verdict) bool {
	return func(v *Verdict) bool {
		return slices.ContainsFunc(v.texts(productions...), func(s string) bool { return strings.Contains(s, text) })
	}
}

// hidesLabel reports whether a label behind the first begins with no letter.
func hidesLabel(name string) bool {
	first := true
	for label := range strings.SplitSeq(name, ".") {
		if !first && (label == "" || draft().classOf(label[0]) != "alpha") {
			return true
		}
		first = false
	}
	return false
}

// isBeyondRange reports whether one of four numbers is above 255.
func isBeyondRange(hostnumber string) bool {
	for n := range strings.SplitSeq(hostnumber, ".") {
		n = strings.TrimLeft(n, "0")
		if len(n) > 3 || len(n) == 3 && n > "255" {
			return true
		}
	}
	return false
}

// hasLongSegment reports whether a segment has more than two xpalphas, of which
// an escape is one.
func hasLongSegment(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if len(segment)-2*strings.Count(segment, "%") > 2 {
			return true
		}
	}
	return false
}
