package get

import (
	"context"
	"errors"
	"io"
	"time"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

// withLimits is the decorator that holds an answer to the limits of a policy:
// time until it begins and until it ends, bytes of an object and how fast they
// come, entries of a listing. It also turns errors that come while the answer is
// read into [*Error].
type withLimits struct {
	Handler
	limits policy.Limits
	told   func(*Error) *Error // what is done with an error before it is told
}

func (h withLimits) Get(ctx context.Context, req *Request) (*Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	end := stopAfter(h.limits.Total, h.limits.Late("total", "in all"), cancel)
	begin := stopAfter(h.limits.Connect+h.limits.FirstByte, h.limits.Late("first-byte", "for the answer to begin once connected"), cancel)
	free := func() { end(); cancel(context.Canceled) }
	res, err := h.Handler.Get(ctx, req)
	begin()
	if err == nil {
		h.bound(ctx, cancel, req, res, free)
		return res, nil
	}
	e := Fail(ctx, "get", req.URI, Internal, err)
	if e.Answer != nil && e.Answer.Closer != nil {
		h.bound(ctx, cancel, req, e.Answer, free) // the page of an error is still to be read
	} else {
		free()
	}
	return nil, h.told(e)
}

// bound holds res to the limits; free is called when it is closed.
func (h withLimits) bound(ctx context.Context, cancel context.CancelCauseFunc, req *Request, res *Response, free func()) {
	b := &bounded{ctx: ctx, cancel: cancel, uri: res.URI, limits: h.limits, told: h.told, inner: res.Closer, free: free}
	res.Closer = b
	switch a := res.Answer.(type) {
	case *Object:
		b.body, b.want, b.whole = a.Body, a.Length, req.Method != "HEAD"
		a.Body = b
	case *Listing:
		a.Entries = b.entries(a.Entries)
	}
}

// stopAfter cancels with the cause late when d has passed, unless the function
// that it returns is called before. A d of 0 is no limit.
func stopAfter(d time.Duration, late error, cancel context.CancelCauseFunc) (stop func()) {
	if d == 0 {
		return func() {}
	}
	t := time.AfterFunc(d, func() { cancel(late) })
	return func() { t.Stop() }
}

// bounded is what stands behind an answer that is held to limits.
type bounded struct {
	ctx    context.Context // of this one answer: the caller's, bounded in time
	cancel context.CancelCauseFunc
	uri    uri.URI
	limits policy.Limits
	told   func(*Error) *Error
	inner  io.Closer
	free   func()

	body  io.Reader // of an Object
	want  int64     // its length, -1 if not known
	whole bool      // whether the body is all of it
	got   int64

	waited time.Duration // for the body, without the time that the caller takes
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
	n, err := b.read(p)
	b.got += int64(n)
	switch {
	case (err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF)) && b.short() != nil:
		return n, b.short()
	case err != nil && err != io.EOF:
		return n, b.fail(err)
	}
	return n, err
}

// short is the error of a body that has ended, if that was before its length.
func (b *bounded) short() error {
	if !b.whole || b.want <= b.got {
		return nil
	}
	return b.told(Errorf(Partial, "read", b.uri, "%d of %d bytes came, then the transfer ended", b.got, b.want))
}

// read reads as fast as the server has to be: it may keep us waiting for the
// first byte as long as its limit says, and for each byte that came as long as
// that takes at the limit of the rate.
func (b *bounded) read(p []byte) (int, error) {
	if b.limits.Rate == 0 || b.limits.FirstByte == 0 {
		return b.body.Read(p)
	}
	patience := b.limits.FirstByte + time.Duration(float64(b.got)/float64(b.limits.Rate)*float64(time.Second)) - b.waited
	began := time.Now()
	defer stopAfter(max(patience, 1), b.limits.Slow(), b.cancel)()
	n, err := b.body.Read(p)
	b.waited += time.Since(began)
	return n, err
}

// probe looks whether the body ends just at the limit.
func (b *bounded) probe() (int, error) {
	var one [1]byte
	for {
		n, err := b.body.Read(one[:])
		switch {
		case n > 0:
			return 0, b.told(&Error{Op: "read", URI: b.uri, Kind: Limit, Err: b.limits.Over("body", "bytes for an object")})
		case err == io.EOF:
			return 0, io.EOF
		case err != nil:
			return 0, b.fail(err)
		}
	}
}

// fail is the error of an answer that breaks off.
func (b *bounded) fail(err error) error {
	e := b.told(Fail(b.ctx, "read", b.uri, Network, err))
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
				yield(Entry{}, b.told(&Error{Op: "list", URI: b.uri, Kind: Limit, Err: b.limits.Over("items", "entries")}))
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
