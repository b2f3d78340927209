// Package whatisread reads the databases in which man-db and mandoc keep the
// descriptions of the pages of the manual: index.db and mandoc.db.
//
// Both are read from bytes that nobody vouches for. Whatever these say, nothing is
// read outside them, and time and memory are in proportion to their number.
package whatisread

import (
	"errors"
	"fmt"
)

// An Entry says what a name in the manual stands for, as a line of whatis does. Its
// texts are those of the database: in UTF-8 if the pages are, and not checked for
// characters that a terminal obeys.
type Entry struct {
	Name    string // "dir"; never empty
	Section string // with what follows the number, "3perl"; never empty
	About   string // the description; "" if the database has none

	// Page is the name of the page that the description is of, which is that of its
	// file without section and compression: "ls" of "man1/ls.1.gz". It is Name itself
	// where a file of that name shows the page, be it a link. The page is in Section.
	Page string

	// Formatted reports that there is no source of the page, only what a formatter
	// made of it.
	Formatted bool
}

// ErrBroken is the error of bytes that are no database of the kind asked for, or
// not a whole one. What wraps it says where that shows.
var ErrBroken = errors.New("the database is broken")

func broken(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrBroken, fmt.Sprintf(format, args...))
}
