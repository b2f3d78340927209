package newsclient

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"uriel.dev/get"
	"uriel.dev/policy"
)

// OptionSpool is the folder of a traditional spool, in which articles that have
// been received already are looked for before any server is asked: the absolute
// name of one where the article 7 of comp.lang.ada is comp/lang/ada/7. It is for
// URIs that name no server.
const OptionSpool = "news-spool"

// A spool is a folder of articles that have been received.
type spool struct {
	policy policy.Policy
	dir    string
}

var (
	errNoArticle = errors.New("there is no such article in the spool")
	errNoGroup   = errors.New("there is no such newsgroup in the spool")
)

// looksInSpool reports whether a target is looked for in a spool. Which groups
// there are a server knows better, if there is one.
func (t target) looksInSpool() bool {
	return t.spool != "" && (t.view.Pattern == nil || t.alone != nil)
}

// placeInSpool returns the name of the file or folder that is opened for it, or
// of the spool if all is looked through.
func (t target) placeInSpool() string {
	number := ""
	if t.view.Article != nil {
		number = *t.view.Article
	}
	if t.view.Group == nil {
		return t.spool
	}
	return path.Join(t.spool, fileOf(string(*t.view.Group), number))
}

// spooled answers from the spool. What is not there is an error of kind NotFound.
func (h handler) spooled(ctx context.Context, req *get.Request, t target) (*get.Response, error) {
	s := spool{h.env.Policy, t.spool}
	p := presenter{h, ctx, req, t}
	res := &get.Response{URI: req.URI}
	var err error
	switch v := t.view; {
	case v.Pattern != nil:
		p.patternIn(res, s, string(*v.Pattern))
	case v.MessageID == nil && v.Article == nil:
		err = p.groupIn(res, s, string(*v.Group))
	default:
		err = p.articleIn(res, s)
	}
	if err != nil {
		res.Close()
		return nil, get.Fail(ctx, "look in the spool", req.URI, kindOfSpool(err), err)
	}
	return res, nil
}

func kindOfSpool(err error) get.Kind {
	if errors.Is(err, errNoArticle) || errors.Is(err, errNoGroup) {
		return get.NotFound
	}
	return get.Internal
}

// articleIn answers with what is wanted of an article of a spool.
func (p presenter) articleIn(res *get.Response, s spool) error {
	var group, number, id string
	var err error
	if v := p.view; v.MessageID != nil {
		id = "<" + string(*v.MessageID) + ">"
		group, number, err = s.find(p.ctx, id)
	} else {
		group, number = string(*v.Group), *v.Article
	}
	if err != nil {
		return err
	}
	p.h.env.Say('*', "open "+path.Join(s.dir, fileOf(group, number)))
	article, h, err := s.read(group, number)
	if err != nil {
		return orMissing(err, errNoArticle)
	}
	if p.wantsThread(p.req) {
		article.Close()
		p.threadOf(res, h, s.overview(p.ctx, group))
		return nil
	}
	res.Closer = article
	return p.present(res, article, cmp.Or(id, h.Get("Message-ID")))
}

// groupIn lists a group of a spool. A folder without articles is none.
func (p presenter) groupIn(res *get.Response, s spool, group string) error {
	numbers, _, err := s.list(fileOf(group, ""))
	if err == nil && len(numbers) == 0 {
		err = errNoGroup
	}
	if err != nil {
		return orMissing(err, errNoGroup)
	}
	res.Answer = &get.Listing{Title: group, Entries: p.linker().threads(p.told(s.overview(p.ctx, group)))}
	return nil
}

// patternIn lists the groups of a spool that match a pattern.
func (p presenter) patternIn(res *get.Response, s spool, pattern string) {
	at := p.linker()
	res.Answer = &get.Listing{Title: pattern, Entries: func(yield func(get.Entry, error) bool) {
		for group, err := range s.groups(p.ctx) {
			switch {
			case err != nil:
				yield(get.Entry{}, p.fail("list", err))
				return
			case Matches(pattern, group.name) && !yield(at.newsgroup(Newsgroup{Name: group.name}), nil):
				return
			}
		}
	}}
}

// fileOf returns the name of an article in a spool, or of a group if number is
// "".
func fileOf(group, number string) string {
	return path.Join(strings.ReplaceAll(group, ".", "/"), number)
}

// orMissing is missing if err says that a file is not there.
func orMissing(err, missing error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return missing
	}
	return err
}

// A spooledArticle is a file of a spool, from its first byte on.
type spooledArticle struct {
	io.Reader
	io.Closer
	size int64
}

