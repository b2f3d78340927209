// Package manread reads pages of the manual: the requests of roff(7), the macros
// of man(7) and mdoc(7), the tables of tbl(1) and the equations of eqn(1).
//
//	lines ─ input ─► expand ─► request ─► man or mdoc ─► builder ─► doc.Document
//	           ▲     \* \n \$     │                  tbl ──┘
//	           └── bodies of macros, conditions
//
// The language has macros, conditions and loops, so that a page is a program.
// Here it can do nothing but make a document: no request opens a file or runs
// anything, and what it may use of time and memory is bounded.
package manread

import (
	"context"
	"errors"
	"fmt"

	"uriel.dev/get/doc"
)

// ErrLimit is the error of a page that asks for more than a limit allows.
var ErrLimit = errors.New("the page is beyond a limit")

// What one page may use. Pages of good will stay far below.
const (
	maxDepth  = 500       // macros, strings and blocks within each other
	maxLine   = 1 << 20   // bytes of a line with what stands for its strings
	maxLines  = 1 << 18   // lines of macros and loops
	maxTurns  = 10_000    // of loops
	maxWork   = 512 << 20 // bytes of lines, macros and strings that are written on the way
	maxText   = 32 << 20  // bytes of text
	maxNames  = 1 << 16   // macros, strings or registers
	maxMemory = 4 << 20   // bytes that macros and strings hold
)

// limit is the error of what is more than n of a thing.
func limit(n int, what string) error {
	return fmt.Errorf("%w: more than %d %s", ErrLimit, n, what)
}

// Read returns the page that source is the text of, in UTF-8 or else Latin-1.
// The macros of mdoc(7) count if it begins with .Dd, else those of man(7).
//
// Words such as name(section), addresses of the web and of e-mail are links. An
// equation is a line of text. A page is read whatever is wrong in
// it; the error is that of ctx, or [ErrLimit].
func Read(ctx context.Context, source []byte) (*doc.Document, error) {
	r := newReader(ctx, decode(source))
	r.read()
	if r.err != nil {
		return nil, r.err
	}
	return r.document(), nil
}

// decode returns source as UTF-8 with plain newlines.
func decode(source []byte) string {
	s := string(source)
	if !isUTF8(s) {
		s = fromLatin1(s)
	}
	return normalizeNewlines(s)
}
