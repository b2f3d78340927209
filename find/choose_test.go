package find_test

import (
	"testing"

	"uriel.dev/find"
)

func TestChoose(t *testing.T) {
	list := []find.Container{find.Text, {Name: "html", Types: []string{"text/html"}, Suffixes: []string{".html", ".htm"}}}
	for _, x := range []struct{ as, mediaType, name, want string }{
		{"", "", "a.HTM", "html"},
		{"", "", "a.tar.txt", "text"},
		{"", "", "a.zip", ""},
		{"", "", "html", ""},
		{"", "", "", ""},
		{"", "Text/HTML; charset=utf-8", "a.txt", "html"},
		{"", "text/plain", "a.html", "text"},
		{"", "image/png", "a.html", "html"},
		{"", "no media type", "a.html", "html"},
		{"text", "text/html", "a.html", "text"},
		{"nosuch", "text/html", "a.html", ""},
	} {
		c, ok := find.Choose(list, x.as, x.mediaType, x.name)
		if c.Name != x.want || ok != (x.want != "") {
			t.Errorf("%+v: %q, %v", x, c.Name, ok)
		}
	}
}
