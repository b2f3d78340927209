package uri

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

// What Judge remarks about percent-encoding, in whatever component.
var (
	ruleUnneeded = newRule("unneeded-percent-encoding", "RFC 3986 6.2.2.2", "percent-encoding of an unreserved character", "",
		"Letters, digits, \"-\", \".\", \"_\" and \"~\" mean the same with and without encoding. Normalisation decodes them; until then two URIs that are equal look different.")
	ruleEscapeCase = newRule("escape-case", "RFC 3986 6.2.2.1", "lower-case hex digit in an escape", "write it in upper case",
		"The hex digits of escapes are equal in either case. The normal form is upper case.")
	ruleDoubleEncoding = newRule("double-encoding", "RFC 3986 2.4", "escape that is percent-encoded itself", "",
		"%25 is a percent sign, so that %2541 is the text \"%41\". That is right where one URI carries another, and otherwise the mark of a text that was encoded twice; and who decodes it twice sees something that no check has seen.")
	ruleNotUTF8Escape = newRule("escaped-not-utf8", "RFC 3986 2.5", "escapes that are not UTF-8", "",
		"New schemes encode text as UTF-8 before it is percent-encoded. These octets are of another encoding, often Latin-1, or no text at all; a program can only guess how to show them.")
	ruleEscapedControl = newRule("escaped-control", "RFC 3986 7.3", "control character that is percent-encoded", "",
		"Once decoded, a line break ends the line of a protocol or a log and begins another, NUL ends a name early, and ESC commands a terminal. Tabs are remarked in the authority only: outside they separate fields, as gopher has it.")
	ruleEscapedBidi = newRule("escaped-bidi", "RFC 3987 4.1", "invisible character that turns the direction of writing", "",
		"Characters that change the direction of writing are not seen, but make what stands beside them appear in another order: a name ends in .exe and seems to end in .txt. RFC 3987 forbids them in IRIs.")
)

// escapes remarks what is wrong with runs of adjacent escapes.
func (j *judge) escapes() {
	text := j.u.text
	for i := 0; i < len(text); i++ {
		if text[i] != '%' {
			continue
		}
		end := i
		for end < len(text) && text[end] == '%' {
			end += 3
		}
		j.spelling(i, end)
		j.octets(i, end)
		if last := end - 3; text[last:end] == "%25" && last+4 < len(text) && classes[text[last+3]]&classes[text[last+4]]&hexByte != 0 {
			j.remark(ruleDoubleEncoding, Info, last, last+len("%25HH"))
		}
		i = end - 1
	}
}

// spelling remarks parts of a run of escapes that normalisation would write in
// another way.
func (j *judge) spelling(start, end int) {
	kind := func(i int) *Rule {
		a, b := j.u.text[i+1], j.u.text[i+2]
		switch {
		case j.keep&KeepEscapes == 0 && isUnreserved(unhex(a)<<4|unhex(b)):
			return ruleUnneeded
		case a >= 'a' || b >= 'a':
			return ruleEscapeCase
		}
		return nil
	}
	for i := start; i < end; {
		rule, from := kind(i), i
		for i < end && kind(i) == rule {
			i += 3
		}
		switch {
		case rule == ruleUnneeded && !j.inUserinfo(from):
			j.remarkSaying(rule, Info, from, i, fmt.Sprintf("write %q", j.decoded(from, i)))
		case rule != nil:
			j.remark(rule, Info, from, i)
		}
	}
}

// octets remarks what the octets of a run of escapes are.
func (j *judge) octets(start, end int) {
	for i := start; i < end; {
		r, n := j.runeAt(i, end)
		switch {
		case r == utf8.RuneError && n == 3:
			from := i
			for i < end && r == utf8.RuneError && n == 3 {
				i += n
				r, n = j.runeAt(i, end)
			}
			if j.keep&KeepEscapes == 0 { // else the scheme says itself what its escapes are
				j.remark(ruleNotUTF8Escape, j.notTextSeverity(from), from, i)
			}
			continue
		case unicode.IsControl(r):
			if r != '\t' || i < int(j.u.path) {
				j.remarkRune(ruleEscapedControl, j.controlSeverity(r, i), r, i, i+n)
			}
		case unicode.Is(unicode.Bidi_Control, r):
			j.remarkRune(ruleEscapedBidi, Warning, r, i, i+n)
		}
		i += n
	}
}

// runeAt decodes the character whose escapes begin at i, and returns the bytes
// that they take; of what is not UTF-8 it is utf8.RuneError and one escape.
func (j *judge) runeAt(i, end int) (rune, int) {
	var buf [3 * utf8.UTFMax]byte
	octets := j.appendDecoded(buf[:0], i, min(end, i+3*utf8.UTFMax))
	r, n := utf8.DecodeRune(octets)
	return r, 3 * n
}

func (j *judge) decoded(start, end int) string { return string(j.appendDecoded(nil, start, end)) }

// appendDecoded appends the octets of a run of escapes.
func (j *judge) appendDecoded(b []byte, start, end int) []byte {
	for i := start; i < end; i += 3 {
		b = append(b, unhex(j.u.text[i+1])<<4|unhex(j.u.text[i+2]))
	}
	return b
}

// remarkRune adds a remark that names a character, but none of a password.
func (j *judge) remarkRune(rule *Rule, s Severity, r rune, start, end int) {
	if j.inUserinfo(start) {
		j.remark(rule, s, start, end)
		return
	}
	j.remarkSaying(rule, s, start, end, fmt.Sprintf("%U", r))
}

func (j *judge) inUserinfo(i int) bool { return int(j.u.auth) <= i && i < int(j.u.host) }

// inHost reports whether i is in a host, which is text in UTF-8 by RFC 3986,
// section 3.2.2, while other components may hold any octets.
func (j *judge) inHost(i int) bool { return int(j.u.host) <= i && i < int(j.u.hostEnd) }

func (j *judge) notTextSeverity(i int) Severity {
	if j.inHost(i) {
		return Warning
	}
	return Info
}

// controlSeverity weighs a control character at i. What is sent to a host is
// what can do harm there; but the text of a form has lines.
func (j *judge) controlSeverity(r rune, i int) Severity {
	inData := i >= int(j.u.pathEnd)
	if !j.u.HasAuthority() || inData && (r == '\r' || r == '\n') {
		return Info
	}
	return Warning
}
