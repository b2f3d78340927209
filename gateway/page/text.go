package page

import (
	"mime"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// count writes a number with a comma before every three digits.
func count[N ~int | ~int64](n N) string {
	s := strconv.FormatInt(int64(n), 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// number writes n things in words: "1 byte", "1,024 bytes".
func number[N ~int | ~int64](n N, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case strings.HasSuffix(thing, "y"):
		return count(n) + " " + strings.TrimSuffix(thing, "y") + "ies"
	default:
		return count(n) + " " + thing + "s"
	}
}

// visible returns s, a line of foreign text, so that it shows all that is in
// it and cannot disturb what stands beside it: control characters and
// directional overrides as escapes, broken UTF-8 as U+FFFD.
func visible(s string) string {
	return mapControls(s, func(r rune) bool { return r < ' ' || r == 0x7f || isOverride(r) })
}

// plain is like [visible] for text of many lines. Directional characters stay:
// they are part of texts in right-to-left scripts and end with their line.
func plain(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return mapControls(s, func(r rune) bool { return (r < ' ' || r == 0x7f) && r != '\n' && r != '\t' && r != '\f' })
}

func mapControls(s string, bad func(rune) bool) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexFunc(s, bad) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if bad(r) {
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isOverride reports whether r changes the direction of what follows it.
func isOverride(r rune) bool {
	return '\u202A' <= r && r <= '\u202E' || '\u2066' <= r && r <= '\u2069'
}

// cut shortens s to about n bytes, with an ellipsis for the rest.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// decode reads b as text of the charset that a media type names. Without one it
// is UTF-8 if it can be, else Windows-1252, which shows every byte. The words
// say which, for the foot of the page.
func decode(b []byte, mediaType string) (text, words string) {
	_, params, _ := mime.ParseMediaType(mediaType)
	if e, name := charset.Lookup(params["charset"]); e != nil && name != "utf-8" {
		return decodeBy(e, b), "read as " + name
	}
	if utf8.Valid(b) {
		return string(b), "read as UTF-8"
	}
	if params["charset"] != "" {
		return string(b), "read as UTF-8, which it is not quite"
	}
	e, name := charset.Lookup("windows-1252")
	return decodeBy(e, b), "read as " + name + ", a guess"
}

func decodeBy(e encoding.Encoding, b []byte) string {
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return string(b) // visible and plain mark what is broken
	}
	return string(out)
}

// quoteShell quotes a word for a POSIX shell.
func quoteShell(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// mask hides the secrets of a text that is a URI, and of any other its password,
// but keeps the length.
func (s *Site) mask(text string) string {
	if u, err := uri.Parse(text); err == nil {
		text = starred(text, s.Schemes.Secrets(u))
	}
	return mask(text)
}

// starred hides the secret ones of the parts of a text.
func starred(text string, parts []scheme.Part) string {
	for _, p := range parts {
		if p.Secret && 0 <= p.Start && p.Start <= p.End && p.End <= len(text) {
			text = text[:p.Start] + strings.Repeat("*", p.End-p.Start) + text[p.End:]
		}
	}
	return text
}

// mask hides the password of a URI or what wants to be one, as [uri.Redact]
// does, but keeps the length, so that offsets stay right.
func mask(text string) string {
	redacted := uri.Redact(text)
	if redacted == text {
		return text
	}
	same := 0
	for same < len(redacted) && same < len(text) && redacted[same] == text[same] {
		same++
	}
	// The password may begin with asterisks itself: the stars end where the "@" is.
	start := strings.LastIndex(redacted[:min(same+len("***@"), len(redacted))], "***@")
	end := start + len("***") + len(text) - len(redacted)
	return text[:start] + strings.Repeat("*", end-start) + text[end:]
}
