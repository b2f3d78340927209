package pack

import (
	"io"

	"uriel.dev/find/internal/piece"
)

const (
	maxRatio  = 1000     // bytes that each byte of a packed file may become
	freeBytes = 64 << 20 // that it may become however small it is
)

// A budget is what may be unpacked of a file: little that is packed can be very much to
// compute.
type budget struct {
	whole            piece.Part
	packed, unpacked int64 // bytes that were read
}

// in returns r, a reader of the packed file.
func (b *budget) in(r io.Reader) io.Reader { return packedReader{r, b} }

// out returns r, a reader of what is unpacked.
func (b *budget) out(r io.Reader) io.Reader { return unpackedReader{r, b} }

type packedReader struct {
	io.Reader
	*budget
}

func (r packedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.packed += int64(n)
	return n, err
}

type unpackedReader struct {
	io.Reader
	*budget
}

func (r unpackedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.unpacked += int64(n)
	if r.unpacked > freeBytes+maxRatio*r.packed {
		return 0, piece.LimitError{Limit: "ratio", Most: maxRatio, Of: "bytes for each of the file"}
	}
	if err := r.whole.Unpack(n); err != nil {
		return 0, err
	}
	return n, err
}
