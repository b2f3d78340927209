package template

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/iri/ucs"
	"uriel.dev/uri/pct"
)

// Values are the values of variables by name. A variable that is absent, or nil,
// is undefined; so is an empty List or Pairs (RFC 6570, section 2.3).
type Values map[string]Value

// A Value is what a variable may have: a [String], a [List] or [Pairs].
type Value interface {
	// members returns what the value consists of; only those of Pairs have names.
	members() []Pair
}

// A String is a value of its own. The empty one is defined. It is UTF-8; other
// octets are percent-encoded one by one.
type String string

// A List is an ordered list of values. Members that are undefined are left out.
type List []string

// Pairs are an associative array whose order is kept. Pairs with an undefined
// value are left out.
type Pairs []Pair

// A Pair is a member of an associative array.
type Pair struct{ Name, Value string }

func (s String) members() []Pair { return []Pair{{Value: string(s)}} }

func (l List) members() []Pair {
	out := make([]Pair, len(l))
	for i, s := range l {
		out[i].Value = s
	}
	return out
}

func (p Pairs) members() []Pair { return p }

// Expand returns the URI-reference that t stands for with these values (RFC 6570,
// section 3). Undefined variables leave nothing behind. All but the reserved
// characters in the values of {+x} and {#x} is encoded, so that the result holds
// characters of URIs only; whether the parts make up a URI is up to the template.
//
// The error is an [*uri.Error] of rule template/composite, for a prefix of what is
// no string. The result then holds that expression unexpanded and is for
// diagnosis alone (section 3).
//
// Where section 3.2.1 and the algorithm of appendix A differ, the section counts:
// an empty value in {keys*} is written "name", not "name=".
func (t Template) Expand(values Values) (string, error) {
	var b strings.Builder
	var failed error
	for _, p := range t.parts {
		if p.expression == nil {
			b.WriteString(p.literal)
			continue
		}
		if p.hasPrefixOfComposite(values) {
			if failed == nil {
				failed = fail(t.text, p.offset, ruleComposite)
			}
			b.WriteString(p.text)
			continue
		}
		p.expand(&b, values)
	}
	return b.String(), failed
}

func (e *expression) hasPrefixOfComposite(values Values) bool {
	for _, spec := range e.specs {
		if _, isString := values[spec.name].(String); spec.prefix > 0 && !isString && defined(values[spec.name]) {
			return true
		}
	}
	return false
}

func defined(v Value) bool { return v != nil && len(v.members()) > 0 }

func (e *expression) expand(b *strings.Builder, values Values) {
	before := e.first
	for _, spec := range e.specs {
		if v := values[spec.name]; defined(v) {
			for _, text := range e.texts(spec, v) {
				b.WriteString(before)
				b.WriteString(text)
				before = e.sep
			}
		}
	}
}

// texts returns what a defined value is written as: several texts if it is
// exploded, otherwise one.
func (e *expression) texts(spec varspec, v Value) []string {
	_, isPairs := v.(Pairs)
	_, isString := v.(String)
	var out []string
	for _, m := range v.members() {
		name, value := e.encode(m.Name), e.encode(prefix(m.Value, spec.prefix, e.reserved))
		switch {
		case !spec.explode && isPairs:
			out = append(out, name, value)
		case spec.explode && isPairs:
			out = append(out, e.pair(name, value))
		case spec.explode && !isString && e.named:
			out = append(out, e.pair(spec.name, value))
		default:
			out = append(out, value)
		}
	}
	if spec.explode && !isString {
		return out
	}
	text := strings.Join(out, ",")
	if e.named {
		text = e.pair(spec.name, text)
	}
	return []string{text}
}

func (o *operator) pair(name, value string) string {
	if value == "" {
		return name + o.ifEmpty
	}
	return name + "=" + value
}

func (o *operator) encode(s string) string {
	if o.reserved {
		return encodeReserved(s)
	}
	return pct.Encode(s, pct.Unreserved)
}

// prefix returns the first n characters of s, or s if n is 0. Where escapes stay
// escapes, those that make up one character of UTF-8 count as one (section
// 2.4.1).
func prefix(s string, n int, escapes bool) string {
	if n == 0 {
		return s
	}
	i := 0
	for ; n > 0 && i < len(s); n-- {
		if escapes && ucs.IsTriplet(s[i:]) {
			i += ucs.Triplets(s[i:])
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return s[:i]
}
