package get

import (
	"context"
	"errors"
	"strings"
	"testing"

	"uriel.dev/policy"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

func TestGatewayURI(t *testing.T) {
	for _, x := range []struct{ template, uri, want, why string }{
		{"http://gw.example/{uri}", "wais://h/db?a+b#f", "http://gw.example/wais://h/db?a+b", "as it is written, without its fragment"},
		{"http://gw.example/?u={uri:pct}", "gopher://h/0a%20b?c", "http://gw.example/?u=gopher%3A%2F%2Fh%2F0a%2520b%3Fc", "encoded"},
		{"https://{host}.gw.example:1{port}/{path}?{query}", "wais://h/db", "https://h.gw.example:1//db?", "components, absent ones empty"},
		{"http://r.example/N2L?{uri}", "URN:FOO:a%2c", "http://r.example/N2L?URN:FOO:a%2c", "a URN stays encoded"},
		{"http://m.example/{page}.{section}", "man:ls(1)", "http://m.example/ls.1", "the view of the scheme"},
		{"http://m.example/{page}", "man:a%2Fb(1)", "http://m.example/", "what the scheme does not read is empty"},
	} {
		u, err := Gateway{Template: x.template}.URI(known.Table(), uri.MustParse(x.uri))
		if err != nil || u.String() != x.want {
			t.Errorf("%s by %s: %s, %v; want %s (%s)", x.uri, x.template, u, err, x.want, x.why)
		}
	}
	for _, template := range []string{"", "gopher://gw/{uri}", "/{uri}", "http://gw/{uri", "http:///{uri}", "http://g w/"} {
		if (Gateway{Template: template}).Check() == nil {
			t.Errorf("%q is taken for the template of a gateway", template)
		}
	}
}

// answers is a handler that answers with what it was asked for.
type answers struct{ err error }

func (a answers) Get(_ context.Context, req *Request) (*Response, error) {
	if a.err != nil {
		return nil, a.err
	}
	return &Response{URI: req.URI, Answer: &Object{MediaType: "text/plain", Length: -1, Body: strings.NewReader("")}}, nil
}

func (a answers) Plan(req *Request) (Plan, error) { return Plan{{Send, req.URI.String()}}, nil }

func TestGateways(t *testing.T) {
	table := known.Table()
	missing := Errorf(NotFound, "get", uri.MustParse("wais://h/db"), "not here")
	broken := Errorf(Network, "get", uri.MustParse("wais://h/db"), "no route")
	gateway := Gateway{Template: "http://127.0.0.1/{uri}"}
	whenMissing := gateway
	whenMissing.Missing = true
	for _, x := range []struct {
		name    string
		uri     string
		gateway Gateway
		err     error // of the scheme's own handler
		want    string
		kind    Kind
	}{
		{"always", "wais://h/db", gateway, nil, "http://127.0.0.1/wais://h/db", 0},
		{"missing, but there", "wais://h/db", whenMissing, nil, "wais://h/db", 0},
		{"missing", "wais://h/db", whenMissing, missing, "http://127.0.0.1/wais://h/db", 0},
		{"broken is not missing", "wais://h/db", whenMissing, broken, "", Network},
		{"nobody speaks it", "x-foo:bar", gateway, nil, "http://127.0.0.1/x-foo:bar", 0},
		{"nobody speaks it here", "x-foo:bar", whenMissing, nil, "http://127.0.0.1/x-foo:bar", 0},
	} {
		c := &Client{
			Policy: policy.CLI(table), Schemes: table,
			Handlers: map[string]Handler{"wais": answers{x.err}, "http": answers{}},
			Gateways: map[string]Gateway{"wais": x.gateway, "x-foo": x.gateway},
		}
		res, err := c.Get(t.Context(), &Request{URI: uri.MustParse(x.uri)})
		if x.want == "" {
			if e, ok := errors.AsType[*Error](err); !ok || e.Kind != x.kind {
				t.Errorf("%s: %v, want an error of kind %v", x.name, err, x.kind)
			}
			continue
		}
		if err != nil || res.URI.String() != x.want {
			t.Errorf("%s: %v, %v; want %s", x.name, res, err, x.want)
		}
	}
}

// TestGatewayPlan: what is shown is what would be asked.
func TestGatewayPlan(t *testing.T) {
	c := &Client{
		Policy: policy.CLI(known.Table()), Schemes: known.Table(), Handlers: map[string]Handler{"http": answers{}},
		Gateways: map[string]Gateway{"wais": {Template: "http://gw.example/{uri}"}},
	}
	plan, err := c.Plan(&Request{URI: uri.MustParse("wais://h/db")})
	if err != nil || len(plan) != 1 || plan[0].Text != "http://gw.example/wais://h/db" {
		t.Errorf("plan %v, %v", plan, err)
	}
}
