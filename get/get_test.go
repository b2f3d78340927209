package get_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// fake is a handler made of a function.
type fake func(ctx context.Context, req *get.Request) (*get.Response, error)

func (f fake) Get(ctx context.Context, req *get.Request) (*get.Response, error) { return f(ctx, req) }
func (f fake) Plan(*get.Request) (get.Plan, error) {
	return get.Plan{{Act: get.Show, Text: "fake"}}, nil
}

func table() scheme.Table {
	return scheme.NewTable([]scheme.Info{
		{Name: "http", Title: "Web", Spec: "RFC 9110", Port: 80},
		{Name: "https", Title: "Web", Spec: "RFC 9110", Port: 443},
		{Name: "gopher", Title: "Gopher", Spec: "RFC 4266", Port: 70, Wire: "\r\n\x00"},
		{Name: "man", Title: "Manual", Spec: "uri(7)", Reach: scheme.Local},
		{Name: "wais", Title: "WAIS", Spec: "RFC 4156", Port: 210},
	}, []scheme.Registered{{Name: "mailto", Description: "Electronic mail address", Reference: "RFC 6068"}})
}

// client is a client whose http handler is f.
func client(p policy.Policy, f fake) *get.Client {
	return &get.Client{Policy: p, Schemes: table(), Handlers: map[string]get.Handler{"http": f, "https": f, "gopher": f, "man": f}}
}

func object(req *get.Request, body string) *get.Response {
	return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Length: int64(len(body)), Body: strings.NewReader(body)}}
}

func locations(req *get.Request, to ...string) *get.Response {
	l := &get.Locations{}
	for _, s := range to {
		l.List = append(l.List, get.Location{URI: uri.MustParse(s)})
	}
	return &get.Response{URI: req.URI, Answer: l}
}

func request(s string) *get.Request { return &get.Request{URI: uri.MustParse(s)} }

func kindOf(t *testing.T, err error) get.Kind {
	t.Helper()
	e, ok := errors.AsType[*get.Error](err)
	if !ok {
		t.Fatalf("error %v (%T) is no *get.Error", err, err)
	}
	return e.Kind
}

func TestClientErrors(t *testing.T) {
	called := false
	c := client(policy.CLI(table()), func(_ context.Context, req *get.Request) (*get.Response, error) {
		called = true
		return object(req, ""), nil
	})
	for _, x := range []struct {
		uri  string
		kind get.Kind
		text string // part of the error
	}{
		{"x", get.Invalid, "relative"},
		{"zz9:abc", get.Unsupported, `"zz9" is not known`},
		{"mailto:a@b", get.Unsupported, "mailto (Electronic mail address, RFC 6068) is known"},
		{"wais://h/db", get.Unsupported, "wais (WAIS, RFC 4156) is understood"},
		{"gopher://h/0a%0D%0Ab", get.Denied, "encoded control character"},
		{"http://h:25/", get.Denied, "port 25"},
		{"http:", get.Invalid, "no host"},
	} {
		_, err := c.Get(t.Context(), request(x.uri))
		if k := kindOf(t, err); k != x.kind || !strings.Contains(err.Error(), x.text) {
			t.Errorf("%s: %v of kind %v, want %v with %q", x.uri, err, k, x.kind, x.text)
		}
		if _, err := c.Plan(request(x.uri)); kindOf(t, err) != x.kind {
			t.Errorf("plan of %s: %v", x.uri, err)
		}
	}
	if called {
		t.Error("a handler was called for what is refused")
	}
}

