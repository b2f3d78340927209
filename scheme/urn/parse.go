package urn

import (
	"strings"

	"uriel.dev/uri"
)

// A URN is a Uniform Resource Name (RFC 8141, section 2):
//
//	urn:example:a123/b?+res?=x=1#part
//	    |      |       |    |    |
//	    NID    NSS     R    Q    F
//
// It is an immutable value of 32 bytes, comparable with ==, which means equality
// of the text; for equivalence see [URN.Equal] and [URN.Equivalent]. The zero
// value is no URN: all that it holds is empty. A URN keeps the string that it
// was parsed from alive.
type URN struct {
	text string

	// Ends of the components that a URN always has, and of r- and q-component:
	// one that is undefined ends where the one before it does.
	nidEnd, nssEnd, rEnd, qEnd uint32
}

// Parse reads s as a URN by the grammar of RFC 8141, section 2:
//
//	namestring    = assigned-name [ rq-components ] [ "#" f-component ]
//	assigned-name = "urn" ":" NID ":" NSS
//	NID           = (alphanum) 0*30(ldh) (alphanum)
//	NSS           = pchar *(pchar / "/")
//	rq-components = [ "?+" r-component ] [ "?=" q-component ]
//	r-component   = pchar *( pchar / "/" / "?" )
//	q-component   = pchar *( pchar / "/" / "?" )
//	f-component   = fragment
//
// with what its prose adds: a "?" that begins neither component is an error
// (section 2), and the first "?=" ends the r-component (section 2.3.1). Whether
// the namespace is registered, or reserved, is not asked: the remarks of the
// scheme say that.
//
// The error is always a [*uri.Error] that points at the first byte which does
// not fit, or at the hyphen that a NID may not end with. What a URN has beyond
// other URIs has a rule "urn/…", the rest the rule that uri.Parse would name.
// Parse does not allocate unless it fails.
func Parse(s string) (URN, error) {
	u, f := scan(s)
	if f.rule != nil || uint64(len(s)) > uri.MaxLen {
		return URN{}, explain(s, f)
	}
	return u, nil
}

