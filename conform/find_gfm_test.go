package conform

import (
	"fmt"
	"html"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	finder "uriel.dev/find"
	"uriel.dev/find/markdown"
)

// TestFindGFM runs the examples of the specifications of CommonMark and of GitHub
// Flavored Markdown under the profile that finds the links that GitHub makes.
// gfmDiffers says where we are of another opinion, and why.
func TestFindGFM(t *testing.T) {
	for _, file := range []string{
		"find/autolink-examples.json",
		"find/commonmark-link-examples.json",
		"find/extensions-autolink.json",
	} {
		t.Run(path.Base(file), func(t *testing.T) {
			tally(t, file, withPrefix(gfmProfileRows(t, file, find(t, file)), file), gfmDiffers)
		})
	}
}

// withoutExtension is the reason where an example is of CommonMark, which has no
// extended autolinks; GitHub makes a link of what stands there.
const withoutExtension = "the example is of CommonMark without GitHub's extended autolinks"

// gfmDiffers gives the reason for each example that we read otherwise.
var gfmDiffers = map[string]string{
	"autolink-examples.json#8":          withoutExtension,
	"autolink-examples.json#14":         withoutExtension,
	"autolink-examples.json#17":         withoutExtension,
	"autolink-examples.json#18":         withoutExtension,
	"commonmark-link-examples.json#147": withoutExtension,
	"commonmark-link-examples.json#153": withoutExtension,
	"commonmark-link-examples.json#156": withoutExtension,
	"commonmark-link-examples.json#157": withoutExtension,
}

// gfmProfileRows reads examples of a specification of Markdown: the source, and the
// HTML that it is rendered to. A destination is found where it is written, not where a
// label stands for it; so it is sets that are compared. Where the HTML is not said
// ("<IGNORE>"), nothing is expected but offsets that are right.
func gfmProfileRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, x := range decode[struct{ Markdown, HTML string }](t, text) {
		rows = append(rows, row{rowID(file, i, ""), func() error {
			got, err := gfmLinks(x.Markdown)
			if err != nil || strings.HasPrefix(x.HTML, "<IGNORE>") {
				return err
			}
			want := renderedLinks(x.HTML)
			if !maps.Equal(got, want) {
				return fmt.Errorf("%q: found %q, want %q", x.Markdown, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
			}
			return nil
		}})
	}
	return rows
}

// gfmLinks returns what links of a document lead to.
func gfmLinks(source string) (map[string]bool, error) {
	links := map[string]bool{}
	for m := range markdown.GFM.Scan(uris, strings.NewReader(source)) {
		if source[m.Start:m.End] != m.Text {
			return nil, fmt.Errorf("%q: %q stands not at %d to %d", source, m.Text, m.Start, m.End)
		}
		links[m.URI.String()] = true
	}
	return links, nil
}

var target = regexp.MustCompile(`<(?:a href|img src)="([^"]*)"`)

// renderedLinks returns what links and images of HTML lead to, in the form that
// references have: what is empty is none, and what no URI has is percent-encoded.
func renderedLinks(page string) map[string]bool {
	out := map[string]bool{}
	for _, m := range target.FindAllStringSubmatch(page, -1) {
		if u, ok := finder.Reference(html.UnescapeString(m[1])); ok {
			out[u.String()] = true
		}
	}
	return out
}
