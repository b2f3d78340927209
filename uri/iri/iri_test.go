package iri_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/iri"
	"uriel.dev/uri/iri/ucs"
)

var parseTests = []struct {
	in, want string // the defined components, or the rule of the error
	offset   int    // of the error
	why      string
}{
	{"", "path=", 0, "irelative-ref"},
	{"http://résumé.example.org/ré?é#é", "scheme=http authority=résumé.example.org host=résumé.example.org path=/ré query=é fragment=é", 0, "3.1"},
	{"//ü:ü@ü:80", "authority=ü:ü@ü:80 userinfo=ü:ü host=ü port=80 path=", 0, "iuserinfo, ireg-name"},
	{"é/b:c", "path=é/b:c", 0, "isegment-nz-nc"},
	{"é:c", "uri/no-scheme", 2, "a scheme is ASCII"},
	{"aé:c", "uri/no-scheme", 3, "a scheme is ASCII"},
	{"urn:ns:αβγ", "scheme=urn path=ns:αβγ", 0, "ipath-rootless"},
	{"http://h:8é/", "uri/port-digit", 10, "a port is ASCII"},
	{"http://1.2.3.4é/", "scheme=http authority=1.2.3.4é host=1.2.3.4é path=/", 0, "first-match-wins"},
	{"http://[v1.é]/", "uri/host-bracket", 11, "IPvFuture is ASCII"},
	{"http://[::é]/", "uri/host-bracket", 10, "IPv6address is ASCII"},
	{"http://h/\u00a0\ud7ff\uf900\ufdcf\ufdf0\uffef\U00010000\U0001fffd\U000e1000\U000efffd", "scheme=http authority=h host=h path=/\u00a0\ud7ff\uf900\ufdcf\ufdf0\uffef\U00010000\U0001fffd\U000e1000\U000efffd", 0, "ucschar: both ends"},
	{"/\u009f", "iri/char", 1, "C1"},
	{"/\ufdd0", "iri/char", 1, "noncharacter"},
	{"/\ufff0", "iri/char", 1, "specials"},
	{"/\ufffd", "iri/char", 1, "the replacement character is a special, not bad UTF-8"},
	{"/\U0001fffe", "iri/char", 1, "noncharacter"},
	{"/\U000e0001", "iri/char", 1, "tags"},
	{"?\ue000\U000f0000\U0010fffd", "path= query=\ue000\U000f0000\U0010fffd", 0, "iprivate"},
	{"/?\ue000#\ue000", "iri/private", 6, "ifragment has no iprivate"},
	{"/\uf8ff?", "iri/private", 1, "nor has ipath"},
	{"#?\ue000", "iri/private", 2, "this question mark begins no query"},
	{"/\u200ea", "iri/bidi", 1, "4.1: LRM"},
	{"?\u202e", "iri/bidi", 1, "4.1: RLO"},
	{"#\u2066", "iri/bidi", 1, "4.1, and Unicode 6.3: LRI"},
	{"/a\xff", "iri/not-utf8", 2, "2: a sequence of characters"},
	{"/\xc0\xaf", "iri/not-utf8", 1, "8: overlong"},
	{"/\xed\xa0\x80", "iri/not-utf8", 1, "a surrogate"},
	{"/é %\xff", "uri/path-space", 3, "the first byte that does not fit"},
	{"/é%zz", "uri/escape", 3, "RFC 3986 2.1"},
	{"http://[fe80::1%25eth0]/", "uri/host-zone", 15, "2.2: does not support zones"},
	{"http://é[::1]/", "uri/host-bracket", 9, "IP-literal is the whole host"},
}

func TestParse(t *testing.T) {
	for _, test := range parseTests {
		i, err := iri.Parse(test.in)
		checkTwin(t, test.in, i, err)
		got, offset := "", 0
		if e, ok := errors.AsType[*uri.Error](err); ok {
			got, offset = e.Rule, e.Offset
			if e.Input != test.in || e.Section == "" || e.Title == "" {
				t.Errorf("Parse(%q): error %#v", test.in, e)
			}
		} else {
			got = describe(i)
		}
		if got != test.want || offset != test.offset {
			t.Errorf("Parse(%q): %s at %d, want %s at %d: %s", test.in, got, offset, test.want, test.offset, test.why)
		}
	}
}

