package xmpp

import (
	"strings"

	"uriel.dev/uri/pct"
)

// shape takes a node and a domain in full: "xmpp:" is a word of running text,
// too. A resource and a query may follow.
func shape(text []byte) int {
	n := pct.Span(text, nodeChars)
	if n == 0 || n == len(text) || text[n] != '@' {
		return 0
	}
	host := pct.Span(text[n+1:], domainChars)
	domain := strings.TrimRight(string(text[n+1:n+1+host]), ".-")
	if dot := strings.IndexByte(domain, '.'); dot <= 0 {
		return 0
	}
	if n += 1 + len(domain); n < len(text) && text[n] == '/' {
		n += 1 + pct.Span(text[n+1:], resChars)
	}
	if n < len(text) && text[n] == '?' {
		if query := pct.Span(text[n+1:], queryChars); query > 0 {
			n += 1 + query
		}
	}
	return n
}

var (
	domainChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.%")
	queryChars  = escaped.With(";=")
)
