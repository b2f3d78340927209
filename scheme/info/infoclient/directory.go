package infoclient

import (
	"context"
	"slices"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme/info/inforead"
	"uriel.dev/uri"
)

// An entry is a line of the directory: a heading, or what leads to a document.
type entry struct {
	label, about string
	file, node   string // "" and "" for a heading
	uri          uri.URI
}

// directory answers with the entries of the directories in all folders, and the
// documents that none of them has.
func (l *collection) directory(ctx context.Context) (*get.Response, error) {
	entries, err := l.entries()
	if err != nil {
		return nil, err
	}
	others, err := l.others(entries)
	if err != nil {
		return nil, err
	}
	entries = append(entries, others...)
	if len(entries) == 0 {
		return nil, l.noDocument("dir")
	}
	list := func(yield func(get.Entry, error) bool) {
		for _, e := range entries {
			if ctx.Err() != nil {
				yield(get.Entry{}, get.Fail(ctx, "list", l.uri, get.Canceled, ctx.Err()))
				return
			}
			if !yield(e.entry(), nil) {
				return
			}
		}
	}
	return &get.Response{URI: nodeURI("dir", ""), Answer: &get.Listing{Title: "documents of Info", Entries: list}}, nil
}

func (e entry) entry() get.Entry {
	out := get.Entry{Name: e.label, URI: e.uri, Kind: "heading", Size: -1}
	if e.about != "" {
		out.Name += " - " + e.about
	}
	switch {
	case e.file != "" && (e.node == "" || e.node == "Top"):
		out.Kind = "document"
	case e.file != "":
		out.Kind = "node"
	}
	return out
}

// entries reads the directories.
func (l *collection) entries() (all []entry, err error) {
	seen := map[entry]bool{}
	for _, folder := range l.folders {
		f, ok := l.locate(folder, "dir")
		if !ok {
			continue
		}
		d, err := l.open(f)
		if err != nil {
			return nil, err
		}
		n, err := d.Node("Top")
		if err != nil {
			return nil, l.broken(err)
		}
		for _, e := range menu(n) {
			if e.file == "" || !seen[e] {
				seen[e] = true
				all = append(all, e)
			}
		}
	}
	return all, nil
}

// menu returns the entries of the menu of a directory, and the lines between
// them, which are headings. One without entries is left out.
func menu(n *inforead.Node) (entries []entry) {
	end := len(n.Text)
	for _, r := range slices.Backward(n.References) {
		if !r.Menu {
			continue
		}
		e := entry{label: r.Label, file: r.File, node: r.Node, uri: nodeURI(r.File, r.Node)}
		about, rest := describe(n.Text[r.End:end])
		if e.about = about; e.label == "("+e.file+")" {
			e.label = e.file
		}
		if h := heading(rest); h != "" {
			entries = append(entries, entry{label: h})
		}
		if !e.uri.IsZero() {
			entries = append(entries, e)
		}
		end = r.Start
	}
	if i := strings.LastIndex(strings.ToLower(n.Text[:end]), "* menu:"); i >= 0 {
		_, rest, _ := strings.Cut(n.Text[i:end], "\n")
		if h := heading(rest); h != "" {
			entries = append(entries, entry{label: h})
		}
	}
	slices.Reverse(entries)
	return entries
}

// describe cuts the description of an entry, which goes on in the lines that
// are set in, from what stands between it and the next.
func describe(text string) (about, rest string) {
	about, rest, _ = strings.Cut(text, "\n")
	words := strings.Fields(about)
	for strings.HasPrefix(rest, " ") {
		line, after, _ := strings.Cut(rest, "\n")
		more := strings.Fields(line)
		if len(more) == 0 {
			break
		}
		words, rest = append(words, more...), after
	}
	return strings.Join(words, " "), rest
}

// heading returns the last line of a text, but for the star of the entry that
// follows.
func heading(text string) string {
	lines := strings.Split(strings.TrimSpace(strings.TrimSuffix(text, "* ")), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// others returns the documents in the folders that no entry leads to.
func (l *collection) others(entries []entry) (others []entry, err error) {
	listed := map[string]bool{}
	for _, e := range entries {
		listed[strings.TrimSuffix(e.file, ".info")] = true
	}
	names, err := l.names()
	for _, name := range names {
		u := nodeURI(name, "")
		if listed[name] || u.IsZero() {
			continue
		}
		if len(others) == 0 {
			others = append(others, entry{label: "Not in the directory"})
		}
		others = append(others, entry{label: name, file: name, uri: u})
	}
	return others, err
}
