package csoclient

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/internal/linewire"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// The kinds of entries: what a phone book lists, and a field of it.
const (
	personKind = "person"
	fieldKind  = "info"
	mailKind   = "mail"
)

// A person is what a phone book holds of one entry.
type person struct {
	entry  int
	fields []field
}

type field struct{ name, value string }

// listing answers with what is found. A query that is refused, or finds nothing,
// is an error.
func listing(a *answer, conn *linewire.Conn) (*get.Response, error) {
	first, err := a.next()
	if err != nil {
		return nil, err
	}
	list := &get.Listing{Entries: func(yield func(get.Entry, error) bool) {
		defer conn.Close()
		err := a.each(first, func(p person) bool {
			for _, e := range p.entries(a.uri) {
				if !yield(e, nil) {
					return false
				}
			}
			return true
		})
		if err != nil {
			yield(get.Entry{}, err)
		}
	}}
	return &get.Response{URI: a.uri, Answer: list, Closer: conn}, nil
}

// each reads person by person, until the answer ends or yield has enough. What
// is held of one is limited like a header.
func (a *answer) each(l line, yield func(person) bool) (err error) {
	var p person
	held := 0
	for ; err == nil && !l.last; l, err = a.next() {
		if l.entry != p.entry {
			if len(p.fields) > 0 && !yield(p) {
				return nil
			}
			p, held = person{entry: l.entry}, 0
		}
		if held += len(l.field) + len(l.text); a.limits.Header > 0 && held > a.limits.Header {
			return &get.Error{Op: "read", URI: a.uri, Kind: get.Limit, Err: a.limits.Over("header", "bytes of one entry")}
		}
		p.add(l)
	}
	if err == nil && len(p.fields) > 0 {
		yield(p)
	}
	return err
}

// add adds a line. One without the name of a field goes on with the field
// before.
func (p *person) add(l line) {
	name, value := latin1IfNot(l.field), latin1IfNot(l.text)
	if last := len(p.fields) - 1; name == "" && last >= 0 {
		p.fields[last].value += "\n" + value
		return
	}
	p.fields = append(p.fields, field{name, value})
}

// value returns what stands in the first of the fields that there is.
func (p person) value(names ...string) string {
	for _, name := range names {
		for _, f := range p.fields {
			if strings.EqualFold(f.name, name) && f.value != "" {
				return f.value
			}
		}
	}
	return ""
}

// entries are what is listed of a person: its name, and each line of its fields.
func (p person) entries(u uri.URI) []get.Entry {
	head := get.Entry{Name: p.value("name", "alias"), Kind: personKind, Size: -1}
	if alias := p.value("alias"); alias != "" { // which no two have (RFC 2378, section 2)
		head.URI, _ = withQuery(u, "alias="+quote(alias))
	}
	head.Name = cmp.Or(head.Name, fmt.Sprintf("entry %d", p.entry))
	list := []get.Entry{head}
	for _, f := range p.fields {
		for i, text := range strings.Split(f.value, "\n") {
			e := get.Entry{Name: "  " + f.name + ": " + text, Kind: fieldKind, Size: -1}
			if i > 0 {
				e.Name = "    " + text
			}
			if mail, ok := mailto(f.name, text); ok {
				e.Kind, e.URI = mailKind, mail
			}
			list = append(list, e)
		}
	}
	return list
}

// mailto returns the URI of a mail address.
func mailto(name, value string) (uri.URI, bool) {
	if !strings.EqualFold(name, "email") || strings.Count(value, "@") != 1 || strings.ContainsAny(value, " \t<>,;\"") {
		return uri.URI{}, false
	}
	u, err := uri.Parse("mailto:" + pct.Encode(value, pct.Unreserved.With("@")))
	return u, err == nil
}

// withQuery returns the URI of another query to the same phone book.
func withQuery(u uri.URI, query string) (uri.URI, error) {
	return u.WithoutFragment().WithoutQuery().WithPath("/" + pct.Encode(query, pct.Path))
}

// quote writes a value as it stands in a query: what has blanks or more in it
// between quotation marks (RFC 2378, section 3.1).
func quote(value string) string {
	if !strings.ContainsAny(value, " =\"\\") && value != "" {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// latin1IfNot reads what is no UTF-8 as ISO 8859-1.
func latin1IfNot(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}
