package urn

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a URN says (RFC 8141, section 2). Its components are as they
// are written, escapes and all. The zero value names nothing.
type View struct {
	NID string  `json:"nid,omitempty"`
	NSS string  `json:"nss,omitempty"`
	R   *string `json:"r,omitempty"` // nil without "?+"
	Q   *string `json:"q,omitempty"` // nil without "?="
	F   *string `json:"f,omitempty"` // nil without "#"

	// Namespace is what the namespace makes of the NSS, a struct; nil if
	// nothing is known of it, or it makes nothing of it.
	Namespace any `json:"namespace,omitempty"`

	Canonical   string   `json:"canonical,omitempty"`   // of the assigned name; "" if it is no URN
	Display     string   `json:"display,omitempty"`     // for people; "" where the canonical form is as good
	Equivalents []string `json:"equivalents,omitempty"` // other URNs that name the same by the namespace

	Draft   Standing `json:"draft,omitempty"`   // by draft-ietf-urn-syntax-04
	RFC2141 Standing `json:"rfc2141,omitempty"` // by RFC 2141

	uri  uri.URI
	name URN
}

// ViewOf returns the meaning of u, whose scheme is urn. The error says why it is
// no URN by RFC 8141, or may not be used; the view then holds what could be
// read.
func ViewOf(u uri.URI) (View, error) {
	text := u.String()
	v := View{uri: u, Draft: VerdictDraft(text).Standing, RFC2141: Verdict2141(text).Standing}
	n, err := Parse(text)
	if err != nil {
		v.NID, v.NSS, _ = strings.Cut(u.Path(), ":")
		v.F = defined(u.Fragment(), u.HasFragment())
		return v, scheme.Forbidden("urn", remarks(u))
	}
	v.name = n
	v.NID, v.NSS = n.NID(), n.NSS()
	v.R, v.Q, v.F = defined(n.R(), n.HasR()), defined(n.Q(), n.HasQ()), defined(n.F(), n.HasF())
	v.Canonical = n.Canonical()
	if d := n.Display(); d != v.Canonical {
		v.Display = d
	}
	if ns, known := NamespaceOf(v.NID); known {
		v.Namespace, _ = ns.Read(v.NSS)
		v.Equivalents = equivalents(ns, v.NSS)
	}
	return v, scheme.Forbidden("urn", remarks(u))
}

func defined(text string, ok bool) *string {
	if !ok {
		return nil
	}
	return &text
}

// equivalents returns the other URNs that name what an NSS names.
func equivalents(ns Namespace, nss string) (out []string) {
	if ns.Others == nil {
		return nil
	}
	for _, other := range ns.Others(nss) {
		out = append(out, prefix+ns.NID+":"+other)
	}
	return out
}

// URI returns the URN of NID, NSS, R, Q and F as they are now; what else is in v
// does not count. The scheme is spelled as in the URI that v was read from.
// Text that may hold anything is made an NSS by [EncodeNSS]. The error tells of a
// v that was read from what is no URN, since that may have had more than v, and
// of a part that cannot stand where it is put.
func (v View) URI() (uri.URI, error) {
	begin := prefix
	if v.uri.HasScheme() {
		if v.name == (URN{}) {
			return uri.URI{}, errors.New("urn: it was read from what is no URN")
		}
		begin = v.name.text[:len(prefix)]
	}
	var b strings.Builder
	b.WriteString(begin + v.NID + ":" + v.NSS)
	for _, c := range [...]struct {
		mark string
		text *string
	}{{"?+", v.R}, {"?=", v.Q}, {"#", v.F}} {
		if c.text != nil {
			b.WriteString(c.mark + *c.text)
		}
	}
	n, err := Parse(b.String())
	switch {
	case err != nil:
		return uri.URI{}, err
	case n.NID() != v.NID || n.NSS() != v.NSS || !is(n.R(), n.HasR(), v.R) || !is(n.Q(), n.HasQ(), v.Q) || !is(n.F(), n.HasF(), v.F):
		return uri.URI{}, errors.New("urn: a part holds what would end it")
	}
	return uri.Parse(n.String())
}

// is reports whether a component that was read is the one that was given.
func is(text string, ok bool, given *string) bool {
	return ok == (given != nil) && (!ok || text == *given)
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	n := v.name
	for _, c := range [...]struct {
		start, end uint32
		label      string
	}{
		{uint32(len(prefix)), n.nidEnd, "NID"}, {n.nidEnd + 1, n.nssEnd, "NSS"}, {n.nssEnd + 2, n.rEnd, "r-component"},
		{n.rEnd + 2, n.qEnd, "q-component"}, {n.qEnd + 1, uint32(len(n.text)), "f-component"},
	} {
		parts = scheme.AppendPart(parts, int(c.start), int(c.end), c.label)
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.name == (URN{}) {
		return "what begins like a URN and names nothing"
	}
	text := fmt.Sprintf("the name %q in the namespace %s", v.NSS, strings.ToLower(v.NID))
	if ns, known := NamespaceOf(v.NID); known {
		return text + ", " + ns.Title
	}
	if r, ok := Registered(v.NID); ok {
		return text + ", registered by " + r.Reference
	}
	return text
}
