package conform

import (
	"errors"
	"fmt"
	"html"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	finder "uriel.dev/find"
	"uriel.dev/scheme/known"
)

// TestFind runs the vectors of those who find URIs in text, as far as they are
// about plain text. findDiffers says where we are of another opinion, and why.
func TestFind(t *testing.T) {
	differs := map[string]string{}
	for _, d := range findDiffers {
		for id := range strings.FieldsSeq(d.ids) {
			if differs[d.file+"#"+id] != "" {
				t.Errorf("%s#%s is there twice", d.file, id)
			}
			differs[d.file+"#"+id] = d.why
		}
	}
	for _, s := range []suite{
		{"find/linkify-it-links.txt", linkRows},
		{"find/linkify-it-not_links.txt", noLinkRows},
		{"find/extensions-autolink.json", gfmRows},
		{"find/autolink-examples.json", gfmRows},
		{"find/twitter-text-extract.yml", tweetRows},
	} {
		t.Run(path.Base(s.file), func(t *testing.T) {
			tally(t, s.file, withPrefix(s.rows(t, s.file, find(t, s.file)), s.file), differs)
		})
	}
}

var uris = finder.New(known.Table())

// found returns the URIs in a text as they are written.
func found(text string) (out []string) {
	for m := range uris.All([]byte(text)) {
		out = append(out, m.Text)
	}
	return out
}

// linkRows reads pairs of lines: a text, and the link in it, or nothing if the
// text is one.
func linkRows(_ *testing.T, file string, text []byte) (rows []row) {
	lines := strings.Split(string(text), "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if line == "" || line[0] == '%' {
			continue
		}
		line, _, _ = strings.Cut(line, " % ")
		line = strings.TrimRight(line, " ")
		want := line
		if i+1 < len(lines) && lines[i+1] != "" && lines[i+1][0] != '%' {
			want = lines[i+1]
			i++
		}
		rows = append(rows, row{rowID(file, len(rows), ""), func() error {
			if got := found(line); !slices.Equal(got, []string{want}) {
				return fmt.Errorf("%q: found %q, want %q", line, got, want)
			}
			return nil
		}})
	}
	return rows
}

// noLinkRows reads lines that have no link.
func noLinkRows(_ *testing.T, file string, text []byte) (rows []row) {
	for line := range strings.Lines(string(text)) {
		if line, _, _ = strings.Cut(strings.TrimSpace(line), " % "); line == "" || line[0] == '%' {
			continue
		}
		rows = append(rows, row{rowID(file, len(rows), ""), func() error {
			if got := found(line); len(got) > 0 {
				return fmt.Errorf("%q: found %q", line, got)
			}
			return nil
		}})
	}
	return rows
}

var href = regexp.MustCompile(`href="([^"]*)"`)

// gfmRows reads examples of a specification of Markdown: the source, and the HTML
// that it is rendered to.
func gfmRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, x := range decode[struct{ Markdown, HTML string }](t, text) {
		rows = append(rows, row{rowID(file, i, ""), func() error {
			var got, want []string
			for m := range uris.All([]byte(x.Markdown)) {
				got = append(got, m.URI.String())
			}
			for _, m := range href.FindAllStringSubmatch(x.HTML, -1) {
				want = append(want, html.UnescapeString(m[1]))
			}
			if !slices.Equal(got, want) {
				return fmt.Errorf("%q: found %q, want %q", x.Markdown, got, want)
			}
			return nil
		}})
	}
	return rows
}

// tweetRows reads the section about URLs of twitter-text's vectors, which is YAML
// with strings in double quotes.
func tweetRows(_ *testing.T, file string, text []byte) (rows []row) {
	_, section, _ := strings.Cut(string(text), "\n  urls:\n")
	section, _, _ = strings.Cut(section, "\n  urls_with_indices:\n")
	for x := range strings.SplitSeq(section, "- description:") {
		_, x, ok := strings.Cut(x, "text: ")
		tweet, list, ok2 := strings.Cut(x, "expected: [")
		if !ok || !ok2 {
			continue
		}
		rows = append(rows, row{rowID(file, len(rows), ""), func() error {
			tweet, err := strconv.Unquote(strings.TrimSpace(tweet))
			if err != nil {
				return errors.New("the vector is no string in double quotes")
			}
			list, _, _ := strings.Cut(list, "]\n")
			var want []string
			for _, q := range regexp.MustCompile(`"[^"]*"`).FindAllString(list, -1) {
				want = append(want, strings.Trim(q, `"`))
			}
			if got := found(tweet); !slices.Equal(got, want) {
				return fmt.Errorf("%q: found %q, want %q", tweet, got, want)
			}
			return nil
		}})
	}
	return rows
}

// findDiffers says what we read otherwise, and why.
var findDiffers = []struct{ file, why, ids string }{
	{"linkify-it-links.txt", "both links of the line are found", "7"},
	{"linkify-it-links.txt", "a name of a host alone is no URI: it is looked for on request only", "19 32 33 34 35 36 37 51 79 80 81 100 101 102 103"},
	{"linkify-it-links.txt", "an address of the internet alone is no URI", "28 29"},
	{"linkify-it-links.txt", "a reference without a scheme is no URI", "22 23 27"},
	{"linkify-it-links.txt", "what has braces is a template (RFC 6570)", "41"},
	{"linkify-it-links.txt", "a quote is in no URI (RFC 3986, appendix C)", "44 85"},
	{"linkify-it-not_links.txt", "an underline may be emphasis", "13"},
	{"linkify-it-not_links.txt", "an underline can be in a reg-name (RFC 3986, section 3.2.2)", "16"},
	{"extensions-autolink.json", "in running text a top-level domain has two letters; a link of Markdown is found by its text, too", "0"},
	{"autolink-examples.json", "without // a scheme is known, or no URI", "4 7"},
	{"autolink-examples.json", "dots alone are a place holder", "6"},
	{"autolink-examples.json", "a blank in brackets is removed (RFC 3986, appendix C)", "8"},
	{"autolink-examples.json", "a backslash is in no URI", "9"},
	{"autolink-examples.json", "these are no links of Markdown without its extension, but URIs in text", "14 17 18"},
	{"autolink-examples.json", "a bracket that was not opened ends a URI wherever it stands", "23"},
	{"autolink-examples.json", "of entities only those that can end a URI do", "24"},
	{"autolink-examples.json", "in running text a top-level domain has two letters", "29"},
	{"twitter-text-extract.yml", "letters of any script are of an IRI; what follows without a blank cannot be told from it", "17 38 40 42"},
	{"twitter-text-extract.yml", "any host can be named by a URI, of this network or of tomorrow's", "22 23 26"},
	{"twitter-text-extract.yml", "a name of a host alone is no URI: it is looked for on request only", "28 29 30 35 36 37 41 45 46 47 72 85 86"},
	{"twitter-text-extract.yml", "underlines and hyphens can be in a reg-name (RFC 3986, section 3.2.2)", "43 55 56 57 58 59 60 61 63 64 65"},
	{"twitter-text-extract.yml", "an address of mail is found", "44 89 90"},
	{"twitter-text-extract.yml", "a bar is in no URI", "68"},
	{"twitter-text-extract.yml", "no sign before a URI makes it less of one", "79 87"},
	{"twitter-text-extract.yml", "a hyphen can end a URI, and a path may have any length", "81 84"},
}
