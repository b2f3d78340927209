package urn

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"uriel.dev/uri"
)

// TestErrors: what is no URN, why, and at which byte.
func TestErrors(t *testing.T) {
	for _, row := range rows[struct {
		Text, Rule, Why string
		Offset          int
	}](t, "errors.json") {
		_, err := Parse(row.Text)
		e, ok := errors.AsType[*uri.Error](err)
		if !ok {
			t.Errorf("%q: %v, want an error by %s: %s", row.Text, err, row.Rule, row.Why)
			continue
		}
		if e.Rule != row.Rule || e.Offset != row.Offset || e.Input != row.Text || e.Section == "" || e.Title == "" {
			t.Errorf("%q: %s at %d, want %s at %d: %s", row.Text, e.Rule, e.Offset, row.Rule, row.Offset, row.Why)
		}
	}
}

func TestErrorText(t *testing.T) {
	_, err := Parse("urn:a.b:x")
	if want := `parse "urn:a.b:x": character not allowed in a namespace identifier (byte 5, RFC 8141 2)`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestZero: the zero value has nothing, and does not panic.
func TestZero(t *testing.T) {
	var u URN
	if u.String()+u.NID()+u.NSS()+u.R()+u.Q()+u.F()+u.Canonical()+u.Display() != "" || u.HasR() || u.HasQ() || u.HasF() || !u.Equal(URN{}) {
		t.Error("the zero URN is not empty")
	}
}

func TestSize(t *testing.T) {
	if n := unsafe.Sizeof(URN{}); n > 32 {
		t.Errorf("a URN has %d bytes, want 32", n)
	}
}

func TestMustParse(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	MustParse("urn:a:b")
}

func TestAllocs(t *testing.T) {
	for _, s := range []string{"urn:isbn:0395363411", "urn:example:a%2Cb?+r?=q#f", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6"} {
		if n := testing.AllocsPerRun(100, func() {
			u, _ := Parse(s)
			_ = u.Canonical()
		}); n != 0 {
			t.Errorf("Parse and Canonical of %s: %v allocations, want 0", s, n)
		}
	}
}

func TestCanonical(t *testing.T) {
	for text, want := range map[string]string{
		"urn:example:a":               "urn:example:a",
		"URN:Example:A%2c%c3%a9?+r#f": "urn:example:A%2C%C3%A9",
		"uRn:3GPP:x":                  "urn:3gpp:x",
		"urn:foo:%61":                 "urn:foo:%61",
		"urn:foo:a/../b":              "urn:foo:a/../b",
		"urn:foo:cafe":                "urn:foo:cafe",
		"urn:foo:%25c3":               "urn:foo:%25c3",
	} {
		if got := MustParse(text).Canonical(); got != want {
			t.Errorf("%s: canonical form %s, want %s", text, got, want)
		}
	}
}

// The slow twin: the grammar of RFC 8141, section 2, and RFC 3986, appendix A, as
// it stands there.
var twin = func() *regexp.Regexp {
	const (
		alphanum = `[A-Za-z0-9]`
		ldh      = `[A-Za-z0-9-]`
		pchar    = `(?:[A-Za-z0-9\-._~!$&'()*+,;=:@]|%[0-9A-Fa-f][0-9A-Fa-f])`

		nid       = alphanum + ldh + `{0,30}` + alphanum
		nss       = pchar + `(?:` + pchar + `|/)*`
		component = pchar + `(?:` + pchar + `|/|\?)*?` // no longer than it has to be
		fragment  = `(?:` + pchar + `|/|\?)*`
	)
	return regexp.MustCompile(`\A[Uu][Rr][Nn]:(` + nid + `):(` + nss + `)(?:\?\+(` + component + `))?(?:\?=(` + component + `))?(?:#(` + fragment + `))?\z`)
}()

// slowParse returns NID, NSS, r-, q- and f-component, or nil; one that is
// undefined is "-", which is not what could begin with its mark.
func slowParse(s string) []string {
	m := twin.FindStringSubmatchIndex(s)
	if m == nil {
		return nil
	}
	var out []string
	for i := 2; i < len(m); i += 2 {
		if m[i] < 0 {
			out = append(out, "undefined")
		} else {
			out = append(out, "is "+s[m[i]:m[i+1]])
		}
	}
	if strings.Contains(out[2], "?=") {
		return nil // "the r-component ends with a ?= sequence" (section 2.3.1)
	}
	return out
}

func fastParse(s string) []string {
	u, err := Parse(s)
	if err != nil {
		return nil
	}
	component := func(text string, ok bool) string {
		if !ok {
			return "undefined" + text
		}
		return "is " + text
	}
	return []string{"is " + u.NID(), "is " + u.NSS(), component(u.R(), u.HasR()), component(u.Q(), u.HasQ()), component(u.F(), u.HasF())}
}

// fuzzSeeds are all the texts of testdata.
func fuzzSeeds(f *testing.F) {
	for _, name := range []string{"vectors.json", "errors.json", "verdicts.json", "pairs.json", "ends.json", "shapes.json"} {
		for _, row := range rows[map[string]any](f, name) {
			for _, key := range []string{"uri", "text", "a", "b"} {
				if s, ok := row[key].(string); ok {
					f.Add(s)
					f.Add("urn:" + s)
				}
			}
		}
	}
}

// FuzzParse: the parser and its slow twin agree, and what they read has its laws.
func FuzzParse(f *testing.F) {
	fuzzSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		fast, slow := fastParse(s), slowParse(s)
		if strings.Join(fast, "\n") != strings.Join(slow, "\n") {
			t.Fatalf("%q: Parse gives %q, the grammar %q", s, fast, slow)
		}
		u, err := Parse(s)
		if err != nil {
			checkError(t, s, err)
			return
		}
		if u.String() != s || u != MustParse(s) {
			t.Errorf("%q: String is %q", s, u)
		}
		if _, err := uri.Parse(s); err != nil {
			t.Errorf("%q is a URN and no URI: %v", s, err)
		}
		c := MustParse(u.Canonical())
		if c.Canonical() != c.String() || !u.Equal(c) || !c.Equal(u) || !u.Equal(u) || c.HasR() || c.HasQ() || c.HasF() {
			t.Errorf("%q: the canonical form %q is none", s, c)
		}
		if n := testing.AllocsPerRun(1, func() { _ = c.Canonical() }); n != 0 {
			t.Errorf("%q: %v allocations to see that it is canonical", c, n)
		}
	})
}

