package ghelpread

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

func read(t testing.TB, text string) *Element {
	t.Helper()
	e, err := Read("x", func(name string) ([]byte, error) {
		if name != "x" {
			return nil, fs.ErrNotExist
		}
		return []byte(text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func markdown(t testing.TB, d *doc.Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := doc.WriteMarkdown(&b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// to is where pages of the tests lie.
func to(page, section string) uri.URI {
	u, _ := uri.Parse("help:x/" + page)
	if section != "" {
		u, _ = u.WithFragment(section)
	}
	return u
}

const mallardSource = `<?xml version="1.0"?>
<page xmlns="http://projectmallard.org/1.0/" xmlns:its="http://www.w3.org/2005/11/its" type="guide" id="p">
<info><title type="link">Link title</title><desc>What <em>it</em> is.</desc>
<link type="guide" xref="up"/><link type="seealso" xref="b"/></info>
<title>The <app>page</app></title>
<p>Text with <gui>Menu</gui>, <cmd>ls -l</cmd>, <keyseq><key>Ctrl</key><key>C</key></keyseq>,
<guiseq><gui>File</gui><gui>Open</gui></guiseq>, <em>stress</em>, <link xref="b">words</link>, <link xref="b"/>,
<link href="https://example.org/">web</link>, <link href="help:other/x"/>, <link xref="gone">none</link>
and <media type="image" src="a.png">a picture</media>.</p>
<comment><p>hidden</p></comment>
<list><title>A list</title><item><p>one</p></item><item><p>two</p><p>more</p></item></list>
<steps><item><p>first</p></item><item><p>second</p></item></steps>
<terms><item><title>term</title><p>meaning</p></item></terms>
<note style="tip"><p>a tip</p></note>
<screen>$ <input>ls</input>
  a</screen>
<table><thead><tr><td><p>H</p></td></tr></thead><tr><td><p>c</p></td></tr></table>
<choose><when test="!target:html"><p>print</p></when><when test="target:html,!platform:x"><p>screen</p></when><else><p>else</p></else></choose>
<links type="topic" groups="late #first"/>
<section id="s"><title>Section</title><p>in it</p></section>
</page>`

const mallardWant = `[Up](<help:x/up>)

# The **page**

Text with **Menu**, ` + "`ls -l`, `Ctrl`+`C`" + `, **File** ▸ **Open**, *stress*, [words](<help:x/b>), [B](<help:x/b>), [web](<https://example.org/>), <help:other/x>, none and *\[a picture\]*.

**A list**

- one

- two

  more

1. first

2. second

- term

  meaning

> **Tip**
>
> a tip

` + "```\n$ ls\n  a\n```" + `

| H |
| --- |
| c |

screen

- [First](<help:x/f>)
- [B](<help:x/b>) – About b.

## Section

in it

- [Of s](<help:x/c>)

**See also**

- [B](<help:x/b>) – About b.
`

func TestMallard(t *testing.T) {
	p := read(t, mallardSource)
	book := Book{}
	for _, source := range []string{
		`<page id="up"><title>Up</title></page>`,
		`<page id="b"><info><link type="guide" xref="p" group="late"/><desc>About b.</desc></info><title>B</title></page>`,
		`<page id="f"><info><link type="guide" xref="p" group="#first"/></info><title>First</title></page>`,
		`<page id="c"><info><link type="guide" xref="p#s"/></info><title>Of s</title></page>`,
		`<page id="other"><info><link type="guide" xref="q"/></info><title>Of another</title></page>`,
		mallardSource,
	} {
		for _, topic := range Topics(read(t, source)) {
			book[topic.Ref] = topic
		}
	}
	if b := book["p"]; b.Title != "Link title" || b.Desc != "What it is." || book["p#s"].Title != "Section" {
		t.Errorf("topics %+v, %+v", b, book["p#s"])
	}
	d := book.Mallard(p, to)
	if diff := cmp.Diff(mallardWant, markdown(t, d)); d.Title != "The page" || diff != "" {
		t.Errorf("%q:\n%s", d.Title, diff)
	}
}

const docbookSource = `<!DOCTYPE article [<!ENTITY app "The App">]>
<article lang="en"><articleinfo><title>&app;</title><legalnotice><para>hidden</para></legalnotice></articleinfo>
<indexterm><primary>hidden</primary></indexterm>
<section id="a"><title>Part <application>A</application></title>
<para>Text, <menuchoice><guimenu>File</guimenu><guimenuitem>Open</guimenuitem></menuchoice>, <xref linkend="b"/>,
<link linkend="b">words</link>, <link linkend="none">none</link>, <ulink url="https://example.org/">web</ulink>,
<email>a@example.org</email>, <quote>quoted</quote><footnote><para>foot</para></footnote>.
<itemizedlist><listitem><para>in a paragraph</para></listitem></itemizedlist> Behind.</para>
<orderedlist><listitem><para>first</para></listitem></orderedlist>
<variablelist><varlistentry><term>t</term><term>u</term><listitem><para>meaning</para></listitem></varlistentry></variablelist>
<warning><para>careful</para></warning>
<programlisting>a
 b</programlisting>
<informaltable><tgroup cols="1"><thead><row><entry>H</entry></row></thead><tbody><row><entry><para>c</para></entry></row></tbody></tgroup></informaltable>
<figure id="fig"><title>Figure</title><mediaobject><imageobject><imagedata fileref="x.png"/></imageobject><textobject><phrase>a window</phrase></textobject></mediaobject></figure>
<para>See <xref linkend="fig"/>.</para>
</section>
<section id="b"><title>Part B</title><para>b</para></section>
</article>`

const docbookWant = `# The App

## Part **A**

Text, **File** ▸ **Open**, [Part B](<#b>), [words](<#b>), none, [web](<https://example.org/>), [a@example.org](<mailto:a@example.org>), “quoted” (foot).

- in a paragraph

Behind.

1. first

- t\
  u

  meaning

> **Warning**
>
> careful

` + "```\na\n b\n```" + `

| H |
| --- |
| c |

**Figure**

*\[a window\]*

See [Figure](<#fig>).

## Part B

b
`

func TestDocBook(t *testing.T) {
	root := read(t, docbookSource)
	d := DocBook(root, "")
	if diff := cmp.Diff(docbookWant, markdown(t, d)); d.Title != "The App" || d.Lang != "en" || diff != "" {
		t.Errorf("%q in %q:\n%s", d.Title, d.Lang, diff)
	}
	if got := markdown(t, DocBook(root, "b")); got != "# Part B\n\nb\n" {
		t.Errorf("a part: %q", got)
	}
	if DocBook(root, "none") != nil {
		t.Error("a part that is not there")
	}
	var b bytes.Buffer
	if err := doc.WriteHTML(&b, d, uri.URI.String); err != nil || !strings.Contains(b.String(), `id="fig"`) || !strings.Contains(b.String(), `href="#fig"`) {
		t.Errorf("%v: a figure is not led to:\n%s", err, b.String())
	}
}

func TestReadErrors(t *testing.T) {
	for _, test := range []struct {
		source string
		want   error // nil for any
	}{
		{"", nil}, {"<a>", nil}, {"<a></b>", nil}, {"<a>&none;</a>", nil}, {"text", nil},
		{strings.Repeat("<a>", 300), ErrLimit},
		{"<!DOCTYPE a [<!ENTITY x \"" + strings.Repeat("x", 2000) + "\">]><a/>", ErrLimit},
		{"<!DOCTYPE a [<!ENTITY x \"" + strings.Repeat("x", 1000) + "\">]><a>" + strings.Repeat("&x;", 20_000) + "</a>", ErrLimit},
		{"<a>" + strings.Repeat("<include href='none'/>", 501) + "</a>", ErrLimit},
	} {
		_, err := Read("x", func(name string) ([]byte, error) {
			if name != "x" {
				return nil, fs.ErrNotExist
			}
			return []byte(test.source), nil
		})
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%.60q: %v, want %v", test.source, err, test.want)
		}
	}
}

// TestIncludes: no name that is asked for leads out of the folder, and a circle
// ends.
func TestIncludes(t *testing.T) {
	asked := map[string]int{}
	e, err := Read("a/x", func(name string) ([]byte, error) {
		asked[name]++
		switch name {
		case "a/x":
			return []byte(`<a><include href="b/y"/><include href="../z"/><include href="../../out"/><include href="/etc/passwd"/><include href="file:///etc/passwd"/><include href=""/></a>`), nil
		case "a/b/y":
			return []byte(`<b>y<include href="../x"/></b>`), nil
		case "z":
			return []byte(`<c>z<include href="a/x"/></c>`), nil
		}
		return nil, fs.ErrNotExist
	})
	if err != nil || e.words() != "yz" {
		t.Fatalf("%v, %q", err, e.words())
	}
	want := map[string]int{"a/x": 1, "a/b/y": 1, "z": 1, "a/file:/etc/passwd": 1}
	if diff := cmp.Diff(want, asked); diff != "" {
		t.Error(diff)
	}
}

// FuzzRead: whatever a file holds, it is read or refused, and what is read can be
// written.
func FuzzRead(f *testing.F) {
	f.Add(mallardSource)
	f.Add(docbookSource)
	f.Add("<!DOCTYPE a [<!ENTITY a SYSTEM 'x'><!ENTITY b '&a;&a;'>]><page id='p'>&a;&b;<item><item/></item><links type='topic'/><table><tr><td colspan='99'/></tr></table></page>")
	f.Fuzz(func(t *testing.T, source string) {
		e, err := Read("x", func(string) ([]byte, error) { return []byte(source), nil })
		if err != nil {
			return
		}
		book := Book{}
		for _, topic := range Topics(e) {
			book[topic.Ref] = topic
		}
		for _, d := range []*doc.Document{book.Mallard(e, to), DocBook(e, "")} {
			var b bytes.Buffer
			if err := errors.Join(doc.WriteText(&b, d, 78, doc.Plain), doc.WriteHTML(&b, d, uri.URI.String), doc.WriteMarkdown(&b, d)); err != nil {
				t.Error(err)
			}
		}
	})
}
