package piece_test

import (
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/internal/piece"
)

func ExamplePiece() {
	source := []byte(`see http://h.example\:/a\-b and L(x)`)
	var p piece.Piece
	p.Set(find.Begin, source)
	p.Copy(0, 20)
	p.Copy(22, 24) // \: means nothing
	p.Put("-", 24, 26)
	p.Copy(26, 32)
	start := len(p.Text())
	p.Copy(34, 35)
	p.Claim("l", start, len(p.Text()), find.Reference)
	for m := range p.All(containertest.Finder) {
		fmt.Println(m.Column, m.Form, m.URI, m.Text)
	}
	// Output:
	// 5 bare http://h.example/a-b http://h.example\:/a\-b
	// 35 l x x
}

// slashes is a container of texts in which a backslash hides what follows, and "!"
// marks a letter.
var slashes = find.Container{Name: "slashes", Scan: func(f find.Finder, r io.Reader) iter.Seq2[find.Match, error] {
	return piece.Scan(f, find.Begin, r, func(p *piece.Piece) {
		for i := 0; i < len(p.Source); i++ {
			switch p.Source[i] {
			case '\\':
				p.Put("é-", i, min(i+2, len(p.Source)))
				i++
			case '!':
				p.Copy(i, i+1)
				if u, ok := find.Reference("x"); ok {
					p.Mark(u, "mark", i, i+1)
				}
			default:
				p.Copy(i, i+1)
			}
		}
	})
}}

func TestScan(t *testing.T) {
	containertest.Run(t, slashes, []containertest.Test{
		{`http://a.b/\xc`, `bare http://a.b/%C3%A9-c as "http://a.b/\\xc"`, "several bytes for several"},
		{"! http://a.b/!c !\n\n!", `mark x as "!"; bare http://a.b/!c; mark x as "!"; mark x as "!"`, "marks between matches, and within"},
		{`see http://a.b/c.` + "\n", `bare http://a.b/c or http://a.b/c.`, "another reading"},
		{strings.Repeat("x", 3<<20) + " http://a.b/", "bare http://a.b/", "a long line"},
		{strings.Repeat("x y\n", 300_000) + "<http://a.b/\nc>", "angle http://a.b/c as \"http://a.b/\\nc\"", "a long paragraph"},
	})
}

func TestAlternatives(t *testing.T) {
	all := containertest.Check(t, slashes, []byte(`\x http://a.b/c\d.`))
	if len(all) != 1 || len(all[0].Alternatives) != 1 || all[0].End != 17 || all[0].Alternatives[0].End != 18 {
		t.Errorf("found %+v", all)
	}
}

func TestError(t *testing.T) { containertest.Error(t, slashes, "http://a.b/") }

func TestPart(t *testing.T) {
	whole := piece.Whole(strings.NewReader(""))
	if whole.Name() != "" {
		t.Errorf("the file is called %q", whole.Name())
	}
	part := whole
	var err error
	for range piece.MaxDepth {
		if part, err = part.Part(strings.NewReader(""), "x"); err != nil {
			t.Fatal(err)
		}
	}
	if part = piece.Whole(part); part.Name() != "x" {
		t.Errorf("the part is called %q", part.Name())
	}
	if _, err := part.Part(nil, ""); err == nil {
		t.Error("no error below the deepest part")
	}
	if err := part.Unpack(1 << 30); err != nil {
		t.Error(err)
	}
	if err := whole.Unpack(piece.MaxUnpacked); err == nil {
		t.Error("no error of what its part has unpacked")
	}
}

func TestMailto(t *testing.T) {
	for text, want := range map[string]string{
		"a@b.example": "mailto:a@b.example", "a&b%c@d.example": "mailto:a%26b%25c@d.example", "MAILTO:a@b.example": "MAILTO:a@b.example", "a b@c.example": "mailto:a%20b@c.example",
		"a": "", "@": "", "a@": "", "": "",
	} {
		if u, ok := piece.Mailto(text); u.String() != want || ok != (want != "") {
			t.Errorf("%q: %v, want %q", text, u, want)
		}
	}
}
