package irc

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an irc, ircs or irc6 URI means: a server, and a channel or a
// person there if one is named.
type View struct {
	scheme.Server

	// Channel is the name of the channel, decoded, with the "#" that a URI may
	// leave out; nil if none is named.
	Channel *scheme.Octets `json:"channel,omitempty"`

	// Nick is the nickname of somebody, decoded, perhaps with "!user@host"
	// behind it.
	Nick *scheme.Octets `json:"nick,omitempty"`

	// Flags are what stands behind commas: isuser, ischannel, isserver and
	// isnetwork in lower case; isnick, needpass and needkey of the draft of 1996,
	// too; all others as written.
	Flags []string `json:"flags,omitempty"`

	// Key reports whether there is a key, the password of the channel; what it
	// is stays in the URI.
	Key bool `json:"key,omitempty"`

	// Options are the others as [name, value] in their order, decoded.
	Options [][2]scheme.Octets `json:"options,omitempty"`

	uri   uri.URI
	parts []scheme.Part
	key   string
}

// Parse returns the meaning of u, whose scheme is irc, ircs or irc6. The error is
// the first thing that is forbidden about it; the view then holds what could be
// read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden(strings.ToLower(u.Scheme()), r.remarks)
}

func (v View) isNick() bool {
	return slices.Contains(v.Flags, "isuser") || slices.Contains(v.Flags, "isnick")
}

// ChannelKey returns the key of the channel, decoded; ok tells an empty one from
// none.
func (v View) ChannelKey() (key string, ok bool) { return v.key, v.Key }

// URI returns the URI that v was read from, with the fields behind the server as
// they are now and in normal form. The error tells of a v that was read from no
// URI with an authority, and of fields that cannot be written.
func (v View) URI() (uri.URI, error) {
	if !v.uri.HasAuthority() {
		return uri.URI{}, errors.New("irc: no host is named")
	}
	name := ""
	for _, p := range []*scheme.Octets{v.Channel, v.Nick} {
		if p != nil {
			name += string(*p)
		}
	}
	path := "/" + strings.Join(append([]string{pct.Encode(name, nameBare)}, v.Flags...), ",")
	u, err := v.uri.WithoutFragment().WithPath(path)
	if err == nil {
		u, err = v.withOptions(u)
	}
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && (!same(w.Channel, v.Channel) || !same(w.Nick, v.Nick) || !slices.Equal(w.Flags, v.Flags)) {
		err = errors.New("irc: a channel and a nickname, or one that its flags say is another, or a flag with a delimiter")
	}
	return u, err
}

func same(a, b *scheme.Octets) bool { return a == b || a != nil && b != nil && *a == *b }

func (v View) withOptions(u uri.URI) (uri.URI, error) {
	var options []string
	for _, o := range v.Options {
		options = append(options, string(o[0])+"="+pct.Encode(string(o[1]), pct.Unreserved))
	}
	if v.Key {
		options = append(options, "key="+pct.Encode(v.key, pct.Unreserved))
	}
	if options == nil {
		return u.WithoutQuery(), nil
	}
	return u.WithQuery(strings.Join(options, "&"))
}

// nameBare are the octets that stand bare in a name: no comma, which would end
// it, and no slash, which programs take for one.
var nameBare = pct.Unreserved.With("!$&'()*+;=:@")

// normal writes the slash behind the host, the "#" of a channel as %23 and flags
// in lower case. A bare "#" stays: it is a fragment to everybody else.
func normal(u uri.URI) uri.URI {
	r := read(u)
	if isBareHash(u) || scheme.Forbidden("", r.remarks) != nil {
		return u
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(u.Path(), "/"), ",")
	if r.view.Channel != nil && !strings.Contains(prefixes, pct.Decode(name)[:1]) {
		name = "%23" + name
	}
	n, err := u.WithPath("/" + strings.Join(append([]string{name}, r.view.Flags...), ","))
	if err != nil {
		return u // it can only be too long
	}
	return n
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what := "the chat at "
	switch {
	case v.Channel != nil:
		what = fmt.Sprintf("the channel %q at ", string(*v.Channel))
	case v.Nick != nil:
		what = fmt.Sprintf("a talk with %q at ", string(*v.Nick))
	}
	if slices.Contains(v.Flags, "isnetwork") {
		what += "the network "
	}
	return what + v.Server.String()
}
