package ldap

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseDN(t *testing.T) {
	for _, x := range []struct {
		in, want string // want is String of what was read; the error, from its offset on, if it has a colon behind a number
		why      string
	}{
		{"", "", "RFC 4514 2.1: the root"},
		{"UID=jsmith,DC=example,DC=net", "UID=jsmith,DC=example,DC=net", "RFC 4514 4"},
		{"OU=Sales+CN=J.  Smith,DC=example,DC=net", "OU=Sales+CN=J.  Smith,DC=example,DC=net", "RFC 4514 4"},
		{`CN=James \"Jim\" Smith\, III,DC=example,DC=net`, `CN=James \"Jim\" Smith\, III,DC=example,DC=net`, "RFC 4514 4"},
		{`CN=Before\0dAfter,DC=example,DC=net`, `CN=Before\0DAfter,DC=example,DC=net`, "RFC 4514 4"},
		{"1.3.6.1.4.1.1466.0=#04024869", "1.3.6.1.4.1.1466.0=#04024869", "RFC 4514 4"},
		{`CN=Lu\C4\8Di\C4\87`, "CN=Lučić", "RFC 4514 4"},
		{`CN=Sam\ `, `CN=Sam\ `, "RFC 4514 appendix A"},
		{"CN=Kurt D.  Zeilenga,OU=Engineering,L=Redwood Shores,O=OpenLDAP Foundation,ST=California,C=US", "CN=Kurt D.  Zeilenga,OU=Engineering,L=Redwood Shores,O=OpenLDAP Foundation,ST=California,C=US", "RFC 4514 appendix A"},
		{`a=\\\"\#\+\,\;\<\=\>\ x`, `a=\\\"#\+\,\;\<=\> x`, "RFC 4514 2.4: every pair; few are needed"},
		{`a=#0a0B`, "a=#0A0B", "RFC 4514 3: hex digits in either case"},
		{`a=\#0a`, `a=\#0a`, "RFC 4514 2.4: a string"},
		{"a=\x01\x7f", `a=\01\7F`, "RFC 4514 3 has control characters; they are written as appendix A advises"},
		{"a=b=c", "a=b=c", "RFC 4514 3"},
		{" a = b + c = d , e = f ", "a=b+c=d,e=f", "RFC 2253 4: spaces"},
		{"a=b;c=d", "a=b,c=d", "RFC 2253 4: semicolons"},
		{`a="b,\"c\\;" , d=""`, `a=b\,\"c\\\;,d=`, "RFC 2253 4: quotation marks"},
		{"OID.1.2=b,oid.2.5.4.3=c", "1.2=b,2.5.4.3=c", "RFC 2253 4"},
		{"a=  ", "a=", "RFC 2253 4: nothing but spaces"},

		{"=", "0:type", "a type"},
		{"a_b=c", "1:equals", "RFC 4512 1.4: no underscore"},
		{"1=c", "0:type", "RFC 4512 1.4: one number is no numericoid"},
		{"1.02=c", "3:equals", "RFC 4512 1.4: no zero in front"},
		{"a=b,", "4:name", "a comma at the end"},
		{"a=b,,c=d", "4:type", "nothing between commas"},
		{"a=b+", "4:type", "a plus sign at the end"},
		{`a=b\`, "4:hex", "half an escape"},
		{`a=b\4`, "5:hex", "half an escape"},
		{`a=b\4x`, "5:hex", "no hex digit"},
		{"a=#", "3:hex", "RFC 4514 3: at least one octet"},
		{"a=#0", "4:hex", "half an octet"},
		{"a=#00x", "5:comma", "something behind the octets"},
		{`a="b`, "4:quotation", "no end"},
		{`a="b"c`, "5:comma", "something behind the end"},
		{`a=b"c`, "3:backslash", "RFC 4514 2.4"},
		{"a=<b>", "2:backslash", "RFC 4514 2.4"},
		{"a=\x00", "2:NUL", "RFC 4514 2.4"},
		{"a=\"\x00\"", "3:NUL", "RFC 4514 2.4"},
		{"a=\xff", "2:UTF-8", "RFC 4514 3"},
		{"a=\xed\xa0\x80", "2:UTF-8", "RFC 4512 1.4: no surrogates"},
	} {
		dn, err := ParseDN(x.in)
		checkSyntax(t, x.in, dn.String(), err, x.want, x.why)
	}
}

var errorAt = regexp.MustCompile(`^(\d+):(.+)$`)

// checkSyntax compares what a parser made of in, or its error, with want.
func checkSyntax(t *testing.T, in, got string, err error, want, why string) {
	t.Helper()
	m := errorAt.FindStringSubmatch(want)
	if m == nil {
		if err != nil || got != want {
			t.Errorf("%q is read as %q, %v; want %q (%s)", in, got, err, want, why)
		}
		return
	}
	var syntax *SyntaxError
	switch {
	case !errors.As(err, &syntax):
		t.Errorf("%q is read as %q; want an error %q (%s)", in, got, want, why)
	case !strings.Contains(err.Error(), "(byte "+m[1]+",") || !strings.Contains(err.Error(), m[2]):
		t.Errorf("%q: error %v; want %q (%s)", in, err, want, why)
	}
}

// The grammars below are about bytes, and package regexp is about characters:
// each byte is given to it as the character of its number.
func asLatin1(s string) string {
	runes := make([]rune, 0, len(s))
	for i := range len(s) {
		runes = append(runes, rune(s[i]))
	}
	return string(runes)
}

// Productions of RFC 4512, section 1.4.
const (
	slowHexpair = `[0-9A-Fa-f][0-9A-Fa-f]`
	slowNumber  = `(?:0|[1-9][0-9]*)`
	slowOID     = `(?:[A-Za-z][A-Za-z0-9-]*|` + slowNumber + `(?:\.` + slowNumber + `)+)`
)

// slowDN is the grammar of RFC 4514, section 3, as it stands there.
var slowDN = func() *regexp.Regexp {
	const (
		utfmb      = `(?:[\xC2-\xDF]U|\xE0[\xA0-\xBF]U|[\xE1-\xEC]UU|\xED[\x80-\x9F]U|[\xEE\xEF]UU|\xF0[\x90-\xBF]UU|[\xF1-\xF3]UUU|\xF4[\x80-\x8F]UU)`
		pair       = `\\(?:\\|["+,;<> #=]|` + slowHexpair + `)`
		leadchar   = `(?:[\x01-\x1F\x21\x24-\x2A\x2D-\x3A\x3D\x3F-\x5B\x5D-\x7F]|` + utfmb + `)`
		trailchar  = `(?:[\x01-\x1F\x21\x23-\x2A\x2D-\x3A\x3D\x3F-\x5B\x5D-\x7F]|` + utfmb + `)`
		stringchar = `(?:[\x01-\x21\x23-\x2A\x2D-\x3A\x3D\x3F-\x5B\x5D-\x7F]|` + utfmb + `)`
		str        = `(?:(?:` + leadchar + `|` + pair + `)(?:(?:` + stringchar + `|` + pair + `)*(?:` + trailchar + `|` + pair + `))?)?`
		ava        = slowOID + `=(?:#(?:` + slowHexpair + `)+|` + str + `)`
		rdn        = ava + `(?:\+` + ava + `)*`
	)
	grammar := `^(?:` + rdn + `(?:,` + rdn + `)*)?$`
	return regexp.MustCompile(strings.ReplaceAll(grammar, "U", `[\x80-\xBF]`))
}()

// FuzzDN: what RFC 4514 allows is read, and so is what String makes of it, as
// the same; what it does not allow is an error or noted as older.
func FuzzDN(f *testing.F) {
	for _, s := range []string{"", "UID=jsmith,DC=example", `OU=Sales+CN=J. \"S\"\, \20`, "1.2.3=#04024869", " a = \"b\" ; OID.1.0=", "a=\xff\\FF\x00", "a=\u00e9 \u20ac \U0001f600"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := parseDN(s)
		if ok := slowDN.MatchString(asLatin1(s)); ok != (p.err == nil && p.old < 0) {
			t.Fatalf("%q: the grammar says %v; error %v, older from %d on", s, ok, p.err, p.old)
		}
		if p.err != nil {
			if p.err.Offset > len(s) {
				t.Errorf("%q: an error at %d", s, p.err.Offset)
			}
			return
		}
		again := parseDN(p.dn.String())
		if again.err != nil || again.old >= 0 {
			t.Fatalf("%q is written as %q: %v, older from %d on", s, p.dn, again.err, again.old)
		}
		if diff := cmp.Diff(p.dn, again.dn); diff != "" {
			t.Errorf("%q is written as %q (-first +second):\n%s", s, p.dn, diff)
		}
	})
}