// describe writes the defined components of i as "name=text", in their order.
func describe(i iri.IRI) string {
	var out []string
	for _, c := range uri.Components {
		if text, defined := i.Component(c); defined {
			out = append(out, c.String()+"="+text)
		}
	}
	return strings.Join(out, " ")
}

// checkTwin compares what Parse made of s with what the slow twin makes of it.
func checkTwin(t *testing.T, s string, i iri.IRI, err error) {
	t.Helper()
	slow, ok := slowParse(s)
	if ok != (err == nil) {
		t.Fatalf("Parse(%q): error %v, but by the ABNF valid = %v", s, err, ok)
	}
	if !ok {
		if _, is := errors.AsType[*uri.Error](err); !is {
			t.Fatalf("Parse(%q): error of type %T", s, err)
		}
		return
	}
	if i.String() != s {
		t.Fatalf("Parse(%q) is %q", s, i)
	}
	fast := map[uri.Component]string{}
	for _, c := range uri.Components {
		if text, defined := i.Component(c); defined {
			fast[c] = text
		}
	}
	if !maps.Equal(fast, slow) {
		t.Fatalf("Parse(%q): components %q, by the ABNF %q", s, fast, slow)
	}
}

// Every character beyond US-ASCII, in a path and in a query.
func TestCharacters(t *testing.T) {
	seen := 0
	for r := rune(0x80); r <= 0x10FFFF; r++ {
		if 0xD800 <= r && r <= 0xDFFF {
			continue // no character
		}
		for _, prefix := range []string{"/", "?"} {
			s := prefix + string(r)
			_, err := iri.Parse(s)
			re := slowChar[prefix]
			if want := re.MatchString(string(r)) && !slowBidi.MatchString(string(r)); want != (err == nil) {
				t.Fatalf("Parse(%q): %v, by the ABNF valid = %v", s, err, want)
			}
		}
		if ucs.Ucschar(r) && ucs.Iprivate(r) {
			t.Fatalf("%U is in both classes", r)
		}
		seen++
	}
	if seen != 0x110000-0x80-0x800 {
		t.Fatalf("saw %d characters", seen)
	}
}

