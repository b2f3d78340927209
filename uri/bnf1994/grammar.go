package bnf1994

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"uriel.dev/uri/pct"
)

//go:embed draft.bnf
var draftText string

//go:embed rfc1738.bnf
var rfc1738Text string

// Grammar returns the productions of the 1994 draft as [Parse] applies them:
// those of its section 1.3, in their order, then the words that it leaves
// undefined, then what only its prose describes.
func Grammar() string { return draftText }

// Grammar1738 returns the productions of RFC 1738, section 5, as [Parse1738]
// applies them, in their order.
func Grammar1738() string { return rfc1738Text }

// A grammar is a set of productions and what is made of them once.
type grammar struct {
	names       []string
	productions map[string]expr
	isPlain     map[string]bool // productions that are no part of a verdict: mere characters
	isReluctant map[string]bool // productions that take as little as they can
	schemes     map[string]string
	proses      map[string]string
	classes     [256]string
	machines    map[string]*machine
}

// draft is the grammar of the 1994 draft. An hsoname and a selector end where
// what the prose sets behind them begins: at the first "%00" and "%09" from
// which the rest can be derived. By the productions alone they could as well
// swallow it, since escapes are characters of a path.
var draft = sync.OnceValue(func() *grammar {
	return newGrammar(draftText,
		"void segment xalpha xalphas xpalpha xpalphas ialpha alpha digit safe extra escape hex alphanum alphanums space vline formcode reserved national punctuation",
		"hsoname selector")
})

// rfc1738 is the grammar of RFC 1738. The fields of a gopher URL end at the
// first "%09", for the same reason.
var rfc1738 = sync.OnceValue(func() *grammar {
	return newGrammar(rfc1738Text,
		"fsegment hsegment psegment domainlabel toplabel alphadigit lowalpha hialpha alpha digit safe extra hex escape unreserved uchar xchar reserved national punctuation",
		"selector search")
})

func newGrammar(text, plain, reluctant string) *grammar {
	g := &grammar{isPlain: setOfWords(plain), isReluctant: setOfWords(reluctant), machines: map[string]*machine{}}
	g.names, g.productions = readProductions(text)
	g.classes = g.classTable()
	g.schemes, g.proses = g.byScheme("url"), g.byScheme("prose")
	for _, table := range []map[string]string{g.schemes, g.proses} {
		for _, name := range table {
			g.machines[name] = g.compile(name)
		}
	}
	for _, name := range []string{"scheme", "genericurl", "host", "hostname", "hostport"} {
		g.machines[name] = g.compile(name)
	}
	return g
}

func setOfWords(words string) map[string]bool {
	set := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		set[w] = true
	}
	return set
}

// byScheme returns the alternatives of a production by the scheme with which
// each begins. One that begins with no literal is left out.
func (g *grammar) byScheme(production string) map[string]string {
	table := map[string]string{}
	for _, e := range g.productions[production].list {
		if scheme, _, ok := strings.Cut(g.firstLiteral(e), ":"); ok {
			table[scheme] = e.text
		}
	}
	return table
}

// firstLiteral returns the literal with which e begins, "" if it is none.
func (g *grammar) firstLiteral(e expr) string {
	switch e.kind {
	case literal:
		return e.text
	case ref:
		return g.firstLiteral(g.productions[e.text])
	case seq, alt:
		return g.firstLiteral(e.list[0])
	default:
		return ""
	}
}

// resolve returns e itself, or what stands behind the names of characters that
// e is.
func (g *grammar) resolve(e expr) expr {
	for e.kind == ref && g.isPlain[e.text] {
		e = g.productions[e.text]
	}
	return e
}

// setOf returns the characters that e stands for, and whether it stands for
// one character at all.
func (g *grammar) setOf(e expr) (set pct.Set, ok bool) {
	switch e = g.resolve(e); {
	case e.kind == literal && len(e.text) == 1:
		return pct.SetOf(strings.ToLower(e.text) + strings.ToUpper(e.text)), true
	case e.kind == alt:
		for _, a := range e.list {
			s, ok := g.setOf(a)
			if !ok {
				return set, false
			}
			for i := range set {
				set[i] |= s[i]
			}
		}
		return set, true
	}
	return set, false
}

// mayBegin reports whether a text of e may begin with a character of set. It
// says so of all that may be empty.
func (g *grammar) mayBegin(e expr, set pct.Set) bool {
	switch e.kind {
	case literal:
		first, ok := g.setOf(expr{kind: literal, text: e.text[:min(1, len(e.text))]})
		return !ok || overlap(first, set)
	case ref:
		return g.mayBegin(g.productions[e.text], set)
	case alt:
		return slices.ContainsFunc(e.list, func(a expr) bool { return g.mayBegin(a, set) })
	case seq:
		return len(e.list) == 0 || g.mayBegin(e.list[0], set)
	default:
		return true
	}
}

func overlap(a, b pct.Set) bool {
	for i := range a {
		if a[i]&b[i] != 0 {
			return true
		}
	}
	return false
}

// isEmpty reports whether e stands for nothing.
func (g *grammar) isEmpty(e expr) bool {
	e = g.resolve(e)
	return e.kind == literal && e.text == "" || e.kind == seq && len(e.list) == 0
}

// classNames are the classes of characters in either grammar. A character is
// in one of them, or in none.
var classNames = [...]string{"alpha", "digit", "safe", "extra", "reserved", "national", "punctuation"}

func (g *grammar) classTable() (table [256]string) {
	for _, name := range classNames {
		set, _ := g.setOf(g.productions[name])
		for c := range table {
			if set.Has(byte(c)) {
				table[c] = name
			}
		}
	}
	return table
}

// classOf returns the class of a character, "" if it is in none.
func (g *grammar) classOf(c byte) string { return g.classes[c] }
