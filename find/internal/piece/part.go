package piece

import (
	"fmt"
	"io"
)

const (
	// MaxDepth is how many parts can be within each other, each of which is handed
	// from one container to the next: a message in an archive in a mailbox that is
	// compressed. There are compressed files that hold themselves.
	MaxDepth = 16

	// MaxUnpacked is how many bytes can be unpacked of a file, in all of its parts.
	MaxUnpacked = 64 << 30
)

// A Part is the reader of a part of a file, as one container hands it to another.
type Part struct {
	io.Reader
	name     string
	depth    int
	unpacked *int64
}

// Whole returns the part that r is; all of a file, if r is none.
func Whole(r io.Reader) Part {
	if p, ok := r.(Part); ok {
		return p
	}
	return Part{Reader: r, unpacked: new(int64)}
}

// Part returns the reader r of a part of p that is called name. The error is a
// [LimitError].
func (p Part) Part(r io.Reader, name string) (Part, error) {
	if p.depth == MaxDepth {
		return Part{}, LimitError{"depth", MaxDepth, "parts within each other"}
	}
	return Part{r, name, p.depth + 1, p.unpacked}, nil
}

// Name is the name of the part, as [os.File.Name] is that of a file.
func (p Part) Name() string { return p.name }

// Unpack counts n bytes that are unpacked. The error is a [LimitError].
func (p Part) Unpack(n int) error {
	if *p.unpacked += int64(n); *p.unpacked > MaxUnpacked {
		return LimitError{"bytes", MaxUnpacked, "bytes that are unpacked"}
	}
	return nil
}

// A LimitError is the error of what is larger than a limit.
type LimitError struct {
	Limit string // its name
	Most  int64
	Of    string // what there would be more of, in the plural
}

func (e LimitError) Error() string {
	return fmt.Sprintf("more than %d %s, the limit called %q", e.Most, e.Of, e.Limit)
}
