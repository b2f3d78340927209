// Package find finds URIs of any scheme in text.
//
// How URIs stand in running text is said by draft-ietf-uri-url-03 (1994), by
// RFC 3986, appendix C, and by uri(7): in angle brackets, in double quotes, with
// the prefix "URL:", or alone between blanks; broken over lines within brackets;
// and cut short to "www.…" and "ftp.…" by people. A [Finder] knows all of these.
// What is a URI, and where one of a scheme without "//" ends, it asks of the
// schemes ([scheme.Info].Shape), so that "man:ls(1)" is one and the line
// "man:x:6:12:" of a password file is none.
//
// # Offsets
//
// A match says where the URI stands, as written, within its wrapper:
//
//	see <URL:ftp://ftp.x.org/pub>.
//	     ^Start                 ^End      text[Start:End] is Match.Text, always
//
// The finder reads each byte a fixed number of times, whatever the text is, and
// never needs more of it in memory than [MaxLen] bytes and what it reads at once.
// What is found does not depend on how the text is cut into reads.
package find

import (
	"io"
	"iter"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// MaxLen is how long a URI in running text can be, in bytes, with its wrapper. What
// is longer is cut there, as it is when a text ends.
const MaxLen = 1 << 20

// A Match is a URI that was found.
type Match struct {
	// URI is what RFC 3986 makes of the text: without what stands around it, without
	// line breaks, and with characters beyond US-ASCII percent-encoded (RFC 3987,
	// section 3.1). It is a relative reference only if a container says so.
	URI uri.URI

	// Text is the URI as written: line breaks, the prefix "URL:" and all.
	Text string

	Position       // of the first byte of Text
	End      int64 // the offset of the byte behind Text

	Form Form
	Rule string // the rule of a guess, such as "guess/www"; "" if nothing was guessed

	// Alternatives are other URIs that may be meant, where the text leaves the end
	// or a hyphen at a line break in doubt. The likeliest is first.
	Alternatives []Alternative

	// Remarks are what there is to say of how the URI is written there, with offsets in
	// Text: the wrapper of plain text around one that is marked already. What there is
	// to say of the URI itself is not the finder's.
	Remarks []uri.Remark

	// Part names the part of the file that offsets, lines and columns count in, if
	// that is decoded from the file: an attachment, what a compressed file holds. It
	// is "" for the file itself.
	Part string
}

// An Alternative is another reading of the text of a match.
type Alternative struct {
	URI uri.URI
	End int64 // as Match.End
}

// A Position is a place in a text. The zero value is no place: [Begin] is the
// first one.
type Position struct {
	Start       int64 // offset in bytes, from 0
	Line        int   // from 1; a line ends with a line feed
	Column      int   // in bytes, from 1
	ColumnRunes int   // in characters, from 1: bytes that are no continuation bytes of UTF-8
}

// Begin is the position of the first byte of a text.
var Begin = Position{Start: 0, Line: 1, Column: 1, ColumnRunes: 1}

// Form says how a URI was marked in its text. Containers have forms of their
// own, named as they are: "markdown", "html".
type Form string

const (
	Angle     Form = "angle"      // <http://a.example/>
	URLPrefix Form = "url-prefix" // URL:http://a.example/, in brackets or not
	Quoted    Form = "quoted"     // "http://a.example/"
	Bare      Form = "bare"       // http://a.example/
	Heuristic Form = "heuristic"  // www.a.example, by a guess that Match.Rule names
	Email     Form = "email"      // user@a.example, in brackets or not
)

// A Finder finds the URIs of some schemes. It is immutable, may be copied, and is
// safe for concurrent use. The zero value knows no scheme: it finds what is
// marked as a URI, and what can be guessed.
type Finder struct {
	names          map[string]known // in lower case
	ends           *endings         // of names
	isPublicSuffix func(string) bool
}

// New returns a finder for the schemes of the table, those that it knows by
// name only included.
func New(schemes scheme.Table) Finder {
	names, ends := namesOf(schemes)
	return Finder{names: names, ends: ends}
}

// All yields the matches of a text in memory, in order and without overlap.
func (f Finder) All(text []byte) iter.Seq[Match] { return f.From(Begin, text) }

// From is like All for a text that is a piece of a greater one, whose first byte
// has the given position there. The piece is read as if it stood alone. It is for
// containers: prose between two tags, a comment of a program.
func (f Finder) From(at Position, text []byte) iter.Seq[Match] {
	return func(yield func(Match) bool) {
		s := newScanner(f, at)
		s.b, s.whole = text, true
		s.find(yield)
	}
}

// Scan yields the matches of what r holds, as All does. It reads as it goes and
// keeps a bounded part in memory. An error of r but io.EOF is yielded last, after
// the matches that were read before it, with the zero Match.
func (f Finder) Scan(r io.Reader) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) { f.scan(r, yield) }
}
