package ghelpclient

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/near"
	"uriel.dev/policy"
	"uriel.dev/scheme/ghelp"
	"uriel.dev/scheme/ghelp/ghelpread"
	"uriel.dev/uri"
)

// maxFile bounds a file of help. The longest that are known have 1 MB.
const maxFile = 16 << 20

// places says where help is, and in which languages it is wanted.
type places struct {
	folders   []string // of data, by the XDG Base Directory Specification
	languages []string
}

// environment reads the variables of the environment. Folders that are relative
// are left out, as the specification asks.
func environment(getenv func(string) string) places {
	home := getenv("XDG_DATA_HOME")
	if home == "" && getenv("HOME") != "" {
		home = filepath.Join(getenv("HOME"), ".local/share")
	}
	dirs := getenv("XDG_DATA_DIRS")
	if dirs == "" {
		dirs = "/usr/local/share:/usr/share"
	}
	p := places{folders: append([]string{home}, filepath.SplitList(dirs)...)}
	p.folders = slices.DeleteFunc(p.folders, func(dir string) bool { return !filepath.IsAbs(dir) })
	for _, name := range []string{"LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(name); value != "" {
			p.languages = append(p.languages, strings.Split(value, ":")...)
			break
		}
	}
	return p
}

// languages returns the folders of the languages that are wanted, the dearest
// first: of "de-AT" or "de_AT.UTF-8" these are de_AT and de. C, which is
// English, is always the last.
func languages(wanted []string) (out []string) {
	for _, l := range append(slices.Clone(wanted), "C") {
		l, _, _ = strings.Cut(l, ".")
		l = strings.ReplaceAll(l, "-", "_")
		short, _, _ := strings.Cut(l, "_")
		if l == "POSIX" || l == "en" {
			l, short = "C", "C"
		}
		for _, l := range []string{l, short} {
			if l != "" && !slices.Contains(out, l) && filepath.IsLocal(l) && !strings.Contains(l, "/") {
				out = append(out, l)
			}
		}
	}
	return out
}

// A collection is the help of this machine, for one request.
type collection struct {
	env   get.Env
	uri   uri.URI // that is asked for
	trees []tree
}

// A tree is a folder of help. The documents are in LANG/NAME in it, or in
// NAME/LANG in the place that GNOME had before.
type tree struct {
	root   string
	legacy bool
	langs  []string
}

func (t tree) dir(name, lang string) string {
	if t.legacy {
		return path.Join(name, lang)
	}
	return path.Join(lang, name)
}

// A document is a folder with one.
type document struct{ root, dir, name string }

func (h *handler) collection(req *get.Request) *collection {
	p := h.places()
	wanted := p.languages
	if req.Language != "" {
		wanted = append([]string{req.Language}, wanted...)
	}
	l := &collection{env: h.env, uri: req.URI}
	for _, folder := range p.folders {
		l.trees = append(l.trees,
			tree{root: filepath.Join(folder, "help"), langs: languages(wanted)},
			tree{root: filepath.Join(folder, "gnome/help"), langs: languages(wanted), legacy: true})
	}
	return l
}

// allowed returns the refusal of the policy, if it lets no help be shown.
func (l *collection) allowed() error {
	for _, t := range l.trees {
		f, err := l.env.Policy.OpenIn(t.root, ".")
		if _, refused := errors.AsType[*policy.Refusal](err); refused {
			return get.Fail(context.Background(), "open", l.uri, get.Denied, err)
		}
		if err == nil {
			f.Close()
		}
	}
	return nil
}