// read opens an article and reads its header.
func (s spool) read(group, number string) (*spooledArticle, Header, error) {
	f, err := s.policy.OpenIn(s.dir, fileOf(group, number))
	if err != nil {
		return nil, nil, err
	}
	a := &spooledArticle{Closer: f}
	var h Header
	if a.Reader, a.size, err = unstuffed(f); err == nil {
		if h, _, err = ReadHeader(a, maxHeader); err == nil {
			_, err = f.Seek(0, io.SeekStart)
		}
	}
	if err == nil {
		a.Reader, _, err = unstuffed(f)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return a, h, nil
}

// unstuffed returns what a file holds as an article. INN may keep articles as
// they were sent, with a dot at the end and another before those that begin a
// line.
func unstuffed(f *os.File) (article io.Reader, size int64, err error) {
	const end = "\r\n.\r\n"
	st, err := f.Stat()
	if err != nil || st.Size() < int64(len(end)) {
		return f, 0, err
	}
	var last [len(end)]byte
	if _, err := f.ReadAt(last[:], st.Size()-int64(len(end))); err != nil {
		return nil, 0, err
	}
	if string(last[:]) == end {
		return (&Conn{r: bufio.NewReader(f)}).block(), st.Size() - int64(len(".\r\n")), nil
	}
	return f, st.Size(), nil
}

// list returns what a folder of a spool holds: articles by their numbers, and
// folders. Other files are not of the spool.
func (s spool) list(name string) (numbers []int64, folders []string, err error) {
	f, err := s.policy.OpenIn(s.dir, path.Join(".", name))
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	for _, e := range entries {
		n, nerr := strconv.ParseInt(e.Name(), 10, 64)
		switch {
		case e.IsDir() && !strings.Contains(e.Name(), "."):
			folders = append(folders, e.Name())
		case e.Type().IsRegular() && nerr == nil && n > 0 && strconv.FormatInt(n, 10) == e.Name():
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	slices.Sort(folders)
	return numbers, folders, err
}

// maxDepth bounds how deep the folders of a spool lie in each other.
const maxDepth = 32

// A spooledGroup is a folder of a spool that has articles.
type spooledGroup struct {
	name    string
	numbers []int64
}

// groups yields the groups of a spool, in the order of their names.
func (s spool) groups(ctx context.Context) iter.Seq2[spooledGroup, error] {
	return func(yield func(spooledGroup, error) bool) { s.groupsBelow(ctx, "", 0, yield) }
}

// groupsBelow yields the groups in a folder, and reports whether more is wanted.
func (s spool) groupsBelow(ctx context.Context, folder string, depth int, yield func(spooledGroup, error) bool) bool {
	if ctx.Err() != nil {
		yield(spooledGroup{}, context.Cause(ctx))
		return false
	}
	numbers, folders, err := s.list(folder)
	if err != nil {
		yield(spooledGroup{}, err)
		return false
	}
	if len(numbers) > 0 && folder != "" && !yield(spooledGroup{strings.ReplaceAll(folder, "/", "."), numbers}, nil) {
		return false
	}
	for _, name := range folders {
		if depth < maxDepth && !s.groupsBelow(ctx, path.Join(folder, name), depth+1, yield) {
			return false
		}
	}
	return true
}

// find finds the article with a Message-ID, in its angle brackets. The spool has
// no index that can be relied on, so that the header of each is read.
func (s spool) find(ctx context.Context, id string) (group, number string, err error) {
	for g, err := range s.groups(ctx) {
		if err != nil {
			return "", "", err
		}
		for o, err := range s.overviewOf(ctx, g) {
			if err != nil {
				return "", "", err
			}
			if o.MessageID == id {
				return g.name, strconv.FormatInt(o.Number, 10), nil
			}
		}
	}
	return "", "", errNoArticle
}

// overview lists the articles of a group.
func (s spool) overview(ctx context.Context, group string) iter.Seq2[Overview, error] {
	return func(yield func(Overview, error) bool) {
		numbers, _, err := s.list(fileOf(group, ""))
		if err != nil {
			yield(Overview{}, err)
			return
		}
		s.overviewOf(ctx, spooledGroup{group, numbers})(yield)
	}
}

// overviewOf lists articles. Those that went in between are left out.
func (s spool) overviewOf(ctx context.Context, g spooledGroup) iter.Seq2[Overview, error] {
	return func(yield func(Overview, error) bool) {
		for _, n := range g.numbers {
			if ctx.Err() != nil {
				yield(Overview{}, context.Cause(ctx))
				return
			}
			article, h, err := s.read(g.name, strconv.FormatInt(n, 10))
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			var o Overview
			if err == nil {
				article.Close()
				o = overviewFrom(n, h)
				o.Bytes = article.size
			}
			if !yield(o, err) || err != nil {
				return
			}
		}
	}
}
