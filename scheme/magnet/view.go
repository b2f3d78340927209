package magnet

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a magnet URI means. All is decoded. The zero value names
// nothing.
type View struct {
	// XT are the exact topics, by any of which the thing is known, as they are
	// compared: urn:btih: and urn:btmh: with hex digits in lower case.
	XT []scheme.Octets `json:"xt"`

	DN  *scheme.Octets  `json:"dn,omitempty"`   // the name to show; nil if there is none
	XL  string          `json:"xl,omitempty"`   // the exact length in bytes, as written
	TR  []scheme.Octets `json:"tr,omitempty"`   // trackers
	WS  []scheme.Octets `json:"ws,omitempty"`   // web seeds, which have the content itself
	XS  []scheme.Octets `json:"xs,omitempty"`   // exact sources: what is there has the hash
	AS  []scheme.Octets `json:"as,omitempty"`   // acceptable sources, to fall back to
	KT  []scheme.Octets `json:"kt,omitempty"`   // words to search for
	XPE []scheme.Octets `json:"x.pe,omitempty"` // peers, as host:port

	// Params are the others as [name, value] in their order, a second dn among
	// them, and an xl that is no number.
	Params [][2]scheme.Octets `json:"params,omitempty"`

	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is magnet. The error is the first
// thing that the scheme forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	if r.view.XT == nil {
		r.view.XT = []scheme.Octets{}
	}
	return r.view, scheme.Forbidden("magnet", r.remarks)
}

// valueBare are the octets that stand bare in a value: those of a URN, so that
// topics can be read. "&", "+" and ";" would be read as something else.
var valueBare = pct.Unreserved.With(":@!$'()*,/")

// URI returns a URI with the meaning of v. Parameters stand in the order of the
// fields and have no numbers, so that it need not be the URI that v was read
// from. The error says what v has that no magnet URI can hold.
func (v View) URI() (uri.URI, error) {
	var pairs []string
	add := func(name scheme.Octets, values ...scheme.Octets) {
		for _, value := range values {
			pairs = append(pairs, pct.Encode(string(name), pct.Unreserved)+"="+pct.Encode(string(value), valueBare))
		}
	}
	add("xt", v.XT...)
	if v.DN != nil {
		add("dn", *v.DN)
	}
	if v.XL != "" {
		add("xl", scheme.Octets(v.XL))
	}
	for _, l := range v.lists() {
		add(l.name, l.values...)
	}
	for _, p := range v.Params {
		add(p[0], p[1])
	}
	u, err := uri.Parse("magnet:?" + strings.Join(pairs, "&"))
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && !w.equal(v) {
		err = errors.New("magnet: a parameter is of another field, or a topic or length is not as it is compared")
	}
	return u, err
}

type list struct {
	name   scheme.Octets
	values []scheme.Octets
}

func (v View) lists() []list {
	return []list{{"tr", v.TR}, {"ws", v.WS}, {"xs", v.XS}, {"as", v.AS}, {"kt", v.KT}, {"x.pe", v.XPE}}
}

func (v View) equal(w View) bool {
	sameList := func(a, b list) bool { return slices.Equal(a.values, b.values) }
	sameName := v.DN == w.DN || v.DN != nil && w.DN != nil && *v.DN == *w.DN
	return sameName && v.XL == w.XL && slices.Equal(v.XT, w.XT) && slices.EqualFunc(v.lists(), w.lists(), sameList) && slices.Equal(v.Params, w.Params)
}

// normal writes exact topics as they are compared; all else stays, its order
// too.
func normal(u uri.URI) uri.URI {
	if !u.HasQuery() {
		return u
	}
	pieces := strings.Split(u.Query(), "&")
	for i, piece := range pieces {
		if p := uri.Pair(piece); piece != "" && base(p.Name()) == "xt" {
			name, _, _ := strings.Cut(piece, "=")
			topic, _ := canonical(p.Value())
			pieces[i] = name + "=" + pct.Encode(topic, valueBare)
		}
	}
	n, err := u.WithQuery(strings.Join(pieces, "&"))
	if err != nil {
		return u // it can only be too long
	}
	return n
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := "something"
	if v.DN != nil {
		what = fmt.Sprintf("%q", string(*v.DN))
	}
	switch {
	case len(v.XT) > 0:
		return fmt.Sprintf("%s, which is what hashes to %q", what, string(v.XT[0]))
	case len(v.KT) > 0:
		return fmt.Sprintf("%s, to be searched for by %q", what, string(v.KT[0]))
	}
	return what + " without a hash"
}
