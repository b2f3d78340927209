package manclient

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"uriel.dev/get"
	"uriel.dev/internal/packed"
	"uriel.dev/policy"
	"uriel.dev/scheme/man"
)

// maxSource bounds the source of a page once it is decompressed. The longest
// that are known have 2 MB.
const maxSource = 16 << 20

// maxIncludes bounds the .so requests of a page, those of the files that they
// bring in among them.
const maxIncludes = 100

// source is the text of a page: what it was written in, or what it was formatted
// as.
type source struct {
	text     []byte
	modified time.Time
}

// read returns the source of a page with the files that its .so requests name
// in their place, as soelim(1) does. Many pages consist of one request.
func (m *manual) read(p page) (source, error) {
	src, err := m.readFile(p)
	if err != nil || p.isFormatted() {
		return src, err
	}
	x := expansion{manual: m}
	if err := x.expand(p, src.text); err != nil {
		return source{}, err
	}
	src.text = x.out.Bytes()
	switch {
	case isSource(src.text):
		return src, nil
	case x.left != "":
		return source{}, m.notPage(fmt.Sprintf("it consists of a request to read %q, which is not in the folder of the manual", x.left))
	default:
		return source{}, m.notPage("it does not begin like one")
	}
}

// An expansion is the source of a page while .so requests are carried out.
type expansion struct {
	*manual
	out      bytes.Buffer
	includes int
	left     string // what the first request names that was left
}

// expand writes the text of p. A request for what is not in the tree of p is
// left: the reader does not carry it out, and mandoc finds nothing in its empty
// folder.
func (x *expansion) expand(p page, text []byte) error {
	for line := range bytes.Lines(text) {
		target := request(line)
		included, ok := x.target(p, target)
		if !ok {
			if x.left == "" {
				x.left = target
			}
			if x.out.Write(line); x.out.Len() > maxSource {
				return x.tooLong()
			}
			continue
		}
		if x.includes++; x.includes > maxIncludes {
			return get.Errorf(get.Protocol, "read", x.uri, "more than %d .so requests: they may go in a circle", maxIncludes)
		}
		src, err := x.readFile(included)
		if err != nil {
			return err
		}
		if err := x.expand(included, src.text); err != nil {
			return err
		}
	}
	return nil
}

// request returns the path that a line asks for in an .so request, or "".
func request(line []byte) (path string) {
	if line[0] != '.' && line[0] != '\'' {
		return ""
	}
	f := bytes.Fields(line[1:])
	if len(f) < 2 || string(f[0]) != "so" {
		return ""
	}
	return string(f[1])
}

// target returns the file that an .so request of p names: in the tree or, by
// custom, in the folder of p. It must have the name of a page.
func (m *manual) target(p page, target string) (page, bool) {
	if _, _, ok := split(path.Base(target)); !ok || !filepath.IsLocal(target) || p.root == "" {
		return page{}, false
	}
	for _, file := range []string{target, path.Join(path.Dir(p.file), target)} {
		for _, c := range packed.Endings() {
			if _, err := os.Lstat(filepath.Join(p.root, file+c)); err == nil {
				p.file = file + c
				return p, true
			}
		}
	}
	return page{}, false
}

func (m *manual) tooLong() error {
	return get.Errorf(get.Limit, "read", m.uri, "more than the limit of %d bytes for the source of a page", maxSource)
}

// readFile returns the content of the file of a page, decompressed.
func (m *manual) readFile(p page) (source, error) {
	f, err := m.open(p)
	if err != nil {
		return source{}, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return source{}, err
	}
	if st.IsDir() {
		return source{}, m.notPage("it is a folder")
	}
	text, err := packed.ReadAll(f, p.file, maxSource)
	return source{text, st.ModTime()}, m.unread(err)
}

// unread says what kind of error it is that a file cannot be read.
func (m *manual) unread(err error) error {
	_, tooLong := errors.AsType[packed.LimitError](err)
	switch {
	case tooLong:
		return m.tooLong()
	case errors.Is(err, packed.ErrUnread):
		return get.Errorf(get.Unsupported, "decompress", m.uri, "%w", err)
	case errors.Is(err, packed.ErrBroken):
		return get.Errorf(get.Protocol, "decompress", m.uri, "%w", err)
	}
	return err
}

// open opens the file of a page. A symbolic link may lead out of its tree by
// way of a folder such as /etc/alternatives, if it ends at a page in a tree
// again: one of these, or another that is called man, as programs with several
// versions have.
func (m *manual) open(p page) (*os.File, error) {
	if p.root == "" {
		return m.policy.Open(p.file)
	}
	f, err := m.policy.OpenIn(p.root, p.file)
	if r, ok := errors.AsType[*policy.Refusal](err); !ok || r.Code != policy.CodeLocal {
		return f, err
	}
	real, lerr := filepath.EvalSymlinks(p.path())
	if lerr != nil {
		return nil, lerr
	}
	dir, file := filepath.Split(real)
	root, sub := filepath.Split(filepath.Clean(dir))
	_, _, isPage := split(file)
	section, isMan := strings.CutPrefix(sub, "man")
	ours := slices.ContainsFunc(m.trees, func(t tree) bool { return t.root == filepath.Clean(root) })
	if isPage && isMan && man.IsSection(section) && (ours || filepath.Base(root) == "man") {
		return m.policy.OpenIn(root, path.Join(sub, file))
	}
	return nil, m.refuse("the page is a link to %q, which is not in a folder of the manual", real)
}

// isSource reports whether text begins like the source of a page: one of the
// macros that each has is among its first 64 KiB. Some begin with pages of
// definitions.
func isSource(text []byte) bool {
	for line := range bytes.Lines(text[:min(len(text), 64<<10)]) {
		if line[0] != '.' && line[0] != '\'' {
			continue
		}
		macro := bytes.Fields(line[1:])
		if len(macro) == 0 {
			continue
		}
		switch string(macro[0]) {
		case "TH", "SH", "Dd", "Dt", "Sh":
			return true
		}
	}
	return false
}
