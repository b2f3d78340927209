package whatisclient

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"uriel.dev/get"
	"uriel.dev/internal/packed"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/man"
	"uriel.dev/uri"
)

// An index is the descriptions of the pages in folders of the manual.
type index struct {
	Version int      `json:"version"`
	Folders []folder `json:"folders"` // in the order of the trees

	once sync.Once
	all  []entry
}

// version is that of what an index holds: one of another is made anew.
const version = 3

// A folder is one with the pages of a section, "/usr/share/man/man1".
type folder struct {
	Path     string `json:"path"`
	Modified int64  `json:"modified"` // nanoseconds of Unix; it changes when a file comes, goes or is replaced
	Pages    []page `json:"pages"`
	Foreign  bool   `json:"foreign,omitempty"` // not in English
}

// A page is a file with a page of the manual.
type page struct {
	File         string        `json:"file"` // its name in the folder
	Modified     int64         `json:"modified"`
	Size         int64         `json:"size"`
	Descriptions []description `json:"descriptions,omitempty"`
}

// An entry is a line of whatis.
type entry struct{ name, section, about, page string }

// uri returns the URI of the page.
func (e entry) uri() uri.URI {
	return man.View{Page: scheme.Octets(e.page), Section: e.section}.URI()
}

// split reads the name of a file with a page: "ls.1.gz" is ls in section 1.
func split(file string) (name, section string, ok bool) {
	file = packed.Strip(file)
	i := strings.LastIndexByte(file, '.')
	if i < 0 || !man.IsSection(file[i+1:]) || !man.IsName(file[:i]) {
		return "", "", false
	}
	return file[:i], file[i+1:], true
}

// entries returns a line for each name that a page describes, and for that of
// its file. Of two pages of the same name and section the first counts, but one in
// another language does not hide that in English, which may have the word.
func (x *index) entries() []entry {
	x.once.Do(func() {
		files := map[[2]string]bool{}
		for _, f := range x.Folders {
			for _, p := range f.Pages {
				name, section, _ := split(p.File)
				files[[2]string{name, section}] = true
			}
		}
		seen := map[bool]map[[2]string]bool{true: {}, false: {}}
		for _, f := range x.Folders {
			for _, p := range f.Pages {
				x.all = append(x.all, p.entries(files, seen[f.Foreign])...)
			}
		}
	})
	return x.all
}

func (p page) entries(files, seen map[[2]string]bool) (out []entry) {
	file, section, _ := split(p.File)
	add := func(name, about string) {
		if seen[[2]string{name, section}] {
			return
		}
		seen[[2]string{name, section}] = true
		e := entry{name, section, about, file}
		if files[[2]string{name, section}] {
			e.page = name
		}
		out = append(out, e)
	}
	for _, d := range p.Descriptions {
		if slices.Contains(d.Names, file) || len(p.Descriptions) == 1 {
			add(file, d.About)
		}
		for _, name := range d.Names {
			add(name, d.About)
		}
	}
	return out
}

// A builder makes an index.
type builder struct {
	env get.Env
	uri uri.URI // that is asked for
	old *index

	trees     []string            // without symbolic links
	foreign   []string            // those of them that are not in English
	databases map[string]database // by the tree
	read      int                 // pages that were read
	changed   bool                // the new index is not as the old one
}

// build looks through the trees, the folders of languages in each before it. The
// error is a refusal of the policy, or the end of ctx.
func (b *builder) build(ctx context.Context, trees, languages []string) (*index, error) {
	for _, dir := range trees {
		for _, language := range languages {
			if root := b.addTree(filepath.Join(dir, language)); root != "" {
				b.foreign = append(b.foreign, root)
			}
		}
	}
	for _, dir := range trees {
		b.addTree(dir)
	}
	x := &index{Version: version}
	for _, root := range b.trees {
		names, _, err := b.list(root, ".")
		if _, refused := errors.AsType[*policy.Refusal](err); refused {
			return nil, get.Fail(ctx, "open", b.uri, get.Denied, err)
		}
		slices.Sort(names)
		for _, name := range names {
			s, ok := strings.CutPrefix(name, "man")
			if !ok || !man.IsSection(s) {
				continue
			}
			f, err := b.folder(ctx, root, name)
			if err != nil {
				return nil, get.Fail(ctx, "read", b.uri, get.Canceled, err)
			}
			x.Folders = append(x.Folders, f)
		}
	}
	b.changed = b.changed || len(b.old.Folders) != len(x.Folders)
	return x, nil
}

// addTree adds a tree that there is, and returns its name without symbolic links.
func (b *builder) addTree(dir string) string {
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return ""
	}
	if !slices.Contains(b.trees, root) {
		b.trees = append(b.trees, root)
	}
	return root
}

// list returns the names in a folder and the time of its last change.
func (b *builder) list(root, dir string) (names []string, modified int64, err error) {
	f, err := b.env.Policy.OpenIn(root, dir)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	names, err = f.Readdirnames(-1)
	return names, st.ModTime().UnixNano(), err
}

