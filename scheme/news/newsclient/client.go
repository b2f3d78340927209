// Package newsclient dereferences news, nntp, snews and nntps URIs: RFC 3977,
// "Network News Transfer Protocol (NNTP)", October 2006, and RFC 977, February
// 1986, with what servers learned in between (RFC 2980, October 2000); TLS by
// RFC 4642 or from the first octet (RFC 8143), logins by RFC 4643. Newsgroups
// become listings of articles, patterns listings of newsgroups, articles
// objects, as they are or as a text to be read.
//
// [Conn] is the protocol by itself.
package newsclient

import (
	"context"
	"errors"
	"net/textproto"

	"uriel.dev/get"
	"uriel.dev/scheme/news"
	"uriel.dev/uri"
)

// New returns the handler of the schemes of Netnews. It dials by the policy of
// env, and asks the server of env where a URI names none.
func New(env get.Env) get.Handler { return handler{env: env} }

type handler struct{ env get.Env }

// Plan implements [get.Handler]. What is sent is what a server is asked that
// knows it all and wants nobody to log in, or who is named in the request.
func (h handler) Plan(req *get.Request) (get.Plan, error) {
	t, err := h.read(req)
	if err != nil {
		return nil, err
	}
	var plan get.Plan
	if t.looksInSpool() {
		plan = get.Plan{{Act: get.Open, Text: t.placeInSpool()}}
	}
	if t.alone != nil {
		return plan, nil
	}
	plan = append(plan, h.beginning(req, t)...)
	send := func(line string) { plan = append(plan, get.Step{Act: get.Send, Text: line + "\r\n"}) }
	show := func(text string) { plan = append(plan, get.Step{Act: get.Show, Text: text}) }
	v := t.view
	switch {
	case t.wantsThread(req):
		show("HEAD of the article, GROUP and its newsgroup, OVER and the numbers around its own")
	case v.MessageID != nil:
		send(partOf(req) + " <" + string(*v.MessageID) + ">")
	case v.Pattern != nil && *v.Pattern == "*":
		send("LIST ACTIVE")
	case v.Pattern != nil:
		send("LIST ACTIVE " + string(*v.Pattern))
	case v.Article != nil:
		send("GROUP " + string(*v.Group))
		send(partOf(req) + " " + *v.Article)
	default:
		send("GROUP " + string(*v.Group))
		show("OVER and the range of numbers that the server tells")
	}
	return plan, nil
}

// beginning is what is done before anything is asked for.
func (h handler) beginning(req *get.Request, t target) get.Plan {
	plan := get.Plan{{Act: get.Connect, Text: t.addr}}
	handshake := get.Step{Act: get.TLS, Text: h.tlsConfig(t.addr).ServerName}
	send := func(line string) { plan = append(plan, get.Step{Act: get.Send, Text: line + "\r\n"}) }
	switch {
	case isSecure(req.URI):
		plan = append(plan, handshake)
	case req.Options[OptionSSL] == "require":
		send("STARTTLS")
		plan = append(plan, handshake)
	}
	send("MODE READER")
	if l := h.login(req, t); l.user != "" {
		send("AUTHINFO USER " + l.user)
	}
	return plan
}

// Get implements [get.Handler]. What the server does not have is an error of
// kind NotFound with its words, and with Locations if an archive is configured.
// One of kind Auth has a Form to log in. A server that wants TLS first is
// connected once more, with it.
func (h handler) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	t, err := h.read(req)
	if err != nil {
		return nil, err
	}
	res, err := h.got(ctx, req, t)
	if err != nil {
		return nil, t.helped(req, err)
	}
	return res, nil
}

// got gets it from the spool, or else from the server.
func (h handler) got(ctx context.Context, req *get.Request, t target) (res *get.Response, err error) {
	if t.looksInSpool() {
		res, err := h.spooled(ctx, req, t)
		if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.NotFound || t.alone != nil {
			return res, err
		}
	}
	err = encrypted(req, func(startTLS bool) (err error) {
		res, err = h.fetch(ctx, req, t, startTLS)
		return err
	})
	return res, err
}

// encrypted does what a request asks for: in the clear, unless it says
// otherwise, and once more with STARTTLS if the server wants that (RFC 4642,
// section 2.2).
func encrypted(req *get.Request, do func(startTLS bool) error) error {
	must := req.Options[OptionSSL] == "require"
	err := do(must)
	if reply, ok := errors.AsType[*textproto.Error](err); ok && reply.Code == 483 && !must && !isSecure(req.URI) {
		err = do(true)
	}
	return err
}

func (h handler) fetch(ctx context.Context, req *get.Request, t target, startTLS bool) (*get.Response, error) {
	s, err := h.open(ctx, req, t, startTLS)
	if err != nil {
		return nil, err
	}
	res := &get.Response{URI: req.URI, Meta: []get.Meta{{Name: "greeting", Value: s.Greeting}}, Closer: s}
	switch v := t.view; {
	case v.Pattern != nil:
		err = s.newsgroups(res, string(*v.Pattern))
	case v.MessageID == nil && v.Article == nil:
		err = s.articles(res, string(*v.Group))
	default:
		err = s.ofArticle(res)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return res, nil
}

// ofArticle answers with what is wanted of an article.
func (s *session) ofArticle(res *get.Response) error {
	var which string
	if v := s.view; v.MessageID != nil {
		which = "<" + string(*v.MessageID) + ">"
	} else {
		which = *v.Article
		if err := s.enter(string(*v.Group), new(Group)); err != nil {
			return err
		}
	}
	if s.wantsThread(s.req) {
		return s.thread(res, which)
	}
	return s.article(res, which)
}

// enter enters a group.
func (s *session) enter(name string, g *Group) error {
	return s.do("enter", func() (err error) {
		*g, err = s.Group(name)
		return err
	})
}

// canonical returns the name under which an article may be told to others; id
// has its angle brackets. It is zero for what is no Message-ID.
func canonical(id string) uri.URI {
	if len(id) < len("<>") {
		return uri.URI{}
	}
	inner := id[1 : len(id)-1]
	if isPlainID(inner) {
		u, _ := uri.Parse("news:" + inner)
		return u
	}
	text := octets(inner)
	u, err := news.View{MessageID: &text}.URI()
	if err != nil {
		return uri.URI{}
	}
	return u
}

// isPlainID reports whether an identifier is letters and digits, with single
// dots and dashes between them, on both sides of an "@": nearly all are, and a
// list of them is long.
func isPlainID(id string) bool {
	ats, last := 0, byte('.')
	for i := range len(id) {
		c := id[i]
		switch isWord, isLink := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9', last == '.' || last == '@'; {
		case isWord:
		case (c == '.' || c == '@') && isLink, c != '.' && c != '@' && c != '-':
			return false
		case c == '@':
			ats++
		}
		last = c
	}
	return ats == 1 && last != '.' && last != '@' && len(id) <= 248
}
