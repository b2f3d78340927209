// Package gettest holds the tests that every handler passes, whatever its
// protocol: that it can be cancelled, keeps deadlines and limits, survives bad
// servers, lets no octet of a URI become a line of the protocol, sends no
// fragment, and leaves no goroutine behind.
package gettest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A Subject is a handler to test.
type Subject struct {
	Schemes []scheme.Info
	New     func(get.Env) get.Handler

	// URIs are URIs that the handler answers without a network: of a local
	// scheme, or one whose answer needs no server. Each is got and read whole.
	URIs []string

	// Servers, for schemes of the network, are the ways a server may answer. Each
	// is tested with all the trouble that a server can make.
	Servers []Server
}

// A Server is a way in which a server of the protocol answers.
type Server struct {
	Name string

	// URI returns a URI that leads to the server at "host:port".
	URI func(hostport string) string

	// Greeting is what the server says before it is asked, and at once with it
	// the replies to all commands but the last, where a request is several. "" if
	// the client speaks first.
	Greeting string

	// Start is the beginning of a good answer up to where the payload begins;
	// it is sent once a request is complete. Then Payload is sent again and
	// again: it is a line or a piece of the object, without end. Huge is a
	// piece that makes a line endless when it is repeated; "" if the protocol
	// has no lines there.
	Start, Payload, Huge string

	// Complete reports whether what the client has sent so far is a whole
	// request; nil is a line end.
	Complete func(sent string) bool

	// Octets returns a URI with the given percent-encoded octet in each place
	// of a URI that ends up in a request; nil if there are none.
	Octets func(hostport, escape string) []string

	// Lines is how many line ends a request has when nothing is smuggled in;
	// the request in question is the one to the plain URI. Used with Octets.
	Lines int
}

// Run tests the handler of s.
func Run(t *testing.T, s Subject) {
	t.Helper()
	if len(s.URIs)+len(s.Servers) == 0 {
		t.Fatal("gettest: the subject has neither URIs nor servers: nothing would be tested")
	}
	for _, u := range s.URIs {
		t.Run(u, func(t *testing.T) { s.local(t, u) })
	}
	for _, server := range s.Servers {
		t.Run(server.Name, func(t *testing.T) { s.network(t, server) })
	}
}

// table is the scheme table of the subject.
func (s Subject) table() scheme.Table { return scheme.NewTable(s.Schemes, nil) }

// client is a client with the subject as its only handler, under tight limits.
func (s Subject) client(p policy.Policy) *get.Client {
	handlers := map[string]get.Handler{}
	for _, info := range s.Schemes {
		handlers[info.Name] = s.New(get.Env{Policy: p})
	}
	return &get.Client{Policy: p, Schemes: s.table(), Handlers: handlers}
}

func (s Subject) policy() policy.Policy {
	p := policy.CLI(s.table())
	l := p.Limits()
	l.Body, l.Line, l.Header, l.Items = 1<<20, 64<<10, 64<<10, 10_000
	l.Connect, l.FirstByte, l.Total = 2*time.Second, 5*time.Second, 20*time.Second
	return p.WithLimits(l)
}

// local tests what holds without a network.
func (s Subject) local(t *testing.T, text string) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	u := uri.MustParse(text)
	c := s.client(s.policy())
	defer closeHandlers(c)

	plan, err := c.Plan(&get.Request{URI: u})
	if err != nil || len(plan) == 0 {
		t.Errorf("plan: %v, %v; want at least one step", plan, err)
	}
	res, err := c.Get(t.Context(), &get.Request{URI: u})
	if err != nil {
		t.Fatal(err)
	}
	if err := Drain(res); err != nil {
		t.Errorf("read: %v", err)
	}
	checkAnswer(t, res)
	for range 2 {
		if err := res.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	res, err = c.Get(ctx, &get.Request{URI: u})
	if err == nil {
		err = Drain(res)
		res.Close()
	}
	wantKind(t, err, get.Canceled)
}

// Drain reads an answer to its end. Its error is the first that comes.
func Drain(res *get.Response) error {
	switch a := res.Answer.(type) {
	case *get.Object:
		_, err := io.Copy(io.Discard, a.Body)
		return err
	case *get.Listing:
		for _, err := range a.Entries {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Fetch gets what req asks for and returns the answer, closed, and of an object
// all its bytes. An error that is no [*get.Error] fails the test.
func Fetch(t testing.TB, h get.Handler, req *get.Request) (res *get.Response, body string, err error) {
	t.Helper()
	res, err = h.Get(t.Context(), req)
	if err != nil {
		if _, ok := errors.AsType[*get.Error](err); !ok {
			t.Errorf("%s: error %v is a %T", req.URI, err, err)
		}
		return nil, "", err
	}
	defer res.Close()
	o, ok := res.Answer.(*get.Object)
	if !ok {
		return res, "", nil
	}
	all, err := io.ReadAll(o.Body)
	return res, string(all), err
}

// Kind returns the word of the kind of an error, and the text of one that has
// none.
func Kind(err error) string {
	if e, ok := errors.AsType[*get.Error](err); ok {
		return e.Kind.String()
	}
	return fmt.Sprint(err)
}

// checkAnswer checks what must be true of every answer.
func checkAnswer(t *testing.T, res *get.Response) {
	t.Helper()
	if res.URI.IsZero() {
		t.Error("the answer does not say its URI")
	}
	switch a := res.Answer.(type) {
	case nil:
		t.Error("the response has no answer")
	case *get.Object:
		if a.MediaType == "" || !strings.Contains(a.MediaType, "/") {
			t.Errorf("an object of media type %q", a.MediaType)
		}
	case *get.Form:
		if len(a.Fields) == 0 || a.Fill == nil {
			t.Error("a form without fields or Fill")
		}
	}
}

func wantKind(t *testing.T, err error, kinds ...get.Kind) {
	t.Helper()
	e, ok := errors.AsType[*get.Error](err)
	if !ok {
		t.Errorf("error %v (%T), want a *get.Error of kind %v", err, err, kinds)
		return
	}
	for _, k := range kinds {
		if e.Kind == k {
			return
		}
	}
	t.Errorf("error %v of kind %v, want %v", e, e.Kind, kinds)
}

// closeHandlers frees what handlers keep between requests.
func closeHandlers(c *get.Client) {
	for _, h := range c.Handlers {
		if closer, ok := h.(io.Closer); ok {
			closer.Close()
		}
	}
}
