package get

import (
	"context"
	"io"

	"uriel.dev/policy"
)

// A Poster is a [Handler] that can also send a message to be read by others
// where a URI says. Whoever calls it has asked the user: nothing is ever posted
// because a document or a server says so.
type Poster interface {
	Handler

	// Post sends a message, header and body in UTF-8 with any line ends, to what
	// req.URI names. What the protocol wants of it and the message lacks is
	// added, where it can be known. The answer is Locations: where it can be
	// read, if that is known. The error is always an [*Error]; of Kind [Invalid]
	// when the message cannot be sent or is not taken, of Kind [Partial] when it
	// was sent and nobody knows whether it was taken.
	Post(ctx context.Context, req *Request, message io.Reader) (*Response, error)

	// PlanPost says what Post would do, as Plan does of Get.
	PlanPost(req *Request) (Plan, error)
}

// Post sends a message to what req.URI names, under the policy of the client and
// its limit of time, as [Poster] says. It is never redirected. The error is of
// Kind [Unsupported] where the scheme has no way to post.
func (c *Client) Post(ctx context.Context, req *Request, message io.Reader) (*Response, error) {
	p, err := c.poster(req)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(policy.Named(ctx, req.URI))
	defer cancel(context.Canceled)
	defer stopAfter(c.Policy.Limits().Total, c.Policy.Limits().Late("total", "in all"), cancel)()
	res, err := p.Post(ctx, req, message)
	if err != nil {
		return nil, Fail(ctx, "post", req.URI, Internal, err)
	}
	return res, nil
}

// PlanPost says what Post would do, without doing it.
func (c *Client) PlanPost(req *Request) (Plan, error) {
	p, err := c.poster(req)
	if err != nil {
		return nil, err
	}
	return p.PlanPost(req)
}

func (c *Client) poster(req *Request) (Poster, error) {
	h, err := c.handler(req.URI)
	if err != nil {
		return nil, err
	}
	p, ok := h.(Poster)
	if !ok {
		return nil, Errorf(Unsupported, "post", req.URI, "nothing can be posted by %s", req.URI.Scheme())
	}
	return p, nil
}
