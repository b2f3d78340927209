package page

import (
	"cmp"
	"html/template"
	"slices"
	"strings"
	"time"

	"uriel.dev/get"
	"uriel.dev/uri/pct"
)

// maxEntries is how many entries a page shows of a listing. More would be slow
// to draw in a browser; the raw address has them all.
const maxEntries = 10_000

// drawListing reads a listing to its end, or to what a page can hold, and draws
// it as the menu or as the table that it is.
func drawListing(a Answer, l *get.Listing) Matter {
	m := Matter{Title: l.Title}
	if m.Title == "" {
		m.Title = a.Site.name(a.URI)
	}
	entries, more := []get.Entry{}, false
	for e, err := range l.Entries {
		if err != nil {
			m.Err = err
			break
		}
		if len(entries) == maxEntries {
			more = true
			break
		}
		entries = append(entries, e)
	}
	m.Facts = []string{number(len(entries), "entry")}
	frame := listing{Title: visible(m.Title), Mono: l.Title == "" || l.Title == pct.Decode(a.URI.Path()), Raw: a.raw(), Broken: broken(a.URI, m.Err)}
	if !frame.Mono {
		frame.Title = title(frame.Title)
	}
	if more {
		frame.More = len(entries)
	}
	if isMenu(entries) {
		m.Main = draw("menu", menu{frame, drawItems(a.items(entries))})
	} else {
		m.Main = draw("table", a.table(frame, entries))
	}
	return m
}

// listing is what menu and table have in common.
type listing struct {
	Title  string
	Mono   bool // the title is a name of the protocol, not words
	Raw    Href
	More   int    // so many are shown and there are more; 0 is all
	Broken string // why it ends where it ends
}

// isMenu tells a menu that somebody wrote, whose order is its meaning, from a
// directory that is measured: by lines that lead nowhere, or by the lack of all
// that a directory has.
func isMenu(entries []get.Entry) bool {
	return len(entries) > 0 && (slices.ContainsFunc(entries, func(e get.Entry) bool { return e.Kind == "info" }) ||
		!slices.ContainsFunc(entries, func(e get.Entry) bool {
			return e.Size >= 0 || !e.Modified.IsZero() || e.Kind == "directory" || e.Kind == "file"
		}))
}

// table is a listing in columns; a column that would be empty is left out.
type table struct {
	listing
	Summary      string
	Sized, Dated bool
	Columns      []column
	SortedBy     string
	Rows         template.HTML
}

type column struct {
	Name    string
	Numeric bool
	Sort    string // of aria-sort; "" if it is not sorted by this
	Arrow   string
	Href    Href
}

// row writes an entry as a row.
func (t *table) row(m *markup, a Answer, e get.Entry) {
	m.raw("\n    <tr><th scope=\"row\" class=\"m\">")
	m.link(a.Site.Link(e.URI), visible(e.Name))
	if e.Target != "" {
		m.raw(" <small>→ ")
		m.text(visible(e.Target))
		m.raw("</small>")
	}
	m.raw("</th><td>")
	m.text(visible(e.Kind))
	m.raw("</td>")
	if t.Sized {
		m.raw(`<td class="n" data-l="bytes">`, size(e.Size), "</td>")
	}
	if t.Dated {
		m.raw(`<td class="n">`, utc(e.Modified), "</td>")
	}
	m.raw("</tr>")
}

func (a Answer) table(frame listing, entries []get.Entry) table {
	key, down := strings.TrimPrefix(a.Sort, "-"), strings.HasPrefix(a.Sort, "-")
	if _, ok := orders[key]; !ok {
		key, down = "name", false
	}
	t := table{listing: frame, Summary: summary(entries), SortedBy: key}
	t.Sized = slices.ContainsFunc(entries, func(e get.Entry) bool { return e.Size >= 0 })
	t.Dated = slices.ContainsFunc(entries, func(e get.Entry) bool { return !e.Modified.IsZero() })
	t.Columns = append(t.Columns, newColumn("Name", "name", false, key, down), newColumn("Kind", "kind", false, key, down))
	if t.Sized {
		t.Columns = append(t.Columns, newColumn("Bytes", "size", true, key, down))
	}
	if t.Dated {
		t.Columns = append(t.Columns, newColumn("Modified, UTC", "modified", true, key, down))
	}
	sortEntries(entries, key, down)
	var m markup
	for _, e := range entries {
		t.row(&m, a, e)
	}
	t.Rows = m.html()
	return t
}

// newColumn links to the order that a click should give: the other way round
// for the column that is sorted by, the largest and latest first for numbers.
func newColumn(name, key string, numeric bool, by string, down bool) column {
	c := column{Name: name, Numeric: numeric, Href: sortBy(key)}
	if numeric {
		c.Href = sortBy("-" + key)
	}
	switch {
	case key != by:
	case down:
		c.Sort, c.Arrow, c.Href = "descending", "↓", sortBy(key)
	default:
		c.Sort, c.Arrow, c.Href = "ascending", "↑", sortBy("-"+key)
	}
	return c
}

var orders = map[string]func(a, b get.Entry) int{
	"name":     func(a, b get.Entry) int { return 0 },
	"kind":     func(a, b get.Entry) int { return cmp.Compare(a.Kind, b.Kind) },
	"size":     func(a, b get.Entry) int { return cmp.Compare(a.Size, b.Size) },
	"modified": func(a, b get.Entry) int { return a.Modified.Compare(b.Modified) },
}

// sortEntries sorts by key, and by name what is equal there. By name folders
// come first, either way.
func sortEntries(entries []get.Entry, key string, down bool) {
	order, sign := orders[key], 1
	if down {
		sign = -1
	}
	slices.SortStableFunc(entries, func(a, b get.Entry) int {
		if key == "name" {
			return cmp.Or(-cmp.Compare(folder(a), folder(b)), sign*cmp.Compare(a.Name, b.Name))
		}
		return cmp.Or(sign*order(a, b), cmp.Compare(a.Name, b.Name))
	})
}

func folder(e get.Entry) int {
	if e.Kind == "directory" {
		return 1
	}
	return 0
}

// summary counts the entries of each kind, in the order in which they come, and
// the bytes that are known of.
func summary(entries []get.Entry) string {
	var kinds []string
	counts, bytes, sized := map[string]int{}, int64(0), false
	for _, e := range entries {
		kind := cmp.Or(e.Kind, "entry")
		if counts[kind]++; counts[kind] == 1 {
			kinds = append(kinds, kind)
		}
		if e.Size >= 0 {
			bytes, sized = bytes+e.Size, true
		}
	}
	parts := make([]string, len(kinds))
	for i, kind := range kinds {
		parts[i] = number(counts[kind], visible(kind))
	}
	text := strings.Join(parts, ", ")
	switch {
	case text == "":
		return "Nothing is in it."
	case sized:
		return text + "; " + number(bytes, "byte") + " in all."
	default:
		return text + "."
	}
}

func size(n int64) string {
	if n < 0 {
		return ""
	}
	return count(n)
}

func utc(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2006-01-02 15:04")
}
