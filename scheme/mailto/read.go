package mailto

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark

	addresses map[string]bool // those that were read, in normal form
	fields    map[string]int  // how often a field was read, by its name in lower case
	toIsPlain bool            // whether the field to has addresses and nothing else
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// hint remarks something that a phrase says more of than the rule.
func (r *reading) hint(rule uri.Rule, hint string, s uri.Severity, start, end int) {
	rule.Hint = hint
	r.remark(rule, s, start, end)
}

func (r *reading) part(start, end int, label string) {
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, label)
}

// read reads u by the grammar of RFC 6068, section 2:
//
//	mailtoURI = "mailto:" [ to ] [ hfields ]
//	to        = addr-spec *("," addr-spec )
//	hfields   = "?" hfield *( "&" hfield )
//	hfield    = hfname "=" hfvalue
func read(u uri.URI) *reading {
	r := &reading{addresses: map[string]bool{}, fields: map[string]int{}}
	if start, end, ok := u.Range(uri.Authority); ok {
		r.remark(ruleAuthority, uri.Forbid, start, end)
	} else if u.Path() != "" {
		start, _, _ = u.Range(uri.Path)
		for raw := range strings.SplitSeq(u.Path(), ",") {
			r.address(raw, start)
			start += len(raw) + len(",")
		}
	}
	r.view.ahead = len(r.view.To)
	if start, _, ok := u.Range(uri.Query); ok {
		for raw := range strings.SplitSeq(u.Query(), "&") {
			r.hfield(raw, start)
			start += len(raw) + len("&")
		}
	}
	if start, end, ok := u.Range(uri.Fragment); ok {
		r.remark(ruleFragment, uri.Warning, start-len("#"), end)
	}
	return r
}

// hfield reads a header field that is written at start of the URI.
func (r *reading) hfield(raw string, start int) {
	rawName, rawValue, ok := strings.Cut(raw, "=")
	if !ok || rawName == "" {
		r.remark(ruleHField, uri.Forbid, start, start+len(raw))
		return
	}
	at := start + len(rawName) + len("=")
	r.unencoded(rawName, start, "/?")
	r.unencoded(rawValue, at, "/?=")
	h := HField{scheme.Octets(pct.Decode(rawName)), scheme.Octets(pct.Decode(rawValue))}
	r.view.HFields = append(r.view.HFields, h)
	r.part(at, at+len(rawValue), h.label())
	if i := h.badName(); i >= 0 {
		from, to := pct.At(rawName, i)
		r.remark(ruleHFName, uri.Forbid, start+from, start+to)
	}
	r.field(h, rawValue, start, at)
	if i, rule := h.badLineBreak(); i >= 0 {
		from, to := pct.At(rawValue, i)
		r.remark(rule, uri.Forbid, at+from, at+to)
	}
}

// unencoded remarks the first of the characters in raw, which is written at
// start.
func (r *reading) unencoded(raw string, start int, chars string) {
	if i := strings.IndexAny(raw, chars); i >= 0 {
		r.hint(ruleUnencoded, "write "+pct.Encode(raw[i:i+1], pct.Set{}), uri.Forbid, start+i, start+i+1)
	}
}

// field reads what a field means. It is written at start, its value as raw at at.
func (r *reading) field(h HField, raw string, start, at int) {
	end := at + len(raw)
	name := strings.ToLower(string(h.Name))
	r.count(name, start, end)
	switch name {
	case "to":
		r.toIsPlain = r.list(&r.view.To, raw, at)
		if r.view.ahead > 0 {
			r.remark(ruleToField, uri.Warning, start, end)
		}
	case "cc":
		r.list(&r.view.CC, raw, at)
	case "bcc":
		r.remark(ruleBcc, uri.Info, start, end)
		r.list(&r.view.BCC, raw, at)
	case "subject":
		if r.view.Subject == nil {
			r.view.Subject = &h.Value
		}
		r.plus(raw, at)
	case "body":
		if r.view.Body == nil {
			r.view.Body = &h.Value
		}
		r.plus(raw, at)
	case "keywords", "comments", "in-reply-to", "references":
	default:
		r.suspect(h.Name, start, at-len("="))
	}
}

// onlyOnce are the fields that a message may have once (RFC 5322, section 3.6).
// That two of to are forbidden is said to mail programs alone.
var onlyOnce = map[string]bool{"cc": true, "bcc": true, "subject": true, "in-reply-to": true, "references": true, "from": true,
	"sender": true, "reply-to": true, "date": true, "message-id": true}

func (r *reading) count(name string, start, end int) {
	r.fields[name]++
	if r.fields[name] != 2 {
		return
	}
	severity := uri.Warning
	if onlyOnce[name] {
		severity = uri.Forbid
	}
	r.remark(ruleRepeated, severity, start, end)
}

// unsafeFields are those that RFC 6068, section 3, says must be ignored, and
// those by which programs attached files.
var unsafeFields = map[string]bool{"from": true, "sender": true, "reply-to": true, "date": true, "apparently-to": true,
	"received": true, "return-path": true, "mime-version": true, "attach": true, "attachment": true}

// suspect remarks a field that is none of those which mail programs know.
func (r *reading) suspect(name scheme.Octets, start, end int) {
	low := strings.ToLower(string(name))
	if !unsafeFields[low] && !strings.HasPrefix(low, "resent-") && !strings.HasPrefix(low, "content-") {
		r.remark(ruleUnknownField, uri.Info, start, end)
		return
	}
	r.view.Unsafe = append(r.view.Unsafe, name)
	r.remark(ruleUnsafe, uri.Warning, start, end)
}

func (r *reading) plus(raw string, at int) {
	if i := strings.IndexByte(raw, '+'); i >= 0 {
		r.remark(rulePlus, uri.Info, at+i, at+i+1)
	}
}
