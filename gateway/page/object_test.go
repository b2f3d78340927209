package page

import (
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// Markdown is read as a document, with links back to us and nothing that runs.
func TestMarkdown(t *testing.T) {
	for _, x := range []struct{ uri, intro, link string }{
		{"http://h/d/a.md", "A text in Markdown from <b>h</b>", `d%2Fb.md">link</a>`},
		{"file:///d/a.md", "", "<span>link</span>"}, // no folder is shown there
	} {
		u := uri.MustParse(x.uri)
		o := &get.Object{MediaType: "text/markdown", Length: -1, Body: strings.NewReader("# The title\n\n*Some* [link](b.md), [none](javascript:x)\n\n<script>alert(1)</script>\n\n| a |\n|---|\n| b |\n")}
		m := drawObject(Answer{Site: testSite(), Response: &get.Response{URI: u, Answer: o}}, o)
		main := string(m.Main)
		for _, want := range []string{x.intro, "<em>Some</em>", x.link, "none", "<th>a</th>"} {
			if !strings.Contains(main, want) {
				t.Errorf("%s: no %q in %s", x.uri, want, main)
			}
		}
		if strings.Contains(main, "<script") || strings.Contains(main, "javascript:") || strings.Contains(main, "alert") {
			t.Errorf("%s: %s", x.uri, main)
		}
	}
}

// HTML is introduced as the page of somebody, unless it was made here or is of
// this machine.
func TestWhosePage(t *testing.T) {
	const intro = "A page of HTML from <b>h</b>"
	for _, x := range []struct {
		uri      string
		rendered bool
		want     bool
	}{
		{"http://h/a", false, true}, {"gopher://h/0a", false, true}, {"gopher://h/0a", true, false}, {"man:ls", false, false},
	} {
		u := uri.MustParse(x.uri)
		o := &get.Object{MediaType: "text/html", Length: -1, Rendered: x.rendered, Body: strings.NewReader("<title>The title</title><p>text")}
		m := drawObject(Answer{Site: testSite(), Response: &get.Response{URI: u, Answer: o}}, o)
		if main := string(m.Main); strings.Contains(main, intro) != x.want || !strings.Contains(main, "text") {
			t.Errorf("%+v: %s", x, main)
		}
		if !strings.HasPrefix(x.uri, "man:") && m.Title != "The title" {
			t.Errorf("%+v is called %q", x, m.Title)
		}
	}
}
