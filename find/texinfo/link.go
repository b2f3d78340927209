package texinfo

import (
	"strings"

	"uriel.dev/find/internal/piece"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// isMark reports whether a command marks a URI.
func isMark(command string) bool {
	switch command {
	case "uref", "url", "indicateurl", "email":
		return true
	}
	return fileOf(command) > 0
}

// fileOf returns which argument of a reference is the file of another manual; 0 if
// the command is none.
func fileOf(command string) int {
	switch command {
	case "xref", "ref", "pxref":
		return 3
	case "inforef", "link":
		return 2
	}
	return 0
}

// close ends the innermost brace, whose end is at i.
func (x *lexer) close(i int) {
	b := x.top()
	if b == nil || b.command == "" {
		x.Copy(i, i+1)
	} else if isMark(b.command) {
		x.link(b)
		x.Put(piece.Gap, i, i+1)
	}
	if b != nil {
		x.braces = x.braces[:len(x.braces)-1]
	}
}

// link marks the URI of a command.
func (x *lexer) link(b *brace) {
	start, end := x.arg(b, 0)
	switch b.command {
	case "uref", "url", "indicateurl":
		x.Claim(form, start, end, piece.Reference)
	case "email":
		x.Claim(form, start, end, piece.Mailto)
	default:
		x.reference(b, fileOf(b.command))
	}
}

// reference marks the node that a command names, if its argument n is the file of
// another manual.
func (x *lexer) reference(b *brace, n int) {
	if len(b.args) < n {
		return
	}
	start, end := x.arg(b, 0)
	fileStart, fileEnd := x.arg(b, n)
	text := x.Text()
	u, ok := node(string(text[start:end]), string(text[fileStart:fileEnd]))
	if !ok {
		return
	}
	if start == end {
		start, end = fileStart, fileStart
	}
	from, to := x.Written(start, fileEnd)
	x.Mark(u, form, from, to)
	clear(text[start:end])
	clear(text[fileStart:fileEnd])
}

// arg returns where argument n of a command stands in the text, without the blanks
// around it.
func (x *lexer) arg(b *brace, n int) (start, end int) {
	text := x.Text()
	start, end = b.text, len(text)
	if n > 0 {
		start = b.args[n-1]
	}
	if n < len(b.args) {
		end = b.args[n] - len(",")
	}
	for start < end && isBlank(text[start]) {
		start++
	}
	for start < end && isBlank(text[end-1]) {
		end--
	}
	return start, end
}

// node returns the URI of a node of a manual, in the normal form of info URIs: the
// node behind a hash, with underscores, and nothing for the one at the top.
func node(name, file string) (uri.URI, bool) {
	if file == "" || file[0] == '-' || strings.ContainsAny(file, "/()\x00\x7f") || strings.Contains(name, piece.Gap) || strings.Contains(name+file, piece.Variable) {
		return uri.URI{}, false
	}
	text := "info:" + pct.Encode(file, pct.Segment)
	name = strings.Join(strings.Fields(name), "_")
	switch isTop := name == "" || name == "Top"; {
	case !isTop:
		text += "#" + pct.Encode(name, pct.Query)
	case file == "dir":
		text = "info:(dir)"
	}
	u, err := uri.Parse(text)
	return u, err == nil
}
