package news

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"uriel.dev/scheme"
	"uriel.dev/scheme/msgid"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// reading is a view under way.
type reading struct {
	view    View
	scheme  string // in lower case
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// hint remarks something that a phrase says more of than the rule.
func (r *reading) hint(rule uri.Rule, hint string, s uri.Severity, start, end int) {
	rule.Hint = hint
	r.remark(rule, s, start, end)
}

// read reads u by the grammar of RFC 5538, sections 3 and 4:
//
//	nntpURL = "nntp:" server "/" group [ "/" article-number ]
//	newsURL = "news:" [ server "/" ] ( article / newsgroups )
//
// The slash behind a server may be missing when nothing follows it (section
// 2.2).
func read(u uri.URI) *reading {
	r := &reading{view: View{uri: u}, scheme: strings.ToLower(u.Scheme())}
	r.readServer(u)
	start, _, _ := u.Range(uri.Path)
	raw := u.Path()
	if u.HasAuthority() && raw != "" {
		start, raw = start+1, raw[1:]
	}
	if isNumbered(r.scheme) {
		r.numbered(raw, start)
	} else {
		r.named(raw, start)
	}
	if start, end, ok := u.Range(uri.Query); ok {
		r.query(u.Query(), start, end)
	}
	return r
}

// query reads what is wanted of an article:
//
//	query = "thread" / "part=" part-number
//
// RFC 5538, section 2.3, specifies no query and tells of programs that address
// parts of an article by one.
func (r *reading) query(query string, start, end int) {
	text := pct.Decode(query)
	number, isPart := strings.CutPrefix(text, "part=")
	switch {
	case r.view.MessageID == nil && r.view.Article == nil:
		r.remark(ruleQuery, uri.Forbid, start-len("?"), end)
	case text == "thread":
		r.view.Thread, r.view.query = true, scheme.Part{Label: "thread", Start: start, End: end}
		r.remark(ruleOwnQuery, uri.Info, start-len("?"), end)
	case isPart && isPartNumber(number):
		r.view.Part, r.view.query = number, scheme.Part{Label: "part", Start: start, End: end}
		r.remark(ruleOwnQuery, uri.Info, start-len("?"), end)
	default:
		r.remark(ruleQuery, uri.Forbid, start-len("?"), end)
	}
}

// isPartNumber reports whether s is a number from 1 of at most four digits, the
// first of which is no zero.
func isPartNumber(s string) bool {
	return s != "" && len(s) <= 4 && s[0] != '0' && strings.Trim(s, "0123456789") == ""
}

func (r *reading) readServer(u uri.URI) {
	if u.Authority() != "" {
		s := scheme.ServerOf(u, portOf(r.scheme))
		if u.Host() == "" && (u.Port() == "" || isDefaultPort(r.scheme, u.Port())) {
			s.Port = "" // of the server that is configured
		}
		r.view.User, r.view.Password, r.view.Server, r.view.Port = s.User, s.Password, s.Host, s.Port
		r.view.server = s
	}
	_, end, _ := u.Range(uri.Scheme)
	start, serverEnd, _ := u.Range(uri.Host)
	switch {
	case isNumbered(r.scheme):
		r.remark(ruleLocal, uri.Info, 0, end)
		if u.Host() == "" {
			r.remark(ruleNoServer, uri.Forbid, start, start)
		}
	case r.scheme == "snews":
		r.remark(ruleDeprecated, uri.Warning, 0, end)
	case u.Host() != "":
		r.remark(ruleServer, uri.Info, start, serverEnd)
	}
}

// numbered reads what an nntp URI names.
func (r *reading) numbered(raw string, start int) {
	group, number, ok := strings.Cut(raw, "/")
	r.view.Group = new(scheme.Octets(pct.Decode(group)))
	r.at("group", start, len(group))
	r.group(group, start, false)
	if !ok {
		return
	}
	start += len(group) + len("/")
	r.view.Article = new(number)
	r.view.number, r.view.end = start, start+len(number)
	if i := notArticleNumber(number); i >= 0 {
		r.remark(ruleArticleNumber, uri.Forbid, start+i, start+len(number))
	}
}

// notArticleNumber returns where s stops being 1*16DIGIT (RFC 3977, section
// 9.8), or -1.
func notArticleNumber(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	switch {
	case i > 16:
		return 16
	case i < len(s) || i == 0:
		return i
	}
	return -1
}

func (r *reading) at(what string, start, length int) {
	r.view.what, r.view.from, r.view.to = what, start, start+length
}

// named reads what a news URI names: an "@" tells a Message-ID from a group.
func (r *reading) named(raw string, start int) {
	id, wrapped := msgid.Unwrap(raw)
	text := scheme.Octets(pct.Decode(id))
	switch {
	case wrapped:
		r.remark(ruleAngle, uri.Forbid, start, start+len(raw))
		r.messageID(id, start+len("%3C"))
	case strings.Contains(string(text), "@"):
		r.messageID(raw, start)
	case raw == "":
		r.view.Pattern = new(scheme.Octets("*"))
	case strings.ContainsAny(string(text), "*?"):
		r.view.Pattern = &text
		r.at("pattern", start, len(raw))
		r.group(raw, start, true)
	default:
		r.view.Group = &text
		r.at("group", start, len(raw))
		r.group(raw, start, false)
	}
}

func (r *reading) messageID(raw string, start int) {
	r.view.MessageID = new(scheme.Octets(pct.Decode(raw)))
	r.at("message-id", start, len(raw))
	if i := strings.IndexByte(raw, '/'); i >= 0 {
		r.hint(ruleMessageID, "a slash is written %2F", uri.Forbid, start+i, start+i+1)
	}
	if _, _, fault := msgid.SplitMsgIDCore(pct.Decode(raw)); fault != nil {
		from, to := fault.In(raw)
		r.hint(ruleMessageID, fault.Reason, uri.Forbid, start+from, start+to)
	}
}

// group judges the name of a group, or a pattern, that is written at start. One
// remark is enough.
func (r *reading) group(raw string, start int, isPattern bool) {
	if i := notGroupChar(raw, isPattern); i >= 0 {
		r.hint(ruleGroup, "write "+pct.Encode(raw[i:i+1], pct.Set{}), uri.Forbid, start+i, start+i+1)
		return
	}
	text := pct.Decode(raw)
	rule, severity := ruleGroup, uri.Forbid
	i, hint := notExact(text, isPattern)
	if i < 0 && !isPattern {
		severity = uri.Warning
		i, hint = notNewsgroupName(text)
	}
	if i < 0 && !isPattern {
		rule, severity = ruleGroupStyle, uri.Info
		i, hint = badStyle(text)
	}
	if i >= 0 {
		from, to := msgid.At(raw, i)
		r.hint(rule, hint, severity, start+from, start+to)
	}
}

// Characters of a component of a newsgroup-name (RFC 5536, section 3.1.4:
// component-char), and those that a URI has as they are: group-char of RFC
// 5538, and the tilde, which the generic syntax makes equal to its escape.
var (
	componentChar = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-_")
	groupChar     = pct.Unreserved.With("+")
)

// notGroupChar returns the first byte of raw that is encoded in a name, or -1.
func notGroupChar(raw string, isPattern bool) int {
	return strings.IndexFunc(raw, func(c rune) bool {
		return c != '%' && !groupChar.Has(byte(c)) && !(isPattern && c == '*')
	})
}

// exact are the ASCII characters of wildmat-exact (RFC 3977, section 4.1).
var exact = pct.Unreserved.With("\"#$%&'()+/:;<=>@^`{|}")

// notExact returns the first octet that a name of a group may not have by NNTP,
// or -1, and what is wrong with it. In a pattern * and ? may stand.
func notExact(text string, isPattern bool) (int, string) {
	if text == "" {
		return 0, "nothing is there"
	}
	for i, c := range text {
		_, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case c == utf8.RuneError && n == 1:
			return i, "an octet that is not UTF-8"
		case c >= utf8.RuneSelf, exact.Has(byte(c)), isPattern && (c == '*' || c == '?'):
		default:
			return i, fmt.Sprintf("%q where none can be", c)
		}
	}
	return -1, ""
}

// notNewsgroupName returns the first octet that is not of a newsgroup-name (RFC
// 5536, section 3.1.4), or -1, and what is wrong with it.
func notNewsgroupName(text string) (int, string) {
	for i, c := range text {
		switch {
		case c == '.' && (i == 0 || i+1 == len(text) || text[i-1] == '.'):
			return i, "a dot that does not stand between two components"
		case c != '.' && (c >= utf8.RuneSelf || !componentChar.Has(byte(c))):
			return i, fmt.Sprintf("%q is no character of a component", c)
		}
	}
	return -1, ""
}

// badStyle returns the first octet of a name that RFC 5536, section 3.1.4, says
// should not be, or -1, and what is wrong with it.
func badStyle(name string) (int, string) {
	if i := strings.IndexFunc(name, func(c rune) bool { return 'A' <= c && c <= 'Z' }); i >= 0 {
		return i, "a capital letter"
	}
	at := 0
	for component := range strings.SplitSeq(name, ".") {
		if strings.Trim(component, "0123456789") == "" {
			return at, "a component of digits alone"
		}
		at += len(component) + len(".")
	}
	return -1, ""
}
