package uri_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// seeds are the texts of all tables: each row was written for a corner.
func seeds() (out []string) {
	for _, test := range parseTests {
		out = append(out, test.in)
	}
	for _, test := range errorTests {
		out = append(out, test.in)
	}
	for _, test := range normalTests {
		out = append(out, test.in)
	}
	for _, test := range judgeTests {
		out = append(out, test.in)
	}
	return out
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		checkTwin(t, s, u, err)
		if err != nil {
			e, ok := errors.AsType[*uri.Error](err)
			if !ok || e.Input != s || e.Offset < 0 || e.Offset > len(s) || e.Title == "" || e.Section == "" {
				t.Fatalf("Parse(%q): error %#v", s, err)
			}
			return
		}
		checkParsed(t, s, u)
		checkNetURL(t, s, u)
	})
}

// checkParsed says what holds for every URI: its text is the input, and its
// components with their delimiters make up the text, with nothing left over.
func checkParsed(t *testing.T, s string, u uri.URI) {
	t.Helper()
	if u.String() != s {
		t.Fatalf("Parse(%q) prints as %q", s, u)
	}
	if got := recompose(u); got != s {
		t.Fatalf("the components of %q make up %q", s, got)
	}
	if again := uri.MustParse(s); again != u {
		t.Fatalf("two parses of %q differ: %#v, %#v", s, u, again)
	}
	for _, c := range uri.Components {
		start, end, defined := u.Range(c)
		if start < 0 || start > end || end > len(s) || !defined && start != end {
			t.Fatalf("%q: Range(%s) = %d, %d, %v", s, c, start, end, defined)
		}
	}
	for _, r := range uri.Judge(u) {
		if r.Offset < 0 || r.Length < 0 || r.Offset+r.Length > len(s) {
			t.Fatalf("%q: remark %+v is out of range", s, r)
		}
	}
}

// recompose is RFC 3986, section 5.3, and the like for the authority.
func recompose(u uri.URI) string {
	var b strings.Builder
	if u.HasScheme() {
		b.WriteString(u.Scheme() + ":")
	}
	if u.HasAuthority() {
		b.WriteString("//")
		if u.HasUserinfo() {
			b.WriteString(u.Userinfo() + "@")
		}
		b.WriteString(u.Host())
		if u.HasPort() {
			b.WriteString(":" + u.Port())
		}
	}
	b.WriteString(u.Path())
	if u.HasQuery() {
		b.WriteString("?" + u.Query())
	}
	if u.HasFragment() {
		b.WriteString("#" + u.Fragment())
	}
	return b.String()
}

// checkNetURL compares u with what net/url makes of the same text, where it
// accepts it. The differences are of these kinds:
//
//   - the scheme is lower-cased by net/url;
//   - userinfo, host, path and fragment are decoded by net/url; where it keeps
//     the raw form, the raw forms are compared, otherwise the decoded ones;
//   - an empty fragment is lost, and an empty query is a flag;
//   - a rootless path is called Opaque;
//   - the path %2A is "*" for net/url, as in OPTIONS *;
//   - "///a" is an authority that is empty for RFC 3986, a path for net/url;
//   - net/url alone accepts: a bad escape in the query, spaces, brackets,
//     characters outside US-ASCII, several "#", zones, and any text in a query;
//   - Uriel alone accepts: escapes of ASCII and of what is not UTF-8 in a host,
//     IPvFuture.
func checkNetURL(t *testing.T, s string, u uri.URI) {
	t.Helper()
	v, err := url.Parse(s)
	if err != nil || strings.HasPrefix(s, "///") {
		return
	}
	path := v.EscapedPath()
	switch {
	case v.Opaque != "":
		path = v.Opaque
	case v.Path == "*" && u.Path() == "%2A":
		path = u.Path()
	}
	hostport := u.Host()
	if u.HasPort() {
		hostport += ":" + u.Port()
	}
	name, password, hasPassword := strings.Cut(u.Userinfo(), ":")
	p, ok := v.User.Password()
	for _, c := range []struct{ what, uriel, neturl string }{
		{"scheme", strings.ToLower(u.Scheme()), v.Scheme},
		{"user", pct.Decode(name), v.User.Username()},
		{"password", pct.Decode(password), p},
		{"host", pct.Decode(hostport), v.Host},
		{"path", u.Path(), path},
		{"query", u.Query(), v.RawQuery},
		{"fragment", u.Fragment(), v.EscapedFragment()},
	} {
		if c.uriel != c.neturl {
			t.Fatalf("%q: the %s is %q, for net/url %q", s, c.what, c.uriel, c.neturl)
		}
	}
	if u.HasUserinfo() != (v.User != nil) || hasPassword != ok {
		t.Fatalf("%q: userinfo defined %v, password %v; for net/url %v, %v", s, u.HasUserinfo(), hasPassword, v.User != nil, ok)
	}
	if empty := u.HasQuery() && u.Query() == ""; empty != v.ForceQuery {
		t.Fatalf("%q: empty query %v, for net/url %v", s, empty, v.ForceQuery)
	}
}

