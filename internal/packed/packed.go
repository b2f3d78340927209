// Package packed reads files that may be compressed, as the documents of a
// system are. The end of the name says how.
package packed

import (
	"bufio"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// read are the endings of files that are read here, unread those of others; ""
// is that of a file that is not compressed.
var (
	read   = []string{"", ".gz", ".bz2"}
	unread = []string{".xz", ".zst", ".lz", ".lzma", ".Z"}
)

// Endings returns what the name of a file may end in behind that of what is in
// it, in the order in which to look: "", ".gz" and others.
func Endings() []string { return slices.Concat(read, unread) }

// Strip returns a name without the ending that tells of compression.
func Strip(name string) string {
	for _, ending := range Endings()[1:] {
		if plain, ok := strings.CutSuffix(name, ending); ok && plain != "" {
			return plain
		}
	}
	return name
}

// ErrUnread is the error of a compression that is not read here.
var ErrUnread = errors.New("it is compressed in a way that is not read here; gzip and bzip2 are")

// ErrBroken is the error of a file that is not compressed as its name says.
var ErrBroken = errors.New("its compression is broken")

// A LimitError is the error of a file that holds more bytes than that.
type LimitError int64

func (e LimitError) Error() string {
	return fmt.Sprintf("it holds more than the limit of %d bytes", int64(e))
}

// NewReader returns a reader of what is in the file r called name, whose errors
// are those of r or [ErrBroken]. The error is [ErrUnread] or one of the latter.
func NewReader(r io.Reader, name string) (io.Reader, error) {
	switch ending := strings.TrimPrefix(name, Strip(name)); {
	case ending == "":
		return r, nil
	case ending == ".gz":
		z, err := gzip.NewReader(bufio.NewReader(r))
		return unpacked{z}, broken(err)
	case ending == ".bz2":
		return unpacked{bzip2.NewReader(r)}, nil
	default:
		return nil, fmt.Errorf("%s: %w", ending, ErrUnread)
	}
}

// ReadAll returns what is in the file r called name, if that is no more than
// limit bytes: a small file may hold very much. The error is a [LimitError] or
// one of [NewReader].
func ReadAll(r io.Reader, name string, limit int64) ([]byte, error) {
	r, err := NewReader(r, name)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err == nil && int64(len(text)) > limit {
		return nil, LimitError(limit)
	}
	return text, err
}

// unpacked marks the errors of a decompressor.
type unpacked struct{ r io.Reader }

func (u unpacked) Read(b []byte) (int, error) {
	n, err := u.r.Read(b)
	if err != io.EOF {
		err = broken(err)
	}
	return n, err
}

// broken marks an error that is the decompressor's and not the system's.
func broken(err error) error {
	_, inGzip := errors.AsType[flate.CorruptInputError](err)
	_, inBzip2 := errors.AsType[bzip2.StructuralError](err)
	for _, is := range []error{gzip.ErrHeader, gzip.ErrChecksum, io.EOF, io.ErrUnexpectedEOF} {
		inGzip = inGzip || errors.Is(err, is)
	}
	if inGzip || inBzip2 {
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
	return err
}
