package infoclient

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/info/inforead"
	"uriel.dev/uri"
)

const rich = `^_
File: r.info,  Node: Top,  Next: Two words,  Prev: (dir),  Up: (dir)

1 A 'title'
***********

First line of a paragraph, that goes
on.  (*note Two words::, and *note a
label: (other)Some_node.)

   *Note Two words::.  Described in *note Two words:: by
<https://example.org/a_b?c>, or https://example.org/d.

     example  *note Two words::
       deeper

     second
1.1 Section
===========

'-a'
'--all'
     What it means.

     More of it:

          example

     'inner'
          Deep.

 -- Function: f (x)
     It computes.

 -- Variable: v

     It varies.

   • one item
     goes on

     with more
   • two

  1. first
  2. second

* Menu:

* Two words::          About two
                       words.
* Label: (other).      Other
 Between
* index: Two words.    (line  7)

^_
File: r.info,  Node: Two words,  Up: Top

No heading here.
`

const richMarkdown = `Prev: [(dir)](<info:(dir)>) · Up: [(dir)](<info:(dir)>) · Next: [Two words](<info:r#Two_words>)

# 1 A 'title'

First line of a paragraph, that goes on. (see [Two words](<info:r#Two_words>), and [a label](<info:other#Some_node>).)

See [Two words](<info:r#Two_words>). Described in [Two words](<info:r#Two_words>) by \<<https://example.org/a_b?c>\>, or <https://example.org/d>.
`

func TestTree(t *testing.T) {
	h := NewIn(cli, plant(t, map[string]string{"r.info": rich}))
	_, text, err := fetch(t, h, "info:r", "text/plain")
	if _, want, _ := strings.Cut(rich, "(dir)\n\n"); err != nil || text != want[:strings.Index(want, "^_")] {
		t.Errorf("%v, the text is not as in the file:\n%s", err, text)
	}
	res, html, err := fetch(t, h, "info:r", "text/html")
	if err != nil || res.Answer.(*get.Object).MediaType != "text/html; charset=utf-8" {
		t.Fatal(err)
	}
	for _, want := range []string{
		"<title>1 A &#39;title&#39;</title>",
		`Prev: <a href="info:(dir)">(dir)</a>`, `Next: <a href="info:r#Two_words">Two words</a>`,
		">1 A &#39;title&#39;</h1>", ">1.1 Section</h2>",
		`(see <a href="info:r#Two_words">Two words</a>, and <a href="info:other#Some_node">a label</a>.)</p>` + "\n<p>" + `See <a href="info:r#Two_words">Two words</a>. Described in <a`,
		`&lt;<a href="https://example.org/a_b?c">https://example.org/a_b?c</a>&gt;, or <a href="https://example.org/d">https://example.org/d</a>.`,
		"<pre>example  <a href=\"info:r#Two_words\">*note Two words::</a>\n  deeper\n\nsecond</pre>",
		"<dt>&#39;-a&#39;</dt>\n<dt>&#39;--all&#39;</dt>\n<dd>\n<p>What it means.</p>\n<p>More of it:</p>\n<pre>example</pre>\n<dl>\n<dt>&#39;inner&#39;</dt>\n<dd>Deep.</dd>\n</dl>\n</dd>\n",
		"<dt>-- Function: f (x)</dt>\n<dd>It computes.</dd>\n<dt>-- Variable: v</dt>\n<dd>It varies.</dd>",
		"<li>\n<p>one item goes on</p>\n<p>with more</p>\n</li>\n<li>two</li>\n</ul>\n<ol>\n<li>first</li>\n<li>second</li>\n</ol>",
		`<li><a href="info:r#Two_words">Two words</a>: About two words.</li>`,
		`<li><a href="info:other">Label</a>: Other Between</li>`,
		`<li><a href="info:r#Two_words">index</a>: Two words (line 7)</li>`,
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the HTML lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(html)
	}
	_, markdown, err := fetch(t, h, "info:r", "text/markdown")
	if err != nil || !strings.HasPrefix(markdown, richMarkdown) {
		t.Errorf("%v\n%s", err, cmp.Diff(richMarkdown, markdown))
	}
}

func TestWhole(t *testing.T) {
	h := NewIn(cli, plant(t, map[string]string{"r.info": rich}))
	whole := func(accept string) string {
		req := &get.Request{URI: uri.MustParse("info:r#Two_words"), Accept: []string{accept}, Options: map[string]string{"whole": "yes"}}
		res, body, err := gettest.Fetch(t, h, req)
		if err != nil || res.URI.String() != "info:r#Two_words" {
			t.Fatal(res, err)
		}
		return body
	}
	if text := whole("text/plain"); !strings.Contains(text, "1 A 'title'") || !strings.HasSuffix(text, "\n\nNo heading here.\n\n") {
		t.Errorf("as text: %s", text)
	}
	html := whole("text/html")
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(html, -1) {
		if !strings.Contains(html, `id="`+m[1]+`"`) {
			t.Errorf("%s leads nowhere", m[0])
		}
	}
	for _, want := range []string{`id="Top"`, `id="Two_words">Two words</h`, `<a href="#Two_words">`, `<a href="info:other">`} {
		if !strings.Contains(html, want) {
			t.Errorf("the HTML lacks %s:\n%s", want, html)
		}
	}
}

// FuzzTree: whatever a node holds, no word of it is lost and none appears twice.
func FuzzTree(f *testing.F) {
	f.Add(strings.ReplaceAll(rich, "^_", "\x1f"))
	f.Add("\x1f\nNode: Top\n* Menu:\n* Top:: a\n b\n\n   • x\n          • y\n     z\na\n     b\n 1. *note Top::*note\n     Top::\n")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := inforead.Open("x", func(string) ([]byte, error) { return []byte(text), nil })
		if err != nil {
			return
		}
		for n, err := range d.Nodes() {
			if err != nil {
				continue
			}
			var got, want []string
			tree := newTree(n, func(file, node string) uri.URI { return referenceURI("x", file, node) })
			got = letters(plain(tree.blocks(tree.lines(), 0, 0)))
			if len(n.References) > 0 {
				continue // their words change
			}
			want = letters(n.Text)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%q:\n%s", n.Text, diff)
			}
		}
	})
}

// letters are the runs of letters in a text: what stands around them is layout.
func letters(s string) []string { return regexp.MustCompile(`[A-Za-z]{2,}`).FindAllString(s, -1) }

// plain returns the words of blocks.
func plain(blocks []doc.Block) string {
	var b strings.Builder
	for _, block := range blocks {
		switch x := block.(type) {
		case doc.Heading:
			b.WriteString(doc.Words(x.Inlines) + "\n")
		case doc.Paragraph:
			b.WriteString(doc.Words(x.Inlines) + "\n")
		case doc.Preformatted:
			b.WriteString(doc.Words(x.Inlines) + "\n")
		case doc.List:
			for _, item := range x.Items {
				for _, term := range item.Terms {
					b.WriteString(doc.Words(term) + "\n")
				}
				b.WriteString(plain(item.Blocks))
			}
		}
	}
	return b.String()
}