func checkError(t *testing.T, s string, err error) {
	e, ok := errors.AsType[*uri.Error](err)
	if !ok || e.Offset < 0 || e.Offset > len(s) || e.Rule == "" || e.Title == "" || e.Section == "" {
		t.Fatalf("%q: error %#v", s, err)
	}
	// What stands before the byte is not to blame: it begins some URN.
	start := s[:e.Offset]
	if e.Rule == "urn/nid-length" && strings.HasSuffix(start, "-") {
		return // one of 33 characters, at the last of which it could not end either
	}
	const shortest = "urn:xx:x"
	viable := slowParse(start+shortest[min(e.Offset, len(shortest)):]) != nil
	for _, rest := range [...]string{"x", "x:x", ":x"} {
		viable = viable || slowParse(start+rest) != nil
	}
	if !viable {
		t.Errorf("%q: the error at %d (%s) is too late", s, e.Offset, e.Rule)
	}
}

// FuzzEqual: Equal is symmetric and says no more than the canonical form, and a
// namespace takes no equivalence away.
func FuzzEqual(f *testing.F) {
	for _, p := range rows[struct{ A, B string }](f, "pairs.json") {
		f.Add(p.A, p.B, uint64(5))
	}
	for ns := range Namespaces() {
		f.Add("urn:"+ns.NID+":A%2fb-0?+r", "urn:"+ns.NID+":a%2Fb-0", uint64(0x55))
		f.Add("urn:"+ns.NID+":0123-4567:x/y", "urn:"+ns.NID+":%c3%89", uint64(0xff))
	}
	f.Fuzz(func(t *testing.T, a, b string, bits uint64) {
		u, err := Parse(a)
		if err != nil {
			t.Skip("no input of this target")
		}
		varied := MustParse(varyCase(u, bits))
		if !u.Equal(varied) || !varied.Equal(u) || u.Equivalent(varied) != "urn-lexical" {
			t.Errorf("%s and %s are not equal", u, varied)
		}
		if ns, known := NamespaceOf(u.NID()); known && ns.Key != nil && ns.Key(u.NSS()) != ns.Key(varied.NSS()) {
			t.Errorf("%s and %s are the same, but not to the namespace: %q, %q", u, varied, ns.Key(u.NSS()), ns.Key(varied.NSS()))
		}
		v, err := Parse(b)
		if err != nil {
			return
		}
		if u.Equal(v) != v.Equal(u) || u.Equal(v) != (u.Canonical() == v.Canonical()) {
			t.Errorf("Equal of %s and %s depends on their order", u, v)
		}
		if r := u.Equivalent(v); r != v.Equivalent(u) || r != varied.Equivalent(v) || u.Equal(v) && r != "urn-lexical" {
			t.Errorf("Equivalent of %s and %s is %q, and %q, and of %s %q", u, v, r, v.Equivalent(u), varied, varied.Equivalent(v))
		}
	})
}

// varyCase writes u in another way that is lexically the same: bits say where
// letters change their case.
func varyCase(u URN, bits uint64) string {
	b := []byte(u.text[:u.nssEnd] + "?=q#f")
	flip := func(i int) {
		if bits>>(i%64)&1 != 0 && (lowerByte(b[i]) != b[i] || toUpper(b[i]) != b[i]) {
			b[i] ^= 'a' - 'A'
		}
	}
	for i := range int(u.nidEnd) {
		flip(i)
	}
	for i := int(u.nidEnd); i < int(u.nssEnd); i++ {
		if b[i] == '%' {
			flip(i + 1)
			flip(i + 2)
			i += 2
		}
	}
	return string(b)
}
