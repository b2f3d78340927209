package uri

import (
	"strconv"
	"strings"
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

// What Judge remarks.
var (
	ruleUserinfo  = newRule("userinfo", "RFC 3986 3.2.1", "user name in a URI", "", "A URI is shown, logged, kept and passed on. A user name in it is told to everybody who sees it.")
	rulePassword  = newRule("password", "RFC 3986 3.2.1", "password in a URI", "keep it elsewhere: URIs are logged and shown", "RFC 3986 deprecates passwords in userinfo: passing them on in clear text has proved a risk almost wherever it was done.")
	ruleIPHost    = newRule("ip-host", "draft-ietf-uri-url-03 1.1.1", "address instead of a domain name", "", "An IP address names an interface of today; a domain name may move with the service. The 1994 draft calls an address \"less advisable\".")
	ruleEmptyPort = newRule("empty-port", "RFC 3986 3.2.3", "colon of an empty port", "drop the colon", "An empty port means the same as none; normalisation drops its colon.")
	rulePortRange = newRule("port-range", "RFC 9293 3.1", "port above 65535", "", "The grammar of URIs allows any number of digits, TCP and UDP have 16 bits. Such a URI can be parsed, but not dialled.")
	ruleHostPort  = newRule("host-port", "RFC 3986 3.1", "scheme followed by a number", "if a host and port were meant, write http:// before it", "localhost:8080 is a valid URI of a scheme named localhost. It is hardly ever meant to be one.")
	ruleURLPrefix = newRule("url-prefix", "RFC 3986 C", `prefix "URL:" before a URI`, "drop it", "The 1994 draft wrote URL: before each URL in running text. For RFC 3986 it is a scheme named url.")
	ruleDriveHost = newRule("drive-host", "RFC 8089 E.2", "host that looks like a drive letter", "write three slashes: file:///C:/…", "file://C:/x names a host called C with an empty port. A path on a drive has an empty authority before it.")
)

// Judge returns all that the generic syntax has to remark about u, in the order
// of the offsets. What the scheme has to say comes from uriel.dev/scheme,
// Table.Judge, which includes these remarks.
func Judge(u URI) []Remark {
	var out []Remark
	add := func(r *Rule, s Severity, offset, length int) {
		out = append(out, NewRemark(*r, s, offset, length))
	}
	if strings.EqualFold(u.Scheme(), "url") && !u.HasAuthority() {
		if inner, err := Parse(u.text[u.schemeEnd+1:]); err == nil && inner.HasScheme() {
			add(ruleURLPrefix, Warning, 0, len("URL:"))
		}
	}
	if !u.HasAuthority() && u.Path() != "" && u.HasScheme() && notPort(u.Path(), 0, len(u.Path())) == len(u.Path()) && len(u.Path()) <= 5 {
		add(ruleHostPort, Warning, 0, int(u.pathEnd))
	}
	if u.HasUserinfo() {
		name, _, hasPassword := strings.Cut(u.Userinfo(), ":")
		add(ruleUserinfo, Info, int(u.auth), len(name))
		if hasPassword {
			add(rulePassword, Warning, int(u.auth)+len(name)+1, len(u.Userinfo())-len(name)-1)
		}
	}
	switch {
	case u.hostKind != RegName && u.HasAuthority():
		add(ruleIPHost, Info, int(u.host), len(u.Host()))
	case len(u.Host()) == 1 && u.HasPort() && u.Port() == "" && classes[u.Host()[0]]&alpha != 0 && strings.EqualFold(u.Scheme(), "file"):
		add(ruleDriveHost, Warning, int(u.host), 2)
	}
	if u.HasPort() {
		if u.Port() == "" {
			add(ruleEmptyPort, Info, int(u.hostEnd), 1)
		} else if _, err := strconv.ParseUint(u.Port(), 10, 16); err != nil {
			add(rulePortRange, Warning, int(u.hostEnd)+1, len(u.Port()))
		}
	}
	return out
}
