package fileclient

import (
	"context"
	"io"
	"io/fs"
	"os"
	"time"

	"uriel.dev/get"
	"uriel.dev/internal/mediatype"
)

// object answers with the content of a file, or the range of it that is asked
// for.
func object(ctx context.Context, req *get.Request, f *os.File, st fs.FileInfo) (*get.Response, error) {
	if st.Mode()&fs.ModeType != 0 {
		return special(ctx, req, f, st)
	}
	head := make([]byte, 1024)
	n, err := f.ReadAt(head, 0)
	if err != nil && err != io.EOF {
		return nil, err
	}
	o := &get.Object{MediaType: mediatype.Guess(st.Name(), head[:n]), Modified: st.ModTime(), Name: st.Name()}
	if st.Size() == 0 && n > 0 {
		// Files of proc are made up when they are read, and have no size.
		if req.Range != nil {
			return nil, get.Errorf(get.Unsupported, "read", req.URI, "the file has no length to take a range of")
		}
		o.Length, o.Body = -1, contextReader{ctx, f}
		return &get.Response{URI: req.URI, Answer: o}, nil
	}
	first, length, err := part(req, st.Size())
	if err != nil {
		return nil, err
	}
	o.Offset, o.Length, o.Body = first, length, contextReader{ctx, io.NewSectionReader(f, first, length)}
	return &get.Response{URI: req.URI, Answer: o}, nil
}

// special answers with what a device or a pipe gives, which is not looked at before.
func special(ctx context.Context, req *get.Request, f *os.File, st fs.FileInfo) (*get.Response, error) {
	if req.Range != nil {
		return nil, get.Errorf(get.Unsupported, "read", req.URI, "a device or a pipe has no length to take a range of")
	}
	context.AfterFunc(ctx, func() { f.SetReadDeadline(time.Unix(1, 0)) }) // which ends a read that waits
	o := &get.Object{MediaType: "application/octet-stream", Length: -1, Name: st.Name(), Body: contextReader{ctx, f}}
	return &get.Response{URI: req.URI, Answer: o}, nil
}

// part returns where the range of req begins in a file of the given size, and
// how many bytes it has.
func part(req *get.Request, size int64) (first, length int64, err error) {
	r := req.Range
	if r == nil {
		return 0, size, nil
	}
	first, last := r.First, r.Last
	switch {
	case first < 0:
		first, last = max(0, size-last), size-1
	case last < 0 || last >= size:
		last = size - 1
	}
	if first > last {
		return 0, 0, &get.Error{Op: "read", URI: req.URI, Kind: get.Invalid, Err: &get.RangeError{Size: size}}
	}
	return first, last - first + 1, nil
}

// contextReader reads until a context ends. A read of a file does not wait for
// anybody, so that it is enough to look before each.
type contextReader struct {
	ctx context.Context // of the one answer that the reader serves
	r   io.Reader
}

func (r contextReader) Read(b []byte) (int, error) {
	if err := context.Cause(r.ctx); err != nil {
		return 0, err
	}
	return r.r.Read(b)
}
