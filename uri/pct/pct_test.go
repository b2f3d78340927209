package pct_test

import (
	"fmt"
	"strings"
	"testing"

	"uriel.dev/uri/pct"
)

func TestSets(t *testing.T) {
	const unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	for _, test := range []struct {
		name    string
		set     pct.Set
		members string
		why     string
	}{
		{"none", pct.Set{}, "", "the zero value"},
		{"Unreserved", pct.Unreserved, unreserved, "2.3"},
		{"RegName", pct.RegName, unreserved + "!$&'()*+,;=", "3.2.2 and 2.2: sub-delims"},
		{"Segment", pct.Segment, unreserved + "!$&'()*+,;=:@", "3.3: pchar"},
		{"Path", pct.Path, unreserved + "!$&'()*+,;=:@/", "3.3"},
		{"Query", pct.Query, unreserved + "!$&'()*+,;=:@/?", "3.4"},
		{"SetOf", pct.SetOf("\x00\xff"), "\x00\xff", "any octet"},
		{"With", pct.SetOf("a").With("\x80"), "a\x80", "a union"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for c := range 256 {
				want := strings.IndexByte(test.members, byte(c)) >= 0
				if test.set.Has(byte(c)) != want {
					t.Errorf("Has(%#02x) = %v: %s", c, !want, test.why)
				}
			}
		})
	}
}

func TestEncode(t *testing.T) {
	for _, test := range []struct {
		name, in string
		bare     pct.Set
		want     string
		why      string
	}{
		{"nothing to do", "a-b", pct.Unreserved, "a-b", ""},
		{"empty", "", pct.Set{}, "", ""},
		{"space", "a b", pct.Segment, "a%20b", "never a plus"},
		{"percent", "100%", pct.Query, "100%25", "2.4: or it would be decoded"},
		{"slash in a segment", "a/b", pct.Segment, "a%2Fb", "3.3"},
		{"slash in a path", "a/b", pct.Path, "a/b", "3.3"},
		{"octets", "\x00\xff", pct.Query, "%00%FF", "upper case: 6.2.2.1"},
		{"UTF-8", "é", pct.Query, "%C3%A9", "2.5"},
		{"percent kept", "%41", pct.Unreserved.With("%"), "%41", "the caller's wish"},
		{"all", "az", pct.Set{}, "%61%7A", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := pct.Encode(test.in, test.bare); got != test.want {
				t.Errorf("Encode(%q) = %q, want %q: %s", test.in, got, test.want, test.why)
			}
		})
	}
}

func TestDecode(t *testing.T) {
	for _, test := range []struct{ name, in, want, why string }{
		{"nothing to do", "a+b", "a+b", "a plus is a plus"},
		{"triplets", "%41%7e%00%fF", "A~\x00\xff", "2.1"},
		{"once", "%2541", "%41", "2.4: never twice"},
		{"bare percent", "100%", "100%", "kept"},
		{"one digit", "%4", "%4", "kept"},
		{"no digits", "%zz%4g%g4", "%zz%4g%g4", "kept"},
		{"percent before a triplet", "%%41", "%A", "the first is kept"},
		{"neighbours of digits", "%/0%:0%@A%GA%`a%ga", "%/0%:0%@A%GA%`a%ga", "HEXDIG"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := pct.Decode(test.in); got != test.want {
				t.Errorf("Decode(%q) = %q, want %q: %s", test.in, got, test.want, test.why)
			}
		})
	}
}

func TestSpan(t *testing.T) {
	for _, x := range []struct {
		text string
		set  pct.Set
		want int
	}{
		{"", pct.Query, 0}, {"a/b c", pct.Query, 3}, {"abc", pct.Query, 3}, {" a", pct.Query, 0}, {"é", pct.Query, 0}, {"a", pct.Set{}, 0},
	} {
		if got := pct.Span(x.text, x.set); got != x.want {
			t.Errorf("Span(%q) = %d, want %d", x.text, got, x.want)
		}
		if got, want := x.set.HasAll(x.text), x.want == len(x.text); got != want {
			t.Errorf("HasAll(%q) = %v", x.text, got)
		}
		if got := pct.Span([]byte(x.text), x.set); got != x.want {
			t.Errorf("Span of the bytes of %q = %d, want %d", x.text, got, x.want)
		}
	}
}

