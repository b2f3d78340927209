package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/term"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// tellError tells a person what is wrong with an input: a text that is no URI
// with a caret under the byte, all else in one line.
func (a *app) tellError(err error) {
	a.out.Flush()
	if e, ok := errors.AsType[*uri.Error](err); ok {
		a.tellSyntax(e)
		return
	}
	fmt.Fprintln(a.err, "uriel:", visible(err.Error()))
}

func (a *app) tellSyntax(e *uri.Error) {
	line, column := excerpt(e.Input, e.Offset, a.secretsBefore(e)...)
	fmt.Fprintf(a.err, "uriel: %s\n%s%s %s (byte %d, %s, %s)\n", line, strings.Repeat(" ", len("uriel: ")+column), a.paint(a.err, "1;31", "^"), e.Title, e.Offset, e.Section, e.Rule)
	if e.Hint != "" {
		fmt.Fprintf(a.err, "       %s\n", e.Hint)
	}
	if e.Rule == "uri/path-space" && encodeNode(e.Input) != e.Input {
		fmt.Fprintln(a.err, "       or _, which stands for a space in the name of a node; get and ls take the space as it is")
	}
}

// excerpt returns the part of text around the byte at offset as it can be shown
// in one line, and the column of that byte there. The secrets are hidden, and a
// password unless the error is in it.
func excerpt(text string, offset int, secrets ...scheme.Part) (line string, column int) {
	const before, after = 50, 30
	start, end := 0, len(text)
	var b strings.Builder
	if offset > before {
		start = offset - before
		for start < offset && !utf8.RuneStart(text[start]) {
			start++
		}
		b.WriteString("…")
	}
	if end-offset > after {
		end = offset + after
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
	}
	redactFrom, redactTo := passwordRange(text)
	hidden := func(i int) bool {
		return i >= redactFrom && i < redactTo || slices.ContainsFunc(secrets, func(s scheme.Part) bool { return s.Start <= i && i < s.End })
	}
	for i := start; i < end; {
		if i == offset {
			column = utf8.RuneCountInString(b.String())
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case hidden(i):
			b.WriteByte('*')
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "\\x%02x", text[i])
		case !unicode.IsPrint(r):
			b.WriteString(visible(string(r)))
		default:
			b.WriteRune(r)
		}
		i += n
	}
	if offset >= end {
		column = utf8.RuneCountInString(b.String())
	}
	if end < len(text) {
		b.WriteString("…")
	}
	return b.String(), column
}

// secretsBefore returns the secrets of a text that is no URI, as far as what
// stands before the error is one. A secret that goes up to there goes on.
func (a *app) secretsBefore(e *uri.Error) []scheme.Part {
	u, err := uri.Parse(e.Input[:min(e.Offset, len(e.Input))])
	if err != nil {
		return nil
	}
	secrets := a.schemes.Secrets(u)
	if n := len(secrets); n > 0 && secrets[n-1].End == len(u.String()) {
		secrets[n-1].End = len(e.Input)
	}
	return secrets
}

// passwordRange returns where a password stands in text, if uri.Redact finds
// one.
func passwordRange(text string) (from, to int) {
	redacted := uri.Redact(text)
	if redacted == text {
		return 0, 0
	}
	for from < len(text) && from < len(redacted) && text[from] == redacted[from] {
		from++
	}
	return from, len(text) - (len(redacted) - from - len("***"))
}

// visible writes control characters, bidirectional ones among them, as escapes:
// what comes from a URI or a server must not steer the terminal.
func visible(s string) string {
	if strings.IndexFunc(s, unsafeRune) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, "\\x%02x", s[i])
		case unsafeRune(r) && r < 0x100:
			fmt.Fprintf(&b, "\\x%02x", r)
		case unsafeRune(r):
			fmt.Fprintf(&b, "\\u%04x", r)
		default:
			b.WriteRune(r)
		}
		i += n
	}
	return b.String()
}

// unsafeRune reports whether a terminal could do more with r than show it:
// control characters, line separators and bidirectional controls.
func unsafeRune(r rune) bool {
	return unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// isTerminal reports whether f is a terminal.
func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	if !ok {
		return false
	}
	return term.IsTerminal(int(file.Fd()))
}

// paint wraps text in an SGR sequence if w is a terminal and nobody minds.
func (a *app) paint(w io.Writer, sgr, text string) string {
	if !a.isPainted(w) || text == "" {
		return text
	}
	return "\x1b[" + sgr + "m" + text + "\x1b[0m"
}

// isPainted reports whether what is written to w may hold escape sequences: it is
// a terminal, and nobody minds.
func (a *app) isPainted(w io.Writer) bool {
	return a.color.value == "always" || a.color.value == "auto" && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(w)
}
