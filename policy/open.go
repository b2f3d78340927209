package policy

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// Open opens a file or folder for reading whose name came from a URI or a
// document. name is absolute. Under the profile of the command line any file
// that the user may read is opened; in a gateway only what lies below the root
// of [Policy.AllowLocal], which no ".." and no symbolic link leads out of.
// Devices, pipes and sockets are refused: to read them may do something, or
// never end. Under the profile of the command line [Policy.AllowSpecial] opens the
// first two; a pipe that nobody writes to is empty.
func (p Policy) Open(name string) (*os.File, error) {
	if !p.local {
		return nil, refuse(CodeLocal, "files of this machine are not shown here")
	}
	if p.cli && p.root == "" {
		return openPlain(wholeSystem{}, name, p.special)
	}
	if p.root == "" {
		return nil, refuse(CodeLocal, "no folder of this machine is shown here: --root names one")
	}
	rel, err := filepath.Rel(p.root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return nil, refuse(CodeLocal, "%q is not below the folder that is shown here", name)
	}
	return openIn(p.root, rel)
}

// ReadLink returns what a symbolic link says that it leads to, where [Policy.Open] would
// open it: name is absolute. Below the root of [Policy.AllowLocal] that is told only of
// links that stay where they are or go down: others name what is not shown.
func (p Policy) ReadLink(name string) (target string, err error) {
	switch {
	case !p.local:
		return "", refuse(CodeLocal, "files of this machine are not shown here")
	case p.cli && p.root == "":
		return os.Readlink(name)
	}
	rel, err := filepath.Rel(p.root, name)
	if err != nil || !filepath.IsLocal(rel) {
		return "", refuse(CodeLocal, "%q is not below the folder that is shown here", name)
	}
	root, err := os.OpenRoot(p.root)
	if err != nil {
		return "", err
	}
	defer root.Close()
	if target, err = root.Readlink(rel); err == nil && !filepath.IsLocal(target) {
		return "", refuse(CodeLocal, "%q leads out of the folder that is shown here", name)
	}
	return target, err
}

// OpenIn opens the file called name, a relative path, in a document tree of
// this machine, such as a folder of manual pages. No ".." and no symbolic link
// leads out of the tree.
func (p Policy) OpenIn(tree, name string) (*os.File, error) {
	if !p.local {
		return nil, refuse(CodeLocal, "documents of this machine are not shown here")
	}
	return openIn(tree, name)
}

// NamesIn returns the names of what is in a folder of a document tree, as OpenIn opens
// it, in order.
func (p Policy) NamesIn(tree, dir string) ([]string, error) {
	f, err := p.OpenIn(tree, dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

func openIn(tree, name string) (*os.File, error) {
	root, err := os.OpenRoot(tree)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, err := openPlain(root, name, false)
	if err != nil && strings.Contains(err.Error(), "path escapes") {
		return nil, refuse(CodeLocal, "%q leads out of the folder that is shown here", name)
	}
	return f, err
}

// A fileSystem is where openPlain opens: an [os.Root], or all there is.
type fileSystem interface {
	Stat(name string) (fs.FileInfo, error)
	OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error)
}

type wholeSystem struct{}

func (wholeSystem) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (wholeSystem) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(name, flag, perm)
}

// openPlain opens what is a file or a folder. It looks before it opens, since
// opening a device may do something already; and once more at what it has
// opened, without waiting for the writer of a pipe, since the name may have come
// to mean something else in between.
func openPlain(system fileSystem, name string, special bool) (*os.File, error) {
	st, err := system.Stat(name)
	if err == nil {
		err = judgeMode(name, st, special)
	}
	if err != nil {
		return nil, err
	}
	f, err := system.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if st, err = f.Stat(); err == nil {
		err = judgeMode(name, st, special)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func judgeMode(name string, st fs.FileInfo, special bool) error {
	plain := fs.ModeDir
	if special {
		plain |= fs.ModeDevice | fs.ModeCharDevice | fs.ModeNamedPipe
	}
	if st.Mode()&fs.ModeType&^plain != 0 {
		return refuse(CodeSpecial, "%q is a device, a pipe or a socket", name)
	}
	return nil
}
