package gopherserver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"uriel.dev/scheme/gopher"
)

// attributes returns the blocks of an entry whose names are wanted, all if none
// are named, behind the block +INFO that every item has. What the side file says
// goes before what we know.
func (x *exchange) attributes(e entry, wanted []string) []string {
	lines := []string{"+INFO: " + e.line()}
	if e.item == nil {
		return lines
	}
	blocks := slices.Clone(e.item.side.Blocks)
	own := []gopher.Block{{Name: "+ADMIN", Lines: x.admin(e.item)}, {Name: "+VIEWS", Lines: e.item.viewLines()}}
	for i, b := range own {
		if e.item.side.Block(b.Name) == nil {
			blocks = slices.Insert(blocks, min(i, len(blocks)), b)
		}
	}
	for _, b := range blocks {
		if len(wanted) > 0 && !slices.Contains(wanted, b.Name) {
			continue
		}
		lines = append(lines, strings.TrimRight(b.Name+": "+b.Text, " "))
		for _, line := range b.Lines {
			lines = append(lines, " "+line)
		}
	}
	return lines
}

// admin returns the lines of +ADMIN that there must be (Gopher+, appendix I).
func (x *exchange) admin(it *item) []string {
	t := it.modified.UTC()
	return []string{
		"Admin: " + x.administrator(),
		"Mod-Date: " + t.Format(time.ANSIC) + " <" + t.Format("20060102150405") + ">",
	}
}

func (x *exchange) administrator() string {
	return cmp.Or(x.Admin, "the administrator <postmaster@"+x.host+">")
}

// viewLines returns the lines of +VIEWS. What is answered to a form is a text. The
// gopher client of the University of Minnesota asks for nothing that has no view
// with a size, so a size that is not known is told to be 0, as by gopherd.
func (it *item) viewLines() (lines []string) {
	switch {
	case it.isFolder:
		return []string{menuView + ": <0k>", plusMenuView + ": <0k>", pageView + ": <0k>"}
	case len(it.views) == 0:
		return []string{textPlain + ": <0k>"}
	}
	for _, v := range it.views {
		lines = append(lines, fmt.Sprintf("%s: <%s>", v, kilobytes(v.Size)))
	}
	return lines
}

const (
	menuView     = "application/gopher-menu"
	plusMenuView = "application/gopher+-menu"
	pageView     = "text/html"
)

// kilobytes writes a size as gopherd does: ".2k", "15k".
func kilobytes(n int64) string {
	if n >= 10<<10 {
		return fmt.Sprintf("%dk", n>>10)
	}
	return strings.TrimPrefix(fmt.Sprintf("%.1fk", float64(n)/(1<<10)), "0")
}

// namesOf returns the names of attributes of a request. They are parted by
// blanks in RFC 4266, section 2.7, and by nothing in Gopher+, section 2.7.
func namesOf(p gopher.Plus) (names []string) {
	for _, word := range p.Attributes {
		for name := range strings.SplitSeq(strings.TrimPrefix(string(word), "+"), "+") {
			names = append(names, "+"+name)
		}
	}
	return names
}
