// Package dataclient dereferences data URIs. It asks nobody: the URI holds the
// object.
package dataclient

import (
	"bytes"
	"context"
	"fmt"

	"uriel.dev/get"
	"uriel.dev/scheme/data"
)

// New returns the handler of data. It has no use for env.
func New(get.Env) get.Handler { return handler{} }

type handler struct{}

// Plan implements [get.Handler].
func (handler) Plan(req *get.Request) (get.Plan, error) {
	o, _, err := decode(req)
	if err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Decode, Text: fmt.Sprintf("%d bytes of %s", o.Length, o.MediaType)}}, nil
}

// Get implements [get.Handler].
func (handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	if ctx.Err() != nil {
		return nil, get.Fail(ctx, "decode", req.URI, get.Canceled, ctx.Err())
	}
	o, notes, err := decode(req)
	if err != nil {
		return nil, err
	}
	return &get.Response{URI: req.URI, Answer: o, Notes: notes}, nil
}

// decode returns the object that the URI holds. Data under a broken media type
// is shown as browsers do, with a note: only what cannot be decoded is an error.
func decode(req *get.Request) (o *get.Object, notes []string, err error) {
	v, verr := data.Parse(req.URI)
	body, ok := v.Data()
	if !ok {
		return nil, nil, get.Errorf(get.Invalid, "decode", req.URI, "%w", verr)
	}
	if verr != nil {
		notes = append(notes, fmt.Sprintf("%v: read as %s", verr, v.ContentType()))
	}
	return &get.Object{MediaType: v.ContentType(), Length: int64(len(body)), Body: bytes.NewReader(body)}, notes, nil
}
