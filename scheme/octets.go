package scheme

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Octets is a string of bytes that need not be text, such as a gopher selector.
// In JSON it is a string when it is valid UTF-8, and {"b64":"…"} otherwise.
type Octets string

// MarshalJSON implements [json.Marshaler].
func (o Octets) MarshalJSON() ([]byte, error) { return o.AppendJSON(nil), nil }

// AppendJSON appends the octets as JSON to b.
func (o Octets) AppendJSON(b []byte) []byte {
	switch {
	case isPlain(string(o)):
		return appendPlain(b, string(o))
	case utf8.ValidString(string(o)):
		return appendQuotedSlowly(b, string(o))
	}
	b = append(b, `{"b64":"`...)
	b = base64.StdEncoding.AppendEncode(b, []byte(o))
	return append(b, `"}`...)
}

// AppendQuoted appends s, which is UTF-8, as a string of JSON to b. "<", ">" and
// "&" stay as they are: it is not meant for HTML. Plain ASCII, as most of a URI
// is, takes a short way.
func AppendQuoted(b []byte, s string) []byte {
	if isPlain(s) {
		return appendPlain(b, s)
	}
	return appendQuotedSlowly(b, s)
}

func appendPlain(b []byte, s string) []byte {
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"')
}

func isPlain(s string) bool {
	for i := range len(s) {
		if !plain[s[i]] {
			return false
		}
	}
	return true
}

// plain are the bytes that stand for themselves in a string of JSON.
var plain = func() (set [256]bool) {
	for c := ' '; c < utf8.RuneSelf; c++ {
		set[c] = c != '"' && c != '\\'
	}
	return set
}()

func appendQuotedSlowly(b []byte, s string) []byte {
	buf := bytes.NewBuffer(b)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	enc.Encode(s) //nolint:errcheck // a string can be encoded, and a buffer written to
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// Escaped returns the octets in printable ASCII, with escapes as in C: \t, \r,
// \n, \\ and \xHH, always of two digits. So is shown what goes over a wire.
func (o Octets) Escaped() string {
	var b strings.Builder
	for i := range len(o) {
		switch c := o[i]; {
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\\':
			b.WriteString(`\\`)
		case c < ' ' || c > '~':
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
