package dns

import (
	"strings"

	"uriel.dev/scheme"
)

// A nameError says what makes a text no name of the DNS, and at which octet.
type nameError struct {
	offset  int
	reason  string
	section string
}

// Sizes of RFC 1035, section 2.3.4.
const (
	maxLabel = 63
	maxName  = 255 // with one octet of length before each label, and before the root's
)

// parseName cuts a name into its labels, without their escapes (RFC 1035,
// section 5.1). Both "" and "." are the root, which has none.
func parseName(s string) ([]scheme.Octets, *nameError) {
	labels := []scheme.Octets{}
	if s == "." {
		return labels, nil
	}
	size := 1
	for i := 0; i < len(s); {
		label, end, err := parseLabel(s, i)
		if err != nil {
			return labels, err
		}
		if size += 1 + len(label); size > maxName {
			return labels, &nameError{i, "a name has 255 octets at most", "RFC 1035 2.3.4"}
		}
		labels = append(labels, label)
		i = end + len(".")
	}
	return labels, nil
}

// parseLabel reads the label that begins at start; end is that of its dot.
func parseLabel(s string, start int) (label scheme.Octets, end int, err *nameError) {
	var b []byte
	i := start
	for i < len(s) && s[i] != '.' {
		if s[i] != '\\' {
			b = append(b, s[i])
			i++
			continue
		}
		octet, n := unescape(s[i+1:])
		if n == 0 {
			return "", i, &nameError{i, `a backslash stands before a character or three digits up to 255`, "RFC 1035 5.1"}
		}
		b = append(b, octet)
		i += 1 + n
	}
	switch {
	case len(b) == 0:
		return "", i, &nameError{start, "a label is empty", "RFC 1035 2.3.4"}
	case len(b) > maxLabel:
		return "", i, &nameError{start, "a label has 63 octets at most", "RFC 1035 2.3.4"}
	}
	return scheme.Octets(b), i, nil
}

// unescape reads what stands behind a backslash, in n bytes; 0 if it is wrong.
func unescape(s string) (octet byte, n int) {
	switch {
	case s == "":
		return 0, 0
	case !isDigit(s[0]):
		return s[0], 1
	case len(s) < 3 || !isDigit(s[1]) || !isDigit(s[2]):
		return 0, 0
	}
	value := int(s[0]-'0')*100 + int(s[1]-'0')*10 + int(s[2]-'0')
	if value > 255 {
		return 0, 0
	}
	return byte(value), 3
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// formatName is the inverse of parseName: it escapes dots and backslashes
// within a label, and puts no dot behind the last.
func formatName(labels []scheme.Octets) string {
	escape := strings.NewReplacer(`.`, `\.`, `\`, `\\`)
	var escaped []string
	for _, label := range labels {
		escaped = append(escaped, escape.Replace(string(label)))
	}
	return strings.Join(escaped, ".")
}

// foldLabel returns a label in lower case, as names are compared: the letters
// of ASCII alone (RFC 4343, section 3).
func foldLabel(label scheme.Octets) scheme.Octets {
	b := []byte(label)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return scheme.Octets(b)
}
