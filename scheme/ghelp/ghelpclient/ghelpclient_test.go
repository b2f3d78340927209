package ghelpclient

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/ghelp"
	"uriel.dev/uri"
)

var (
	table = scheme.NewTable(ghelp.Schemes(), nil)
	cli   = get.Env{Policy: policy.CLI(table)}
)

// plant makes a folder of data. "-> x" makes a symbolic link to x.
func plant(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, name)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if target, ok := strings.CutPrefix(content, "-> "); ok && err == nil {
			err = os.Symlink(target, path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func fetch(t *testing.T, h get.Handler, u string, accept ...string) (*get.Response, string, error) {
	t.Helper()
	return gettest.Fetch(t, h, &get.Request{URI: uri.MustParse(u), Accept: accept})
}

func page(id, rest string) string {
	return `<page xmlns="http://projectmallard.org/1.0/" type="topic" id="` + id + `">` + rest + `</page>`
}

var some = map[string]string{
	"help/C/app/index.page":          page("index", "<title>App</title>"),
	"help/C/app/one.page":            page("one", `<info><link type="guide" xref="index"/><desc>About one.</desc></info><title>One</title><p>See <link xref="two#s"/>.</p>`),
	"help/C/app/two.page":            page("two", `<title>Two</title><section id="s"><title>Part</title><p><link xref="#s">here</link> <link xref="none">nowhere</link></p></section>`),
	"help/C/app/figures/a.png":       "picture",
	"help/de/app/one.page":           page("one", "<title>Eins</title>"),
	"help/C/book/index.docbook":      `<article id="index"><articleinfo><title>Book</title></articleinfo><sect1 id="a"><title>Part A</title><para>text a</para></sect1><sect1 id="b"><title>Part B</title><para>text b</para></sect1></article>`,
	"gnome/help/old/C/old.xml":       `<article><title>Old</title></article>`,
	"gnome/help/old/de/old.xml":      `<article lang="de"><title>Alt</title></article>`,
	"help/C/bomb/index.docbook":      `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;">]><article>&d;</article>`,
	"help/C/evil/index.docbook":      `<!DOCTYPE a [<!ENTITY p SYSTEM "/etc/passwd"><!ENTITY q SYSTEM "../../../secret.xml"><!ENTITY r SYSTEM "file:///etc/passwd">]><article><title>Evil</title><para>&p;&q;&r;</para><include href="../../../secret.xml"/><include href="/etc/passwd"/><include href="index.docbook"/><include href="none.xml"><fallback><para>none</para></fallback></include></article>`,
	"help/C/linked/index.docbook":    `<article><include href="link.xml"/></article>`,
	"help/C/linked/link.xml":         "-> ../../../secret.xml",
	"help/C/evil/out.page":           "-> ../../../secret.xml",
	"secret.xml":                     `<article><title>c4nary</title></article>`,
	"help/C/broken/index.page":       "<page><title>",
	"help/C/mixed/index.page":        "<page><title></page></title>",
	"help/C/deep/index.page":         strings.Repeat("<p>", 1000) + strings.Repeat("</p>", 1000),
	"help/C/latin/index.docbook":     "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><article><title>caf\xe9</title></article>",
	"help/C/klingon/index.docbook":   `<?xml version="1.0" encoding="klingon"?><article/>`,
	"help/C/folder/index.page/x":     "",
	"help/C/parts/index.docbook":     `<!DOCTYPE book [<!ENTITY legal SYSTEM "sub/legal.xml"><!ENTITY app "the <b>App</b>">]><book><title>&app;</title>&legal;<xi:include href="sub/c.xml"/></book>`,
	"help/C/parts/sub/legal.xml":     "<para>legal &amp; good</para>",
	"help/C/parts/sub/c.xml":         `<chapter><title>C</title><include href="legal.xml"/></chapter>`,
	"help/C/unreadable/index.page":   page("index", "<title>U</title>"),
	"help/C/unreadable/broken.page":  "<page",
	"help/C/unreadable/topic.page":   page("topic", `<info><link type="guide" xref="index"/></info><title>Topic</title>`),
	"help/C/names/-option/../x.page": "",
}

func TestHandler(t *testing.T) {
	folder := plant(t, some)
	gettest.Run(t, gettest.Subject{
		Schemes: ghelp.Schemes(),
		New:     func(env get.Env) get.Handler { return NewIn(env, []string{folder}) },
		URIs: []string{"ghelp:app", "ghelp:app?one", "help:app/one", "help:app", "ghelp:book?a", "help:/book/index.docbook", "ghelp:app/figures/a.png",
			"ghelp:" + folder + "/help/C/app/one.page"},
	})
}

func TestGet(t *testing.T) {
	folder := plant(t, some)
	for _, test := range []struct{ uri, lang, want, why string }{
		{"ghelp:app", "", "- [One](<ghelp:app?one>) – About one.", "the index, with its topics"},
		{"help:app", "", "- [One](<help:app/one>) – About one.", "the same, in the other scheme"},
		{"help:/app", "", "# App", "KDE's form"},
		{"ghelp:app?one", "", "See [Part](<ghelp:app?two#s>).", "a page, and the title of what a link leads to"},
		{"help:app/one", "", "[App](<help:app>)", "what it is a topic of"},
		{"help:app/two", "", "[here](<#s>) nowhere", "a section of its own, and what leads nowhere"},
		{"help:app/one", "de", "# Eins", "a language"},
		{"help:app/one", "de-AT", "# Eins", "or one like it"},
		{"help:app/two", "de", "# Two", "English, where it is missing"},
		{"help:app/one", "../../secret", "# One", "a language that is none"},
		{"ghelp:book", "", "# Book\n\n## Part A", "DocBook as a whole"},
		{"ghelp:book?b", "", "# Part B\n\ntext b\n", "or a part of it"},
		{"help:book/a", "", "# Part A\n\ntext a\n", ""},
		{"ghelp:book/index.docbook?a", "", "# Part A", "by its file"},
		{"ghelp:old", "", "# Old", "where GNOME had it before"},
		{"ghelp:old", "de", "# Alt", ""},
		{"ghelp:app/figures/a.png", "", "picture", "a picture of it"},
		{"ghelp:" + folder + "/help/C/book/index.docbook?b", "", "# Part B", "by its path"},
		{"ghelp:" + folder + "/gnome/help/old/C/old.xml", "", "# Old", ""},
		{"ghelp:evil", "", "# Evil\n\nnone", "nothing of the outside"},
		{"ghelp:latin", "", "# café", "Latin-1"},
		{"ghelp:parts", "", "# the App\n\nlegal & good\n\n## C\n\nlegal & good", "entities and inclusions"},
		{"ghelp:unreadable", "", "[Topic](<ghelp:unreadable?topic>)", "a page that cannot be read is left out"},
	} {
		h := NewIn(cli, []string{"/nonexistent", folder})
		res, body, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse(test.uri), Accept: []string{"text/markdown"}, Language: test.lang})
		if err != nil || !strings.Contains(strings.ReplaceAll(body, "\\&", "&"), test.want) || strings.Contains(body, "c4nary") || strings.Contains(body, "root:") {
			t.Errorf("%s in %q: %v, want %q: %s\n%s", test.uri, test.lang, err, test.want, test.why, body)
			continue
		}
		if o := res.Answer.(*get.Object); o.Length != int64(len(body)) || strings.HasSuffix(test.uri, ".png") != (o.MediaType == "image/png") {
			t.Errorf("%s: %+v", test.uri, o)
		}
	}
	for accept, want := range map[string]string{"text/html": "<h1 id=\"index\">App</h1>", "text/plain": "App\n***", "": "App\n***"} {
		if _, body, err := fetch(t, NewIn(cli, []string{folder}), "ghelp:app", accept); err != nil || !strings.Contains(body, want) {
			t.Errorf("as %q: %v\n%s", accept, err, body)
		}
	}
	plan, err := NewIn(cli, []string{folder}, "de").Plan(&get.Request{URI: uri.MustParse("help:app/one")})
	if want := (get.Plan{{Act: get.Open, Text: folder + "/help/de/app/one.page"}}); err != nil || !slices.Equal(plan, want) {
		t.Errorf("plan %v, %v; want %v", plan, err, want)
	}
}

