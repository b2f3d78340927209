package get

import (
	"io"

	"uriel.dev/policy"
)

// Unpack returns a reader of what open unpacks of src, from the first Read on:
// an object of no bytes is no error. A byte of src becomes no more bytes than the
// ratio of the limits says, beyond the first MiB: little that comes can be very
// much to hold, or to compute. The error is then of Kind [Limit], without its
// URI; all others are those of src and of open.
func Unpack(limits policy.Limits, src io.Reader, open func(io.Reader) (io.Reader, error)) io.Reader {
	return &unpacked{limits: limits, src: src, open: open}
}

type unpacked struct {
	limits  policy.Limits
	src     io.Reader
	open    func(io.Reader) (io.Reader, error)
	out     io.Reader // nil before the first Read
	in, got int64     // bytes of src and of out
}

// free is how many bytes there may be of an object however small it was.
const free = 1 << 20

// Read implements [io.Reader].
func (u *unpacked) Read(p []byte) (n int, err error) {
	if u.out == nil {
		if u.out, err = u.open(counted{u}); err != nil {
			u.out = nil
			return 0, err
		}
	}
	n, err = u.out.Read(p)
	u.got += int64(n)
	if u.limits.Ratio > 0 && u.got > free+u.in*int64(u.limits.Ratio) {
		return 0, &Error{Op: "unpack", Kind: Limit, Err: u.limits.Over("ratio", "bytes for each that came")}
	}
	return n, err
}

// counted is the packed side of an unpacked.
type counted struct{ *unpacked }

func (c counted) Read(p []byte) (int, error) {
	n, err := c.src.Read(p)
	c.in += int64(n)
	return n, err
}
