// Package packed reads files that may be compressed, as the documents of a
// system are. The end of the name says how.
package packed

import (
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

// read are the endings of files that are read here, unread those of others; ""
// is that of a file that is not compressed.
var (
	read   = []string{"", ".gz", ".bz2", ".xz", ".zst", ".lzma"}
	unread = []string{".lz", ".Z"}
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
var ErrUnread = errors.New("it is compressed in a way that is not read here; gzip, bzip2, xz, lzma and zstd are")

// ErrBroken is the error of a file that is not compressed as its name says.
var ErrBroken = errors.New("its compression is broken")

// A LimitError is the error of a file that holds more bytes than that.
type LimitError int64

func (e LimitError) Error() string {
	return fmt.Sprintf("it holds more than the limit of %d bytes", int64(e))
}

// maxDictionary bounds what a compressed file has to have in memory. It is what
// xz asks for at most.
const maxDictionary = 64 << 20

// NewReader returns a reader of what is in the file r called name, whose errors
// are those of r or [ErrBroken]. The error is [ErrUnread] or one of the latter.
func NewReader(r io.Reader, name string) (io.Reader, error) {
	ending := strings.TrimPrefix(name, Strip(name))
	if ending == "" {
		return r, nil
	}
	f := &file{r: r}
	z, err := decompressor(bufio.NewReader(f), ending)
	if errors.Is(err, ErrUnread) {
		return nil, err
	}
	return unpacked{z, f}, f.blame(err)
}

func decompressor(r io.Reader, ending string) (io.Reader, error) {
	switch ending {
	case ".gz":
		return gzip.NewReader(r)
	case ".bz2":
		return bzip2.NewReader(r), nil
	case ".xz":
		return xz.ReaderConfig{DictCap: maxDictionary}.NewReader(r)
	case ".lzma":
		return lzma.ReaderConfig{DictCap: maxDictionary}.NewReader(r)
	case ".zst": // without concurrency it starts no goroutine that would have to be ended
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxDictionary), zstd.WithDecoderMaxWindow(maxDictionary))
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

// A file is the file that is decompressed; it remembers an error of its own.
type file struct {
	r   io.Reader
	err error
}

func (f *file) Read(b []byte) (int, error) {
	n, err := f.r.Read(b)
	if err != io.EOF {
		f.err = err
	}
	return n, err
}

// blame tells an error of the file from one of the decompressor, which there is
// because of what is in it: an early end, too.
func (f *file) blame(err error) error {
	switch {
	case err == nil:
		return nil
	case f.err != nil:
		return f.err
	default:
		return fmt.Errorf("%w: %w", ErrBroken, err)
	}
}

type unpacked struct {
	r    io.Reader
	file *file
}

func (u unpacked) Read(b []byte) (int, error) {
	n, err := u.r.Read(b)
	if err != io.EOF {
		err = u.file.blame(err)
	}
	return n, err
}
