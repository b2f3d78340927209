package tel

import (
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

const (
	phoneContext = "phone-context"

	separators = "-.()" // visual-separator
	digits     = "0123456789"
	letters    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	marks      = "-_.!~*'()" // RFC 2396, section 2.3: the same with and without encoding
)

var (
	nameChars  = pct.SetOf(letters + digits + "-")              // of pname
	paramChars = pct.SetOf(letters + digits + marks + "/:&+$%") // of pvalue; brackets are in no path
)

// reading is a telephone-subscriber under way. Offsets count in the URI.
type reading struct {
	text    string // the whole URI
	sub     Subscriber
	params  []param
	parts   []scheme.Part
	remarks []uri.Remark
}

// param is a parameter: ";" name [ "=" value ].
type param struct {
	name       string // decoded, in lower case
	value      string // as written
	hasValue   bool
	start, end int // without the semicolon
}

func (p param) valueStart() int { return p.end - len(p.value) }

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

func (r *reading) part(start, end int, label string) {
	r.parts = scheme.AppendPart(r.parts, start, end, label)
}

// readSubscriber reads text[start:end] by the grammar of RFC 3966, section 3:
//
//	telephone-subscriber = global-number / local-number
//	global-number        = "+" number *par
//	local-number         = number *par ";phone-context=" descriptor *par
func readSubscriber(text string, start, end int) *reading {
	r := &reading{text: text}
	number, rest, hasParams := strings.Cut(text[start:end], ";")
	r.readNumber(start, start+len(number))
	for at := start + len(number) + 1; hasParams; {
		var piece string
		piece, rest, hasParams = strings.Cut(rest, ";")
		r.params = append(r.params, newParam(piece, at))
		at += len(piece) + 1
	}
	r.readParams()
	if !r.sub.Global {
		r.judgeLocal(start, start+len(number))
	}
	return r
}

func (r *reading) judgeLocal(start, end int) {
	if slices.ContainsFunc(r.params, func(p param) bool { return p.name == phoneContext }) {
		r.remark(ruleLocal, uri.Info, start, end)
	} else {
		r.remark(ruleContext, uri.Forbid, start, end)
	}
}

// isBroken reports whether something is forbidden that leaves no meaning to
// normalise: all but another order of the parameters.
func isBroken(remarks []uri.Remark) bool {
	return slices.ContainsFunc(remarks, func(m uri.Remark) bool {
		return m.Severity == uri.Forbid && m.Rule != ruleOrder.ID
	})
}

func newParam(piece string, at int) param {
	name, value, hasValue := strings.Cut(piece, "=")
	return param{strings.ToLower(pct.Decode(name)), value, hasValue, at, at + len(piece)}
}

// readNumber reads what stands before the first semicolon. A plus sign is a
// delimiter, and must not be percent-encoded.
func (r *reading) readNumber(start, end int) {
	plain, allowed := "", digits+"abcdefABCDEF*#"
	i := start
	if strings.HasPrefix(r.text[start:end], "+") {
		r.sub.Global, plain, allowed = true, "+", digits
		i++
	}
	number, bad := bare(r.text[i:end], allowed)
	switch {
	case bad >= 0:
		r.remark(ruleNumber, uri.Forbid, i+bad, i+bad+pct.Width(r.text[i+bad:]))
	case number == "":
		r.remark(ruleNumber, uri.Forbid, start, end)
	}
	r.sub.Number = plain + strings.ToLower(number)
	r.part(start, end, "number")
}

// bare returns the characters of s that are in allowed, decoded, without visual
// separators and what follows the first character that is neither; bad is where
// that is, or -1.
func bare(s, allowed string) (out string, bad int) {
	var b strings.Builder
	for i := 0; i < len(s); i += pct.Width(s[i:]) {
		c := pct.Decode(s[i : i+pct.Width(s[i:])])
		switch {
		case strings.Contains(allowed, c):
			b.WriteString(c)
		case !strings.Contains(separators, c):
			return b.String(), i
		}
	}
	return b.String(), -1
}

func (r *reading) readParams() {
	seen := map[string]bool{}
	last := ""
	for _, p := range r.params {
		if seen[p.name] {
			r.remark(ruleTwice, uri.Forbid, p.start, p.end)
			continue
		}
		seen[p.name] = true
		if seen["ext"] && seen["isub"] && (p.name == "ext" || p.name == "isub") {
			r.remark(ruleExtIsub, uri.Forbid, p.start, p.end)
		}
		if key := orderKey(p.name); key < last {
			r.remark(ruleOrder, uri.Forbid, p.start, p.end)
		} else {
			last = key
		}
		r.readParam(p)
	}
}

// orderKey returns a text by whose order parameters come: ext and isub first,
// the context next, the others by name.
func orderKey(name string) string {
	switch name {
	case "ext", "isub":
		return "0"
	case phoneContext:
		return "1"
	}
	return "2" + name
}

func (r *reading) readParam(p param) {
	label := "parameter " + p.name
	switch p.name {
	case "ext":
		label = "extension"
		r.readExt(p)
	case phoneContext:
		label = "context"
		r.readContext(p)
	default:
		if p.name == "isub" {
			label = "ISDN subaddress"
		}
		r.readOther(p)
	}
	r.part(p.start, p.end, label)
}

// readOther reads isub, which wants a value, or a parameter that is not known.
func (r *reading) readOther(p param) {
	value := scheme.Octets(pct.Decode(p.value))
	switch {
	case p.name == "" || !nameChars.HasAll(p.name):
		r.remark(ruleParameter, uri.Forbid, p.start, p.end)
	case p.value == "" && (p.hasValue || p.name == "isub"), !paramChars.HasAll(p.value):
		r.remark(ruleParameter, uri.Forbid, p.valueStart(), p.end)
	case p.name == "isub":
		r.sub.Isub = value
	case p.hasValue:
		r.sub.Params = append(r.sub.Params, []scheme.Octets{scheme.Octets(p.name), value})
	default:
		r.sub.Params = append(r.sub.Params, []scheme.Octets{scheme.Octets(p.name)})
	}
	if strings.HasPrefix(p.name, "m-") {
		r.remark(ruleMandatory, uri.Warning, p.start, p.end)
	}
}

// readExt reads an extension: 1*phonedigit.
func (r *reading) readExt(p param) {
	ext, bad := bare(p.value, digits)
	switch at := p.valueStart(); {
	case bad >= 0:
		r.remark(ruleParameter, uri.Forbid, at+bad, at+bad+pct.Width(p.value[bad:]))
	case ext == "":
		r.remark(ruleParameter, uri.Forbid, at, p.end)
	default:
		r.sub.Ext = ext
	}
}

// readContext reads a descriptor: a domain name, or digits behind a plus sign.
func (r *reading) readContext(p param) {
	value := p.value
	if context, ok := strings.CutPrefix(value, "+"); ok {
		number, bad := bare(context, digits)
		if bad < 0 && number != "" {
			value = "+" + number
		} else {
			value = ""
		}
	} else if value = strings.ToLower(pct.Decode(value)); !isDomain(value) {
		value = ""
	}
	switch {
	case value == "":
		r.remark(ruleContextValue, uri.Forbid, p.valueStart(), p.end)
	case r.sub.Global:
		r.remark(ruleGlobalContext, uri.Warning, p.start, p.end)
	}
	r.sub.PhoneContext = value
}

// isDomain reports whether s is a domainname: labels of letters, digits and
// inner hyphens, the last of which begins with a letter; a dot may end it.
func isDomain(s string) bool {
	s = strings.TrimSuffix(s, ".")
	last := s[strings.LastIndexByte(s, '.')+1:]
	if last == "" || !strings.ContainsAny(last[:1], letters) {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if label == "" || !nameChars.HasAll(label) || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return true
}
