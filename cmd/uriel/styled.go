package main

import (
	"bytes"
	"os"
	"strings"
	"unicode/utf8"

	"uriel.dev/find"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A styledLine is a line of text with how each of its bytes looks.
type styledLine struct {
	text  string
	looks []look
}

// A look is what a terminal makes of a character.
type look struct {
	bold, under bool
	link        string // URI that it leads to
}

// readStruck reads a line with characters that are struck over: "A BS A" is a
// bold A, "_ BS A" an underlined one. A backspace for another purpose, such as to
// hide what is before it, stays in the text.
func readStruck(text string) styledLine {
	if !strings.Contains(text, "\b") {
		return styledLine{text, make([]look, len(text))}
	}
	var b strings.Builder
	var looks []look
	for text != "" {
		char, n, l := struck(text)
		if text[:n] == "_\b_" {
			l = lookOfUnderscore(looks, text[n:])
		}
		b.WriteString(char)
		for range len(char) {
			looks = append(looks, l)
		}
		text = text[n:]
	}
	return styledLine{b.String(), looks}
}

// lookOfUnderscore returns how an underscore looks that is struck over by another:
// it may be bold or underlined, and is what stands beside it.
func lookOfUnderscore(before []look, behind string) look {
	if len(before) > 0 && before[len(before)-1] != (look{}) {
		return before[len(before)-1]
	}
	if behind != "" {
		if _, n, l := struck(behind); behind[:n] != "_\b_" && l != (look{}) {
			return l
		}
	}
	return look{bold: true}
}

// struck reads the character that text begins with, which takes n bytes with what
// strikes it over.
func struck(text string) (char string, n int, l look) {
	const most = 4 // times that one is struck
	_, n = utf8.DecodeRuneInString(text)
	chars := []string{text[:n]}
	for rest := text[n:]; len(chars) < most && len(rest) > 1 && rest[0] == '\b' && rest[1] != '\b' && chars[0] != "\b"; rest = text[n:] {
		_, size := utf8.DecodeRuneInString(rest[1:])
		chars = append(chars, rest[1:1+size])
		n += 1 + size
	}
	char = chars[len(chars)-1]
	for _, c := range chars[:len(chars)-1] {
		switch c {
		case char:
			l.bold = true
		case "_":
			l.under = true
		default:
			return chars[0], len(chars[0]), look{}
		}
	}
	return char, n, l
}

// maxLink bounds the URIs of links: terminals take no longer ones.
const maxLink = 2083

// A linker finds in text what leads anywhere.
type linker struct {
	finder find.Finder

	// own, if set, is the scheme of a document that is full of names in it, such
	// as "ls(1)" in a page of the manual.
	own *scheme.Info
}

func (a *app) newLinker(of uri.URI) linker {
	l := linker{finder: find.New(a.schemes)}
	if info := a.schemes.Lookup(of.Scheme()); info != nil && info.Name == "man" {
		l.own = info
	}
	return l
}

// linked returns a URI as it may be shown, on a terminal as a link.
func (a *app) linked(u uri.URI) string {
	text := a.schemes.Redacted(u)
	if !a.isPainted(os.Stdout) || len(text) > maxLink {
		return text
	}
	return "\x1b]8;;" + text + "\x1b\\" + text + "\x1b]8;;\x1b\\"
}

// mark notes where the characters of a line lead.
func (k linker) mark(l *styledLine) {
	for m := range k.finder.All([]byte(l.text)) {
		l.link(int(m.Start), int(m.End), m.URI)
	}
	if k.own == nil {
		return
	}
	for i := 0; i < len(l.text); i++ {
		if l.looks[i].link != "" || l.text[i] == '(' || i > 0 && !strings.Contains(" (,<[", l.text[i-1:i]) {
			continue
		}
		n := k.own.Shape([]byte(l.text[i:]))
		if u, err := uri.Parse(k.own.Name + ":" + l.text[i:i+n]); n > 0 && err == nil {
			l.link(i, i+n, u)
			i += n - 1
		}
	}
}

func (l *styledLine) link(start, end int, u uri.URI) {
	text := u.String()
	if len(text) > maxLink || !u.HasScheme() {
		return
	}
	for i := start; i < end; i++ {
		l.looks[i].link = text
	}
}

// write writes the line with the sequences of ECMA-48 for its looks, and those of
// OSC 8 for links. No character of the text itself is obeyed.
func (l styledLine) write(b *bytes.Buffer) {
	link := ""
	for at := 0; at < len(l.text); {
		now, end := l.looks[at], at
		for end < len(l.text) && l.looks[end] == now {
			end++
		}
		if now.link != link {
			link = now.link
			b.WriteString("\x1b]8;;" + link + "\x1b\\")
		}
		piece := visibleBesideTabs(l.text[at:end])
		if sgr := now.sgr(); sgr != "" {
			piece = "\x1b[" + sgr + "m" + piece + "\x1b[0m"
		}
		b.WriteString(piece)
		at = end
	}
	if link != "" {
		b.WriteString("\x1b]8;;\x1b\\")
	}
}

func visibleBesideTabs(s string) string {
	parts := strings.Split(s, "\t")
	for i, part := range parts {
		parts[i] = visible(part)
	}
	return strings.Join(parts, "\t")
}

func (l look) sgr() string {
	switch {
	case l.bold && l.under:
		return "1;4"
	case l.bold:
		return "1"
	case l.under:
		return "4"
	}
	return ""
}
