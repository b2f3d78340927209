package ssh

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what the URI of a session, or of a file, means:
//
//	sftp://joe;fingerprint=ssh-rsa-c1-…@h.example/~/doc/a;type=a
//	       |               |            |         | |          |
//	       User            Fingerprint  Host      | Path       Type
//	                                              Home
//
// All fields are decoded. The default port is 22.
type View struct {
	scheme.Server // the user and the password are those before the parameters

	// Fingerprint is that of the host's key, as written; nil if none is given.
	// See [View.HostKey].
	Fingerprint *scheme.Octets `json:"fingerprint,omitempty"`

	// Path is what the server is asked for, behind sftp and scp: from the root,
	// with its first slash, or from the home directory, without. An empty path in
	// the URI is the root. Path is "" if a name has an encoded slash or NUL, and
	// for ssh, which ignores it.
	Path scheme.Octets `json:"path,omitempty"`

	// Home reports whether Path is counted from the home directory, since the
	// path of the URI begins with a tilde alone.
	Home bool `json:"home,omitempty"`

	// Type is "a", "i" or "d", or what else is given; nil if nothing is.
	Type *scheme.Octets `json:"type,omitempty"`

	uri                  uri.URI
	protocol             string // the scheme in lower case
	conn, params         []param
	user, password, path span // in the URI; path without parameters
}

// span is a range of bytes of the text of a URI.
type span struct{ start, end int }

// Parse returns the meaning of u, whose scheme is ssh, sftp or scp. The error
// says what the scheme forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden(v.protocol, v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Server: scheme.ServerOf(u, port), uri: u, protocol: strings.ToLower(u.Scheme())}
	v.readUserinfo()
	v.path.start, v.path.end, _ = u.Range(uri.Path)
	if v.protocol == "sftp" {
		v.readParams()
	}
	if v.protocol != "ssh" {
		v.readPath()
	}
	return v
}

// readUserinfo reads
//
//	ssh-info = [ userinfo ] [ ";" c-param *( "," c-param ) ]
func (v *View) readUserinfo() {
	start, end, ok := v.uri.Range(uri.Userinfo)
	if !ok {
		return
	}
	info := v.uri.Userinfo()
	if i := strings.IndexByte(info, ';'); i >= 0 {
		if params, ok := readParams(info[i+1:], start+i+1); ok {
			v.conn, info, end = params, info[:i], start+i
		}
	}
	user, _, password := strings.Cut(info, ":")
	v.User, v.Password = new(scheme.Octets(pct.Decode(user))), password
	v.user = span{start, start + len(user)}
	v.password = span{min(v.user.end+1, end), end}
	if p := find(v.conn, "fingerprint"); p != nil {
		v.Fingerprint = &p.value
	}
}

// readParams reads what stands behind the first semicolon of the last segment.
func (v *View) readParams() {
	path := v.uri.Path()
	last := strings.LastIndexByte(path, '/') + 1
	i := strings.IndexByte(path[last:], ';')
	if i < 0 {
		return
	}
	at := v.path.start + last + i
	params, ok := readParams(path[last+i+1:], at+1)
	if !ok {
		return
	}
	v.params, v.path.end = params, at
	if p := find(params, "type"); p != nil {
		v.Type = &p.value
	}
}

func (v *View) readPath() {
	raw := v.uri.String()[v.path.start:v.path.end]
	for segment := range strings.SplitSeq(raw, "/") {
		if strings.ContainsAny(pct.Decode(segment), "/\x00") {
			return
		}
	}
	switch path := pct.Decode(raw); {
	case path == "":
		v.Path = "/"
	case path == "/~" || strings.HasPrefix(path, "/~/"):
		v.Path, v.Home = scheme.Octets(strings.TrimPrefix(path[len("/~"):], "/")), true
	default:
		v.Path = scheme.Octets(path)
	}
}

