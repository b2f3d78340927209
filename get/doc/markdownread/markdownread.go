// Package markdownread reads Markdown as a tree of package doc: CommonMark 0.31.2,
// and of GitHub Flavored Markdown tables, task lists, footnotes and links that are
// not marked: "www.", "http://", "https://" and "ftp://", but not addresses of mail.
//
//	blocks:  # heading   - item   1. item   > quotation   ``` code   | table |   ---
//	inlines: *emphasis*  **strong**  `code`  [words](destination)  ![words](destination)
//
// What a document has no words for becomes words, or nothing:
//
//   - an image is a link with what stands for it as words; in a link it is these
//     words alone;
//   - a task is "☐" or "☑" and what is to be done;
//   - "~~" stays as it is, since what is struck out would read as if it were not;
//   - headings of level 6 have level 5, and lists that begin with 0 begin with 1;
//   - titles of links, and languages of code, are left out;
//   - blocks of HTML are read by package htmlread; of tags in a line those count that
//     break it, are links or images, name places, or make words bold, italic or code;
//     the others are left out, as are comments;
//   - front matter, lines of "key: value" between two lines of "---" that the
//     document begins with, gives the title and the date, and is not shown.
package markdownread

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"

	"golang.org/x/net/html/charset"

	"uriel.dev/find"
	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

// ErrLimit is the error of a text that is longer than a limit.
var ErrLimit = errors.New("the text is beyond a limit")

// The limits of a document. What is beyond all but the first is text.
const (
	maxText    = 8 << 20 // bytes; a tree can have fifty times that
	maxOpen    = 100     // containers within each other; the writers of package doc recurse
	maxNested  = 100     // inlines within each other, for the same reason
	maxPages   = 10_000  // blocks of HTML, each of which is read as a page
	maxMissing = 1 << 20 // cells that rows of tables have less than the head: what shows a table makes them
)

// Read reads a text from r, up to 8 MiB. mediaType may tell of its character
// encoding (RFC 7763, section 2); it is UTF-8 if it does not. Relative references are
// resolved against base, the URI of the text; the zero base leaves them as they are.
// Fragments stay what they are; each heading has the ID that GitHub makes for it. A
// destination that no URI can be made of, or a program, is left out, and its words
// stay.
//
// The title is that of the front matter, the first heading of level 1, or the first
// heading, in this order. The date of the front matter is in Meta.
//
// A text is read whatever is in it. The error is [ErrLimit], or that of r.
func Read(r io.Reader, mediaType string, base uri.URI) (*doc.Document, error) {
	text, err := decode(r, mediaType)
	if err != nil {
		return nil, err
	}
	front, text := cutFront(text)
	p := newParser()
	p.read(text)
	t := newTree(p, base, len(text))
	d := &doc.Document{Title: front.title, Blocks: t.document(p.open[0])}
	if d.Title == "" {
		d.Title = t.title
	}
	if front.date != "" {
		d.Meta = append(d.Meta, doc.Meta{Name: "date", Value: front.date})
	}
	return d, nil
}

// decode returns what r holds as UTF-8 with lines that end with LF.
func decode(r io.Reader, mediaType string) (string, error) {
	limited := &io.LimitedReader{R: r, N: maxText + 1}
	text := io.Reader(limited)
	if _, params, err := mime.ParseMediaType(mediaType); err == nil && params["charset"] != "" {
		if decoded, err := charset.NewReaderLabel(params["charset"], limited); err == nil {
			text = decoded
		}
	}
	b, err := io.ReadAll(text)
	if limited.N <= 0 {
		return "", fmt.Errorf("%w: more than %d bytes", ErrLimit, maxText)
	}
	if err != nil {
		return "", err
	}
	s := strings.TrimPrefix(strings.ToValidUTF8(string(b), "\ufffd"), "\ufeff")
	s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	return strings.ReplaceAll(s, "\x00", "\ufffd"), nil
}

// A target is where a link leads to. The zero value leads nowhere.
type target struct {
	uri uri.URI
	ok  bool
}

// target reads the destination of a link. A fragment alone stays one.
func (t *tree) target(destination string) target {
	u, ok := find.Reference(destination)
	switch {
	case !ok, strings.EqualFold(u.Scheme(), "javascript"):
		return target{}
	case u.HasScheme(), t.base.IsZero(), strings.HasPrefix(destination, "#"):
		return target{u, true}
	}
	u, err := t.base.Resolve(u)
	return target{u, err == nil}
}
