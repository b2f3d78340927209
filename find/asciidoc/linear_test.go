//go:build unix

package asciidoc_test

import (
	"testing"

	"uriel.dev/find/asciidoc"
	"uriel.dev/find/internal/piece/containertest"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, asciidoc.Container,
		"link:", "link:a[", "link:a[b]", "link:…a", "link:++", "link:++a", "link:++…a", "http://", "http://a[", "http://a]", "http://…a", "a", "a:", "a.", ":", ":a:", ":a: http://", ":a: http://b\n", "----\n", "----\n…a\n", "-", "/", "`", "[", "]", "{", "\\link:a[b]", "\\", "image::", "include::a[]\n", "xref:a[]", "mailto:", "\n", " ", "<http://a/ ",
	)
}
