//go:build unix

package html_test

import (
	"testing"

	"uriel.dev/find/html"
	"uriel.dev/find/internal/decoded/containertest"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, html.Container, []string{
		"<", "</", "<!", "<!--", "<!--…-", "<!--…->", "<!--…--", "<?", ">", "<a", "<a ", "<a b", "<a b=", "<a b='", "<a b=\"…<", "<a href=\"…&", "<a href=\"…&#", "<a href=\"…&#9", "<a href=\"…&amp;", "<a href=…a,",
		"&", "&#", "&#…9", "&a", "&amp;", "&lt", "<wbr>", "a<wbr>", "<img srcset=\"…a,", "<img srcset=\"…a ,", "<img srcset=\"…a (", "<meta content=\"", "<meta content=a ", "<script>", "<script><!--…<script>", "<script><!--…</script", "<script>…<", "<script></script>",
		"<style>", "<style></style>", "<p style=\"(\">", "<p style=\"…(", "<title>…</titl", "<title>…<", "<iframe srcdoc=\"…&lt;iframe srcdoc=", "<iframe srcdoc='(\">", "<svg><![CDATA[", "<svg>…<![CDATA[]]", "http://a/(", "<a href=\"{…{", "<a href=\"<", "\xff", "<a@", "<a:/",
	})
}
