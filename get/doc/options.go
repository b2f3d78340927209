package doc

import (
	"fmt"
	"io"
	"strconv"
)

// Options of a request for text, and what they may be.
const (
	// OptionWidth is how many columns a line of text has at most: from 20 to
	// 10,000, 78 if it is not given.
	OptionWidth = "width"

	// OptionStyle is how text shows what stands out: "plain", not at all, if it
	// is not given; "overstrike", as less(1) reads it; "sgr", as terminals obey it.
	OptionStyle = "style"
)

// A Page is how text is laid out. The zero value has 80 columns, and shows nothing
// that stands out.
type Page struct {
	Width int
	Style Style
}

var styles = map[string]Style{"": Plain, "plain": Plain, "overstrike": Overstrike, "sgr": SGR}

// PageOf reads the options of a request for text.
func PageOf(options map[string]string) (Page, error) {
	p := Page{Width: 78}
	if width := options[OptionWidth]; width != "" {
		var err error
		if p.Width, err = strconv.Atoi(width); err != nil || p.Width < 20 || p.Width > 10_000 {
			return p, fmt.Errorf("option %s: %q is no number from 20 to 10000", OptionWidth, width)
		}
	}
	style, ok := styles[options[OptionStyle]]
	if p.Style = style; !ok {
		return p, fmt.Errorf("option %s: %q is none of plain, overstrike, sgr", OptionStyle, options[OptionStyle])
	}
	return p, nil
}

// WriteText writes d as [WriteText] does.
func (p Page) WriteText(w io.Writer, d *Document) error { return WriteText(w, d, p.Width, p.Style) }
