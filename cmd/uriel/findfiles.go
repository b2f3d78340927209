package main

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// files yields the files that are named, and with -r those of folders, in the
// order of their names.
func (h *hunt) files(args []string) iter.Seq[*source] {
	return func(yield func(*source) bool) {
		for _, arg := range args {
			s := &source{name: arg, live: arg == "-"}
			isDir := false
			if arg != "-" {
				info, err := os.Stat(arg)
				s.err, isDir = err, err == nil && info.IsDir()
				s.live = err == nil && !info.Mode().IsRegular()
			}
			if isDir && h.recursive {
				if !h.folder(arg, ignoringAbove(arg), yield) {
					return
				}
				continue
			}
			if isDir {
				s.err = errors.New("is a folder: -r reads it")
			}
			if !yield(s) {
				return
			}
		}
	}
}

// folder yields the files in dir and below it. Links are not followed.
func (h *hunt) folder(dir string, above ignoring, yield func(*source) bool) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return yield(&source{name: dir, err: err})
	}
	here := above.enter(dir, func(name string) bool {
		_, ok := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		return ok
	}, ignoreList{cut: cutOf(dir)})
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if !h.noIgnore && here.skips(name, e.IsDir()) {
			continue
		}
		goOn := true
		switch {
		case e.IsDir():
			goOn = h.folder(name, here, yield)
		case e.Type().IsRegular():
			goOn = yield(&source{name: name, inside: !h.noIgnore})
		}
		if !goOn {
			return false
		}
	}
	return true
}

// A textReader reads a file; nothing of one with a NUL at its beginning, as there
// is in what is no text.
type textReader struct {
	r     io.Reader
	begun bool
}

func (t *textReader) Read(p []byte) (int, error) {
	const beginning = 1 << 10
	n, err := t.r.Read(p)
	if !t.begun && bytes.IndexByte(p[:min(n, beginning)], 0) >= 0 {
		return 0, io.EOF
	}
	t.begun = true
	return n, err
}
