package infoclient

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"uriel.dev/get"
	"uriel.dev/internal/near"
	"uriel.dev/internal/packed"
	"uriel.dev/scheme"
	"uriel.dev/scheme/info"
	"uriel.dev/scheme/info/inforead"
	"uriel.dev/uri"
)

// A collection is the documents of this machine, for one request.
type collection struct {
	env     get.Env
	uri     uri.URI // that is asked for
	folders []string
	maxFile int64
}

func (h *handler) collection(u uri.URI) *collection {
	return &collection{h.env, u, h.folders(), h.maxFile}
}

// A file is one in a folder of documents.
type file struct {
	folder, name string
	modified     time.Time
}

func (f file) path() string { return filepath.Join(f.folder, f.name) }

// suffixes are what the file of a document may have behind its name.
var suffixes = []string{".info", "-info", ""}

// allowed returns the refusal of the policy, if it lets no document be shown.
func (l *collection) allowed() error {
	for _, folder := range l.folders {
		if _, err := l.list(folder); err != nil {
			return err
		}
	}
	return nil
}

// find returns the file that the document of that name begins in.
func (l *collection) find(name string) (file, error) {
	if err := l.allowed(); err != nil {
		return file{}, err
	}
	for _, folder := range l.folders {
		for _, suffix := range suffixes {
			if f, ok := l.locate(folder, name+suffix); ok {
				return f, nil
			}
		}
	}
	return file{}, l.noDocument(name)
}

// locate looks for a file of that name, compressed or not. What the name leads
// to is for the policy to judge, when it is opened.
func (l *collection) locate(folder, name string) (file, bool) {
	for _, ending := range packed.Endings() {
		f := file{folder: folder, name: name + ending}
		st, err := os.Lstat(f.path())
		if err == nil && !st.IsDir() {
			f.modified = st.ModTime()
			return f, true
		}
	}
	return file{}, false
}

// read returns the text of a file beside f, of f itself if that is its name.
func (l *collection) read(f file, name string) ([]byte, error) {
	beside, ok := f, name == packed.Strip(f.name)
	if !ok {
		if beside, ok = l.locate(f.folder, name); !ok {
			return nil, fmt.Errorf("the part %q of the document is not there: %w", name, fs.ErrNotExist)
		}
	}
	r, err := l.env.Policy.OpenIn(beside.folder, beside.name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return packed.ReadAll(r, beside.name, l.maxFile)
}

// names returns the names of the documents in the folders. The parts of a
// document and pictures are none.
func (l *collection) names() (names []string, err error) {
	for _, folder := range l.folders {
		all, err := l.list(folder)
		if err != nil {
			return nil, err
		}
		for _, name := range all {
			if stem, ok := strings.CutSuffix(packed.Strip(name), ".info"); ok && stem != "" {
				names = append(names, stem)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// list returns the names of the files in a folder; one that is not there has
// none.
func (l *collection) list(folder string) ([]string, error) {
	names, err := l.env.Policy.NamesIn(folder, ".")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, get.Fail(context.Background(), "open", l.uri, get.Internal, err)
	}
	return names, nil
}

// maxNear is how many of what was perhaps meant an error names.
const maxNear = 5

// noDocument is the error of a document that is not there. Some names are not
// of a document, but of an entry in the directory, as info(1) accepts them.
func (l *collection) noDocument(name string) error {
	names, err := l.names()
	if err != nil {
		return err
	}
	var uris []string
	entries, err := l.entries()
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.EqualFold(e.label, name) {
			uris = append(uris, e.uri.String())
		}
	}
	for _, n := range near.Names(name, slices.Values(names), maxNear) {
		uris = append(uris, nodeURI(n, "").String())
	}
	if len(names) == 0 {
		return get.Errorf(get.NotFound, "find", l.uri, "no documents of Info are installed on this machine, at least not in %s", strings.Join(l.folders, ", "))
	}
	return l.missing(fmt.Sprintf("no document %q of Info", name), uris)
}

// noNode is the error of a node that a document does not have.
func (l *collection) noNode(name string, v info.View, d *inforead.Document) error {
	var uris []string
	for _, n := range near.Names(name, slices.Values(d.Names()), maxNear) {
		uris = append(uris, nodeURI(string(v.File), n).String())
	}
	return l.missing(fmt.Sprintf("no node %q in the document %q", name, string(v.File)), uris)
}

func (l *collection) missing(what string, there []string) error {
	if len(there) > 0 {
		what += "; there is " + strings.Join(there[:min(len(there), maxNear)], ", ")
	}
	return get.Errorf(get.NotFound, "find", l.uri, "%s", what)
}

// nodeURI returns the URI of a node, zero if no URI can name it.
func nodeURI(file, node string) uri.URI {
	if file == "dir" && (node == "" || node == "Top") {
		file, node = "", ""
	}
	u, err := info.View{File: scheme.Octets(file), Node: scheme.Octets(node), Index: file == ""}.URI()
	if err != nil {
		return uri.URI{}
	}
	return u
}
