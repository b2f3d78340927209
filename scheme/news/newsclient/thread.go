package newsclient

import (
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// threadURI returns the URI of the thread that an article is in; zero if that
// has none.
func threadURI(article uri.URI) uri.URI {
	if article.IsZero() {
		return article
	}
	u, _ := article.WithQuery("thread") // which can stand there
	return u
}

// A node is an article among those that it answers and that answer it.
type node struct {
	Overview
	parent  *node
	answers []*node // in the order of the list
}

// forest arranges articles in threads (RFC 5536, section 3.2.10): each stands
// below the last of its references that is in the list, and those without one
// are the roots. All keep their order.
func forest(list []Overview) (roots []*node) {
	nodes, byID := make([]*node, len(list)), make(map[string]*node, len(list))
	for i, o := range list {
		nodes[i] = &node{Overview: o}
		if id := bareID(o.MessageID); byID[id] == nil {
			byID[id] = nodes[i]
		}
	}
	for _, n := range nodes {
		if n.parent = n.answered(byID); n.parent == nil {
			roots = append(roots, n)
		} else {
			n.parent.answers = append(n.parent.answers, n)
		}
	}
	return roots
}

// answered returns what an article answers. Who answers himself, by whatever
// detour, answers nobody: the fields are whatever their writers want.
func (n *node) answered(byID map[string]*node) *node {
	for _, id := range slices.Backward(slices.Collect(references(n.References))) {
		p := byID[id]
		for up := p; up != nil; up = up.parent {
			if up == n {
				p = nil
				break
			}
		}
		if p != nil {
			return p
		}
	}
	return nil
}

// walk yields the articles of threads, each above its answers, and how deep it
// stands.
func walkThreads(roots []*node) iter.Seq2[Overview, int] {
	type place struct {
		*node
		depth int
	}
	return func(yield func(Overview, int) bool) {
		var open []place
		push := func(nodes []*node, depth int) {
			for _, n := range slices.Backward(nodes) {
				open = append(open, place{n, depth})
			}
		}
		for push(roots, 0); len(open) > 0; {
			p := open[len(open)-1]
			open = open[:len(open)-1]
			if !yield(p.Overview, p.depth) {
				return
			}
			push(p.answers, p.depth+1)
		}
	}
}

func bareID(id string) string { return strings.TrimSuffix(strings.TrimPrefix(id, "<"), ">") }

// inThread yields of a list, whose articles come in the order of their numbers,
// those that are in one thread with an article: that name one of those before
// among their references. The first reference is the root, which is kept even
// where others are left out (RFC 5537, section 3.4.4).
func inThread(list iter.Seq2[Overview, error], article Header) iter.Seq2[Overview, error] {
	known := map[string]bool{bareID(article.Get("Message-ID")): true}
	for id := range references(article.Get("References")) {
		known[id] = true
	}
	return func(yield func(Overview, error) bool) {
		for o, err := range list {
			if err == nil && !isRelated(o, known) {
				continue
			}
			if !yield(o, err) || err != nil {
				return
			}
		}
	}
}

// isRelated reports whether an article is known or names one that is; then all
// that it names are known, too.
func isRelated(o Overview, known map[string]bool) bool {
	ids := append(slices.Collect(references(o.References)), bareID(o.MessageID))
	if !slices.ContainsFunc(ids, func(id string) bool { return known[id] }) {
		return false
	}
	for _, id := range ids {
		known[id] = true
	}
	return true
}

const (
	// mostThreaded is how many articles are arranged in threads, for which all of
	// them are held; more are listed as they come.
	mostThreaded = 5000

	// threadWindow is how many numbers before and behind an article are looked
	// through for its thread.
	threadWindow = 20_000

	// deepest is how far an article is set in, at most.
	deepest = 12
)

// threads makes entries of a list: a line that counts them, which tells that
// their order means something, and the articles in their threads. Of a list that
// is too long for that it makes entries in its own order, as they come.
func (l linker) threads(list iter.Seq2[Overview, error]) iter.Seq2[get.Entry, error] {
	return func(yield func(get.Entry, error) bool) {
		var held []Overview
		holds := true
		for o, err := range list {
			switch {
			case err != nil:
				_ = l.arranged(held, yield) && yield(get.Entry{}, err)
				return
			case holds && len(held) < mostThreaded:
				held = append(held, o)
				continue
			case holds && !l.inOrder(held, yield):
				return
			}
			held, holds = nil, false
			if !yield(l.article(o), nil) {
				return
			}
		}
		l.arranged(held, yield)
	}
}

// arranged yields articles in their threads, and reports whether more is wanted.
func (l linker) arranged(articles []Overview, yield func(get.Entry, error) bool) bool {
	roots := forest(articles)
	if len(articles) == 0 {
		return true
	}
	if !yield(summary(len(articles), len(roots)), nil) {
		return false
	}
	for o, depth := range walkThreads(roots) {
		e := l.article(o)
		e.Name = inset(depth) + e.Name
		if !yield(e, nil) {
			return false
		}
	}
	return true
}

// inOrder yields articles as they are, and reports whether more is wanted.
func (l linker) inOrder(articles []Overview, yield func(get.Entry, error) bool) bool {
	for _, o := range articles {
		if !yield(l.article(o), nil) {
			return false
		}
	}
	return true
}

func summary(articles, threads int) get.Entry {
	return get.Entry{Name: fmt.Sprintf("%s in %s", number(articles, "article"), number(threads, "thread")), Kind: "info", Size: -1}
}

func number(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// inset sets an answer in, by spaces that a browser keeps.
func inset(depth int) string {
	if depth == 0 {
		return ""
	}
	return strings.Repeat("\u00a0\u00a0", min(depth, deepest)-1) + "└ "
}

// thread lists the thread of an article, its number or its Message-ID in angle
// brackets, as far as it is in the first of its newsgroups that is here.
func (s *session) thread(res *get.Response, which string) error {
	var head io.Reader
	if err := s.do("get", func() (err error) { head, _, err = s.Head(which); return err }); err != nil {
		return err
	}
	article, rest, err := ReadHeader(head, s.h.env.Policy.Limits().Header)
	if err == nil {
		_, err = io.Copy(io.Discard, rest)
	}
	if err != nil {
		return s.fail("read", err)
	}
	g, err := s.groupOf(article)
	if err != nil {
		return err
	}
	if at := numberIn(article, g.Name); at > 0 {
		g.Low, g.High = max(g.Low, at-threadWindow), min(g.High, at+threadWindow)
	} else {
		g.Low = max(g.Low, g.High-2*threadWindow)
	}
	var list iter.Seq2[Overview, error]
	if err := s.do("list", func() (err error) { list, err = s.Overview(g); return err }); err != nil {
		return err
	}
	s.threadOf(res, article, list)
	return nil
}

// threadOf answers with those of a list that are in the thread of an article.
func (p presenter) threadOf(res *get.Response, article Header, list iter.Seq2[Overview, error]) {
	if at := threadURI(canonical(article.Get("Message-ID"))); at != p.req.URI {
		res.Canonical = at
	}
	res.Answer = &get.Listing{Title: "Thread: " + Decode(article.Get("Subject")), Entries: p.linker().threads(p.told(inThread(list, article)))}
}

// groupOf enters the group that an article was found in, or the first of its
// own that is here.
func (s *session) groupOf(article Header) (g Group, err error) {
	if s.view.Group != nil {
		return g, s.enter(string(*s.view.Group), &g)
	}
	for name := range strings.SplitSeq(article.Get("Newsgroups"), ",") {
		if err = s.enter(strings.TrimSpace(name), &g); err == nil {
			return g, nil
		}
	}
	if err == nil {
		err = get.Errorf(get.Protocol, "list", s.req.URI, "the article names no newsgroup")
	}
	return g, err
}

// numberIn returns the number of an article in a group by its field Xref (RFC
// 5536, section 3.2.14), or 0.
func numberIn(article Header, group string) int64 {
	for place := range strings.FieldsSeq(article.Get("Xref")) {
		if digits, ok := strings.CutPrefix(place, group+":"); ok {
			n, _ := strconv.ParseInt(digits, 10, 64) // what is none is 0
			return n
		}
	}
	return 0
}
