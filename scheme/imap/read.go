package imap

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// forbid remarks an error that a phrase says more of than the rule.
func (r *reading) forbid(rule uri.Rule, hint string, start, end int) {
	rule.Hint = hint
	r.remark(rule, uri.Forbid, start, end)
}

// forbidOctet is forbid at octet n of what raw, which is written at start,
// stands for.
func (r *reading) forbidOctet(rule uri.Rule, hint, raw string, start, n int) {
	from, to := pct.At(raw, n)
	r.forbid(rule, hint, start+from, start+to)
}

func (r *reading) part(start, end int, label string) {
	r.view.parts = scheme.AppendPart(r.view.parts, start, end, label)
}

// read reads u by the grammar of RFC 5092, section 11:
//
//	imapurl      = "imap://" iserver [ "/" [ icommand ] ]
//	iserver      = [iuserinfo "@"] host [ ":" port ]
//	icommand     = imessagelist / imessagepart [iurlauth]
//	imessagelist = imailbox-ref [ "?" enc-search ]
//	imessagepart = imailbox-ref iuid [isection] [ipartial]
//	imailbox-ref = enc-mailbox [uidvalidity]
func read(u uri.URI) *reading {
	r := &reading{view: View{uri: u, Server: scheme.ServerOf(u, port)}}
	r.readServer()
	start, end, _ := u.Range(uri.Path)
	if strings.HasPrefix(u.Path(), "/") {
		start++
	}
	if start < end {
		r.readCommand(u.String()[start:end], start)
	}
	if u.HasQuery() {
		r.readSearch()
	}
	return r
}

func (r *reading) readServer() {
	u := r.view.uri
	if u.HasUserinfo() {
		start, _, _ := u.Range(uri.Userinfo)
		r.readUserinfo(u.Userinfo(), start)
	}
	for _, c := range [...]uri.Component{uri.Host, uri.Port} {
		start, end, _ := u.Range(c)
		r.part(start, end, c.String())
	}
	if u.Host() == "" {
		r.remarks = append(r.remarks, scheme.RemarkOn(u, uri.Host, ruleHost, uri.Forbid))
	}
}

// readUserinfo reads enc-user [iauth] / [enc-user] iauth, where iauth is ";AUTH="
// and "*" or a mechanism.
func (r *reading) readUserinfo(raw string, start int) {
	r.view.User = nil
	user, auth, hasAuth := strings.Cut(raw, ";")
	name, _, hasPassword := strings.Cut(user, ":")
	if name != "" || !hasAuth {
		r.view.User = new(scheme.Octets(pct.Decode(name)))
	}
	r.view.Password = hasPassword
	r.part(start, start+len(name), "user")
	switch {
	case hasPassword:
		r.view.parts = scheme.AppendSecret(r.view.parts, start+len(name)+len(":"), start+len(user), "password")
		r.remark(ruleUserinfo, uri.Forbid, start+len(name), start+len(user))
	case raw == "":
		r.remark(ruleUserinfo, uri.Forbid, start, start)
	}
	if hasAuth {
		r.readAuth(auth, start+len(user)+len(";"))
	}
}

// readAuth reads what stands behind the semicolon of a userinfo.
func (r *reading) readAuth(raw string, start int) {
	name, mechanism, ok := strings.Cut(raw, "=")
	at := start + len(name) + len("=")
	if !ok || !strings.EqualFold(pct.Decode(name), "AUTH") {
		r.remark(ruleUserinfo, uri.Forbid, start, start+len(raw))
		return
	}
	mechanism, password, hasPassword := strings.Cut(mechanism, ":")
	text := pct.Decode(mechanism)
	r.view.Auth = new(scheme.Octets(text))
	r.part(at, at+len(mechanism), "AUTH")
	if colon := at + len(mechanism); hasPassword { // others would read one there
		r.view.Password = true
		r.view.parts = scheme.AppendSecret(r.view.parts, colon+len(":"), colon+len(":")+len(password), "password")
		r.remark(ruleUserinfo, uri.Forbid, colon, colon+len(":")+len(password))
	}
	switch i := notAtom(text); {
	case mechanism == "*":
		r.remark(ruleCare, uri.Info, start-len(";"), start+len(raw))
	case strings.Contains(mechanism, ";"):
		i := strings.Index(mechanism, ";")
		r.remark(ruleUserinfo, uri.Forbid, at+i, at+len(mechanism))
	case i >= 0:
		r.forbidOctet(ruleUserinfo, "a mechanism is an atom of IMAP", mechanism, at, i)
	case r.view.User == nil:
		r.remark(ruleCare, uri.Info, start-len(";"), start+len(raw))
	}
}