// TestLayout: text fits the width and style that are asked for, and begins with the
// fragment.
func TestLayout(t *testing.T) {
	h := NewIn(cli, []string{plant(t, some)})
	for _, test := range []struct {
		uri, accept string
		options     map[string]string
		want, note  string
	}{
		{"help:app/two#s", "text/plain", nil, "Part\n", ""},
		{"help:app/two#s", "text/markdown", nil, "## Part\n", ""},
		{"help:app/two#s", "text/html", nil, "<!DOCTYPE html>", ""},
		{"help:app/two#none", "text/plain", nil, "Two\n", `"none"`},
		{"help:app/two", "text/plain", map[string]string{doc.OptionStyle: "overstrike"}, "T\bTw\bwo\bo\n", ""},
	} {
		res, body, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse(test.uri), Accept: []string{test.accept}, Options: test.options})
		if err != nil || !strings.HasPrefix(body, test.want) {
			t.Errorf("%s as %s: %v, %.60q, want %q", test.uri, test.accept, err, body, test.want)
			continue
		}
		if notes := strings.Join(res.Notes, "|"); !strings.Contains(notes, test.note) || test.note == "" && notes != "" {
			t.Errorf("%s: notes %q, want %q", test.uri, notes, test.note)
		}
	}
	req := &get.Request{URI: uri.MustParse("help:app"), Options: map[string]string{doc.OptionWidth: "wide"}}
	if _, _, err := gettest.Fetch(t, h, req); gettest.Kind(err) != "invalid" {
		t.Errorf("a width that is none: %v", err)
	}
}

