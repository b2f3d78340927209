package tocclient

import (
	"context"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme"
	"uriel.dev/scheme/toc"
	"uriel.dev/uri"
)

func TestHandler(t *testing.T) {
	gettest.Run(t, gettest.Subject{
		Schemes: append(toc.Schemes(), scheme.Info{Name: "man", Reach: scheme.Local}, scheme.Info{Name: "info", Reach: scheme.Local}),
		New:     func(env get.Env) get.Handler { return documents{New(env)} },
		URIs:    []string{"toc:man", "toc:info", "toc:"},
	})
}

// documents has something where the handler of toc leads.
type documents struct{ get.Handler }

func (d documents) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	if req.URI.Scheme() == "toc" {
		return d.Handler.Get(ctx, req)
	}
	return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Length: -1, Body: strings.NewReader("x")}}, nil
}

func TestLocations(t *testing.T) {
	for u, want := range map[string]string{
		"toc:man": "man:(index)", "toc:info": "info:(dir)", "toc:": "man:(index) info:(dir)", "toc:%6Dan#x": "man:(index)",
		"toc:x": "invalid", "toc://man": "invalid", "toc:man?x": "invalid", "toc:scrollkeeper/a": "invalid",
	} {
		var got []string
		res, _, err := gettest.Fetch(t, New(get.Env{}), &get.Request{URI: uri.MustParse(u)})
		if err != nil {
			got = append(got, gettest.Kind(err))
		} else {
			for _, l := range res.Answer.(*get.Locations).List {
				got = append(got, l.URI.String())
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, want %q", u, s, want)
		}
		plan, err := New(get.Env{}).Plan(&get.Request{URI: uri.MustParse(u)})
		if (err == nil) != (want != "invalid") || err == nil && len(plan) != len(strings.Fields(want)) {
			t.Errorf("%s: plan %v, %v", u, plan, err)
		}
	}
}

func TestContents(t *testing.T) {
	for _, c := range []toc.Contents{toc.Man, toc.Info, toc.All} {
		if len(lists[c]) == 0 {
			t.Errorf("%q leads nowhere", c)
		}
	}
}
