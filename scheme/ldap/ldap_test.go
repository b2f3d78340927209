package ldap

import (
	"encoding/json"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"ldap:///o=University%20of%20Michigan,c=US": `the entry "o=University of Michigan,c=US" at a server of the client's choice`,
		"ldap://h:6666/o=X?cn,mail?one":             `the attributes "cn", "mail" of the entries right below "o=X" at h, port 6666`,
		"ldap://h/o=X??sub?(cn=B*)":                 `the entry "o=X" and all below it that match "(cn=B*)" at h, port 389`,
		"ldaps://h":                                 `the root at h, port 636`,
		"ldapi://%2Frun%2Fldapi/":                   `the root at the socket "/run/ldapi" of this machine`,
		"ldapi:///":                                 `the root at the server of this machine`,
	})
}

// TestOffsets: remarks stand on the very bytes that are wrong, through both
// layers of escapes.
func TestOffsets(t *testing.T) {
	for _, x := range []struct{ uri, rule, at, why string }{
		{"ldap:///o=%41%5Cxy", "ldap/dn", "x", "no escape"},
		{"ldap:///o=%C3%A9%C3,c=US", "ldap/dn", "%C3", "a cut character"},
		{"ldap:///o=a%3Cb", "ldap/dn", "%3C", "an angle bracket"},
		{"ldap:///%6F=a,%6Fx", "ldap/dn", "", "no equals sign: at the end"},
		{"ldap:///o=a%20%20,c=US", "ldap/older-dn", "%20", "spaces before the comma"},
		{"ldap:///o=a;c=US", "ldap/older-dn", ";", "a semicolon"},
		{"ldap://h/???(cn=%5C2G)", "ldap/filter", "G", "no hex digit"},
		{"ldap://h/???(&(%61=%62)(c%20=d))", "ldap/filter", "%20", "no description"},
		{"ldap://h/???(cn~=a%2Ab)", "ldap/filter", "%2A", "an asterisk"},
		{"ldap://h/o=X?a,%62%5F,c", "ldap/attribute", "%62%5F", "no attribute"},
		{"ldap://h/o=X????a,!b", "ldap/extension-unknown", "a", "the first extension"},
		{"ldap://h/????a?b?c", "ldap/question-mark", "?", "in the last part"},
		{"ldap://u@h/", "ldap/userinfo", "u", ""},
	} {
		var got []string
		for _, r := range read(uri.MustParse(x.uri)).remarks {
			if r.Rule == x.rule {
				got = append(got, x.uri[r.Offset:r.Offset+r.Length])
				if r.Length == 0 && r.Offset != len(x.uri) {
					t.Errorf("%s: an empty remark at %d (%s)", x.uri, r.Offset, x.why)
				}
			}
		}
		if len(got) == 0 || got[0] != x.at {
			t.Errorf("%s: %s stands on %q, want %q (%s)", x.uri, x.rule, got, x.at, x.why)
		}
	}
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"ldap://h:1/cn=a,dc=b?x,y?one?(z=1)?!e=1,f": "host h|port 1|relative distinguished name cn=a|relative distinguished name dc=b|attribute x|attribute y|" +
			"scope one|filter (z=1)|extension !e=1|extension f",
	})
}

func TestTrail(t *testing.T) {
	for _, x := range []struct{ uri, want, why string }{
		{"ldap://h/cn=a%5C2Cb,dc=x?cn#f", "dc=x>ldap://h/dc=x cn=a%5C2Cb>ldap://h/cn=a%5C2Cb,dc=x?cn#f", "from the root to the entry"},
		{"ldap:///dc=%61,%20dc=x", "dc=x>ldap:///dc=x dc=%61>ldap:///dc=%61,%20dc=x", "escapes, and a space that is no part of a name"},
		{"ldap://h/", "", "the root has no steps"},
		{"ldap://h/x", "", "no DN"},
		{"ldap://h/o=x" + strings.Repeat(",o=x", maxSteps), "", "too many"},
	} {
		var got []string
		for _, s := range trail(uri.MustParse(x.uri)) {
			got = append(got, x.uri[s.Start:s.End]+">"+s.URI.String())
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: %q, want %q (%s)", x.uri, strings.Join(got, " "), x.want, x.why)
		}
	}
}