// TestNetURL sees that the comparison happens at all.
func TestNetURL(t *testing.T) {
	compared := 0
	for _, s := range seeds() {
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		if _, err := url.Parse(s); err == nil {
			checkNetURL(t, s, u)
			compared++
		}
	}
	if compared < 50 {
		t.Errorf("net/url accepts %d of the texts, want 50 at least", compared)
	}
}

// parse returns the URI of s, or ends a fuzz input that is none.
func parse(t *testing.T, s string) uri.URI {
	u, err := uri.Parse(s)
	if err != nil {
		t.Skip("no input of this target")
	}
	return u
}

func FuzzNormalize(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s, uint8(0))
	}
	f.Add("x://AbC/a/../%7E", uint8(7))
	f.Fuzz(func(t *testing.T, s string, keep uint8) {
		u := parse(t, s)
		n := u.NormalizeKeep(uri.Keep(keep))
		checkParsed(t, n.String(), n)
		if again := n.NormalizeKeep(uri.Keep(keep)); again != n {
			t.Fatalf("%q: normal form %q, and again %q", s, n, again)
		}
		for _, c := range uri.Components {
			before, defined := u.Component(c)
			if _, after := n.Component(c); defined != after && !(c == uri.Port && before == "") {
				t.Fatalf("%q: %s defined %v, in the normal form %q %v", s, c, defined, n, after)
			}
		}
		if pct.Decode(n.Query()) != pct.Decode(u.Query()) || pct.Decode(n.Fragment()) != pct.Decode(u.Fragment()) {
			t.Fatalf("%q: normalisation changes what %q says", s, n)
		}
		checkSameTarget(t, u)
	})
}

// checkSameTarget says that a reference and its normal form lead to the same
// place, from bases that are hierarchical.
func checkSameTarget(t *testing.T, ref uri.URI) {
	t.Helper()
	for _, base := range []string{"http://h/x/y/z?q", "s:/x/y/z", "http://h"} {
		base := uri.MustParse(base)
		a, err := base.Resolve(ref)
		if err != nil {
			t.Fatal(err)
		}
		b, err := base.Resolve(ref.Normalize())
		if err != nil {
			t.Fatal(err)
		}
		// A rootless path behind a scheme has dot segments for Resolve only.
		rootless := ref.HasScheme() && !ref.HasAuthority() && !strings.HasPrefix(ref.Path(), "/")
		if a.Normalize() != b.Normalize() && !rootless {
			t.Fatalf("%q leads from %q to %q, its normal form %q to %q", ref, base, a, ref.Normalize(), b)
		}
	}
}

