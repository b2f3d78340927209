package geo

import "uriel.dev/uri/pct"

// shape takes two or three numbers between commas, and parameters: "geo:" is a
// word of running text, too.
func shape(text []byte) int {
	n := shapeNumber(text)
	count := 0
	for n > 0 && count < 2 && n < len(text) && text[n] == ',' {
		m := shapeNumber(text[n+1:])
		if m == 0 {
			break
		}
		n += 1 + m
		count++
	}
	if count == 0 {
		return 0
	}
	for n+1 < len(text) && text[n] == ';' && labelChars.Has(text[n+1]) {
		n += 1 + pct.Span(text[n+1:], paramChars.With("="))
	}
	return n
}

func shapeNumber(text []byte) int {
	n := 0
	if n < len(text) && text[n] == '-' {
		n++
	}
	whole := pct.Span(text[n:], digitChars)
	if whole == 0 {
		return 0
	}
	n += whole
	if n < len(text) && text[n] == '.' {
		if fraction := pct.Span(text[n+1:], digitChars); fraction > 0 {
			n += 1 + fraction
		}
	}
	return n
}

var digitChars = pct.SetOf(digits)
