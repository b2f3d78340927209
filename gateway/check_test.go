package gateway

import (
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// checkPage checks what must be true of every page: that nothing in it can run
// or load what is not ours, that it has one heading and its landmarks, that
// every control has a name, and that ids are unique.
func checkPage(t *testing.T, page string) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	c := checker{t: t, count: map[string]int{}, ids: map[string]bool{}, labels: map[string]bool{}}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && n.Data == "label" {
			c.labels[attr(n, "for")] = true
		}
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			c.element(n)
		}
	}
	for _, landmark := range []string{"h1", "header", "main", "footer", "title"} {
		if c.count[landmark] != 1 {
			t.Errorf("%d elements %s, want 1", c.count[landmark], landmark)
		}
	}
	if t.Failed() {
		t.Log(page)
	}
}

type checker struct {
	t      *testing.T
	count  map[string]int
	ids    map[string]bool
	labels map[string]bool
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func (c *checker) element(n *html.Node) {
	c.count[n.Data]++
	switch n.Data {
	case "script", "style", "iframe", "object", "embed", "base", "svg", "math", "template":
		c.t.Errorf("an element %s", n.Data)
	case "link":
		if href := attr(n, "href"); href != "/uriel.css" && href != "/icon.svg" {
			c.t.Errorf("a link to %q", href)
		}
	case "meta":
		if attr(n, "http-equiv") != "" {
			c.t.Error("a meta that speaks for the header")
		}
	case "input", "select", "textarea":
		if attr(n, "type") != "hidden" && attr(n, "aria-label") == "" && !c.labels[attr(n, "id")] && n.Parent.Data != "label" {
			c.t.Errorf("a control %q without a name", attr(n, "name"))
		}
		if attr(n, "type") == "password" && !withinPost(n) {
			c.t.Error("a field for a password, in a form that becomes an address")
		}
	case "a":
		if attr(n, "aria-label") == "" && strings.TrimSpace(text(n)) == "" {
			c.t.Errorf("a link to %q without a name", attr(n, "href"))
		}
	case "th":
		if attr(n, "scope") == "" && within(n, "main") && !within(n, "article") {
			c.t.Errorf("a heading %q of nothing", text(n))
		}
	}
	for _, a := range n.Attr {
		c.attribute(n, a)
	}
}

func (c *checker) attribute(n *html.Node, a html.Attribute) {
	switch a.Key {
	case "href", "action", "formaction", "src":
		if !isHarmless(a.Key, a.Val) {
			c.t.Errorf("%s of %s is %q", a.Key, n.Data, a.Val)
		}
	case "id":
		if c.ids[a.Val] {
			c.t.Errorf("the id %q is there twice", a.Val)
		}
		c.ids[a.Val] = true
	case "style", "srcdoc", "srcset", "data", "poster", "background", "ping", "xlink:href":
		c.t.Errorf("an attribute %s=%q", a.Key, a.Val)
	default:
		if strings.HasPrefix(a.Key, "on") {
			c.t.Errorf("an attribute %s=%q", a.Key, a.Val)
		}
	}
}

// isHarmless reports whether an address is our own, or for a link one that
// cannot run anything.
func isHarmless(attribute, address string) bool {
	if strings.HasPrefix(address, "/") && !strings.HasPrefix(address, "//") {
		return true
	}
	if attribute != "href" {
		return false
	}
	for _, prefix := range []string{"#", "?", "http://", "https://", "mailto:", "telnet:"} {
		if strings.HasPrefix(address, prefix) {
			return true
		}
	}
	return false
}

func text(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}

// withinPost reports whether n is part of a form that is sent by POST.
func withinPost(n *html.Node) bool {
	for p := range n.Ancestors() {
		if p.Data == "form" {
			return attr(p, "method") == "post"
		}
	}
	return false
}

func within(n *html.Node, element string) bool {
	for p := range n.Ancestors() {
		if p.Data == element {
			return true
		}
	}
	return false
}
