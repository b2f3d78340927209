package urn

import (
	"fmt"
	"strings"
	"testing"
)

// TestBuilders: from the native name to the URN and back, and what is no name.
func TestBuilders(t *testing.T) {
	for _, x := range []struct {
		name  string
		build func(string) (string, error)
		in    string
		want  string // "" if there is an error
		back  string // the native name in the fields of the URN
	}{
		{"isbn/hyphens", FromISBN, "0-395-36341-1", "urn:isbn:0395363411", "0395363411 9780395363416"},
		{"isbn/spaces", FromISBN, "978 0 395 36341 6", "urn:isbn:9780395363416", "0395363411 9780395363416"},
		{"isbn/x", FromISBN, "080442957x", "urn:isbn:080442957X", "080442957X 9780804429573"},
		{"isbn/check digit", FromISBN, "0-395-36341-2", "", ""},
		{"isbn/prefix", FromISBN, "1234567890128", "", ""},
		{"isbn/length", FromISBN, "039536341", "", ""},
		{"isbn/words", FromISBN, "ISBN 0395363411", "", ""},
		{"issn", FromISSN, "1046-8188", "urn:issn:1046-8188", "1046-8188"},
		{"issn/bare", FromISSN, "1050124x", "urn:issn:1050-124X", "1050-124X"},
		{"issn/check digit", FromISSN, "1046-8189", "", ""},
		{"issn/empty", FromISSN, "", "", ""},
		{"uuid", FromUUID, "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
		{"uuid/braces", FromUUID, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6}", "urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
		{"uuid/one brace", FromUUID, "{f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "", ""},
		{"uuid/bare", FromUUID, "f81d4fae7dec11d0a76500a0c91e6bf6", "", ""},
		{"oid", FromOID, "1.3.6.1", "urn:oid:1.3.6.1", "1.3.6.1"},
		{"oid/names", FromOID, "iso.3", "", ""},
		{"oid/zeros", FromOID, "1.03", "", ""},
		{"oid/root", FromOID, "3.1", "", ""},
		{"publicid", FromPublicID, "ISO/IEC 10179:1996//DTD DSSSL Architecture//EN", "urn:publicid:ISO%2FIEC+10179%3A1996:DTD+DSSSL+Architecture:EN", "ISO/IEC 10179:1996//DTD DSSSL Architecture//EN"},
		{"publicid/white space", FromPublicID, "\r\n a \t b ", "urn:publicid:a+b", "a b"},
		{"publicid/character", FromPublicID, "a&b", "", ""},
		{"publicid/beyond ASCII", FromPublicID, "é", "", ""},
		{"publicid/empty", FromPublicID, " ", "", ""},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, err := x.build(x.in)
			if got != x.want || (err == nil) != (x.want != "") {
				t.Fatalf("%q makes %q, %v; want %q", x.in, got, err, x.want)
			}
			if err == nil && native(t, got) != x.back {
				t.Errorf("%q reads %q, want %q", got, native(t, got), x.back)
			}
		})
	}
}

// native returns the native name that the fields of a URN hold, both forms of an
// ISBN.
func native(t *testing.T, text string) string {
	urn := MustParse(text)
	ns, _ := NamespaceOf(urn.NID())
	fields, findings := ns.Read(urn.NSS())
	if len(findings) > 0 {
		t.Errorf("%s, which was built, has findings: %v", text, findings[0].Rule.ID)
	}
	switch f := fields.(type) {
	case ISBN:
		return strings.TrimSpace(f.ISBN10 + " " + f.ISBN13)
	case ISSN:
		return f.ISSN
	case UUID:
		return f.UUID
	case OID:
		return strings.Join(f.Arcs, ".")
	case PublicID:
		return string(f.PublicIdentifier)
	default:
		t.Fatalf("%s has fields %v", text, fields)
		return ""
	}
}

func TestToPublicID(t *testing.T) {
	for _, x := range []struct{ nss, want string }{
		{"-:OASIS:DTD+DocBook+XML+V4.1.2:EN", "-//OASIS//DTD DocBook XML V4.1.2//EN"},
		{"3%2b3=6", "3+3=6"},
		{"", ""}, {"a++b", ""}, {"%41", ""}, {"%2", ""}, {"a~b", ""},
	} {
		if got, err := ToPublicID(x.nss); got != x.want || (err == nil) != (x.want != "") {
			t.Errorf("ToPublicID(%q) = %q, %v, want %q", x.nss, got, err, x.want)
		}
	}
}