func FuzzResolve(f *testing.F) {
	for _, test := range resolveTests {
		f.Add(test.base, test.ref)
	}
	f.Fuzz(func(t *testing.T, b, r string) {
		base, ref := parse(t, b), parse(t, r)
		got, err := base.Resolve(ref)
		if !base.HasScheme() {
			if !errors.Is(err, uri.ErrRelativeBase) {
				t.Fatalf("base %q: error %v", b, err)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q + %q: %v", b, r, err)
		}
		checkResolved(t, base, ref, got)
		loose, err := base.ResolveNonStrict(ref)
		if err != nil {
			t.Fatalf("%q + %q, not strict: %v", b, r, err)
		}
		checkParsed(t, loose.String(), loose)
		if !strings.EqualFold(base.Scheme(), ref.Scheme()) && loose != got {
			t.Fatalf("%q + %q = %q, not strict %q", b, r, got, loose)
		}
		if ref.HasAuthority() != loose.HasAuthority() && !base.HasAuthority() {
			t.Fatalf("%q + %q = %q, not strict: an authority from nowhere", b, r, loose)
		}
		if same, err := base.Resolve(uri.URI{}); err != nil || same != base.WithoutFragment() {
			t.Fatalf("%q + \"\" = %q, %v", b, same, err)
		}
	})
}

// checkResolved says where each component of a target comes from (RFC 3986,
// section 5.2.2): above all, a path never turns into an authority.
func checkResolved(t *testing.T, base, ref, got uri.URI) {
	t.Helper()
	checkParsed(t, got.String(), got)
	scheme, authority := ref, ref
	if !ref.HasScheme() {
		scheme = base
		if !ref.HasAuthority() {
			authority = base
		}
	}
	query := ref
	if authority == base && ref.Path() == "" && !ref.HasQuery() {
		query = base
	}
	for _, c := range []struct {
		component uri.Component
		from      uri.URI
	}{{uri.Scheme, scheme}, {uri.Authority, authority}, {uri.Query, query}, {uri.Fragment, ref}} {
		want, wantDefined := c.from.Component(c.component)
		if text, defined := got.Component(c.component); text != want || defined != wantDefined {
			t.Fatalf("%q + %q = %q: %s is %q, %v; want %q, %v", base, ref, got, c.component, text, defined, want, wantDefined)
		}
	}
	if authority == base && ref.Path() == "" {
		return // the path of the base stays as it is, dot segments and all
	}
	if again, err := base.Resolve(got); err != nil || again != got {
		t.Fatalf("%q + %q = %q, which resolves to %q, %v", base, ref, got, again, err)
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("http://H/%7e", "http://h/~")
	f.Add("http://h:/", "http://h/")
	f.Add("urn:a:%61", "urn:a:a")
	f.Fuzz(func(t *testing.T, s, r string) {
		a, b := parse(t, s), parse(t, r)
		if got := uri.Compare(a, a); got != uri.Identical {
			t.Fatalf("%q is not identical to itself: %s", a, got)
		}
		got, back := uri.Compare(a, b), uri.Compare(b, a)
		if got != back {
			t.Fatalf("Compare(%q, %q) = %s, the other way %s", a, b, got, back)
		}
		if (got == uri.Identical) != (s == r) {
			t.Fatalf("Compare(%q, %q) = %s", a, b, got)
		}
		if got := uri.Compare(a, a.Normalize()); got < uri.EqualSyntax {
			t.Fatalf("%q and its normal form %q: %s", a, a.Normalize(), got)
		}
	})
}

func FuzzRedact(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Add("http://u:secret@h/a b")
	f.Add("//u:s@e@c@h")
	f.Fuzz(func(t *testing.T, s string) {
		redacted := uri.Redact(s)
		if again := uri.Redact(redacted); again != redacted {
			t.Fatalf("Redact(%q) = %q, and again %q", s, redacted, again)
		}
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		r, err := uri.Parse(u.Redacted())
		if err != nil {
			t.Fatalf("%q becomes invalid: %v", s, err)
		}
		if password, ok := passwordOf(u); ok {
			if got, _ := passwordOf(r); got != "***" || password != "***" && r == u {
				t.Fatalf("Redacted of %q is %q", s, r)
			}
		}
		for _, c := range uri.Components {
			before, defined := u.Component(c)
			after, still := r.Component(c)
			if defined != still || before != after && c != uri.Userinfo && c != uri.Authority {
				t.Fatalf("Redacted of %q is %q: %s changed", s, r, c)
			}
		}
	})
}

func passwordOf(u uri.URI) (string, bool) {
	_, password, ok := strings.Cut(u.Userinfo(), ":")
	return password, ok
}
