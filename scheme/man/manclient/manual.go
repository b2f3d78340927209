package manclient

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/internal/manpath"
	"uriel.dev/internal/packed"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/man"
	"uriel.dev/uri"
)

// manual is the manual as it is found for one request.
type manual struct {
	uri      uri.URI // that is asked for
	policy   policy.Policy
	trees    []tree
	sections []string
	folders  map[string][]page // their pages, of those that were read, by path
}

// A tree is a folder of the manual. It has folders man1, man3pm and so on, each
// with the pages of a section, and perhaps cat1 and so on with pages that were
// formatted.
type tree struct {
	root string   // without symbolic links
	dirs []string // "man1", ordered, those of formatted pages last
}

// sectionOf returns the section of a folder, "" if it has no pages.
func sectionOf(dir string) string {
	for _, kind := range [...]string{"man", "cat"} {
		if s, ok := strings.CutPrefix(dir, kind); ok && man.IsSection(s) {
			return s
		}
	}
	return ""
}

// A page is a file with a page of the manual.
type page struct {
	root          string // of the tree; "" for a file elsewhere
	file          string // in the tree, or absolute
	name, section string
}

// isFormatted reports whether the page was formatted already.
func (p page) isFormatted() bool {
	return p.root != "" && strings.HasPrefix(path.Base(path.Dir(p.file)), "cat")
}

// path is the absolute path of the file.
func (p page) path() string { return filepath.Join(p.root, p.file) }

// uri is the URI of the page by name and section.
func (p page) uri() uri.URI {
	return man.View{Page: scheme.Octets(p.name), Section: p.section}.URI()
}

// openManual looks which of the places there are. The error is a refusal.
func openManual(u uri.URI, p policy.Policy, where manpath.Places) (*manual, error) {
	m := &manual{uri: u, policy: p, sections: where.Sections, folders: map[string][]page{}}
	for _, dir := range where.Trees {
		root, err := filepath.EvalSymlinks(dir)
		if err != nil || slices.ContainsFunc(m.trees, func(t tree) bool { return t.root == root }) {
			continue
		}
		names, err := m.policy.NamesIn(root, ".")
		if _, refused := errors.AsType[*policy.Refusal](err); refused {
			return nil, err
		}
		t := tree{root: root}
		for _, name := range names {
			if sectionOf(name) != "" {
				t.dirs = append(t.dirs, name)
			}
		}
		slices.SortFunc(t.dirs, func(a, b string) int { return cmp.Or(-cmp.Compare(a[:3], b[:3]), cmp.Compare(a, b)) })
		m.trees = append(m.trees, t)
	}
	return m, nil
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

// page finds the page that v means.
func (m *manual) page(v man.View) (page, error) {
	if v.Path != "" {
		return m.locate(string(v.Path))
	}
	p, ok := m.find(string(v.Page), v.Section)
	if !ok {
		return page{}, m.missing(string(v.Page), v.Section)
	}
	return p, nil
}

// locate says whether the file of that path may be a page, and in which tree.
// man itself shows any file, such as /etc/passwd.
func (m *manual) locate(file string) (page, error) {
	file = path.Clean(file)
	name, section, ok := split(path.Base(file))
	if !ok {
		return page{}, m.notPage("its name does not end in a section of the manual, such as .1 or .3pm.gz")
	}
	p := page{file: file, name: name, section: section}
	for _, t := range m.trees {
		if rel, ok := below(t.root, file); ok {
			p.root, p.file = t.root, rel
		}
	}
	return p, nil
}

// notPage is the error of a file that is not to be shown as a page.
func (m *manual) notPage(why string) error {
	return m.refuse("the file is no page of the manual: %s; file: shows any file", why)
}

func (m *manual) refuse(format string, args ...any) error {
	return &get.Error{Op: "open", URI: m.uri, Kind: get.Denied, Err: &policy.Refusal{Code: policy.CodeLocal, Text: fmt.Sprintf(format, args...)}}
}

// below returns the path of file in the folder root, if it is there.
func below(root, file string) (rel string, ok bool) {
	rel, err := filepath.Rel(root, file)
	return rel, err == nil && filepath.IsLocal(rel)
}

// find returns the first page of that name, in the given section or in all in
// their order. A section that is a digit has the pages with a suffix too, behind
// those without: 3 has those of 3pm.
func (m *manual) find(name, section string) (page, bool) {
	sections := []string{section}
	if section == "" {
		sections = m.order()
	}
	for _, s := range sections {
		// To look for a file is much faster than to read a folder of thousands.
		for root, dir := range m.dirs(s) {
			for _, c := range packed.Endings() {
				file := path.Join(dir, name+"."+s+c)
				if _, err := os.Lstat(filepath.Join(root, file)); err == nil {
					return page{root, file, name, s}, true
				}
			}
		}
		for root, dir := range m.dirs(s) {
			for _, p := range m.pages(root, dir) {
				if p.name == name && strings.HasPrefix(p.section, s) {
					return p, true
				}
			}
		}
	}
	return page{}, false
}

// dirs yields the folders that may have pages of a section: those of all
// sections that begin with the same digit.
func (m *manual) dirs(section string) func(yield func(root, dir string) bool) {
	return func(yield func(root, dir string) bool) {
		for _, t := range m.trees {
			for _, dir := range t.dirs {
				if (section == "" || strings.HasPrefix(sectionOf(dir), section[:1])) && !yield(t.root, dir) {
					return
				}
			}
		}
	}
}

// pages returns the pages in a folder, ordered by section and name. A folder
// that cannot be read has none.
func (m *manual) pages(root, dir string) []page {
	key := filepath.Join(root, dir)
	if pages, ok := m.folders[key]; ok {
		return pages
	}
	names, _ := m.policy.NamesIn(root, dir)
	pages := make([]page, 0, len(names))
	for _, file := range names {
		if name, section, ok := split(file); ok {
			if section == "0" && strings.HasPrefix(dir, "cat") { // as BSD systems call them
				section = sectionOf(dir)
			}
			pages = append(pages, page{root, path.Join(dir, file), name, section})
		}
	}
	slices.SortFunc(pages, func(a, b page) int {
		return cmp.Or(strings.Compare(a.section, b.section), strings.Compare(a.name, b.name))
	})
	m.folders[key] = pages
	return pages
}

// order returns the sections of the manual in the order in which to look.
func (m *manual) order() []string {
	order := slices.Clone(m.sections)
	for _, dir := range m.dirs("") {
		s := sectionOf(dir)
		if !slices.ContainsFunc(order, func(o string) bool { return strings.HasPrefix(s, o) }) {
			order = append(order, s)
		}
	}
	return order
}

// missing is the error of a page, or of a section without any, that is not
// there.
func (m *manual) missing(name, section string) error {
	what := "no manual page"
	if name != "" {
		what += fmt.Sprintf(" %q", name)
	}
	if section != "" {
		what += " in section " + section
	}
	if len(m.trees) == 0 {
		what = "no manual is installed on this machine"
	} else if near := m.near(name, section); len(near) > 0 {
		what += "; there is " + strings.Join(near, ", ")
	}
	return get.Errorf(get.NotFound, "find", m.uri, "%s", what)
}
