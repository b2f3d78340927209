package newsclient

import (
	"cmp"
	"iter"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/scheme/news"
	"uriel.dev/uri"
)

type octets = scheme.Octets

// articles lists the articles of a group.
func (s *session) articles(res *get.Response, name string) error {
	var g Group
	if err := s.enter(name, &g); err != nil {
		return err
	}
	var list iter.Seq2[Overview, error]
	if err := s.do("list", func() (err error) { list, err = s.Overview(g); return err }); err != nil {
		return err
	}
	if g.High < g.Low {
		res.Notes = append(res.Notes, "the newsgroup has no articles now")
	}
	res.Answer = &get.Listing{Title: name, Entries: s.linker().threads(s.told(list))}
	return nil
}

// told turns errors of a list into those of the request.
func (p presenter) told(list iter.Seq2[Overview, error]) iter.Seq2[Overview, error] {
	return func(yield func(Overview, error) bool) {
		for o, err := range list {
			if err != nil {
				err = p.fail("list", err)
			}
			if !yield(o, err) {
				return
			}
		}
	}
}

// newsgroups lists newsgroups.
func (s *session) newsgroups(res *get.Response, pattern string) error {
	var list iter.Seq2[Newsgroup, error]
	if err := s.do("list", func() (err error) { list, err = s.Active(pattern); return err }); err != nil {
		return err
	}
	at := s.linker()
	res.Answer = &get.Listing{Title: pattern, Entries: func(yield func(get.Entry, error) bool) {
		for g, err := range list {
			if err != nil {
				yield(get.Entry{}, s.fail("list", err))
				return
			}
			if !yield(at.newsgroup(g), nil) {
				return
			}
		}
	}}
	return nil
}

// A linker makes the entries of a listing. They lead to the server of the
// listing, if its URI names one, and to articles by number if that goes by
// numbers.
type linker struct {
	prefix string // up to where the article or newsgroup is named
	group  string // as written, with the slash behind it, if articles go by number
}

func (p presenter) linker() linker {
	l := linkerTo(p.req.URI)
	if isNumbered(p.req.URI) {
		group, _, _ := strings.Cut(strings.TrimPrefix(p.req.URI.Path(), "/"), "/")
		l.group = group + "/"
	}
	return l
}

// linkerTo keeps the name of a user, but no password: entries are shown.
func linkerTo(u uri.URI) linker {
	l := linker{prefix: cmp.Or(strings.ToLower(u.Scheme()), "news") + ":"}
	if u.Authority() == "" {
		return l
	}
	l.prefix += "//" + withoutPassword(u).Authority() + "/"
	return l
}

func withoutPassword(u uri.URI) uri.URI {
	if user, _, secret := strings.Cut(u.Userinfo(), ":"); secret {
		u, _ = u.WithUserinfo(user) // what stood there before the colon can stand there
	}
	return u
}

func isNumbered(u uri.URI) bool { return strings.HasPrefix(strings.ToLower(u.Scheme()), "nntp") }

// byName returns the URI of what a news URI names by path: nntp has none for an
// article by its Message-ID.
func (l linker) byName(path string) uri.URI {
	prefix := l.prefix
	if rest, ok := strings.CutPrefix(prefix, "nntps:"); ok {
		prefix = "snews:" + rest
	} else if rest, ok := strings.CutPrefix(prefix, "nntp:"); ok {
		prefix = "news:" + rest
	}
	u, _ := uri.Parse(prefix + path) // of what stood in URIs before
	return u
}

func (l linker) article(o Overview) get.Entry {
	e := get.Entry{
		Name: nameOf(o), Kind: "article", Size: o.Bytes, Modified: Date(o.Date),
		MediaType: "message/rfc822",
	}
	if l.group != "" {
		e.URI, _ = uri.Parse(l.prefix + l.group + strconv.FormatInt(o.Number, 10))
	} else if id := canonical(o.MessageID); !id.IsZero() {
		if e.URI = id; l.prefix != "news:" {
			e.URI = l.byName(id.Path())
		}
	}
	return e
}

// nameOf returns what an article is shown as: its subject and author.
func nameOf(o Overview) string {
	subject, author := Decode(o.Subject), Author(o.From)
	switch {
	case subject == "":
		subject = "(no subject)"
	case author == "":
		return subject
	}
	return subject + " – " + author
}

// newsgroup makes the entry of a newsgroup. One whose name no URI can hold leads
// nowhere.
func (l linker) newsgroup(g Newsgroup) get.Entry {
	e := get.Entry{Name: Latin1Unless(g.Name), Kind: "newsgroup", Size: -1}
	name := octets(g.Name)
	if u, err := (news.View{Group: &name}).URI(); err == nil {
		e.URI = l.byName(u.Path())
	}
	return e
}
