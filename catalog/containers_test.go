package catalog

import (
	"slices"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/scheme/known"
)

// TestContainers: each way to read a file is chosen by one name, and no media type and
// no suffix is of two.
func TestContainers(t *testing.T) {
	owner := map[string]string{}
	claim := func(what, name string) {
		if what != strings.ToLower(what) || what == "" {
			t.Errorf("%s: %q is not in lower case", name, what)
		}
		if other, ok := owner[what]; ok {
			t.Errorf("%q is of %s and of %s", what, other, name)
		}
		owner[what] = name
	}
	var names []string
	for _, c := range Containers() {
		claim("as "+c.Name, c.Name)
		names = append(names, c.Name)
		for _, x := range slices.Concat(c.Types, c.Suffixes) {
			claim(x, c.Name)
		}
	}
	for _, name := range []string{"text", "markdown", "html", "man", "texinfo", "rst", "asciidoc", "pod", "latex", "mail", "json", "css", "xml", "gfm"} {
		if !slices.Contains(names, name) {
			t.Errorf("there is no container %s among %v", name, names)
		}
	}
}

// TestContainersWithin: a letter holds a page, and the page its links.
func TestContainersWithin(t *testing.T) {
	const letter = "From: a@b.example\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n" +
		"<a href=3D\"http://h.example/?a=3D1&amp;b=3D2\">x</a>\n--x\nContent-Type: text/plain; name=notes.md\n\n[x](gopher://h/1)\n--x--\n"
	c, ok := find.Choose(Containers(), "mail", "", "")
	if !ok {
		t.Fatal("there is no container mail")
	}
	var got []string
	for m, err := range c.Scan(find.New(known.Table()), strings.NewReader(letter)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(m.Form)+" "+m.URI.String()+" "+m.Part)
	}
	want := []string{"email mailto:a@b.example ", "html http://h.example/?a=1&b=2 1", "bare gopher://h/1 "}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
}
