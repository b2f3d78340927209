package gateway

import (
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"

	"uriel.dev/gateway/page"
	"uriel.dev/get"
)

// raw answers with the bytes that a URI names. They come from anybody, so they
// are served as a document that may do nothing at all: no script, no form, no
// window, no origin, and nothing loaded.
func (g *gateway) raw(x *exchange, text string) {
	u, ok := g.parse(x, text)
	if !ok {
		return
	}
	part := rangeOf(x.r.Header)
	res, err := g.part(x, &get.Request{URI: u, Range: part, Anew: x.reloads()})
	if err != nil {
		g.fail(x, u, err)
		return
	}
	defer res.Close()
	h := x.w.Header()
	h.Set("Cache-Control", "no-cache")
	switch a := res.Answer.(type) {
	case *get.Object:
		sandbox(h)
		x.object(res, a, part)
	case *get.Listing:
		sandbox(h)
		x.uriList(a)
	default:
		x.redirect(page.Show(res.URI)) // there are no bytes; the page says what there is
	}
}

// part gets the part of an object that a request asks for, or all of it if nobody
// could tell the client which part it is.
func (g *gateway) part(x *exchange, req *get.Request) (*get.Response, error) {
	res, err := g.Client.Get(x.r.Context(), req)
	if err != nil || req.Range == nil {
		return res, err
	}
	if o, ok := res.Answer.(*get.Object); ok && o.Offset > 0 && contentRange(res, o) == "" {
		res.Close()
		whole := *req
		whole.Range = nil
		return g.Client.Get(x.r.Context(), &whole)
	}
	return res, nil
}

func sandbox(h http.Header) { h.Set("Content-Security-Policy", "sandbox; default-src 'none'") }

// object sends the bytes of an object. If they break off, so does the
// connection: the client must not take a part for the whole.
func (x *exchange) object(res *get.Response, o *get.Object, part *get.Range) {
	h := x.w.Header()
	if x.hasSame(res, o) {
		x.w.WriteHeader(http.StatusNotModified)
		return
	}
	mediaType, shown := servedAs(o.MediaType)
	h.Set("Content-Type", mediaType)
	if !shown {
		h.Set("Content-Disposition", disposition(o.Name))
	}
	if o.Length >= 0 {
		h.Set("Content-Length", strconv.FormatInt(o.Length, 10))
	}
	if isPart(part, o) {
		h.Set("Content-Range", contentRange(res, o))
		x.w.WriteHeader(http.StatusPartialContent)
	}
	if x.r.Method == http.MethodHead {
		return
	}
	if _, err := io.Copy(x.w, o.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// servedAs returns the media type to serve an object as, and whether a browser
// may show it; otherwise it is kept as a file. What can be active is shown all
// the same, in its sandbox.
func servedAs(mediaType string) (string, bool) {
	essence, params, err := mime.ParseMediaType(mediaType)
	if err != nil {
		return "application/octet-stream", false
	}
	if mediaType = mime.FormatMediaType(essence, params); mediaType == "" {
		return "application/octet-stream", false
	}
	switch essence {
	case "image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml",
		"application/json", "application/xml", "application/xhtml+xml":
		return mediaType, true
	}
	return mediaType, strings.HasPrefix(essence, "text/")
}

// disposition tells the browser to keep a file, under a name without folders.
func disposition(name string) string {
	name = strings.Trim(path.Base(strings.ReplaceAll(name, `\`, "/")), "./ ")
	if name == "" {
		return "attachment"
	}
	if d := mime.FormatMediaType("attachment", map[string]string{"filename": name}); d != "" {
		return d
	}
	return "attachment"
}

// uriList sends a listing as text/uri-list has it (RFC 2483, section 5): a URI
// a line, the name of each in a comment before it. It is labelled as plain
// text, which browsers show.
func (x *exchange) uriList(l *get.Listing) {
	x.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if x.r.Method == http.MethodHead {
		return
	}
	for e, err := range l.Entries {
		if err != nil {
			panic(http.ErrAbortHandler)
		}
		line := "# " + strings.Map(noControl, strings.ToValidUTF8(e.Name, "\uFFFD")) + "\r\n"
		if !e.URI.IsZero() {
			line += e.URI.String() + "\r\n"
		}
		if _, err := io.WriteString(x.w, line); err != nil {
			return
		}
	}
}

func noControl(r rune) rune {
	if r < ' ' || r == 0x7f {
		return ' '
	}
	return r
}