func TestURI(t *testing.T) {
	o := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	base, _ := Parse(uri.MustParse("ldap://h:1389"))
	for _, x := range []struct {
		name   string
		change func(v *View)
		want   string // "" is an error
	}{
		{"as it is", func(*View) {}, "ldap://h:1389/"},
		{"all", func(v *View) {
			v.DN, v.Attributes, v.Scope, v.Filter = o("cn=a b"), []scheme.Octets{"cn", "*"}, o("sub"), o("(|(a=b)(!(c=#)))")
		}, "ldap://h:1389/cn=a%20b?cn,*?sub?(%7C(a=b)(!(c=%23)))"},
		{"a DN of reserved characters", func(v *View) { v.DN = o(`cn=a?b\,c#[é]`) }, "ldap://h:1389/cn=a%3Fb%5C,c%23%5B%C3%A9%5D"},
		{"a scope alone", func(v *View) { v.Scope = o("one") }, "ldap://h:1389/??one"},
		{"extensions", func(v *View) {
			v.Extensions = []Extension{{Name: "a", Critical: true}, {Name: "b", Value: o("x,?\x00")}}
		}, "ldap://h:1389/????!a,b=x%2C%3F%00"},
		{"no DN", func(v *View) { v.DN = o("cn") }, ""},
		{"no filter", func(v *View) { v.Filter = o("(a=b") }, ""},
		{"no scope", func(v *View) { v.Scope = o("all") }, ""},
		{"a list in an attribute", func(v *View) { v.Attributes = []scheme.Octets{"a b"} }, ""},
		{"no name of an extension", func(v *View) { v.Extensions = []Extension{{Name: "a=b c"}, {}} }, ""},
		{"no URI", func(v *View) { *v = View{} }, ""},
	} {
		v := base
		x.change(&v)
		u, err := v.URI()
		if x.want == "" && err == nil || x.want != "" && (err != nil || u.String() != x.want) {
			t.Errorf("%s: %q, %v; want %q", x.name, u, err, x.want)
		}
	}
}

// FuzzView: the URL of a view is read back as the same view, and the normal form
// means the same search.
func FuzzView(f *testing.F) {
	seeds := []string{"ldap:", "ldap://%20:x@h:1?*?x?y?z?q#f", "ldapi://a/%2F=%22%22,+", "ldaps:///o=%5c,?,,?SUB?(a=*b**)?!=,!!a==%2c%3f"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		w, buildErr := v.URI()
		if err == nil && buildErr != nil {
			t.Fatalf("%q is not written: %v", u, buildErr)
		}
		if buildErr != nil {
			return
		}
		if back, _ := Parse(w); jsonOf(t, withDN(v)) != jsonOf(t, back) {
			t.Errorf("%q, written as %q, is read as another: %s, %s", u, w, jsonOf(t, v), jsonOf(t, back))
		}
		if rung, _ := table.Compare(u, w); err == nil && rung == uri.Different {
			t.Errorf("%q, written as %q, is not the same", u, w)
		}
		if m, err := Parse(table.Normalize(u)); err == nil && jsonOf(t, m.RDNs) != jsonOf(t, foldedTypes(v.RDNs)) {
			t.Errorf("the normal form %q of %q names another entry", table.Normalize(u), u)
		}
	})
}

// withDN is v with the empty DN for an undefined one.
func withDN(v View) View {
	if v.DN == nil {
		v.DN = new(scheme.Octets(""))
	}
	return v
}

func foldedTypes(d DN) (out DN) {
	for _, rdn := range d {
		var folded RDN
		for _, a := range rdn {
			a.Type = strings.ToLower(a.Type)
			folded = append(folded, a)
		}
		out = append(out, folded)
	}
	return out
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
