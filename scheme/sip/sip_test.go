package sip

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
		"sip:alice:secretword@atlanta.com;transport=tcp": `a call to "alice" at atlanta.com, over "tcp"`,
		"sips:1212@gateway.com:5070":                     `a call to "1212" at gateway.com, port 5070, encrypted on every hop`,
		"sip:atlanta.com;method=REGISTER?to=x":           `a request "REGISTER" to the server at atlanta.com`,
		"sip:":                                           `a call to the server at a host that is not named`,
	})
}

// TestEqual: all examples of RFC 3261, section 19.1.4, and what its rules say
// beyond them.
func TestEqual(t *testing.T) {
	table := scheme.NewTable(Schemes(), nil)
	for _, x := range []struct {
		a, b   string
		rung   uri.Rung
		reason string
		why    string
	}{
		{"sip:%61lice@atlanta.com;transport=TCP", "sip:alice@AtLanTa.CoM;Transport=tcp", uri.EqualScheme, "sip-rules", "example"},
		{"sip:carol@chicago.com", "sip:carol@chicago.com;newparam=5", uri.EqualScheme, "sip-rules", "example"},
		{"sip:carol@chicago.com", "sip:carol@chicago.com;security=on", uri.EqualScheme, "sip-rules", "example"},
		{"sip:carol@chicago.com;newparam=5", "sip:carol@chicago.com;security=on", uri.EqualScheme, "sip-rules", "example"},
		{"sip:biloxi.com;transport=tcp;method=REGISTER?to=sip:bob%40biloxi.com", "sip:biloxi.com;method=REGISTER;transport=tcp?to=sip:bob%40biloxi.com", uri.EqualScheme, "sip-rules", "example"},
		{"sip:alice@atlanta.com?subject=project%20x&priority=urgent", "sip:alice@atlanta.com?priority=urgent&subject=project%20x", uri.EqualScheme, "sip-rules", "example"},
		{"SIP:ALICE@AtLanTa.CoM;Transport=udp", "sip:alice@AtLanTa.CoM;Transport=UDP", uri.Different, "", "example: user names"},
		{"sip:bob@biloxi.com", "sip:bob@biloxi.com:5060", uri.Different, "", "example: ports"},
		{"sip:bob@biloxi.com", "sip:bob@biloxi.com;transport=udp", uri.Different, "", "example: transports"},
		{"sip:bob@biloxi.com", "sip:bob@biloxi.com:6000;transport=tcp", uri.Different, "", "example: ports and transports"},
		{"sip:carol@chicago.com", "sip:carol@chicago.com?Subject=next%20meeting", uri.Different, "", "example: header fields"},
		{"sip:bob@phone21.boxesbybob.com", "sip:bob@192.0.2.4", uri.Different, "", "example: no look-up"},
		{"sip:carol@chicago.com", "sip:carol@chicago.com;security=off", uri.EqualScheme, "sip-rules", "remark: not transitive"},
		{"sip:carol@chicago.com;security=on", "sip:carol@chicago.com;security=off", uri.Different, "", "remark: not transitive"},
		{"sip:a@h", "sips:a@h", uri.Different, "", "never equivalent"},
		{"sip:h", "sip:a@h", uri.Different, "", "a user or none"},
		{"sip:a@h", "sip:a:@h", uri.Different, "", "a password or none"},
		{"sip:a:x@h", "sip:a:X@h", uri.Different, "", "the case of a password"},
		{"sip:a:%78@h", "sip:a:x@h", uri.EqualSyntax, "", "the encoding of a letter"},
		{"sip:a%3Bb@h", "sip:a;b@h", uri.Different, "", "the encoding of a reserved character"},
		{"sip:a%28@h;x=(", "sip:a(@H;X=%28", uri.EqualScheme, "sip-rules", "the encoding of what is not reserved"},
		{"sip:a@h;user=phone", "sip:a@h", uri.Different, "", "user, ttl, method in one only"},
		{"sip:a@h;maddr=239.1.1.1;ttl=1", "sip:a@h;maddr=239.1.1.1", uri.Different, "", "user, ttl, method in one only"},
		{"sip:a@h;method=INVITE", "sip:a@h", uri.Different, "", "user, ttl, method in one only"},
		{"sip:a@h", "sip:a@h;maddr=h", uri.Different, "", "maddr in one only"},
		{"sip:a@h;maddr=239.1.1.1;ttl=1", "sip:a@h;TTL=1;maddr=239.1.1.1", uri.EqualScheme, "sip-rules", "in both"},
		{"sip:a@h;lr", "sip:a@h", uri.EqualScheme, "sip-rules", "all others are ignored"},
		{"sip:a@h?a=1&a=2", "sip:a@h?a=2&a=1", uri.Different, "", "the order of fields of one name"},
		{"sip:a@h;;", "sip:a@h", uri.Different, "", "no SIP URI"},
	} {
		a, b := uri.MustParse(x.a), uri.MustParse(x.b)
		for range 2 {
			if rung, reason := table.Compare(a, b); rung != x.rung || reason != x.reason {
				t.Errorf("%s and %s: %v %q, want %v %q (%s)", a, b, rung, reason, x.rung, x.reason, x.why)
			}
			a, b = b, a
		}
	}
}

