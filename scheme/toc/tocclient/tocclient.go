// Package tocclient dereferences toc URIs: each leads to the URI of a list of
// documents, or to two.
package tocclient

import (
	"context"

	"uriel.dev/get"
	"uriel.dev/scheme/toc"
	"uriel.dev/uri"
)

// New returns the handler of toc. It asks nobody.
func New(get.Env) get.Handler { return handler{} }

type handler struct{}

var (
	manIndex = get.Location{URI: uri.MustParse("man:(index)"), Note: "the pages of the manual"}
	infoDir  = get.Location{URI: uri.MustParse("info:(dir)"), Note: "documents of Info"}
)

// lists are where each of the contents leads.
var lists = map[toc.Contents][]get.Location{
	toc.Man:  {manIndex},
	toc.Info: {infoDir},
	toc.All:  {manIndex, infoDir},
}

// Plan implements [get.Handler].
func (handler) Plan(req *get.Request) (get.Plan, error) {
	v, err := parse(req)
	if err != nil {
		return nil, err
	}
	var plan get.Plan
	for _, l := range lists[v.Contents] {
		plan = append(plan, get.Step{Act: get.Show, Text: l.URI.String()})
	}
	return plan, nil
}

// Get implements [get.Handler].
func (handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	v, err := parse(req)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, get.Fail(ctx, "get", req.URI, get.Canceled, ctx.Err())
	}
	return &get.Response{URI: req.URI, Answer: &get.Locations{List: lists[v.Contents]}}, nil
}

func parse(req *get.Request) (toc.View, error) {
	v, err := toc.Parse(req.URI)
	if err != nil {
		return v, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return v, nil
}
