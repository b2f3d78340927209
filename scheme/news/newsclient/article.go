package newsclient

import (
	"io"
	"net/http"
	"strings"

	"uriel.dev/get"
)

// partOf returns the command that asks for what a request wants of an article.
func partOf(req *get.Request) string {
	if req.Method == http.MethodHead {
		return "HEAD"
	}
	return "ARTICLE"
}

// wantsRaw reports whether a request wants an article as it is: what comes first
// of that and a text counts.
func wantsRaw(accept []string) bool {
	for _, a := range accept {
		switch a {
		case "message/rfc822", "message/*", "*/*":
			return true
		case "text/plain", "text/*":
			return false
		}
	}
	return false
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
	if name := canonical(id); name != s.req.URI {
		res.Canonical = name
	}
	o := &get.Object{MediaType: "message/rfc822", Length: -1, Body: article}
	res.Answer = o
	if partOf(s.req) == "HEAD" {
		return s.header(res, article)
	}
	if wantsRaw(s.req.Accept) {
		return nil
	}
	h, body, err := ReadHeader(article, s.h.env.Policy.Limits().Header)
	if err != nil {
		return fail(s.ctx, "read", s.req.URI, err)
	}
	o.MediaType, o.Modified = "text/plain; charset=utf-8", Date(h.Get("Date"))
	o.Body = Text(h, &bounded{r: body, session: s})
	return nil
}

// A bounded is the body of an article behind a text: what the text leaves out
// counts for the limit of an object, too.
type bounded struct {
	r io.Reader
	*session
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
func (s *session) header(res *get.Response, header io.Reader) error {
	h, _, err := ReadHeader(header, s.h.env.Policy.Limits().Header)
	if err != nil {
		return fail(s.ctx, "read", s.req.URI, err)
	}
	var text strings.Builder
	for _, f := range h {
		res.Meta = append(res.Meta, get.Meta(f))
		text.WriteString(f.Name + ": " + f.Value + "\r\n")
	}
	res.Answer.(*get.Object).Body = strings.NewReader(text.String())
	return nil
}
