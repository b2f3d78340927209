package mailto

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/scheme/msgid"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Characters that are written as they are, by RFC 6068, section 2: in both sides
// of an address, and in names and values of header fields (qchar).
var (
	addressChars = pct.Unreserved.With("!$'()*+:")
	qchar        = pct.Unreserved.With("!$'()*+,;:@")
)

// URI returns the URI of a message to addresses, with header fields: the inverse
// of [Parse]. Everything is given as text, and what must be is encoded. The error
// tells of what is no addr-spec, of a field whose name cannot be one, and of a
// line break in a value other than the body's, which would add a field.
func URI(to []string, fields ...HField) (uri.URI, error) {
	var b strings.Builder
	b.WriteString("mailto:")
	for i, address := range to {
		localPart, domain, fault := msgid.SplitAddrSpec(address)
		if fault != nil {
			return uri.URI{}, fmt.Errorf("mailto: %q is no address: %s", address, fault.Reason)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(pct.Encode(localPart, addressChars) + "@" + pct.Encode(domain, addressChars))
	}
	for i, h := range fields {
		if err := h.check(); err != nil {
			return uri.URI{}, err
		}
		b.WriteByte("?&"[min(i, 1)])
		b.WriteString(pct.Encode(string(h.Name), qchar) + "=" + pct.Encode(string(h.Value), qchar))
	}
	return uri.Parse(b.String())
}

// URI returns the URI of a view: the addresses before the question mark and the
// fields as they were, all else in normal form. The error is that of the function
// [URI].
func (v View) URI() (uri.URI, error) {
	to := make([]string, v.ahead)
	for i := range to {
		to[i] = string(v.To[i])
	}
	return URI(to, v.HFields...)
}

// normal writes all addresses before the question mark, since that and the field
// to mean the same (RFC 6068, section 2); their domains in ASCII and lower case;
// and names of fields in lower case. It encodes what must be and nothing else.
func normal(u uri.URI) uri.URI {
	r := read(u)
	if scheme.Forbidden("mailto", r.remarks) != nil {
		return u
	}
	to, move := r.view.To[:r.view.ahead], r.fields["to"] == 1 && r.toIsPlain
	if move {
		to = r.view.To
	}
	var addresses []string
	for _, address := range to {
		localPart, domain, _ := msgid.SplitAddrSpec(string(address))
		addresses = append(addresses, localPart+"@"+normalDomain(domain))
	}
	var fields []HField
	for _, h := range r.view.HFields {
		if !move || !h.is("to") {
			fields = append(fields, HField{scheme.Octets(strings.ToLower(string(h.Name))), h.Value})
		}
	}
	n, err := URI(addresses, fields...)
	if err == nil && u.HasFragment() {
		n, err = n.WithFragment(u.Fragment())
	}
	if err != nil {
		return u
	}
	return n
}
