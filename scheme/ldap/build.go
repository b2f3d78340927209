package ldap

import (
	"errors"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// URI returns the URL that v was read from, with DN, attributes, scope, filter
// and extensions as they are now. Slash and DN are written even if there is
// nothing behind the host, question marks only before something; what RFC 4516,
// section 2.1, does not want percent-encoded is not. RDNs is not looked at.
//
// The URL is read back as v, but for an undefined DN, which becomes the empty
// one that it stands for, and for what is empty but not nil. The error tells of a
// v that was read from no URI with two slashes, and of a field that the scheme
// forbids.
func (v View) URI() (uri.URI, error) {
	if !v.uri.HasAuthority() {
		return uri.URI{}, errors.New("ldap: the view was read from no URI with two slashes")
	}
	_, end, _ := v.uri.Range(uri.Authority)
	parts := []string{encode(v.DN), encodeList(v.Attributes), encode(v.Scope), encode(v.Filter), encodeExtensions(v.Extensions)}
	text := v.uri.String()[:end] + "/" + strings.Join(parts, "?")
	if v.Extensions == nil {
		text = strings.TrimRight(text, "?")
	}
	if v.uri.HasFragment() {
		text += "#" + v.uri.Fragment()
	}
	u, err := uri.Parse(text)
	if err == nil {
		_, err = Parse(u)
	}
	return u, err
}

// encode writes a part of an LDAP URL, of which only the question mark and what
// cannot stand in a path is encoded (RFC 4516, section 2.1).
func encode(o *scheme.Octets) string {
	if o == nil {
		return ""
	}
	return pct.Encode(string(*o), pct.Path)
}

// encodeElement writes an element of a list, in which a comma is encoded, too.
func encodeElement(o scheme.Octets) string {
	return strings.ReplaceAll(encode(&o), ",", "%2C")
}

func encodeList(list []scheme.Octets) string {
	var encoded []string
	for _, o := range list {
		encoded = append(encoded, encodeElement(o))
	}
	return strings.Join(encoded, ",")
}

func encodeExtensions(list []Extension) string {
	var encoded []string
	for _, e := range list {
		text := encodeElement(e.Name)
		if e.Critical {
			text = "!" + text
		}
		if e.Value != nil {
			text += "=" + encodeElement(*e.Value)
		}
		encoded = append(encoded, text)
	}
	return strings.Join(encoded, ",")
}

// normal writes the URL as [View.URI] does, the names of attributes, matching
// rules and extensions in lower case (RFC 4512, section 1.4 and 2.5), and DN and
// filter with no escapes but those that they need. The order of names,
// attributes and extensions stays, and so does what is the default anyway: in a
// referral the default is another (RFC 4511, section 4.1.10).
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	if v.DN != nil {
		v.DN = new(scheme.Octets(v.RDNs.append(nil, foldDescription)))
	}
	for i, attr := range v.Attributes {
		v.Attributes[i] = scheme.Octets(foldDescription(string(attr)))
	}
	if v.Filter != nil {
		f, _ := ParseFilter(string(*v.Filter)) // Parse has read it already
		v.Filter = new(scheme.Octets(f.append(nil, foldDescription)))
	}
	for i, e := range v.Extensions {
		v.Extensions[i].Name = scheme.Octets(strings.ToLower(string(e.Name)))
	}
	n, err := v.URI()
	if err != nil || n.String() == u.String() {
		return u
	}
	return n
}

// maxSteps is how many steps a trail has: each is a URL that is written anew, and
// a name of thousands would take the square of that.
const maxSteps = 100

// trail climbs from the entry nearest to the root to the one that the URL names.
func trail(u uri.URI) (steps []scheme.Step) {
	v := read(u).view
	if len(v.RDNs) > maxSteps {
		return nil
	}
	parent := View{Server: v.Server, uri: v.uri.WithoutFragment()}
	for i := len(v.RDNs) - 1; i >= 0; i-- {
		parent.DN = new(scheme.Octets(v.RDNs[i:].String()))
		to, _ := parent.URI() // zero, and so no link, if there is no such URL
		if i == 0 {
			to = u
		}
		steps = append(steps, scheme.Step{Start: v.rdnAt[i][0], End: v.rdnAt[i][1], URI: to})
	}
	return steps
}