// FuzzBuilders: what is built is a URN in canonical form, and building from its
// native name gives it again.
func FuzzBuilders(f *testing.F) {
	for _, seed := range []string{"0-395-36341-1", "9791090636071", "1046-8188", "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "2.999.1", "-//A//B::c d//EN", ":::", "///", "+%;"} {
		f.Add(seed)
	}
	builders := []func(string) (string, error){FromISBN, FromISSN, FromUUID, FromOID, FromPublicID}
	f.Fuzz(func(t *testing.T, name string) {
		for _, build := range builders {
			text, err := build(name)
			if err != nil {
				continue
			}
			if urn := MustParse(text); urn.Canonical() != text {
				t.Errorf("%q is not canonical", text)
			}
			back := native(t, text)
			if forms := strings.Fields(back); strings.HasPrefix(text, "urn:isbn:") {
				back = forms[0]
				if len(text) == len("urn:isbn:")+13 {
					back = forms[len(forms)-1]
				}
			}
			if again, err := build(back); again != text || err != nil {
				t.Errorf("%q makes %q, whose name %q makes %q, %v", name, text, back, again, err)
			}
		}
	})
}

// FuzzPublicID: an NSS that is read as a public identifier is its transcription.
func FuzzPublicID(f *testing.F) {
	for _, seed := range []string{"a+b", ":;", "%3A:", "%3a%3A", "%2F:", ":%2F", "%", "%2", "+", "%20"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, nss string) {
		id, err := ToPublicID(nss)
		if err != nil {
			return
		}
		if again, err := FromPublicID(id); again != "urn:publicid:"+sameCase(nss) || err != nil {
			t.Errorf("%q is read as %q, which makes %q, %v", nss, id, again, err)
		}
	})
}

// TestCheckDigits: published numbers, and that every single mistyped digit is
// noticed.
func TestCheckDigits(t *testing.T) {
	for _, x := range []struct {
		name  string
		check func(body string) byte
		right []string
	}{
		{"mod11/isbn", mod11, []string{"0395363411", "0201083728", "080442957X", "0897917316"}},
		{"mod11/issn", mod11, []string{"10468188", "03178471", "1050124X", "01635808"}},
		{"mod10/isbn", mod10, []string{"9780395363416", "9791090636071"}},
		{"mod10/gs1", mod10, []string{"10614141123459", "106141412345678908"}},
		{"luhn", luhn, []string{"490154203237518", "79927398713"}},
		{"eic", eicCheck, []string{"10X1001A1001A39W", "10YFR-RTE------C", "10YBE----------2"}},
		{"nbn", func(body string) byte { c, _ := nbnCheck(body); return c }, []string{"urn:nbn:de:gbv:089-3321752945", "urn:nbn:de:101:1-201102033592"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, number := range x.right {
				last := len(number) - 1
				if got := x.check(number[:last]); got != number[last] {
					t.Errorf("check character of %s is %c", number, got)
				}
				for i := range last {
					wrong := []byte(number[:last])
					if wrong[i]++; digits.Has(number[i]) && digits.Has(wrong[i]) && x.name != "nbn" && x.check(string(wrong)) == number[last] {
						t.Errorf("%s has the check character of %s", wrong, number)
					}
				}
			}
		})
	}
	if got := mod97("529900T8BM49AURSDO55"); got != 1 {
		t.Errorf("mod97 = %d", got)
	}
	if _, ok := nbnCheck("urn:nbn:de:é"); ok {
		t.Error("nbnCheck knows a number for é")
	}
}

func ExampleFromISBN() {
	urn, err := FromISBN("0-395-36341-1")
	fmt.Println(urn, err)
	// Output: urn:isbn:0395363411 <nil>
}

func ExampleFromPublicID() {
	urn, err := FromPublicID("-//OASIS//DTD DocBook XML V4.1.2//EN")
	fmt.Println(urn, err)
	// Output: urn:publicid:-:OASIS:DTD+DocBook+XML+V4.1.2:EN <nil>
}
