package page

import (
	"strings"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

// pointed is a text with a mark below some of its bytes.
type pointed struct {
	Before, At, After string
	Mark              string
}

// point marks length bytes of text from offset on, or the place itself when
// length is 0. A password is masked, and a long text is cut around the mark.
func point(text string, offset, length int) pointed {
	const around = 150
	text = mask(text)
	offset = min(max(offset, 0), len(text))
	end := min(offset+length, len(text))
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++ // the whole character that begins there
	}
	before, at, after := text[:offset], text[offset:end], text[end:]
	p := pointed{At: visible(at), After: visible(cut(after, around)), Mark: strings.Repeat("^", max(1, min(utf8.RuneCountInString(visible(at)), 40)))}
	if len(before) > around {
		before = "…" + strings.ToValidUTF8(before[len(before)-around:], "")
	}
	p.Before = visible(before)
	if p.At == "" {
		p.At = "\u00a0" // something to mark
	}
	return p
}

// encodeRest percent-encodes what cannot stand in a URI, as it is in UTF-8, and
// percent signs that begin no escape.
func encodeRest(text string) string {
	var b strings.Builder
	for i := range len(text) {
		c := text[i : i+1]
		if c == "%" && !isEscape(text[i:]) {
			b.WriteString("%25")
			continue
		}
		b.WriteString(pct.Encode(c, uriBytes))
	}
	return b.String()
}

func isEscape(s string) bool { return len(s) >= 3 && pct.Decode(s[:3]) != s[:3] }