func TestSpanURI(t *testing.T) {
	for text, want := range map[string]int{
		"":                   0,
		"//h/a%20b?c#d>, x":  13,
		"a#b#c":              3,
		"%41%4g":             3,
		"%4":                 0,
		"a[1]":               1,
		"a\"b":               1,
		"%C3%A9é":            6,
		"mailbox@h.example,": 18,
	} {
		if got := pct.SpanURI([]byte(text)); got != want {
			t.Errorf("SpanURI(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestAt(t *testing.T) {
	const raw = "a%20%zé%C3%A9"
	decoded := pct.Decode(raw)
	if n := len("a ") + len("%zé") + len("é"); len(decoded) != n {
		t.Fatalf("%q decoded has %d octets, want %d", raw, len(decoded), n)
	}
	at := 0
	for i := range len(decoded) {
		start, end := pct.At(raw, i)
		if start != at || pct.Decode(raw[start:end]) != decoded[i:i+1] {
			t.Errorf("octet %d of %q stands at %d to %d, %q", i, raw, start, end, raw[start:end])
		}
		at = end
	}
	for _, i := range []int{len(decoded), len(decoded) + 1, 1000} {
		if start, end := pct.At(raw, i); start != len(raw) || end != start {
			t.Errorf("octet %d, which is not there, stands at %d to %d", i, start, end)
		}
	}
	if start, end := pct.At("", 0); start != 0 || end != 0 {
		t.Errorf("the first octet of nothing stands at %d to %d", start, end)
	}
}

var sink string

func TestAllocs(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		sink = pct.Encode("nothing-to-do", pct.Unreserved)
		sink = pct.Decode("nothing+to do")
	}); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func FuzzEncode(f *testing.F) {
	f.Add("a b%", "")
	f.Add("a/b?c", "/?")
	f.Add("\xff\x00é", "é")
	f.Fuzz(func(t *testing.T, s, bare string) {
		if strings.Contains(bare, "%") {
			t.Skip("then nothing is promised")
		}
		encoded := pct.Encode(s, pct.SetOf(bare))
		if got := pct.Decode(encoded); got != s {
			t.Fatalf("Encode(%q, %q) = %q, which decodes to %q", s, bare, encoded, got)
		}
		for i := 0; i < len(encoded); i++ {
			if c := encoded[i]; c == '%' {
				i += 2
			} else if strings.IndexByte(bare, c) < 0 {
				t.Fatalf("Encode(%q, %q) = %q lets %#02x pass", s, bare, encoded, c)
			}
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add("%41%zz%")
	f.Fuzz(func(t *testing.T, s string) {
		got := pct.Decode(s)
		if triplets := (len(s) - len(got)) / 2; len(s)-len(got) != 2*triplets || triplets > strings.Count(s, "%") {
			t.Fatalf("Decode(%q) = %q", s, got)
		}
		for i, at := 0, 0; i < len(got); i++ {
			start, end := pct.At(s, i)
			if start != at || pct.Decode(s[start:end]) != got[i:i+1] {
				t.Fatalf("octet %d of %q is said to stand at %d to %d", i, s, start, end)
			}
			at = end
		}
		// Encoding in full and decoding gives the octets again.
		if again := pct.Decode(pct.Encode(got, pct.Set{})); again != got {
			t.Fatalf("Decode(%q) = %q, and round trip %q", s, got, again)
		}
	})
}

func ExampleEncode() {
	fmt.Println("/" + pct.Encode("AC/DC 100%", pct.Segment))
	// Output: /AC%2FDC%20100%25
}

func ExampleDecode() {
	fmt.Printf("%q\n", pct.Decode("AC%2FDC%20100%25"))
	fmt.Printf("%q\n", pct.Decode("%E9"))
	// Output:
	// "AC/DC 100%"
	// "\xe9"
}

func ExampleAt() {
	const raw = "caf%C3%A9%20noir"
	start, end := pct.At(raw, len("café"))
	fmt.Println(raw[start:end])
	// Output: %20
}

func ExampleSet_With() {
	selector := pct.Path.With("[]")
	fmt.Println(selector.Has('['), pct.Path.Has('['))
	// Output: true false
}

func ExampleSetOf() {
	fmt.Println(pct.Encode("a=b;c", pct.Unreserved.With("=")), pct.SetOf("=").Has(';'))
	// Output: a=b%3Bc false
}
