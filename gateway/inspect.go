package gateway

import (
	"encoding/json"
	"net/http"
	"strings"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/uri"
)

// inspect answers with what there is to say of a text without asking anybody,
// as a page or as JSON.
func (g *gateway) inspect(x *exchange) {
	text := x.query.field("u")
	if _, asked := x.query.get("json"); asked || wantsJSON(x.r.Header.Get("Accept")) {
		g.describe(x, text)
		return
	}
	if text == "" {
		x.redirect(page.HomePage())
		return
	}
	f := g.site.Inspect(page.Inspection{
		Text: text, With: x.query.field("with"), JSON: g.Describe != nil,
		Plan: func(u uri.URI) (get.Plan, error) { return g.Client.Plan(x.request(u)) },
	})
	x.w.Header().Set("Vary", "Accept")
	x.page(f)
}

// wantsJSON reports whether the client names JSON and not HTML.
func wantsJSON(accept string) bool {
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

func (g *gateway) describe(x *exchange, text string) {
	x.w.Header().Set("Vary", "Accept")
	if g.Describe == nil {
		plain(x.w, http.StatusNotAcceptable, "406 no JSON here")
		return
	}
	x.w.Header().Set("Content-Type", "application/json")
	x.w.Header().Set("Cache-Control", "no-cache")
	e := json.NewEncoder(x.w)
	e.SetEscapeHTML(false)
	e.Encode(g.Describe(text)) //nolint:errcheck // the client has gone
}
