package page

import (
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/uri"
)

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