// MustParse is like [Parse] but panics on an error. It is meant for tests,
// examples and constants of a program.
func MustParse(s string) URN {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

// String returns the bytes that were parsed, unchanged.
func (u URN) String() string { return u.text }

// NID returns the namespace identifier as written. Its case does not count
// (RFC 8141, section 2.1).
func (u URN) NID() string { return u.part(uint32(len(prefix)), u.nidEnd) }

// NSS returns the namespace-specific string as written, escapes and all (RFC
// 8141, section 2.2).
func (u URN) NSS() string { return u.part(u.nidEnd+1, u.nssEnd) }

// R returns the r-component as written, without its "?+": parameters for the
// resolver (RFC 8141, section 2.3.1). A defined one is never empty.
func (u URN) R() string { return u.part(u.nssEnd+2, u.rEnd) }

// Q returns the q-component as written, without its "?=": parameters for the
// thing that is named (RFC 8141, section 2.3.2). A defined one is never empty.
func (u URN) Q() string { return u.part(u.rEnd+2, u.qEnd) }

// F returns the f-component as written, without its "#": a part of the thing
// that is named (RFC 8141, section 2.3.3).
func (u URN) F() string { return u.part(u.qEnd+1, uint32(len(u.text))) }

// HasR reports whether there is an r-component.
func (u URN) HasR() bool { return u.rEnd > u.nssEnd }

// HasQ reports whether there is a q-component.
func (u URN) HasQ() bool { return u.qEnd > u.rEnd }

// HasF reports whether there is an f-component, which may be empty.
func (u URN) HasF() bool { return int(u.qEnd) < len(u.text) }

// part is "" for a component that is undefined, which would begin behind its
// end.
func (u URN) part(start, end uint32) string {
	if start > end {
		return ""
	}
	return u.text[start:end]
}

// Canonical returns the one spelling of the assigned name that all URNs share
// which are lexically equivalent: "urn" and the NID in lower case, the hex
// digits of escapes in upper case, and no r-, q- or f-component (RFC 8141,
// section 3.1; RFC 2141, section 5). Nothing is decoded. It does not allocate if
// the name is written so already.
func (u URN) Canonical() string {
	head, tail := u.text[:u.nidEnd], u.text[u.nidEnd:u.nssEnd]
	lower, same := strings.ToLower(head), sameCase(tail)
	if lower == head && same == tail {
		return u.text[:u.nssEnd]
	}
	return lower + same
}

// Equal reports whether two URNs are URN-equivalent by the rule that holds for
// all namespaces: their assigned names are equal but for the case of "urn", of
// the NID and of the digits of escapes (RFC 8141, section 3.1). Escapes are not
// decoded, and r-, q- and f-components do not count.
func (u URN) Equal(other URN) bool { return u.Canonical() == other.Canonical() }

// Equivalent says by which rule two URNs name the same: "urn-lexical" if they
// are [URN.Equal], "urn-namespace" if the rules of their namespace say so, and ""
// if neither does. A namespace adds to what is equivalent and never takes away
// (RFC 8141, section 3.1).
func (u URN) Equivalent(other URN) (reason string) {
	if u.Equal(other) {
		return "urn-lexical"
	}
	ns, known := NamespaceOf(u.NID())
	if known && ns.Key != nil && strings.EqualFold(u.NID(), other.NID()) && ns.Key(u.NSS()) == ns.Key(other.NSS()) {
		return "urn-namespace"
	}
	return ""
}

// prefix is how a URN begins, in any case.
const prefix = "urn:"

// A fault is what keeps a text from being a URN, and the bytes that are to
// blame.
type fault struct {
	rule       *uri.Rule
	start, end int
}

// notURI stands for a byte that can be in no URI where it is: uri.Parse finds
// it too, and has more to say.
var notURI uri.Rule

// scan reads s by the grammar of [Parse], as far as it goes.
func scan(s string) (u URN, f fault) {
	if n := prefixLen(s); n < len(prefix) {
		return u, fault{ruleScheme, n, n}
	}
	nid := nidEnd(s, len(prefix))
	if !isNID(s, len(prefix), nid) || nid == len(s) || s[nid] != ':' {
		return u, nidFault(s, nid)
	}
	start := nid + 1
	if !isPchar(s, start) {
		return u, startFault(s, start)
	}
	nss := span(s, start, nssByte)
	r := component(s, nss, '+')
	q := component(s, r, '=')
	end := q
	if end < len(s) && s[end] == '#' {
		end = span(s, end+1, rqfByte)
	}
	if end < len(s) {
		return u, tailFault(s, end)
	}
	return URN{s, uint32(nid), uint32(nss), uint32(r), uint32(q)}, f
}

// A textual is read where it is, be it a part of a file.
type textual interface{ ~string | ~[]byte }

// prefixLen returns how many bytes of "urn:" s begins with.
func prefixLen(s string) int {
	n := 0
	for n < min(len(s), len(prefix)) && lowerByte(s[n]) == prefix[n] {
		n++
	}
	return n
}

// nidEnd returns the end of the letters, digits and hyphens from i on, or of one
// more of them than a NID may have.
func nidEnd[T textual](s T, i int) int {
	last := min(len(s), i+maxNID+1)
	for i < last && classes[s[i]]&ldhByte != 0 {
		i++
	}
	return i
}

// minNID and maxNID are the lengths of a NID.
const minNID, maxNID = 2, 32

// isNID reports whether s has a NID from start to end, as nidEnd found it.
func isNID[T textual](s T, start, end int) bool {
	n := end - start
	return minNID <= n && n <= maxNID && s[start] != '-' && s[end-1] != '-'
}

// nidFault says what is wrong with what ends at end and is no NID, or not followed
// by a colon.
func nidFault(s string, end int) fault {
	start := len(prefix)
	switch n := end - start; {
	case n > 0 && s[start] == '-':
		return fault{ruleNIDHyphen, start, start + 1}
	case n > maxNID:
		return fault{ruleNIDLength, start + maxNID, end}
	case end < len(s) && s[end] != ':':
		return fault{ruleNIDChar, end, end + 1}
	case n > 0 && s[end-1] == '-':
		return fault{ruleNIDHyphen, end - 1, end}
	case n < minNID:
		return fault{ruleNIDLength, start, end}
	default:
		return fault{ruleNoNSS, end, end}
	}
}

// startFault says what is wrong with an NSS that does not begin at start.
func startFault(s string, start int) fault {
	switch {
	case start == len(s) || s[start] == '?' || s[start] == '#':
		return fault{ruleNoNSS, start, start}
	case s[start] == '/':
		return fault{ruleNSSSlash, start, start + 1}
	default:
		return fault{&notURI, start, start + 1}
	}
}

// tailFault says what is wrong at i, where neither NSS nor component goes on.
func tailFault(s string, i int) fault {
	sign := byte(0)
	if i+1 < len(s) {
		sign = s[i+1]
	}
	switch {
	case s[i] != '?':
		return fault{&notURI, i, i + 1}
	case sign == '+':
		return fault{ruleR, i + 2, min(i+3, len(s))}
	case sign == '=':
		return fault{ruleQ, i + 2, min(i+3, len(s))}
	default:
		return fault{ruleQuestion, i, i + 1}
	}
}

// component returns the end of the component that "?" and sign introduce at i,
// or i if there is none. An r-component, whose sign is "+", goes no farther than
// to a "?=".
func component[T textual](s T, i int, sign byte) int {
	if i+2 >= len(s) || s[i] != '?' || s[i+1] != sign || !isPchar(s, i+2) {
		return i
	}
	for i = span(s, i+2, nssByte); i < len(s) && s[i] == '?'; i = span(s, i+1, nssByte) {
		if sign == '+' && i+1 < len(s) && s[i+1] == '=' {
			break
		}
	}
	return i
}

// span returns the end of the bytes of a class and of the escapes from i on.
func span[T textual](s T, i int, k class) int {
	for {
		for i < len(s) && classes[s[i]]&k != 0 {
			i++
		}
		if !isEscape(s, i) {
			return i
		}
		i += len("%HH")
	}
}

// isPchar reports whether a pchar stands at i (RFC 3986, section 3.3).
func isPchar[T textual](s T, i int) bool {
	return i < len(s) && (classes[s[i]]&pcharByte != 0 || isEscape(s, i))
}

// isEscape reports whether "%" and two hex digits stand at i.
func isEscape[T textual](s T, i int) bool {
	return i+2 < len(s) && s[i] == '%' && classes[s[i+1]]&classes[s[i+2]]&hexByte != 0
}

// explain returns the error about s: what it has against all URIs comes before
// what it has against URNs.
func explain(s string, f fault) error {
	if _, err := uri.Parse(s); err != nil {
		if e := err.(*uri.Error); f.rule == nil || e.Offset <= f.start {
			return e
		}
	}
	r := f.rule
	return &uri.Error{Input: s, Offset: f.start, Rule: r.ID, Section: r.Section, Title: r.Title, Hint: r.Hint}
}
