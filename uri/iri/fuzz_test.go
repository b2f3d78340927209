package iri_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/iri"
)

func addSeeds(f *testing.F) {
	f.Helper()
	for _, test := range parseTests {
		f.Add(test.in)
	}
	for _, s := range []string{
		"http://xn--rsum-bpad.example.org/%C3%A9%41%7e%2f", "urn:a:%41%c3%a9", "http://127.0.0.%31/", "a:%2E./b", "/%2e%2e/é",
		"http://[fe80::1%25eth0]/", "//u@[fe80::1%a%2F]:1", "?\ue000%EE%80%80", "/%E2%80%AE%C2%A0", "http://É.xn--9ca/", "a:/..//é", "~7e~é",
	} {
		f.Add(s)
	}
}

// FuzzParse: Parse is the slow twin, String is the input, and what both grammars
// take is the same in both.
func FuzzParse(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		i, err := iri.Parse(s)
		checkTwin(t, s, i, err)
		u, uriErr := uri.Parse(s)
		if uriErr == nil && (err != nil || !i.IsURI() || i.HostKind() != u.HostKind()) {
			t.Fatalf("%q is a URI, but as an IRI %v, host of kind %q", s, err, i.HostKind())
		}
		if err == nil && i.IsURI() != (uriErr == nil) {
			t.Fatalf("%q: IsURI is %v, but Parse of uri says %v", s, i.IsURI(), uriErr)
		}
		z, zoneErr := iri.Parse(s, iri.AllowZone)
		if err == nil && (zoneErr != nil || z != i) {
			t.Fatalf("%q with zones allowed: %v", s, zoneErr)
		}
		if err != nil && zoneErr == nil {
			checkZone(t, z)
		}
	})
}

// checkZone: what a zone alone kept from being an IRI is one without it.
func checkZone(t *testing.T, z iri.IRI) {
	t.Helper()
	without := z.WithoutZone()
	if again, err := iri.Parse(without.String()); err != nil || again != without || z.Zone() == "" || z.HostKind() != uri.IPv6 {
		t.Fatalf("%q has the zone %q, and without it %v", z, z.Zone(), err)
	}
	n := z.Normalize()
	if n.Zone() != z.Zone() || n.Normalize() != n {
		t.Fatalf("%q has the zone %q, its normal form %q %q", z, z.Zone(), n, n.Zone())
	}
}

// needless finds escapes that FromURI does not lead back to as they are: of
// unreserved characters, or with lower-case digits.
var needless = regexp.MustCompile(`%(2[DEde]|3\d|4[1-9A-Fa-f]|5[0-9AFaf]|6[1-9A-Fa-f]|7[0-9AEae]|.?[a-f])`)

// FuzzURI: a URI shown as an IRI maps back to itself.
func FuzzURI(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			t.Skip("no input of this target")
		}
		checkShown(t, u)
		checkShown(t, u, iri.IDNA)
	})
}

func checkShown(t *testing.T, u uri.URI, opts ...iri.Option) {
	t.Helper()
	i := iri.FromURI(u, opts...)
	back, err := iri.ToURI(i, opts...)
	if err != nil && len(opts) > 0 {
		// A host of escapes may be a name that IDNA refuses.
		if e, ok := errors.AsType[*uri.Error](err); !ok || e.Rule != "iri/idna" || !strings.Contains(u.Host(), "%") {
			t.Fatalf("%q is shown as %q, which maps to %v", u, i, err)
		}
		return
	}
	if err != nil {
		t.Fatalf("%q is shown as %q, which maps to %v", u, i, err)
	}
	if len(opts) > 0 && strings.Contains(u.Host(), "%") {
		return // ToASCII and escapes make different names
	}
	if uri.Compare(back, u) < uri.EqualSyntax {
		t.Fatalf("%q is shown as %q, which maps to %q", u, i, back)
	}
	if back != u && len(opts) == 0 && !needless.MatchString(u.String()) {
		t.Fatalf("%q is shown as %q, which maps to %q", u, i, back)
	}
	if again := iri.FromURI(back, opts...); again != i {
		t.Fatalf("%q is shown as %q, and again as %q", u, i, again)
	}
}

// FuzzIRI: mapping is idempotent and keeps the components; the normal form is
// idempotent, maps to the normal URI and is shared by all that map to it.
func FuzzIRI(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		i, err := iri.Parse(s)
		if err != nil {
			t.Skip("no input of this target")
		}
		u, err := iri.ToURI(i)
		if err != nil {
			t.Fatalf("ToURI(%q): %v", i, err)
		}
		if again, err := iri.ToURI(iri.MustParse(u.String())); err != nil || again != u {
			t.Fatalf("ToURI(%q) = %q, and again %q, %v", i, u, again, err)
		}
		for _, c := range uri.Components {
			_, before := i.Component(c)
			if _, after := u.Component(c); before != after {
				t.Fatalf("%q maps to %q: %s defined %v, then %v", i, u, c, before, after)
			}
		}
		n := i.Normalize()
		if again := n.Normalize(); again != n {
			t.Fatalf("%q: normal form %q, and again %q", i, n, again)
		}
		if nu, err := iri.ToURI(n); err != nil || nu != u.Normalize() {
			t.Fatalf("%q: normal form %q maps to %q, want %q", i, n, nu, u.Normalize())
		}
		if v, err := iri.ToURI(i, iri.IDNA); err == nil && i.HostKind() != uri.RegName && v != u {
			t.Fatalf("ToURI(%q, IDNA) = %q, want %q", i, v, u)
		}
	})
}

// FuzzResolve: resolving and mapping to URIs may change places, and Relativize is
// the inverse.
func FuzzResolve(f *testing.F) {
	f.Add("http://é/ü/d;p?q", "../g%C3%A9é")
	f.Add("a:/b", ".//é")
	f.Add("foo:é/b", "~7E/..")
	f.Add("http://[fe80::1%eth0]/a", "//[fe80::1%25x]/é")
	f.Fuzz(func(t *testing.T, b, r string) {
		base, err := iri.Parse(b, iri.AllowZone)
		if err != nil {
			t.Skip("no input of this target")
		}
		ref, err := iri.Parse(r, iri.AllowZone)
		if err != nil {
			t.Skip("no input of this target")
		}
		got, err := base.Resolve(ref)
		if base.Zone() != "" || ref.Zone() != "" {
			if err == nil && got.Zone() != "" && got.Zone() != base.Zone() && got.Zone() != ref.Zone() {
				t.Fatalf("%q + %q = %q: a zone from nowhere", b, r, got)
			}
			return
		}
		ub, _ := iri.ToURI(base)
		ur, _ := iri.ToURI(ref)
		want, wantErr := ub.Resolve(ur)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%q + %q: error %v, of their URIs %v", b, r, err, wantErr)
		}
		if err != nil {
			return
		}
		if u, _ := iri.ToURI(got); u != want {
			t.Fatalf("%q + %q = %q, which maps to %q, want %q", b, r, got, u, want)
		}
		short, err := base.Relativize(got)
		if err != nil {
			t.Fatalf("from %q to %q: %v", base, got, err)
		}
		back, _ := base.Resolve(short)
		if same, _ := base.Resolve(got); back != got && (short != got || back != same) {
			t.Fatalf("from %q to %q: %q, which leads to %q", base, got, short, back)
		}
	})
}