func TestFollow(t *testing.T) {
	var hops []string
	c := client(policy.CLI(table()), func(_ context.Context, req *get.Request) (*get.Response, error) {
		hops = append(hops, req.URI.String()+" "+req.User+req.Header.Get("Authorization")+req.Header.Get("X-Mine"))
		switch req.URI.Path() {
		case "/1":
			return locations(req, "man:ls", "http://a/2"), nil
		case "/2":
			return locations(req, "http://b/3"), nil
		}
		return object(req, "here"), nil
	})
	req := request("http://a/1")
	req.User = "u"
	req.Header = http.Header{"Authorization": {"secret"}, "X-Mine": {"+"}}
	res, err := c.Get(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	res.Close()
	want := "http://a/1 usecret+, http://a/2 usecret+, http://b/3 +"
	if got := strings.Join(hops, ", "); got != want {
		t.Errorf("hops %q, want %q: what was for one origin is told to no other, and no redirect leads to local documents", got, want)
	}
	if res.URI.String() != "http://b/3" {
		t.Errorf("the answer says it is of %s", res.URI)
	}
}

func TestFollowEnds(t *testing.T) {
	loop := fake(func(_ context.Context, req *get.Request) (*get.Response, error) {
		return locations(req, "http://a/"), nil
	})
	p := policy.CLI(table())
	_, err := client(p, loop).Get(t.Context(), request("http://a/"))
	if kindOf(t, err) != get.Limit || !strings.Contains(err.Error(), "10 redirects") {
		t.Errorf("a loop: %v", err)
	}
	limits := p.Limits()
	limits.Redirects = 0
	res, err := client(p.WithLimits(limits), loop).Get(t.Context(), request("http://a/"))
	if err != nil || res.Kind() != "locations" {
		t.Errorf("no redirects: %v, %v; want the locations", res, err)
	}
	res.Close()
	away := fake(func(_ context.Context, req *get.Request) (*get.Response, error) { return locations(req, "man:ls"), nil })
	if _, err := client(p, away).Get(t.Context(), request("http://a/")); kindOf(t, err) != get.Denied {
		t.Errorf("a redirect to man: %v", err)
	}
	none := fake(func(_ context.Context, req *get.Request) (*get.Response, error) { return locations(req), nil })
	if _, err := client(p, none).Get(t.Context(), request("http://a/")); kindOf(t, err) != get.NotFound {
		t.Errorf("no location: %v", err)
	}
}

// TestRedirectKeepsMeaning: the handler says how the request changes on the way.
func TestRedirectKeepsMeaning(t *testing.T) {
	c := client(policy.CLI(table()), func(_ context.Context, req *get.Request) (*get.Response, error) {
		if req.URI.Path() == "/1" {
			res := locations(req, "http://a/2")
			res.Answer.(*get.Locations).Request = func(r *get.Request) { r.Method, r.Body = "GET", nil }
			return res, nil
		}
		return object(req, req.Method+string(req.Body)), nil
	})
	req := request("http://a/1")
	req.Method, req.Body = "POST", []byte("x")
	res, err := c.Get(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	body, _ := io.ReadAll(res.Answer.(*get.Object).Body)
	if string(body) != "GET" || req.Method != "POST" {
		t.Errorf("the last hop was %q, the request is now %q", body, req.Method)
	}
}

func limited(t *testing.T, change func(*policy.Limits)) policy.Policy {
	p := policy.CLI(table())
	l := p.Limits()
	change(&l)
	return p.WithLimits(l)
}

func TestBodyLimit(t *testing.T) {
	p := limited(t, func(l *policy.Limits) { l.Body = 4 })
	for body, want := range map[string]string{"abcd": "", "abc": "", "abcde": "limit of 4 bytes"} {
		c := client(p, func(_ context.Context, req *get.Request) (*get.Response, error) { return object(req, body), nil })
		res, err := c.Get(t.Context(), request("http://a/"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.ReadAll(res.Answer.(*get.Object).Body)
		res.Close()
		if want == "" && err != nil || want != "" && (err == nil || kindOf(t, err) != get.Limit || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", body, err, want)
		}
	}
}

func TestItemLimit(t *testing.T) {
	p := limited(t, func(l *policy.Limits) { l.Items = 3 })
	c := client(p, func(_ context.Context, req *get.Request) (*get.Response, error) {
		return &get.Response{URI: req.URI, Answer: &get.Listing{Entries: func(yield func(get.Entry, error) bool) {
			for i := 0; yield(get.Entry{Name: fmt.Sprint(i)}, nil); i++ {
			}
		}}}, nil
	})
	res, err := c.Get(t.Context(), request("http://a/"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	n := 0
	for _, err = range res.Answer.(*get.Listing).Entries {
		if err != nil {
			break
		}
		n++
	}
	if n != 3 || kindOf(t, err) != get.Limit {
		t.Errorf("%d entries, then %v", n, err)
	}
}

// TestPartial: a body that ends too early, or breaks off, says so.
func TestPartial(t *testing.T) {
	for name, body := range map[string]io.Reader{
		"short":  strings.NewReader("abc"),
		"breaks": io.MultiReader(strings.NewReader("abc"), errReader{&net.OpError{Op: "read", Err: errors.New("reset")}}),
	} {
		c := client(policy.CLI(table()), func(_ context.Context, req *get.Request) (*get.Response, error) {
			return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Length: 10, Body: body}}, nil
		})
		res, err := c.Get(t.Context(), request("http://a/"))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Answer.(*get.Object).Body)
		res.Close()
		if string(got) != "abc" || kindOf(t, err) != get.Partial {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// TestTimeLimits: the limits of time hold, and the error names which.
func TestTimeLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := limited(t, func(l *policy.Limits) { l.Connect, l.FirstByte, l.Total = time.Second, 2*time.Second, time.Minute })
		c := client(p, func(ctx context.Context, _ *get.Request) (*get.Response, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		start := time.Now()
		_, err := c.Get(t.Context(), request("http://a/"))
		if kindOf(t, err) != get.Timeout || !strings.Contains(err.Error(), "2s for the answer to begin once connected (--limit first-byte=TIME") || time.Since(start) != 3*time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		c = client(p, func(ctx context.Context, req *get.Request) (*get.Response, error) {
			return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Length: -1, Body: waitReader{ctx}}}, nil
		})
		start = time.Now()
		res, err := c.Get(t.Context(), request("http://a/"))
		if err != nil {
			t.Fatal(err)
		}
		defer res.Close()
		_, err = io.ReadAll(res.Answer.(*get.Object).Body)
		if kindOf(t, err) != get.Timeout || !strings.Contains(err.Error(), "1m0s in all") || time.Since(start) != time.Minute {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
	})
}

// TestRate: a server that drips is given up when it has kept us waiting for
// longer than what came is worth, but the time that the caller takes is not
// its fault.
func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := limited(t, func(l *policy.Limits) { l.FirstByte, l.Rate = 10*time.Second, 2 })
		read := func(each, rest time.Duration, bytes int) (got int, err error) {
			c := client(p, func(ctx context.Context, req *get.Request) (*get.Response, error) {
				return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Length: -1, Body: &drip{ctx, each, bytes}}}, nil
			})
			res, err := c.Get(t.Context(), request("http://a/"))
			if err != nil {
				t.Fatal(err)
			}
			defer res.Close()
			for buf := make([]byte, 1); err == nil; time.Sleep(rest) {
				var n int
				n, err = res.Answer.(*get.Object).Body.Read(buf)
				got += n
			}
			return got, err
		}
		if got, err := read(time.Second/2, 0, 100); got != 100 || err != io.EOF {
			t.Errorf("at the rate: %d bytes, then %v", got, err)
		}
		if got, err := read(time.Second/4, time.Minute, 100); got != 100 || err != io.EOF {
			t.Errorf("with a slow caller: %d bytes, then %v", got, err)
		}
		// Each byte comes half a second late, so that ten seconds are used up by 20.
		got, err := read(time.Second, 0, 100)
		if got < 19 || got > 21 || kindOf(t, err) != get.Timeout || !strings.Contains(err.Error(), "--limit rate=N") {
			t.Errorf("at half the rate: %d bytes, then %v", got, err)
		}
	})
}

