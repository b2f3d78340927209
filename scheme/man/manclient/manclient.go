// Package manclient dereferences man URIs: it finds a page in the folders of
// the manual, decompresses it, follows .so requests, and reads it.
//
// On demand mandoc does that instead. Nothing of a URI gets onto a command line:
// mandoc gets the page on its standard input. It runs in a folder that is empty
// and gone, so that an .so request in the page, which mandoc resolves there,
// leads nowhere.
package manclient

import (
	"context"
	"io"
	"os"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/manpath"
	"uriel.dev/policy"
	"uriel.dev/scheme/man"
)

// OptionVia names the program that formats a page instead of Uriel: "mandoc". The
// options of package doc are about text.
const OptionVia = "via"

// New returns the handler of man for the manual of this machine: the folders of
// $MANPATH, or those that the configuration of man-db gives for $PATH; in the
// languages that the environment asks for, where a request asks for none.
func New(env get.Env) get.Handler {
	h := newHandler(env, func() manpath.Places { return system(env.Policy, os.Getenv("MANPATH"), os.Getenv("PATH")) })
	h.languages = func() []string { return man.WantedLanguages(os.Getenv) }
	return h
}

// NewIn returns the handler of man for the manual in the given folders, each of
// which has folders man1, man2 and so on.
func NewIn(env get.Env, trees ...string) get.Handler {
	return newHandler(env, func() manpath.Places { return manpath.Places{Trees: trees, Sections: manpath.Default().Sections} })
}

func newHandler(env get.Env, where func() manpath.Places) handler {
	return handler{env, where, func() []string { return nil }, env.Policy.Exec}
}

type handler struct {
	env   get.Env
	where func() manpath.Places

	languages func() []string // that are wanted where a request does not say

	exec func(context.Context, policy.Command) (io.ReadCloser, error)
}

// Plan implements [get.Handler]. It looks which files there are.
func (h handler) Plan(req *get.Request) (get.Plan, error) {
	v, m, err := h.open(req)
	if err != nil {
		return nil, err
	}
	f, err := chooseFormat(req)
	if err != nil {
		return nil, err
	}
	if v.Index {
		var plan get.Plan
		for _, t := range m.trees {
			plan = append(plan, get.Step{Act: get.Open, Text: t.root})
		}
		return plan, nil
	}
	p, err := m.page(v)
	if err != nil {
		return nil, err
	}
	plan := get.Plan{{Act: get.Open, Text: p.path()}}
	if f.args != nil {
		plan = append(plan, get.Step{Act: get.Exec, Text: strings.Join(f.command(nil).Argv(), " ")})
	}
	return plan, nil
}

// Get implements [get.Handler].
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	if ctx.Err() != nil {
		return nil, get.Fail(ctx, "open", req.URI, get.Canceled, ctx.Err())
	}
	v, m, err := h.open(req)
	if err != nil {
		return nil, err
	}
	f, err := chooseFormat(req)
	switch {
	case err != nil:
		return nil, err
	case v.Index && v.Section == "":
		return m.listSections(ctx)
	case v.Index:
		return m.listPages(ctx, v.Section)
	}
	p, err := m.page(v)
	if err != nil {
		return nil, err
	}
	h.env.Say('*', "open "+p.path())
	src, err := m.read(p)
	if err != nil {
		return nil, get.Fail(ctx, "read", req.URI, get.Internal, err)
	}
	return h.answer(ctx, req, f, p, src)
}

// open reads the URI and looks where the manual is.
func (h handler) open(req *get.Request) (man.View, *manual, error) {
	u := req.URI
	v, err := man.Parse(u)
	if err != nil {
		return v, nil, get.Errorf(get.Invalid, "get", u, "%w", err)
	}
	languages := []string{req.Language}
	if req.Language == "" {
		languages = h.languages()
	}
	m, err := openManual(u, h.env.Policy, inLanguages(h.where(), languages))
	if err != nil {
		return v, nil, get.Fail(context.Background(), "open", u, get.Internal, err)
	}
	return v, m, nil
}
