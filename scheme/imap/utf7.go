package imap

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// mutf7 is the base64 of modified UTF-7: with a comma for the slash, and without
// padding.
var mutf7 = base64.NewEncoding("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+,").WithPadding(base64.NoPadding).Strict()

// decodeUTF7 returns the name that s is the modified UTF-7 of (RFC 3501, section
// 5.1.3); ok reports whether s is some, and holds at least one character beyond
// ASCII.
func decodeUTF7(s string) (name string, ok bool) {
	var b strings.Builder
	for s != "" {
		before, rest, shifted := strings.Cut(s, "&")
		b.WriteString(before)
		if !shifted {
			break
		}
		code, after, ended := strings.Cut(rest, "-")
		switch text := decodeUTF16(code); {
		case !ended || code != "" && text == "":
			return "", false
		case code == "":
			b.WriteByte('&')
		default:
			b.WriteString(text)
			ok = true
		}
		s = after
	}
	return b.String(), ok
}

// decodeUTF16 returns the characters beyond printable ASCII that are encoded in
// code, "" if it is something else.
func decodeUTF16(code string) string {
	octets, err := mutf7.DecodeString(code)
	if err != nil || len(octets)%2 != 0 {
		return ""
	}
	units := make([]uint16, len(octets)/2)
	for i := range units {
		units[i] = uint16(octets[2*i])<<8 | uint16(octets[2*i+1])
	}
	text := string(utf16.Decode(units))
	if strings.ContainsFunc(text, func(c rune) bool { return c < 0x80 || c == '\uFFFD' }) {
		return ""
	}
	return text
}
