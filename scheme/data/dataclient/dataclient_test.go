package dataclient

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/data"
	"uriel.dev/uri"
)

func TestHandler(t *testing.T) {
	gettest.Run(t, gettest.Subject{Schemes: data.Schemes(), New: New, URIs: []string{
		"data:,A%20brief%20note", "data:image/gif;base64,R0lGODdhAQABAAAAACw=", "data:text/html;charset=utf-8,%3Cp%3E?#x", "data:nonsense,x",
	}})
}

func TestGet(t *testing.T) {
	for _, test := range []struct{ uri, mediaType, body, note string }{
		{"data:,A%20brief%20note", "text/plain; charset=US-ASCII", "A brief note", ""},
		{"data:image/png;base64,AAEC", "image/png", "\x00\x01\x02", ""},
		{"data:text/html;charset=utf-8,a,b?c#d", "text/html; charset=utf-8", "a,b?c", ""},
		{"data:,", "text/plain; charset=US-ASCII", "", ""},
		{"data:html,x", "text/plain; charset=US-ASCII", "x", "read as text/plain"},
		{"data:text/html;base64;x=y,x", "text/html; x=y", "x", ";base64 last"},
	} {
		req := &get.Request{URI: uri.MustParse(test.uri)}
		res, err := New(get.Env{}).Get(t.Context(), req)
		if err != nil {
			t.Errorf("%s: %v", test.uri, err)
			continue
		}
		o := res.Answer.(*get.Object)
		body, err := io.ReadAll(o.Body)
		if err != nil || o.MediaType != test.mediaType || string(body) != test.body || o.Length != int64(len(body)) {
			t.Errorf("%s: %q, length %d, %s, %v; want %q, %s", test.uri, body, o.Length, o.MediaType, err, test.body, test.mediaType)
		}
		if note := strings.Join(res.Notes, "|"); (note == "") != (test.note == "") || !strings.Contains(note, test.note) {
			t.Errorf("%s: note %q, want %q", test.uri, note, test.note)
		}
	}
}

func TestInvalid(t *testing.T) {
	for _, u := range []string{"data:hello", "data:;base64,SGVs!", "data:;base64,S", "data:"} {
		req := &get.Request{URI: uri.MustParse(u)}
		_, err := New(get.Env{}).Get(t.Context(), req)
		_, planErr := New(get.Env{}).Plan(req)
		for _, err := range []error{err, planErr} {
			if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.Invalid || !strings.Contains(err.Error(), "byte ") {
				t.Errorf("%s: %v, want an invalid URI and the byte", u, err)
			}
		}
	}
}

func TestPlan(t *testing.T) {
	plan, err := New(get.Env{}).Plan(&get.Request{URI: uri.MustParse("data:text/html,hello")})
	if want := (get.Plan{{Act: get.Decode, Text: "5 bytes of text/html"}}); err != nil || !slices.Equal(plan, want) {
		t.Errorf("plan %v, %v; want %v", plan, err, want)
	}
}