func TestZone(t *testing.T) {
	for _, test := range []struct {
		in, zone, normal, without string
		rule                      string
		offset                    int
		why                       string
	}{
		{in: "http://[fe80::a%25en1]", zone: "en1", normal: "http://[fe80::a%25en1]", without: "http://[fe80::a]", why: "RFC 6874 2"},
		{in: "http://[fe80::1%eth0]/x", zone: "eth0", normal: "http://[fe80::1%25eth0]/x", without: "http://[fe80::1]/x", why: "RFC 6874 3: a bare percent sign"},
		{in: "//u@[FE80:0::1%25a%2fb]:80/é", zone: "a/b", normal: "//u@[fe80::1%25a%2Fb]:80/é", without: "//u@[FE80:0::1]:80/é", why: "RFC 6874 2: escapes in a ZoneID"},
		{in: "http://[fe80::1%1]/", zone: "1", normal: "http://[fe80::1%251]/", without: "http://[fe80::1]/", why: "one digit is no escape"},
		{in: "http://[fe80::1%ee1]/", rule: "iri/zone-bare", offset: 16, why: "RFC 6874 3"},
		{in: "http://[fe80::1%25]/", rule: "iri/zone", offset: 18, why: "RFC 6874 2: one character at least"},
		{in: "http://[fe80::1%]/", rule: "iri/zone", offset: 16, why: "RFC 6874 2: one character at least"},
		{in: "http://[fe80::1%25é]/", rule: "iri/zone", offset: 18, why: "RFC 6874 2: unreserved"},
		{in: "http://[fe80::1%25a%zz]/", rule: "iri/zone", offset: 19, why: "RFC 6874 2: pct-encoded"},
		{in: "http://[::1%25eth0]/", rule: "iri/zone-address", offset: 8, why: "RFC 6874 4: link-local addresses only"},
		{in: "http://[fe80:::1%25eth0]/", rule: "iri/zone-address", offset: 8, why: "no address"},
		{in: "http://[v1.a%25eth0]/", rule: "iri/zone-address", offset: 8, why: "IPv6addrz has an IPv6address"},
		{in: "http://[::1%25]evil.com]/", rule: "uri/host-zone", offset: 11, why: "the literal is the whole host"},
		{in: "a:b://[fe80::1%25eth0]/", rule: "uri/path-char", offset: 6, why: "no authority"},
		{in: "x//[fe80::1%25eth0]/", rule: "uri/path-char", offset: 3, why: "no authority"},
		{in: "a#//[fe80::1%25eth0]", rule: "uri/fragment-char", offset: 4, why: "no authority"},
		{in: "http://h/[fe80::1%25eth0]/", rule: "uri/path-char", offset: 9, why: "no host"},
		{in: "http://[::1]/%25", normal: "http://[::1]/%25", without: "http://[::1]/%25", why: "no zone"},
	} {
		i, err := iri.Parse(test.in, iri.AllowZone)
		if e, ok := errors.AsType[*uri.Error](err); ok {
			if e.Rule != test.rule || e.Offset != test.offset || e.Input != test.in {
				t.Errorf("Parse(%q): %s at %d, want %s at %d: %s", test.in, e.Rule, e.Offset, test.rule, test.offset, test.why)
			}
			continue
		}
		if test.rule != "" || i.String() != test.in || i.HostKind() != uri.IPv6 {
			t.Errorf("Parse(%q) = %q, host of kind %q, want error %q: %s", test.in, i, i.HostKind(), test.rule, test.why)
		}
		if i.Zone() != test.zone || i.Normalize().String() != test.normal || i.WithoutZone().String() != test.without {
			t.Errorf("Parse(%q): zone %q, normal %q, without %q: %s", test.in, i.Zone(), i.Normalize(), i.WithoutZone(), test.why)
		}
		_, err = iri.ToURI(i)
		if e, _ := errors.AsType[*uri.Error](err); test.zone != "" && (e == nil || e.Rule != "uri/host-zone") {
			t.Errorf("ToURI(%q): error %v; a URI has no zone (RFC 9844)", i, err)
		}
	}
}

func TestValue(t *testing.T) {
	if i := iri.MustParse(""); i != (iri.IRI{}) || !i.IsZero() || !i.IsURI() || i.HasScheme() || i.HostKind() != uri.NoHost {
		t.Errorf("the empty reference is %#v", i)
	}
	texts := []string{"", "/é", "/e\u0301", "/%C3%A9", "http://É", "http://é", "#", "?"}
	seen := map[iri.IRI]bool{}
	for _, s := range texts {
		seen[iri.MustParse(strings.Clone(s))] = true
		seen[iri.MustParse(s)] = true
	}
	if len(seen) != len(texts) {
		t.Errorf("%d keys, want %d: IRIs are equal when their texts are", len(seen), len(texts))
	}
	const s = "http://example.org/a?b#c"
	if n := testing.AllocsPerRun(100, func() { iri.MustParse(s) }); n != 0 {
		t.Errorf("Parse of a URI makes %v allocations, want none", n)
	}
}

func TestRules(t *testing.T) {
	rules := iri.Rules()
	byID := func(a, b uri.Rule) int { return strings.Compare(a.ID, b.ID) }
	if len(rules) < 8 || !slices.IsSortedFunc(rules, byID) {
		t.Errorf("%d rules, in the order %v", len(rules), rules)
	}
	for _, r := range rules {
		if !strings.HasPrefix(r.ID, "iri/") || r.Section == "" || r.Title == "" || r.Text == "" {
			t.Errorf("rule %+v", r)
		}
	}
}
