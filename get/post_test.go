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

// A board is a handler that takes messages.
type board struct {
	get.Handler
	post func(ctx context.Context, message string) error
}

func (b board) Post(ctx context.Context, req *get.Request, message io.Reader) (*get.Response, error) {
	text, err := io.ReadAll(message)
	if err != nil {
		return nil, err
	}
	if err := b.post(ctx, string(text)); err != nil {
		return nil, err
	}
	return locations(req, req.URI.String()), nil
}

func (b board) PlanPost(req *get.Request) (get.Plan, error) {
	return get.Plan{{Act: get.Send, Text: req.URI.Path()}}, nil
}

func boards(p policy.Policy, post func(context.Context, string) error) *get.Client {
	c := client(p, nil)
	c.Handlers["http"] = board{fake(nil), post}
	return c
}

func TestPost(t *testing.T) {
	var posted string
	c := boards(policy.CLI(table()), func(_ context.Context, message string) error {
		posted = message
		return nil
	})
	res, err := c.Post(t.Context(), request("http://h/a"), strings.NewReader("text"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	if posted != "text" || res.Kind() != "locations" {
		t.Errorf("posted %q, answered with %s", posted, res.Kind())
	}
	if plan, err := c.PlanPost(request("http://h/a")); err != nil || len(plan) != 1 || plan[0].Text != "/a" {
		t.Errorf("plan %v, %v", plan, err)
	}
}

// TestPostRefused: the policy is asked first, and a scheme that cannot post says
// so.
func TestPostRefused(t *testing.T) {
	c := boards(policy.CLI(table()), func(context.Context, string) error {
		t.Error("it was posted")
		return nil
	})
	for u, kind := range map[string]get.Kind{"http://h:25/": get.Denied, "x": get.Invalid, "zz9://h/": get.Unsupported, "gopher://h/0a": get.Unsupported} {
		_, err := c.Post(t.Context(), request(u), strings.NewReader(""))
		if k := kindOf(t, err); k != kind {
			t.Errorf("%s: %v of kind %v, want %v", u, err, k, kind)
		}
		if _, err := c.PlanPost(request(u)); kindOf(t, err) != kind {
			t.Errorf("plan of %s: %v", u, err)
		}
	}
}

func TestPostTimeLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := limited(t, func(l *policy.Limits) { l.Total = time.Minute })
		c := boards(p, func(ctx context.Context, _ string) error {
			<-ctx.Done()
			return ctx.Err()
		})
		_, err := c.Post(t.Context(), request("http://h/a"), strings.NewReader(""))
		if kindOf(t, err) != get.Timeout {
			t.Error(err)
		}
	})
}
