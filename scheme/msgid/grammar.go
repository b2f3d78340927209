package msgid

import (
	"fmt"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// A Fault is where a text leaves a grammar.
type Fault struct {
	Offset int    // of the octet that does not fit; the length of the text where something is missing
	Reason string // what is wrong, a phrase: `no "@"`
}

// In returns the range of bytes that the fault has in raw, which is the text as
// it is written in a URI. The range is empty where something is missing.
func (f Fault) In(raw string) (start, end int) { return pct.At(raw, f.Offset) }

// At returns the range of bytes in raw, a text with escapes, that octet n of the
// decoded text is written with; an empty one at the end if there is no such.
func At(raw string, n int) (start, end int) { return pct.At(raw, n) }

// SplitMsgID splits what stands between the angle brackets of a Message-ID or
// Content-ID field at its "@" (RFC 5322, section 3.6.4):
//
//	id-left "@" id-right
//	id-left  = dot-atom-text / obs-id-left
//	id-right = dot-atom-text / no-fold-literal
//
// Of the obsolete forms it knows the left side with quoted-strings, which RFC
// 2392 allows; neither comments nor white space outside of these are part of
// an identifier. Characters beyond ASCII may stand as UTF-8 (RFC 6532, section
// 3.2). The fault is nil if text is such an identifier.
func SplitMsgID(text string) (left, right string, fault *Fault) {
	return grammar{quoted: true, words: true, quotedText: qtext.With(" \t"), literalText: dtext}.split(text)
}

// SplitMsgIDCore is like [SplitMsgID] by the narrower grammar of Netnews (RFC
// 5536, section 3.1.3), msg-id-core:
//
//	id-left  = dot-atom-text
//	id-right = dot-atom-text / "[" *mdtext "]"
//
// all of it ASCII, without ">", and of not more than 248 octets.
func SplitMsgIDCore(text string) (left, right string, fault *Fault) {
	left, right, fault = grammar{ascii: true, literalText: mdtext}.split(text)
	if fault == nil && len(text) > maxCore {
		return "", "", &Fault{maxCore, "longer than 250 octets with its angle brackets"}
	}
	return left, right, fault
}

// maxCore leaves room for the angle brackets in the 250 octets of RFC 5536.
const maxCore = 250 - len("<>")

// SplitAddrSpec splits an address at its "@", by the grammar of mailto (RFC
// 6068, section 2):
//
//	addr-spec  = local-part "@" domain
//	local-part = dot-atom-text / quoted-string
//	domain     = dot-atom-text / "[" *dtext-no-obs "]"
//
// without white space but that of a quoted-pair. Characters beyond ASCII may
// stand as UTF-8.
func SplitAddrSpec(text string) (localPart, domain string, fault *Fault) {
	return grammar{quoted: true, quotedText: qtext, literalText: dtext}.split(text)
}

// Characters by the productions of RFC 5322, sections 3.2.3, 3.2.4 and 3.4.1,
// and RFC 5536, section 3.1.3.
var (
	atext  = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~")
	mdtext = atext.With("\"(),.:;<@")
	dtext  = mdtext.With(">")
	qtext  = atext.With("(),.:;<>@[]")
)

// A grammar is one of those that have the form left "@" right.
type grammar struct {
	quoted bool // the left side may be a quoted-string
	words  bool // and a quoted-string may stand for each atom of it (obs-local-part)
	ascii  bool // no UTF-8

	quotedText  pct.Set // what stands in a quoted-string as it is
	literalText pct.Set // what stands between the brackets of a domain-literal
}

func (g grammar) split(text string) (left, right string, fault *Fault) {
	s := scanner{grammar: g, text: text}
	s.left()
	at := s.at
	s.expect('@', `no "@"`)
	s.right()
	if s.fault == nil && s.at < len(text) {
		s.fail(s.unexpected())
	}
	if s.fault != nil {
		return "", "", s.fault
	}
	return text[:at], text[at+1:], nil
}

// A scanner reads text up to the first fault, and stays there.
type scanner struct {
	grammar
	text  string
	at    int
	fault *Fault
}

func (s *scanner) fail(reason string) {
	if s.fault == nil {
		s.fault = &Fault{s.at, reason}
	}
}

// peek returns the octet that is next, 0 at the end; no grammar here has a NUL.
func (s *scanner) peek() byte {
	if s.at == len(s.text) {
		return 0
	}
	return s.text[s.at]
}

// expect passes over c; missing is what is wrong if the text ends instead.
func (s *scanner) expect(c byte, missing string) {
	switch {
	case s.fault != nil:
	case s.at == len(s.text):
		s.fail(missing)
	case s.text[s.at] != c:
		s.fail(s.unexpected())
	default:
		s.at++
	}
}

func (s *scanner) left() {
	for first := true; s.fault == nil; first = false {
		isQuoted := s.peek() == '"' && s.quoted && (first || s.words)
		if isQuoted {
			s.quotedString()
		} else {
			s.atom()
		}
		if s.peek() != '.' || isQuoted && !s.words {
			return
		}
		s.at++
	}
}

func (s *scanner) right() {
	if s.fault == nil && s.peek() == '[' {
		s.at++
		s.run(s.literalText)
		s.expect(']', `a "[" without "]"`)
		return
	}
	for s.fault == nil {
		s.atom()
		if s.peek() != '.' {
			return
		}
		s.at++
	}
}

func (s *scanner) atom() {
	start := s.at
	s.run(atext)
	switch {
	case s.at > start:
	case start > 0 && s.text[start-1] == '.' || s.peek() == '.':
		s.fail("a dot that does not stand between two atoms")
	case s.at == len(s.text) && start == 0:
		s.fail("nothing is there")
	case s.at == len(s.text):
		s.fail(`nothing behind the "@"`)
	case start == 0 && s.peek() == '@':
		s.fail(`nothing before the "@"`)
	default:
		s.fail(s.unexpected())
	}
}

func (s *scanner) quotedString() {
	s.at++
	s.run(s.quotedText)
	for s.peek() == '\\' {
		s.at++
		s.char()
		s.run(s.quotedText)
	}
	s.expect('"', "a quoted-string that does not end")
}

// char passes over the character behind a backslash: any that is printed, a
// space or a tab.
func (s *scanner) char() {
	switch c := s.peek(); {
	case s.at == len(s.text):
		s.fail("a backslash with nothing behind it")
	case c == '\t' || ' ' <= c && c <= '~':
		s.at++
	case s.rune() == 0:
		s.fail(s.unexpected())
	default:
		s.at += s.rune()
	}
}

// run passes over characters of the set, and those beyond ASCII.
func (s *scanner) run(set pct.Set) {
	for s.at < len(s.text) {
		n := 1
		if !set.Has(s.text[s.at]) {
			n = s.rune()
		}
		if n == 0 {
			return
		}
		s.at += n
	}
}

// rune returns the length of the next character if it is beyond ASCII and
// allowed there, else 0.
func (s *scanner) rune() int {
	r, n := utf8.DecodeRuneInString(s.text[s.at:])
	if s.ascii || r < utf8.RuneSelf || r == utf8.RuneError && n == 1 {
		return 0
	}
	return n
}

// unexpected says what is wrong with the octet that is next.
func (s *scanner) unexpected() string {
	r, n := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case r == utf8.RuneError && n == 1:
		return "an octet that is not UTF-8"
	case r == ' ' || r == '\t':
		return "white space"
	case r < ' ' || r == 0x7f:
		return "a control character"
	case r == '@':
		return `a second "@"`
	default:
		return fmt.Sprintf("%q where none can be", r)
	}
}
