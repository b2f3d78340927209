package gopherserver

import (
	"html"
	"strings"

	"uriel.dev/uri"
)

// page answers with a menu as a page of HTML, as gopherd writes it; gopherd
// forgets the dot behind it.
func (x *exchange) page(r request, folder *item) error {
	entries, err := x.menu(folder)
	if err != nil {
		return x.fail(r, wordsOf(err))
	}
	lines := []string{"<HTML>", "<HEAD>"}
	if address := x.mailbox(); address != "" {
		lines = append(lines, `<LINK rev=made href="mailto:`+html.EscapeString(address)+`">`)
	}
	lines = append(lines, "</HEAD>", "<BODY>", "<DL COMPACT>")
	for _, e := range entries {
		lines = append(lines, "<DT>"+e.anchor())
	}
	return x.lines(true, append(lines, "</DL>", "</BODY>", "</HTML>"))
}

// mailbox returns the address of the administrator, "" if none is known.
func (x *exchange) mailbox() string {
	_, address, _ := strings.Cut(x.administrator(), "<")
	return strings.TrimSuffix(address, ">")
}

// anchor returns the name of an entry, and a link if it leads anywhere. Whoever
// reads a page knows no Gopher+, but needs it for a form.
func (e entry) anchor() string {
	it := e.Item
	if it.Plus == "+" {
		it.Plus = ""
	}
	name := html.EscapeString(it.Name)
	to, err := it.URI(uri.URI{}) // all entries have a host
	if err != nil || to.IsZero() {
		return name
	}
	return `<A HREF="` + html.EscapeString(to.String()) + `">` + name + "</A>"
}
