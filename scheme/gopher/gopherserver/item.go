package gopherserver

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"uriel.dev/scheme/gopher"
)

// An item is what is served under one name.
type item struct {
	name     string // its path in the folder; "." is the top
	typ      gopher.Type
	isFolder bool
	views    []view // of what is no folder; none of a form without a text
	side     gopher.Attributes
	modified time.Time
}

// A view is a file in which an item can be had.
type view struct {
	gopher.Representation
	file string
}

// locate returns the path that a selector names. One that gopherd makes begins
// with a type, "0/readme"; all others are paths from the top.
func locate(selector string) string {
	if hasType(selector) {
		selector = selector[1:]
	}
	return cmp.Or(strings.TrimPrefix(path.Clean("/"+selector), "/"), ".")
}

func hasType(selector string) bool {
	return len(selector) > 1 && selector[1] == '/' && gopher.Type(selector[0]).Known()
}

// selector returns the selector of an item.
func (it *item) selector() string {
	if it.name == "." {
		return ""
	}
	switch it.typ.Transfer() {
	case gopher.Menu:
		return "1/" + it.name
	case gopher.Text:
		return "0/" + it.name
	default:
		return "9/" + it.name
	}
}

// find returns the item at a path. The error is errNotThere, or of the file
// system.
func (s *Server) find(name string) (*item, error) {
	if isHidden(name) || !fs.ValidPath(name) {
		return nil, errNotThere
	}
	it := &item{name: name, typ: '0'}
	declared, err := s.readSide(it)
	if err != nil {
		return nil, err
	}
	st, err := fs.Stat(s.Files, name)
	switch {
	case err == nil && st.IsDir():
		it.typ, it.isFolder, it.modified = '1', true, st.ModTime()
		return it, nil
	case err == nil && st.Mode().IsRegular():
		return it, s.addView(it, name, "", st)
	case declared:
		return it, s.gather(it)
	default:
		return nil, errNotThere
	}
}

func isHidden(name string) bool {
	return name != "." && (name[0] == '.' || strings.Contains(name, "/."))
}

const sideSuffix = ".plus"

// readSide reads the side file of an item, and reports whether there is one.
func (s *Server) readSide(it *item) (bool, error) {
	dir, base := path.Split(it.name)
	name := dir + "." + base + sideSuffix
	if it.name == "." {
		name = sideSuffix
	}
	text, modified, err := s.readFile(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return false, nil
	}
	it.modified = modified
	var list []gopher.Attributes
	for line := range strings.Lines(text) {
		list = gopher.AppendAttributes(list, strings.TrimRight(line, "\r\n"))
	}
	if len(list) > 0 {
		it.side = list[0]
	}
	return true, err
}

// maxSide bounds side files and gophermaps, which are held.
const maxSide = 1 << 20

// readFile returns what is in a file, and when it was changed.
func (s *Server) readFile(name string) (text string, modified time.Time, err error) {
	f, err := s.open(name)
	if err != nil {
		return "", time.Time{}, err
	}
	defer f.Close()
	if st, err := f.Stat(); err == nil {
		modified = st.ModTime()
	}
	octets, err := io.ReadAll(io.LimitReader(f, maxSide+1))
	if err == nil && len(octets) > maxSide {
		err = fmt.Errorf("%s: more than %d bytes", name, maxSide)
	}
	return string(octets), modified, err
}

// open opens a file, and nothing but a file: to open a pipe may never end.
func (s *Server) open(name string) (fs.File, error) {
	st, err := fs.Stat(s.Files, name)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fs.ErrInvalid
	}
	return s.Files.Open(name)
}

// gather adds the views of an item that has a side file: files that have its
// name and a suffix, and perhaps a language between.
func (s *Server) gather(it *item) error {
	dir, base := path.Split(it.name)
	entries, err := fs.ReadDir(s.Files, path.Clean("./"+dir))
	if err != nil {
		return err
	}
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), base+".")
		if !ok || !isView(rest) {
			continue
		}
		st, err := fs.Stat(s.Files, dir+e.Name())
		if err != nil || !st.Mode().IsRegular() {
			continue
		}
		language, _, _ := strings.Cut(rest, ".")
		if language == rest {
			language = ""
		}
		if err := s.addView(it, dir+e.Name(), language, st); err != nil {
			return err
		}
	}
	// What is preferred comes first (Gopher+, appendix I): the text, in the
	// language that has no need to be named.
	slices.SortStableFunc(it.views, func(a, b view) int {
		return cmp.Or(cmp.Compare(isPlain(b), isPlain(a)), cmp.Compare(a.Language, b.Language), cmp.Compare(a.View, b.View))
	})
	if len(it.views) > 0 {
		it.typ = typeOf(it.views[0].View)
	}
	return nil
}

