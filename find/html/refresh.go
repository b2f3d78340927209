package html

import (
	"bytes"

	"uriel.dev/find/internal/decoded"
)

// isRefreshBehind reports whether the <meta> turns out to be a refresh behind the
// content that was just read. The values of both are short.
func (l *lexer) isRefreshBehind() bool {
	const most = 64 // bytes that are looked at
	start, end := l.text.Range(0, len(l.text.Bytes))
	if end-start > decoded.Limit-most {
		return false
	}
	rest, _, _ := bytes.Cut(l.Peek(end, most), []byte(">"))
	rest = bytes.ToLower(rest)
	return bytes.Contains(rest, []byte("http-equiv")) && bytes.Contains(rest, []byte("refresh"))
}

// refreshed returns where in the content of a refresh the reference stands: behind a
// number, a semicolon or comma, and "url=" (HTML Standard, section 4.2.5.3, "shared
// declarative refresh steps").
func refreshed(b []byte) (i, j int) {
	space := func(i int) int {
		for i < len(b) && decoded.IsSpace(int(b[i])) {
			i++
		}
		return i
	}
	i = space(0)
	for i < len(b) && ('0' <= b[i] && b[i] <= '9' || b[i] == '.') {
		i++
	}
	i = space(i)
	if i == len(b) || b[i] != ';' && b[i] != ',' {
		return 0, 0
	}
	i = space(i + 1)
	if k := i + len("url"); k <= len(b) && bytes.EqualFold(b[i:k], []byte("url")) {
		if k = space(k); k < len(b) && b[k] == '=' {
			i = space(k + 1)
		}
	}
	j = len(b)
	if i < j && (b[i] == '"' || b[i] == '\'') {
		quote := b[i]
		i++
		if n := bytes.IndexByte(b[i:], quote); n >= 0 {
			j = i + n
		}
	}
	return i, j
}
