package ldap

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"uriel.dev/scheme"
)

// A Filter is a search filter: an [And], [Or], [Not], [Simple], [Present],
// [Substring] or [Extensible], by the words of RFC 4515. String writes it in
// the grammar of [ParseFilter], which reads it back as the same.
type Filter interface {
	String() string

	// append appends the filter as text, the descriptions of attributes and
	// the matching rules as fold makes them.
	append(b []byte, fold func(string) string) []byte
}

// An And is true if all its filters are; an empty one always is (RFC 4526).
type And []Filter

// An Or is true if one of its filters is; an empty one never is (RFC 4526).
type Or []Filter

// A Not is true if its filter is false.
type Not struct{ Filter Filter }

// A Simple compares the values of an attribute with a value.
type Simple struct {
	Attr  string // attribute description, as written: "cn", "cn;lang-en", "2.5.4.3"
	Type  FilterType
	Value scheme.Octets // without its escapes
}

// A FilterType is the comparison of a [Simple].
type FilterType string

const (
	Equal          FilterType = "="  // equalityMatch of RFC 4511
	Approx         FilterType = "~=" // approxMatch
	GreaterOrEqual FilterType = ">="
	LessOrEqual    FilterType = "<="
)

// A Present is true of an entry that has the attribute.
type Present struct{ Attr string }

// A Substring compares the values of an attribute with pieces of a value, in
// their order.
type Substring struct {
	Attr    string
	Initial scheme.Octets   // what a value begins with; "" is anything
	Any     []scheme.Octets // what it holds; may be empty strings, as the grammar has it
	Final   scheme.Octets   // what it ends with; "" is anything
}

// An Extensible compares by a matching rule, that of the attribute if Rule is
// "". Without an attribute it is about all that the rule can compare.
type Extensible struct {
	Attr         string // "" if Rule is given
	DNAttributes bool   // the attributes of the entry's distinguished name count, too
	Rule         string // oid of the matching rule
	Value        scheme.Octets
}

// MaxFilterDepth is how deep and, or and not may be nested in a filter that
// [ParseFilter] reads: more is an attack on the stack of whoever follows them.
const MaxFilterDepth = 100

// ParseFilter reads a search filter in the grammar of RFC 4515, section 3:
//
//	filter     = "(" ( "&" *filter / "|" *filter / "!" filter / item ) ")"
//	item       = attr ( "=" / "~=" / ">=" / "<=" ) value
//	           / attr "=*"
//	           / attr "=" [value] "*" *( value "*" ) [value]
//	           / attr [":dn"] [":" oid] ":=" value
//	           / [":dn"] ":" oid ":=" value
//
// In a value NUL, "(", ")", "*" and "\" are two hex digits behind a backslash,
// and any octet may be. That a value is UTF-8 is not asked, as the section
// wants it. "(&)" and "(|)" are those of RFC 4526. There are no spaces around
// the parts; those of a value belong to it. "(:dn:=v)" is an error: what stands
// there is the flag, not a rule of that name, and a rule is missing.
//
// Filters nested deeper than [MaxFilterDepth] are refused. The error is a
// *[SyntaxError].
func ParseFilter(s string) (Filter, error) {
	f, err := parseFilter(s)
	if err != nil {
		return nil, err
	}
	return f, nil
}

func parseFilter(s string) (Filter, *SyntaxError) {
	p := filterParser{scanner: scanner{text: s}}
	f := p.filter()
	if p.more() {
		p.fail(p.i, "something stands behind the filter")
	}
	if p.err != nil {
		p.err.What, p.err.Section = "filter", "RFC 4515 3"
	}
	return f, p.err
}

// A filterParser reads a filter. What its methods return after a failure is of
// no use.
type filterParser struct {
	scanner
	depth int
}

func (p *filterParser) filter() (f Filter) {
	if p.depth++; p.depth > MaxFilterDepth {
		p.fail(p.i, fmt.Sprintf("the filter is nested deeper than MaxFilterDepth, %d", MaxFilterDepth))
	}
	if !p.take('(') {
		p.fail(p.i, "a filter begins with a parenthesis")
	}
	switch {
	case p.take('&'):
		f = And(p.list())
	case p.take('|'):
		f = Or(p.list())
	case p.take('!'):
		f = Not{p.filter()}
	default:
		f = p.item()
	}
	switch {
	case p.next('*'):
		p.fail(p.i, `* is written \2A in such a value`)
	case !p.take(')'):
		p.fail(p.i, "a closing parenthesis is missing")
	}
	p.depth--
	return f
}

func (p *filterParser) list() (list []Filter) {
	for p.next('(') {
		list = append(list, p.filter())
	}
	return list
}

func (p *filterParser) item() Filter {
	n := descriptionLen(p.rest())
	attr := p.rest()[:n]
	p.i += n
	switch {
	case p.next(':'):
		return p.extensible(attr)
	case n == 0:
		p.fail(p.i, "the description of an attribute begins with a letter or is numbers and dots")
		return nil
	case p.take('='):
		return p.equal(attr)
	}
	for _, t := range [...]FilterType{Approx, GreaterOrEqual, LessOrEqual} {
		if strings.HasPrefix(p.rest(), string(t)) {
			p.i += len(t)
			return Simple{attr, t, p.value()}
		}
	}
	p.fail(p.i, "=, ~=, >=, <=, : or an option stands behind an attribute")
	return nil
}

