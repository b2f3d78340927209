package iri_test

import (
	"errors"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/iri"
)

func TestToURI(t *testing.T) {
	for _, test := range []struct{ in, want, idna, why string }{
		{"http://résumé.example.org", "http://r%C3%A9sum%C3%A9.example.org", "http://xn--rsum-bpad.example.org", "3.1: both ways"},
		{"http://www.example.org/red%09rosé#red", "http://www.example.org/red%09ros%C3%A9#red", "", "3.1: escapes are not escaped again"},
		{"http://example.com/\U00010300\U00010301\U00010302", "http://example.com/%F0%90%8C%80%F0%90%8C%81%F0%90%8C%82", "", "3.1: beyond the BMP"},
		{"http://validator.w3.org/check?uri=http%3A%2F%2Frésumé.example.org", "http://validator.w3.org/check?uri=http%3A%2F%2Fr%C3%A9sum%C3%A9.example.org", "", "3.1: a name elsewhere than in the host"},
		{"http://h/re\u0301", "http://h/re%CC%81", "", "3.1 step 1 c: do not normalise"},
		{"?\ue000", "?%EE%80%80", "", "step 2: ucschar or iprivate"},
		{"HTTP://EXAMPLE.com/%c3%a9", "HTTP://EXAMPLE.com/%c3%a9", "", "an identity for URIs"},
		{"http://BÜCHER.example/", "http://B%C3%9CCHER.example/", "http://xn--bcher-kva.example/", "UTS 46 maps case"},
		{"http://faß.de/", "http://fa%C3%9F.de/", "http://xn--fa-hia.de/", "UTS 46, nontransitional"},
		{"http://é。example/", "http://%C3%A9%E3%80%82example/", "http://xn--9ca.example/", "UTS 46: U+3002 parts labels"},
		{"http://r%C3%A9sumé/", "http://r%C3%A9sum%C3%A9/", "http://xn--rsum-bpad/", "escapes are characters of the name"},
		{"http://u:é@é:80/é?é#é", "http://u:%C3%A9@%C3%A9:80/%C3%A9?%C3%A9#%C3%A9", "http://u:%C3%A9@xn--9ca:80/%C3%A9?%C3%A9#%C3%A9", "the host alone is a name"},
		{"http://a_é/", "http://a_%C3%A9/", "error", "3.1: UseSTD3ASCIIRules"},
	} {
		i := iri.MustParse(test.in)
		if u, err := iri.ToURI(i); err != nil || u.String() != test.want {
			t.Errorf("ToURI(%q) = %q, %v; want %q: %s", test.in, u, err, test.want, test.why)
		}
		want := test.idna
		if want == "" {
			want = test.want
		}
		u, err := iri.ToURI(i, iri.IDNA)
		got := u.String()
		if e, ok := errors.AsType[*uri.Error](err); ok && e.Rule == "iri/idna" && e.Offset == len("http://") {
			got = "error"
		}
		if got != want {
			t.Errorf("ToURI(%q, IDNA) = %q, %v; want %q: %s", test.in, u, err, want, test.why)
		}
	}
}

func TestFromURI(t *testing.T) {
	for _, test := range []struct{ in, want, idna, why string }{
		{"http://www.example.org/D%C3%BCrst", "http://www.example.org/Dürst", "", "3.2.1: valid UTF-8"},
		{"http://www.example.org/D%FCrst", "http://www.example.org/D%FCrst", "", "3.2.1: Latin-1 is not guessed"},
		{"http://xn--99zt52a.example.org/%e2%80%ae", "http://xn--99zt52a.example.org/%e2%80%ae", "http://納豆.example.org/%e2%80%ae", "3.2.1: RLO stays; a punycode label is not converted by itself"},
		{"http://www.example.org/r%E9sum%E9.html", "http://www.example.org/r%E9sum%E9.html", "", "3.2: no other encoding"},
		{"http://h/%2F%3f%23%5B%25%20%22%7C%00", "http://h/%2F%3f%23%5B%25%20%22%7C%00", "", "3.2 step 2: reserved, %, not allowed in URIs"},
		{"http://h/%7Euser%41", "http://h/~userA", "", "3.2 step 2: unreserved"},
		{"urn:ns:%41%c3%a9", "urn:ns:%41é", "", "RFC 8141 3.1: must not be decoded"},
		{"/%C3%A9%C3", "/é%C3", "", "a character cut off"},
		{"/%C3%C3%A9", "/%C3é", "", "an octet before a character"},
		{"/%E2%82%AC%F0%9D%84%9E", "/€𝄞", "", "characters of three and four octets"},
		{"/%C0%AF%ED%A0%80%F4%90%80%80", "/%C0%AF%ED%A0%80%F4%90%80%80", "", "8: overlong, surrogate, beyond the UCS"},
		{"/%EF%BF%BD%EF%B7%90", "/%EF%BF%BD%EF%B7%90", "", "not in ucschar"},
		{"?%EE%80%80", "?%EE%80%80", "", "private use means nothing to people"},
		{"/%C2%A0%E3%80%80%E2%80%8B%C2%AD%E2%80%8D%E2%81%A6", "/%C2%A0%E3%80%80%E2%80%8B%C2%AD%E2%80%8D%E2%81%A6", "", "3.2 step 4: nobody would see them"},
		{"http://r%C3%A9sum%C3%A9.example.org/", "http://résumé.example.org/", "", "the host, too"},
		{"http://XN--RSUM-BPAD.example/", "http://XN--RSUM-BPAD.example/", "http://résumé.example/", "labels have no case"},
		{"http://xn--a.example/", "http://xn--a.example/", "", "no Punycode"},
		{"http://xn--bcher-kva.xn--a/", "http://xn--bcher-kva.xn--a/", "", "a name that ToASCII refuses stays whole"},
		{"http://xn--fa-hia.de/", "http://xn--fa-hia.de/", "http://faß.de/", "UTS 46, nontransitional"},
		{"http://a_b.xn--9ca/", "http://a_b.xn--9ca/", "", "ToASCII would not turn it back"},
		{"//xn--9ca@h/xn--9ca", "//xn--9ca@h/xn--9ca", "", "labels are of the host"},
	} {
		u := uri.MustParse(test.in)
		if i := iri.FromURI(u); i.String() != test.want {
			t.Errorf("FromURI(%q) = %q, want %q: %s", test.in, i, test.want, test.why)
		}
		want := test.idna
		if want == "" {
			want = test.want
		}
		if i := iri.FromURI(u, iri.IDNA); i.String() != want {
			t.Errorf("FromURI(%q, IDNA) = %q, want %q: %s", test.in, i, want, test.why)
		}
	}
}

