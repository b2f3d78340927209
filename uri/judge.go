package uri

import (
	"cmp"
	"slices"
)

// Severity says how much a remark weighs.
type Severity uint8

const (
	Info    Severity = iota // worth knowing
	Warning                 // unwise or unsafe, or against a rule of a namespace
	Forbid                  // the scheme's own specification forbids it
)

// String returns "info", "warning" or "error".
func (s Severity) String() string { return [...]string{"info", "warning", "error"}[s] }

// MarshalText returns the word of String.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Remark is what judging says about a URI that parses.
type Remark struct {
	Rule     string   `json:"rule"` // the ID of a [Rule]
	Severity Severity `json:"severity"`
	Offset   int      `json:"offset"` // of the first byte it is about
	Length   int      `json:"length"` // in bytes; may be 0
	Text     string   `json:"text"`   // what is said, for people; holds no password
	Section  string   `json:"section"`
}

// NewRemark returns a remark by rule r about length bytes of a URI from offset
// on. The text is the rule's title, and its hint if there is one.
func NewRemark(r Rule, s Severity, offset, length int) Remark {
	text := r.Title
	if r.Hint != "" {
		text += ": " + r.Hint
	}
	return Remark{Rule: r.ID, Severity: s, Offset: offset, Length: length, Text: text, Section: r.Section}
}

// A Report is what judging says about one URI: its remarks in the order of
// their offsets. The nil Report says nothing.
type Report []Remark

// Judge returns all that the generic syntax has to remark about u: what
// normalisation would change, and what is valid but unwise, unsafe or likely a
// mistake. It never remarks what only a scheme can know, and so never with
// severity [Forbid]; that comes from uriel.dev/scheme, Table.Judge, which
// includes these remarks.
//
// The result is nil if there is nothing to remark, and Judge then allocates
// nothing. It takes time linear in the length of u.
func Judge(u URI) Report { return JudgeKeep(u, 0) }

// JudgeKeep is like [Judge] but leaves out the remarks on what keep names: what
// [URI.NormalizeKeep] leaves alone for a scheme needs no remark.
func JudgeKeep(u URI, keep Keep) Report {
	if isURN(u) {
		keep |= KeepDotSegments | KeepEscapes
	}
	j := judge{u: u, keep: keep}
	j.scheme()
	if u.HasAuthority() {
		j.userinfo()
		if keep&KeepAuthority == 0 {
			j.host()
			j.port()
		}
	}
	j.path()
	j.query()
	if u.marks&hasEscape != 0 {
		j.escapes()
	}
	if len(j.report) > 1 {
		slices.SortStableFunc(j.report, func(a, b Remark) int { return cmp.Compare(a.Offset, b.Offset) })
	}
	return j.report
}

// A judge collects the remarks on one URI. Its methods are in the files
// judge_*.go, by component, each below the rules that it applies.
type judge struct {
	u      URI
	keep   Keep
	report Report
}

// remark adds a remark by rule r about text[start:end].
func (j *judge) remark(r *Rule, s Severity, start, end int) {
	j.report = append(j.report, NewRemark(*r, s, start, end-start))
}

// remarkSaying is like remark but says what stands there, or what to write
// instead, in place of the hint that the rule has for all. The caller sees to
// it that says holds no part of a password.
func (j *judge) remarkSaying(r *Rule, s Severity, start, end int, says string) {
	rule := *r
	rule.Hint = says
	j.report = append(j.report, NewRemark(rule, s, start, end-start))
}
