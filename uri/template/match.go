package template

import (
	"regexp"
	"slices"
	"strings"

	"uriel.dev/uri/pct"
)

// Match returns values with which t expands to s, the inverse of Expand, and
// whether there are any.
//
// Section 1.4 of RFC 6570 warns that this "only works well if the template
// expressions are delimited" by the ends of the URI or by characters that cannot
// be part of the expansion. So Match reports false if s can be parted between
// literals and expressions in more than one way: {a}{b} never matches "xy",
// {file}{.type} matches "x" but not "x.y", and /{a}-{b} matches "/x-y" but not
// "/x-y-z". It is true only if Expand gives s for the values; they are not always
// those that s was made of:
//
//   - a {x} where nothing stands is the empty String, and of {x,y} those that stand
//     last are undefined if there are too few texts; so are {x*} and all variables
//     of other operators where nothing stands;
//   - a text with commas is a List, an associative array that was not exploded
//     being no different; so is what {x*} took, or Pairs if "=" stands in it. An
//     "=" or a comma behind {+x} or {#x} is part of the text;
//   - {x:3} gives the prefix, unless the whole value stands elsewhere;
//   - a "." between the values of {.x,y} is no part of them.
//
// s is compared as Expand writes: hex digits in upper case, no escapes of
// unreserved characters, all others but unreserved escaped in a value. The first
// two are so in the normal form of a URI. The time is linear in the length of
// s, times the size of t; a template of more than 256 variables or 64 KiB matches
// nothing.
func (t Template) Match(s string) (Values, bool) {
	if t.text == "" {
		return Values{}, s == ""
	}
	readings := t.readings()
	if readings[0] == nil {
		return nil, false
	}
	m := readings[0].FindStringSubmatchIndex(s)
	if m == nil || !slices.Equal(m, readings[1].FindStringSubmatchIndex(s)) {
		return nil, false
	}
	r := reader{values: Values{}, prefixes: map[string]int{}}
	for _, p := range t.parts {
		if p.expression == nil {
			continue
		}
		m = m[2:]
		if !r.expression(p.expression, s[m[0]:m[1]]) {
			return nil, false
		}
	}
	if back, err := t.Expand(r.values); err != nil || back != s {
		return nil, false
	}
	return r.values, true
}

// compile returns two expressions for the same texts, each with a group for each
// expression of the template. One gives as much as it can to the groups, from
// left to right, the other as little. If they agree on the first group there is
// no other length that it could have, and so on: then there is one reading only.
// Both are nil if the template is too large.
func compile(t Template) (readings [2]*regexp.Regexp) {
	variables := 0
	for _, p := range t.parts {
		if p.expression != nil {
			variables += len(p.specs)
		}
	}
	if variables > maxVariables || len(t.text) > maxLen {
		return readings
	}
	for i, lazy := range []string{"", "?"} {
		var b strings.Builder
		b.WriteString(`\A`)
		for _, p := range t.parts {
			if p.expression == nil {
				b.WriteString(regexp.QuoteMeta(p.literal))
			} else {
				b.WriteString("(" + p.pattern(lazy) + ")")
			}
		}
		b.WriteString(`\z`)
		readings[i] = regexp.MustCompile(b.String())
	}
	return readings
}

// Limits that keep the regular expressions of a foreign template small.
const (
	maxVariables = 256
	maxLen       = 64 << 10
)

const (
	valuePattern    = `(?:[A-Za-z0-9\-._~,]|%[0-9A-F]{2})*`
	memberPattern   = `(?:[A-Za-z0-9\-._~,=]|%[0-9A-F]{2})*`
	reservedPattern = `(?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*`
)

// pattern returns a regular expression for all that e may expand to, and a little
// more. lazy is "?" if its repetitions are to take as little as they can.
func (e *expression) pattern(lazy string) string {
	switch {
	case e.reserved && e.first == "":
		return reservedPattern + lazy
	case e.reserved:
		return "(?:" + e.first + reservedPattern + lazy + ")?" + lazy
	case e.first == "" && slices.ContainsFunc(e.specs, func(s varspec) bool { return s.explode }):
		return memberPattern + lazy
	case e.first == "":
		return valuePattern + lazy
	}
	var b strings.Builder
	for _, spec := range e.specs {
		b.WriteString("(?:[" + e.first + e.sep + "]")
		switch {
		case spec.explode:
			b.WriteString(memberPattern + lazy + ")*" + lazy)
		case e.named:
			b.WriteString(regexp.QuoteMeta(spec.name) + "(?:=" + valuePattern + lazy + ")?" + lazy + ")?" + lazy)
		default:
			b.WriteString(valuePattern + lazy + ")?" + lazy)
		}
	}
	return b.String()
}

