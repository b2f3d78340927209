package cache

import (
	"bytes"
	"container/list"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"uriel.dev/get"
)

const (
	entrySize = 512     // what an entry takes besides its text, about
	inMemory  = 1 << 18 // a larger object goes to a file, if there is a folder
	largest   = 8       // the part of the whole that one entry may take
)

// An entry is an answer that is kept.
type entry struct {
	key            string
	answer         get.Response // without what it says: body, entries
	body           []byte
	file           string // that the body is in instead
	entries        []get.Entry
	size           int64
	since, until   time.Time
	good           time.Duration
	etag, modified string // by which its server knows it

	shelf   *shelf
	element *list.Element
}

// response returns the answer anew; nil if its file has gone.
func (e *entry) response() *get.Response {
	res := e.answer
	res.Kept = e.since
	switch a := res.Answer.(type) {
	case *get.Object:
		o := *a
		res.Answer = &o
		if e.file == "" {
			o.Body = bytes.NewReader(e.body)
			break
		}
		f, err := os.Open(e.file)
		if err != nil {
			return nil
		}
		o.Body, res.Closer = f, f
	case *get.Listing:
		l := *a
		l.Entries = func(yield func(get.Entry, error) bool) {
			for _, x := range e.entries {
				if !yield(x, nil) {
					return
				}
			}
		}
		res.Answer = &l
	}
	return &res
}

// conditional returns a request for what is kept, if it has changed (RFC 9110,
// section 13.1). Only HTTP gives validators to ask by.
func (e *entry) conditional(req *get.Request) *get.Request {
	asked := *req
	asked.Header = http.Header{}
	if e.etag != "" {
		asked.Header.Set("If-None-Match", e.etag)
	} else if e.modified != "" {
		asked.Header.Set("If-Modified-Since", e.modified)
	}
	if len(asked.Header) == 0 {
		return req
	}
	return &asked
}

// remove removes the file of an entry. Who reads it at the time can go on.
func (e *entry) remove() {
	if e.file != "" {
		os.Remove(e.file)
	}
}

// A shelf holds entries, the one that was asked for last in front.
type shelf struct {
	list      list.List
	size, max int64
}

func (s *shelf) put(e *entry) {
	e.element = s.list.PushFront(e)
	s.size += e.size
}

func (s *shelf) take(e *entry) {
	s.list.Remove(e.element)
	s.size -= e.size
}

func (s *shelf) touch(e *entry) { s.list.MoveToFront(e.element) }

func (s *shelf) oldest() *entry { return s.list.Back().Value.(*entry) }

// A recorder reads the body of an object and writes down what it reads.
type recorder struct {
	cache *Cache
	entry *entry
	body  io.Reader
	inner io.Closer
	text  bytes.Buffer
	file  *os.File
	size  int64
	done  bool // it is kept, or will not be
}

func (r *recorder) Read(p []byte) (int, error) {
	n, err := r.body.Read(p)
	if !r.done && n > 0 && !r.write(p[:n]) {
		r.forget()
	}
	switch {
	case r.done || err == nil:
	case err == io.EOF:
		r.keep()
	default:
		r.forget()
	}
	return n, err
}

// write writes p down, and reports whether there is room for it.
func (r *recorder) write(p []byte) bool {
	r.size += int64(len(p))
	if r.file == nil && r.size > min(inMemory, r.cache.Memory/largest) && r.cache.Folder != "" {
		f, err := os.CreateTemp(r.cache.Folder, suffix)
		if err != nil {
			return false
		}
		if r.file = f; !r.store(r.text.Bytes()) {
			return false
		}
		r.text = bytes.Buffer{}
	}
	if r.file != nil {
		return r.size <= r.cache.Disk/largest && r.store(p)
	}
	r.text.Write(p)
	return r.size <= r.cache.Memory/largest
}

func (r *recorder) store(p []byte) bool {
	_, err := r.file.Write(p)
	return err == nil
}

// keep keeps what was read to its end.
func (r *recorder) keep() {
	r.done = true
	e := r.entry
	e.size = entrySize + r.size
	e.answer.Answer.(*get.Object).Length = r.size
	if r.file == nil {
		e.body = r.text.Bytes()
		r.cache.keep(e, &r.cache.memory)
		return
	}
	if e.file = r.file.Name(); r.file.Close() != nil {
		e.remove()
		return
	}
	r.cache.keep(e, &r.cache.disk)
}

// forget gives up what was written down.
func (r *recorder) forget() {
	r.done = true
	r.text = bytes.Buffer{}
	if r.file != nil {
		r.file.Close()
		os.Remove(r.file.Name())
	}
}

func (r *recorder) Close() error {
	if !r.done {
		r.forget()
	}
	if r.inner == nil {
		return nil
	}
	return r.inner.Close()
}

// suffix marks the files of a cache, so that no other is removed.
const suffix = "*.uriel-cache"

// empty removes what an earlier run has left, and makes the folder.
func empty(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, x := range entries {
		if strings.HasSuffix(x.Name(), suffix[1:]) {
			if err := os.Remove(filepath.Join(folder, x.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}
