package gateway

import (
	"errors"
	"net/http"
	"strings"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// field leads from what was typed to the page of the URI. A text that is none
// is explained instead; nothing is added to it without asking.
func (g *gateway) field(x *exchange) {
	text := x.query.field("u")
	if text == "" {
		x.redirect(page.HomePage())
		return
	}
	if u, ok := g.parse(x, text); ok {
		x.redirect(page.Show(u))
	}
}

// parse reads a text that has to be a URI, or answers with what is wrong.
func (g *gateway) parse(x *exchange, text string) (uri.URI, bool) {
	u, err := uri.Parse(text)
	if err == nil && u.HasScheme() {
		return u, true
	}
	x.page(g.site.Mistake(text, err))
	return uri.URI{}, false
}

// show answers with the page of what a URI names.
func (g *gateway) show(x *exchange, text string) {
	u, ok := g.parse(x, text)
	if !ok {
		return
	}
	res, err := g.Client.Get(x.r.Context(), x.request(u))
	if err != nil {
		g.fail(x, u, err)
		return
	}
	defer res.Close()
	if values, asked := x.query.answers(res.Answer); asked {
		g.fill(x, res, values)
		return
	}
	if !res.Kept.IsZero() && x.again(x.keptAt(res.Kept)) {
		return
	}
	sort, _ := x.query.get("sort")
	_, long := x.query.get("long")
	x.page(g.site.Answer(page.Answer{Response: res, Site: g.site, Asked: u, Sort: sort, Long: long, Began: x.began, Token: g.token(res.URI)}, g.renderer(res.URI)))
}

// request asks for what a page can show best, and for what is there now if the
// client has said so: browsers do when they are told to reload (RFC 9111, sections
// 5.2.1 and 5.4).
func (x *exchange) request(u uri.URI) *get.Request {
	return &get.Request{URI: u, Accept: []string{"text/html", "text/plain", "*/*"}, Anew: x.reloads()}
}

func (x *exchange) reloads() bool {
	control := x.r.Header.Get("Cache-Control")
	return control == "no-cache" || control == "max-age=0" || x.r.Header.Get("Pragma") == "no-cache"
}

func (g *gateway) renderer(u uri.URI) page.Renderer { return g.Pages[strings.ToLower(u.Scheme())] }

// fail answers with the page of an error.
func (g *gateway) fail(x *exchange, u uri.URI, err error) {
	if fast, ok := errors.AsType[*tooFast](err); ok {
		g.deny(x, fast.denial())
		return
	}
	e, ok := errors.AsType[*get.Error](err)
	if !ok {
		e = get.Fail(x.r.Context(), "get", u, get.Internal, err)
	}
	defer e.Close()
	x.page(g.site.Error(u, e, g.formOf(u, e), x.began))
}

// formOf returns the form that u holds filled in, if that is why it is refused.
func (g *gateway) formOf(u uri.URI, e *get.Error) *page.Guess {
	finder, ok := g.Client.Handlers[strings.ToLower(u.Scheme())].(get.FormFinder)
	if r, refused := errors.AsType[*policy.Refusal](e); !ok || !refused || r.Code != policy.CodeForm {
		return nil
	}
	form, ok := finder.FormOf(u)
	if !ok {
		return nil
	}
	return &page.Guess{URI: form, Why: "the form, to be filled in by yourself"}
}

// answers returns what was filled in, if anything was. The parameter f is for
// the first question, whatever its name: a menu offers a search before it
// knows the form.
func (q query) answers(a get.Answer) (values []get.Value, asked bool) {
	form, _ := a.(*get.Form)
	for _, p := range q {
		name, ok := strings.CutPrefix(p.name, "f.")
		switch {
		case p.name == "f" && form != nil && len(form.Fields) > 0:
			name, ok = form.Fields[0].Name, true
		case p.name == "f":
			ok = true
		}
		if ok {
			values = append(values, get.Value{Name: name, Value: strings.ReplaceAll(p.value, "\r\n", "\n")})
		}
	}
	return values, len(values) > 0
}

// fill leads to the URI that a filled form comes to.
func (g *gateway) fill(x *exchange, res *get.Response, values []get.Value) {
	form, ok := res.Answer.(*get.Form)
	if !ok {
		x.page(g.site.Sorry(http.StatusBadRequest, "This is not a form.", "There is nothing to fill in at "+res.URI.Redacted()+"."))
		return
	}
	req, err := form.Fill(values)
	switch {
	case err != nil:
		g.fail(x, res.URI, err)
	case form.Submits:
		x.page(g.site.Sorry(http.StatusBadRequest, "This form is sent on purpose only.", "Following a link does not send it. Fill it in on its own page."))
	case !isURIOnly(req):
		x.page(g.site.Sorry(http.StatusNotImplemented, "This form cannot be sent from here yet.", "It sends more than a URI can hold. On the command line: uriel get --field NAME=VALUE "+res.URI.Redacted()))
	default:
		x.redirect(page.Show(req.URI))
	}
}

// isURIOnly reports whether all that a request says is its URI, so that an
// address can stand for it.
func isURIOnly(r *get.Request) bool {
	return (r.Method == "" || r.Method == http.MethodGet) && len(r.Body) == 0 && len(r.Header) == 0 && r.User == "" && r.Password == "" && r.Range == nil
}
