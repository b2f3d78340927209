package tel

import (
	"bytes"

	"uriel.dev/uri/pct"
)

// leastDigits is how many digits a global number in running text has at least.
// No number is too short for RFC 3966; but "Tel: " is a word of text, and what
// follows it often a number with spaces, of which the first part is no number.
const leastDigits = 5

// shape takes a global number, or a local one with its context.
func shape(text []byte) int {
	n, number := 0, 0
	isGlobal := bytes.HasPrefix(text, []byte("+"))
	if isGlobal {
		n = 1
	}
	last := n
	for ; n < len(text) && bytes.IndexByte([]byte(digits+separators), text[n]) >= 0; n++ {
		if text[n] >= '0' {
			number++
			last = n + 1
		}
	}
	end, hasContext := shapeParams(text, last)
	if number == 0 || isGlobal && number < leastDigits || !isGlobal && !hasContext {
		return 0
	}
	return end
}

// shapeParams takes the parameters from byte n on, and returns where they end.
func shapeParams(text []byte, n int) (end int, hasContext bool) {
	for n < len(text) && text[n] == ';' {
		name := pct.Span(text[n+1:], nameChars)
		at := n + 1 + name
		value := 0
		if at < len(text) && text[at] == '=' {
			at++
			value = pct.Span(text[at:], paramChars)
		}
		if name == 0 || text[at-1] == '=' && value == 0 {
			break
		}
		hasContext = hasContext || value > 0 && bytes.EqualFold(text[n+1:n+1+name], []byte(phoneContext))
		n = at + value
	}
	return n, hasContext
}

// shapeSMS takes numbers as shape does, between commas, and fields.
func shapeSMS(text []byte) int {
	n := shape(text)
	if n == 0 {
		return 0
	}
	for n < len(text) && text[n] == ',' {
		next := shape(text[n+1:])
		if next == 0 {
			return n
		}
		n += 1 + next
	}
	if n < len(text) && text[n] == '?' {
		if m := pct.Span(text[n+1:], fieldChars); m > 0 {
			n += 1 + m
		}
	}
	return n
}

var fieldChars = pct.Unreserved.With("%=&")
