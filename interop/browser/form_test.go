package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"uriel.dev/interop"
)

// A person goes from a menu of Gopher+ to the attributes of an item, picks a view, and fills in a form.
func TestForm(t *testing.T) {
	hole, gateway := interop.StartUrielGopher(t), startGateway(t)
	b := open(t).withoutScripts()

	b.leads("a menu", 200, chromedp.Navigate(gateway+"u/"+interop.Escape(hole.URI("", ""))))
	b.sees(".menu", "paper")
	b.look("plus-menu")

	b.leads("the attributes of an item", 200, chromedp.Click(chromedp.CSS(".menu li:nth-child(4) a.tag")))
	b.sees(".menu", "What the paper is about.")
	b.look("attributes")

	b.leads("a view", 200, chromedp.Click(chromedp.CSS(".menu a[href$='Text%2Fplain']")))
	b.sees("pre", "The paper as text.")

	b.leads("the form", 200, chromedp.Navigate(gateway+"u/"+interop.Escape(hole.URI("0", "0/form%09%09%3F"))))
	b.sees(".lead", "not by Uriel")
	b.do("fill in", chromedp.SendKeys(chromedp.CSS("input[name='f.your-name']"), "ü "), chromedp.SendKeys(chromedp.CSS("textarea"), "one\n.two"),
		chromedp.Click(chromedp.CSS("input[value=blue]")), chromedp.Click(chromedp.CSS("input[name='f.subscribe']")), chromedp.SendKeys(chromedp.CSS("input[type=password]"), "secret"))
	b.look("form")

	b.leads("the form, without leave to send a password", 400, chromedp.Click(chromedp.CSS(".ask button")))
	b.sees("h1", "Nothing was sent.")
	for _, m := range b.said() {
		if !strings.Contains(m, "400") { // the browser says of every 400 that it is one
			t.Errorf("the browser says %s", m)
		}
	}
	b.do("back", chromedp.NavigateBack(), chromedp.SendKeys(chromedp.CSS("input[type=password]"), "secret")) // which browsers do not keep
	b.leads("the form, with leave", 200, chromedp.Click(chromedp.CSS("input[name=clear]")), chromedp.Click(chromedp.CSS(".ask button")))
	for _, line := range []string{"Your name?: ü Frodo", "Password?: (6 characters)", "Address: one", "Address: .two", "Subscribe: 0", "Colour?: blue"} {
		b.sees("pre", line)
	}
	b.look("form-answer")
	if address := b.address(); !strings.HasSuffix(address, interop.Escape(hole.URI("0", "0/form%09%09%3F"))) {
		t.Errorf("the answer is at %s: what was filled in may be in it", address)
	}
}
