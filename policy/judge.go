package policy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Decision is what a verdict comes to.
type Decision uint8

const (
	Deny    Decision = iota // the policy refuses
	Allow                   // nothing speaks against it
	Invalid                 // it cannot be dereferenced by anybody
)

// String returns "deny", "allow" or "invalid".
func (d Decision) String() string { return [...]string{"deny", "allow", "invalid"}[d] }

// MarshalText returns the word of String.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// A Verdict is what a policy says of a URI.
type Verdict struct {
	Decision Decision
	Code     Code   // "" if allowed
	Text     string // why; without secrets
}

// Err returns the verdict as an error: nil if allowed, else a [*Refusal].
func (v Verdict) Err() error {
	if v.Decision == Allow {
		return nil
	}
	return &Refusal{Code: v.Code, Text: v.Text}
}

func verdict(d Decision, r *Refusal) Verdict { return Verdict{Decision: d, Code: r.Code, Text: r.Text} }

// Judge says whether u may be dereferenced, as far as the URI itself tells:
// scheme, octets, host, port and shape. It looks nothing up; the address that a
// name leads to is judged by Dial, when it is known.
func (p Policy) Judge(u uri.URI) Verdict {
	if !u.HasScheme() {
		return verdict(Invalid, refuse(CodeRelative, "a relative reference names nothing without a base"))
	}
	info := p.schemes.Lookup(u.Scheme())
	if r := p.judgeScheme(info, u); r != nil {
		return verdict(Deny, r)
	}
	if r := judgeOctets(info, u); r != nil {
		return verdict(Deny, r)
	}
	if info.Reach == scheme.Network {
		if r := p.judgeHost(info, u); r != nil {
			return verdict(Deny, r)
		}
	}
	if r := p.judgeStranger(info, u); r != nil {
		return verdict(Deny, r)
	}
	return Verdict{Decision: Allow}
}

// JudgeText judges a text as Judge does a URI. One leading "URL:" is none of it
// (RFC 3986, appendix C; draft-ietf-uri-url-03, section 1.1). A text that is no
// URI is Invalid.
func (p Policy) JudgeText(text string) Verdict {
	u, err := uri.Parse(trimURL(text))
	if err != nil {
		return verdict(Invalid, refuse(CodeSyntax, "%s", syntaxText(err)))
	}
	return p.Judge(u)
}

// forStrangers are the schemes that a gateway dereferences: those whose servers
// hold what is published, and names that lead to it. Not among them are
// documents of the gateway's own machine, sessions, what sends or runs
// something, file systems, and URIs around others.
var forStrangers = map[string]bool{
	"http": true, "https": true, "ftp": true, "ftps": true, "gopher": true, "gophers": true,
	"news": true, "nntp": true, "snews": true, "nntps": true, "wais": true, "cso": true, "ldap": true, "ldaps": true,
	"urn": true, "doi": true, "ark": true, "data": true,
}

// judgeScheme judges by the scheme alone, and by the length of what would be
// sent to somebody.
func (p Policy) judgeScheme(info *scheme.Info, u uri.URI) *Refusal {
	switch {
	case info == nil:
		return refuse(CodeScheme, "the scheme %q is not one that is dereferenced here", u.Scheme())
	case info.Reach == scheme.Local && !p.local:
		return refuse(CodeLocal, "%s: documents of this machine are not shown here", info.Name)
	case info.Reach != scheme.Local && !p.cli && !forStrangers[info.Name]:
		return refuse(CodeScheme, "%s is not dereferenced for strangers", info.Name)
	case info.Reach != scheme.Inside && p.limits.URI > 0 && len(u.String()) > p.limits.URI:
		return refuse(CodeLength, "%s: the URI is long: %v", info.Name, p.limits.Over("uri", "bytes"))
	}
	return nil
}