// A drip is a body of some bytes of which each takes a while.
type drip struct {
	ctx  context.Context
	each time.Duration
	left int
}

func (d *drip) Read(b []byte) (int, error) {
	if d.left == 0 {
		return 0, io.EOF
	}
	select {
	case <-time.After(d.each):
		d.left--
		return copy(b, "x"), nil
	case <-d.ctx.Done():
		return 0, d.ctx.Err()
	}
}

type waitReader struct{ ctx context.Context }

func (r waitReader) Read([]byte) (int, error) { <-r.ctx.Done(); return 0, r.ctx.Err() }

// TestFail: errors tell their kind themselves where they can.
func TestFail(t *testing.T) {
	u := uri.MustParse("http://u:secret@h/")
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, x := range []struct {
		name string
		ctx  context.Context
		err  error
		want get.Kind
	}{
		{"refusal in a network error", t.Context(), &net.OpError{Op: "dial", Err: &policy.Refusal{Code: policy.CodeAddress}}, get.Denied},
		{"deadline", t.Context(), os.ErrDeadlineExceeded, get.Timeout},
		{"canceled", canceled, io.ErrClosedPipe, get.Canceled},
		{"no such file", t.Context(), os.ErrNotExist, get.NotFound},
		{"network", t.Context(), &net.OpError{Op: "dial", Err: errors.New("refused")}, get.Network},
		{"else", t.Context(), errors.New("what"), get.Protocol},
		{"itself", t.Context(), get.Errorf(get.Auth, "x", u, "y"), get.Auth},
	} {
		err := get.Fail(x.ctx, "read", u, get.Protocol, x.err)
		if err.Kind != x.want {
			t.Errorf("%s: kind %v, want %v", x.name, err.Kind, x.want)
		}
		if strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: the password is in %q", x.name, err)
		}
	}
}

// TestKinds fixes the table that exit statuses and HTTP statuses derive from.
func TestKinds(t *testing.T) {
	want := map[get.Kind]string{
		get.Internal: "internal 3 500", get.Invalid: "invalid 1 400", get.Denied: "denied 4 403", get.Unsupported: "unsupported 3 501",
		get.NotFound: "not-found 3 404", get.Timeout: "timeout 3 504", get.Network: "network 3 502", get.TLSFailed: "tls 3 502",
		get.Protocol: "protocol 3 502", get.Limit: "limit 3 502", get.Auth: "auth 3 502", get.Canceled: "canceled 3 502", get.Partial: "partial 5 502",
	}
	for k, text := range want {
		if got := fmt.Sprintf("%v %d %d", k, k.Exit(), k.HTTPStatus()); got != text {
			t.Errorf("%s, want %s", got, text)
		}
	}
}

func TestNever(t *testing.T) {
	h := get.Never("names an action, not a thing")
	if why, ok := get.Why(h); !ok || why != "names an action, not a thing" {
		t.Errorf("Why: %q, %v", why, ok)
	}
	if _, ok := get.Why(fake(nil)); ok {
		t.Error("a handler that gets something has a reason not to")
	}
	_, err := h.Get(t.Context(), request("mailto:a@b"))
	if kindOf(t, err) != get.Unsupported || !strings.Contains(err.Error(), "mailto: names an action") {
		t.Error(err)
	}
	if _, err := h.Plan(request("mailto:a@b")); kindOf(t, err) != get.Unsupported {
		t.Error(err)
	}
}
