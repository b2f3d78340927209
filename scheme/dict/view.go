package dict

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An Operation is what a dict URI asks for.
type Operation string

const (
	Define Operation = "define" // /d: the command DEFINE
	Match  Operation = "match"  // /m: the command MATCH
)

// letters are how the operations are written.
var letters = map[Operation]string{Define: "d", Match: "m"}

// last is the index of the last field of the operation, which is n.
func (op Operation) last() int {
	if op == Match {
		return 3
	}
	return 2
}

// Defaults of what may be left out (RFC 2229, section 5): the first database
// that has the word, and the server's own strategy.
const (
	firstDatabase = "!"
	anyStrategy   = "."
)

// A View is what a dict URI means. All is decoded but N.
type View struct {
	scheme.Server

	// Auth is how the user logs in: "AUTH", or "SASLAUTH=" and a mechanism, "*"
	// for one of the client's choice; nil if the URI does not say, or has
	// something else there, which may be a secret and stays in the URI.
	Auth *scheme.Octets `json:"auth,omitempty"`

	Operation Operation     `json:"operation,omitempty"`
	Word      scheme.Octets `json:"word"`
	Database  scheme.Octets `json:"database,omitempty"` // "!" is the first that has the word, "*" are all
	Strategy  scheme.Octets `json:"strategy,omitempty"` // of a match; "." is the server's choice
	N         string        `json:"n,omitempty"`        // which of the answers, as written; "" is all

	uri              uri.URI
	hasAuth          bool // a semicolon stands behind the user
	user, auth       span
	password, whole  span
	operation, extra span
	fields           [4]span // word, database, strategy of a match, n
}

// span is a range of bytes of the text of a URI.
type span [2]int

// Parse returns the meaning of u, whose scheme is dict. The error says what RFC
// 2229 forbids about it; the view then holds what could be read. A database and
// strategy that are left out are given as the defaults that they then have.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden("dict", v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Server: scheme.ServerOf(u, port), uri: u}
	v.readUser()
	path := strings.TrimPrefix(u.Path(), "/")
	_, end, _ := u.Range(uri.Path)
	start := end - len(path)
	v.whole = span{start, end}
	letter, text, ok := strings.Cut(path, ":")
	for op, l := range letters {
		if ok && l == pct.Decode(letter) {
			v.Operation = op
		}
	}
	if v.Operation != "" {
		v.operation = span{start, start + len(letter)}
		v.readFields(text, start+len(letter+":"))
	}
	return v
}

// readUser parts the user from what stands behind a semicolon.
func (v *View) readUser() {
	start, end, ok := v.uri.Range(uri.Userinfo)
	if !ok {
		return
	}
	name, password, _ := strings.Cut(v.uri.Userinfo(), ":")
	v.password = span{end - len(password), end}
	user, auth, ok := strings.Cut(name, ";")
	v.User, v.hasAuth = new(octets(user)), ok
	v.user = span{start, start + len(user)}
	if ok {
		v.auth = span{start + len(user+";"), start + len(user+";"+auth)}
	}
	if way := octets(auth); isAuth(string(way)) {
		v.Auth = &way
	}
}

// isAuth reports whether s says how to log in (RFC 2229, section 5):
//
//	AUTH or SASLAUTH=auth_type
func isAuth(s string) bool {
	mechanism, isSASL := strings.CutPrefix(s, "SASLAUTH=")
	return s == "AUTH" || isSASL && mechanism != ""
}

func octets(text string) scheme.Octets { return scheme.Octets(pct.Decode(text)) }

func (v *View) readFields(text string, at int) {
	end := at + len(text)
	var raw [4]string
	for i, field := range strings.Split(text, ":") {
		if i > v.Operation.last() {
			v.extra = span{at, end}
			break
		}
		raw[i], v.fields[i] = field, span{at, at + len(field)}
		at += len(field + ":")
	}
	v.Word, v.Database, v.N = octets(raw[0]), orElse(raw[1], firstDatabase), raw[v.Operation.last()]
	if v.Operation == Match {
		v.Strategy = orElse(raw[2], anyStrategy)
	}
}

func orElse(text, byDefault string) scheme.Octets {
	if text == "" {
		return scheme.Octets(byDefault)
	}
	return octets(text)
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// fieldChars may stand in a field as they are: in a segment, but no colon.
var fieldChars = pct.Unreserved.With("!$&'()*+,;=@/")

// URI returns the URI of a view in normal form, the inverse of Parse: fields
// that have their defaults are empty, and colons at the end left out. The
// userinfo, query and fragment are those of the URI that v was read from. The
// error tells of a view without host, operation or word, of a strategy of a
// definition, and of an N that is no number.
func (v View) URI() (uri.URI, error) {
	letter := letters[v.Operation]
	switch {
	case v.Host == "":
		return uri.URI{}, errors.New("dict: no host is named")
	case letter == "":
		return uri.URI{}, errors.New("dict: neither define nor match")
	case v.Word == "":
		return uri.URI{}, errors.New("dict: no word to look up")
	case v.Operation == Define && v.Strategy != "":
		return uri.URI{}, errors.New("dict: a definition has no strategy")
	case v.N != "" && !isNumber(v.N):
		return uri.URI{}, fmt.Errorf("dict: %q is no number", v.N)
	}
	b := v.uri.Builder()
	b.Scheme, b.Host, b.Port = "dict", &v.Host, nil
	if v.Port != "" && v.Port != fmt.Sprint(port) {
		b.Port = &v.Port
	}
	b.Path = "/" + letter + ":" + strings.TrimRight(v.written(), ":")
	return b.URI()
}

// written writes all fields, with all their colons.
func (v View) written() string {
	fields := []string{pct.Encode(string(v.Word), fieldChars), unless(v.Database, firstDatabase)}
	if v.Operation == Match {
		fields = append(fields, unless(v.Strategy, anyStrategy))
	}
	return strings.Join(append(fields, v.N), ":")
}

func unless(o scheme.Octets, byDefault string) string {
	if string(o) == byDefault {
		return ""
	}
	return pct.Encode(string(o), fieldChars)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts := scheme.AppendPart(nil, v.user[0], v.user[1], "user")
	parts = scheme.AppendPart(parts, v.auth[0], v.auth[1], "auth")
	for _, p := range v.Server.Parts() {
		if p.Label != "user" {
			parts = append(parts, p)
		}
	}
	parts = scheme.AppendPart(parts, v.operation[0], v.operation[1], string(v.Operation))
	labels := [...]string{"word", "database", "strategy", "n"}
	for i, at := range v.fields {
		label := labels[i]
		if i == v.Operation.last() {
			label = "n"
		}
		parts = scheme.AppendPart(parts, at[0], at[1], label)
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	var what string
	switch {
	case v.Operation == "":
		return fmt.Sprintf("the dictionaries at %s", v.Server)
	case v.Operation == Define && v.N != "":
		what = "definition " + v.N + " of"
	case v.Operation == Define:
		what = "the definitions of"
	case v.N != "":
		what = "match " + v.N + " of"
	default:
		what = "the words that match"
	}
	what = fmt.Sprintf("%s %q", what, string(v.Word))
	if v.Operation == Match && v.Strategy != anyStrategy {
		what += fmt.Sprintf(" by %q", string(v.Strategy))
	}
	switch v.Database {
	case firstDatabase:
		what += " in the first dictionary that has it"
	case "*":
		what += " in all dictionaries"
	default:
		what += fmt.Sprintf(" in the dictionary %q", string(v.Database))
	}
	return what + " at " + v.Server.String()
}
