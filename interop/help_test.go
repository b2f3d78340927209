package interop

import (
	"html"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/ghelp/ghelpclient"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// TestHelp: every page of the help of GNOME, and a document of DocBook, is shown, and every link within it leads to a page
// and to a place there.
func TestHelp(t *testing.T) {
	for _, test := range []struct{ debianPackage, document, pages string }{
		{"gnome-user-docs", "gnome-help", "*.page"},
		{"gnome-user-docs", "system-admin-guide", "*.page"},
		{"gucharmap", "gucharmap", "index.docbook"},
	} {
		for _, lang := range []string{"C", "de"} {
			t.Run(test.document+"/"+lang, func(t *testing.T) {
				data := filepath.Join(Unpacked(t, test.debianPackage, "the help of "+test.document), "usr/share")
				h := ghelpclient.NewIn(get.Env{Policy: policy.CLI(known.Table())}, []string{data}, lang)
				files, err := filepath.Glob(filepath.Join(data, "help/C", test.document, test.pages))
				if err != nil || len(files) == 0 {
					t.Fatalf("no pages, %v", err)
				}
				book := helpBook{}
				for _, file := range files {
					name := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
					book[helpURI(test.document, name)] = body(t, h, uri.MustParse(helpURI(test.document, name)), "text/html")
				}
				t.Logf("%d pages, %d links within", len(book), book.check(t, "help:"+test.document))
			})
		}
	}
}

func helpURI(document, page string) string {
	if page == "index" {
		return "help:" + document
	}
	return "help:" + document + "/" + page
}

// A helpBook is pages in HTML by their URIs.
type helpBook map[string]string

// check looks where the links to URIs that begin with a prefix lead, and those within a page, and returns their number.
func (b helpBook) check(t *testing.T, prefix string) (links int) {
	t.Helper()
	for from, page := range b {
		for _, m := range regexp.MustCompile(` href="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			to, fragment, _ := strings.Cut(html.UnescapeString(m[1]), "#")
			if to == "" {
				to = from
			}
			if to != prefix && !strings.HasPrefix(to, prefix+"/") {
				continue
			}
			links++
			id, err := url.PathUnescape(fragment)
			target, ok := b[to]
			if err != nil || !ok || id != "" && !strings.Contains(target, ` id="`+html.EscapeString(id)+`"`) {
				t.Errorf("%s: the link to %s leads nowhere", from, m[1])
			}
		}
	}
	return links
}
