package ldap

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"uriel.dev/scheme"
)

// A DN is a distinguished name (RFC 4514): the relative names in the order of
// the string, that of the entry itself first and the one nearest to the root
// last. The zero value is the name of the root. In JSON it is a list of lists
// of pairs of type and value.
type DN []RDN

// An RDN is a relative distinguished name: one assertion, or several that are
// joined by plus signs. Their order says nothing, and is that of the string.
type RDN []AttributeTypeAndValue

// An AttributeTypeAndValue is what an RDN asserts of its entry.
type AttributeTypeAndValue struct {
	Type  string        // descr or numericoid, as written
	Value scheme.Octets // without its escapes; as it is encoded if BER is set
	BER   bool          // it was written as "#" and hex digits: the BER encoding of the value
}

// MarshalJSON implements [json.Marshaler]: the type and the value. A value that
// was given by its BER encoding is {"ber":"…"}, in hex digits.
func (a AttributeTypeAndValue) MarshalJSON() ([]byte, error) {
	b := scheme.AppendQuoted([]byte{'['}, a.Type)
	b = append(b, ',')
	if a.BER {
		return fmt.Appendf(b, `{"ber":"%X"}]`, string(a.Value)), nil
	}
	return append(a.Value.AppendJSON(b), ']'), nil
}

// ParseDN reads a distinguished name in the grammar of RFC 4514, section 3:
//
//	distinguishedName = [ RDN *( "," RDN ) ]
//	RDN               = type "=" value *( "+" type "=" value )
//	type              = descr / numericoid
//	value             = string / "#" 1*( HEX HEX )
//
// In a string the characters " + , ; < > \, a space or number sign in front and
// a space at the end stand behind a backslash, and any octet may be two hex
// digits behind one. The empty text names the root.
//
// What older documents allowed is read, too: spaces around the delimiters,
// semicolons for commas, values in quotation marks, and types behind "OID."
// (RFC 2253, section 4; RFC 1779). DN.String writes none of it. The error is a
// *[SyntaxError].
func ParseDN(s string) (DN, error) {
	p := parseDN(s)
	if p.err != nil {
		return nil, p.err
	}
	return p.dn, nil
}

// A dnParser reads a distinguished name.
type dnParser struct {
	scanner
	dn  DN
	at  [][2]int // the ranges of its RDNs
	old int      // where the first thing stands that RFC 4514 does not know, or -1
}

func parseDN(s string) *dnParser {
	p := &dnParser{scanner: scanner{text: s}, old: -1}
	p.spaces()
	for p.more() {
		start := p.i
		p.dn = append(p.dn, p.rdn())
		p.at = append(p.at, [2]int{start, p.i})
		if !p.more() {
			break
		}
		if p.next(';') {
			p.older(p.i)
		}
		p.i++
		if p.spaces(); !p.more() {
			p.fail(p.i, "a name stands behind the comma")
		}
	}
	if p.err != nil {
		p.err.What, p.err.Section = "distinguished name", "RFC 4514 3"
	}
	return p
}

// older notes that what stands at i is of an older grammar.
func (p *dnParser) older(i int) {
	if p.old < 0 {
		p.old = i
	}
}

// spaces skips spaces around a delimiter.
func (p *dnParser) spaces() {
	if p.next(' ') {
		p.older(p.i)
	}
	for p.take(' ') {
	}
}

// rdn reads up to the comma or semicolon that ends it, or the end.
func (p *dnParser) rdn() (rdn RDN) {
	for {
		rdn = append(rdn, p.attributeTypeAndValue())
		if !p.take('+') {
			break
		}
	}
	if p.more() && !p.next(',') && !p.next(';') {
		p.fail(p.i, "a comma or plus sign stands behind a value")
	}
	return rdn
}

func (p *dnParser) attributeTypeAndValue() (a AttributeTypeAndValue) {
	a.Type = p.attributeType()
	if p.spaces(); !p.take('=') {
		p.fail(p.i, "an equals sign stands behind the type of an attribute")
	}
	p.spaces()
	switch {
	case p.next('#'):
		a.Value, a.BER = scheme.Octets(p.hexstring()), true
	case p.next('"'):
		a.Value = scheme.Octets(p.quoted())
	default:
		a.Value = scheme.Octets(p.string())
	}
	p.spaces()
	return a
}

