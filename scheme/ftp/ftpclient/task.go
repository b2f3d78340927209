package ftpclient

import (
	"net"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/internal/mediatype"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/ftp"
	"uriel.dev/uri/pct"
)

// A task is what there is to do for a request.
type task struct {
	key
	req   *get.Request
	view  ftp.View
	login login

	dirs   []string // arguments of CWD
	name   string   // argument of the command that opens the transfer
	isList bool
	noCWD  bool   // the name of a list stays one, whatever the command
	code   string // of TYPE: "A" or "I"

	lent bool // a transfer has the connection, and gives it back
}

// A key is what requests must have in common to share a connection.
type key struct {
	scheme, addr string
	ssl          string // "try", "require" or ""
	account      string
	user         string
	password     string
}

// isSecure reports whether the connection begins with TLS.
func (k key) isSecure() bool { return k.scheme == "ftps" }

// read finds out what is to be done, without doing it.
func (h *handler) read(req *get.Request) (*task, error) {
	u := req.URI
	t := &task{req: req, key: key{scheme: strings.ToLower(u.Scheme())}}
	if err := policy.Octets(t.info(), u); err != nil {
		return nil, &get.Error{Op: "get", URI: u, Kind: get.Denied, Err: err}
	}
	var err error
	if t.view, err = ftp.Parse(u); err != nil {
		return nil, get.Errorf(get.Invalid, "get", u, "%w", err)
	}
	if _, err := t.view.Commands(); err != nil {
		return nil, get.Errorf(get.Unsupported, "get", u, "%w", err)
	}
	if port, err := strconv.ParseUint(t.view.Port, 10, 16); err != nil || port == 0 {
		return nil, get.Errorf(get.Invalid, "get", u, "there is no port %s", t.view.Port)
	}
	t.addr = net.JoinHostPort(pct.Decode(strings.Trim(u.Host(), "[]")), t.view.Port)
	t.isList = t.view.IsList()
	if err := t.readOptions(); err != nil {
		return nil, err
	}
	t.readPath()
	t.login = h.loginOf(req)
	t.user, t.password = t.login.user, t.login.password
	if strings.ContainsAny(t.user+t.password+t.account, scheme.Controls) {
		return nil, get.Errorf(get.Invalid, "log in", u, "a user name, password and account hold no control characters (RFC 959 5.3.2)")
	}
	return t, nil
}

func (t *task) info() *scheme.Info {
	if t.isSecure() {
		return &infos[1]
	}
	return &infos[0]
}

// readOptions checks the options of the request.
func (t *task) readOptions() error {
	for name, allowed := range map[string][]string{
		OptionMethod: {"multicwd", "singlecwd", "nocwd"},
		OptionSSL:    {"try", "require"},
		OptionType:   {"auto"},
		OptionActive: {"yes"},
		OptionAppend: {"yes"},
	} {
		if value := t.req.Options[name]; value != "" && !slices.Contains(allowed, value) {
			return get.Errorf(get.Invalid, "get", t.uri(), "option %s: %q is none of %s", name, value, strings.Join(allowed, ", "))
		}
	}
	if email := t.req.Options[OptionEmail]; strings.ContainsAny(email, scheme.Controls) {
		return get.Errorf(get.Invalid, "get", t.uri(), "option %s: a control character in %q", OptionEmail, email)
	}
	t.account = t.req.Options[OptionAccount]
	if !t.isSecure() {
		t.ssl = t.req.Options[OptionSSL]
	}
	return nil
}

// readPath makes the arguments of the commands, by the method that is wanted.
func (t *task) readPath() {
	for _, dir := range t.view.CWD {
		t.dirs = append(t.dirs, string(dir))
	}
	t.name = string(t.view.Name)
	t.code = "I"
	if t.view.Type != nil && *t.view.Type == "a" ||
		t.view.Type == nil && t.req.Options[OptionType] == "auto" && mediatype.IsText(mediatype.ByName(t.name)) {
		t.code = "A"
	}
	switch t.req.Options[OptionMethod] {
	case "singlecwd":
		if t.isList && t.name != "" {
			t.dirs, t.name = append(t.dirs, t.name), ""
		}
		if len(t.dirs) > 0 {
			t.dirs = []string{join(append(t.dirs, ""))}
		}
	case "nocwd":
		t.name, t.dirs, t.noCWD = join(append(t.dirs, t.name)), nil, true
	}
}

// join makes one path of segments, the last of which may be "" for none, in the
// manner of Unix. An empty first segment is the root there, as users of curl
// expect; other empty ones are dropped.
func join(segments []string) string {
	var b strings.Builder
	for i, s := range segments {
		if s == "" && i == 0 && len(segments) > 1 || s != "" && b.Len() > 0 && !strings.HasSuffix(b.String(), "/") {
			b.WriteByte('/')
		}
		b.WriteString(s)
	}
	return b.String()
}

// isForeign reports whether a name of the path goes beyond ASCII, and is UTF-8,
// so that the server has to know how it is meant (RFC 2640, section 2.2).
func (t *task) isForeign() bool {
	path := strings.Join(t.dirs, "/") + "/" + t.name
	return utf8.ValidString(path) && strings.ContainsFunc(path, func(r rune) bool { return r >= utf8.RuneSelf })
}
