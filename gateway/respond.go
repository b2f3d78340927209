package gateway

import (
	"bytes"
	_ "embed"
	"io"
	"net/http"
	"strconv"
	"strings"

	"uriel.dev/gateway/page"
)

//go:embed uriel.css
var sheet string

//go:embed icon.svg
var icon string

// headers sets what is true of every answer. Pages may load the gateway's own
// style and images and nothing else, be framed by nobody, and send forms to
// the gateway only. origin is that of the gateway, for a page that is shown under
// the address of something else.
func headers(h http.Header, origin string) {
	self, begin := "'self'", "'none'"
	if origin != "" {
		self, begin = origin, origin
	}
	h.Set("Content-Security-Policy", "default-src 'none'; style-src "+self+"; img-src "+self+"; form-action "+self+"; base-uri "+begin+"; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// page answers with a page.
func (x *exchange) page(f *page.Frame) {
	x.pageHeader()
	if x.origin != "" {
		f.Base = page.Base(x.origin, x.shown)
	}
	var text bytes.Buffer
	f.WriteTo(&text) //nolint:errcheck // a buffer takes all
	if f.Status != 0 && f.Status != http.StatusOK {
		x.w.WriteHeader(f.Status)
		x.w.Write(text.Bytes()) //nolint:errcheck // the client has gone; there is nobody to tell
		return
	}
	p := newDrawn(x.key, text.Bytes())
	if x.key != "" {
		x.g.drawn.keep(p)
	}
	x.tagged(p)
}

func (x *exchange) pageHeader() {
	h := x.w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache")
	}
}

// tagged answers with a page, unless the client has it (RFC 9110, section 13.1.2).
func (x *exchange) tagged(p *drawnPage) {
	h := x.w.Header()
	h.Set("Etag", p.tag)
	if hasTag(x.r.Header.Get("If-None-Match"), p.tag) {
		h.Del("Content-Type")
		x.w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(p.text)))
	x.w.Write(p.text) //nolint:errcheck // the client has gone; there is nobody to tell
}

// hasTag reports whether a tag is in a field If-None-Match, by the weak comparison.
func hasTag(field, tag string) bool {
	for one := range strings.SplitSeq(field, ",") {
		one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
		if one == "*" || one == strings.TrimPrefix(tag, "W/") {
			return true
		}
	}
	return false
}

// redirect leads on to another address of the gateway.
func (x *exchange) redirect(to page.Href) {
	x.w.Header().Set("Location", x.origin+to.String())
	x.w.WriteHeader(http.StatusSeeOther)
}

// file answers with a file of the gateway's own.
func (x *exchange) file(mediaType, body string) {
	h := x.w.Header()
	h.Set("Cache-Control", "max-age=300")
	h.Set("Content-Type", mediaType)
	x.tagged(newDrawn("", []byte(body)))
}

// plain answers with a line or some of text.
func plain(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	io.WriteString(w, text+"\n") //nolint:errcheck // the client has gone
}

// recorder remembers what was answered, for the log.
type recorder struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(b []byte) (int, error) {
	n, err := r.ResponseWriter.Write(b)
	r.bytes += int64(n)
	return n, err
}

// ReadFrom implements [io.ReaderFrom]: the system copies what is kept in a file.
func (r *recorder) ReadFrom(from io.Reader) (int64, error) {
	n, err := io.Copy(r.ResponseWriter, from)
	r.bytes += n
	return n, err
}

// Unwrap lets [http.ResponseController] reach the writer behind.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
