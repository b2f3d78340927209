package smb

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an smb or cifs URI means:
//
//	smb://DOM;joe@server/docs/a/b.txt?NBNS=192.0.2.1
//	      |   |   |      |    |       |
//	      |   |   Host   |    Path    Context
//	      |   User       Share
//	      Domain
//
// All fields are decoded. JSON has unc, too, which is [View.UNC], if there is
// one. The default port is 445.
type View struct {
	// Domain is the authority that knows the user; nil if none is given.
	Domain *scheme.Octets `json:"domain,omitempty"`

	scheme.Server // the user is that behind the domain

	// Share is what the server shares; "" for the list of shares, or of the
	// servers of a workgroup: only a look-up tells which the host is. Path is
	// within the share, a slash at its end means a directory. Both are "" if a
	// name has an octet that it cannot hold.
	Share scheme.Octets `json:"share,omitempty"`
	Path  scheme.Octets `json:"path,omitempty"`

	// Context is what the URI says of NetBIOS; its zero value is nothing.
	Context Context `json:"context,omitzero"`

	uri                                 uri.URI
	domain, user, password, share, path span
	badNames, unknown                   []span
}

// A Context says how names of NetBIOS are resolved and used (draft-crhertel-
// smb-url-12, section 6.7). What is not given is nil, which is not the same as
// empty: an empty NodeType means not to resolve by NetBIOS at all.
type Context struct {
	Broadcast *scheme.Octets `json:"broadcast,omitempty"` // address to ask, with or without a port
	Called    *scheme.Octets `json:"called,omitempty"`    // name of the server
	Calling   *scheme.Octets `json:"calling,omitempty"`   // name of the client
	NBNS      *scheme.Octets `json:"nbns,omitempty"`      // name server, with or without a port
	NodeType  *scheme.Octets `json:"nodetype,omitempty"`  // B, P, M or H
	Scope     *scheme.Octets `json:"scope,omitempty"`     // scope identifier
}

// span is a range of bytes of the text of a URI.
type span struct{ start, end int }

// Parse returns the meaning of u, whose scheme is smb or cifs. The error says
// what the scheme forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden(strings.ToLower(u.Scheme()), v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Server: scheme.ServerOf(u, port), uri: u}
	v.readUserinfo()
	v.readPath()
	v.readContext()
	return v
}

// readUserinfo reads
//
//	smb-userinfo = [ auth-domain ";" ] userinfo-nosem
func (v *View) readUserinfo() {
	start, end, ok := v.uri.Range(uri.Userinfo)
	if !ok {
		return
	}
	info := v.uri.Userinfo()
	if domain, rest, ok := strings.Cut(info, ";"); ok {
		v.Domain, v.domain = new(decoded(domain)), span{start, start + len(domain)}
		info, start = rest, start+len(domain)+1
	}
	user, _, password := strings.Cut(info, ":")
	v.User, v.Password = new(decoded(user)), password
	v.user = span{start, start + len(user)}
	v.password = span{min(v.user.end+1, end), end}
}

func (v *View) readPath() {
	start, end, _ := v.uri.Range(uri.Path)
	text := v.uri.String()[:end]
	for i := start; i < end; i++ {
		if text[i] == '%' && strings.Contains("/\\\x00", pct.Decode(text[i:i+3])) {
			v.badNames = append(v.badNames, span{i, i + 3})
		}
	}
	if strings.HasPrefix(text[start:], "/") {
		start++
	}
	share, path, _ := strings.Cut(text[start:], "/")
	v.share = span{start, start + len(share)}
	v.path = span{end - len(path), end}
	if v.badNames == nil {
		v.Share, v.Path = decoded(share), decoded(path)
	}
}

func (v *View) readContext() {
	start, _, _ := v.uri.Range(uri.Query)
	for _, param := range strings.Split(v.uri.Query(), ";") {
		keyword, value, ok := strings.Cut(param, "=")
		field := v.Context.field(keywords[strings.ToUpper(pct.Decode(keyword))])
		switch {
		case ok && field != nil && *field == nil:
			*field = new(decoded(value))
		case param != "":
			v.unknown = append(v.unknown, span{start, start + len(param)})
		}
		start += len(param) + 1
	}
}

