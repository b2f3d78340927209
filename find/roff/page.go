package roff

import (
	"bytes"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// nameChars can stand in the name of a page that is named in running text.
var nameChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.:+@[")

// pages marks the names of pages that a section stands behind.
func (x *lexer) pages() {
	text := x.Text()
	for _, n := range x.names {
		section := sectionAt(text[n.end:])
		start := n.end
		for start > n.start && nameChars.Has(text[start-1]) {
			start--
		}
		if u, ok := pageURI(string(text[start:n.end]), section); ok && section != "" {
			from, to := x.Written(start, n.end+len("()")+len(section))
			x.Mark(u, form, from, to)
		}
	}
}

// page reads the arguments of .Xr: a name, and perhaps a section.
func (x *lexer) page(args []arg) []arg {
	if len(args) == 0 {
		return nil
	}
	written, section := args[0], ""
	start := len(x.Text())
	x.words(written.from, written.to)
	name := string(x.Text()[start:])
	args = args[1:]
	if len(args) > 0 && isSection(x.Source[args[0].from:args[0].to]) {
		section = string(x.Source[args[0].from:args[0].to])
		written.to, args = args[0].to, args[1:]
	}
	if u, ok := pageURI(name, section); ok {
		x.Mark(u, form, written.from, written.to)
	}
	return args
}

// pageURI returns the URI of a page of the manual: man:name(section), or man:name
// for the first section that has it (uri(7)).
func pageURI(name, section string) (uri.URI, bool) {
	if name == "" || name[0] == '-' || name[0] == '.' || !bytes.ContainsFunc([]byte(name), isNameLetter) || !nameChars.HasAll(name) {
		return uri.URI{}, false
	}
	text := "man:" + pct.Encode(name, pct.Segment)
	if section != "" {
		text += "(" + section + ")"
	}
	u, err := uri.Parse(text)
	return u, err == nil
}

func isNameLetter(r rune) bool { return r == '_' || r == '[' || r < 0x80 && isLetter(byte(r)) }

// sectionAt returns the section in parentheses at the start of text; "" if there is
// none.
func sectionAt(text []byte) string {
	const most = 16 // bytes of a section
	text = text[:min(len(text), most+len("()"))]
	end := bytes.IndexByte(text, ')')
	if end < 0 || text[0] != '(' || !isSection(text[1:end]) {
		return ""
	}
	return string(text[1:end])
}

// isSection reports whether s is a section: a digit, and perhaps letters and digits. Of
// those with a 0 there is one, of POSIX; others are numbers.
func isSection(s []byte) bool {
	for i, c := range s {
		if isDigit := '0' <= c && c <= '9'; !isDigit && (i == 0 || !isLetter(c)) {
			return false
		}
	}
	return len(s) > 0 && (s[0] != '0' || string(s) == "0p") && (len(s) == 1 || s[1] > '9')
}
