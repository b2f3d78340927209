package find

import (
	"strings"

	"uriel.dev/uri"
)

// Reference returns the reference that a marked place holds, such as an href or
// the target of a link: relative or not, without the blanks around it and the line
// breaks and tabs within, and with what RFC 3986 has no place for percent-encoded,
// as in [Match].URI. It reports false for the empty text, which is a reference to
// the document itself and not to be found, and for what is none even so. It
// allocates if the text has to be changed.
func Reference(text string) (uri.URI, bool) {
	if u, err := uri.Parse(text); err == nil && text != "" {
		return u, true
	}
	text = strings.Trim(text, " \t\r\n\f")
	if strings.ContainsAny(text, "\t\r\n") {
		text = strings.NewReplacer("\t", "", "\r", "", "\n", "").Replace(text)
	}
	if text == "" {
		return uri.URI{}, false
	}
	if u, err := uri.Parse(text); err == nil {
		return u, true
	}
	u, err := uri.Parse(string(encode([]byte(text), true)))
	return u, err == nil
}