func TestRefused(t *testing.T) {
	folder := plant(t, some)
	for _, test := range []struct{ uri, kind, text string }{
		{"ghelp:", "invalid", ""},
		{"ghelp:-option", "invalid", "name of a document"},
		{"ghelp:..", "invalid", ""},
		{"ghelp:app/../../secret.xml", "invalid", ""},
		{"ghelp:app/..%2f..%2fsecret.xml", "invalid", ""},
		{"help:/app/%2e%2e/x", "invalid", ""},
		{"ghelp:app%00", "invalid", ""},
		{"ghelp:app?one%00", "invalid", ""},
		{"ghelp://host/app", "invalid", "host"},
		{"ghelp:/etc/passwd", "denied", "no folder of help"},
		{"ghelp:" + folder + "/secret.xml", "denied", "no folder of help"},
		{"ghelp:" + folder + "/help/C/../../secret.xml", "invalid", ""},
		{"ghelp:app?../../../secret", "not-found", `has no "../../../secret.page"`},
		{"ghelp:app?/etc/passwd", "not-found", "has no"},
		{"help:app/none", "not-found", `the help of "app" has no "none.page"`},
		{"ghelp:book?none", "not-found", `no page "none" in the help of "book"`},
		{"ghelp:ap", "not-found", `no help of "ap"; there is ghelp:app`},
		{"help:boook", "not-found", "there is help:book"},
		{"ghelp:nothing-like-it", "not-found", `no help of "nothing-like-it"`},
		{"help:evil/out", "denied", "leads out"},
		{"ghelp:linked", "denied", "leads out"},
		{"ghelp:bomb", "limit", `the entity "d"`},
		{"ghelp:broken", "protocol", "XML"},
		{"ghelp:mixed", "protocol", "XML"},
		{"ghelp:deep", "limit", "deeper"},
		{"ghelp:klingon", "protocol", "klingon"},
		{"ghelp:folder", "not-found", `has no "index.page"`},
		{"ghelp:app/figures", "not-found", `has no "figures"`},
	} {
		_, body, err := fetch(t, NewIn(cli, []string{folder}), test.uri)
		if err == nil || gettest.Kind(err) != test.kind || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %.60q, %v (%s); want %s with %q", test.uri, body, err, gettest.Kind(err), test.kind, test.text)
		}
	}
	gateway := NewIn(get.Env{Policy: policy.Gateway(table)}, []string{folder})
	for _, u := range []string{"ghelp:app", "ghelp:none", "ghelp:app/figures/a.png"} {
		_, _, err := fetch(t, gateway, u)
		_, perr := gateway.Plan(&get.Request{URI: uri.MustParse(u)})
		if gettest.Kind(err) != "denied" || gettest.Kind(perr) != "denied" {
			t.Errorf("%s in a gateway: %v, plan %v", u, err, perr)
		}
	}
	if _, _, err := fetch(t, NewIn(cli, []string{"/nonexistent"}), "ghelp:app"); err == nil || !strings.Contains(err.Error(), "no help is installed") {
		t.Errorf("without help: %v", err)
	}
}

