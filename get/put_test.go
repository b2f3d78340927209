package get_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
)

// A shelf is a handler that stores.
type shelf struct {
	get.Handler
	put func(ctx context.Context, req *get.Request, body string, size int64) error
}

func (s shelf) Put(ctx context.Context, req *get.Request, body io.Reader, size int64) (*get.Response, error) {
	text, err := io.ReadAll(body)
	if err != nil {
		return nil, err
	}
	if err := s.put(ctx, req, string(text), size); err != nil {
		return nil, err
	}
	return locations(req, req.URI.String()), nil
}

func (s shelf) PlanPut(req *get.Request) (get.Plan, error) {
	return get.Plan{{Act: get.Send, Text: req.URI.Path()}}, nil
}

func shelves(p policy.Policy, put func(context.Context, *get.Request, string, int64) error) *get.Client {
	c := client(p, nil)
	c.Handlers["http"] = shelf{fake(nil), put}
	return c
}

func TestPut(t *testing.T) {
	var stored string
	c := shelves(policy.CLI(table()), func(_ context.Context, req *get.Request, body string, size int64) error {
		if size != int64(len(body)) {
			t.Errorf("size %d of %q", size, body)
		}
		stored = req.URI.Path() + " " + body
		return nil
	})
	res, err := c.Put(t.Context(), request("http://h/a"), strings.NewReader("text"), 4)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	if stored != "/a text" || res.Kind() != "locations" {
		t.Errorf("stored %q, answered with %s", stored, res.Kind())
	}
	if plan, err := c.PlanPut(request("http://h/a")); err != nil || len(plan) != 1 || plan[0].Text != "/a" {
		t.Errorf("plan %v, %v", plan, err)
	}
}

// TestPutRefused: the policy is asked first, and a scheme that cannot store
// says so.
func TestPutRefused(t *testing.T) {
	c := shelves(policy.CLI(table()), func(context.Context, *get.Request, string, int64) error {
		t.Error("it was stored")
		return nil
	})
	for _, x := range []struct {
		uri  string
		kind get.Kind
	}{
		{"http://h:25/", get.Denied},
		{"http:", get.Invalid},
		{"x", get.Invalid},
		{"zz9://h/", get.Unsupported},
		{"gopher://h/0a", get.Unsupported},
	} {
		_, err := c.Put(t.Context(), request(x.uri), strings.NewReader(""), 0)
		if k := kindOf(t, err); k != x.kind {
			t.Errorf("%s: %v of kind %v, want %v", x.uri, err, k, x.kind)
		}
		if _, err := c.PlanPut(request(x.uri)); kindOf(t, err) != x.kind {
			t.Errorf("plan of %s: %v", x.uri, err)
		}
	}
}

func TestPutTimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := limited(t, func(l *policy.Limits) { l.Total = time.Minute })
		c := shelves(p, func(ctx context.Context, _ *get.Request, _ string, _ int64) error {
			<-ctx.Done()
			return ctx.Err()
		})
		_, err := c.Put(t.Context(), request("http://h/a"), strings.NewReader(""), 0)
		if kindOf(t, err) != get.Timeout || !strings.Contains(err.Error(), "1m0s in all") {
			t.Error(err)
		}
	})
}
