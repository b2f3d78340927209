package gateway

import (
	"bytes"
	"encoding/json"
	"net/http"
	"path"
	"strings"

	"uriel.dev/find"
	"uriel.dev/gateway/page"
	"uriel.dev/uri"
)

// checkForm is what the token of the form is for.
var checkForm = uri.MustParse("/check")

// check finds and judges the URIs of a document that is pasted or uploaded.
func (g *gateway) check(x *exchange) {
	c := page.Check{Token: g.token(checkForm)}
	for _, k := range g.Containers {
		c.Known = append(c.Known, k.Name)
	}
	if x.r.Method != http.MethodPost {
		x.page(g.site.Check(c))
		return
	}
	sent, err := readSubmission(x.w, x.r)
	switch {
	case err != nil:
		x.page(g.unreadable(err))
		return
	case !g.isOwn(x.r, checkForm, sent):
		x.page(g.site.Sorry(http.StatusForbidden, "This form was not filled in here.", "It does not come from a page of this gateway, or the gateway was started anew. Open /check again."))
		return
	}
	text := sent.document(&c)
	how := g.container(c.As, c.Name)
	c.Read, c.Matches = how.Name, how.Scan(g.Finder, bytes.NewReader(text))
	if wantsJSON(x.r.Header.Get("Accept")) {
		g.checkJSON(x, c)
		return
	}
	x.page(g.site.Check(c))
}

// document returns what was sent, and notes how.
func (s submission) document(c *page.Check) []byte {
	c.As, _ = s.get(page.CheckAs)
	for _, p := range s.query {
		if p.name == page.CheckFile && p.file != "" {
			c.Name = path.Base(strings.ReplaceAll(p.file, `\`, "/"))
			return []byte(p.value)
		}
	}
	c.Text, _ = s.get(page.CheckText)
	return []byte(c.Text)
}

// container returns how a document is read: as was chosen, or by its name, or as text.
func (g *gateway) container(as, name string) find.Container {
	if c, ok := find.Choose(g.Containers, as, "", name); ok {
		return c
	}
	return find.Text
}

// checkJSON answers with a line of JSON for each URI.
func (g *gateway) checkJSON(x *exchange, c page.Check) {
	x.w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	enc := json.NewEncoder(x.w)
	enc.SetEscapeHTML(false)
	type record struct {
		URI     string       `json:"uri"`
		Text    string       `json:"text"`
		Part    string       `json:"part,omitempty"`
		Line    int          `json:"line"`
		Column  int          `json:"column"`
		Form    find.Form    `json:"form"`
		Rule    string       `json:"rule,omitempty"`
		Remarks []uri.Remark `json:"remarks"`
	}
	for m, err := range c.Matches {
		if err != nil {
			enc.Encode(map[string]string{"error": err.Error()}) //nolint:errcheck // the client has gone
			return
		}
		r := record{m.URI.String(), strings.ToValidUTF8(m.Text, "\uFFFD"), m.Part, m.Line, m.Column, m.Form, m.Rule, append([]uri.Remark{}, g.Schemes.Judge(m.URI)...)}
		if enc.Encode(r) != nil {
			return // the client has gone
		}
	}
}