func TestNormalize(t *testing.T) {
	for _, test := range []struct{ in, want, why string }{
		{"eXAMPLE://a/./b/../b/%63/%7bfoo%7d/ros%C3%A9", "example://a/b/c/%7Bfoo%7D/rosé", "5.3.2"},
		{"HTTP://www.EXAMPLE.com/", "http://www.example.com/", "5.3.2.1"},
		{"http://www.example.org/re\u0301sume\u0301.html", "http://www.example.org/re\u0301sume\u0301.html", "5.3.2.2: pre-character-normalised"},
		{"http://example.org/%7euser", "http://example.org/~user", "5.3.2.3"},
		{"http://É.EXAMPLE/É", "http://É.example/É", "5.3.2.1: case of US-ASCII alone"},
		{"http://%C3%89.EXAMPLE/", "http://É.example/", "the same URI, the same normal form"},
		{"/é/../ü/.", "/ü/", "5.3.2.4"},
		{"é/../b:c", "./b:c", "no scheme comes of it"},
		{"?\ue000", "?%EE%80%80", "as its URI is shown"},
		{"/\u3000%e3%80%80", "/%E3%80%80%E3%80%80", "as its URI is shown"},
		{"http://h:/é", "http://h/é", "RFC 3986 3.2.3"},
		{"urn:a:%c3%a9%61", "urn:a:é%61", "RFC 8141 3.1"},
	} {
		if got := iri.MustParse(test.in).Normalize(); got.String() != test.want {
			t.Errorf("Normalize(%q) = %q, want %q: %s", test.in, got, test.want, test.why)
		}
	}
}

func TestResolve(t *testing.T) {
	for _, test := range []struct{ base, ref, want, why string }{
		{"http://é/ü/d;p?q", "../g%C3%A9é", "http://é/g%C3%A9é", "what is escaped stays so, what is not, too"},
		{"http://h/~a/b", "é~C3", "http://h/~a/é~C3", "a tilde is itself"},
		{"http://h/a", "?\ue000#ö", "http://h/a?\ue000#ö", "iprivate of the query"},
		{"a:/b", ".//é", "a:/.//é", "no authority comes of it"},
		{"http://[fe80::1%eth0]/a", "é", "http://[fe80::1%eth0]/é", "a zone comes through"},
	} {
		base, err := iri.Parse(test.base, iri.AllowZone)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := base.Resolve(iri.MustParse(test.ref)); err != nil || got.String() != test.want {
			t.Errorf("%q + %q = %q, %v; want %q: %s", test.base, test.ref, got, err, test.want, test.why)
		}
	}
	if _, err := iri.MustParse("/é").Resolve(iri.MustParse("ü")); !errors.Is(err, uri.ErrRelativeBase) {
		t.Errorf("a relative base: error %v", err)
	}
}

func TestRelativize(t *testing.T) {
	for _, test := range []struct{ base, target, want, why string }{
		{"http://é/ü/a", "http://é/ü/%C3%BC/~b", "%C3%BC/~b", "what is escaped stays so"},
		{"http://é/ü/a", "http://é/%C3%BC/a", "/%C3%BC/a", "another spelling is another text"},
		{"http://é/a", "http://%C3%A9/a", "http://%C3%A9/a", "another spelling is another text"},
		{"http://h/é/", "http://h/é/ü:x", "./ü:x", "RFC 3986 4.2"},
		{"http://[fe80::1%eth0]/é/a", "http://[fe80::1%eth0]/é?ü", "/é?ü", "a zone is compared, too"},
	} {
		base, target := iri.MustParse(test.base, iri.AllowZone), iri.MustParse(test.target, iri.AllowZone)
		got, err := base.Relativize(target)
		if back, _ := base.Resolve(got); err != nil || got.String() != test.want || back != target {
			t.Errorf("from %q to %q: %q, %v, which leads to %q; want %q: %s", base, target, got, err, back, test.want, test.why)
		}
	}
	if _, err := iri.MustParse("a:é").Relativize(iri.MustParse("ü")); !errors.Is(err, uri.ErrRelativeTarget) {
		t.Errorf("a relative target: error %v", err)
	}
}