// find returns the document that v means, and the file in it.
func (l *collection) find(v ghelp.View) (document, string, error) {
	if err := l.allowed(); err != nil {
		return document{}, "", err
	}
	if v.Document == "" {
		return l.rooted(string(v.Path))
	}
	name := string(v.Document)
	files := []string{string(v.Path)}
	if v.Path == "" {
		start := []string{"index.page", "index.docbook", name + ".xml", "index.xml"}
		if files = start; v.Page != "" {
			files = append([]string{string(v.Page) + ".page"}, start[1:]...)
		}
	}
	known := false
	for _, t := range l.trees {
		for _, lang := range t.langs {
			d := document{t.root, t.dir(name, lang), name}
			for _, file := range files {
				if filepath.IsLocal(file) && l.has(d, file) {
					return d, file, nil
				}
			}
			if st, err := os.Stat(filepath.Join(d.root, d.dir)); err == nil && st.IsDir() {
				known = true
			}
		}
	}
	if known {
		return document{}, "", get.Errorf(get.NotFound, "find", l.uri, "the help of %q has no %q", name, files[0])
	}
	return document{}, "", l.missing(name)
}

// rooted returns the document of a file by its path, which must be in one of
// the trees: file: shows any file.
func (l *collection) rooted(file string) (document, string, error) {
	for _, t := range l.trees {
		rel, err := filepath.Rel(t.root, file)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		parts := strings.SplitN(rel, "/", 3)
		if len(parts) == 3 {
			name := parts[1]
			if t.legacy {
				name = parts[0]
			}
			return document{t.root, path.Join(parts[:2]...), name}, parts[2], nil
		}
	}
	refusal := &policy.Refusal{Code: policy.CodeLocal, Text: "the file is in no folder of help; file: shows any file"}
	return document{}, "", &get.Error{Op: "open", URI: l.uri, Kind: get.Denied, Err: refusal}
}

// has reports whether a document has a file. What its name leads to is for the
// policy to judge, when it is opened.
func (l *collection) has(d document, file string) bool {
	st, err := os.Lstat(filepath.Join(d.root, d.dir, file))
	return err == nil && !st.IsDir()
}

// read returns the content of a file of a document.
func (l *collection) read(d document, file string) ([]byte, error) {
	f, err := l.env.Policy.OpenIn(d.root, path.Join(d.dir, file))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(text) > maxFile {
		err = ghelpread.ErrLimit
	}
	return text, err
}

// list returns the names of what is in a folder; one that is not there has none.
func (l *collection) list(root, dir string) []string {
	names, _ := l.env.Policy.NamesIn(root, dir)
	return names
}

// book reads what all pages of a document say of themselves: a guide lists those
// that say so. A page that cannot be read is left out.
func (l *collection) book(ctx context.Context, d document) (ghelpread.Book, error) {
	book := ghelpread.Book{}
	for _, file := range l.list(d.root, d.dir) {
		if path.Ext(file) != ".page" {
			continue
		}
		if ctx.Err() != nil {
			return nil, get.Fail(ctx, "read", l.uri, get.Canceled, ctx.Err())
		}
		page, err := ghelpread.Read(file, func(name string) ([]byte, error) {
			if name != file {
				return nil, fs.ErrNotExist // what a page includes says nothing of it
			}
			return l.read(d, name)
		})
		if err != nil {
			continue
		}
		for _, t := range ghelpread.Topics(page) {
			book[t.Ref] = t
		}
	}
	return book, nil
}

// missing is the error of a document that is not there.
func (l *collection) missing(name string) error {
	var names []string
	for _, t := range l.trees {
		dirs := []string{"."}
		if !t.legacy {
			dirs = t.langs
		}
		for _, dir := range dirs {
			names = append(names, l.list(t.root, dir)...)
		}
	}
	what := fmt.Sprintf("no help of %q", name)
	if there := near.Names(name, slices.Values(names), 5); len(there) > 0 {
		var uris []string
		for _, n := range there {
			uris = append(uris, pageURI(l.uri, n, "", "").String())
		}
		what += "; there is " + strings.Join(uris, ", ")
	} else if len(names) == 0 {
		what = "no help is installed on this machine"
	}
	return get.Errorf(get.NotFound, "find", l.uri, "%s", what)
}
