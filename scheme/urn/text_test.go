package urn

import (
	"strings"
	"testing"
	"unicode/utf8"

	"uriel.dev/uri/pct"
)

func TestEncodeNSS(t *testing.T) {
	for text, want := range map[string]string{
		"résumé":          "r%C3%A9sum%C3%A9",
		"()+,-.:=@;$_!*'": "()+,-.:=@;$_!*'",
		"a/b?c#d%20":      "a%2Fb%3Fc%23d%2520",
		"~&":              "%7E%26",
		" \x00\x7f":       "%20%00%7F",
		"\xff":            "%FF",
		"":                "",
	} {
		if got := EncodeNSS(text); got != want {
			t.Errorf("EncodeNSS(%q) = %s, want %s", text, got, want)
		}
	}
}

// FuzzText: any text can be made an NSS and got back, and what is displayed is
// of one URN only.
func FuzzText(f *testing.F) {
	for _, s := range []string{"résumé", "/", "?+=#", "\x00\xff\xf8\x88\x80\x80\x80", "а\u202eb\u200b", "%C3%A9", "é\u0301\ufe0f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		nss := EncodeNSS(text)
		if pct.Decode(nss) != text {
			t.Fatalf("%q becomes %q", text, nss)
		}
		if text == "" {
			return
		}
		u := MustParse("urn:example:" + nss)
		if v := Verdict2141(u.String()); v.Standing == Reserved || v.Standing == Invalid || v.Section == "RFC 2141 2.3.1" {
			t.Errorf("%q: %+v", u, v)
		}
		shown := u.Display()
		if back := pct.Encode(shown, everyASCII); back != u.Canonical() {
			t.Errorf("%q is displayed as %q, which is %q", u, shown, back)
		}
		if !utf8.ValidString(shown) {
			t.Errorf("%q is displayed as %q, which is no text", u, shown)
		}
	})
}

// everyASCII are the characters of US-ASCII.
var everyASCII = func() pct.Set {
	var b strings.Builder
	for c := range byte(utf8.RuneSelf) {
		b.WriteByte(c)
	}
	return pct.SetOf(b.String())
}()
