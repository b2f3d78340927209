// Package texinfo finds URIs in the sources of Texinfo documents.
//
// The language is that of the GNU Texinfo manual. Found are
//
//	@uref{http://h.example/, a site}  and @url, @indicateurl, @image's and others' arguments as text
//	@email{a@@h.example, a person}    mailto:a@h.example
//	@xref{Node name,,, file}          info:file#Node_name, the form of uri(7); so are @ref, @pxref, @link
//	                                  and @inforef, if they name another manual
//	see <http://h.example/>           text, comments, @verbatim and @ignore
//
// The first three have the form "texinfo"; @uref may hold a relative reference. Of a
// reference to another manual Match.Text begins with the node and ends with the file.
//
// Commands are carried out as far as they say what is read: @@, @{ and @comma{} are
// characters, @-, @: and @/ are nothing, @code{} is what is in it, and @value{} what
// @set said before. @var{} in a URI is a variable: what it is in is a template and no
// URI. Macros are not carried out, and no file is read that @include names.
//
// Memory is bounded: text is read paragraph by paragraph, up to 1 MiB at a time, and
// of the values of @set the first thousand are known, of up to 1 KiB each.
package texinfo

import (
	"io"
	"iter"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
)

// Container is Texinfo.
var Container = find.Container{
	Name:     "texinfo",
	Types:    []string{"text/x-texinfo", "application/x-texinfo"},
	Suffixes: []string{".texi", ".texinfo", ".txi"},
	Scan:     scan,
}

const form = find.Form("texinfo")

func scan(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return func(yield func(find.Match, error) bool) {
		x := lexer{values: map[string]string{}}
		piece.Scan(f, find.Begin, r, x.read)(yield)
	}
}
