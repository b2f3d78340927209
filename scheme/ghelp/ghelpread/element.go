// Package ghelpread reads the help of desktops: pages of Mallard, the format of
// GNOME, and documents of DocBook, that of GNOME before it and of KDE.
//
// The files are not to be trusted. An entity is text of a bounded length, or a
// file of the same folder; inclusions stay in that folder, and do not go in
// circles.
package ghelpread

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/encoding/htmlindex"
)

// Bounds of a document, with all that it includes.
const (
	maxText     = 16 << 20 // bytes
	maxNesting  = 200      // elements
	maxIncludes = 500      // files
	maxEntity   = 1024     // bytes of one
)

// ErrLimit is the error of a document that is longer or deeper than the bounds.
var ErrLimit = errors.New("the document is longer, or deeper nested, than any that is known")

// An Element is one of XML, without its namespace.
type Element struct {
	Name     string
	attrs    []xml.Attr
	children []node
}

// A node is text, or an element.
type node struct {
	text string
	el   *Element
}

// attr returns the value of an attribute, "" if there is none.
func (e *Element) attr(name string) string {
	for _, a := range e.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// id returns the name by which others lead to the element.
func (e *Element) id() string { return e.attr("id") }

// elements returns the children that are elements of one of the names.
func (e *Element) elements(names ...string) (out []*Element) {
	for _, c := range e.children {
		if c.el != nil && slices.Contains(names, c.el.Name) {
			out = append(out, c.el)
		}
	}
	return out
}

// child returns the first child of one of the names, nil if there is none.
func (e *Element) child(names ...string) *Element {
	if all := e.elements(names...); len(all) > 0 {
		return all[0]
	}
	return nil
}

// words returns all text in the element, with single spaces.
func (e *Element) words() string {
	var b strings.Builder
	e.each(func(n node) { b.WriteString(n.text) })
	return strings.Join(strings.Fields(b.String()), " ")
}

// each calls f with all nodes within e, in order.
func (e *Element) each(f func(node)) {
	for _, c := range e.children {
		f(c)
		if c.el != nil {
			c.el.each(f)
		}
	}
}

// Find returns the element with that id, e itself or one within; nil if there is
// none.
func (e *Element) Find(id string) (found *Element) {
	if e.id() == id {
		return e
	}
	e.each(func(n node) {
		if n.el != nil && n.el.id() == id && found == nil {
			found = n.el
		}
	})
	return found
}

// Read reads the file called name and what it includes. They are opened by read,
// whose names are relative to a folder and do not lead out of it. The error is
// [ErrLimit], an [xml.SyntaxError] or what read returns. What cannot be included
// is left out, as some translations lack the files with the licence.
func Read(name string, read func(name string) ([]byte, error)) (*Element, error) {
	r := &reader{read: read}
	return r.file(name)
}

// A reader is a document under way.
type reader struct {
	read     func(string) ([]byte, error)
	open     []string // the files that we are in
	includes int
	text     int // bytes so far, of files and of what stands in them for entities
	nesting  int
}

func (r *reader) file(name string) (*Element, error) {
	text, err := r.read(name)
	if err != nil {
		return nil, err
	}
	if r.text += len(text); r.text > maxText {
		return nil, ErrLimit
	}
	r.open = append(r.open, name)
	defer func() { r.open = r.open[:len(r.open)-1] }()
	d := xml.NewDecoder(bytes.NewReader(text))
	d.CharsetReader = charset
	d.Entity = map[string]string{}
	for name, value := range xml.HTMLEntity {
		d.Entity[name] = value
	}
	for {
		t, err := d.RawToken()
		if err != nil {
			return nil, broken(err)
		}
		switch t := t.(type) {
		case xml.Directive:
			if err := declare(d.Entity, string(t)); err != nil {
				return nil, err
			}
		case xml.StartElement:
			return r.element(d, t)
		}
	}
}

// broken is the error of a file that ends too early.
func broken(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func charset(name string, r io.Reader) (io.Reader, error) {
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("the character encoding %q is not known", name)
	}
	return e.NewDecoder().Reader(r), nil
}

// element reads what is in an element whose start was read.
func (r *reader) element(d *xml.Decoder, start xml.StartElement) (*Element, error) {
	if r.nesting++; r.nesting > maxNesting {
		return nil, ErrLimit
	}
	defer func() { r.nesting-- }()
	e := &Element{Name: start.Name.Local, attrs: slices.Clone(start.Attr)}
	for {
		t, err := d.RawToken()
		if err != nil {
			return nil, broken(err)
		}
		switch t := t.(type) {
		case xml.StartElement:
			if err := r.child(d, e, t); err != nil {
				return nil, err
			}
		case xml.EndElement:
			if t.Name.Local != e.Name {
				return nil, &xml.SyntaxError{Msg: fmt.Sprintf("element <%s> is closed by </%s>", e.Name, t.Name.Local)}
			}
			return e, nil
		case xml.CharData:
			if err := r.chars(e, string(t)); err != nil {
				return nil, err
			}
		}
	}
}

// child reads an element within e, or what it includes.
func (r *reader) child(d *xml.Decoder, e *Element, start xml.StartElement) error {
	el, err := r.element(d, start)
	if err != nil {
		return err
	}
	if el.Name != "include" {
		e.children = append(e.children, node{el: el})
		return nil
	}
	included, err := r.include(el.attr("href"))
	if included == nil && err == nil {
		if fallback := el.child("fallback"); fallback != nil {
			e.children = append(e.children, fallback.children...)
		}
		return nil
	}
	e.children = append(e.children, node{el: included})
	return err
}

// include reads another file of the folder; nil if it cannot be had.
func (r *reader) include(href string) (*Element, error) {
	name := path.Join(path.Dir(r.open[len(r.open)-1]), href)
	if r.includes++; r.includes > maxIncludes {
		return nil, ErrLimit
	}
	if href == "" || path.IsAbs(href) || !filepath.IsLocal(name) || slices.Contains(r.open, name) {
		return nil, nil
	}
	e, err := r.file(name)
	if _, missing := errors.AsType[*fs.PathError](err); missing || errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return e, err
}

// chars takes text. In it stands the name of a file where an entity was one.
func (r *reader) chars(e *Element, text string) error {
	if r.text += len(text); r.text > maxText {
		return ErrLimit
	}
	for {
		before, rest, ok := strings.Cut(text, fileMark)
		e.children = append(e.children, node{text: before})
		if !ok {
			return nil
		}
		href, after, _ := strings.Cut(rest, fileMark)
		included, err := r.include(href)
		if err != nil {
			return err
		}
		if included != nil {
			e.children = append(e.children, node{el: included})
		}
		text = after
	}
}

// fileMark stands around the name of a file in the value of an entity. It is no
// character, so that no text has it by right.
const fileMark = "\uFDD0"

// entity is a declaration of one in a document type:
//
//	<!ENTITY app "Character Map">
//	<!ENTITY legal SYSTEM "legal.xml">
var entity = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<!ENTITY\s+([\w.-]+)\s+(SYSTEM\s+)?(?:"([^"]*)"|'([^']*)')`)
})

var (
	markup = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`<[^>]*>`)
	})
	reference = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`&[\w.-]+;`)
	})
)

// declare adds the entities of a document type. The value of one may hold those
// before it, but not more than maxEntity bytes then: each of a bomb is ten of
// the one before.
func declare(entities map[string]string, doctype string) error {
	for _, m := range entity().FindAllStringSubmatch(doctype, -1) {
		name, value := m[1], m[3]+m[4]
		if len(value) > maxEntity {
			return tooLong(name)
		}
		value = reference().ReplaceAllStringFunc(value, func(ref string) string {
			if v, ok := entities[strings.Trim(ref, "&;")]; ok {
				return v
			}
			return ref
		})
		value = strings.ReplaceAll(html.UnescapeString(markup().ReplaceAllString(value, "")), fileMark, "")
		if m[2] != "" {
			value = fileMark + value + fileMark
		}
		if len(value) > maxEntity {
			return tooLong(name)
		}
		entities[name] = value
	}
	return nil
}

func tooLong(entity string) error {
	return fmt.Errorf("%w: the entity %q has more than %d bytes", ErrLimit, entity, maxEntity)
}