// field returns the field of a keyword of the normal form, or nil.
func (c *Context) field(keyword string) **scheme.Octets {
	switch keyword {
	case "BROADCAST":
		return &c.Broadcast
	case "CALLED":
		return &c.Called
	case "CALLING":
		return &c.Calling
	case "NBNS":
		return &c.NBNS
	case "NODETYPE":
		return &c.NodeType
	case "SCOPE":
		return &c.Scope
	}
	return nil
}

func decoded(s string) scheme.Octets { return scheme.Octets(pct.Decode(s)) }

// Secret returns the password, decoded; ok tells an empty one from none.
func (v View) Secret() (password string, ok bool) {
	return pct.Decode(v.uri.String()[v.password.start:v.password.end]), v.Password
}

// UNC returns the name of a share or of what is in it by the Universal Naming
// Convention of Windows (section 7 of the draft): \\corgis\docs\rabbit.txt. It is
// "" if the URI names no share, and where the name cannot say as much as the
// URI: with a port other than the default, or an IP literal.
func (v View) UNC() scheme.Octets {
	if v.Share == "" || v.Host == "" || v.Host[0] == '[' || v.Port != "445" {
		return ""
	}
	unc := `\\` + decoded(v.Host) + `\` + v.Share
	if v.path.start > v.share.end {
		unc += `\` + scheme.Octets(strings.ReplaceAll(string(v.Path), "/", `\`))
	}
	return unc
}

// bare may stand in a path as they are: pchar and the slash.
var bare = pct.Path

// URI returns the URI that v was read from with Share and Path as they are now:
// so an entry of a directory gets its URI. The error tells of a v that was read
// from a URI without an authority, and of a share or path that could not be read
// or cannot be written.
func (v View) URI() (uri.URI, error) {
	share, path := string(v.Share), string(v.Path)
	switch {
	case !v.uri.HasAuthority():
		return uri.URI{}, errors.New("smb: no server")
	case v.badNames != nil && share == "":
		return uri.URI{}, errors.New("smb: the share could not be read")
	case strings.ContainsAny(share, "/\\\x00"), strings.ContainsAny(path, "\\\x00"):
		return uri.URI{}, fmt.Errorf("smb: %q in the share %q cannot be written", path, share)
	}
	text := pct.Encode(share, bare)
	if path != "" || v.path.start > v.share.end {
		text += "/" + pct.Encode(path, bare)
	}
	if text != "" || v.uri.Authority() != "" {
		text = "/" + text
	}
	_, start, _ := v.uri.Range(uri.Authority)
	_, end, _ := v.uri.Range(uri.Path)
	return uri.Parse(v.uri.String()[:start] + text + v.uri.String()[end:])
}

// MarshalJSON implements [json.Marshaler].
func (v View) MarshalJSON() ([]byte, error) {
	type fields View // without this method
	return json.Marshal(struct {
		fields
		UNC scheme.Octets `json:"unc,omitempty"`
	}{fields(v), v.UNC()})
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	add := func(at span, label string) { parts = scheme.AppendPart(parts, at.start, at.end, label) }
	add(v.domain, "domain")
	add(v.user, "user")
	add(v.password, "password")
	for _, c := range [...]uri.Component{uri.Host, uri.Port} {
		start, end, _ := v.uri.Range(c)
		add(span{start, end}, c.String())
	}
	add(v.share, "share")
	add(v.path, "path")
	start, end, _ := v.uri.Range(uri.Query)
	add(span{start, end}, "context")
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch {
	case v.Host == "" && v.Share == "" && v.Path == "":
		return "the workgroups that are known"
	case v.badNames != nil:
		return fmt.Sprintf("nothing at %s", v.Server)
	case v.Share == "" && v.Path == "":
		return fmt.Sprintf("the shares of the server, or the servers of the workgroup, at %s", v.Server)
	case v.Path == "":
		return fmt.Sprintf("the share %q at %s", string(v.Share), v.Server)
	case strings.HasSuffix(string(v.Path), "/"):
		return fmt.Sprintf("the directory %q of the share %q at %s", string(v.Path), string(v.Share), v.Server)
	default:
		return fmt.Sprintf("the file or directory %q of the share %q at %s", string(v.Path), string(v.Share), v.Server)
	}
}