// TestOffsets: remarks stand on the bytes that are wrong.
func TestOffsets(t *testing.T) {
	for _, x := range []struct{ uri, rule, at string }{
		{"sip://a@h", "sip/slashes", "//"},
		{"sip:a:p%3Bq;r@h", "sip/character", ";"},
		{"sip:a:pw@h", "sip/password", "pw"},
		{"sip:a@h_:1;x", "sip/host", "h_"},
		{"sip:a@h:99999;x", "sip/port", "99999"},
		{"sip:a@h;b;c=d=e", "sip/character", "="},
		{"sip:a@h;b;B=1?x=y", "sip/twice", "B=1"},
		{"sip:a@h;b?x=%20y,z&q=", "sip/character", ","},
		{"sip:a@h?x=y&Via=z", "sip/unsafe-header", "Via=z"},
		{"sip:a@h?x=y#frag", "sip/fragment", "frag"},
	} {
		found := false
		for _, r := range read(uri.MustParse(x.uri)).remarks {
			if r.Rule == x.rule {
				found = true
				if got := x.uri[r.Offset : r.Offset+r.Length]; got != x.at {
					t.Errorf("%s: %s stands on %q, want %q", x.uri, x.rule, got, x.at)
				}
			}
		}
		if !found {
			t.Errorf("%s: no %s", x.uri, x.rule)
		}
	}
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"sip:a;x:p@h:1;b;c=d?e=f&g=": "user a;x|password p|host h|port 1|parameter b|parameter c=d|header field e=f|header field g=",
	})
}

// TestSecret: the password is told to whoever asks for it, and nobody else.
func TestSecret(t *testing.T) {
	const secret = "s%2Fcret"
	v, err := Parse(uri.MustParse("sip:alice:" + secret + "@h"))
	if err != nil {
		t.Fatal(err)
	}
	if password, ok := v.Secret(); password != "s/cret" || !ok {
		t.Errorf("password %q, %v", password, ok)
	}
	text, err := json.Marshal(v)
	if err != nil || strings.Contains(string(text)+v.Meaning(), "cret") {
		t.Errorf("%s, %s, %v: the password is told", text, v.Meaning(), err)
	}
	for _, r := range read(uri.MustParse("sip:alice:" + secret + "@h")).remarks {
		if strings.Contains(r.Text, "cret") {
			t.Errorf("the password is in the remark %q", r.Text)
		}
	}
}

func TestURI(t *testing.T) {
	o := func(s string) *scheme.Octets { return new(scheme.Octets(s)) }
	for _, x := range []struct {
		name string
		view View
		want string // "" is an error
	}{
		{"a user", View{Server: scheme.Server{User: o("a@b:c;d"), Host: "h.example", Port: "5070"}}, "sip:a%40b%3Ac;d@h.example:5070"},
		{"slashes in front", View{Server: scheme.Server{User: o("//x"), Host: "h"}}, "sip:%2F/x@h"},
		{"parameters and header fields", View{Server: scheme.Server{Host: "h"}, Parameters: []Pair{{"lr", nil}, {"x;", o("1=[")}}, Headers: []Pair{{"To", o("a@b&c\r\n")}, {"B", o("")}}},
			"sip:h;lr;x%3B=1%3D%5B?To=a%40b%26c%0D%0A&B="},
		{"no host", View{}, ""},
		{"a host that is two", View{Server: scheme.Server{Host: "a;b@c"}}, ""},
		{"a port that is more", View{Server: scheme.Server{Host: "h", Port: "1;x"}}, ""},
		{"an empty value", View{Server: scheme.Server{Host: "h"}, Parameters: []Pair{{"x", o("")}}}, ""},
	} {
		u, err := x.view.URI()
		if x.want == "" && err == nil || x.want != "" && (err != nil || u.String() != x.want) {
			t.Errorf("%s: %q, %v; want %q", x.name, u, err, x.want)
		}
	}
}

// FuzzView: the URI of a view is read back as the same view; what is equal is so
// both ways, and to itself and its normal form.
func FuzzView(f *testing.F) {
	seeds := []string{"sip:a:b:c@d@e:1:;f==g?h&i=?#j", "sips:%2F//@h", "sip:?@;", "sip:h;%74tl=1;A%2A?b%2A=%21", "sip:[", "sip://[::1];x"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		if n := shape("sip:", []byte(u.String())); n > len(u.String()) {
			t.Errorf("%q: a shape of %d bytes", u, n)
		}
		v, err := Parse(u)
		if err != nil {
			return
		}
		if n := table.NormalizeSyntax(u); equal(n, n) == "" || equal(n, table.Normalize(u)) == "" {
			t.Errorf("%q is not equal to itself", u)
		}
		w, err := v.URI()
		if err != nil {
			t.Fatalf("%q is not written: %v", u, err)
		}
		back, _ := Parse(w)
		if a, b := jsonOf(t, v), jsonOf(t, back); a != b {
			t.Errorf("%q, written as %q, is read as another: %s, %s", u, w, a, b)
		}
		if rung, _ := table.Compare(u, w); rung == uri.Different && !strings.Contains(u.String(), "%") {
			t.Errorf("%q, written as %q, is not the same", u, w)
		}
		if table.Normalize(w) != table.Normalize(u) && equal(table.NormalizeSyntax(u), table.NormalizeSyntax(w)) != equal(table.NormalizeSyntax(w), table.NormalizeSyntax(u)) {
			t.Errorf("%q is equal to %q, but not the other way round", u, w)
		}
	})
}

func jsonOf(t *testing.T, v View) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
