package ldap

import (
	"slices"
	"strings"
)

// oidLen returns how many bytes at the start of s are an oid, 0 if there is
// none (RFC 4512, section 1.4):
//
//	oid        = descr / numericoid
//	descr      = ALPHA *( ALPHA / DIGIT / "-" )
//	numericoid = number 1*( "." number )
//	number     = "0" / %x31-39 *DIGIT
func oidLen(s string) int {
	if s == "" || !isDigit(s[0]) {
		return descrLen(s)
	}
	first := numberLen(s)
	n := first
	for n < len(s) && s[n] == '.' {
		more := numberLen(s[n+1:])
		if more == 0 {
			break
		}
		n += len(".") + more
	}
	if n == first {
		return 0
	}
	return n
}

func descrLen(s string) int {
	if s == "" || !isAlpha(s[0]) {
		return 0
	}
	return keycharsLen(s)
}

func numberLen(s string) (n int) {
	if s != "" && s[0] == '0' {
		return 1
	}
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

func keycharsLen(s string) (n int) {
	for n < len(s) && (isAlpha(s[n]) || isDigit(s[n]) || s[n] == '-') {
		n++
	}
	return n
}

func isAlpha(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isOID reports whether the whole of s is an oid.
func isOID(s string) bool { return s != "" && oidLen(s) == len(s) }

// descriptionLen returns how many bytes at the start of s are an attribute
// description, 0 if there is none (RFC 4512, section 2.5):
//
//	attributedescription = oid *( ";" 1*( ALPHA / DIGIT / "-" ) )
func descriptionLen(s string) int {
	n := oidLen(s)
	for n > 0 && n < len(s) && s[n] == ';' {
		option := keycharsLen(s[n+1:])
		if option == 0 {
			break
		}
		n += len(";") + option
	}
	return n
}

// isSelector reports whether s can be asked for as an attribute: an attribute
// description, "*" for all user attributes or "1.1" for none (RFC 4511, section
// 4.5.1.8), "+" for all operational attributes (RFC 3673), or "@" and the name
// of an object class for its attributes (RFC 4529).
func isSelector(s string) bool {
	s, class := strings.CutPrefix(s, "@")
	if !class && (s == "*" || s == "+") {
		return true
	}
	return s != "" && descriptionLen(s) == len(s)
}

// foldDescription returns an attribute description as all that are equivalent
// to it are folded: type and options are compared without regard to case, and
// options are a set (RFC 4512, section 2.5).
func foldDescription(s string) string {
	s = strings.ToLower(s)
	if !strings.Contains(s, ";") {
		return s
	}
	parts := strings.Split(s, ";")
	slices.Sort(parts[1:])
	return strings.Join(slices.Compact(parts), ";")
}
