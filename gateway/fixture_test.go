package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// view gives one meaning to all behind the colon.
type view struct{ u uri.URI }

func (v view) Parts() []scheme.Part {
	return []scheme.Part{{Start: len(v.u.Scheme()) + 1, End: len(v.u.String()), Label: "thing"}}
}
func (v view) Meaning() string { return "the thing " + v.u.Redacted() }

func table() scheme.Table {
	info := func(name string, port uint16, reach scheme.Reach, rules ...uri.Rule) scheme.Info {
		return scheme.Info{
			Name: name, Title: "The " + name + " of tests", Spec: "RFC 0", Form: name + ":…", Port: port, Reach: reach, Retrieval: "Ask for it & wait.", Rules: rules,
			View: func(u uri.URI) (scheme.View, error) { return view{u}, nil },
		}
	}
	return scheme.NewTable([]scheme.Info{
		info("gopher", 70, scheme.Network, uri.Rule{ID: "gopher/odd", Section: "RFC 1436 3", Title: "something odd", Text: "Nobody <does> it."}),
		info("http", 80, scheme.Network), info("https", 443, scheme.Network), info("telnet", 23, scheme.Network), info("mailto", 0, scheme.Inside),
		info("man", 0, scheme.Local), info("data", 0, scheme.Inside),
	}, []scheme.Registered{{Name: "afs", Description: "Andrew", Status: scheme.Historical, Reference: "RFC 1738"}})
}

// handler answers by the text of the URI.
type handler map[string]func() (*get.Response, error)

func (h handler) Get(_ context.Context, req *get.Request) (*get.Response, error) {
	f := h[req.URI.String()]
	if f == nil {
		return nil, get.Errorf(get.NotFound, "read", req.URI, "nothing of that name")
	}
	res, err := f()
	if res != nil && res.URI.IsZero() {
		res.URI = req.URI
	}
	return res, err
}

func (h handler) Plan(req *get.Request) (get.Plan, error) {
	return get.Plan{{Act: get.Connect, Text: "h:70"}, {Act: get.Send, Text: "/x\t<y>\r\nAuthorization: Basic c2VjcmV0\r\n"}}, nil
}

// rangeHandler answers with the part that is asked for.
type rangeHandler func(*get.Range) *get.Object

func (h rangeHandler) Get(_ context.Context, req *get.Request) (*get.Response, error) {
	return &get.Response{URI: req.URI, Answer: h(req.Range)}, nil
}

func (h rangeHandler) Plan(*get.Request) (get.Plan, error) { return nil, nil }

// answer is a function that gives a.
func answer(a get.Answer) func() (*get.Response, error) {
	return func() (*get.Response, error) { return &get.Response{Answer: a}, nil }
}

func object(mediaType, body string) func() (*get.Response, error) {
	return func() (*get.Response, error) {
		return &get.Response{Answer: &get.Object{MediaType: mediaType, Length: int64(len(body)), Body: strings.NewReader(body)}}, nil
	}
}

// fails is a function that gives an error of the kind.
func fails(kind get.Kind, server string) func() (*get.Response, error) {
	return func() (*get.Response, error) {
		return nil, &get.Error{Op: "read", URI: uri.MustParse("gopher://h/0/x"), Kind: kind, Err: errors.New("<cause>"), Server: server}
	}
}

func list(entries []get.Entry, err error) *get.Listing {
	return &get.Listing{Title: "A & B", Entries: func(yield func(get.Entry, error) bool) {
		for _, e := range entries {
			if !yield(e, nil) {
				return
			}
		}
		if err != nil {
			yield(get.Entry{}, err)
		}
	}}
}

// searchForm asks one question and becomes part of the URI.
func searchForm() *get.Form {
	return &get.Form{
		Title: "Search <here>", Text: "Words & more",
		Fields: []get.Field{
			{Name: "search", Label: "Words", Type: get.Text}, {Name: "more", Label: "More", Type: get.LongText},
			{Name: "how", Label: "How", Type: get.Choice, Options: []string{"all", "any"}, Default: "any"}, {Name: "now", Label: "Now", Type: get.Switch},
		},
		Fill: func(values []get.Value) (*get.Request, error) {
			if values[0].Name != "search" || values[0].Value == "" {
				return nil, get.Errorf(get.Invalid, "fill", uri.URI{}, "the field search is empty")
			}
			return &get.Request{URI: uri.MustParse("gopher://h/7/s%09" + pct.Encode(values[0].Value, pct.Unreserved))}, nil
		},
	}
}

// fixture is a gateway before handlers that answer what they are told. Names
// without a dot, as tests have them, are of private networks.
func fixture(answers handler, change ...func(*Options)) http.Handler {
	t := table()
	p := policy.Gateway(t).AllowPrivate()
	o := Options{
		Client:  &get.Client{Policy: p, Schemes: t, Handlers: map[string]get.Handler{"gopher": answers, "http": answers, "telnet": answers, "man": answers, "data": answers, "mailto": get.Never("names an action")}},
		Schemes: t, Policy: p, Version: "1.2.3",
	}
	for _, f := range change {
		f(&o)
	}
	return New(o)
}

// local lets documents of this machine be shown.
func local(o *Options) {
	o.Policy = o.Policy.AllowLocal("")
	o.Client.Policy = o.Policy
}

// strict is the policy as strangers meet it.
func strict(o *Options) {
	o.Policy = policy.Gateway(o.Schemes)
	o.Client.Policy = o.Policy
}

// cli is the policy of the command line.
func cli(o *Options) {
	o.Policy = policy.CLI(o.Schemes)
	o.Client.Policy = o.Policy
}

// ask sends a request to the gateway and returns what it answers.
func ask(h http.Handler, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", target, nil)
	r.Host = "localhost:8070"
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// showing is the address of the page of a URI.
func showing(u string) string { return "/u/" + encode(u) }

func encode(s string) string { return pct.Encode(s, pct.Unreserved) }

// brokenReader breaks off behind its text.
type brokenReader struct {
	io.Reader
	err error
}

func (r brokenReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		err = r.err
	}
	return n, err
}

var someTime = time.Date(1994, 3, 21, 9, 12, 0, 0, time.UTC)

// mustHold checks that an answer has a status and holds some texts.
func mustHold(t *testing.T, w *httptest.ResponseRecorder, status int, texts ...string) {
	t.Helper()
	if w.Code != status {
		t.Errorf("status %d, want %d", w.Code, status)
	}
	for _, text := range texts {
		if !strings.Contains(w.Body.String(), text) {
			t.Errorf("%q is not in\n%s", text, w.Body)
		}
	}
}