// viewSuffix is what a view has behind the name of the item.
var viewSuffix = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([A-Z][a-z]_[A-Z]{2}\.)?[^.]+$`)
})

func isView(suffix string) bool { return viewSuffix().MatchString(suffix) }

func isPlain(v view) int {
	if v.View == textPlain {
		return 1
	}
	return 0
}

// addView adds a file to the views of an item.
func (s *Server) addView(it *item, file, language string, st fs.FileInfo) error {
	media, err := s.mediaType(file)
	if err != nil {
		return err
	}
	it.views = append(it.views, view{gopher.Representation{View: media, Language: language, Size: st.Size()}, file})
	if len(it.views) == 1 {
		it.typ = typeOf(media)
	}
	if st.ModTime().After(it.modified) {
		it.modified = st.ModTime()
	}
	return nil
}

const textPlain = "Text/plain" // as gopherd writes it

// mediaType returns the media type of a file, by its suffix or else by a look at
// its start.
func (s *Server) mediaType(name string) (string, error) {
	media := gopher.Type('9').MediaType(name)
	if media == "application/octet-stream" {
		f, err := s.open(name)
		if err != nil {
			return "", err
		}
		defer f.Close()
		start := make([]byte, 512)
		n, err := io.ReadFull(f, start)
		if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			return "", err
		}
		if isText(start[:n]) {
			return textPlain, nil
		}
	}
	if media == "text/plain" {
		media = textPlain
	}
	return media, nil
}

// isText reports whether the start of a file is text; it may end within a
// character.
func isText(start []byte) bool {
	for i, r := range string(start) {
		switch {
		case r == utf8.RuneError && i+utf8.UTFMax <= len(start):
			return false
		case r < ' ' && !strings.ContainsRune("\t\n\r\f\x1b", r):
			return false
		}
	}
	return true
}

// typeOf returns the type of an item by its media type.
func typeOf(media string) gopher.Type {
	kind, _, _ := strings.Cut(strings.ToLower(media), "/")
	switch {
	case media == "text/html":
		return 'h'
	case kind == "text":
		return '0'
	case kind == "image":
		return 'I'
	case kind == "audio":
		return 's'
	case kind == "video":
		return ';'
	default:
		return '9'
	}
}

// list returns what is in a folder, in the order of the names. What cannot be
// read is left out, and what no request could name.
func (s *Server) list(dir string) ([]*item, error) {
	entries, err := fs.ReadDir(s.Files, dir)
	if err != nil {
		return nil, err
	}
	var names []string
	there, declared := map[string]bool{}, map[string]bool{}
	for _, e := range entries {
		there[e.Name()] = true
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), sideSuffix)
		if name = strings.TrimPrefix(name, "."); ok && e.Name()[0] == '.' && name != "" && !there[name] {
			declared[name] = true
			names = append(names, name)
		}
	}
	for _, e := range entries {
		if name := e.Name(); !isHidden(name) && name != mapName && !isViewOf(name, declared) && !strings.ContainsFunc(name, unicode.IsControl) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var items []*item
	for _, name := range names {
		it, err := s.find(path.Join(dir, name))
		if err == nil && (it.isFolder || len(it.views) > 0 || it.isForm()) {
			items = append(items, it)
		}
	}
	return items, nil
}

// isForm reports whether there are questions to answer before there is an item
// to get.
func (it *item) isForm() bool { return it.side.Block("+ASK") != nil }

// isViewOf reports whether a file is one of the views of another item, which a
// side file declares.
func isViewOf(name string, declared map[string]bool) bool {
	for i := range name {
		if name[i] == '.' && declared[name[:i]] && isView(name[i+1:]) {
			return true
		}
	}
	return false
}
