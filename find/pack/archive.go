package pack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"io/fs"

	"uriel.dev/find/internal/piece"
)

const (
	maxZip       = 16 << 20 // bytes of a zip file that is held in memory
	maxDirectory = 4 << 20  // bytes of the list of a zip file
)

// tar reads the files of an archive.
func (x *unpacking) tar(r io.Reader) bool {
	b := &budget{whole: x.whole}
	archive := tar.NewReader(b.in(r))
	for {
		h, err := archive.Next()
		switch {
		case errors.Is(err, io.EOF):
			return true
		case err != nil:
			x.fail("", err)
			return true
		case h.Typeflag != tar.TypeReg:
			continue
		}
		if !x.part(b.out(archive), h.Name, h.Name) {
			return false
		}
	}
}

// errEncrypted is the error of a member that has a password.
var errEncrypted = errors.New("it is encrypted")

// zip reads the members of a zip file: from r, if that can be read anywhere, or
// else from b, which reads r.
func (x *unpacking) zip(r, b io.Reader) bool {
	at, err := readerAt(r, b)
	if err != nil {
		x.fail("", err)
		return true
	}
	list := &directory{SectionReader: at, left: maxDirectory}
	archive, err := zip.NewReader(list, at.Size())
	if list.left < 0 {
		err = piece.LimitError{Limit: "directory", Most: maxDirectory, Of: "bytes of the list of a zip file"}
	}
	if err != nil {
		x.fail("", err)
		return true
	}
	list.isRead = true
	for _, f := range archive.File {
		if !f.Mode().IsDir() && !x.member(f, at.Size()) {
			return false
		}
	}
	return true
}

// member reads a member of a zip file that has so many bytes.
func (x *unpacking) member(f *zip.File, size int64) bool {
	const encrypted = 1
	r, err := f.Open()
	if f.Flags&encrypted != 0 {
		err = errEncrypted
	}
	if err != nil {
		x.fail(f.Name, err)
		return true
	}
	defer r.Close()
	b := &budget{whole: x.whole, packed: min(int64(f.CompressedSize64&(1<<63-1)), size)}
	return x.part(b.out(r), f.Name, f.Name)
}

// readerAt returns a reader of any place of r; of b, which reads r, if that cannot be
// read so.
func readerAt(r, b io.Reader) (*io.SectionReader, error) {
	if at, ok := r.(io.ReaderAt); ok {
		switch r := r.(type) {
		case interface{ Size() int64 }:
			return io.NewSectionReader(at, 0, r.Size()), nil
		case interface{ Stat() (fs.FileInfo, error) }:
			if info, err := r.Stat(); err == nil && info.Mode().IsRegular() {
				return io.NewSectionReader(at, 0, info.Size()), nil
			}
		}
	}
	text, err := io.ReadAll(io.LimitReader(b, maxZip+1))
	if err == nil && len(text) > maxZip {
		err = piece.LimitError{Limit: "zip", Most: maxZip, Of: "bytes of a zip file that is no file of its own, and so has to be held in memory"}
	}
	return io.NewSectionReader(bytes.NewReader(text), 0, int64(len(text))), err
}

// A directory is a zip file whose list is read: no more of it than the limit, since
// all of it is held in memory.
type directory struct {
	*io.SectionReader
	left   int64
	isRead bool
}

func (d *directory) ReadAt(p []byte, off int64) (int, error) {
	if !d.isRead {
		if d.left -= int64(len(p)); d.left < 0 {
			return 0, io.ErrUnexpectedEOF
		}
	}
	return d.SectionReader.ReadAt(p, off)
}
