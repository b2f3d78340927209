// Package pack finds URIs in files that are compressed, and in archives.
//
// gzip, bzip2, xz, zstd, tar and zip are told by their first bytes, whatever the
// name of the file is. Each is read as what it holds: by the container for the name
// without its ending, or as text; what is packed within is unpacked, too.
//
// Positions count in what is unpacked. Match.Part is the name of the member of an
// archive; of a compressed file it is the name of the file without its ending, or
// "unpacked" if the reader has none: an [os.File] has one.
//
// # Limits
//
// All is streamed, and nothing is written to a disk. A zip file has its list at the end:
// it is read from an [io.ReaderAt] that knows its size, such as an [os.File], or from
// memory if it is of up to 16 MiB. The error names the limit:
//
//	bytes      64 GiB that are unpacked, in all parts of a file
//	ratio      1000 bytes that each byte of a packed file becomes, beyond the first 64 MiB
//	depth      16 parts within each other
//	directory  4 MiB of a zip file's list
//	zip        16 MiB of a zip file that is held in memory
//
// Memory is bounded, but for the dictionary that an xz file asks for.
//
// What is broken in a member ends that member; the first such error is yielded last.
package pack

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"
	"path"
	"strings"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
	"uriel.dev/internal/packed"
)

// HeadLen is how many of the first bytes of a file tell whether it is packed.
const HeadLen = 262

// magics are what packed files begin with, and the ending that says so.
var magics = []struct {
	at            int
	magic, ending string
}{
	{0, "\x1f\x8b\x08", ".gz"},
	{0, "BZh", ".bz2"},
	{0, "\xfd7zXZ\x00", ".xz"},
	{0, "\x28\xb5\x2f\xfd", ".zst"},
	{0, "PK\x03\x04", ".zip"},
	{0, "PK\x05\x06", ".zip"},
	{257, "ustar", ".tar"},
}

// IsPacked reports whether a file that begins with head is packed. head has
// [HeadLen] bytes, or all there are.
func IsPacked(head []byte) bool { return endingOf(head) != "" }

func endingOf(head []byte) string {
	for _, m := range magics {
		if len(head) >= m.at && bytes.HasPrefix(head[m.at:], []byte(m.magic)) {
			return m.ending
		}
	}
	return ""
}

// New returns the container of packed files. What they hold is read by the container
// that inner has for a media type, which is "", and a name, or ""; it reports false
// if there is none, and then it is text.
func New(inner func(mediaType, name string) (find.Container, bool)) find.Container {
	return find.Container{
		Name: "pack",
		Types: []string{
			"application/gzip", "application/x-gzip", "application/x-bzip2", "application/x-xz", "application/zstd", "application/x-tar",
			"application/zip", "application/x-zip-compressed", "application/epub+zip", "application/java-archive",
		},
		Suffixes: []string{
			".gz", ".tgz", ".bz2", ".tbz", ".tbz2", ".xz", ".txz", ".zst", ".tzst", ".tar", ".zip", ".jar", ".epub", ".docx", ".xlsx", ".pptx", ".odt", ".ods", ".odp",
		},
		Scan: func(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
			return func(yield func(find.Match, error) bool) {
				x := unpacking{Finder: f, inner: inner, whole: piece.Whole(r), yield: func(m find.Match) bool { return yield(m, nil) }}
				if x.file(r) && x.err != nil {
					yield(find.Match{}, x.err)
				}
			}
		},
	}
}

// An unpacking is a file that is being unpacked. Its methods report false if no more
// matches are wanted.
type unpacking struct {
	find.Finder
	inner func(mediaType, name string) (find.Container, bool)
	whole piece.Part
	yield func(find.Match) bool
	err   error // the first one
}

// fail notes an error of a part.
func (x *unpacking) fail(part string, err error) {
	if x.err != nil {
		return
	}
	if x.err = err; part != "" {
		x.err = fmt.Errorf("%s: %w", part, err)
	}
}

// nameOf returns the name of what r reads, without its folder; "" if it has none.
func nameOf(r io.Reader) string {
	if n, ok := r.(interface{ Name() string }); ok && n.Name() != "" {
		return path.Base(n.Name())
	}
	return ""
}

// file reads what r holds, which is packed. A file that is not is text.
func (x *unpacking) file(r io.Reader) bool {
	b := bufio.NewReader(r)
	head, _ := b.Peek(HeadLen) // who reads on is told of an error
	switch ending := endingOf(head); ending {
	case "":
		return x.scan(find.Text, b, "")
	case ".zip":
		return x.zip(r, b)
	case ".tar":
		return x.tar(b)
	default:
		return x.compressed(b, ending, nameOf(r))
	}
}

// compressed reads a file that is compressed alone, in the way that an ending says.
func (x *unpacking) compressed(r io.Reader, ending, name string) bool {
	b := &budget{whole: x.whole}
	out, err := packed.NewReader(b.in(r), "x"+ending)
	if err != nil {
		x.fail("", err)
		return true
	}
	name = plainName(name)
	part := name
	if part == "" {
		part = "unpacked"
	}
	return x.part(b.out(out), name, part)
}

// plainName returns the name of what is in a compressed file.
func plainName(name string) string {
	for short, long := range map[string]string{".tgz": ".tar", ".tbz": ".tar", ".tbz2": ".tar", ".txz": ".tar", ".tzst": ".tar"} {
		if plain, ok := strings.CutSuffix(name, short); ok {
			return plain + long
		}
	}
	return packed.Strip(name)
}

// part reads what r holds: name is what its container is chosen by.
func (x *unpacking) part(r io.Reader, name, part string) bool {
	b := bufio.NewReader(r)
	p, err := x.whole.Part(b, name)
	if err != nil {
		x.fail(part, err)
		return true
	}
	if head, _ := b.Peek(HeadLen); IsPacked(head) { // who reads on is told of an error
		return x.scan(New(x.inner), p, part)
	}
	if x.inner != nil {
		if c, ok := x.inner("", name); ok {
			return x.scan(c, p, part)
		}
	}
	return x.scan(find.Text, p, part)
}

// scan yields what a container finds in what r holds.
func (x *unpacking) scan(c find.Container, r io.Reader, part string) bool {
	for m, err := range c.Scan(x.Finder, r) {
		if err != nil {
			x.fail(part, err)
			continue
		}
		if m.Part = strings.Trim(part+"/"+m.Part, "/"); !x.yield(m) {
			return false
		}
	}
	return true
}
