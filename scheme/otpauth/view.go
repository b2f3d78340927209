package otpauth

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an otpauth URI means, without the key. Numbers are as written,
// or the default.
type View struct {
	Type    string         `json:"type,omitempty"`   // totp or hotp
	Issuer  *scheme.Octets `json:"issuer,omitempty"` // of the parameter, or else of the label; nil if neither has one
	Account scheme.Octets  `json:"account"`          // of the label, decoded

	// Secret reports whether there is a key; what it is stays in the URI.
	Secret bool `json:"secret,omitempty"`

	Algorithm string `json:"algorithm"`         // SHA1, which is the default, SHA256 or SHA512
	Digits    string `json:"digits"`            // of a password; 6 by default
	Counter   string `json:"counter,omitempty"` // to begin with, of hotp
	Period    string `json:"period,omitempty"`  // in seconds, of totp; 30 by default

	// Params are the other parameters as [name, value] in their order, the name
	// in lower case, the value decoded.
	Params [][2]scheme.Octets `json:"params,omitempty"`

	parts  []scheme.Part
	secret string
}

// Parse returns the meaning of u, whose scheme is otpauth. The error is the
// first thing that the format forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	v := r.view
	v.secret = r.secret
	return v, scheme.Forbidden("otpauth", r.remarks)
}

func (v *View) fillDefaults() {
	if v.Algorithm == "" {
		v.Algorithm = defaults["algorithm"]
	}
	if v.Digits == "" {
		v.Digits = defaults["digits"]
	}
	if v.Period == "" && v.Type == "totp" {
		v.Period = defaults["period"]
	}
}

// Key returns the key in base32, without equals signs at its end; "" if there is
// none. It is for an authenticator and nobody else.
func (v View) Key() string { return v.secret }

// URI returns the URI of v with that key, the inverse of [Parse] and
// [View.Key], the issuer both in the label and as a parameter, as the format
// recommends. The error says what cannot stand in it, but never the key.
func (v View) URI(key string) (uri.URI, error) {
	label := pct.Encode(string(v.Account), labelBare)
	query := []string{"secret=" + pct.Encode(key, pct.Unreserved)}
	if v.Issuer != nil {
		label = pct.Encode(string(*v.Issuer), labelBare) + ":" + label
		query = append(query, "issuer="+pct.Encode(string(*v.Issuer), pct.Unreserved))
	}
	for _, p := range [][2]string{{"algorithm", v.Algorithm}, {"digits", v.Digits}, {"counter", v.Counter}, {"period", v.Period}} {
		if p[1] != "" && p[1] != defaults[p[0]] {
			query = append(query, p[0]+"="+pct.Encode(p[1], pct.Unreserved))
		}
	}
	for _, p := range v.Params {
		query = append(query, pct.Encode(string(p[0]), pct.Unreserved)+"="+pct.Encode(string(p[1]), pct.Unreserved))
	}
	u, err := uri.Parse("otpauth://" + v.Type + "/" + label + "?" + strings.Join(query, "&"))
	if err != nil {
		return uri.URI{}, errors.New("otpauth: the type has a character that it cannot have")
	}
	w, err := Parse(u)
	if err == nil && (w.Account != v.Account || len(w.Params) != len(v.Params)) {
		err = errors.New("otpauth: the account begins with a space, or a parameter is there twice")
	}
	return u, err
}

// labelBare are the octets that stand bare in a label.
var labelBare = pct.Unreserved.With("@!$&'()*+,;=")

// normal writes the label with a bare colon and without spaces behind it, drops
// the padding of the secret, and leaves out parameters that have their default.
// All other parameters stay, in their order.
func normal(u uri.URI) uri.URI {
	r := read(u)
	if scheme.Forbidden("otpauth", r.remarks) != nil {
		return u
	}
	issuer, account, ok := strings.Cut(pct.Decode(strings.TrimPrefix(u.Path(), "/")), ":")
	label := pct.Encode(issuer, labelBare)
	if ok {
		label += ":" + pct.Encode(strings.TrimLeft(account, " "), labelBare)
	}
	pieces := strings.Split(u.Query(), "&")
	kept := pieces[:0]
	for _, piece := range pieces {
		raw, value, _ := strings.Cut(piece, "=")
		name := strings.ToLower(pct.Decode(raw))
		if name == "secret" {
			piece = raw + "=" + strings.TrimRight(strings.ReplaceAll(value, "%3D", "="), "=")
		}
		if byDefault := defaults[name]; byDefault == "" || value != byDefault {
			kept = append(kept, piece)
		}
	}
	b := u.Builder()
	b.Path, b.Query = "/"+label, new(strings.Join(kept, "&"))
	n, err := b.URI()
	if err != nil {
		return u // it can only be too long
	}
	return n
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	text := fmt.Sprintf("a key for passwords of %s digits, for the account %q", v.Digits, string(v.Account))
	if v.Issuer != nil {
		text += fmt.Sprintf(" of %q", string(*v.Issuer))
	}
	switch v.Type {
	case "totp":
		text += ", new every " + v.Period + " seconds"
	case "hotp":
		text += ", counted from " + v.Counter
	}
	return text
}
