// Package seeds keeps count of what the four documents that Uriel grew from ask
// of it, and of how much of that it does.
//
// The files in rows hold one row for each requirement, example, warning or wish
// of a document, in the order of its number:
//
//	9 · U 133 · the port is decimal, and left out where it is the scheme's own
//	foundation pass
//	  $ uriel normalize http://h:80/
//	  out http://h/
//	schemes later
//	  $ uriel normalize ftp://h:21/a
//	  out ftp://h/a
//
// U is draft-ietf-uri-url-03, N draft-ietf-urn-syntax-04, G RFC 4266 and M the
// manual page uri(7); the numbers behind are lines. Below stand the parts of the
// work that answer the row, each with its state and its checks. A row passes
// when all its parts do. A part that is later may fail, and is then counted as
// red; one whose checks all pass must be marked as passing.
//
// A check is one of
//
//	$ [NAME=VALUE …] uriel ARGUMENT…   run the command; '…' and "…" quote
//	page [FLAG …] ADDRESS              get a page of the gateway, which runs with
//	                                   the flags; a URI is the page that shows it
//	call NAME [ARGUMENT]               a check that is written in Go
//	doc FILE TEXT                      a file of the module holds the text
//	test FOLDER NAME                   a package has that test, which runs by itself
//	unchecked TEXT                     what is not checked yet: it fails
//
// and below a command or page, with {dir} for a folder of its own, {http} and {http2}
// for the address of a web server and {gopher} for that of a gopher server, all
// three of which record what they are sent:
//
//	in LINE           a line of standard input
//	file NAME TEXT    a file in {dir}; TEXT is escaped as in C
//	config LINE       a line of the configuration
//	answer TEXT       what a server says to one connection; the last repeats; escaped
//	type LINE         standard input is a terminal, where this is typed
//	needs PROGRAM     without which the check cannot be made
//	exit N            the exit status; 0 if not given
//	status N          that of a page; 200 if not given
//	silent            nothing on standard output
//	out LINE          the next line of standard output
//	json VALUE        the next line is JSON that holds at least this: null is an
//	                  absent key, "…a…" a string that holds a
//	some VALUE        some line is JSON that holds at least this
//	remark RULE [OFFSET [LENGTH]]  some line has such a remark
//	has, lacks TEXT   on standard output
//	err, err-lacks TEXT            on standard error
//	wire TEXT         the next connection got exactly this; escaped
//	wire-has, wire-lacks TEXT      some connection got this, none did
//	wire2-has, wire2-lacks TEXT    the same of {http2}
//	no-wire           nobody connected
//
// Of a page its text counts as standard output, the log as standard error. If
// out or json is given, or wire, then there is nothing beyond them.
package seeds
