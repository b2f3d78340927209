package get

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// withLimits is the decorator that holds an answer to the limits of a policy:
// time until it begins and until it ends, bytes of an object, entries of a
// listing. It also turns errors that come while the answer is read into
// [*Error].
type withLimits struct {
	Handler
	limits policy.Limits
}

func (h withLimits) Get(ctx context.Context, req *Request) (*Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := stopAfter(h.limits.Total, "in all", cancel)
	begin := stopAfter(h.limits.Connect+h.limits.FirstByte, "for the answer to begin", cancel)
	free := func() { end(); cancel(context.Canceled) }
	res, err := h.Handler.Get(ctx, req)
	begin()
	if err == nil {
		h.bound(ctx, req, res, free)
		return res, nil
	}
	e := Fail(ctx, "get", req.URI, Internal, err)
	if e.Answer != nil && e.Answer.Closer != nil {
		h.bound(ctx, req, e.Answer, free) // the page of an error is still to be read
	} else {
		free()
	}
	return nil, e
}

// bound holds res to the limits; free is called when it is closed.
func (h withLimits) bound(ctx context.Context, req *Request, res *Response, free func()) {
	b := &bounded{ctx: ctx, uri: res.URI, limits: h.limits, inner: res.Closer, free: free}
	res.Closer = b
	switch a := res.Answer.(type) {
	case *Object:
		b.body, b.want, b.whole = a.Body, a.Length, req.Method != "HEAD"
		a.Body = b
	case *Listing:
		a.Entries = b.entries(a.Entries)
	}
}

// stopAfter cancels with a cause that names the limit when d has passed, unless
// the function that it returns is called before. A d of 0 is no limit.
func stopAfter(d time.Duration, what string, cancel context.CancelCauseFunc) (stop func()) {
	if d == 0 {
		return func() {}
	}
	t := time.AfterFunc(d, func() {
		cancel(fmt.Errorf("time limit of %s %s: %w", d, what, context.DeadlineExceeded))
	})
	return func() { t.Stop() }
}

// bounded is what stands behind an answer that is held to limits.
type bounded struct {
	ctx    context.Context // of this one answer: the caller's, bounded in time
	uri    uri.URI
	limits policy.Limits
	inner  io.Closer
	free   func()

	body  io.Reader // of an Object
	want  int64     // its length, -1 if not known
	whole bool      // whether the body is all of it
	got   int64
}

func (b *bounded) Close() error {
	defer b.free()
	if b.inner == nil {
		return nil
	}
	return b.inner.Close()
}

// Read reads the body of an object up to the limit. A body that ends before its
// length, or breaks off after some bytes, is Partial.
func (b *bounded) Read(p []byte) (int, error) {
	if err := context.Cause(b.ctx); err != nil {
		return 0, b.fail(err)
	}
	if b.limits.Body > 0 {
		if b.got >= b.limits.Body {
			return b.probe()
		}
		p = p[:min(int64(len(p)), b.limits.Body-b.got)]
	}
	n, err := b.body.Read(p)
	b.got += int64(n)
	switch {
	case (err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)) && b.whole && b.want > b.got:
		return n, Errorf(Partial, "read", b.uri, "%d of %d bytes came, then the transfer ended", b.got, b.want)
	case err != nil && err != io.EOF:
		return n, b.fail(err)
	}
	return n, err
}

// probe looks whether the body ends just at the limit.
func (b *bounded) probe() (int, error) {
	var one [1]byte
	for {
		n, err := b.body.Read(one[:])
		switch {
		case n > 0:
			return 0, Errorf(Limit, "read", b.uri, "more than the limit of %d bytes for an object", b.limits.Body)
		case err == io.EOF:
			return 0, io.EOF
		case err != nil:
			return 0, b.fail(err)
		}
	}
}

// fail is the error of an answer that breaks off.
func (b *bounded) fail(err error) error {
	e := Fail(b.ctx, "read", b.uri, Network, err)
	if b.got > 0 && (e.Kind == Network || e.Kind == Protocol || errors.Is(err, io.ErrUnexpectedEOF)) {
		partial := *e
		partial.Kind = Partial
		return &partial
	}
	return e
}

func (b *bounded) entries(inner func(func(Entry, error) bool)) func(func(Entry, error) bool) {
	return func(yield func(Entry, error) bool) {
		n := 0
		for e, err := range inner {
			if err != nil {
				b.got = int64(n)
				yield(Entry{}, b.fail(err))
				return
			}
			if n++; b.limits.Items > 0 && n > b.limits.Items {
				yield(Entry{}, Errorf(Limit, "list", b.uri, "more than the limit of %d entries", b.limits.Items))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
