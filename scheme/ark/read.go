package ark

import (
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// betanumeric are the characters of a NAAN, in the order of their values in a
// check character: digits and consonants, without l.
const betanumeric = "0123456789bcdfghjkmnpqrstvwxz"

// naanDigits is how many digits every NAAN has that was assigned so far.
const naanDigits = 5

var digits = pct.SetOf("0123456789")

// arkChars are all characters of an ARK, nameChars those that mean nothing of
// their own.
var (
	nameChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789=~*+@_$")
	arkChars  = nameChars.With("%-./")
)

// A token is what stands between slashes and dots.
type token struct {
	separator  byte   // before it: '/' or '.'
	text       string // without hyphens
	start, end int    // where it stands in the URI
}

type tokens []token

// String returns the tokens with their separators, as they are compared.
func (ts tokens) String() string {
	var b strings.Builder
	inNAAN := true
	for i, t := range ts {
		if i > 0 {
			b.WriteByte(t.separator)
		}
		if inNAAN = inNAAN && (i == 0 || t.separator != '/'); inNAAN {
			t.text = lower(t.text)
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// lower returns s in lower case but for the hex digits of escapes, which are
// upper.
func lower(s string) string {
	b := []byte(s)
	for i := 0; i < len(b); i++ {
		if b[i] == '%' {
			copy(b[i:], strings.ToUpper(string(b[i:i+3])))
			i += 2
		} else if 'A' <= b[i] && b[i] <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// split returns the tokens of a path that stands at byte start of its URI. Of
// separators beside each other the first counts, and those at either end do not
// (draft-kunze-ark-42, section 3.2, step 8); hyphens are nothing.
func split(path string, start int) (ts tokens) {
	separator, from := byte('/'), 0
	for i := range len(path) + 1 {
		if i < len(path) && path[i] != '/' && path[i] != '.' {
			continue
		}
		if text := strings.ReplaceAll(path[from:i], "-", ""); text != "" {
			ts = append(ts, token{separator, text, start + from, start + i})
			separator = 0
		}
		if i < len(path) && separator == 0 {
			separator = path[i]
		}
		from = i + 1
	}
	return ts
}

// reading is a view under way.
type reading struct {
	view    View
	tokens  tokens
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// read reads u by the form of draft-kunze-ark-42, section 2:
//
//	ark:[/]NAAN/Name[Qualifiers]
func read(u uri.URI) *reading {
	r := &reading{}
	start, end, _ := u.Range(uri.Path)
	if u.HasAuthority() {
		from, to, _ := u.Range(uri.Authority)
		r.remark(ruleAuthority, uri.Forbid, from-len("//"), to)
		return r
	}
	if strings.HasPrefix(u.Path(), "/") {
		r.remark(ruleOldForm, uri.Info, start, start+1)
	}
	r.tokens = split(u.Path(), start)
	if len(r.tokens) == 0 {
		r.remark(ruleNAAN, uri.Forbid, start, end)
		return r
	}
	r.readNAAN()
	if len(r.tokens) == 1 {
		r.remark(ruleName, uri.Forbid, end, end)
	} else {
		r.readName(r.tokens[1:])
	}
	r.judgeCharacters(u.Path(), start)
	return r
}

func (r *reading) readNAAN() {
	t := r.tokens[0]
	r.view.NAAN = lower(t.text)
	r.part(t, "NAAN")
	switch {
	case strings.Trim(r.view.NAAN, betanumeric) != "", len(r.tokens) > 1 && r.tokens[1].separator == '.':
		r.remark(ruleNAAN, uri.Forbid, t.start, t.end)
	case len(r.view.NAAN) != naanDigits, strings.Trim(r.view.NAAN, "0123456789") != "":
		r.remark(ruleReserved, uri.Warning, t.start, t.end)
	}
}

// readName reads the name and the qualifiers behind it: components up to the
// first dot, variants from there on.
func (r *reading) readName(ts tokens) {
	v := &r.view
	v.Name = upperEscapes(ts[0].text)
	r.part(ts[0], "name")
	for _, t := range ts[1:] {
		text := upperEscapes(t.text)
		switch {
		case t.separator == '.':
			v.Variants = append(v.Variants, text)
			r.part(t, "variant")
		case v.Variants == nil:
			v.Qualifiers = append(v.Qualifiers, text)
			r.part(t, "component")
		default: // section 3.2, step 9
			v.Variants[len(v.Variants)-1] += "/" + text
			r.part(t, "variant")
			r.remark(ruleVariant, uri.Forbid, t.start, t.end)
		}
	}
}

func (r *reading) part(t token, label string) {
	r.view.parts = scheme.AppendPart(r.view.parts, t.start, t.end, label)
}

func (r *reading) judgeCharacters(path string, start int) {
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '%':
			if decoded := pct.Decode(path[i : i+3]); nameChars.Has(decoded[0]) {
				r.remark(ruleEscape, uri.Info, start+i, start+i+3)
			}
			i += 2
		case !arkChars.Has(c):
			r.remark(ruleCharacter, uri.Forbid, start+i, start+i+1)
		}
	}
}

// upperEscapes returns s with the hex digits of escapes in upper case.
func upperEscapes(s string) string {
	b := []byte(s)
	for i := range b {
		if b[i] == '%' {
			copy(b[i:], strings.ToUpper(s[i:i+3]))
		}
	}
	return string(b)
}
