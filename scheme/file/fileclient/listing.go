package fileclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"slices"

	"uriel.dev/get"
	"uriel.dev/internal/mediatype"
	"uriel.dev/scheme/file"
)

// listing answers with the entries of the folder called name, which ends in a
// slash.
func (h handler) listing(ctx context.Context, req *get.Request, f *os.File, name string) (*get.Response, error) {
	first, err := f.ReadDir(h.sorted + 1)
	if err != nil && err != io.EOF {
		return nil, err
	}
	res := &get.Response{URI: req.URI}
	if len(first) > h.sorted {
		res.Notes = append(res.Notes, fmt.Sprintf("more than %d entries: in the order of the file system", h.sorted))
	} else {
		slices.SortFunc(first, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	}
	res.Answer = &get.Listing{Title: name, Entries: func(yield func(get.Entry, error) bool) {
		for d, err := range entries(f, first) {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if err != nil {
				yield(get.Entry{}, get.Fail(ctx, "list", req.URI, get.Internal, err))
				return
			}
			if e, ok := h.entry(name, d); ok && !yield(e, nil) {
				return
			}
		}
	}}
	return res, nil
}

// entries yields the entries of a folder whose first ones are read already.
func entries(f *os.File, chunk []fs.DirEntry) iter.Seq2[fs.DirEntry, error] {
	return func(yield func(fs.DirEntry, error) bool) {
		for len(chunk) > 0 {
			for _, d := range chunk {
				if !yield(d, nil) {
					return
				}
			}
			var err error
			if chunk, err = f.ReadDir(1000); err != nil {
				if err != io.EOF {
					yield(nil, err)
				}
				return
			}
		}
	}
}

// entry describes an entry of the folder called dir. It is not ok if the entry
// has gone meanwhile.
func (h handler) entry(dir string, d fs.DirEntry) (e get.Entry, ok bool) {
	e = get.Entry{Name: d.Name(), URI: file.FromPath(dir + d.Name()), Size: -1}
	info, err := d.Info()
	if err == nil {
		e.Modified = info.ModTime()
	}
	switch mode := d.Type(); {
	case mode.IsDir():
		e.Kind, e.URI = "directory", file.FromPath(dir+d.Name()+"/")
	case mode.IsRegular():
		e.Kind, e.MediaType = "file", mediatype.ByName(d.Name())
		if err == nil {
			e.Size = info.Size()
		}
	case mode&fs.ModeSymlink != 0:
		e.Kind = "link"
		e.Target, _ = h.env.Policy.ReadLink(dir + d.Name()) // what cannot be told is not
	default:
		e.Kind = "special"
	}
	return e, !errors.Is(err, fs.ErrNotExist)
}
