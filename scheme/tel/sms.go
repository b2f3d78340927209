package tel

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An SMSView is what an sms URI means.
type SMSView struct {
	// Recipients are whom the message is for. All get the same message, so that
	// their order says nothing (RFC 5724, section 2.4).
	Recipients []Subscriber `json:"recipients"`

	// Body is the text to begin with, decoded; nil if there is none.
	Body *scheme.Octets `json:"body,omitempty"`

	// Fields are the fields other than body as [name, value] in their order,
	// decoded. RFC 5724 defines none: they are to be ignored.
	Fields [][2]scheme.Octets `json:"fields,omitempty"`

	parts []scheme.Part
}

// ParseSMS returns the meaning of u, whose scheme is sms. The error is the first
// thing that RFC 5724 forbids; the view then holds what could be read.
func ParseSMS(u uri.URI) (SMSView, error) {
	r := readSMS(u)
	return r.view, scheme.Forbidden("sms", r.remarks)
}

// smsReading is an SMSView under way.
type smsReading struct {
	view       SMSView
	recipients []*reading
	remarks    []uri.Remark
}

// readSMS reads u by the grammar of RFC 5724, section 2.2:
//
//	sms-uri   = "sms:" recipient *( "," recipient ) [ "?" field *( "&" field ) ]
//	field     = name "=" *( unreserved / pct-encoded )
func readSMS(u uri.URI) smsReading {
	r := smsReading{view: SMSView{Recipients: []Subscriber{}}}
	_, start, _ := u.Range(uri.Scheme)
	start += len(":")
	_, end, _ := u.Range(uri.Path)
	for recipient := range strings.SplitSeq(u.String()[start:end], ",") {
		n := readSubscriber(u.String(), start, start+len(recipient))
		r.recipients = append(r.recipients, n)
		r.view.Recipients = append(r.view.Recipients, n.sub)
		r.view.parts = append(r.view.parts, n.parts...)
		r.remarks = append(r.remarks, n.remarks...)
		start += len(recipient) + len(",")
	}
	r.readFields(u)
	r.remarks = append(r.remarks, hash(u)...)
	return r
}

func (r *smsReading) readFields(u uri.URI) {
	start, _, ok := u.Range(uri.Query)
	if !ok {
		return
	}
	for field := range strings.SplitSeq(u.Query(), "&") {
		r.readField(field, start)
		start += len(field) + len("&")
	}
}

func (r *smsReading) readField(field string, start int) {
	name, value, ok := strings.Cut(field, "=")
	decoded := scheme.Octets(pct.Decode(value))
	label := "field " + name
	switch {
	case !ok || name == "" || !pct.Unreserved.HasAll(name):
		r.forbid(ruleField, start, len(field))
		return
	case !strings.EqualFold(name, "body"):
		r.view.Fields = append(r.view.Fields, [2]scheme.Octets{scheme.Octets(name), decoded})
	case r.view.Body != nil:
		r.forbid(ruleBodyTwice, start, len(field))
	default:
		label, r.view.Body = "body", &decoded
	}
	r.view.parts = scheme.AppendPart(r.view.parts, start, start+len(field), label)
	for i := range len(value) {
		if !valueChars.Has(value[i]) {
			r.forbid(ruleField, start+len(name)+len("=")+i, 1)
		}
	}
}

// valueChars are unreserved, and what escapes are made of.
var valueChars = pct.Unreserved.With("%")

func (r *smsReading) forbid(rule uri.Rule, start, length int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, uri.Forbid, start, length))
}

// normalSMS writes the recipients in the normal form of tel and in the order of
// their text, since they are compared as a set (RFC 5724, section 2.4), and the
// name of the body, a keyword, in lower case. The fields must be identical.
func normalSMS(u uri.URI) uri.URI {
	r := readSMS(u)
	if isBroken(r.remarks) {
		return u
	}
	var recipients []string
	for _, n := range r.recipients {
		recipients = append(recipients, n.normal())
	}
	slices.Sort(recipients)
	b := u.Builder()
	b.Path = strings.Join(recipients, ",")
	if b.Query != nil {
		fields := strings.Split(*b.Query, "&")
		for i, f := range fields {
			if name, value, _ := strings.Cut(f, "="); strings.EqualFold(name, "body") {
				fields[i] = "body=" + value
			}
		}
		b.Query = new(strings.Join(fields, "&"))
	}
	n, err := b.URI()
	if err != nil {
		return u // longer than a URI may be
	}
	return n
}

// URI returns the URI of v, the inverse of [ParseSMS], the body first of the
// fields. The error says what v has that no sms URI can hold.
func (v SMSView) URI() (uri.URI, error) {
	var recipients, fields []string
	for _, s := range v.Recipients {
		recipients = append(recipients, s.String())
	}
	if v.Body != nil {
		fields = append(fields, "body="+pct.Encode(string(*v.Body), pct.Unreserved))
	}
	for _, f := range v.Fields {
		fields = append(fields, string(f[0])+"="+pct.Encode(string(f[1]), pct.Unreserved))
	}
	text := "sms:" + strings.Join(recipients, ",")
	if fields != nil {
		text += "?" + strings.Join(fields, "&")
	}
	u, err := uri.Parse(text)
	if err != nil {
		return uri.URI{}, err
	}
	w, err := ParseSMS(u)
	if err == nil && (!slices.EqualFunc(w.Recipients, v.Recipients, Subscriber.equal) || !slices.Equal(w.Fields, v.Fields)) {
		err = errors.New("sms: a number, or the name of a field, has a character that it cannot have")
	}
	return u, err
}

// Parts implements [scheme.View].
func (v SMSView) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v SMSView) Meaning() string {
	var to []string
	for _, s := range v.Recipients {
		to = append(to, s.words())
	}
	text := "a short message to " + strings.Join(to, " and ")
	if v.Body != nil {
		text += fmt.Sprintf(", that begins as %q", string(*v.Body))
	}
	return text
}
