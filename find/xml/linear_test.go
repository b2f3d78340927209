//go:build unix

package xml_test

import (
	"testing"

	"uriel.dev/find/internal/decoded/containertest"
	"uriel.dev/find/xml"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, xml.Container, []string{
		"<", "</", "<!", "<!--", "<!--…-", "<!--…--", "<?", "<?xml-a ", "<?xml-…?", ">", "<a", "<a ", "<a b", "<a b=", "<a b='", "<a href=\"…&", "<a href=\"…&amp;", "&", "&#", "&#…9", "&a", "&a;", "&amp;",
		"<![CDATA[", "<![CDATA[…]", "<![CDATA[…]]", "<![CDATA[]]>", "a<![CDATA[", "<!DOCTYPE …[", "<!ENTITY …'", "<!ENTITY a '", "<!ENTITY a 'b'>", "<!ENTITY a 'b'>…&a;", "<a style=\"(\">", "<style>…(", "<style>(", "http://a/(", "<a href=\"{…{", "\xff", "<a schemaLocation='…a ",
	})
}
