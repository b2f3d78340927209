package get

import (
	"context"
	"io"

	"uriel.dev/policy"
)

// A Putter is a [Handler] that can also store something under a URI. Whoever
// calls it has asked the user: nothing is ever stored because a document or a
// server says so.
type Putter interface {
	Handler

	// Put stores what body holds as what req.URI names, in place of what may be
	// there. size is its length in bytes, -1 if it is not known; a body of
	// another length is an error. The answer is Locations: where it is now. The
	// error is always an [*Error]; of Kind [Partial] when some of it may have
	// been stored.
	Put(ctx context.Context, req *Request, body io.Reader, size int64) (*Response, error)

	// PlanPut says what Put would do, as Plan does of Get.
	PlanPut(req *Request) (Plan, error)
}

// Put stores what body holds as what req.URI names, under the policy of the
// client and its limit of time, as [Putter] says. It is never redirected. The
// error is of Kind [Unsupported] where the scheme has no way to store.
func (c *Client) Put(ctx context.Context, req *Request, body io.Reader, size int64) (*Response, error) {
	p, err := c.putter(req)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(policy.Named(ctx, req.URI))
	defer cancel(context.Canceled)
	defer stopAfter(c.Policy.Limits().Total, c.Policy.Limits().Late("total", "in all"), cancel)()
	res, err := p.Put(ctx, req, body, size)
	if err != nil {
		return nil, Fail(ctx, "put", req.URI, Internal, err)
	}
	return res, nil
}

// PlanPut says what Put would do, without doing it.
func (c *Client) PlanPut(req *Request) (Plan, error) {
	p, err := c.putter(req)
	if err != nil {
		return nil, err
	}
	return p.PlanPut(req)
}

func (c *Client) putter(req *Request) (Putter, error) {
	h, err := c.handler(req.URI)
	if err != nil {
		return nil, err
	}
	p, ok := h.(Putter)
	if !ok {
		return nil, Errorf(Unsupported, "put", req.URI, "nothing can be stored by %s", req.URI.Scheme())
	}
	return p, nil
}