// Secret returns the password, decoded; ok tells an empty one from none.
func (v View) Secret() (password string, ok bool) {
	return pct.Decode(v.uri.String()[v.password.start:v.password.end]), v.Password
}

// IsDirectory reports whether a directory is meant: the path ends with a slash,
// or it is the home directory itself, or the type is d.
func (v View) IsDirectory() bool {
	return strings.HasSuffix(string(v.Path), "/") || v.Home && v.Path == "" || v.Type != nil && *v.Type == "d"
}

// bare may stand in a path as they are: pchar and the slash without the
// semicolon, which introduces parameters.
var bare = pct.Unreserved.With("!$&'()*+,=:@/")

// URI returns the URI that v was read from, with Path, Home and Type as they are
// now: so an entry of a directory gets its URI. Everything but pchar and "/" is
// percent-encoded, and the semicolon. Parameters that are not understood stay,
// behind the type; a second type does not.
//
// The error tells of a v that was read from no URI of sftp or scp with a host,
// of a path that is not counted from the root and not from the home directory,
// or that begins with a directory "~" of the root or in home with a slash, and
// of a type in a URI of scp: none of them can be written.
func (v View) URI() (uri.URI, error) {
	path := string(v.Path)
	isHome := path == "/~" || strings.HasPrefix(path, "/~/")
	switch {
	case v.uri.Host() == "" || v.protocol == "ssh":
		return uri.URI{}, errors.New("ssh: no host is named, or no file can be")
	case v.Home == strings.HasPrefix(path, "/"), !v.Home && isHome, strings.Contains(path, "\x00"):
		return uri.URI{}, fmt.Errorf("%s: the path %q cannot be written", v.protocol, path)
	case v.Type != nil && v.protocol == "scp":
		return uri.URI{}, errors.New("scp: there are no types")
	}
	var b strings.Builder
	_, end, _ := v.uri.Range(uri.Authority)
	b.WriteString(v.uri.String()[:end])
	if v.Home {
		b.WriteString("/~/")
	}
	b.WriteString(pct.Encode(path, bare))
	b.WriteString(v.parameters())
	_, end, _ = v.uri.Range(uri.Path)
	b.WriteString(v.uri.String()[end:])
	return uri.Parse(b.String())
}

// parameters writes the parameters of SFTP.
func (v View) parameters() string {
	var params []string
	if v.Type != nil {
		params = append(params, "type="+pct.Encode(string(*v.Type), value))
	}
	for _, p := range v.params {
		if p.name != "type" {
			params = append(params, p.name+"="+pct.Encode(string(p.value), value))
		}
	}
	if params == nil {
		return ""
	}
	return ";" + strings.Join(params, ",")
}

// value are the characters of a segment that part no parameters.
var value = pct.Unreserved.With("!$&'()*+=:@")

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	add := func(at span, label string) { parts = scheme.AppendPart(parts, at.start, at.end, label) }
	add(v.user, "user")
	add(v.password, "password")
	for _, p := range v.conn {
		add(p.at, "parameter "+p.name)
	}
	for _, c := range [...]uri.Component{uri.Host, uri.Port} {
		start, end, _ := v.uri.Range(c)
		add(span{start, end}, c.String())
	}
	if v.Path != "" || v.Home {
		add(v.path, "path")
	}
	for _, p := range v.params {
		add(p.at, "parameter "+p.name)
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := "the file"
	if v.IsDirectory() {
		what = "the directory"
	}
	switch {
	case v.protocol == "ssh":
		return fmt.Sprintf("a session of SSH at %s", v.Server)
	case v.Home && v.Path == "":
		what = "the home directory"
	case v.Home:
		what += fmt.Sprintf(" %q of the home directory", string(v.Path))
	case v.Path != "":
		what += fmt.Sprintf(" %q", string(v.Path))
	default:
		what = "no file"
	}
	return fmt.Sprintf("%s by %s at %s", what, v.protocol, v.Server)
}
