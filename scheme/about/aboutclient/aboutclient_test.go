package aboutclient

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/about"
	"uriel.dev/uri"
)

func TestHandler(t *testing.T) {
	gettest.Run(t, gettest.Subject{Schemes: about.Schemes(), New: New, URIs: []string{"about:blank", "about:blank?x#y"}})
}

func TestBlank(t *testing.T) {
	res, err := New(get.Env{}).Get(t.Context(), &get.Request{URI: uri.MustParse("about:blank")})
	if err != nil {
		t.Fatal(err)
	}
	o := res.Answer.(*get.Object)
	body, err := io.ReadAll(o.Body)
	if err != nil || o.MediaType != "text/html" || len(body) != 0 || o.Length != 0 {
		t.Errorf("%q, length %d, %s, %v; want an empty text/html", body, o.Length, o.MediaType, err)
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]struct {
		kind get.Kind
		exit int
	}{
		"about:uriel":   {get.Unsupported, 3},
		"about:srcdoc":  {get.Unsupported, 3},
		"about:Blank":   {get.Unsupported, 3},
		"about:":        {get.Unsupported, 3},
		"about://blank": {get.Invalid, 1},
		"about:blank/":  {get.Invalid, 1},
	} {
		req := &get.Request{URI: uri.MustParse(text)}
		_, err := New(get.Env{}).Get(t.Context(), req)
		_, planErr := New(get.Env{}).Plan(req)
		for _, err := range []error{err, planErr} {
			e, ok := errors.AsType[*get.Error](err)
			if !ok || e.Kind != want.kind || e.Kind.Exit() != want.exit || !strings.Contains(err.Error(), text) {
				t.Errorf("%s: %v, want %v, status %d, and its name", text, err, want.kind, want.exit)
			}
		}
	}
}

func TestPlan(t *testing.T) {
	plan, err := New(get.Env{}).Plan(&get.Request{URI: uri.MustParse("about:blank")})
	if want := (get.Plan{{Act: get.Decode, Text: "an empty document of text/html"}}); err != nil || !slices.Equal(plan, want) {
		t.Errorf("plan %v, %v; want %v", plan, err, want)
	}
}