// folder returns the pages of a folder: what is known of them, if it has not
// changed since. One that cannot be read has none.
func (b *builder) folder(ctx context.Context, root, dir string) (folder, error) {
	f := folder{Path: filepath.Join(root, dir), Foreign: slices.Contains(b.foreign, root)}
	var old folder
	if i := slices.IndexFunc(b.old.Folders, func(o folder) bool { return o.Path == f.Path }); i >= 0 {
		old = b.old.Folders[i]
	}
	if st, err := os.Stat(f.Path); err == nil && old.Path != "" && st.ModTime().UnixNano() == old.Modified {
		return old, ctx.Err()
	}
	b.changed = true
	names, modified, err := b.list(root, dir)
	if err != nil {
		return f, ctx.Err()
	}
	f.Modified = modified
	slices.Sort(names)
	known := map[string]page{}
	for _, p := range old.Pages {
		known[p.File] = p
	}
	var db database
	if old.Path == "" { // else there is little to read
		db = b.databaseOf(root)
	}
	var fresh []int
	for _, name := range names {
		st, err := os.Stat(filepath.Join(f.Path, name))
		if _, _, ok := split(name); !ok || err != nil || !st.Mode().IsRegular() {
			continue
		}
		p := page{File: name, Modified: st.ModTime().UnixNano(), Size: st.Size()}
		if o, ok := known[name]; ok && o.Modified == p.Modified && o.Size == p.Size {
			p = o
		} else if p.Descriptions = db.of(f, p); p.Descriptions == nil {
			fresh = append(fresh, len(f.Pages))
		}
		f.Pages = append(f.Pages, p)
	}
	b.read += len(fresh)
	return f, b.describe(ctx, root, dir, f.Pages, fresh)
}

// describe reads the pages with the given indices, on all processors.
func (b *builder) describe(ctx context.Context, root, dir string, pages []page, fresh []int) error {
	var wg sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(fresh) && ctx.Err() == nil; i += workers {
				p := &pages[fresh[i]]
				p.Descriptions = b.descriptions(root, path.Join(dir, p.File))
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}

// maxIncludes bounds how often a page may send us to another.
const maxIncludes = 3

// descriptions reads those of a page. One that cannot be read has none: what is
// wrong with it man: tells whoever asks for it.
func (b *builder) descriptions(root, file string) []description {
	for range maxIncludes {
		source, err := b.source(root, file)
		if err != nil {
			return nil
		}
		target := include(source)
		if target == "" {
			return describe(source, slices.Contains(b.foreign, root))
		}
		if file = b.locate(root, target); file == "" {
			return nil
		}
	}
	return nil
}

// source returns the start of a page. A symbolic link may lead out of its tree
// by way of a folder such as /etc/alternatives, if it ends in a tree again.
func (b *builder) source(root, file string) (string, error) {
	f, err := b.env.Policy.OpenIn(root, file)
	if _, refused := errors.AsType[*policy.Refusal](err); refused {
		if real, lerr := filepath.EvalSymlinks(filepath.Join(root, file)); lerr == nil {
			f, err = b.openReal(real)
		}
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	r, err := packed.NewReader(f, f.Name())
	if err != nil {
		return "", err
	}
	source, err := io.ReadAll(io.LimitReader(r, maxSource))
	return string(source), err
}

// openReal opens a page by its path, in one of the trees or in another that is
// called man, as programs with several versions have.
func (b *builder) openReal(real string) (*os.File, error) {
	dir, file := filepath.Split(real)
	root, sub := filepath.Split(filepath.Clean(dir))
	root = filepath.Clean(root)
	_, _, isPage := split(file)
	section, isMan := strings.CutPrefix(sub, "man")
	if !isPage || !isMan || !man.IsSection(section) || !slices.Contains(b.trees, root) && filepath.Base(root) != "man" {
		return nil, fs.ErrNotExist
	}
	return b.env.Policy.OpenIn(root, path.Join(sub, file))
}

// include returns the path that a page which consists of an .so request asks
// for, "" for other pages.
func include(source string) string {
	for line := range strings.Lines(source) {
		macro, args, ok := request(strings.TrimRight(line, "\r\n"))
		switch {
		case ok && (macro == `\"` || macro == ""), strings.TrimSpace(line) == "":
		case ok && macro == "so":
			target, _, _ := strings.Cut(strings.TrimSpace(args), " ")
			return target
		default:
			return ""
		}
	}
	return ""
}

// locate returns the file in a tree that an .so request names, "" if there is
// none.
func (b *builder) locate(root, target string) string {
	if _, _, ok := split(path.Base(target)); !ok || !filepath.IsLocal(target) {
		return ""
	}
	for _, ending := range packed.Endings() {
		if _, err := os.Lstat(filepath.Join(root, target+ending)); err == nil {
			return target + ending
		}
	}
	return ""
}
