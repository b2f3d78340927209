package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Open opens a file or folder for reading whose name came from a URI or a
// document. name is absolute. Under the profile of the command line any file
// that the user may read is opened; in a gateway only what lies below the root
// of [Policy.AllowLocal], which no ".." and no symbolic link leads out of.
// Devices, pipes and sockets are refused: to read them may do something, or
// never end.
func (p Policy) Open(name string) (*os.File, error) {
	if !p.local {
		return nil, refuse(CodeLocal, "files of this machine are not shown here")
	}
	if p.cli && p.root == "" {
		return openPlain(func(flag int) (*os.File, error) { return os.OpenFile(name, flag, 0) })
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

// OpenIn opens the file called name, a relative path, in a document tree of
// this machine, such as a folder of manual pages. No ".." and no symbolic link
// leads out of the tree.
func (p Policy) OpenIn(tree, name string) (*os.File, error) {
	if !p.local {
		return nil, refuse(CodeLocal, "documents of this machine are not shown here")
	}
	return openIn(tree, name)
}

func openIn(tree, name string) (*os.File, error) {
	root, err := os.OpenRoot(tree)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return openPlain(func(flag int) (*os.File, error) {
		f, err := root.OpenFile(name, flag, 0)
		if err != nil && strings.Contains(err.Error(), "path escapes") {
			return nil, refuse(CodeLocal, "%q leads out of the folder that is shown here", name)
		}
		return f, err
	})
}

// openPlain opens without waiting, since a pipe without a writer would block,
// and keeps what is a file or a folder.
func openPlain(open func(flag int) (*os.File, error)) (*os.File, error) {
	f, err := open(os.O_RDONLY | syscall.O_NONBLOCK)
	if errors.Is(err, syscall.ENXIO) {
		return nil, refuse(CodeSpecial, "it is a socket, or a device that is not there")
	}
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err == nil && st.Mode()&fs.ModeType&^fs.ModeDir != 0 {
		err = refuse(CodeSpecial, "%q is a device, a pipe or a socket", f.Name())
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}
