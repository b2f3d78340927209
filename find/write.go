package find

import (
	"fmt"
	"html"
	"strings"

	"uriel.dev/uri"
)

// Formats are the names of the formats that [Write] knows.
var Formats = [...]string{"angle", "url", "html", "texinfo", "roff", "markdown"}

// Write returns u as it is written in text of a format, so that those who read the
// format find it again (but for what begins as "x:=" does, which is of programs):
//
//	angle     <http://h/>                      RFC 3986, appendix C
//	url       <URL:http://h/>                  the draft of 1994
//	html      <A HREF="http://h/">http://h/</A>
//	texinfo   @uref{http://h/}
//	roff      .UR http://h/ and .UE, on two lines
//	markdown  <http://h/>, or [text](<…>) if it would be taken for no link
//
// The last three are those of uri(7), which has none for Markdown. The error is for
// a format that is none of [Formats].
func Write(u uri.URI, format string) (string, error) {
	text := u.String()
	switch format {
	case "angle":
		return "<" + text + ">", nil
	case "url":
		return "<URL:" + text + ">", nil
	case "html":
		escaped := html.EscapeString(text)
		return `<A HREF="` + escaped + `">` + escaped + "</A>", nil
	case "texinfo":
		return "@uref{" + strings.NewReplacer("@", "@@", ",", "@comma{}").Replace(text) + "}", nil
	case "roff":
		// A hyphen is "\-" there, and a line may break behind "\:" alone.
		return ".UR " + strings.ReplaceAll(text, "-", `\-`) + "\n.UE", nil
	case "markdown":
		if n := len(u.Scheme()); 2 <= n && n <= 32 { // what an autolink of CommonMark may have
			return "<" + text + ">", nil
		}
		return "[" + strings.NewReplacer("[", `\[`, "]", `\]`, "*", `\*`, "_", `\_`).Replace(text) + "](<" + text + ">)", nil
	}
	return "", fmt.Errorf("%q is no format to write a URI in: want one of %s", format, strings.Join(Formats[:], ", "))
}
