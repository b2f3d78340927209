package get

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A Gateway is where the URIs of a scheme are sent instead of where they lead:
// whoever uses a new scheme gives a gateway for it, and clients are told to use
// it (draft-ietf-uri-url-03, section 1.2.9).
type Gateway struct {
	// Template is the address of the gateway, with fields in braces:
	//
	//	{uri}      the URI as it is written, without its fragment
	//	{uri:pct}  the same, all but unreserved characters percent-encoded
	//	{host}     a component, as it is written: scheme, userinfo, host, port,
	//	           path, query
	//	{page}     a text in the view of the scheme, percent-encoded
	//
	// A field that is undefined is empty.
	Template string

	// Missing sends only those to the gateway that are not found here, or
	// cannot be got here at all.
	Missing bool
}

// Check reports what is wrong with the template, whatever the URI.
func (g Gateway) Check() error {
	_, err := g.expand(func(string) string { return "x" })
	return err
}

// URI returns where to ask for u.
func (g Gateway) URI(schemes scheme.Table, u uri.URI) (uri.URI, error) {
	return g.expand(func(field string) string { return fieldOf(schemes, u.WithoutFragment(), field) })
}

func (g Gateway) expand(value func(field string) string) (uri.URI, error) {
	var b strings.Builder
	for rest := g.Template; rest != ""; {
		before, field, ok := strings.Cut(rest, "{")
		b.WriteString(before)
		if !ok {
			break
		}
		if field, rest, ok = strings.Cut(field, "}"); !ok {
			return uri.URI{}, errors.New("a brace is not closed")
		}
		b.WriteString(value(field))
	}
	u, err := uri.Parse(b.String())
	switch {
	case err != nil:
		return uri.URI{}, err
	case !strings.EqualFold(u.Scheme(), "http") && !strings.EqualFold(u.Scheme(), "https") || u.Host() == "":
		return uri.URI{}, errors.New("the address of a gateway is an http or https URI")
	}
	return u, nil
}

func fieldOf(schemes scheme.Table, u uri.URI, field string) string {
	switch field {
	case "uri":
		return u.String()
	case "uri:pct":
		return pct.Encode(u.String(), pct.Unreserved)
	}
	for _, c := range uri.Components {
		if c.String() == field {
			text, _ := u.Component(c)
			return text
		}
	}
	view, _ := schemes.View(u)
	var keys map[string]any
	if octets, err := json.Marshal(view); err != nil || json.Unmarshal(octets, &keys) != nil {
		return ""
	}
	text, _ := keys[field].(string)
	return pct.Encode(text, pct.Unreserved)
}

// through answers with the address of the gateway. Whoever set it up trusts it,
// so that it may be where a server could not send us.
func (c *Client) through(ctx context.Context, g Gateway, u uri.URI) (*Response, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, Fail(ctx, "get", u, Canceled, err)
	}
	to, err := g.URI(c.Schemes, u)
	if err != nil {
		return nil, Errorf(Invalid, "get", u, "through the gateway %s: %w", g.Template, err)
	}
	note := fmt.Sprintf("through the gateway for %s:", strings.ToLower(u.Scheme()))
	return &Response{URI: u, Answer: &Locations{List: []Location{{URI: to, Note: note}}, configured: true}}, nil
}

// gateway returns the gateway for the scheme of u, if there is one.
func (c *Client) gateway(u uri.URI) (Gateway, bool) {
	g, ok := c.Gateways[strings.ToLower(u.Scheme())]
	return g, ok
}

// isMissing reports whether an error is one for which another gateway may do.
func isMissing(err error) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && (e.Kind == NotFound || e.Kind == Unsupported)
}

// named lets the policy know of a hop that the configuration names.
func named(ctx context.Context, l *Locations, u uri.URI) context.Context {
	if !l.configured {
		return ctx
	}
	return policy.Named(ctx, u)
}
