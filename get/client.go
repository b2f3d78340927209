package get

import (
	"context"
	"errors"
	"fmt"

	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A Client dereferences URIs of all schemes that it has a handler for, and
// follows Locations. It is safe for concurrent use. The zero value knows no
// scheme.
type Client struct {
	Policy   policy.Policy
	Schemes  scheme.Table       // to say something sensible of schemes without a handler
	Handlers map[string]Handler // by name of the scheme in lower case

	// Gateways are where URIs of a scheme are sent, by its name in lower case.
	Gateways map[string]Gateway

	// Redirected, if set, is told each hop before it is made.
	Redirected func(from, to uri.URI)

	// Cache, if set, answers with what it has kept.
	Cache Cache
}

// A Fetch gets what a request asks for, as [Client.Get] does.
type Fetch func(context.Context, *Request) (*Response, error)

// A Cache keeps answers for a while. It answers a request with what it has kept, or
// with what fetch returns. To ask whether what it has is still the same, it may add
// header fields of HTTP to the request.
type Cache interface {
	Get(ctx context.Context, req *Request, fetch Fetch) (*Response, error)
}

// Get dereferences req.URI, following Locations under the policy of the client.
// With a limit of no redirects at all the Locations are the answer. The errors
// are as [Handler] has them; one of the policy is of Kind [Denied].
//
// ctx governs the reading of the answer too. Each hop is held to the limits of
// the policy.
func (c *Client) Get(ctx context.Context, req *Request) (*Response, error) {
	if c.Cache == nil || c.Policy.Judge(req.URI).Decision != policy.Allow && !c.isSentOn(req.URI) {
		return c.fetch(ctx, req)
	}
	return c.Cache.Get(ctx, req, c.fetch)
}

func (c *Client) fetch(ctx context.Context, req *Request) (*Response, error) {
	res, err := c.follow(policy.Named(ctx, req.URI), req, c.Policy.Limits().Redirects)
	return res, c.safe(err)
}

// isSentOn reports whether u is asked for at a gateway.
func (c *Client) isSentOn(u uri.URI) bool {
	_, ok := c.gateway(u)
	return ok
}

// told returns e with its URI as it may be shown.
func (c *Client) told(e *Error) *Error {
	if e.Shown == "" && !e.URI.IsZero() {
		e.Shown = c.Schemes.Redacted(e.URI)
	}
	return e
}

// safe returns err, which is nil or an [*Error], as told does.
func (c *Client) safe(err error) error {
	if e, ok := errors.AsType[*Error](err); ok {
		c.told(e)
	}
	return err
}

// follow makes hops until there is an answer that is no Locations.
func (c *Client) follow(ctx context.Context, req *Request, hops int) (*Response, error) {
	for hop := 0; ; hop++ {
		res, err := c.one(ctx, req)
		if err != nil {
			return nil, err
		}
		locations, ok := res.Answer.(*Locations)
		if !ok || hops == 0 {
			return res, nil
		}
		res.Close()
		if hop == hops {
			return nil, &Error{Op: "redirect", URI: req.URI, Kind: Limit, Err: c.Policy.Limits().Over("redirects", "redirects")}
		}
		if req, err = c.next(req, locations); err != nil {
			return nil, err
		}
		ctx = named(ctx, locations, req.URI)
	}
}

// one makes one hop.
func (c *Client) one(ctx context.Context, req *Request) (*Response, error) {
	g, ok := c.gateway(req.URI)
	if ok && !g.Missing {
		return c.through(ctx, g, req.URI)
	}
	res, err := c.own(ctx, req)
	if ok && isMissing(err) {
		return c.through(ctx, g, req.URI)
	}
	return res, err
}

// own makes one hop by the handler of the scheme.
func (c *Client) own(ctx context.Context, req *Request) (*Response, error) {
	h, err := c.handler(req.URI)
	if err != nil {
		return nil, err
	}
	return withLimits{h, c.Policy.Limits(), c.told}.Get(ctx, req)
}

// Plan says what Get would do first, without doing it.
func (c *Client) Plan(req *Request) (Plan, error) {
	plan, err := c.plan(req)
	return plan, c.safe(err)
}

func (c *Client) plan(req *Request) (Plan, error) {
	if g, ok := c.gateway(req.URI); ok && !g.Missing {
		to, err := g.URI(c.Schemes, req.URI)
		if err != nil {
			return nil, Errorf(Invalid, "get", req.URI, "through the gateway %s: %w", g.Template, err)
		}
		through := *req
		through.URI, req = to, &through
	}
	h, err := c.handler(req.URI)
	if err != nil {
		return nil, err
	}
	return h.Plan(req)
}

// handler chooses the handler of u and asks the policy. A scheme that is not
// spoken is told apart from one that is not allowed: the first is nobody's
// decision.
func (c *Client) handler(u uri.URI) (Handler, error) {
	info := c.Schemes.Lookup(u.Scheme())
	switch {
	case !u.HasScheme():
		return nil, Errorf(Invalid, "get", u, "a relative reference names nothing without a base")
	case info == nil:
		return nil, c.unknown(u)
	}
	h, ok := c.Handlers[info.Name]
	if !ok {
		return nil, Errorf(Unsupported, "get", u, "%s (%s, %s) is understood, but cannot be fetched yet", info.Name, info.Title, info.Spec)
	}
	if _, never := Why(h); never {
		return h, nil
	}
	v := c.Policy.Judge(u)
	switch {
	case v.Decision == policy.Allow:
		return h, nil
	case v.Decision == policy.Invalid, v.Code == policy.CodeHost && u.Host() == "":
		return nil, &Error{Op: "get", URI: u, Kind: Invalid, Err: v.Err()} // there is nobody who could be asked
	default:
		return nil, &Error{Op: "get", URI: u, Kind: Denied, Err: v.Err()}
	}
}

func (c *Client) unknown(u uri.URI) *Error {
	if r, ok := c.Schemes.Registered(u.Scheme()); ok {
		return Errorf(Unsupported, "get", u, "the scheme %s (%s, %s) is known, but not spoken here", r.Name, r.Description, r.Reference)
	}
	return Errorf(Unsupported, "get", u, "the scheme %q is not known", u.Scheme())
}

// next chooses the first of the locations that the policy lets us follow, and
// makes the request for it. What was secret for the one origin is not told to
// another.
func (c *Client) next(req *Request, l *Locations) (*Request, error) {
	var errs []error
	for _, location := range l.List {
		if err := c.Policy.Redirect(req.URI, location.URI); err != nil && !l.configured {
			errs = append(errs, fmt.Errorf("%s: %w", c.Schemes.Redacted(location.URI), err))
			continue
		}
		if c.Redirected != nil {
			c.Redirected(req.URI, location.URI)
		}
		next := *req
		next.URI = location.URI
		if l.Request != nil {
			l.Request(&next)
		}
		if !c.Policy.SameOrigin(req.URI, location.URI) {
			next.User, next.Password = "", ""
			next.Header = next.Header.Clone()
			for _, name := range [...]string{"Authorization", "Cookie", "Proxy-Authorization"} {
				next.Header.Del(name)
			}
		}
		return &next, nil
	}
	if len(errs) == 0 {
		return nil, Errorf(NotFound, "redirect", req.URI, "no location is known")
	}
	return nil, &Error{Op: "redirect", URI: req.URI, Kind: Denied, Err: errors.Join(errs...)}
}
