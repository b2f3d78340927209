// Package textread reads plain texts, such as those of gopher servers, as documents:
// their lines as they stand, with a link for each URI.
package textread

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"

	"uriel.dev/find"
	"uriel.dev/get/doc"
)

// ErrLimit is the error of a text that is longer than the limit.
var ErrLimit = errors.New("the text is beyond a limit")

// maxText bounds a text in bytes.
const maxText = 16 << 20

// Read reads a text from r, up to 16 MiB. mediaType may tell of its charset; one that
// tells of none is in UTF-8 or else in windows-1252, as on the Web. A form feed is a
// rule. What finder finds are links, named by their words.
//
// The error is [ErrLimit], or that of r.
func Read(r io.Reader, mediaType string, finder find.Finder) (*doc.Document, error) {
	b, err := io.ReadAll(io.LimitReader(r, maxText+1))
	switch {
	case err != nil:
		return nil, err
	case len(b) > maxText:
		return nil, fmt.Errorf("%w: more than %d bytes", ErrLimit, maxText)
	}
	b = bytes.ReplaceAll(inUTF8(b, mediaType), []byte("\r\n"), []byte("\n"))
	d := &doc.Document{}
	for i, page := range bytes.Split(b, []byte("\f")) {
		if i > 0 {
			d.Blocks = append(d.Blocks, doc.Rule{})
		}
		if page = bytes.Trim(page, "\n"); len(page) > 0 {
			d.Blocks = append(d.Blocks, doc.Preformatted{Inlines: linked(page, finder)})
		}
	}
	return d, nil
}

// inUTF8 returns a text in UTF-8.
func inUTF8(b []byte, mediaType string) []byte {
	_, params, err := mime.ParseMediaType(mediaType)
	label := strings.ToLower(params["charset"])
	if err != nil || label == "" || label == "us-ascii" {
		if utf8.Valid(b) {
			return b
		}
		label = "windows-1252"
	}
	e, name := charset.Lookup(label)
	if e == nil || name == "utf-8" {
		return b
	}
	if decoded, err := e.NewDecoder().Bytes(b); err == nil {
		return decoded
	}
	return b // the writers mark what is broken
}

// linked returns a text with its links.
func linked(text []byte, finder find.Finder) (out []doc.Inline) {
	at := int64(0)
	for m := range finder.All(text) {
		if m.Start > at {
			out = append(out, doc.Text(text[at:m.Start]))
		}
		out = append(out, doc.Link{URI: m.URI, Named: true, Inlines: []doc.Inline{doc.Text(text[m.Start:m.End])}})
		at = m.End
	}
	if at < int64(len(text)) {
		out = append(out, doc.Text(text[at:]))
	}
	return out
}
