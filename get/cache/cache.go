// Package cache keeps answers for a while, so that who comes back to a page does
// not ask a server again.
//
// It knows no protocol. What is kept of a scheme that says nothing on the matter is
// good for a tenth of the age that the thing had when it came, between a minute and
// an hour, which is the heuristic of RFC 9111, section 4.2.2; what came by HTTP is
// good for as long as RFC 9111 says, and asked for again by its validators. One thing
// has one place: two spellings of a URI that are equal by the rules of its scheme, as
// those of a URN may be without anybody resolving it.
//
// Objects and listings are kept once they have been read to the end, in memory or,
// when large, in files. What needs a password, a part of an object, and the documents
// of this machine are not.
package cache

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"uriel.dev/get"
	"uriel.dev/scheme"
)

// Options say how much a [Cache] keeps. The zero value keeps nothing.
type Options struct {
	Schemes scheme.Table     // by whose rules URIs are equal
	Memory  int64            // bytes of all that is kept in memory
	Folder  string           // for the files of large objects, emptied by Open; "" is none
	Disk    int64            // bytes of all these files
	Now     func() time.Time // nil is time.Now
}

// A Cache implements [get.Cache]. It is safe for concurrent use.
type Cache struct {
	Options
	mu      sync.Mutex
	entries map[string]*entry
	memory  shelf
	disk    shelf
	stats   Stats
}

// Stats are counts since the cache was opened.
type Stats struct {
	Hits, Misses int64 // requests that were answered from it, and those that were not
	Renewed      int64 // misses that found what is kept unchanged
	Entries      int   // that are kept now
	Memory, Disk int64 // bytes that they take
}

// Open returns an empty cache.
func Open(o Options) (*Cache, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Folder != "" {
		if err := empty(o.Folder); err != nil {
			return nil, err
		}
	}
	return &Cache{Options: o, entries: map[string]*entry{}, memory: shelf{max: o.Memory}, disk: shelf{max: o.Disk}}, nil
}

// Stats returns the counts.
func (c *Cache) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.Entries, s.Memory, s.Disk = len(c.entries), c.memory.size, c.disk.size
	return s
}

// Get implements [get.Cache].
func (c *Cache) Get(ctx context.Context, req *get.Request, fetch get.Fetch) (*get.Response, error) {
	if !c.isKept(req) {
		return fetch(ctx, req)
	}
	key := c.key(req)
	kept, fresh := c.find(key)
	if fresh && !req.Anew {
		if res := kept.response(); res != nil {
			c.count(&c.stats.Hits)
			return res, nil
		}
	}
	c.count(&c.stats.Misses)
	asked := req
	if kept != nil {
		asked = kept.conditional(req)
	}
	res, err := fetch(ctx, asked)
	if asked != req && err == nil && strings.HasPrefix(field(res, ":status"), "304") {
		res.Close()
		if res := c.renew(kept); res != nil {
			return res, nil
		}
		res, err = fetch(ctx, req)
	}
	if err == nil {
		c.watch(key, req, res)
	}
	return res, err
}

// isKept reports whether the answer to a request may be kept: it is for everybody,
// and the whole of something that is elsewhere.
func (c *Cache) isKept(req *get.Request) bool {
	info := c.Schemes.Lookup(req.URI.Scheme())
	return (info == nil || info.Reach == scheme.Network) && cmp.Or(req.Method, http.MethodGet) == http.MethodGet &&
		len(req.Body) == 0 && len(req.Header) == 0 && req.Range == nil && req.User == "" && req.Password == "" && req.URI.Userinfo() == ""
}

// key is under what an answer is kept.
func (c *Cache) key(req *get.Request) string {
	parts := []string{c.Schemes.Normalize(req.URI.WithoutFragment()).String(), req.Language, strings.Join(req.Accept, ",")}
	for _, name := range slices.Sorted(maps.Keys(req.Options)) {
		parts = append(parts, name, req.Options[name])
	}
	return strings.Join(parts, "\x00")
}

// find returns what is kept under a key, and whether it is good still.
func (c *Cache) find(key string) (*entry, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil {
		return nil, false
	}
	e.shelf.touch(e)
	return e, c.Now().Before(e.until)
}

func (c *Cache) count(n *int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*n++
}

// renew returns what is kept, of which its server says that it has not changed.
func (c *Cache) renew(e *entry) *get.Response {
	res := e.response()
	if res == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stats.Renewed++
	e.until = c.Now().Add(e.good)
	return res
}

// watch keeps an answer when it has been read to the end.
func (c *Cache) watch(key string, req *get.Request, res *get.Response) {
	good, ok := c.freshness(req, res)
	if !ok {
		return
	}
	now := c.Now()
	e := &entry{key: key, good: good, until: now.Add(good), since: now, answer: *res, etag: field(res, "ETag"), modified: field(res, "Last-Modified")}
	if good <= 0 && e.etag == "" && e.modified == "" {
		return
	}
	e.answer.Closer = nil
	switch a := res.Answer.(type) {
	case *get.Object:
		o := *a
		o.Body = nil
		e.answer.Answer = &o
		r := &recorder{cache: c, entry: e, body: a.Body, inner: res.Closer}
		a.Body, res.Closer = r, r
	case *get.Listing:
		e.answer.Answer = &get.Listing{Title: a.Title}
		c.watchListing(e, a)
	}
}

// watchListing keeps a listing when the last entry has come.
func (c *Cache) watchListing(e *entry, l *get.Listing) {
	inner := l.Entries
	l.Entries = func(yield func(get.Entry, error) bool) {
		size := int64(entrySize)
		var entries []get.Entry
		for x, err := range inner {
			if size += sizeOf(x); err == nil && size <= c.Memory/largest {
				entries = append(entries, x)
			}
			if !yield(x, err) || err != nil {
				return
			}
		}
		if size <= c.Memory/largest {
			e.entries, e.size = entries, size
			c.keep(e, &c.memory)
		}
	}
}

// sizeOf is about what an entry takes.
func sizeOf(e get.Entry) int64 {
	return entrySize + int64(len(e.Name)+len(e.URI.String())+len(e.About.String()))
}

// keep puts an entry on a shelf, in place of an older one.
func (c *Cache) keep(e *entry, s *shelf) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.entries[e.key]; old != nil {
		c.drop(old)
	}
	c.entries[e.key] = e
	e.shelf = s
	s.put(e)
	for s.size > s.max {
		c.drop(s.oldest())
	}
}

// drop forgets an entry.
func (c *Cache) drop(e *entry) {
	delete(c.entries, e.key)
	e.shelf.take(e)
	e.remove()
}

// field returns a field that a server gave beside its answer.
func field(res *get.Response, name string) string {
	for _, m := range res.Meta {
		if strings.EqualFold(m.Name, name) {
			return m.Value
		}
	}
	return ""
}
