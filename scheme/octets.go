package scheme

import (
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
func (o Octets) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(o)) {
		return json.Marshal(string(o))
	}
	return json.Marshal(struct {
		B64 string `json:"b64"`
	}{base64.StdEncoding.EncodeToString([]byte(o))})
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