// equal reads what stands behind the equals sign. "*" alone is presence, though
// the grammar of substrings allows it, too.
func (p *filterParser) equal(attr string) Filter {
	pieces := []scheme.Octets{p.value()}
	for p.take('*') {
		pieces = append(pieces, p.value())
	}
	last := len(pieces) - 1
	switch {
	case last == 0:
		return Simple{attr, Equal, pieces[0]}
	case last == 1 && pieces[0] == "" && pieces[1] == "":
		return Present{attr}
	}
	return Substring{attr, pieces[0], pieces[1:last:last], pieces[last]}
}

func (p *filterParser) extensible(attr string) Filter {
	f := Extensible{Attr: attr}
	rest := strings.ToLower(p.rest()[:min(len(":dn:"), len(p.rest()))])
	if f.DNAttributes = rest == ":dn:"; f.DNAttributes {
		p.i += len(":dn")
	}
	if !strings.HasPrefix(p.rest(), ":=") {
		p.take(':')
		n := oidLen(p.rest())
		f.Rule = p.rest()[:n]
		if p.i += n; n == 0 {
			p.fail(p.i, "the name or number of a matching rule stands behind the colon")
		}
	}
	switch {
	case !strings.HasPrefix(p.rest(), ":="):
		p.fail(p.i, ":= stands behind a matching rule")
	case f.Rule == "" && attr == "":
		p.fail(p.i, "a matching rule stands where there is no attribute")
	default:
		p.i += len(":=")
	}
	f.Value = p.value()
	return f
}

// value reads up to a parenthesis or asterisk.
func (p *filterParser) value() scheme.Octets {
	var b []byte
	for p.more() && !p.next(')') && !p.next('*') {
		switch c := p.text[p.i]; {
		case c == '(':
			p.fail(p.i, `( is written \28 in a value`)
		case c == 0:
			p.fail(p.i, `NUL is written \00`)
		case p.take('\\'):
			b = append(b, p.hexpair())
		default:
			b = append(b, c)
			p.i++
		}
	}
	return scheme.Octets(b)
}

// String implements [Filter].
func (f And) String() string { return string(f.append(nil, same)) }

// String implements [Filter].
func (f Or) String() string { return string(f.append(nil, same)) }

// String implements [Filter].
func (f Not) String() string { return string(f.append(nil, same)) }

// String implements [Filter].
func (f Simple) String() string { return string(f.append(nil, same)) }

// String implements [Filter].
func (f Present) String() string { return string(f.append(nil, same)) }

// String implements [Filter].
func (f Substring) String() string { return string(f.append(nil, same)) }

// String implements [Filter].
func (f Extensible) String() string { return string(f.append(nil, same)) }

func (f And) append(b []byte, fold func(string) string) []byte {
	return appendFilters(append(b, "(&"...), f, fold)
}

func (f Or) append(b []byte, fold func(string) string) []byte {
	return appendFilters(append(b, "(|"...), f, fold)
}

func (f Not) append(b []byte, fold func(string) string) []byte {
	return appendFilters(append(b, "(!"...), []Filter{f.Filter}, fold)
}

func appendFilters(b []byte, list []Filter, fold func(string) string) []byte {
	for _, f := range list {
		b = f.append(b, fold)
	}
	return append(b, ')')
}

func (f Simple) append(b []byte, fold func(string) string) []byte {
	b = append(append(b, '('), fold(f.Attr)...)
	return append(appendValue(append(b, f.Type...), f.Value), ')')
}

func (f Present) append(b []byte, fold func(string) string) []byte {
	b = append(append(b, '('), fold(f.Attr)...)
	return append(b, "=*)"...)
}

func (f Substring) append(b []byte, fold func(string) string) []byte {
	b = append(append(b, '('), fold(f.Attr)...)
	b = append(appendValue(append(b, '='), f.Initial), '*')
	for _, piece := range f.Any {
		b = append(appendValue(b, piece), '*')
	}
	return append(appendValue(b, f.Final), ')')
}

func (f Extensible) append(b []byte, fold func(string) string) []byte {
	b = append(append(b, '('), fold(f.Attr)...)
	if f.DNAttributes {
		b = append(b, ":dn"...)
	}
	if f.Rule != "" {
		b = append(append(b, ':'), fold(f.Rule)...)
	}
	return append(appendValue(append(b, ":="...), f.Value), ')')
}

// appendValue appends a value with what must be escaped, and control
// characters, as two hex digits.
func appendValue(b []byte, value scheme.Octets) []byte {
	v := string(value)
	for i := 0; i < len(v); {
		r, n := utf8.DecodeRuneInString(v[i:])
		if c := v[i]; r == utf8.RuneError && n == 1 || c < ' ' || c == 0x7f || strings.IndexByte(`*()\`, c) >= 0 {
			b = appendEscape(b, c)
		} else {
			b = append(b, v[i:i+n]...)
		}
		i += n
	}
	return b
}