// judgeStranger judges what only a gateway minds: it has no credentials of its
// own and sends nobody's, does nothing on a server that nobody has asked for on
// purpose, and leaves it to the scheme what a URI may say.
func (p Policy) judgeStranger(info *scheme.Info, u uri.URI) *Refusal {
	if !p.submit && info.Submits != nil && info.Submits(u) {
		return refuse(CodeForm, "%s: the URI holds a form that is filled in, which is not sent for following a link", info.Name)
	}
	if p.cli || info.Reach != scheme.Network {
		return nil
	}
	if u.Userinfo() != "" {
		return refuse(CodeCredentials, "%s: a user name or password is not sent for strangers", info.Name)
	}
	if info.View == nil {
		return nil
	}
	if _, err := info.View(u); err != nil {
		return refuse(CodeShape, "%v", err)
	}
	return nil
}

// Octets refuses a URI that holds an octet which its scheme does not let be
// decoded onto the wire (info.Wire). Handlers ask it themselves, so that they
// are safe when they are used alone. The error is a [*Refusal].
func Octets(info *scheme.Info, u uri.URI) error {
	if r := judgeOctets(info, u); r != nil {
		return r
	}
	return nil
}

// judgeOctets refuses what would end or split a line of the protocol once it
// is decoded: the sender of a URI must not be able to add commands
// (draft-ietf-uri-url-03, section 1.4). A tab in a gopher selector stays
// allowed, since the scheme does not name it.
func judgeOctets(info *scheme.Info, u uri.URI) *Refusal {
	from, to := 0, 0
	if info.Lawful != nil {
		from, to = info.Lawful(u)
	}
	for _, c := range [...]uri.Component{uri.Userinfo, uri.Host, uri.Path, uri.Query} {
		start, end, _ := u.Range(c)
		octet, ok := firstOf(info.Wire, u.String()[start:max(start, min(end, from))], u.String()[min(end, max(start, to)):end])
		if !ok {
			continue
		}
		if octet == 0 {
			return refuse(CodeNUL, "%s: an encoded NUL (%%00) in the %s", info.Name, c)
		}
		return refuse(CodeOctet, "%s: an encoded control character (%%%02X) in the %s would be sent as part of a command", info.Name, octet, c)
	}
	return nil
}

// firstOf returns the first octet of wire that is escaped in one of the texts.
func firstOf(wire string, texts ...string) (octet byte, ok bool) {
	for _, text := range texts {
		if !strings.Contains(text, "%") {
			continue
		}
		decoded := pct.Decode(text)
		if i := strings.IndexAny(decoded, wire); i >= 0 {
			return decoded[i], true
		}
	}
	return 0, false
}

// judgeHost judges who would be asked, and at which port.
func (p Policy) judgeHost(info *scheme.Info, u uri.URI) *Refusal {
	switch {
	case u.Host() == "" && info.Hostless:
		return nil
	case u.Host() == "":
		return refuse(CodeHost, "%s: no host is named", info.Name)
	case u.HostKind() == uri.IPvFuture:
		return refuse(CodeHost, "%s: nobody can dial the address %s", info.Name, u.Host())
	}
	port := info.Port
	if u.Port() != "" {
		n, err := strconv.ParseUint(u.Port(), 10, 16)
		if err != nil || n == 0 {
			return refuse(CodePort, "there is no port %s", u.Port())
		}
		port = uint16(n)
	}
	if r := p.judgePort(info, port); r != nil {
		return r
	}
	return p.judgeName(pct.Decode(strings.Trim(u.Host(), "[]")), true)
}

// trimURL takes one leading "URL:" off, in any case.
func trimURL(text string) string {
	const prefix = "URL:"
	if len(text) >= len(prefix) && strings.EqualFold(text[:len(prefix)], prefix) {
		return text[len(prefix):]
	}
	return text
}

// syntaxText says what is wrong with a text without quoting it, since it may
// hold a secret.
func syntaxText(err error) string {
	e, ok := errors.AsType[*uri.Error](err)
	if !ok {
		return err.Error()
	}
	return fmt.Sprintf("%s (byte %d, %s)", e.Title, e.Offset, e.Section)
}
