// Package desktop finds URIs in the shortcuts of desktops: the desktop entries of
// freedesktop.org (.desktop, .directory) and the Internet shortcuts of Windows (.url,
// .website). Both are lines "Key=value" in groups, with CR LF or LF.
//
//	[Desktop Entry]            [InternetShortcut]
//	Type=Link                  URL=http://h.example/
//	URL=http://h.example/      IconFile=http://h.example/favicon.ico
//
// What stands behind URL, URL[…] and BASEURL has the form "desktop", and may be a
// relative reference; all else is text, the value of Exec and comments too. In a group
// of an Internet shortcut a backslash is one; elsewhere \s, \n, \t, \r and \\ are
// characters (Desktop Entry Specification, section 4).
//
// A file in UTF-16 is read if it begins with a byte order mark. Its matches have
// positions in UTF-8, and the part "UTF-8".
//
// Memory is bounded: lines are read in groups between blank lines, up to 1 MiB at a
// time.
package desktop

import (
	"bufio"
	"io"
	"iter"

	"golang.org/x/text/encoding/unicode"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// Container is a shortcut.
var Container = find.Container{
	Name:     "desktop",
	Types:    []string{"application/x-desktop", "application/x-mswinurl", "application/internet-shortcut"},
	Suffixes: []string{".url", ".desktop", ".directory", ".website"},
	Scan:     scan,
}

const form = find.Form("desktop")

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		var x lexer
		b, part := bufio.NewReader(r), ""
		r = b
		if mark, _ := b.Peek(2); string(mark) == "\xff\xfe" || string(mark) == "\xfe\xff" { // who reads on is told of an error
			r, part = unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(b), "UTF-8"
		}
		for m, err := range piece.Scan(f, find.Begin, r, x.read) {
			if err == nil {
				m.Part = part
			}
			if !yield(m, err) {
				return
			}
		}
	}
}
