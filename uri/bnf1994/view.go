package bnf1994

import (
	"strings"

	"uriel.dev/uri/pct"
)

// latin1 returns s decoded, its octets read as ISO Latin 1 (section 1.1.2 of
// the draft).
func latin1(s string) string {
	s = pct.Decode(s)
	var b strings.Builder
	b.Grow(len(s))
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

// readLatin1 sets what an octet outside US-ASCII means by ISO Latin 1, in the
// parts that have no parts, and in the whole. There only characters are
// decoded, not the controls from %80 to %9F, so that it can be shown.
func (v *Verdict) readLatin1(start int) {
	for i := range v.Parts {
		p := &v.Parts[i]
		if hasParts := i+1 < len(v.Parts) && v.Parts[i+1].Start < p.End; hasParts {
			continue
		}
		if octets := pct.Decode(v.Text(*p)); strings.IndexFunc(octets, isOutsideASCII) >= 0 {
			p.Octets = &Octets{[]byte(octets)}
			p.Latin1 = latin1(v.Text(*p))
		}
	}
	text, found := v.Input[start:], false
	var b strings.Builder
	for len(text) > 0 {
		if text[0] == '%' {
			if c := pct.Decode(text[:3])[0]; c >= 0xa0 {
				b.WriteRune(rune(c))
				text, found = text[3:], true
				continue
			}
		}
		b.WriteByte(text[0])
		text = text[1:]
	}
	if found {
		v.Latin1 = b.String()
	}
}

func isOutsideASCII(r rune) bool { return r > 0x7f }

// draftView returns what the parts mean, decoded by ISO Latin 1, by the names
// of their productions. A password is only said to be there.
func (v *Verdict) draftView() map[string]any {
	view := map[string]any{}
	var fields [][2]string // of a wpath
	for i, p := range v.Parts {
		text := v.Text(p)
		switch p.Production {
		case "password":
			view["password"] = true
		case "gopher+string":
			view["gopher+string"] = latin1(text)
			if view["search"] == nil {
				view["search"] = ""
			}
		case "user", "host", "port", "path", "ftptype", "group", "article", "database", "wtype", "hsoname", "version", "gtype",
			"addr-spec", "content-identifier":
			if fields == nil {
				view[p.Production] = latin1(text)
			}
		case "typecode":
			view["ftptype"] = text
		case "groupart":
			if text == "*" {
				view["groupart"] = text
			}
		case "attribute":
			attributes, _ := view["attributes"].([]string)
			view["attributes"] = append(attributes, text)
		case "selector":
			v.viewSelector(view, text)
		case "search":
			view["search"] = latin1(strings.ReplaceAll(text, "+", "%20"))
		case "mailtoaddress":
			view["addr-spec"] = latin1(text[len("mailto::"):])
		case "digits":
			switch v.Parts[0].Production {
			case "nntpaddress":
				view["digits"] = text
			case "waisaddress":
				if behind := v.Parts[i+1:]; len(behind) > 0 && behind[0].Production == "path" {
					fields = append(fields, [2]string{text, latin1(v.Text(behind[0]))})
				}
			}
		}
	}
	if fields != nil {
		view["wpath"] = fields
	}
	return view
}

// viewSelector parts a selector where the prose (1.2.3) does: at its tabs.
func (v *Verdict) viewSelector(view map[string]any, text string) {
	keys := [...]string{"selector", "search", "gopher+string"}
	for i, field := range strings.SplitN(text, "%09", 3) {
		view[keys[i]] = latin1(field)
	}
}
