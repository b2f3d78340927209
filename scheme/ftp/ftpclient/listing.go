package ftpclient

import (
	"context"
	"io"
	"path"
	"regexp"
	"strings"
	"sync"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/internal/mediatype"
	"uriel.dev/scheme"
)

// list gets the list of a directory: by MLSD if FEAT tells of it, else by LIST,
// else by NLST.
func (h *handler) list(ctx context.Context, c *conn, t *task) (*get.Response, error) {
	modern, err := c.has("MLST", "MLSD")
	if err != nil {
		return nil, t.fail(ctx, "ask for features", err)
	}
	if modern && !c.lacks["MLSD"] {
		if err := c.enter(ctx, t, t.dirs); err != nil {
			return nil, err
		}
		x, r, err := h.open(ctx, c, t, 0, "MLSD"+argumentOf(t.name))
		switch {
		case err != nil:
			return nil, err
		case x != nil:
			return t.listing(x, machine), nil
		case !r.isUnknown() && r.code != 501:
			return nil, refused("list", t.uri(), r)
		}
		c.lacks["MLSD"] = r.isUnknown()
	}
	return h.listForHumans(ctx, c, t)
}

// listForHumans gets a list by LIST or NLST, of the directory where we are:
// servers take an argument for options or a pattern.
func (h *handler) listForHumans(ctx context.Context, c *conn, t *task) (*get.Response, error) {
	dirs, argument := t.dirs, ""
	switch {
	case t.noCWD:
		argument = t.name
	case t.name != "":
		dirs = append(dirs[:len(dirs):len(dirs)], t.name)
	}
	code := strings.ReplaceAll(c.code, "I", "A") // what every connection begins with
	if err := h.prepare(ctx, c, t, dirs, code); err != nil {
		return nil, err
	}
	for _, manner := range [...]manner{human, bare} {
		if c.lacks[manner.verb] {
			continue
		}
		x, r, err := h.open(ctx, c, t, 0, manner.verb+argumentOf(argument))
		switch {
		case err != nil:
			return nil, err
		case x != nil:
			return t.listing(x, manner), nil
		case isEmptyList(r):
			return t.answer(c, &get.Listing{Title: t.title(), Entries: func(func(get.Entry, error) bool) {}}), nil
		case !r.isUnknown():
			return nil, refused("list", t.uri(), r)
		}
		c.lacks[manner.verb] = true
	}
	return nil, get.Errorf(get.Protocol, "list", t.uri(), "the server knows neither MLSD, LIST nor NLST")
}

// isEmptyList reports whether a reply says that a directory has no files, which
// some servers take for an error.
func isEmptyList(r reply) bool {
	return (r.code == 450 || r.code == 550) && strings.Contains(strings.ToLower(r.text()), "no files")
}

// A manner is how a list is written.
type manner struct {
	verb string
	read func(*lister, string) (Item, bool)
}

var (
	machine = manner{"MLSD", func(_ *lister, line string) (Item, bool) { return parseMLSD(line) }}
	human   = manner{"LIST", func(l *lister, line string) (Item, bool) { return ParseLine(line, l.x.h.now()) }}
	bare    = manner{"NLST", func(_ *lister, line string) (Item, bool) {
		return Item{Name: line[strings.LastIndexByte(line, '/')+1:], Kind: Unknown, Size: -1}, line != ""
	}}
)

// title is the path of a directory, as it is to be shown.
func (t *task) title() string {
	return join(append(t.dirs[:len(t.dirs):len(t.dirs)], t.name))
}

// listing makes a Listing of a transfer.
func (t *task) listing(x *transfer, m manner) *get.Response {
	l := &lister{t: t, x: x, manner: m, lines: linewire.NewReader(x, x.h.env.Policy.Limits().Line)}
	res := t.answer(x.c, &get.Listing{Title: t.title(), Entries: l.entries})
	res.Closer = x
	return res
}

// A lister reads a list.
type lister struct {
	manner
	t     *task
	x     *transfer
	lines *linewire.Reader
	held  string // a name of VMS that is too long for its line
}

func (l *lister) entries(yield func(get.Entry, error) bool) {
	defer l.x.Close()
	for {
		octets, err := l.lines.ReadLine()
		if err != nil && err != io.EOF {
			yield(get.Entry{}, l.t.fail(l.x.ctx, "list", err))
			return
		}
		if err == nil {
			l.x.h.env.Say('<', string(octets))
		}
		for _, line := range l.whole(strings.TrimRight(string(octets), "\r")) {
			if e, ok := l.entry(line); ok && !yield(e, nil) {
				return
			}
		}
		if err == io.EOF {
			return
		}
	}
}

// whole returns the lines that are complete with the next one: a name of VMS
// that is too long stands alone, and the rest follows behind blanks.
func (l *lister) whole(line string) (lines []string) {
	if held := l.held; held != "" {
		l.held = ""
		if strings.HasPrefix(line, " ") {
			return []string{held + line}
		}
		lines = append(lines, held)
	}
	if l.verb == human.verb && loneName().MatchString(line) {
		l.held = line
		return lines
	}
	return append(lines, line)
}

var loneName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^ ;]+\.[^ ;]*;[0-9]+$`)
})

// entry makes an entry of a line. A line of words that nobody understands is
// shown as information.
func (l *lister) entry(line string) (get.Entry, bool) {
	item, ok := l.read(l, line)
	switch {
	case ok && (item.Name == "." || item.Name == ".."):
		return get.Entry{}, false
	case ok:
		return l.t.entry(item), true
	case l.verb == "MLSD" || IsHeading(line):
		return get.Entry{}, false
	}
	return get.Entry{Name: line, Kind: "info", Size: -1}, true
}

// entry makes an entry of an item. What leads nowhere, since its URI would be
// too long, is shown without one.
func (t *task) entry(item Item) get.Entry {
	v := t.view
	v.CWD = v.CWD[:len(v.CWD):len(v.CWD)]
	if v.Name != "" {
		v.CWD = append(v.CWD, v.Name)
	}
	v.Name, v.Type = scheme.Octets(item.Name), nil
	if item.Kind == Directory {
		v.CWD, v.Name = append(v.CWD, v.Name), ""
	}
	e := get.Entry{Name: item.Name, Kind: item.Kind, Size: item.Size, Modified: item.Modified, MediaType: item.MediaType, Target: item.Target}
	if e.MediaType == "" && item.Kind == File {
		e.MediaType = mediatype.ByName(path.Base(item.Name))
	}
	e.URI, _ = v.URI()
	return e
}