// notAtom returns the first octet of s that no atom of IMAP has (RFC 9051,
// section 9), or -1.
func notAtom(s string) int {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c >= 0x7f || strings.IndexByte(`(){%*"\]`, c) >= 0 {
			return i
		}
	}
	if s == "" {
		return 0
	}
	return -1
}

// readCommand reads an icommand without its search.
func (r *reading) readCommand(raw string, start int) {
	mailbox, params := cutParams(raw, start)
	r.readMailbox(mailbox, start, len(params) > 0 && params[0].name == listType)
	r.readParams(params)
	r.readDots(raw, start)
}

// readMailbox reads the name of a mailbox, or a pattern for a list of them.
func (r *reading) readMailbox(raw string, start int, isList bool) {
	text := pct.Decode(raw)
	r.view.Mailbox = new(scheme.Octets(text))
	r.part(start, start+len(raw), "mailbox")
	switch i := notMailbox(text); {
	case raw == "" && !isList:
		r.forbid(ruleMailbox, "nothing is there", start, start)
	case raw != "" && raw[0] == '/':
		r.forbid(ruleMailbox, "a slash at the start is written %2F", start, start+1)
	case i >= 0:
		r.forbidOctet(ruleMailbox, "a NUL, or an octet that is not UTF-8", raw, start, i)
	}
	if name, ok := decodeUTF7(text); ok {
		rule := ruleUTF7
		rule.Hint = fmt.Sprintf("write %q", pct.Encode(name, bchar))
		r.remark(rule, uri.Warning, start, start+len(raw))
	}
}

// notMailbox returns the first octet that no name of a mailbox has, or -1.
func notMailbox(text string) int {
	for i, c := range text {
		if _, n := utf8.DecodeRuneInString(text[i:]); c == 0 || c == utf8.RuneError && n == 1 {
			return i
		}
	}
	return -1
}

// readDots remarks parts of the path that are dot segments.
func (r *reading) readDots(raw string, start int) {
	for segment := range strings.SplitSeq(raw, "/") {
		if isDots(pct.Decode(segment)) {
			r.remark(ruleDots, uri.Warning, start, start+len(segment))
		}
		start += len(segment) + len("/")
	}
}

// readSearch reads the search of an imessagelist, the query.
func (r *reading) readSearch() {
	u := r.view.uri
	start, end, _ := u.Range(uri.Query)
	raw := u.Query()
	text := pct.Decode(raw)
	r.view.Search = new(scheme.Octets(text))
	r.part(start, end, "search")
	switch i := strings.IndexAny(raw, "?;"); {
	case r.view.Mailbox == nil:
		r.forbid(ruleSearch, "a mailbox stands before it", start-len("?"), end)
	case r.view.UID != nil:
		r.forbid(ruleSearch, "a message is not searched", start-len("?"), end)
	case i >= 0:
		r.forbid(ruleSearch, "write "+pct.Encode(raw[i:i+1], pct.Set{}), start+i, start+i+1)
	}
	if i, hint := badSearch(text); i >= 0 {
		r.forbidOctet(ruleSearch, hint, raw, start, i)
	}
}

// badSearch returns the octet at which the arguments of a SEARCH would leave its
// command line, or -1, and what is wrong there. They are quoted strings,
// non-synchronizing literals, "{" n "+}" CR LF and n octets, and other text.
func badSearch(s string) (int, string) {
	if s == "" {
		return 0, "nothing is there"
	}
	for i := 0; i < len(s); i++ {
		n, hint := 0, ""
		switch s[i] {
		case '"':
			n, hint = quoted(s[i:])
		case '{':
			n, hint = literal(s[i:])
		case '\r', '\n':
			hint = "a line break outside of a literal"
		case 0:
			hint = "a NUL"
		}
		if hint != "" {
			return i + n, hint
		}
		i += max(n-1, 0)
	}
	return -1, ""
}

// quoted returns the length of the quoted string that s begins with, or where it
// is wrong and why (RFC 9051, section 9: quoted).
func quoted(s string) (n int, hint string) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '"':
			return i + 1, ""
		case '\\':
			i++
		case '\r', '\n', 0:
			return i, "a line break or NUL in a quoted string"
		}
	}
	return len(s), "a quoted string that does not end"
}

// literal does for a literal what quoted does for a quoted string.
func literal(s string) (n int, hint string) {
	digits := 1
	for digits < len(s) && '0' <= s[digits] && s[digits] <= '9' {
		digits++
	}
	size, err := strconv.ParseUint(s[1:digits], 10, 32)
	body, ok := strings.CutPrefix(s[digits:], "+}\r\n")
	switch {
	case err != nil || !ok:
		return 0, "a brace that begins no non-synchronizing literal"
	case size > uint64(len(body)):
		return len(s), "a literal that is not as long as it says"
	}
	return len(s) - len(body) + int(size), ""
}
