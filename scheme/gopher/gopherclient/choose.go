package gopherclient

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/scheme/gopher"
)

// wantsView reports whether the request wishes for a view of a Gopher+ item, and
// leaves it to us which. A request that takes anything leaves it to the server.
func wantsView(req *get.Request, v gopher.View) bool {
	return v.Plus != nil && v.Plus.Kind == gopher.PlusView && v.Plus.View == "" && v.Plus.Ask == nil && req.Body == nil &&
		(req.Language != "" || len(req.Accept) > 0 && !slices.Contains(req.Accept, "*/*"))
}

// choose asks which views there are and returns the request for the one that is
// wanted most; with a note, and for the server's own choice, if there is none.
func (h handler) choose(ctx context.Context, req *get.Request, t task) (_ task, note string, err error) {
	attributes := t
	attributes.view.Plus = &gopher.Plus{Kind: gopher.PlusAttributes}
	if attributes.line, err = attributes.view.Request(); err != nil {
		return t, "", get.Errorf(get.Invalid, "get", req.URI, "%w", err)
	}
	conn, _, err := h.send(ctx, req.URI, attributes) // what is to be told is told by the request that follows
	if err != nil {
		return t, "", err
	}
	defer conn.Close()
	r := newReply(ctx, conn)
	head, err := r.readHead()
	switch {
	case err != nil:
		return t, "", get.Fail(ctx, "read", req.URI, get.Network, err)
	case head.plain || head.failed:
		return t, "the server tells of no views", nil
	}
	item, err := h.firstItem(req.URI, r.body(head, req.URI))
	if err != nil {
		return t, "", failMenu(ctx, req.URI, err)
	}
	best, ok := pick(item.Views(), req)
	if !ok {
		return t, fmt.Sprintf("no view of the item is as wanted; there are %s", strings.Join(viewNames(item.Views()), ", ")), nil
	}
	t.view.Plus = &gopher.Plus{Kind: gopher.PlusView, View: scheme.Octets(best.View), Language: scheme.Octets(best.Language)}
	if t.line, err = t.view.Request(); err != nil {
		return t, "", get.Errorf(get.Protocol, "read", req.URI, "the server tells of a view that cannot be asked for: %w", err)
	}
	return t, "", nil
}

// pick returns the first view of the dearest media type in the wanted language,
// or in any if none is in that.
func pick(views []gopher.Representation, req *get.Request) (gopher.Representation, bool) {
	wanted := req.Accept
	if len(wanted) == 0 {
		wanted = []string{"*/*"}
	}
	for _, language := range []string{req.Language, ""} {
		for _, pattern := range wanted {
			for _, v := range views {
				if matchesType(v.View, pattern) && matchesLanguage(v.Language, language) {
					return v, true
				}
			}
		}
	}
	return gopher.Representation{}, false
}

func matchesType(view, pattern string) bool {
	if kind, ok := strings.CutSuffix(pattern, "/*"); ok {
		return kind == "*" || strings.EqualFold(strings.SplitN(view, "/", 2)[0], kind)
	}
	return strings.EqualFold(view, pattern)
}

// matchesLanguage reports whether "Es_ES" is in the language "es", "es-ES" or
// "es_ES".
func matchesLanguage(tag, wanted string) bool {
	tag, wanted = strings.ReplaceAll(tag, "_", "-"), strings.ReplaceAll(wanted, "_", "-")
	return wanted == "" || len(tag) >= len(wanted) && strings.EqualFold(tag[:len(wanted)], wanted) && (len(tag) == len(wanted) || tag[len(wanted)] == '-')
}

func viewNames(views []gopher.Representation) (names []string) {
	for _, v := range views {
		names = append(names, v.String())
	}
	return names
}
