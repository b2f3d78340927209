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

// A person follows a reference of a page of the manual to another one.
func TestCrossReference(t *testing.T) {
	gateway := startGateway(t)
	b := open(t).withoutScripts()
	b.leads("a page of the manual", 200, chromedp.Navigate(gateway+"u/"+interop.Escape("man:uri(7)")))
	b.sees("h1", "uri(7)")
	b.look("manual-uri")
	b.leads("a reference of it", 200, chromedp.Click(chromedp.CSS("article a[href$='"+interop.Escape("man:utf-8(7)")+"']")))
	b.sees("h1", "utf-8(7)")
}

// A person goes through the folders of a server of FTP.
func TestFTP(t *testing.T) {
	ftp, gateway := interop.StartVsftpd(t), startGateway(t)
	b := open(t).withoutScripts()
	b.leads("the root", 200, chromedp.Navigate(gateway+"u/"+interop.Escape(ftp.URI("/"))))
	b.sees("nav.trail b", "Listing")
	b.sees("main", "hello.txt")
	b.look("ftp")
	b.leads("a folder", 200, chromedp.Click(chromedp.CSS("main a[href$='sub%2F']")))
	for _, name := range []string{"two words.txt", "100%", "a#b?c", "semi;colon", "ümlaut"} {
		b.sees("main", name)
	}
	b.look("ftp-folder")
	b.leads("a file", 200, chromedp.Click(chromedp.CSS("main a[href$='"+interop.Escape("two%20words.txt")+"']")))
	b.sees("pre", "2")
	b.leads("up", 200, chromedp.Click(chromedp.CSS(".acts li:first-child a")))
	b.sees("main", "two words.txt")
	b.leads("sorted by size", 200, chromedp.Click(chromedp.CSS("main thead a[href*='size']")))
	b.sees("main", "two words.txt")
}

// A person pastes a letter, and sees what is in it and what is wrong with it.
func TestCheck(t *testing.T) {
	gateway := startGateway(t)
	b := open(t).withoutScripts()
	b.leads("the form", 200, chromedp.Navigate(gateway+"check"))
	b.look("check")
	b.do("paste", chromedp.SendKeys(chromedp.CSS("#text"), "see <URL:gopher://gopher.example/0/a\n  /b>, http://u:p@h.example:80/ and doi:10.1000/182"))
	b.leads("its URIs", 200, chromedp.Click(chromedp.CSS(".ask button")))
	for _, text := range []string{"gopher://gopher.example/0/a/b", "uri/password", "doi:10.1000/182", "url-prefix", "URL:gopher"} {
		b.sees("main", text)
	}
	b.look("checked")
	b.leads("one of them", 200, chromedp.Click(chromedp.CSS("tbody tr:nth-child(2) a.tag")))
	b.sees("h1", "Inspector")
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
