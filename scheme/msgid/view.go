package msgid

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a mid or cid URI names (RFC 2392, section 2): a message, a part
// of a message, or a part alone. The identifiers are decoded and have no angle
// brackets. The zero value names nothing.
type View struct {
	MessageID *scheme.Octets `json:"message_id,omitempty"` // nil in a cid URI
	ContentID *scheme.Octets `json:"content_id,omitempty"` // nil in a mid URI of a whole message

	message, content span
}

// span is a range of bytes of the text of a URI.
type span struct{ start, end int }

// Parse returns what u names, whose scheme is mid or cid. The error says what
// RFC 2392 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden(strings.ToLower(u.Scheme()), r.remarks)
}

// URI returns the URI of a view in normal form, the inverse of [Parse]: mid if
// it has a message-id, cid if it has a content-id alone. The error tells of a
// view without either, and of what is no identifier.
func (v View) URI() (uri.URI, error) {
	text := "cid:"
	switch {
	case v.MessageID != nil:
		id, err := spell(*v.MessageID)
		if err != nil {
			return uri.URI{}, err
		}
		text = "mid:" + id
		if v.ContentID == nil {
			return uri.Parse(text)
		}
		text += "/"
	case v.ContentID == nil:
		return uri.URI{}, errors.New("msgid: no identifier is given")
	}
	id, err := spell(*v.ContentID)
	if err != nil {
		return uri.URI{}, err
	}
	return uri.Parse(text + id)
}

// idChars are the characters of an identifier that are written as they are: what
// can stand in a path, but for the "@" of a quoted-string and the slash.
var idChars = pct.RegName.With(":")

func spell(id scheme.Octets) (string, error) {
	left, right, fault := SplitMsgID(string(id))
	if fault != nil {
		return "", fmt.Errorf("msgid: %q is no identifier: %s", string(id), fault.Reason)
	}
	return pct.Encode(left, idChars) + "@" + pct.Encode(right, idChars), nil
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// read reads u by the grammar of RFC 2392, section 2:
//
//	cid-url = "cid" ":" content-id
//	mid-url = "mid" ":" message-id [ "/" content-id ]
func read(u uri.URI) (r reading) {
	start, end, hasAuthority := u.Range(uri.Authority)
	if hasAuthority {
		r.remark(ruleAuthority, uri.Forbid, start, end)
		return r
	}
	start, _, _ = u.Range(uri.Path)
	content, isPart := u.Path(), true
	if !strings.EqualFold(u.Scheme(), "cid") {
		var message string
		message, content, isPart = strings.Cut(content, "/")
		r.view.MessageID, r.view.message = r.identifier(message, start, ruleMessageID)
		start += len(message) + 1
	}
	if isPart {
		r.view.ContentID, r.view.content = r.identifier(content, start, ruleContentID)
	}
	if start, end, ok := u.Range(uri.Query); ok {
		r.remark(ruleQuery, uri.Forbid, start-1, end)
	}
	return r
}

// identifier reads an identifier as it is written at start of the URI.
func (r *reading) identifier(raw string, start int, rule uri.Rule) (*scheme.Octets, span) {
	inner, wrapped := Unwrap(raw)
	if wrapped {
		r.remark(ruleAngle, uri.Forbid, start, start+len(raw))
		start += len("%3C")
	}
	if i := strings.IndexByte(inner, '/'); i >= 0 {
		r.remark(ruleSlash, uri.Forbid, start+i, start+i+1)
	}
	text := pct.Decode(inner)
	left, _, fault := SplitMsgID(text)
	switch {
	case fault != nil:
		from, to := fault.In(inner)
		rule.Hint = fault.Reason
		r.remark(rule, uri.Forbid, start+from, start+to)
	case strings.Contains(left, `"`):
		r.remark(ruleObsolete, uri.Info, start, start+len(inner))
	}
	return new(scheme.Octets(text)), span{start, start + len(inner)}
}

// Unwrap returns an identifier, as it is written in a URI, without the angle
// brackets around it, which can only be escapes; wrapped says whether there
// were any.
func Unwrap(raw string) (inner string, wrapped bool) {
	const open, end = "%3C", "%3E"
	if len(raw) < len(open)+len(end) || !strings.EqualFold(raw[:len(open)], open) || !strings.EqualFold(raw[len(raw)-len(end):], end) {
		return raw, false
	}
	return raw[len(open) : len(raw)-len(end)], true
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts := scheme.AppendPart(nil, v.message.start, v.message.end, "message-id")
	return scheme.AppendPart(parts, v.content.start, v.content.end, "content-id")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch {
	case v.MessageID != nil && v.ContentID != nil:
		return fmt.Sprintf("the part with the Content-ID %q of the message with the Message-ID %q", string(*v.ContentID), string(*v.MessageID))
	case v.MessageID != nil:
		return fmt.Sprintf("the message with the Message-ID %q", string(*v.MessageID))
	case v.ContentID != nil:
		return fmt.Sprintf("the part with the Content-ID %q of the message that refers to it", string(*v.ContentID))
	}
	return "no message"
}
