package gopher

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An Item is a line of a menu (RFC 1436, section 2 and appendix, "DirEntity";
// Gopher+, section 2.2):
//
//	type name TAB selector TAB host TAB port [ TAB plus ]
//
// The fields are as the server sent them: octets, in no encoding that it names.
type Item struct {
	Type     Type
	Name     string // for people
	Selector string
	Host     string // "" is the server of the menu
	Port     string // "" is that of the server, if Host is "" too, and 70 otherwise
	Plus     string // "+" of a Gopher+ item, "?" of one with a form
}

// ParseItem reads a line of a menu, without its line end. Every line is one:
// servers send lines of text without any tab, which become items of type i with
// the whole line as their name, and lines that lack fields at their end.
func ParseItem(line string) Item {
	fields := strings.Split(line, "\t")
	if len(fields) == 1 || fields[0] == "" {
		return Item{Type: 'i', Name: strings.TrimLeft(line, "\t")}
	}
	it := Item{Type: Type(line[0]), Name: fields[0][1:], Selector: fields[1]}
	for i, to := range [...]*string{&it.Host, &it.Port, &it.Plus} {
		if len(fields) > 2+i {
			*to = strings.Trim(fields[2+i], " ")
		}
	}
	return it
}

// errorHost is the host, with port 1, by which servers mark the items that tell
// of an error, whatever their type.
const errorHost = "error.host"

// IsError reports whether the item tells of an error: its type is 3, or it is
// at port 1 of error.host, and no line of information.
func (it Item) IsError() bool {
	return it.Type == '3' || it.Type != 'i' && it.Host == errorHost && it.Port == "1"
}

// URI returns what the item leads to; menu is the URI of the menu that it stands
// in. It is the zero URI for an item that leads nowhere: information and
// errors. The error says what is wrong with a field.
//
// An item of type 8 or T leads to telnet: or tn3270:, with the selector as the
// login name, and one of type 2 to cso:; one of type h whose selector is "URL:"
// and a URI, or of type w with a URI, leads there. All others lead to gopher:,
// but to gophers: from a menu of that scheme to the same server, since nothing
// in a menu could say so. The tags "+", of an item of Gopher+, and "?", of one
// with a form, become its gopher+ string.
func (it Item) URI(menu uri.URI) (uri.URI, error) {
	if it.Type == 'i' || it.IsError() {
		return uri.URI{}, nil
	}
	if it.Type == 0 {
		return uri.URI{}, errors.New("a NUL is no item type")
	}
	if u, ok := it.elsewhere(); ok {
		return u, nil
	}
	port, err := it.port(menu)
	if err != nil {
		return uri.URI{}, err
	}
	host := it.Host
	if host == "" {
		host = pct.Decode(menu.Host())
	}
	name := "gopher"
	if strings.EqualFold(menu.Scheme(), "gophers") && isServerOf(menu, host, port) {
		name = "gophers"
	}
	switch transfer := it.Type.Transfer(); {
	case transfer == Session:
		return it.session(host, port)
	case transfer == PhoneBook:
		return phoneBook(host, port, it.Selector)
	case it.Plus == "?" || it.Plus == "+":
		return build(name, host, port, it.Type, it.Selector, "", it.Plus)
	default:
		return build(name, host, port, it.Type, it.Selector)
	}
}

// isServerOf reports whether host and port are those of the server of a menu.
func isServerOf(menu uri.URI, host string, port uint16) bool {
	own, err := Item{}.port(menu)
	return err == nil && port == own && strings.EqualFold(strings.Trim(host, "[]"), strings.Trim(pct.Decode(menu.Host()), "[]"))
}

// The default ports of the protocols that items lead to.
const (
	gopherPort = 70
	telnetPort = 23
	csoPort    = 105
)

// port returns the port of the item, which is in the URI unless it is the
// default. Sessions often have port 0, which means the default.
func (it Item) port(menu uri.URI) (uint16, error) {
	text := it.Port
	switch transfer := it.Type.Transfer(); {
	case transfer == Session && (text == "" || text == "0"):
		return telnetPort, nil
	case transfer == PhoneBook && text == "":
		return csoPort, nil
	case text == "" && it.Host == "" && menu.Port() != "":
		text = menu.Port()
	case text == "":
		return gopherPort, nil
	}
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("%q is no number of a port", text)
	}
	return uint16(port), nil
}

// session returns the URI of an interactive session. Old menus write the login
// name with a slash before it, which would not be part of a name.
func (it Item) session(host string, port uint16) (uri.URI, error) {
	name := "telnet"
	if it.Type == 'T' {
		name = "tn3270"
	}
	authority, err := authority(login(it.Selector), host, port, telnetPort)
	if err != nil {
		return uri.URI{}, err
	}
	return uri.Parse(name + "://" + authority + "/")
}

// phoneBook returns the URI of a CSO name server (RFC 1436, section 3.7.1), or
// of a query to it. An item has no query, and so an empty selector.
func phoneBook(host string, port uint16, query string) (uri.URI, error) {
	authority, err := authority("", host, port, csoPort)
	if err != nil {
		return uri.URI{}, err
	}
	return uri.Parse("cso://" + authority + "/" + pct.Encode(query, pct.Path))
}

// login returns the login name that is the selector of a session.
func login(selector string) string { return strings.TrimPrefix(selector, "/") }

// Login returns the login name of an item of type 8 or T: its selector, without
// the slash that some menus write before it.
func (v View) Login() string { return login(string(v.Selector)) }

// Elsewhere returns the URI that the selector of an item of type h or w holds:
// "URL:http://example.org/", the same with "URI:" or a slash before it, and
// without a prefix in type w; and of type 2 that of the phone book at the same
// host and port, or the port of phone books if none is named. It reports false
// if there is none.
func (v View) Elsewhere() (uri.URI, bool) {
	if v.Type.Transfer() == PhoneBook {
		port, err := Item{Type: v.Type, Port: v.uri.Port()}.port(v.uri)
		if err != nil {
			return uri.URI{}, false
		}
		u, err := phoneBook(pct.Decode(v.uri.Host()), port, string(v.Selector))
		return u, err == nil
	}
	return Item{Type: v.Type, Selector: string(v.Selector)}.elsewhere()
}

func (it Item) elsewhere() (uri.URI, bool) {
	text := strings.TrimPrefix(it.Selector, "/")
	prefixed := len(text) > len("URL:") && (strings.EqualFold(text[:4], "URL:") || strings.EqualFold(text[:4], "URI:"))
	switch {
	case prefixed && (it.Type == 'h' || it.Type == 'w'):
		text = text[4:]
	case it.Type == 'w':
		text = it.Selector
	default:
		return uri.URI{}, false
	}
	// Spaces and letters beyond ASCII are met; encoding them is what the author
	// should have done.
	u, err := uri.Parse(pct.Encode(text, anyURI))
	return u, err == nil && u.HasScheme()
}

// anyURI are the octets that can stand in a URI as they are.
var anyURI = pct.Query.With("#[]%")
