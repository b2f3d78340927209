package gopher

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// URI returns the URI of an item: what stands in a line of a menu, as octets.
// fields are, if there are any, the search string and the gopher+ string.
//
// host is a name, or an address with or without brackets. A port of 70 is left
// out. In the path everything but pchar and "/" is percent-encoded, so "?" and
// "#" are too. The view of the result has the octets that were given, whatever
// they are. The error tells of a host that is none, of port 0, of a tab in the
// selector or search string, and of more fields than two.
func URI(host string, port uint16, t Type, selector string, fields ...string) (uri.URI, error) {
	return build("gopher", host, port, t, selector, fields...)
}

func build(name, host string, port uint16, t Type, selector string, fields ...string) (uri.URI, error) {
	authority, err := authority("", host, port, gopherPort)
	if err != nil {
		return uri.URI{}, err
	}
	path, err := itemPath(t, selector, fields)
	if err != nil {
		return uri.URI{}, err
	}
	return uri.Parse(name + "://" + authority + path)
}

// URI returns the URI that v was read from, with its fields as they are now and
// in normal form: an item that is the top of its server has the path "/", and
// everything but pchar and "/" is percent-encoded. The error tells of a v that
// was read from no URI with a host, and of a tab in selector or search string.
func (v View) URI() (uri.URI, error) {
	if v.uri.Host() == "" {
		return uri.URI{}, errors.New("gopher: no host is named")
	}
	var fields []string
	if v.Search != nil || v.Plus != nil {
		var search string
		if v.Search != nil {
			search = string(*v.Search)
		}
		fields = append(fields, search)
	}
	if v.Plus != nil {
		fields = append(fields, v.Plus.String())
	}
	path, err := itemPath(v.Type, string(v.Selector), fields)
	if err != nil {
		return uri.URI{}, err
	}
	text := v.uri.String()
	return uri.Parse(text[:rangeOf(v.uri, uri.Authority).end] + path + text[v.whole.end:])
}

// itemPath writes the path of an item. What it writes is read back as the same.
func itemPath(t Type, selector string, fields []string) (string, error) {
	if t == '1' && selector == "" && len(fields) == 0 {
		return "/", nil
	}
	if len(fields) > 2 {
		return "", fmt.Errorf("gopher: %d fields behind the selector: there are two", len(fields))
	}
	var b strings.Builder
	b.WriteByte('/')
	b.WriteString(pct.Encode(string([]byte{byte(t)})+selector, pct.Path))
	if strings.Contains(selector, "\t") || len(fields) > 0 && strings.Contains(fields[0], "\t") {
		return "", errors.New("gopher: a tab in a selector or search string would end it")
	}
	for _, field := range fields {
		b.WriteString(tab)
		b.WriteString(pct.Encode(field, pct.Path))
	}
	return b.String(), nil
}

// authority writes an authority: user is not written if it is "", port not if
// it is the default.
func authority(user, host string, port, byDefault uint16) (string, error) {
	host, err := hostText(host)
	if err != nil {
		return "", err
	}
	if port == 0 {
		return "", errors.New("there is no port 0")
	}
	if user != "" {
		host = pct.Encode(user, pct.RegName) + "@" + host
	}
	if port != byDefault {
		host += ":" + strconv.Itoa(int(port))
	}
	return host, nil
}

// hostText writes a host: brackets around an IPv6 address, octets of UTF-8
// encoded. What no look-up could find is refused, so that a line of a menu
// cannot bring delimiters into an authority.
func hostText(host string) (string, error) {
	if addr, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil && addr.Zone() == "" {
		if addr.Is6() {
			return "[" + strings.Trim(host, "[]") + "]", nil
		}
		return addr.String(), nil
	}
	bad := func(r rune) bool { return r <= ' ' || r == 0x7f || strings.ContainsRune(`/\%@:?#[]<>"`, r) }
	switch {
	case host == "":
		return "", errors.New("no host is named")
	case !utf8.ValidString(host) || strings.ContainsFunc(host, bad):
		return "", fmt.Errorf("%q is no name of a host", host)
	}
	return pct.Encode(host, pct.RegName), nil
}
