package imap

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A param is a parameter of the path: a semicolon, a name and a value.
type param struct {
	name     string // decoded, in capitals
	value    string // as written
	start    int    // where the semicolon stands
	at       int    // where the value begins
	hasSlash bool   // whether a slash stands before the semicolon
	hasValue bool
}

func (p param) end() int { return p.at + len(p.value) }

// paramKinds are the parameters of RFC 5092, section 11, in their order.
var paramKinds = [...]struct {
	name  string
	slash bool // whether a slash introduces it
	read  func(*reading, param)
}{
	{"UIDVALIDITY", false, (*reading).readUIDValidity},
	{"UID", true, (*reading).readUID},
	{"SECTION", true, (*reading).readSection},
	{"PARTIAL", true, (*reading).readPartial},
	{"EXPIRE", false, (*reading).readExpire},
	{"URLAUTH", false, (*reading).readURLAuth},
}

// listType is the parameter of a list of mailboxes (RFC 2192, section 5).
const listType = "TYPE"

// cutParams cuts an icommand at its semicolons. A slash that introduces a
// parameter is not of what stands before it.
func cutParams(raw string, start int) (mailbox string, params []param) {
	mailbox, rest, more := strings.Cut(raw, ";")
	start += len(mailbox)
	for more {
		var text string
		text, rest, more = strings.Cut(rest, ";")
		name, value, ok := strings.Cut(text, "=")
		params = append(params, param{
			name: strings.ToUpper(pct.Decode(name)), value: value, hasValue: ok,
			start: start, at: start + len(text) + len(";") - len(value),
		})
		start += len(";") + len(text)
	}
	before := &mailbox
	for i := range params {
		p := &params[i]
		if k := kindOf(p.name); k >= 0 && paramKinds[k].slash {
			*before, p.hasSlash = strings.CutSuffix(*before, "/")
			p.hasSlash = p.hasSlash || i == 0 && mailbox == "" // then it begins the path
		}
		before = &p.value
	}
	return mailbox, params
}

func kindOf(name string) int {
	for i, k := range paramKinds {
		if k.name == name {
			return i
		}
	}
	return -1
}

// readParams reads the parameters, and sees to it that they stand in order and
// that none lacks another.
func (r *reading) readParams(params []param) {
	last := -1
	for _, p := range params {
		k := kindOf(p.name)
		switch {
		case p.name == listType && p.hasValue:
			r.view.ListType = new(scheme.Octets(pct.Decode(p.value)))
			r.part(p.at, p.end(), listType)
			r.remark(ruleList, uri.Forbid, p.start, p.end())
			continue
		case k < 0:
			r.forbid(ruleParameter, "there is none of that name", p.start, p.end())
			continue
		case !p.hasValue:
			r.forbid(ruleParameter, "write ;"+p.name+"=value", p.start, p.end())
			continue
		case k <= last:
			r.forbid(ruleParameter, "it stands behind "+paramKinds[last].name, p.start, p.end())
		case paramKinds[k].slash && !p.hasSlash:
			r.forbid(ruleParameter, "write /;"+p.name+"=", p.start, p.at)
		}
		last = max(last, k)
		if p.name != "URLAUTH" {
			r.part(p.at, p.end(), p.name)
		}
		paramKinds[k].read(r, p)
	}
	r.readLack(params)
}

// readLack remarks the first parameter that lacks another.
func (r *reading) readLack(params []param) {
	has := func(name string) bool {
		return slices.ContainsFunc(params, func(p param) bool { return p.name == name })
	}
	hasUID, hasURLAuth := has("UID"), has("URLAUTH")
	for _, p := range params {
		switch k := kindOf(p.name); {
		case k > kindOf("UID") && !hasUID:
			r.forbid(ruleParameter, "it needs /;UID=", p.start, p.end())
			return
		case p.name == "EXPIRE" && !hasURLAuth:
			r.forbid(ruleParameter, "it needs ;URLAUTH=", p.start, p.end())
			return
		}
	}
}

func (r *reading) readUIDValidity(p param) {
	r.view.UIDValidity = &p.value
	r.readNumber(p.value, p.at, 32, false)
}

func (r *reading) readUID(p param) {
	r.view.UID = &p.value
	r.readNumber(p.value, p.at, 32, false)
}

// readPartial reads number64 ["." nz-number64] (RFC 9051, section 9, where it is
// wider than in RFC 5092).
func (r *reading) readPartial(p param) {
	offset, length, ok := strings.Cut(p.value, ".")
	r.view.Partial = &Partial{Offset: offset}
	r.readNumber(offset, p.at, 63, true)
	if ok {
		r.view.Partial.Length = &length
		r.readNumber(length, p.at+len(offset)+len("."), 63, false)
	}
}

// readNumber judges a number that is written at start.
func (r *reading) readNumber(s string, start, bits int, canBeZero bool) {
	if !isNumber(s, bits, canBeZero) {
		r.remark(ruleNumber, uri.Forbid, start, start+len(s))
	}
}

// isNumber reports whether s is a number of that many bits, or an nz-number,
// which is not zero and does not begin with one.
func isNumber(s string, bits int, canBeZero bool) bool {
	_, err := strconv.ParseUint(s, 10, bits)
	return err == nil && (canBeZero || s[0] != '0')
}

func (r *reading) readSection(p param) {
	text := pct.Decode(p.value)
	r.view.Section = new(scheme.Octets(text))
	if i := notSection(text); i >= 0 {
		r.forbidOctet(ruleSection, ruleSection.Hint, p.value, p.at, i)
	}
}

func (r *reading) readExpire(p param) {
	text := pct.Decode(p.value)
	r.view.Expire = new(scheme.Octets(text))
	if !isDateTime(text) {
		r.remark(ruleExpire, uri.Forbid, p.at, p.end())
	}
}

// isDateTime reports whether s is a date-time of RFC 3339, section 5.6. The
// time of a leap second is one.
func isDateTime(s string) bool {
	const layout = "2006-01-02T15:04:05"
	if len(s) <= len(layout) || strings.Contains(s, ",") || s[len("2006-01-02T15")] != ':' {
		return false // package time would let pass a comma, and an hour of one digit
	}
	if i := len("2006-01-02T15:04:"); s[i:i+2] == "60" {
		s = s[:i] + "59" + s[i+2:]
	}
	_, err := time.Parse(time.RFC3339, strings.ToUpper(s))
	return err == nil
}
