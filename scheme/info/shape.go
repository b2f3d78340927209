package info

import (
	"bytes"
	"strings"

	"uriel.dev/uri/pct"
)

// shape takes (file) with or without a node, file#node, and an identifier of a
// namespace that is registered. "info:" is a word of running text, and info:/x
// ends the line of a user called info in a file of passwords, so that neither a
// file alone nor /file/node is taken.
func shape(text []byte) int {
	if inner, ok := bytes.CutPrefix(text, []byte("(")); ok {
		n := name(inner)
		if n < 2 || n == len(inner) || inner[n] != ')' {
			return 0
		}
		n += len("()")
		return n + rest(text[n:])
	}
	n := name(text)
	if n < 2 || n == len(text) {
		return 0
	}
	switch tail := text[n+1:]; {
	case text[n] == '#' && len(tail) > 0 && tail[0] != '#':
	case text[n] == '/' && isRegistered(strings.ToLower(string(text[:n]))):
	default:
		return 0
	}
	if more := rest(text[n:]); more > 1 {
		return n + more
	}
	return 0
}

// name returns how long the name at the start of text is, of a document or a
// namespace: a letter, and letters, digits, "+", "-", "." or "_".
func name(text []byte) int {
	if len(text) == 0 || !strings.Contains(letters, string(text[:1])) {
		return 0
	}
	n := 1
	for n < len(text) && strings.IndexByte(letters+digits+"+-._", text[n]) >= 0 {
		n++
	}
	return n
}

// rest returns how much of text can be the end of a URI: characters of its path
// and fragment, with whole escapes and one "#".
func rest(text []byte) int {
	n, hash := 0, false
	for n < len(text) {
		switch c := text[n]; {
		case c == '%' && n+2 < len(text) && len(pct.Decode(string(text[n:n+3]))) == 1:
			n += len("%41")
		case c == '#' && !hash:
			hash = true
			n++
		case pct.Path.Has(c) || hash && c == '?':
			n++
		default:
			return n
		}
	}
	return n
}
