// Package userdocclient dereferences x-userdoc URIs: it finds the documentation
// of a name in the folders of this machine, in the register of documents, in the
// manual and among the documents of Info.
package userdocclient

import (
	"context"
	"errors"
	"os"

	"uriel.dev/get"
	"uriel.dev/internal/manpath"
	"uriel.dev/policy"
	"uriel.dev/scheme/userdoc"
)

// New returns the handler of x-userdoc for this machine, by $XDG_DATA_HOME,
// $XDG_DATA_DIRS, $MANPATH and $INFOPATH.
func New(env get.Env) get.Handler {
	return handler{env, func() places { return environment(env, os.Getenv) }}
}

// NewIn returns the handler of x-userdoc for the documentation below the given
// folders of data, each of which may have folders doc, doc-base, man and info.
func NewIn(env get.Env, data ...string) get.Handler {
	return handler{env, func() places {
		p := places{sections: manpath.Default().Sections}
		for _, dir := range data {
			p.add(dir)
			p.manual, p.info = append(p.manual, dir+"/man"), append(p.info, dir+"/info")
		}
		return p
	}}
}

type handler struct {
	env    get.Env
	places func() places
}

// Plan implements [get.Handler]. It says where it would look.
func (h handler) Plan(req *get.Request) (plan get.Plan, err error) {
	if _, err := parse(req); err != nil {
		return nil, err
	}
	p := h.places()
	for _, folder := range p.docs {
		if err := h.allowed(req, folder); err != nil {
			return nil, err
		}
		plan = append(plan, get.Step{Act: get.Open, Text: folder})
	}
	return plan, nil
}

// allowed returns the refusal of the policy to open a folder, if it has one.
func (h handler) allowed(req *get.Request, folder string) error {
	f, err := h.env.Policy.OpenIn(folder, ".")
	if _, refused := errors.AsType[*policy.Refusal](err); refused {
		return get.Fail(context.Background(), "open", req.URI, get.Denied, err)
	}
	if err == nil {
		f.Close()
	}
	return nil
}

// Get implements [get.Handler].
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	v, err := parse(req)
	if err == nil && ctx.Err() != nil {
		err = get.Fail(ctx, "find", req.URI, get.Canceled, ctx.Err())
	}
	if err != nil {
		return nil, err
	}
	s := search{places: h.places(), env: h.env, name: string(v.Name), path: string(v.Path)}
	for _, folder := range s.docs {
		if err := h.allowed(req, folder); err != nil {
			return nil, err
		}
	}
	s.run()
	if len(s.found) == 0 {
		return nil, s.missing(req.URI)
	}
	return &get.Response{URI: req.URI, Answer: &get.Locations{List: s.found}}, nil
}

func parse(req *get.Request) (userdoc.View, error) {
	v, err := userdoc.Parse(req.URI)
	if err != nil {
		return v, get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	return v, nil
}
