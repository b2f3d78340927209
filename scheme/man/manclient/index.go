package manclient

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme/man"
)

// titles are what the sections have, by man(1).
var titles = map[string]string{
	"0": "header files", "1": "commands", "2": "system calls", "3": "library functions", "4": "devices", "5": "file formats",
	"6": "games", "7": "conventions and overviews", "8": "system administration", "9": "kernel routines", "n": "new pages", "l": "local pages",
}

func title(section string) string {
	if t := titles[section]; t != "" {
		return "section " + section + ": " + t
	}
	return "section " + section
}

// listSections answers with the sections that have pages.
func (m *manual) listSections(ctx context.Context) (*get.Response, error) {
	var sections []string
	for root, dir := range m.dirs("") {
		s := sectionOf(dir)
		if !slices.Contains(sections, s) && len(m.pages(root, dir)) > 0 {
			sections = append(sections, s)
		}
	}
	if len(sections) == 0 {
		return nil, m.missing("", "")
	}
	slices.Sort(sections)
	entries := func(yield func(get.Entry, error) bool) {
		for _, s := range sections {
			if !m.yield(ctx, yield, get.Entry{Name: title(s), URI: man.View{Section: s, Index: true}.URI(), Kind: "section", Size: -1}) {
				return
			}
		}
	}
	return &get.Response{URI: man.View{Index: true}.URI(), Answer: &get.Listing{Title: "the manual", Entries: entries}}, nil
}

// listPages answers with the pages of a section, those with a suffix among
// them.
func (m *manual) listPages(ctx context.Context, section string) (*get.Response, error) {
	var pages []page
	for root, dir := range m.dirs(section) {
		for _, p := range m.pages(root, dir) {
			if strings.HasPrefix(p.section, section) {
				pages = append(pages, p)
			}
		}
	}
	if len(pages) == 0 {
		return nil, m.missing("", section)
	}
	slices.SortFunc(pages, func(a, b page) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.section, b.section)) })
	pages = slices.CompactFunc(pages, func(a, b page) bool { return a.name == b.name && a.section == b.section })
	entries := func(yield func(get.Entry, error) bool) {
		for _, p := range pages {
			if !m.yield(ctx, yield, get.Entry{Name: p.name + "(" + p.section + ")", URI: p.uri(), Kind: "page", Size: -1}) {
				return
			}
		}
	}
	return &get.Response{URI: man.View{Section: section, Index: true}.URI(), Answer: &get.Listing{Title: title(section), Entries: entries}}, nil
}

// yield yields an entry, unless the context has ended.
func (m *manual) yield(ctx context.Context, yield func(get.Entry, error) bool, e get.Entry) bool {
	if ctx.Err() != nil {
		yield(get.Entry{}, get.Fail(ctx, "list", m.uri, get.Canceled, ctx.Err()))
		return false
	}
	return yield(e, nil)
}
