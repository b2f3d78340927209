package ldap

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
)

func TestParseFilter(t *testing.T) {
	type octets = []scheme.Octets
	for _, x := range []struct {
		in   string
		want Filter
		why  string
	}{
		{"(cn=Babs Jensen)", Simple{"cn", Equal, "Babs Jensen"}, "RFC 4515 4"},
		{"(!(cn=Tim Howes))", Not{Simple{"cn", Equal, "Tim Howes"}}, "RFC 4515 4"},
		{"(&(objectClass=Person)(|(sn=Jensen)(cn=Babs J*)))", And{
			Simple{"objectClass", Equal, "Person"}, Or{Simple{"sn", Equal, "Jensen"}, Substring{"cn", "Babs J", octets{}, ""}}}, "RFC 4515 4"},
		{"(o=univ*of*mich*)", Substring{"o", "univ", octets{"of", "mich"}, ""}, "RFC 4515 4"},
		{"(seeAlso=)", Simple{"seeAlso", Equal, ""}, "RFC 4515 4"},
		{"(cn:caseExactMatch:=Fred Flintstone)", Extensible{"cn", false, "caseExactMatch", "Fred Flintstone"}, "RFC 4515 4"},
		{"(cn:=Betty Rubble)", Extensible{"cn", false, "", "Betty Rubble"}, "RFC 4515 4"},
		{"(sn:dn:2.4.6.8.10:=Barney Rubble)", Extensible{"sn", true, "2.4.6.8.10", "Barney Rubble"}, "RFC 4515 4"},
		{"(o:dn:=Ace Industry)", Extensible{"o", true, "", "Ace Industry"}, "RFC 4515 4"},
		{"(:1.2.3:=Wilma Flintstone)", Extensible{"", false, "1.2.3", "Wilma Flintstone"}, "RFC 4515 4"},
		{"(:DN:2.4.6.8.10:=Dino)", Extensible{"", true, "2.4.6.8.10", "Dino"}, "RFC 4515 4: the flag in any case"},
		{`(o=Parens R Us \28for all your parenthetical needs\29)`, Simple{"o", Equal, "Parens R Us (for all your parenthetical needs)"}, "RFC 4515 4"},
		{`(cn=*\2A*)`, Substring{"cn", "", octets{"*"}, ""}, "RFC 4515 4"},
		{`(filename=C:\5cMyFile)`, Simple{"filename", Equal, `C:\MyFile`}, "RFC 4515 4"},
		{`(bin=\00\00\00\04)`, Simple{"bin", Equal, "\x00\x00\x00\x04"}, "RFC 4515 4"},
		{`(sn=Lu\c4\8di\c4\87)`, Simple{"sn", Equal, "Lučić"}, "RFC 4515 4"},
		{`(1.3.6.1.4.1.1466.0=\04\02\48\69)`, Simple{"1.3.6.1.4.1.1466.0", Equal, "\x04\x02Hi"}, "RFC 4515 4"},
		{"(cn=*)", Present{"cn"}, "RFC 4515 3: presence alone"},
		{"(cn=**)", Substring{"cn", "", octets{""}, ""}, "RFC 4515 3: any may be empty"},
		{"(cn=a*b)", Substring{"cn", "a", octets{}, "b"}, "RFC 4515 3"},
		{"(cn~=a)", Simple{"cn", Approx, "a"}, "RFC 4515 3"},
		{"(cn>=a=b)", Simple{"cn", GreaterOrEqual, "a=b"}, "RFC 4515 3"},
		{"(cn;lang-en<=a)", Simple{"cn;lang-en", LessOrEqual, "a"}, "RFC 4515 3, RFC 4512 2.5"},
		{"(cn:dn:dn:=a)", Extensible{"cn", true, "dn", "a"}, "RFC 4515 3: a flag and a rule of its name"},
		{"(cn= \xff )", Simple{"cn", Equal, " \xff "}, "RFC 4515 3: what is not UTF-8; spaces are of the value"},
		{"(&)", And(nil), "RFC 4526"},
		{"(|)", Or(nil), "RFC 4526"},
	} {
		f, err := ParseFilter(x.in)
		if err != nil {
			t.Errorf("%q: %v (%s)", x.in, err, x.why)
			continue
		}
		if diff := cmp.Diff(x.want, f); diff != "" {
			t.Errorf("%q (-want +got):\n%s(%s)", x.in, diff, x.why)
		}
		if again, err := ParseFilter(f.String()); err != nil || !cmp.Equal(f, again) {
			t.Errorf("%q is written as %q: %v", x.in, f, err)
		}
	}
}

