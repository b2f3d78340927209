package sip

import (
	"bytes"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// shape takes a user at a host of two labels or more: "sip:" is a word, and the
// name of an account in lists of them.
func shape(scheme string, text []byte) int {
	n := pct.Span(text, pct.Query.With("%"))
	text = bytes.TrimRight(text[:n], ".,;:!?'&")
	if bytes.Count(text, []byte(")")) > bytes.Count(text, []byte("(")) {
		text = bytes.TrimRight(text, ").,;:!?'&")
	}
	if bytes.HasPrefix(text, []byte("//")) {
		return 0
	}
	u, err := uri.Parse(scheme + string(text))
	if err != nil {
		return 0
	}
	if v, err := Parse(u); err != nil || v.User == nil || v.Password || !strings.Contains(v.Host, ".") {
		return 0
	}
	return len(text)
}
