package otpauth

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
		"otpauth://totp/Example:alice?secret=A": `a key for passwords of 6 digits, for the account "alice" of "Example", new every 30 seconds`,
		"otpauth://hotp/a?secret=A&counter=5":   `a key for passwords of 6 digits, for the account "a", counted from 5`,
		"otpauth://x/a":                         `a key for passwords of 6 digits, for the account "a"`,
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"otpauth://totp/A:b?secret=C&digits=8": "type totp|label /A:b|parameter secret secret|secret C|parameter digits digits=8",
	})
}

// TestSecret: the key is in nothing that is shown.
func TestSecret(t *testing.T) {
	const key = "JBSWY3DPEHPK3PXP"
	for _, text := range []string{"?secret=" + key, "?Secret=" + key + "1", "?secret=A&secret=" + key, "?x=%26secret=1&SECRET=" + key} {
		u := uri.MustParse("otpauth://totp/a" + text)
		v, err := Parse(u)
		shown := jsonOf(t, v) + v.Meaning()
		if err != nil {
			shown += err.Error()
		}
		for _, r := range read(u).remarks {
			shown += r.Text
		}
		if strings.Contains(shown, key) {
			t.Errorf("%s shows its key: %s", u, shown)
		}
	}
	if v, _ := Parse(uri.MustParse("otpauth://totp/a?secret=" + key + "=")); v.Key() != key {
		t.Errorf("key %q, want %q", v.Key(), key)
	}
	if _, err := (View{Type: "a b"}).URI(key); err == nil || strings.Contains(err.Error(), key) {
		t.Errorf("error %v", err)
	}
}

func TestURI(t *testing.T) {
	v := View{Type: "totp", Issuer: new(scheme.Octets("A B")), Account: "c/d", Algorithm: "SHA256", Digits: "6", Period: "30", Params: [][2]scheme.Octets{{"x", "é"}}}
	u, err := v.URI("KEY")
	if want := "otpauth://totp/A%20B:c%2Fd?secret=KEY&issuer=A%20B&algorithm=SHA256&x=%C3%A9"; err != nil || u.String() != want {
		t.Errorf("%s, %v; want %s", u, err, want)
	}
	for _, v := range []View{
		{}, {Type: "totp"}, {Type: "totp", Account: "a:b"}, {Type: "totp", Issuer: new(scheme.Octets("a")), Account: " b"}, {Type: "hotp", Account: "a"},
		{Type: "totp", Account: "a", Params: [][2]scheme.Octets{{"secret", "B"}}},
	} {
		if u, err := v.URI("KEY"); err == nil {
			t.Errorf("%+v: %s, want an error", v, u)
		}
	}
}

// FuzzView: the URI of a view has the same view and key, and so has the normal
// form.
func FuzzView(f *testing.F) {
	seeds := []string{"otpauth://totp/%3A%20?secret=%3d", "otpauth://hotp//a?SECRET=b&counter=00&issuer=%26", "otpauth://totp:1/a%2f..?secret=a&x", "otpauth://totp/a/../b?secret=c&digits=%36", "otpauth://totp/a?secret=b&=c"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		built, err := v.URI(v.Key())
		if err != nil {
			if issuer := v.Issuer; issuer != nil && (*issuer == "" || strings.Contains(string(*issuer), ":")) || strings.HasPrefix(string(v.Account), " ") {
				return // the issuer is a parameter alone, since a label cannot have it
			}
			t.Fatalf("no URI of the view of %q: %v", u, err)
		}
		for _, other := range []uri.URI{built, table.Normalize(u)} {
			if w, err := Parse(other); err != nil || jsonOf(t, w) != jsonOf(t, v) || w.Key() != v.Key() {
				t.Errorf("%q is %s, but %q is %s, %v", u, jsonOf(t, v), other, jsonOf(t, w), err)
			}
		}
	})
}

func jsonOf(t *testing.T, v View) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
