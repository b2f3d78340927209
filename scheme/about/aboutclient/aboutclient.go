// Package aboutclient dereferences about URIs. It asks nobody: about:blank is an
// empty document, and of other pages there is none.
package aboutclient

import (
	"context"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme/about"
)

// New returns the handler of about. It has no use for env.
func New(get.Env) get.Handler { return handler{} }

type handler struct{}

// Plan implements [get.Handler].
func (handler) Plan(req *get.Request) (get.Plan, error) {
	if err := judge(req); err != nil {
		return nil, err
	}
	return get.Plan{{Act: get.Decode, Text: "an empty document of " + mediaType}}, nil
}

// Get implements [get.Handler].
func (handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	if ctx.Err() != nil {
		return nil, get.Fail(ctx, "get", req.URI, get.Canceled, ctx.Err())
	}
	if err := judge(req); err != nil {
		return nil, err
	}
	return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: mediaType, Body: strings.NewReader("")}}, nil
}

// mediaType is what browsers take about:blank for.
const mediaType = "text/html"

// judge refuses all but about:blank.
func judge(req *get.Request) error {
	switch v, err := about.Parse(req.URI); {
	case err != nil:
		return get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	case !v.IsBlank():
		return get.Errorf(get.Unsupported, "get", req.URI, "%s: there is about:blank here and no other page", v.Meaning())
	}
	return nil
}