// The book is kept while the folder does not change, and nothing that one
// request does to it is seen by another.
func TestShelf(t *testing.T) {
	folder := plant(t, some)
	h := NewIn(cli, []string{folder})
	for range 2 {
		for _, u := range []string{"ghelp:app", "ghelp:unreadable", "ghelp:app"} {
			if _, body, err := fetch(t, h, u); err != nil || !strings.Contains(body, "ghelp:") {
				t.Errorf("%s: %v\n%s", u, err, body)
			}
		}
		os.WriteFile(filepath.Join(folder, "help/C/app/three.page"), []byte(page("three", `<info><link type="guide" xref="index"/></info><title>Three</title>`)), 0o644)
	}
	if _, body, err := fetch(t, h, "ghelp:app"); err != nil || !strings.Contains(body, "Three") {
		t.Errorf("a page that came: %v\n%s", err, body)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewIn(cli, []string{folder}).Get(ctx, &get.Request{URI: uri.MustParse("ghelp:app")}); gettest.Kind(err) != "canceled" {
		t.Errorf("canceled: %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	for _, test := range []struct {
		env       map[string]string
		folders   string
		languages string
	}{
		{map[string]string{}, "/usr/local/share /usr/share", "C"},
		{map[string]string{"HOME": "/h"}, "/h/.local/share /usr/local/share /usr/share", "C"},
		{map[string]string{"XDG_DATA_HOME": "/d", "HOME": "/h", "XDG_DATA_DIRS": "/a::rel:/b"}, "/d /a /b", "C"},
		{map[string]string{"LANG": "de_AT.UTF-8"}, "/usr/local/share /usr/share", "de_AT de C"},
		{map[string]string{"LANG": "C.UTF-8", "LC_ALL": "POSIX"}, "/usr/local/share /usr/share", "C"},
		{map[string]string{"LANGUAGE": "fr:sr@latin:en", "LANG": "de"}, "/usr/local/share /usr/share", "fr sr@latin C"},
		{map[string]string{"LANG": "../x"}, "/usr/local/share /usr/share", "C"},
	} {
		p := environment(func(name string) string { return test.env[name] })
		if got := strings.Join(p.folders, " "); got != test.folders {
			t.Errorf("%v: folders %q, want %q", test.env, got, test.folders)
		}
		if got := strings.Join(languages(p.languages), " "); got != test.languages {
			t.Errorf("%v: languages %q, want %q", test.env, got, test.languages)
		}
	}
	t.Setenv("XDG_DATA_DIRS", plant(t, some))
	if _, body, err := fetch(t, New(cli), "ghelp:book?a"); err != nil || !strings.Contains(body, "text a") {
		t.Errorf("by the environment: %v\n%s", err, body)
	}
}
