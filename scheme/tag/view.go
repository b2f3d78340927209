package tag

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a tag URI says (RFC 4151, section 2.1). All is as written, since
// only tags of the same characters are equal. Its zero value is a tag outside
// the syntax.
type View struct {
	AuthorityName string `json:"authority_name,omitempty"` // a domain name or mail address
	Date          string `json:"date,omitempty"`           // YYYY, YYYY-MM or YYYY-MM-DD: the beginning of that day, UTC

	// Specific is what follows the date, or the whole tag if it has none.
	Specific string `json:"specific"`

	start int // of the authority
}

// Parse returns what u says, whose scheme is tag. There is no error: software
// must not reject tags that are outside the syntax (RFC 4151, section 2.1).
func Parse(u uri.URI) (View, error) { return read(u), nil }

// read reads u by the grammar of RFC 4151, section 2.1:
//
//	tagURI = "tag:" authorityName "," date ":" specific
//
// A question mark is a character of specific.
func read(u uri.URI) View {
	_, start, _ := u.Range(uri.Scheme)
	start += len(":")
	text := u.WithoutFragment().String()[start:]
	entity, specific, ok := strings.Cut(text, ":")
	authority, date, ok2 := strings.Cut(entity, ",")
	if !ok || !ok2 || authority == "" && date == "" {
		return View{Specific: text, start: start}
	}
	return View{authority, date, specific, start}
}

func (v View) hasEntity() bool { return v.AuthorityName != "" || v.Date != "" }

func (v View) dateStart() int { return v.start + len(v.AuthorityName) + len(",") }

func (v View) specificStart() int {
	if !v.hasEntity() {
		return v.start
	}
	return v.dateStart() + len(v.Date) + len(":")
}

// URI returns the URI of v, the inverse of [Parse]. The error says what v has
// that no tag can hold.
func (v View) URI() (uri.URI, error) {
	text := "tag:" + v.Specific
	if v.hasEntity() {
		text = fmt.Sprintf("tag:%s,%s:%s", v.AuthorityName, v.Date, v.Specific)
	}
	u, err := uri.Parse(text)
	if err != nil {
		return uri.URI{}, err
	}
	if w := read(u); w.AuthorityName != v.AuthorityName || w.Date != v.Date || w.Specific != v.Specific {
		err = errors.New("tag: a part has a character that would end it")
	}
	return u, err
}

func remarks(u uri.URI) (out []uri.Remark) {
	v := read(u)
	remark := func(rule uri.Rule, s uri.Severity, start, length int) {
		out = append(out, uri.NewRemark(rule, s, start, length))
	}
	switch {
	case !v.hasEntity():
		remark(ruleEntity, uri.Warning, v.start, len(v.Specific))
	case !isAuthority(v.AuthorityName):
		remark(ruleAuthority, uri.Warning, v.start, len(v.AuthorityName))
	case domain(v.AuthorityName) != strings.ToLower(domain(v.AuthorityName)):
		length := len(domain(v.AuthorityName))
		remark(ruleCase, uri.Info, v.start+len(v.AuthorityName)-length, length)
	}
	if v.hasEntity() && !isDate(v.Date) {
		remark(ruleDate, uri.Warning, v.dateStart(), len(v.Date))
	}
	if i := strings.IndexByte(v.Specific, '%'); i >= 0 {
		remark(ruleEscape, uri.Info, v.specificStart()+i, len("%HH"))
	}
	return out
}

const alphaNum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

var (
	nameChars = pct.SetOf(alphaNum + "-")
	mailChars = pct.SetOf(alphaNum + "-._")
)

// domain returns the domain name in an authority.
func domain(authority string) string { return authority[strings.IndexByte(authority, '@')+1:] }

// isAuthority reports whether s is a domain name in full, or an address of mail
// at one.
func isAuthority(s string) bool {
	user, host, isMail := strings.Cut(s, "@")
	if !isMail {
		host = user
	} else if user == "" || !mailChars.HasAll(user) {
		return false
	}
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || !nameChars.HasAll(label) || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
	}
	return strings.Contains(host, ".")
}

// isDate reports whether s is a day of the Gregorian calendar in one of the
// three forms.
func isDate(s string) bool {
	for _, layout := range [...]string{"2006", "2006-01", time.DateOnly} {
		if _, err := time.Parse(layout, s); err == nil {
			return true
		}
	}
	return false
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	if v.hasEntity() {
		parts = scheme.AppendPart(parts, v.start, v.start+len(v.AuthorityName), "authority name")
		parts = scheme.AppendPart(parts, v.dateStart(), v.dateStart()+len(v.Date), "date")
	}
	return scheme.AppendPart(parts, v.specificStart(), v.specificStart()+len(v.Specific), "specific")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if !v.hasEntity() {
		return fmt.Sprintf("the name %q, of nobody in particular", v.Specific)
	}
	return fmt.Sprintf("the name %q, made by whoever held %s on %s", v.Specific, v.AuthorityName, v.Date)
}

// mostAuthority is how long an authority may be in running text: a domain name
// of 253 characters behind a mailbox of 64.
const mostAuthority = 318

// shape takes what has an authority and a date: "tag:" is a word of running
// text, too.
func shape(text []byte) int {
	head := text[:min(len(text), mostAuthority+len(",2006-01-02:"))]
	entity, _, ok := strings.Cut(string(head), ":")
	authority, date, ok2 := strings.Cut(entity, ",")
	if !ok || !ok2 || !isAuthority(authority) || !isDate(date) {
		return 0
	}
	n := len(entity) + len(":")
	return n + pct.SpanURI(text[n:])
}
