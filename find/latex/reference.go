package latex

import (
	"bytes"
	"strings"

	"uriel.dev/find"
	"uriel.dev/find/internal/piece"
	"uriel.dev/uri"
)

// A use is what an argument is used for.
type use struct {
	meaning func(string) (uri.URI, bool)
	option  bool // one in square brackets may stand before it
	verb    bool // any two equal signs may stand around it
}

// commands are those whose first argument is a reference, by name.
var commands = map[string]use{
	"url":             {meaning: reference, verb: true},
	"href":            {meaning: reference, option: true},
	"hyperref":        {meaning: reference},
	"path":            {meaning: absolute, verb: true},
	"nolinkurl":       {meaning: named},
	"includegraphics": {meaning: absolute, option: true},
	"doi":             {meaning: doi},
}

// fields are those of BibTeX that are a reference, by name in lower case.
var fields = map[string]use{"url": {meaning: absolute}, "doi": {meaning: doi}}

// reference returns the reference that text is, relative or not. The name of a host
// alone is left to the finder, which knows better.
func reference(text string) (uri.URI, bool) {
	if u, ok := named(text); ok {
		return u, true
	}
	if strings.HasPrefix(text, "www.") || strings.HasPrefix(text, "ftp.") {
		return uri.URI{}, false
	}
	return find.Reference(text)
}

// named returns the URI that text is, or that of the address of mail that it is.
func named(text string) (uri.URI, bool) {
	if strings.IndexByte(text, '@') > 0 && !strings.ContainsAny(text, ":/?#") {
		return piece.Mailto(text)
	}
	return absolute(text)
}

// absolute returns the URI that text is.
func absolute(text string) (uri.URI, bool) {
	u, ok := find.Reference(text)
	return u, ok && u.HasScheme()
}

// escapeDOI escapes what can be in a DOI and would begin another part of a URI.
var escapeDOI = strings.NewReplacer("%", "%25", "#", "%23", "?", "%3F")

// doi returns the URI of a DOI, or the URI that stands in its place.
func doi(text string) (uri.URI, bool) {
	if strings.HasPrefix(text, "10.") {
		return find.Reference("doi:" + escapeDOI.Replace(text))
	}
	return absolute(text)
}

// argument reads the argument of a command whose name ends at i, and returns where it
// ends, or where to go on if there is none.
func (x *lexer) argument(i int, u use) int {
	const mostOption = 256
	s := x.Source
	begin := i
	for i < len(s) && isSpace(s[i]) {
		i++
	}
	if u.option && i < len(s) && s[i] == '[' {
		if n := bytes.IndexByte(s[i:min(len(s), i+mostOption)], ']'); n > 0 {
			i += n + 1
		}
	}
	if i == len(s) {
		return begin
	}
	last := -1
	switch c := s[i]; {
	case c == '{':
		last = x.closing(i)
	case u.verb && i == begin && strings.IndexByte("|!+/\"'", c) >= 0:
		last = inLine(s, i+1, c)
	}
	if last < 0 {
		return begin
	}
	x.Copy(begin, i+1)
	x.value(i+1, last, u)
	return last
}

// field looks whether the "=" at i, which has been read, is behind the name of a field
// of BibTeX that is a reference. If so, it reads it, and returns where it ends.
func (x *lexer) field(i int) int {
	const mostField = len("url")
	s := x.Source
	end := len(bytes.TrimRight(s[max(0, i-mostName):i], " \t")) + max(0, i-mostName)
	begin := end
	for begin > 0 && end-begin <= mostField && isLetter(s[begin-1]) {
		begin--
	}
	u, ok := fields[strings.ToLower(string(s[begin:end]))]
	next := i + 1
	if !ok || begin > 0 && !isSpace(s[begin-1]) && s[begin-1] != ',' {
		return next
	}
	open := next
	for open < len(s) && isSpace(s[open]) {
		open++
	}
	if open == len(s) {
		return next
	}
	last := -1
	switch s[open] {
	case '{':
		last = x.closing(open)
	case '"':
		if n := bytes.IndexByte(s[open+1:], '"'); n >= 0 {
			last = open + 1 + n
		}
	}
	if last < 0 {
		return next
	}
	x.Copy(next, open+1)
	x.value(open+1, last, u)
	return last
}

// plain are the bytes that are themselves in a reference.
var plain = func() (p [256]bool) {
	for c := range p {
		p[c] = !isSpace(byte(c)) && strings.IndexByte(`\%#{}`, byte(c)) < 0
	}
	return p
}()

// value reads what stands from i to last as a reference, if it is no template.
func (x *lexer) value(i, last int, u use) {
	s := x.Source
	start := len(x.Text())
	isTemplate := false
	for i < last {
		begin := i
		for i < last && plain[s[i]] {
			i++
		}
		x.Copy(begin, i)
		if i == last {
			break
		}
		switch c := s[i]; {
		case c == '\\' && i+1 < last:
			if n := x.character(i); n > 0 {
				i += n
				continue
			}
			fallthrough
		case c == '#' && isParameter(s, i):
			x.Put(piece.Variable, i, i+1)
			isTemplate = true
		case c == '#', c == '%' && !isEnd(s[i+1]):
			x.Copy(i, i+1)
		}
		i++
	}
	if !isTemplate {
		x.Claim(form, start, len(x.Text()), u.meaning)
	}
}

func isEnd(c byte) bool { return c == '\n' || c == '\r' }

// isParameter reports whether the "#" at i begins a parameter of a macro, "#1", and no
// fragment: nothing is before it that has one.
func isParameter(s []byte, i int) bool {
	if i+1 == len(s) || s[i+1] < '1' || s[i+1] > '9' {
		return false
	}
	switch s[i-1] {
	case '{', '/', '=', ':', '?', '&', '.', '@', '"':
		return true
	}
	return false
}
