package newsclient

import (
	"bytes"
	"io"
	"net/textproto"
	"strings"

	"golang.org/x/net/html"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// contentID returns the Content-ID of a part without its angle brackets, or "".
func contentID(h textproto.MIMEHeader) string { return bare(h.Get("Content-ID")) }

// idOf returns the Message-ID of an article without its angle brackets, or "".
func idOf(h Header) string { return bare(h.Get("Message-ID")) }

func bare(id string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(id), "<"), ">")
}

// A related is a part of HTML that refers to others of its article by their
// Content-IDs (RFC 2392). As it is read these references become the URIs of those
// parts, and references to other articles lead to the server of this one. All
// else stays as it is. Parts that are referred to may come behind it, so that it
// is held until the whole article was seen.
type related struct {
	html  io.Reader
	parts *walk
	links links
	id    string // of the article
	out   io.Reader
}

// Read reads the part.
func (r *related) Read(p []byte) (int, error) {
	if r.out == nil {
		all, err := io.ReadAll(r.html)
		for err == nil {
			_, err = r.parts.next()
		}
		r.out = io.MultiReader(bytes.NewReader(r.rewritten(all)), ended{err})
	}
	return r.out.Read(p)
}

// ended is a reader of nothing but an error.
type ended struct{ err error }

func (e ended) Read([]byte) (int, error) { return 0, e.err }

// rewritten returns HTML with its references led to where they lead here.
func (r *related) rewritten(text []byte) []byte {
	var out bytes.Buffer
	for z := html.NewTokenizer(bytes.NewReader(text)); ; {
		switch z.Next() {
		case html.StartTagToken, html.SelfClosingTagToken:
			raw := bytes.Clone(z.Raw()) // before the token, which is unescaped in its place
			out.Write(r.tag(raw, z.Token()))
		case html.ErrorToken:
			out.Write(z.Raw()) // a tag that is not ended
			return out.Bytes()
		default:
			out.Write(z.Raw())
		}
	}
}

// tag returns a tag with its references led; as it is if it has none.
func (r *related) tag(raw []byte, t html.Token) []byte {
	for i := range t.Attr {
		if to := r.reference(t.Attr[i].Val); to != "" {
			t.Attr[i].Val, raw = to, nil
		}
	}
	if raw == nil {
		return []byte(t.String())
	}
	return raw
}

// reference returns where the value of an attribute leads here, "" for where it
// leads by itself.
func (r *related) reference(value string) string {
	u, err := uri.Parse(strings.TrimSpace(value))
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme()) {
	case "cid":
		return r.part(u.Path())
	case "mid":
		message, part, ok := strings.Cut(u.Path(), "/")
		switch {
		case !ok:
			return r.links.to(u).String()
		case pct.Decode(message) == r.id:
			return r.part(part)
		}
	}
	return ""
}

// part returns the URI of the part of a Content-ID that is escaped, "" if there
// is none.
func (r *related) part(id string) string {
	number, ok := r.parts.named[pct.Decode(id)]
	if !ok {
		return ""
	}
	return partURI(r.parts.article, number).String()
}
