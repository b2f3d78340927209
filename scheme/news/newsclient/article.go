package newsclient

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// partOf returns the command that asks for what a request wants of an article.
func partOf(req *get.Request) string {
	if req.Method == http.MethodHead {
		return "HEAD"
	}
	return "ARTICLE"
}

// A form is one in which an article can be had.
type form int

const (
	asText form = iota
	asRaw
	asHTML
	asThread
)

// formOf returns the first form that is accepted; a text if none is.
func formOf(accept []string) form {
	for _, a := range accept {
		switch a {
		case "message/rfc822", "message/*", "*/*":
			return asRaw
		case "text/plain", "text/*":
			return asText
		case "text/html":
			return asHTML
		case "text/uri-list": // RFC 2483: who wants a list
			return asThread
		}
	}
	return asText
}

// wantsThread reports whether a request is for the thread of an article.
func (t target) wantsThread(req *get.Request) bool {
	return t.view.Thread || t.view.Part == "" && (t.view.MessageID != nil || t.view.Article != nil) && formOf(req.Accept) == asThread
}

// article gets an article, by its number or its Message-ID in angle brackets.
func (s *session) article(res *get.Response, which string) error {
	var article io.Reader
	id := which
	err := s.do("get", func() (err error) {
		var told string
		if partOf(s.req) == "HEAD" {
			article, told, err = s.Head(which)
		} else {
			article, told, err = s.Article(which)
		}
		if s.view.MessageID == nil {
			id = told
		}
		return err
	})
	if err != nil {
		return err
	}
	return s.present(res, article, id)
}

// A presenter makes the answer to a request for an article of what a server or a
// spool has of it.
type presenter struct {
	h   handler
	ctx context.Context // of this one answer
	req *get.Request
	target
}

// present answers with an article, whose Message-ID is id.
func (p presenter) present(res *get.Response, article io.Reader, id string) error {
	name := canonical(id)
	if name != p.req.URI {
		res.Canonical = name
	}
	o := &get.Object{MediaType: "message/rfc822", Length: -1, Body: article}
	res.Answer = o
	switch {
	case partOf(p.req) == "HEAD":
		return p.header(res, article)
	case p.view.Part == "" && formOf(p.req.Accept) == asRaw:
		return nil
	}
	h, body, err := ReadHeader(article, p.h.env.Policy.Limits().Header)
	if err != nil {
		return p.fail("read", err)
	}
	o.Modified = Date(h.Get("Date"))
	bounded := &bounded{r: body, presenter: p}
	if p.view.Part == "" {
		o.Rendered = true
		o.MediaType, o.Body = p.rendered(h, bounded)
		return nil
	}
	if res.Canonical = partURI(name, p.part()); res.Canonical == p.req.URI {
		res.Canonical = uri.URI{}
	}
	return p.onePart(o, h, bounded)
}

// rendered returns an article in the form that is wanted.
func (p presenter) rendered(h Header, body io.Reader) (mediaType string, text io.Reader) {
	limits := p.h.env.Policy.Limits()
	switch {
	case formOf(p.req.Accept) == asHTML:
		return "text/html; charset=utf-8", HTML(h, body, p.whole(), limits)
	case p.req.Options[OptionStyle] == "overstrike":
		return textType, Overstruck(h, body, p.whole(), limits)
	}
	return textType, Text(h, body, p.whole(), limits)
}

const textType = "text/plain; charset=utf-8"

func (p presenter) fail(op string, err error) *get.Error { return fail(p.ctx, op, p.req.URI, err) }

// whole returns the URI of the article, whatever is wanted of it, as it may be
// shown.
func (p presenter) whole() uri.URI {
	return withoutPassword(p.req.URI.WithoutQuery().WithoutFragment())
}

// part returns the number of the part that is wanted.
func (p presenter) part() int {
	n, _ := strconv.Atoi(p.view.Part) // the view has nothing else
	return n
}

// onePart answers with a part of an article, without its transfer encoding. One
// of HTML that is to be read leads to the other parts.
func (p presenter) onePart(o *get.Object, h Header, body io.Reader) error {
	for w := walkOf(h, body, p.whole(), p.h.env.Policy.Limits()); ; {
		l, err := w.next()
		switch {
		case err == io.EOF:
			return get.Errorf(get.NotFound, "read", p.req.URI, "there is no part %s: the article has %d", p.view.Part, w.number)
		case err != nil:
			return p.fail("read", err)
		case l.number == p.part():
			o.MediaType, o.Name = l.mediaType(), l.name()
			o.Body = &content{r: decoded(l.encoding(), l.body), source: w.source, presenter: p}
			if l.media == "text/html" && len(p.req.Accept) > 0 && formOf(p.req.Accept) != asRaw {
				o.Body = &related{html: o.Body, parts: w, links: linksOf(h, p.whole()), id: idOf(h)}
			}
			return nil
		}
	}
}

// A content is what a part holds, up to its end or that of the article.
type content struct {
	r io.Reader
	*source
	presenter
}

// Read tells an encoding that is damaged from an article that broke off.
func (c *content) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if broken := c.broken(); broken != nil {
		return n, broken
	}
	if err != nil && err != io.EOF {
		return n, get.Errorf(get.Protocol, "read", c.req.URI, "the part is damaged: %w", err)
	}
	return n, err
}

// A bounded is the body of an article behind a text: what the text leaves out
// counts for the limit of an object, too.
type bounded struct {
	r io.Reader
	presenter
	got int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.got += int64(n)
	if l := b.h.env.Policy.Limits(); l.Body > 0 && b.got > l.Body {
		return 0, get.Errorf(get.Limit, "read", b.req.URI, "%w", l.Over("body", "bytes of an article"))
	}
	return n, err
}

// header answers with the header of an article alone.
func (p presenter) header(res *get.Response, header io.Reader) error {
	h, _, err := ReadHeader(header, p.h.env.Policy.Limits().Header)
	if err != nil {
		return p.fail("read", err)
	}
	var text strings.Builder
	for _, f := range h {
		res.Meta = append(res.Meta, get.Meta(f))
		text.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	res.Answer.(*get.Object).Body = strings.NewReader(text.String())
	return nil
}
