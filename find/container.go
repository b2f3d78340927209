package find

import (
	"io"
	"iter"
)

// A Container is a way to read a file: as plain text, as HTML, as a mailbox. It
// is data and a function; each lives in a package of its own below this one, but
// for [Text].
//
// Scan yields matches in the order in which they stand in the file, with the
// offsets, the line and the columns of the file as it was given: in an HTML page
// Match.Text is the value of the attribute as written, with its entities, and
// Match.URI what it means. [Position.Advance] counts along, and [Finder.From] finds in
// a piece of text that stands in the file as it is. In what had to be decoded at
// large, such as base64 or a compressed file, positions count in the decoded
// part, from [Begin], and Match.Part names it; parts within parts are joined by "/".
// Scan reads no further than it must, and holds to the limits that its
// documentation gives.
type Container struct {
	Name     string   // as --as has it: "text"
	Types    []string // media types, in lower case: "text/plain"
	Suffixes []string // of file names, in lower case, with the dot: ".txt"
	Scan     func(f Finder, r io.Reader) iter.Seq2[Match, error]
}

// Text is plain text, and what every file is read as that no other container is
// known for.
var Text = Container{Name: "text", Types: []string{"text/plain"}, Suffixes: []string{".txt"}, Scan: Finder.Scan}
