package imap

import (
	"errors"
	"strconv"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Characters that are written as they are, by RFC 5092, section 11.
var (
	achar = pct.Unreserved.With("!$'()*+,&=")
	bchar = achar.With(":@/")
)

// URI returns the URI of a view, the inverse of [Parse], with names of parameters
// in capitals. The default port is left out, and what must be is encoded and
// nothing else: of the slashes of a mailbox one at its start, and those beside a
// part that would be a dot segment. A token is that of the URI that v was read from, and good
// for the bytes of that alone. The error tells of what cannot be written, such as
// a password.
func (v View) URI() (uri.URI, error) {
	switch {
	case v.Password:
		return uri.URI{}, errors.New("imap: a URI has no place for a password")
	case v.User != nil && *v.User == "":
		return uri.URI{}, errors.New("imap: the name of the user is empty")
	case v.ListType != nil:
		return uri.URI{}, errors.New("imap: lists of mailboxes are obsolete")
	case v.Mailbox != nil && *v.Mailbox == "":
		return uri.URI{}, errors.New("imap: the name of the mailbox is empty")
	case v.Mailbox == nil && (v.UIDValidity != nil || v.UID != nil || v.Section != nil || v.Partial != nil || v.Expire != nil || v.URLAuth != nil):
		return uri.URI{}, errors.New("imap: no mailbox is named")
	}
	b := uri.Builder{Scheme: "imap", Host: &v.Host, Userinfo: v.userinfo(), Path: v.path()}
	if v.Port != "" && v.Port != strconv.Itoa(port) {
		b.Port = &v.Port
	}
	if v.Search != nil {
		b.Query = new(pct.Encode(string(*v.Search), bchar))
	}
	u, err := b.URI()
	if err != nil {
		return uri.URI{}, err
	}
	return u, scheme.Forbidden("imap", read(u).remarks)
}

func (v View) userinfo() *string {
	var text string
	switch {
	case v.User == nil && v.Auth == nil:
		return nil
	case v.User != nil:
		text = pct.Encode(string(*v.User), achar)
	}
	switch {
	case v.Auth == nil:
	case *v.Auth == "*":
		text += ";AUTH=*"
	default:
		text += ";AUTH=" + pct.Encode(string(*v.Auth), achar)
	}
	return &text
}

// path writes the mailbox and its parameters.
func (v View) path() string {
	if v.Mailbox == nil {
		return "/"
	}
	path := mailboxText(string(*v.Mailbox))
	if isDots(path) && v.UIDValidity == nil {
		path = strings.ReplaceAll(path, ".", "%2E")
	}
	add := func(name string, value *string) {
		if value != nil {
			path += name + *value
		}
	}
	add(";UIDVALIDITY=", v.UIDValidity)
	add("/;UID=", v.UID)
	add("/;SECTION=", encoded(v.Section))
	if v.Partial != nil {
		add("/;PARTIAL=", &v.Partial.Offset)
		add(".", v.Partial.Length)
	}
	add(";EXPIRE=", encoded(v.Expire))
	if v.URLAuth != nil {
		path += ";URLAUTH=" + pct.Encode(string(v.URLAuth.Access), achar)
		add(":", encoded(v.URLAuth.Mechanism))
		if v.URLAuth.Token {
			add(":", &v.token)
		}
	}
	return "/" + path
}

func encoded(text *scheme.Octets) *string {
	if text == nil {
		return nil
	}
	return new(pct.Encode(string(*text), bchar))
}

// mailboxText writes the name of a mailbox, so that no slash of it makes "//" at
// the start of the path or a dot segment (RFC 5092, section 7). That cannot help
// a name which is nothing but dots.
func mailboxText(name string) string {
	parts := strings.Split(pct.Encode(name, bchar), "/")
	var b strings.Builder
	b.WriteString(parts[0])
	for i, part := range parts[1:] {
		slash := "/"
		if before := parts[i]; b.Len() == 0 || isDots(before) || isDots(part) {
			slash = "%2F"
		}
		b.WriteString(slash + part)
	}
	return b.String()
}

func isDots(s string) bool { return s == "." || s == ".." }
