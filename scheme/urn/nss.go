package urn

import (
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Sets of bytes from which the grammars of namespaces are made.
var (
	digits    = pct.SetOf("0123456789")
	letters   = pct.SetOf("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	letDig    = letters.With("0123456789")
	letDigHyp = letDig.With("-")
	hexDigit  = digits.With("ABCDEFabcdef")
)

// A piece is a part of an NSS and where it stands there.
type piece struct {
	text string
	at   int
}

// slice returns the bytes i to j of p.
func (p piece) slice(i, j int) piece { return piece{p.text[i:j], p.at + i} }

// end returns the empty piece behind p, where something is missing.
func (p piece) end() piece { return p.slice(len(p.text), len(p.text)) }

// cut splits p at the first sep, which belongs to neither part. If there is
// none, before is p.
func (p piece) cut(sep byte) (before, after piece, found bool) {
	i := strings.IndexByte(p.text, sep)
	if i < 0 {
		return p, p.end(), false
	}
	return p.slice(0, i), p.slice(i+1, len(p.text)), true
}

// split splits p at each sep; there is always a first part.
func (p piece) split(sep byte) []piece { return p.splitN(sep, -1) }

// splitN is split into n parts at most, of which the last has the rest; all if n
// is negative.
func (p piece) splitN(sep byte, n int) (parts []piece) {
	for len(parts)+1 != n {
		before, after, found := p.cut(sep)
		if !found {
			break
		}
		parts, p = append(parts, before), after
	}
	return append(parts, p)
}

// stray returns the first byte of p that is not in set, or where p is empty
// that place; ok reports that there is no such byte.
func (p piece) stray(set pct.Set) (at piece, ok bool) {
	for i := range len(p.text) {
		if !set.Has(p.text[i]) {
			return p.slice(i, i+1), false
		}
	}
	return p, p.text != ""
}

// is reports whether p consists of one or more bytes of set.
func (p piece) is(set pct.Set) bool {
	_, ok := p.stray(set)
	return ok
}

// strayLabel is stray for a label, which has letters, digits and hyphens but no
// hyphen at either end.
func (p piece) strayLabel() (at piece, ok bool) {
	at, ok = p.stray(letDigHyp)
	switch last := len(p.text) - 1; {
	case !ok:
		return at, false
	case p.text[0] == '-':
		return p.slice(0, 1), false
	case p.text[last] == '-':
		return p.slice(last, last+1), false
	}
	return p, true
}

// strayDomain is strayLabel for a domain name of two labels or more, the last of
// which begins with a letter.
func (p piece) strayDomain() (at piece, ok bool) {
	labels := p.split('.')
	for _, l := range labels {
		if at, ok := l.strayLabel(); !ok {
			return at, false
		}
	}
	if top := labels[len(labels)-1]; digits.Has(top.text[0]) || len(labels) < 2 {
		return top, false
	}
	return p, true
}

// strayEscaped is stray where escapes are allowed, too.
func (p piece) strayEscaped(set pct.Set) (at piece, ok bool) {
	for i := 0; i < len(p.text); i++ {
		switch {
		case isEscape(p.text, i):
			i += len("%HH") - 1
		case !set.Has(p.text[i]):
			return p.slice(i, i+1), false
		}
	}
	return p, p.text != ""
}

// texts returns the texts of pieces.
func texts(pieces []piece) (out []string) {
	for _, p := range pieces {
		out = append(out, p.text)
	}
	return out
}

// warning says that the namespace forbids what stands at p.
func warning(r uri.Rule, p piece) Finding {
	return Finding{Rule: r, Severity: uri.Warning, Offset: p.at, Length: len(p.text)}
}

// info says that what stands at p is discouraged, historical or unusual.
func info(r uri.Rule, p piece) Finding {
	return Finding{Rule: r, Severity: uri.Info, Offset: p.at, Length: len(p.text)}
}

// hinted returns r with a hint that knows more than the rule does in general.
func hinted(r uri.Rule, hint string) uri.Rule {
	r.Hint = hint
	return r
}

// sameCase returns nss in the form that is the same for all NSSs that are
// lexically the same: with the hex digits of its escapes in upper case (RFC
// 8141, section 3.1). It does not allocate if they are.
func sameCase(nss string) string { return mapCase(nss, func(c byte) byte { return c }) }

// foldCase is sameCase for a namespace that makes no difference between upper
// and lower case: letters outside escapes become lower case.
func foldCase(nss string) string { return mapCase(nss, lowerByte) }

// foldFirst is sameCase for a namespace that makes no difference between upper
// and lower case before the first colon, and does behind it.
func foldFirst(nss string) string {
	first, rest, found := piece{nss, 0}.cut(':')
	if !found {
		return sameCase(nss)
	}
	return foldCase(first.text) + ":" + sameCase(rest.text)
}

// mapCase returns nss with each byte outside escapes mapped, and the hex digits
// of escapes in upper case.
func mapCase(nss string, mapped func(byte) byte) string {
	out := []byte(nil)
	for i, escape := 0, 0; i < len(nss); i++ {
		c := nss[i]
		switch {
		case escape > 0:
			escape--
			c = toUpper(c)
		case isEscape(nss, i):
			escape = 2
		default:
			c = mapped(c)
		}
		if c != nss[i] && out == nil {
			out = []byte(nss)
		}
		if out != nil {
			out[i] = c
		}
	}
	if out == nil {
		return nss
	}
	return string(out)
}

func lowerByte(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

func toUpper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 'a' - 'A'
	}
	return c
}
