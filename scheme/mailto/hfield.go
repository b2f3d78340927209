package mailto

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// An HField is a header field of the message, or its body: the name as it is
// written, which is compared without regard to case, and the value. In JSON it
// is an array of the two.
type HField struct{ Name, Value scheme.Octets }

// MarshalJSON implements [json.Marshaler].
func (h HField) MarshalJSON() ([]byte, error) {
	b := append(h.Name.AppendJSON([]byte{'['}), ',')
	return append(h.Value.AppendJSON(b), ']'), nil
}

// is reports whether h has the name, which is in lower case.
func (h HField) is(name string) bool { return strings.EqualFold(string(h.Name), name) }

func (h HField) label() string {
	if h.is("body") {
		return "body"
	}
	return "header field " + h.Name.Escaped()
}

// badName returns the first octet that no name of a field has (RFC 5322, section
// 3.6.8: ftext), or -1.
func (h HField) badName() int {
	for i := range len(h.Name) {
		if c := h.Name[i]; c <= ' ' || c > '~' || c == ':' {
			return i
		}
	}
	return -1
}

// badLineBreak returns the first octet of the value that breaks a line as it may
// not, or -1, and the rule against it. A body has lines; in another value a line
// break must fold, that is, go on with white space (RFC 5322, section 2.2.3).
func (h HField) badLineBreak() (int, uri.Rule) {
	value := string(h.Value)
	if h.is("body") {
		return strings.IndexAny(strings.ReplaceAll(value, "\r\n", "  "), "\r\n"), ruleBodyLineBreak
	}
	for _, fold := range [...]string{"\r\n ", "\r\n\t"} {
		value = strings.ReplaceAll(value, fold, "   ")
	}
	return strings.IndexAny(value, "\r\n"), ruleLineBreak
}

// check says why h cannot be written into a URI.
func (h HField) check() error {
	if h.Name == "" {
		return errors.New("mailto: a header field without a name")
	}
	if h.badName() >= 0 {
		return fmt.Errorf("mailto: %q is no name of a header field", string(h.Name))
	}
	if i, rule := h.badLineBreak(); i >= 0 {
		return fmt.Errorf("mailto: %s: %s", h.label(), rule.Title)
	}
	return nil
}
