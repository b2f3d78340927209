package gopherclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/scheme/gopher"
	"uriel.dev/uri"
)

// A menu reads the lines of a reply as entries.
type menu struct {
	res   *get.Response // for notes on what is read
	lines *linewire.Reader
	say   func(direction byte, line string)
	other func() charset // of lines that are not UTF-8
	last  gopher.Type    // of the item before, for those of type +
	n     int            // lines so far
}

// menu reads a menu: lines until one of a single dot, or until the server
// closes, as many do without a dot.
func (h handler) menu(ctx context.Context, conn *linewire.Conn, u uri.URI, body io.Reader) (*get.Response, error) {
	end := closing(conn)
	res := &get.Response{URI: u, Closer: end}
	m := &menu{res: res, lines: linewire.NewReader(body, h.env.Policy.Limits().Line), say: h.env.Say, last: '1'}
	m.other = sync.OnceValue(func() charset { return h.charset(ctx, u) })
	first, err := m.begin()
	switch {
	case err == io.EOF && len(first) == 0:
		res.Notes = append(res.Notes, "the menu has no items")
	case err == io.EOF && isErrorMenu(first):
		return nil, &get.Error{Op: "read menu", URI: u, Kind: get.NotFound, Err: errors.New("an error item instead of a menu"), Server: first[0].Name}
	case err != nil && len(first) == 0:
		return nil, failMenu(ctx, u, err)
	}
	res.Answer = &get.Listing{Entries: func(yield func(get.Entry, error) bool) {
		defer end.Close()
		for _, e := range first {
			if !yield(e, nil) {
				return
			}
		}
		for err == nil {
			var e get.Entry
			if e, err = m.next(); err == nil && !yield(e, nil) {
				return
			}
		}
		if err != io.EOF {
			yield(get.Entry{}, failMenu(ctx, u, err))
		}
	}}
	return res, nil
}

func failMenu(ctx context.Context, u uri.URI, err error) *get.Error {
	kind := get.Network
	if errors.Is(err, linewire.ErrLineTooLong) {
		kind = get.Limit
	}
	return get.Fail(ctx, "read menu", u, kind, err)
}

// begin reads the first entry, and goes on as long as the menu may be nothing
// but an error: servers add lines of information to it. It returns why it
// stopped, if that is the end of the menu or an error.
func (m *menu) begin() (first []get.Entry, end error) {
	const most = 100
	for len(first) < most {
		e, err := m.next()
		if err != nil {
			return first, err
		}
		if first = append(first, e); !isErrorMenu(first) {
			break
		}
	}
	return first, nil
}

// isErrorMenu reports whether entries are an error, and then only information.
func isErrorMenu(entries []get.Entry) bool {
	for i, e := range entries {
		if i == 0 && e.Kind != gopher.Type('3').Name() || i > 0 && e.Kind != gopher.Type('i').Name() {
			return false
		}
	}
	return len(entries) > 0
}

// next returns the entry of the next line; io.EOF is the end of the menu.
func (m *menu) next() (get.Entry, error) {
	octets, err := m.lines.ReadLine()
	if err != nil {
		return get.Entry{}, err
	}
	line := string(octets)
	m.say('<', line)
	if strings.TrimRight(line, " ") == "." {
		return get.Entry{}, io.EOF
	}
	m.n++
	return m.entry(line), nil
}

// entry makes an entry of a line. An item with fields that make no URI is shown
// like a line of information, and noted.
func (m *menu) entry(line string) get.Entry {
	it := gopher.ParseItem(line)
	name := strings.TrimRight(it.Name, " ")
	if !utf8.ValidString(line) || !utf8.ValidString(name) { // a type may be part of a character
		name = m.other().decode(name)
		m.note("read as " + m.other().shown() + ", where lines are not UTF-8")
	}
	e := get.Entry{Name: name, Kind: kindOf(it), Size: -1}
	if it.Type == '+' { // RFC 1436, appendix: another server of the item before
		it.Type = m.last
	} else if it.Type != 'i' {
		m.last = it.Type
	}
	to, err := it.URI(m.res.URI)
	switch {
	case err != nil:
		e.Kind = gopher.Type('i').Name()
		m.note(fmt.Sprintf("line %d leads nowhere: %v", m.n, err))
	case it.Plus == "?":
		e.About = aboutOf(to)
	case strings.HasPrefix(to.Scheme(), "gopher"):
		e.MediaType, e.About = it.Type.MediaType(it.Selector), aboutOf(to)
	}
	e.URI = to
	if e.Name == "" && it.Type != 'i' {
		e.Name = latin1IfNot(cmp.Or(it.Selector, it.Host, e.Kind))
	}
	return e
}

// kindOf says what an item is: a form, or what its type says.
func kindOf(it gopher.Item) string {
	switch {
	case it.IsError():
		return gopher.Type('3').Name()
	case it.Plus == "?":
		return formKind
	default:
		return it.Type.Name()
	}
}

// aboutOf returns the URI of the attributes of an item of Gopher+, the zero URI
// for all others.
func aboutOf(item uri.URI) uri.URI {
	v, err := gopher.Parse(item)
	if err != nil || v.Plus == nil || v.Plus.Kind != gopher.PlusView && v.Plus.Kind != gopher.PlusAsk {
		return uri.URI{}
	}
	about, _ := withPlus(item, gopher.Plus{Kind: gopher.PlusAttributes}) // it was read from a URI
	return about
}

// note adds a note to the answer, each once, and not too many.
func (m *menu) note(text string) {
	const most = 10
	if len(m.res.Notes) < most && !slices.Contains(m.res.Notes, text) {
		m.res.Notes = append(m.res.Notes, text)
	}
}

// latin1 reads octets as ISO 8859-1, which RFC 1436 names for menus.
func latin1(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

func latin1IfNot(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return latin1(s)
}
