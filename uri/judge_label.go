package uri

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What Judge remarks about labels of internationalised names.
var (
	ruleALabel = newRule("a-label", "RFC 5890 2.3.2.1", "label in Punycode", "",
		"A label that begins with xn-- is the spelling for the DNS of a label in other characters. The remark shows those.")
	ruleBadALabel = newRule("bad-a-label", "RFC 5890 2.3.2.1", "label that is no Punycode of a name", "",
		"What stands behind xn-- has to be Punycode (RFC 3492) of a label that internationalised names may have. No other is found by a look-up, and programs show it in different ways.")
	ruleMixedScript = newRule("mixed-script", "UTS 39 5.2", "letters of several scripts in one label", "",
		"Many letters of one script look like letters of another: the Cyrillic а and the Latin a. A label that mixes scripts may be made to look like the name of somebody else. Han with the syllabaries of Japanese, with Bopomofo or with Hangul is one way of writing, also beside Latin.")
)

// aLabel shows what stands behind "xn--", or says that nothing does.
func (j *judge) aLabel(label string, start int) {
	end := start + len(label)
	decoded, ok := decodePunycode(strings.ToLower(label[len("xn--"):]))
	if !ok || !mayBeULabel(decoded) {
		j.remark(ruleBadALabel, Warning, start, end)
		return
	}
	j.remarkSaying(ruleALabel, Info, start, end, fmt.Sprintf("%s is %q", label, decoded))
	j.scripts(decoded, start, end)
}

// mayBeULabel reports whether a label can be the decoded form of an A-label: it
// is not ASCII alone, and holds no capitals and nothing invisible but the two
// joiners, which some scripts need (RFC 5892, appendix A).
func mayBeULabel(label string) bool {
	other := false
	for _, r := range label {
		const zwnj, zwj = '\u200c', '\u200d'
		if r != zwnj && r != zwj && !unicode.IsPrint(r) || r == ' ' || unicode.IsUpper(r) {
			return false
		}
		other = other || r >= utf8.RuneSelf
	}
	return other
}

// decodePunycode decodes what stands behind the prefix of an A-label (RFC 3492,
// section 6.2). s is ASCII without capitals, of at most 59 bytes: it takes
// quadratic time.
func decodePunycode(s string) (string, bool) {
	const base, initialBias, initialN = 36, 72, 0x80
	var out []rune
	if b := strings.LastIndexByte(s, '-'); b > 0 {
		out, s = []rune(s[:b]), s[b+1:]
	}
	n, i, bias := rune(initialN), int64(0), int64(initialBias)
	for first := true; s != ""; first = false {
		before, weight := i, int64(1)
		for k := int64(base); ; k += base {
			if s == "" {
				return "", false
			}
			digit, ok := punycodeDigit(s[0])
			s = s[1:]
			i += digit * weight
			// A delta beyond the last code point is an error, and a label is
			// short: so nothing here overflows.
			if !ok || i > (unicode.MaxRune+1)*int64(len(out)+1) {
				return "", false
			}
			t := min(max(k-bias, 1), 26)
			if digit < t {
				break
			}
			weight = min(weight*(base-t), 1<<40)
		}
		size := int64(len(out) + 1)
		bias = adaptBias(i-before, size, first)
		n += rune(i / size)
		i %= size
		if !utf8.ValidRune(n) {
			return "", false
		}
		out = append(out, 0)
		copy(out[i+1:], out[i:])
		out[i] = n
		i++
	}
	return string(out), true
}

// adaptBias is RFC 3492, section 6.1.
func adaptBias(delta, points int64, first bool) int64 {
	const base, tMin, tMax, skew, damp = 36, 1, 26, 38, 700
	if first {
		delta /= damp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := int64(0)
	for ; delta > (base-tMin)*tMax/2; k += base {
		delta /= base - tMin
	}
	return k + (base-tMin+1)*delta/(delta+skew)
}

func punycodeDigit(c byte) (int64, bool) {
	switch {
	case 'a' <= c && c <= 'z':
		return int64(c - 'a'), true
	case '0' <= c && c <= '9':
		return int64(c-'0') + 26, true
	default:
		return 0, false
	}
}

// scripts remarks a label, decoded, whose letters are of several scripts that
// are not written together.
func (j *judge) scripts(label string, start, end int) {
	var seen scriptSet
	var names []string
	for _, r := range label {
		if k := scriptOf(r); k >= 0 && seen&(1<<k) == 0 {
			seen |= 1 << k
			names = append(names, scripts[k].name)
		}
	}
	if len(names) < 2 || seen&^japanese == 0 || seen&^korean == 0 || seen&^chinese == 0 {
		return
	}
	j.remarkSaying(ruleMixedScript, Warning, start, end, strings.Join(names, ", "))
}

// A scriptSet has a bit for each row of scripts.
type scriptSet uint64

// What is written together (UTS 39, section 5.2, "highly restrictive").
var (
	latinHan = setOf("Latin", "Han")
	japanese = latinHan | setOf("Hiragana", "Katakana")
	korean   = latinHan | setOf("Hangul")
	chinese  = latinHan | setOf("Bopomofo")
)

// scripts are those that Unicode recommends for identifiers (UAX 31, table 5),
// and in the end all others.
var scripts = [...]struct {
	name  string
	table *unicode.RangeTable
}{
	{"Latin", unicode.Latin}, {"Cyrillic", unicode.Cyrillic}, {"Greek", unicode.Greek}, {"Han", unicode.Han},
	{"Hiragana", unicode.Hiragana}, {"Katakana", unicode.Katakana}, {"Hangul", unicode.Hangul}, {"Bopomofo", unicode.Bopomofo},
	{"Arabic", unicode.Arabic}, {"Hebrew", unicode.Hebrew}, {"Armenian", unicode.Armenian}, {"Georgian", unicode.Georgian},
	{"Devanagari", unicode.Devanagari}, {"Bengali", unicode.Bengali}, {"Gurmukhi", unicode.Gurmukhi}, {"Gujarati", unicode.Gujarati},
	{"Oriya", unicode.Oriya}, {"Tamil", unicode.Tamil}, {"Telugu", unicode.Telugu}, {"Kannada", unicode.Kannada},
	{"Malayalam", unicode.Malayalam}, {"Sinhala", unicode.Sinhala}, {"Thai", unicode.Thai}, {"Lao", unicode.Lao},
	{"Khmer", unicode.Khmer}, {"Myanmar", unicode.Myanmar}, {"Tibetan", unicode.Tibetan}, {"Ethiopic", unicode.Ethiopic},
	{"Thaana", unicode.Thaana}, {"another script", nil},
}

func setOf(names ...string) (set scriptSet) {
	for k, s := range scripts {
		for _, name := range names {
			if s.name == name {
				set |= 1 << k
			}
		}
	}
	return set
}

// scriptOf returns the row of scripts that r is of, or -1 for what is common to
// several, such as digits.
func scriptOf(r rune) int {
	if r < utf8.RuneSelf {
		if classes[byte(r)]&alpha != 0 {
			return 0 // Latin
		}
		return -1
	}
	if unicode.In(r, unicode.Common, unicode.Inherited) {
		return -1
	}
	others := len(scripts) - 1
	for k := range others {
		if unicode.Is(scripts[k].table, r) {
			return k
		}
	}
	return others
}
