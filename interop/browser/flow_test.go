package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"uriel.dev/interop"
)

const field = chromedp.CSS("input[name=u]")

// A person types a URI of gopher, sees the menu, follows a link, searches, and asks what the URI means.
func TestGopher(t *testing.T) {
	hole, gateway := startHole(t), startGateway(t)
	b := open(t).withoutScripts()

	b.leads("home", 200, chromedp.Navigate(gateway))
	b.sees("h1", "Any URI, explained and shown.")
	b.look("home")

	b.leads("the URI of a menu", 200, chromedp.SendKeys(field, hole+"/1/\n"))
	b.sees("nav.trail b", "Listing")
	b.sees(".menu", "Welcome to the hole")
	b.sees(".menu", "<script>alert(1)</script>")
	b.look("menu")

	b.leads("a link of the menu", 200, chromedp.Click(chromedp.CSS(".menu a[href$='hello.txt']")))
	b.sees("pre", "Hello from a hole.")
	b.look("text")

	b.leads("up", 200, chromedp.Click(chromedp.CSS(".acts li:first-child a")))
	b.sees(".menu", "Welcome to the hole")

	b.leads("a search", 200, chromedp.SendKeys(chromedp.CSS(".menu form input"), "ü & <x>\n"))
	b.sees(".menu", "Found ü & <x>")

	b.leads("inspect", 200, chromedp.Click(chromedp.CSS(".acts li:last-child a")))
	b.sees(".spec", "gopher")
	if got := strings.Join(strings.Fields(b.text(".spec")), ""); !strings.Contains(got, "%C3%BC") {
		t.Errorf("the specimen does not hold the octets that were typed: %q", got)
	}
	b.look("inspect")

	b.leads("what is not there", 404, chromedp.Navigate(gateway+"u/"+interop.Escape(hole+"/0/nothing")))
	b.sees(".words", "no such thing")
	for _, m := range b.said() {
		if !strings.Contains(m, "404") { // the browser says of every 404 that it is one
			t.Errorf("the browser says %s", m)
		}
	}
	b.look("error")

	b.leads("a mistyped URI", 400, chromedp.Navigate(gateway+"u?u=gopher%3A%2F%2Fa%20b"))
	b.sees("main", "uri/host-space")
	b.said()
	b.look("mistake")
}

// A person reads a page of the manual and goes to one of its sections.
func TestManual(t *testing.T) {
	interop.Program(t, "mandoc", "mandoc", "a page of the manual in a browser")
	gateway := startGateway(t)
	b := open(t).withoutScripts()

	b.leads("home", 200, chromedp.Navigate(gateway))
	b.leads("a page of the manual", 200, chromedp.SendKeys(field, "man:ls(1)\n"))
	b.sees("h1", "ls(1)")
	b.sees("article h2", "NAME")
	b.sees("article", "list directory contents")
	b.look("manual")

	b.do("a section", chromedp.Click(chromedp.CSS("nav[aria-label=Contents] a[href='#DESCRIPTION']")))
	if got := b.address(); !strings.HasSuffix(got, "#DESCRIPTION") {
		t.Errorf("the link of the contents leads to %s", got)
	}
}

// Foreign HTML runs nothing, even where scripts are on: neither as a page of the gateway nor as its raw bytes.
func TestNothingRuns(t *testing.T) {
	hole, gateway := startHole(t), startGateway(t)
	b := open(t)
	if !b.runsScripts() {
		t.Fatal("scripts are off: nothing would be seen")
	}
	stopped := 0
	for _, address := range []string{"u/" + interop.Escape(hole+"/1/"), "u/" + interop.Escape(hole+"/h/evil.html"), "raw/" + interop.Escape(hole+"/h/evil.html"), "raw/" + interop.Escape(hole+"/I/evil.svg")} {
		b.leads(address, 200, chromedp.Navigate(gateway+address))
		if title := run(b, "title", chromedp.Title()); title == "it ran" {
			t.Errorf("%s: a script ran", address)
		}
		for _, m := range b.said() {
			switch {
			case strings.HasPrefix(m, "alert: "), strings.HasPrefix(m, "console."):
				t.Errorf("%s: %s", address, m)
			case strings.Contains(m, "sandbox"):
				stopped++
			}
		}
	}
	if stopped < 2 {
		t.Errorf("the browser stopped %d scripts of raw bytes, want those of both", stopped)
	}
}
