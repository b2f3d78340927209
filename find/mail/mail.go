// Package mail finds URIs in messages of electronic mail, in mailboxes, and in web
// pages that are saved as messages.
//
// A message is one of RFC 5322 with parts by MIME (RFC 2045 to 2049). A file that
// begins with "From " is a mailbox (RFC 4155; also the forms mboxo and mboxrd): a
// message begins at each line that begins so behind an empty one. Found are
//
//	List-Archive: <http://h.example/>     text of headers, with encoded words (RFC 2047)
//	Content-Location: a/b.gif             form "mail"; may be a relative reference (RFC 2557)
//	> see <http://h.example/a
//	> b>                                  text, over lines that are quoted alike
//	multipart, message/rfc822             their parts
//	text/html and all others              by the container for that media type or file name
//
// The identifiers in Message-ID, References and the like are no URIs, and are left out.
// Text of format=flowed is joined as it was before (RFC 3676).
//
// # Positions
//
// Headers, and bodies that are neither encoded nor in a character set that has to be
// converted, count in the file. Others count in the decoded part, which is called by
// its file name, or by its number: "2.1" is the first part of the second, "1" the
// body of a message that has no parts. In a mailbox the number of the message
// stands before it: "3/2.1".
//
// # Limits
//
// Memory is bounded: headers and text are read in pieces of up to 1 MiB. A header has up
// to 1 MiB; what is more is text. Parts stand up to 64 deep within each other, and there
// are up to 100,000 in a message: what is more is read as text, and the error says
// so. What is broken in a part ends that part; the first such error is yielded last.
package mail

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

const form = find.Form("mail")

const (
	maxDepth  = 64      // parts within each other
	maxParts  = 100_000 // of a message
	maxHeader = 1 << 20 // bytes
)

// New returns the container of mail. Parts that are no text are read by the container
// that inner has for their media type, in lower case, and their file name, or "";
// it reports false if there is none, and those parts are not read.
func New(inner func(mediaType, name string) (find.Container, bool)) find.Container {
	return find.Container{
		Name:     "mail",
		Types:    []string{"message/rfc822", "message/global", "application/mbox", "multipart/related", "application/x-mimearchive"},
		Suffixes: []string{".eml", ".mbox", ".mht", ".mhtml"},
		Scan: func(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
			return func(yield func(find.Match, error) bool) {
				x := reading{
					Finder: f, inner: inner, whole: piece.Whole(r), lines: piece.NewLines(find.Begin, r),
					yield: func(m find.Match) bool { return yield(m, nil) },
				}
				defer x.lines.Close()
				if x.file() && x.err != nil {
					yield(find.Match{}, x.err)
				}
			}
		},
	}
}

// A reading is a file that is being read. Its methods report false if no more
// matches are wanted.
type reading struct {
	find.Finder
	inner func(mediaType, name string) (find.Container, bool)
	whole piece.Part
	lines *piece.Lines
	yield func(find.Match) bool
	err   error // the first one

	isMailbox  bool
	behind     bool     // the last line was empty, or there was none
	message    int      // of a mailbox, from 1
	parts      int      // of the message
	boundaries []string // of what the part under way is in, the outermost first
}

// file reads the file.
func (x *reading) file() bool {
	x.behind, x.isMailbox = true, isFrom(x.lines.Peek())
	for len(x.lines.Peek()) > 0 {
		x.message++
		x.parts = 0
		if x.isMailbox && !x.envelope() || !x.entity(entity{isMessage: true, usual: plain}) {
			return false
		}
	}
	if err := x.lines.Err(); err != nil { // that of a part comes of it
		x.err = err
	}
	return true
}

// fail notes an error.
func (x *reading) fail(err error) {
	if x.err == nil {
		x.err = err
	}
}
