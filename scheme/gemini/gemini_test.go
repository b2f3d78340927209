package gemini

import (
	"fmt"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"gemini://h":             `the resource "/" of the Gemini server at h, port 1965`,
		"gemini://h/a?two%20w":   `the resource "/a" of the Gemini server at h, port 1965, given the input "two w"`,
		"spartan://h:3000/a?a+b": `the resource "/a" of the Spartan server at h, port 3000, sent the data "a+b"`,
	})
}

// TestLength: the slash of an empty path counts, the fragment does not, and what
// the normal form leaves out does not either.
func TestLength(t *testing.T) {
	long := func(prefix string, n int) string { return prefix + strings.Repeat("a", n-len(prefix)) }
	for _, x := range []struct {
		name, uri string
		want      string // "" if it is short enough
	}{
		{"1024 bytes", long("gemini://h/", 1024), ""},
		{"1025 bytes", long("gemini://h/", 1025), "1 at 1024"},
		{"2000 bytes", long("gemini://h/", 2000), "976 at 1024"},
		{"no slash", long("gemini://", 1024), "0 at 1024"},
		{"no slash before the query", long("gemini://h?", 1024), "0 at 1024"},
		{"fragment", long("gemini://h/", 1024) + "#fragment", ""},
		{"default port", long("gemini://h:1965/", 1029), ""},
		{"spartan", long("spartan://h/", 2000), ""},
	} {
		var got string
		for _, r := range remarks(uri.MustParse(x.uri)) {
			got += fmt.Sprintf("%d at %d", r.Length, r.Offset)
		}
		if got != x.want {
			t.Errorf("%s: %q, want %q", x.name, got, x.want)
		}
	}
}

// TestRemarkRanges: remarks stand on what they are about.
func TestRemarkRanges(t *testing.T) {
	const text = "gemini://u:p@h/?a+b+c"
	var got []string
	for _, r := range remarks(uri.MustParse(text)) {
		got = append(got, fmt.Sprintf("%s %s at %d", r.Rule, text[r.Offset:r.Offset+r.Length], r.Offset))
	}
	if want := "gemini/userinfo u:p at 9 | gemini/plus + at 17"; strings.Join(got, " | ") != want {
		t.Errorf("%s, want %s", strings.Join(got, " | "), want)
	}
}

// FuzzView: a request is one line, and what stands behind it is counted; the
// normal form makes the same.
func FuzzView(f *testing.F) {
	seeds := []string{"gemini:", "gemini://u@[::1]:01965?%0D%0A#f", "spartan://%C3%A9.com:300/../a?%00%FF", "SPARTAN://h?%0a", "spartan://%20/", "gemini://h/%0D%0A"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		w, _ := Parse(table.Normalize(u))
		if v.Request != w.Request {
			t.Errorf("%q sends %q, its normal form %q", u, v.Request, w.Request)
		}
		line, data, ok := strings.Cut(string(v.Request), "\r\n")
		if v.Request == "" {
			return
		}
		if err != nil || !ok || strings.ContainsAny(line+data, "\r\n") {
			t.Errorf("%q sends %q (%v)", u, v.Request, err)
		}
		if isGemini(u) && (data != "" || len(line) > maxLen) || !isGemini(u) && (strings.Count(line, " ") != 2 || !strings.HasSuffix(line, fmt.Sprintf(" %d", len(data)))) {
			t.Errorf("%q sends %q", u, v.Request)
		}
	})
}