func TestParseFilterErrors(t *testing.T) {
	deep := strings.Repeat("(!", MaxFilterDepth)
	for _, x := range []struct{ in, want, why string }{
		{"", "0:parenthesis", "nothing"},
		{"cn=a", "0:parenthesis", "no parentheses"},
		{"(cn=a", "5:closing", "no end"},
		{"(cn=a)x", "6:behind", "more than a filter"},
		{"(cn=a))", "6:behind", "more than a filter"},
		{"()", "1:attribute", "nothing in it"},
		{"(&(a=b) (c=d))", "7:closing", "a space between filters"},
		{"(!)", "2:parenthesis", "not needs a filter"},
		{"(!(a=b)(c=d))", "7:closing", "not has one filter"},
		{"(cn)", "3:stands behind an attribute", "no comparison"},
		{"(cn =a)", "3:stands behind an attribute", "a space before the sign"},
		{"(cn;=a)", "3:stands behind an attribute", "an empty option"},
		{"(c_n=a)", "2:stands behind an attribute", "RFC 4512 1.4"},
		{"(1=a)", "1:attribute", "RFC 4512 1.4"},
		{"(cn>a)", "3:stands behind an attribute", "no sign of RFC 4515"},
		{"(cn=a(b)", "5:in a value", "a parenthesis"},
		{"(cn=a\x00b)", "5:NUL", "a NUL"},
		{`(cn=\)`, "5:hex", "half an escape"},
		{`(cn=\2)`, "6:hex", "half an escape"},
		{"(cn>=a*)", "6:such a value", "no substrings but of equality"},
		{"(cn:x:=a*)", "8:such a value", "no substrings but of equality"},
		{"(:=a)", "1:rule", "neither attribute nor rule"},
		{"(:dn:=a)", "4:rule", "the flag needs one of them"},
		{"(cn:dn)", "6::= stands", "a rule without value"},
		{"(cn:)", "4:matching rule", "no rule"},
		{"(cn:x:dn:=a)", "5::= stands", "the flag stands before the rule"},
		{deep + "(a=b)" + strings.Repeat(")", MaxFilterDepth), "200:nested deeper", "MaxFilterDepth"},
	} {
		f, err := ParseFilter(x.in)
		if err == nil {
			t.Errorf("%q is read as %q; want an error %q (%s)", x.in, f, x.want, x.why)
			continue
		}
		checkSyntax(t, x.in, "", err, x.want, x.why)
	}
	if _, err := ParseFilter(deep[2:] + "(a=b)" + strings.Repeat(")", MaxFilterDepth-1)); err != nil {
		t.Errorf("a filter of the greatest depth: %v", err)
	}
}

// slowFilter is a filter that holds no filter but those that are found already,
// each written as NUL: the grammar of RFC 4515, section 3, with RFC 4526.
var slowFilter = func() *regexp.Regexp {
	const (
		attr  = slowOID + `(?:;[A-Za-z0-9-]+)*`
		value = `(?:[\x01-\x27\x2B-\x5B\x5D-\xFF]|\\` + slowHexpair + `)*`
		item  = attr + `(?:=|~=|>=|<=)` + value + `|` +
			attr + `=` + value + `\*(?:` + value + `\*)*` + value + `|` +
			attr + `(?::[dD][nN])?(?::` + slowOID + `)?:=` + value + `|` +
			`(?::[dD][nN])?:` + slowOID + `:=` + value
	)
	return regexp.MustCompile(`\((?:` + item + `|!\x00|[&|]\x00*)\)`)
}()

// isFilterSlowly takes the innermost filters away until one is left.
func isFilterSlowly(s string) bool {
	lonely := regexp.MustCompile(`\(:[dD][nN]:=`) // the ABNF has it both ways
	if strings.Contains(s, "\x00") || lonely.MatchString(s) {
		return false
	}
	s = asLatin1(s)
	for range MaxFilterDepth {
		s = slowFilter.ReplaceAllString(s, "\x00")
	}
	return s == "\x00"
}

// FuzzFilter: what RFC 4515 allows is read, nothing else, and what String makes
// of it is read as the same.
func FuzzFilter(f *testing.F) {
	for _, s := range []string{"(&(objectClass=Person)(|(sn=Jensen)(cn=Babs J*)))", `(!(a;b=*\2A**\ff))`, "(:dn:1.0:=x)", "(o:DN:=)", "(&)(|)", "(cn<=\xff)", "(cn=(x)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		filter, err := parseFilter(s)
		if ok := isFilterSlowly(s); ok != (err == nil) {
			t.Fatalf("%q: the grammar says %v, the parser %v", s, ok, err)
		}
		if err != nil {
			if err.Offset > len(s) {
				t.Errorf("%q: an error at %d", s, err.Offset)
			}
			return
		}
		again, err := parseFilter(filter.String())
		if err != nil {
			t.Fatalf("%q is written as %q: %v", s, filter, err)
		}
		if diff := cmp.Diff(filter, again); diff != "" {
			t.Errorf("%q is written as %q (-first +second):\n%s", s, filter, diff)
		}
	})
}