func (p *dnParser) attributeType() string {
	p.spaces()
	if rest := p.rest(); len(rest) >= len("OID.") && strings.EqualFold(rest[:len("OID.")], "OID.") {
		p.older(p.i)
		p.i += len("OID.")
	}
	n := oidLen(p.rest())
	if n == 0 {
		p.fail(p.i, "the type of an attribute is a name of letters, digits and hyphens, or numbers and dots")
		return ""
	}
	p.i += n
	return p.text[p.i-n : p.i]
}

func (p *dnParser) hexstring() string {
	var b []byte
	for p.i++; len(b) == 0 || p.more() && hexDigit(p.text[p.i]) >= 0; {
		b = append(b, p.hexpair())
		if p.err != nil {
			break
		}
	}
	return string(b)
}

// quoted reads a value in quotation marks.
func (p *dnParser) quoted() string {
	p.older(p.i)
	var b []byte
	for p.i++; p.more() && !p.next('"'); {
		switch {
		case p.next('\\'):
			b = append(b, p.pair())
		case p.next(0):
			p.fail(p.i, `NUL is written \00`)
		default:
			b = append(b, p.char()...)
		}
	}
	if !p.take('"') {
		p.fail(p.i, "the closing quotation mark is missing")
	}
	return string(b)
}

// string reads a value up to the delimiter behind it. Spaces before that are
// the delimiter's.
func (p *dnParser) string() string {
	var b []byte
	kept := 0 // what is left without the spaces at the end
	for p.more() && strings.IndexByte(",+;", p.text[p.i]) < 0 {
		switch c := p.text[p.i]; c {
		case ' ':
			b = append(b, p.char()...)
			continue
		case '\\':
			b = append(b, p.pair())
		case '"', '<', '>':
			p.fail(p.i, "a quotation mark or angle bracket stands behind a backslash")
		case 0:
			p.fail(p.i, `NUL is written \00`)
		default:
			b = append(b, p.char()...)
		}
		kept = len(b)
	}
	if spaces := len(b) - kept; spaces > 0 {
		p.older(p.i - spaces)
	}
	return string(b[:kept])
}

// special are the characters that may stand behind a backslash as they are.
const special = ` "#+,;<=>\`

// pair reads a backslash and what it escapes.
func (p *dnParser) pair() byte {
	p.i++
	if p.more() && strings.IndexByte(special, p.text[p.i]) >= 0 {
		p.i++
		return p.text[p.i-1]
	}
	return p.hexpair()
}

// String returns the name as RFC 4514, section 2, writes it, with the types as
// they are; octets that are not UTF-8 and control characters are two hex
// digits. [ParseDN] reads it back as d.
func (d DN) String() string { return string(d.append(nil, same)) }

// same is what becomes of the names of types where nothing is folded.
func same(s string) string { return s }

func (d DN) append(b []byte, fold func(string) string) []byte {
	for i, rdn := range d {
		for j, a := range rdn {
			switch {
			case j > 0:
				b = append(b, '+')
			case i > 0:
				b = append(b, ',')
			}
			b = a.append(b, fold)
		}
	}
	return b
}

func (a AttributeTypeAndValue) append(b []byte, fold func(string) string) []byte {
	b = append(b, fold(a.Type)...)
	if a.BER {
		return fmt.Appendf(b, "=#%X", string(a.Value))
	}
	b = append(b, '=')
	v := string(a.Value)
	for i := 0; i < len(v); {
		r, n := utf8.DecodeRuneInString(v[i:])
		switch c := v[i]; {
		case r == utf8.RuneError && n == 1, c < ' ', c == 0x7f:
			b = appendEscape(b, c)
		case strings.IndexByte(`"+,;<>\`, c) >= 0, c == '#' && i == 0, c == ' ' && (i == 0 || i == len(v)-1):
			b = append(b, '\\', c)
		default:
			b = append(b, v[i:i+n]...)
		}
		i += n
	}
	return b
}
