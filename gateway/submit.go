package gateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/uri"
)

// maxSubmission bounds what is taken of a filled-in form, its file included.
const maxSubmission = 2 << 20

// submit sends a form on which its server acts, and shows what that answers. It
// is the only way in which the gateway sends one: not for a link that somebody
// follows, and not for the page of another site that posts here, which cannot
// know the token.
func (g *gateway) submit(x *exchange, text string) {
	u, ok := g.parse(x, text)
	if !ok {
		return
	}
	sent, err := readSubmission(x.w, x.r)
	switch {
	case err != nil:
		x.page(g.unreadable(err))
		return
	case !g.isOwn(x.r, u, sent):
		x.page(g.site.Sorry(http.StatusForbidden, "This form was not filled in here.", "It does not come from a page of this gateway, or the gateway was started anew. Open the form again: "+u.Redacted()))
		return
	}
	res, err := g.Client.Get(x.r.Context(), x.request(u))
	if err != nil {
		g.fail(x, u, err)
		return
	}
	defer res.Close()
	form, ok := res.Answer.(*get.Form)
	switch {
	case !ok || !form.Submits:
		x.refuse(g.site.Sorry(http.StatusBadRequest, "There is no such form.", "There is nothing to send to at "+u.Redacted()+"."))
	case form.Clear && sent.isSecret(form) && !sent.has(page.ClearInput):
		x.refuse(g.site.Sorry(http.StatusBadRequest, "Nothing was sent.", "What is hidden would go over the wire for all to read. Go back, and say that it may."))
	default:
		g.send(x, u, form, sent.values(form))
	}
}

// unreadable is the page about what was sent and cannot be read.
func (g *gateway) unreadable(err error) *page.Frame {
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return g.site.Sorry(http.StatusRequestEntityTooLarge, "That is too much.", fmt.Sprintf("At most %d MiB are taken, a file included.", e.Limit>>20))
	}
	return g.site.Sorry(http.StatusBadRequest, "This cannot be read as a form.", err.Error()+".")
}

// refuse answers with a page that says why a form was not sent, which was asked
// for.
func (x *exchange) refuse(f *page.Frame) {
	f.Facts = f.Facts[:1]
	x.page(f)
}

// send sends a filled-in form. The answer is shown under the URI of the form:
// what was filled in is nobody's to see in an address.
func (g *gateway) send(x *exchange, u uri.URI, form *get.Form, values []get.Value) {
	req, err := form.Fill(values)
	if err != nil {
		g.fail(x, u, err)
		return
	}
	client := *g.Client
	client.Policy = client.Policy.AllowSubmission()
	res, err := client.Get(x.r.Context(), req)
	if err != nil {
		e := *get.Fail(x.r.Context(), "get", u, get.Internal, err)
		e.URI = u
		g.fail(x, u, &e)
		return
	}
	defer res.Close()
	shown := *res
	if shown.URI == req.URI {
		shown.URI, shown.About = u, uri.URI{}
	}
	x.page(g.site.Answer(page.Answer{Response: &shown, Site: g.site, Asked: shown.URI, Began: x.began, Sent: true}, g.renderer(shown.URI)))
}

// token returns what a form at u is sent back with.
func (g *gateway) token(u uri.URI) string {
	mac := hmac.New(sha256.New, g.key[:])
	io.WriteString(mac, u.WithoutFragment().String()) //nolint:errcheck // a hash takes all
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// isOwn reports whether a form was filled in on a page of this gateway. Browsers
// say where a request comes from, if not all of them and not always.
func (g *gateway) isOwn(r *http.Request, u uri.URI, s submission) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	token, _ := s.get(page.TokenInput)
	return hmac.Equal([]byte(token), []byte(g.token(u)))
}

// A submission is what was filled in, in the order of the page.
type submission struct{ query }

func (s submission) has(name string) bool {
	_, ok := s.get(name)
	return ok
}

// values returns what was filled in for the fields of the form. Browsers leave
// out a switch that is off, and end lines with CR LF.
func (s submission) values(form *get.Form) (values []get.Value) {
	for _, p := range s.query {
		if name, ok := strings.CutPrefix(p.name, "f."); ok {
			values = append(values, get.Value{Name: name, Value: p.value})
		}
	}
	for _, f := range form.Fields {
		i := slices.IndexFunc(values, func(v get.Value) bool { return v.Name == f.Name })
		switch {
		case i < 0 && f.Type == get.Switch:
			values = append(values, get.Value{Name: f.Name, Value: "0"})
		case i >= 0 && f.Type != get.File:
			values[i].Value = strings.ReplaceAll(values[i].Value, "\r\n", "\n")
		}
	}
	return values
}

// isSecret reports whether one of the hidden fields is filled in.
func (s submission) isSecret(form *get.Form) bool {
	return slices.ContainsFunc(form.Fields, func(f get.Field) bool {
		value, _ := s.get("f." + f.Name)
		return f.Type == get.Password && value != ""
	})
}

// readSubmission reads what a browser has sent of a form.
func readSubmission(w http.ResponseWriter, r *http.Request) (s submission, err error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxSubmission)
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/form-data") {
		body, err := io.ReadAll(r.Body)
		return submission{parseQuery(string(body))}, err
	}
	parts, err := r.MultipartReader()
	if err != nil {
		return s, err
	}
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return s, nil
		}
		if err != nil {
			return s, err
		}
		if s.query, err = appendPart(s.query, part); err != nil {
			return s, err
		}
	}
}

func appendPart(q query, part *multipart.Part) (query, error) {
	value, err := io.ReadAll(part)
	return append(q, parameter{part.FormName(), string(value), part.FileName()}), err
}
