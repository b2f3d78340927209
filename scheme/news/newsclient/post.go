package newsclient

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// Post posts an article (RFC 3977, section 6.3.1), whose lines end in CR LF or
// LF. It returns what the server says of it, in which its Message-ID may stand.
// An error that is no [*net/textproto.Error] and comes with sent leaves open
// whether the server took it.
func (c *Conn) Post(article io.Reader) (text string, sent bool, err error) {
	if _, _, err := c.ask("POST", 340); err != nil {
		return "", false, err
	}
	w := bufio.NewWriter(c.conn)
	r := bufio.NewReader(article)
	for err == nil {
		var line []byte
		line, err = r.ReadBytes('\n')
		if len(line) == 0 {
			break
		}
		if line[0] == '.' {
			w.WriteByte('.')
		}
		w.WriteString(strings.TrimRight(string(line), "\r\n") + "\r\n")
	}
	if err == io.EOF {
		w.WriteString(".\r\n")
		err = w.Flush()
	}
	if err != nil {
		c.reads = true // the server waits for the end, which must not come
		return "", true, err
	}
	_, text, err = c.answer(240)
	return text, true, err
}

var _ get.Poster = handler{}

// PlanPost implements [get.Poster].
func (h handler) PlanPost(req *get.Request) (get.Plan, error) {
	t, _, err := h.readPost(req)
	if err != nil {
		return nil, err
	}
	plan := h.beginning(req, t)
	return append(plan, get.Step{Act: get.Send, Text: "POST\r\n"}, get.Step{Act: get.Show, Text: "the article, when the server is willing"}), nil
}

// readPost finds out where a request posts: to a newsgroup.
func (h handler) readPost(req *get.Request) (t target, group string, err error) {
	if t, err = h.read(req); err == nil {
		err = t.alone
	}
	if err != nil {
		return t, "", err
	}
	if t.view.Group == nil || t.view.Article != nil {
		return t, "", get.Errorf(get.Invalid, "post", req.URI, "an article is posted to a newsgroup, as news:comp.lang.misc, and not to %s", t.view.Meaning())
	}
	return t, string(*t.view.Group), nil
}

// Post implements [get.Poster]. The newsgroup is added to an article that names
// none.
func (h handler) Post(ctx context.Context, req *get.Request, message io.Reader) (*get.Response, error) {
	t, group, err := h.readPost(req)
	if err != nil {
		return nil, err
	}
	a, err := readProto(message, h.env.Policy.Limits().Body)
	if err == nil {
		err = a.complete(group)
	}
	if err != nil {
		return nil, get.Fail(ctx, "post", req.URI, get.Invalid, err)
	}
	var words string
	err = encrypted(req, func(startTLS bool) (err error) {
		words, err = h.deliver(ctx, req, t, a.String(), startTLS)
		return err
	})
	if err != nil {
		return nil, err
	}
	return posted(req.URI, a.header.Get("Message-ID"), words), nil
}

// deliver hands an article to the server and returns what it says.
func (h handler) deliver(ctx context.Context, req *get.Request, t target, article string, startTLS bool) (words string, err error) {
	s, err := h.open(ctx, req, t, startTLS)
	if err != nil {
		return "", err
	}
	defer s.Close()
	var sent bool
	err = s.do("post", func() (err error) {
		words, sent, err = s.Post(strings.NewReader(article))
		return err
	})
	if e, ok := errors.AsType[*get.Error](err); ok && sent && e.Server == "" {
		e.Kind, e.Err = get.Partial, fmt.Errorf("the article was sent, and the server did not say whether it took it: %w", e.Err)
	}
	return words, err
}

// posted answers where an article can be read: under its Message-ID, if it had
// one or the server tells it, at the server that it was posted to.
func posted(u uri.URI, id, words string) *get.Response {
	if id == "" {
		_, rest, _ := strings.Cut(words, "<")
		if inner, _, ok := strings.Cut(rest, ">"); ok {
			id = "<" + inner + ">"
		}
	}
	list := &get.Locations{}
	res := &get.Response{URI: u, Answer: list, Canonical: canonical(id)}
	if !res.Canonical.IsZero() {
		to := linkerTo(u).byName(res.Canonical.Path())
		list.List = append(list.List, get.Location{URI: to, Note: words})
	}
	return res
}

// isGroup reports whether a list of newsgroups, with commas between them, has
// one.
func isGroup(list, name string) bool {
	for g := range strings.SplitSeq(list, ",") {
		if strings.TrimSpace(g) == name {
			return true
		}
	}
	return false
}
