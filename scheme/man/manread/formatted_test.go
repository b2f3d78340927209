package manread

import (
	"errors"
	"strings"
	"testing"

	"uriel.dev/get/doc"
)

func TestFormatted(t *testing.T) {
	const page = "LS(1)   User Commands   LS(1)\r\n\nN\bNA\bA_\bM\bME\n   _\bl_\b__\bs \x1b[1mbold\x1b[0m \x1b[4mund\x1b[24mer +\bo x\by\n\nSEE ALSO\n   dir(1)\n\x1b[2Jx\nSEE ALSO\n"
	d, err := Formatted([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	if d.Title != "LS(1)" || len(d.Blocks) != 4 {
		t.Errorf("%q with %d sections", d.Title, len(d.Blocks))
	}
	var html strings.Builder
	doc.WriteHTML(&html, d, nil)
	for _, want := range []string{`<a id="NAME"></a><strong>NA</strong><strong><em>M</em></strong>E`, "<strong>bold</strong>", "<em>und</em>er o y", `<a id="SEE_ALSO"></a>`, `<a id="SEE_ALSO_2"></a>`, "\ufffd[2J", "<em>l_s</em> ", "<header><h1>LS(1)</h1><p>LS(1)   User Commands   LS(1)</p></header>"} {
		if !strings.Contains(html.String(), want) {
			t.Errorf("no %q in\n%s", want, html.String())
		}
	}
	if _, err := Formatted([]byte(strings.Repeat("x", maxText+1))); !errors.Is(err, ErrLimit) {
		t.Errorf("a page without end: %v", err)
	}
}

// FuzzFormatted: whatever a page is, its text holds no control character.
func FuzzFormatted(f *testing.F) {
	f.Add("a\ba_\bb\n\x1b[1mx\x1b[0m\n")
	f.Fuzz(func(t *testing.T, source string) {
		d, err := Formatted([]byte(source))
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		doc.WriteText(&b, d, 80, doc.Plain)
		if i := strings.IndexFunc(b.String(), func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r == 0x7f }); i >= 0 {
			t.Errorf("a control character in %q", b.String())
		}
	})
}
