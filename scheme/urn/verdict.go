package urn

// A Standing is what RFC 2141 or the draft before it makes of a text.
type Standing uint8

const (
	Valid       Standing = iota
	Discouraged          // something in it should not be, or not be escaped
	Reserved             // it has "/", "?" or "#", which were kept for later
	Invalid              // it is no URN
)

// String returns "valid", "discouraged", "reserved" or "invalid".
func (s Standing) String() string {
	return [...]string{"valid", "discouraged", "reserved", "invalid"}[s]
}

// MarshalText returns the word of String.
func (s Standing) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// A Verdict is what one of the two documents says of a text. Of what could be
// said the gravest counts, and of that the first. The zero value is the verdict
// on a valid URN.
type Verdict struct {
	Standing Standing
	Offset   int    // the first byte that it is about; that of a "%" where an escape is
	Reason   string // for people, without a dot; "" if it is valid
	Section  string // "RFC 2141 2.3.2"
}

// Verdict2141 judges a text by RFC 2141, obsolete since 2017. Its grammar is
//
//	<URN> ::= "urn:" <NID> ":" <NSS>
//	<NID> ::= <let-num> [ 1,31<let-num-hyp> ]
//	<NSS> ::= 1*<URN chars>
//
// where <URN chars> are letters, digits, ()+,-.:=@;$_!*' and escapes, and what is
// reserved: "/", "?" and "#". A "%" is reserved too, but "must be followed by two
// characters from the <hex> character set" (section 2.3.1). The octet 0,
// escapes that are not UTF-8 as of 1997, and escapes of letters and digits are
// discouraged. An escape of one of the signs is not, although section 2.3.1
// forbids it by its letter: a namespace may give any of them a meaning, and the
// examples of section 6 have one.
func Verdict2141(s string) Verdict { return judgeOld(s, "RFC 2141") }

// VerdictDraft judges a text by draft-ietf-urn-syntax-04 of March 1997. No rule
// of it differs from RFC 2141, so that the verdicts differ in the document that
// they name.
func VerdictDraft(s string) Verdict { return judgeOld(s, "draft-ietf-urn-syntax-04") }

func judgeOld(s, document string) Verdict {
	v := judgeOldNID(s)
	if v.Standing == Valid {
		v = judgeOldNSS(s, oldNIDEnd(s, len(prefix))+len(":"))
	}
	if v.Standing != Valid {
		v.Section = document + " " + v.Section
	}
	return v
}

func judgeOldNID(s string) Verdict {
	if n := prefixLen(s); n < len(prefix) {
		return Verdict{Invalid, n, `not "urn:"`, "2"}
	}
	start := len(prefix)
	switch end := oldNIDEnd(s, start); {
	case end == start:
		return Verdict{Invalid, start, "a namespace identifier begins with a letter or digit", "2.1"}
	case end-start > maxNID:
		return Verdict{Invalid, start + maxNID, "a namespace identifier has 32 characters at most", "2.1"}
	case end == len(s):
		return Verdict{Invalid, end, "no namespace-specific string", "2"}
	case s[end] != ':':
		return Verdict{Invalid, end, "character not allowed in a namespace identifier", "2.1"}
	case compareFold(s[start:end], "urn") == 0:
		return Verdict{Invalid, start, `the namespace identifier "urn" is reserved`, "2.1"}
	}
	return Verdict{}
}

// oldNIDEnd returns the end of what can be a NID at i by RFC 2141, or of one
// character more than it may have.
func oldNIDEnd[T textual](s T, i int) int {
	if i >= len(s) || classes[s[i]]&letNum == 0 {
		return i
	}
	return nidEnd(s, i)
}

func judgeOldNSS(s string, start int) Verdict {
	if start == len(s) {
		return Verdict{Invalid, start, "no namespace-specific string", "2.2"}
	}
	reserved := -1
	for i := start; i < len(s); i++ {
		switch c := s[i]; {
		case classes[c]&oldByte != 0:
		case isEscape(s, i):
			i += len("HH")
		case c == '%':
			return Verdict{Invalid, i, `"%" without two hex digits`, "2.3.1"}
		case c != '/' && c != '?' && c != '#':
			return Verdict{Invalid, i, "character that is excluded", "2.4"}
		case reserved < 0:
			reserved = i
		}
	}
	if reserved >= 0 {
		return Verdict{Reserved, reserved, "character that is reserved for future developments", "2.3.2"}
	}
	return discouraged(s, start)
}

// discouraged finds the first escape that should not be.
func discouraged(s string, start int) (v Verdict) {
	for at, octets := range escapeRuns(s, start) {
		consider := func(next func(string) (int, bool), reason, section string) {
			for from := range stretches(octets, next) {
				if offset := at + from*len("%HH"); v.Standing == Valid || offset < v.Offset {
					v = Verdict{Discouraged, offset, reason, section}
				}
				break
			}
		}
		consider(isNUL, "the octet 0 should never be used", "2.4")
		consider(notOldUTF8, "escapes that are not UTF-8", "2.2")
		consider(isOf(letNum), "escape of a character that is not reserved", "2.3.1")
		if v.Standing != Valid {
			break
		}
	}
	return v
}
