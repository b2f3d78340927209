package whatisclient

import (
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"uriel.dev/scheme/whatis/whatisread"
)

// maxDatabase is how much of a database is read, in bytes. That of a machine with
// 25,000 pages has 5 MiB.
const maxDatabase = 64 << 20

// caches are where man-db keeps the databases of trees that it may not write to (FHS,
// section 5.5.2). Folders of languages are below them as they are in the tree.
var caches = [...]struct{ tree, cache string }{
	{"/usr/share/man", "/var/cache/man"},
	{"/usr/local/share/man", "/var/cache/man/local"},
	{"/usr/local/man", "/var/cache/man/oldlocal"},
}

// A database is what another program knows of the pages of a tree. The zero value
// knows nothing.
type database struct {
	made  int64                       // nanoseconds of Unix
	pages map[[2]string][]description // by name and section
}

// databaseOf returns the database that mandoc or man-db has made of a tree, the zero
// one if there is none that can be read: it saves time, and nothing else.
func (b *builder) databaseOf(root string) database {
	if d, ok := b.databases[root]; ok {
		return d
	}
	d := b.lookUp(root)
	if b.databases == nil {
		b.databases = map[string]database{}
	}
	b.databases[root] = d
	return d
}

func (b *builder) lookUp(root string) database {
	folders := []string{root}
	for _, c := range caches {
		if rel, err := filepath.Rel(c.tree, root); err == nil && filepath.IsLocal(rel) {
			folders = append(folders, filepath.Join(c.cache, rel))
		}
	}
	for _, folder := range folders {
		for _, kind := range [...]struct {
			name string
			read func([]byte) ([]whatisread.Entry, error)
		}{{"mandoc.db", whatisread.ReadMandoc}, {"index.db", whatisread.ReadManDB}} {
			text, made, err := b.readDatabase(folder, kind.name)
			if err != nil {
				continue
			}
			if entries, err := kind.read(text); err == nil {
				return database{made, byPage(entries)}
			}
		}
	}
	return database{}
}

func (b *builder) readDatabase(folder, name string) (text []byte, made int64, err error) {
	f, err := b.env.Policy.OpenIn(folder, name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	st, err := f.Stat()
	switch {
	case err != nil:
		return nil, 0, err
	case st.Size() > maxDatabase:
		return nil, 0, errors.New("the database is too large")
	case !st.Mode().IsRegular():
		return nil, 0, fs.ErrInvalid
	}
	text, err = io.ReadAll(io.LimitReader(f, maxDatabase))
	return text, st.ModTime().UnixNano(), err
}

// byPage gathers the names that each page describes, with one description for those
// that have the same words.
func byPage(entries []whatisread.Entry) map[[2]string][]description {
	pages := map[[2]string][]description{}
	for _, e := range entries {
		about := strings.Join(strings.Fields(strings.TrimPrefix(e.About, "- ")), " ") // man-db leaves the dash
		if about == "" || e.Formatted {
			continue
		}
		key := [2]string{e.Page, e.Section}
		i := slices.IndexFunc(pages[key], func(d description) bool { return d.About == about })
		if i < 0 {
			i = len(pages[key])
			pages[key] = append(pages[key], description{About: about})
		}
		pages[key][i].Names = append(pages[key][i].Names, e.Name)
	}
	return pages
}

// of returns what is known of a page of a folder, nil if one of them has changed since.
func (d database) of(f folder, p page) []description {
	if max(f.Modified, p.Modified) > d.made {
		return nil
	}
	name, section, _ := split(p.File)
	return d.pages[[2]string{name, section}]
}