// A reader gathers values. Those that are prefixes have their length in prefixes.
type reader struct {
	values   Values
	prefixes map[string]int
}

// expression reads the text that e was expanded to. It may let pass what is wrong:
// Match expands the values again.
func (r *reader) expression(e *expression, text string) bool {
	if text == "" && (e.first != "" || e.specs[0].explode) {
		return true
	}
	text = text[len(e.first):]
	pieces := []string{text}
	if len(e.specs) > 1 || e.specs[0].explode {
		pieces = strings.Split(text, e.sep)
	}
	if e.named {
		pieces = r.named(e, pieces)
	} else {
		pieces = r.ordered(e, pieces)
	}
	return len(pieces) == 0
}

// named gives the pieces, each a name and a value, to the variables of these
// names, and returns those that are left.
func (r *reader) named(e *expression, pieces []string) []string {
	for i, spec := range e.specs {
		n := 0
		for n < len(pieces) {
			name, _, _ := strings.Cut(pieces[n], "=")
			isNext := slices.ContainsFunc(e.specs[i+1:], func(s varspec) bool { return s.name == name })
			if !spec.explode && (n > 0 || name != spec.name) || spec.explode && isNext {
				break
			}
			n++
		}
		switch {
		case n == 0:
		case spec.explode:
			r.set(spec, e.exploded(spec, pieces[:n]))
		default:
			_, text, _ := strings.Cut(pieces[0], "=")
			r.set(spec, e.value(spec, text))
		}
		pieces = pieces[n:]
	}
	return pieces
}

// ordered gives one piece to each variable, and the surplus to the first that is
// exploded. It returns those that are left.
func (r *reader) ordered(e *expression, pieces []string) []string {
	surplus := max(0, len(pieces)-len(e.specs))
	for _, spec := range e.specs {
		switch {
		case len(pieces) == 0:
			return nil
		case spec.explode:
			r.set(spec, e.exploded(spec, pieces[:1+surplus]))
			pieces = pieces[1+surplus:]
			surplus = 0
		default:
			r.set(spec, e.value(spec, pieces[0]))
			pieces = pieces[1:]
		}
	}
	return pieces
}

// set sets a variable unless as much or more of its value is known.
func (r *reader) set(spec varspec, v Value) {
	if _, known := r.values[spec.name]; known {
		length := r.prefixes[spec.name]
		if length == 0 || 0 < spec.prefix && spec.prefix <= length {
			return
		}
	}
	r.values[spec.name], r.prefixes[spec.name] = v, spec.prefix
}

// value reads the value of a variable that is not exploded.
func (e *expression) value(spec varspec, text string) Value {
	if e.reserved || spec.prefix > 0 || !strings.Contains(text, ",") {
		return String(e.decode(text))
	}
	var out List
	for member := range strings.SplitSeq(text, ",") {
		out = append(out, e.decode(member))
	}
	return out
}

// exploded reads the members of an exploded variable.
func (e *expression) exploded(spec varspec, pieces []string) Value {
	var list List
	var pairs Pairs
	isPairs := false
	for _, piece := range pieces {
		name, value, found := strings.Cut(piece, "=")
		pairs = append(pairs, Pair{e.decode(name), e.decode(value)})
		if e.named {
			isPairs = isPairs || name != spec.name
			list = append(list, e.decode(value))
		} else {
			isPairs = isPairs || found && !e.reserved
			list = append(list, e.decode(piece))
		}
	}
	if isPairs {
		return pairs
	}
	return list
}

// decode returns what encode has encoded.
func (o *operator) decode(s string) string {
	if !o.reserved {
		return pct.Decode(s)
	}
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i])
		triplet := s[i : i+len("%HH")]
		if octet := pct.Decode(triplet); octet != "%" && pct.Encode(octet, reserved) == triplet {
			triplet = octet
		}
		b.WriteString(triplet)
		s = s[i+len("%HH"):]
	}
}
