package manclient

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/get/gettest"
	"uriel.dev/internal/manpath"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/man"
	"uriel.dev/uri"
)

var (
	table = scheme.NewTable(man.Schemes(), nil)
	cli   = get.Env{Policy: policy.CLI(table)}
)

// pageOf is the source of a small page.
func pageOf(name, section string) string {
	return ".TH " + name + " " + section + "\n.SH NAME\n" + name + " \\- the page " + name + "\n"
}

// plant makes a folder of the manual. A file whose name ends in .gz is
// compressed; "-> x" makes a symbolic link to x.
func plant(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = filepath.Join(t.TempDir(), "man")
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		err := error(nil)
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			err = os.Symlink(target, path)
		} else {
			if strings.HasSuffix(name, ".gz") {
				content = compress(content)
			}
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func compress(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

// fetch gets a URI and returns the answer and, of an object, all its bytes.
func fetch(t *testing.T, h get.Handler, u string, accept ...string) (*get.Response, string, error) {
	t.Helper()
	return gettest.Fetch(t, h, &get.Request{URI: uri.MustParse(u), Accept: accept})
}

// needMandoc skips a test that formats a page where mandoc is missing.
func needMandoc(t *testing.T) {
	t.Helper()
	out, err := cli.Policy.Exec(t.Context(), policy.Command{Name: "mandoc"})
	if errors.Is(err, policy.ErrNoHelper) && os.Getenv("CI") == "" {
		t.Skip("mandoc is not installed: it is not checked how pages are formatted")
	}
	if err != nil {
		t.Fatal(err)
	}
	out.Close()
}

func TestHandler(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1.gz": pageOf("a", "1"), "man3/b.3pm": ".so man1/a.1\n"})
	gettest.Run(t, gettest.Subject{
		Schemes: man.Schemes(),
		New:     func(env get.Env) get.Handler { return NewIn(env, root) },
		URIs:    []string{"man:a", "man:a(1)", "man:b(3)#NAME", "man:" + root + "/man1/a.1.gz", "man:", "man:(3)"},
	})
}

// The manual of this machine, wherever it is: an empty one is a clear error.
func TestNew(t *testing.T) {
	res, _, err := fetch(t, New(cli), "man:(index)")
	switch {
	case err != nil && gettest.Kind(err) != "not-found":
		t.Error(err)
	case err == nil && res.Answer.(*get.Listing).Title == "":
		t.Error("the list of sections has no title")
	}
}

func TestFind(t *testing.T) {
	first := plant(t, map[string]string{
		"man1/a.1.gz": "a in 1", "man8/a.8": "", "man3/a.3pm": "", "man3/a.3": "", "man3/b.3pm.gz": "", "man3/b.3am": "",
		"man3type/t.3type": "", "man5/c.5.xz": "", "mann/Tcl.n": "", "man1/with.dots.1": "", "man1/[.1": "", "man9x/odd.9x": "",
		"man1/README": "", "man1/-K.1": "", "cat1/d.1": "", "cat1/a.1": "", "cat8/bsd.0.gz": "", "cat1/README": "", "man7/c.5": "",
	})
	second := plant(t, map[string]string{"man1/a.1": "", "man1/only.1": "", "man2/a.2": ""})
	for _, test := range []struct{ name, section, want, why string }{
		{"a", "", "1/man1/a.1.gz", "the first tree"},
		{"a", "1", "1/man1/a.1.gz", "its section"},
		{"a", "8", "1/man8/a.8", ""},
		{"a", "2", "2/man2/a.2", "the second tree"},
		{"a", "3", "1/man3/a.3", "the section before its suffixes"},
		{"a", "3pm", "1/man3/a.3pm", "a suffix"},
		{"b", "3", "1/man3/b.3am", "the first suffix by name"},
		{"b", "", "1/man3/b.3am", "without a section"},
		{"t", "3", "1/man3type/t.3type", "a folder with a suffix"},
		{"t", "3type", "1/man3type/t.3type", ""},
		{"c", "", "1/man5/c.5.xz", "its compression is another matter"},
		{"Tcl", "", "1/mann/Tcl.n", "a section without a digit"},
		{"with.dots", "", "1/man1/with.dots.1", ""},
		{"[", "1", "1/man1/[.1", ""},
		{"odd", "", "1/man9x/odd.9x", "a section that the order does not know"},
		{"only", "", "2/man1/only.1", ""},
		{"a", "5", "", "no such page in the section"},
		{"A", "", "", "case counts"},
		{"README", "", "", "no page"},
		{"d", "", "1/cat1/d.1", "a page that is formatted"},
		{"bsd", "8", "1/cat8/bsd.0.gz", "the same, by the custom of BSD"},
		{"a.1", "", "", "the name of the file is no name of a page"},
	} {
		m, err := openManual(uri.URI{}, cli.Policy, manpath.Places{Trees: []string{"/nonexistent", first, second, first}, Sections: manpath.Default().Sections})
		if err != nil || len(m.trees) != 2 {
			t.Fatalf("%d trees, %v", len(m.trees), err)
		}
		p, ok := m.find(test.name, test.section)
		got := ""
		if ok {
			got = strings.NewReplacer(first, "1", second, "2").Replace(p.path())
		}
		if got != test.want {
			t.Errorf("%s(%s) is %q, want %q: %s", test.name, test.section, got, test.want, test.why)
		}
	}
}

func TestRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.1")
	os.WriteFile(secret, []byte("root:x:0:0\n"), 0o644)
	root := plant(t, map[string]string{
		"man1/so-passwd.1":      ".so /etc/passwd\n",
		"man1/so-up.1":          ".so ../../etc/passwd\n",
		"man1/so-page-up.1":     ".so man1/../../secret.1\n",
		"man1/so-absolute.1.gz": ".so " + secret + "\n",
		"man1/so-missing.1":     ".so man1/nowhere.1\n",
		"man1/so-loop.1":        ".so man1/so-loop.1\n",
		"man1/so-a.1":           ".so man1/so-b.1\n",
		"man1/so-b.1":           ".\\\" a comment\n.so so-a.1\n",
		"man1/so-text.1":        ".so man1/text.1\n",
		"man1/so-link.1":        ".so man1/link.1\n",
		"man1/text.1":           "root:x:0:0:root\n",
		"man1/empty.1":          "",
		"man1/bomb.1.gz":        pageOf("bomb", "1") + strings.Repeat("\x00", maxSource),
		"man1/big.1":            ".so man1/half.1\n.so man1/half.1\n",
		"man1/half.1.gz":        pageOf("half", "1") + strings.Repeat("x", maxSource/2),
		"man1/broken.1.gz":      "-> garbage",
		"man1/garbage":          "no gzip, but much longer",
		"man1/short.1.bz2":      "BZh9",
		"man1/old.1.Z":          "",
		"man1/empty.1.zst":      "",
		"man1/bad.1.zst":        "(\xb5/\xfd...",
		"man1/bad.1.xz":         "\xfd7zXZ\x00",
		"man1/bad.1.lzma":       "x",
		"man1/link.1":           "-> " + secret,
		"man1/passwd.1":         "-> /etc/passwd",
		"man1/relative.1":       "-> ../../secret.1",
		"man1/masked.1":         "-> /dev/null",
		"man1/self.1":           "-> self.1",
		"man1/dir.1/x":          "",
	})
	if err := syscall.Mkfifo(filepath.Join(root, "man1", "pipe.1"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ uri, kind, text string }{
		{"man:-K", "invalid", "looks like an option"},
		{"man:-P%20id", "invalid", "looks like an option"},
		{"man:%2d-path(1)", "invalid", "looks like an option"},
		{"man:..%2f..%2fetc%2fpasswd", "invalid", "no slash"},
		{"man:../../etc/passwd(1)", "invalid", "no slash"},
		{"man:ls%00(1)", "invalid", "control character"},
		{"man:ls%0Aid(1)", "invalid", "control character"},
		{"man:ls(1;id)", "invalid", "section"},
		{"man://host/ls", "invalid", "slashes"},
		{"man:/etc/passwd", "denied", "no page of the manual"},
		{"man:/etc/passwd.1", "not-found", "no such file"},
		{"man:" + secret, "denied", "does not begin like one"},
		{"man:" + root + "/man1/../../../../../etc/passwd", "denied", "no page of the manual"},
		{"man:" + root + "/man1/passwd.1", "denied", `link to "/etc/passwd"`},
		{"man:so-passwd", "denied", `"/etc/passwd"`},
		{"man:so-up", "denied", `"../../etc/passwd"`},
		{"man:so-page-up", "denied", "not in the folder of the manual"},
		{"man:so-absolute", "denied", "not in the folder of the manual"},
		{"man:so-missing", "denied", `"man1/nowhere.1"`},
		{"man:so-loop", "protocol", "circle"},
		{"man:so-a", "protocol", "circle"},
		{"man:so-text", "denied", "does not begin like one"},
		{"man:so-link", "denied", "link to"},
		{"man:text", "denied", "does not begin like one"},
		{"man:empty", "denied", "does not begin like one"},
		{"man:bomb", "limit", "16777216 bytes"},
		{"man:big", "limit", "16777216 bytes"},
		{"man:broken", "protocol", "gzip"},
		{"man:short", "protocol", "EOF"},
		{"man:old", "unsupported", ".Z"},
		{"man:" + root + "/man1/empty.1.zst", "denied", "does not begin like one"},
		{"man:" + root + "/man1/bad.1.zst", "protocol", "reserved"},
		{"man:" + root + "/man1/bad.1.xz", "protocol", "EOF"},
		{"man:" + root + "/man1/bad.1.lzma", "protocol", "EOF"},
		{"man:link", "denied", "link to"},
		{"man:passwd", "denied", "link to"},
		{"man:relative", "not-found", "no such file"},
		{"man:masked", "denied", `link to "/dev/null"`},
		{"man:self", "not-found", "symbolic links"},
		{"man:pipe", "denied", "pipe"},
		{"man:dir", "denied", "folder"},
		{"man:none(1)", "not-found", `no manual page "none" in section 1`},
		{"man:(2)", "not-found", "no manual page in section 2"},
	} {
		_, body, err := fetch(t, NewIn(cli, root), test.uri, "text/troff")
		if err == nil || gettest.Kind(err) != test.kind || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %.40q, %v (%s); want %s with %q", test.uri, body, err, gettest.Kind(err), test.kind, test.text)
		}
	}
}

// TestFormattedBefore: a page that was formatted is shown as it is, with links.
func TestFormattedBefore(t *testing.T) {
	const page = "A(1)            Manual           A(1)\n\nN\bNA\bAM\bME\bE\n     a - see _\bb(1)\n\nS\bSE\bEE\bE A\bAL\bLS\bSO\bO\n     http://h.example/\n"
	h := NewIn(cli, plant(t, map[string]string{"cat1/a.1.gz": page, "cat1/link.1": "-> /etc/passwd", "man1/b.1": pageOf("b", "1")}))
	_, text, err := fetch(t, h, "man:a")
	if want := "A(1)            Manual           A(1)\n\nNAME\n     a - see b(1)\n\nSEE ALSO\n     http://h.example/\n"; err != nil || text != want {
		t.Errorf("%v\n%s", err, text)
	}
	_, html, err := fetch(t, h, "man:a(1)", "text/html")
	if err != nil || !strings.Contains(html, `<strong>NAME</strong>`) || !strings.Contains(html, `<a href="man:b(1)"><em>b</em>(1)</a>`) || !strings.Contains(html, `<a href="http://h.example/">`) {
		t.Errorf("%v\n%s", err, html)
	}
	if _, text, err := fetch(t, h, "man:a#SEE_ALSO"); err != nil || !strings.HasPrefix(text, "SEE ALSO\n") {
		t.Errorf("from a section on: %v\n%s", err, text)
	}
	if res, raw, err := fetch(t, h, "man:a", "text/troff"); err != nil || raw != page || res.Answer.(*get.Object).MediaType != "text/plain; charset=utf-8" {
		t.Errorf("as it is: %v\n%s", err, raw)
	}
	if _, _, err := fetch(t, h, "man:link"); gettest.Kind(err) != "denied" {
		t.Errorf("a link to another file: %v", err)
	}
}

// TestLanguage: a page in a language that is wanted comes first, by the request
// or else by what the environment says.
func TestLanguage(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": pageOf("a", "1"), "de/man1/a.1": pageOf("deutsch", "1"), "pt_BR.UTF-8/man1/a.1": pageOf("brasil", "1")})
	h := newHandler(cli, func() manpath.Places {
		return manpath.Places{Trees: []string{root}, Sections: manpath.Default().Sections}
	})
	for _, test := range []struct{ environment, language, want string }{
		{"", "", "page a"}, {"", "de-AT", "page deutsch"}, {"de_DE.UTF-8", "", "page deutsch"}, {"de", "pt-BR", "page brasil"}, {"de", "en", "page a"}, {"fr", "", "page a"}, {"", "../man", "page a"},
	} {
		h.languages = func() []string { return strings.Fields(test.environment) }
		_, text, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse("man:a"), Language: test.language})
		if err != nil || !strings.Contains(text, test.want) {
			t.Errorf("%q, by the environment %q: %v\n%s", test.language, test.environment, err, text)
		}
	}
}

// TestFragment: text begins with the section that a fragment names.
func TestFragment(t *testing.T) {
	h := NewIn(cli, plant(t, map[string]string{"man1/a.1": pageOf("a", "1") + ".SH SEE ALSO\nb\n"}))
	for _, test := range []struct{ uri, accept, begin, note string }{
		{"man:a#SEE_ALSO", "text/plain", "SEE ALSO\n", ""},
		{"man:a#SEE_ALSO", "text/markdown", "# SEE ALSO\n", ""},
		{"man:a#SEE_ALSO", "text/html", "<!DOCTYPE html>", ""},
		{"man:a#none", "text/plain", "a(1)", `"none"`},
	} {
		res, text, err := fetch(t, h, test.uri, test.accept)
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(res.Notes, "|"); !strings.HasPrefix(text, test.begin) || !strings.Contains(notes, test.note) || test.note == "" && notes != "" {
			t.Errorf("%s as %s: %.40q, notes %q", test.uri, test.accept, text, notes)
		}
	}
}

func TestSource(t *testing.T) {
	tail := "\n.SH END\n"
	other := plant(t, map[string]string{"man1/alt.1": pageOf("alt", "1")})
	root := plant(t, map[string]string{
		"man1/plain.1":     pageOf("plain", "1"),
		"man1/packed.1.gz": pageOf("packed", "1"),
		"man1/so.1":        "'\\\" t\n.\\\" (C)\n.so man1/packed.1\n",
		"man1/so-gz.1.gz":  ".so man1/packed.1.gz\n",
		"man1/so-near.1":   ".so plain.1",
		"man1/mid.1":       ".TH mid 1\n.so man1/part.1" + tail,
		"man1/part.1":      "part\n'  so  plain.1\n",
		"man1/left.1":      ".TH left 1\n.so etc/passwd.1\n.so /etc/passwd\n.sofar\n.so\n" + tail,
		"man1/inside.1":    "-> plain.1",
		"man1/other.1":     "-> " + other + "/man1/alt.1",
		"man1/late.1":      strings.Repeat(".de x\n..\n", 1000) + pageOf("late", "1"),
		"man1/mdoc.1":      ".Dd May 1, 1994\n.Dt MDOC 1\n.Sh NAME\n",
	})
	os.Symlink(filepath.Join(root, "man1/plain.1"), filepath.Join(root, "man1/round.1"))
	for _, test := range []struct{ uri, want, why string }{
		{"man:plain", pageOf("plain", "1"), "as it is"},
		{"man:packed(1)", pageOf("packed", "1"), "gzip"},
		{"man:so", "'\\\" t\n.\\\" (C)\n" + pageOf("packed", "1"), "the ending of a compressed file is left out in a request"},
		{"man:so-gz", pageOf("packed", "1"), "or not"},
		{"man:so-near", pageOf("plain", "1"), "in the same folder"},
		{"man:mid", ".TH mid 1\npart\n" + pageOf("plain", "1") + tail[1:], "requests in the middle, and in what they bring in"},
		{"man:left", ".TH left 1\n.so etc/passwd.1\n.so /etc/passwd\n.sofar\n.so\n" + tail, "what is not in the tree is left"},
		{"man:inside", pageOf("plain", "1"), "a link in the tree"},
		{"man:round", pageOf("plain", "1"), "an absolute link back into the tree"},
		{"man:other", pageOf("alt", "1"), "a link to a page in another folder called man, as of alternatives"},
		{"man:late", strings.Repeat(".de x\n..\n", 1000) + pageOf("late", "1"), "definitions first"},
		{"man:mdoc", ".Dd May 1, 1994\n.Dt MDOC 1\n.Sh NAME\n", "mdoc(7)"},
		{"man:" + root + "/man1/so.1", "'\\\" t\n.\\\" (C)\n" + pageOf("packed", "1"), "a path in the tree"},
		{"man:" + other + "/man1/alt.1", pageOf("alt", "1"), "a path elsewhere"},
	} {
		res, got, err := fetch(t, NewIn(cli, root), test.uri, "text/troff")
		if err != nil || got != test.want {
			t.Errorf("%s: %q, %v; want %q: %s", test.uri, got, err, test.want, test.why)
			continue
		}
		if o := res.Answer.(*get.Object); o.MediaType != "text/troff" || o.Length != int64(len(got)) || o.Modified.IsZero() {
			t.Errorf("%s: %+v", test.uri, o)
		}
	}
}

// TestRun looks at how mandoc is called, without it.
func TestRun(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": pageOf("a", "1"), "man1/$(id) --x.1": pageOf("x", "1")})
	var ran policy.Command
	h := NewIn(cli, root).(handler)
	h.exec = func(_ context.Context, c policy.Command) (io.ReadCloser, error) {
		ran = c
		return io.NopCloser(strings.NewReader("N\bNA\bA_\bB \u00e9\b\u00e9\n\b")), nil
	}
	for _, test := range []struct{ uri, accept, argv, mediaType, body string }{
		{"man:a", "", "mandoc -T utf8 -O width=78", "text/plain; charset=utf-8", "NAB \u00e9"},
		{"man:a", "Text/HTML; q=0.9", "mandoc -T html -O fragment,man=man:%N(%S)", "text/html; charset=utf-8", "N\bNA\bA_\bB \u00e9\b\u00e9\n\b"},
		{"man:a(1)", "*/*", "mandoc -T utf8 -O width=78", "text/plain; charset=utf-8", "NAB \u00e9"},
		{"man:a", "image/png", "mandoc -T utf8 -O width=78", "text/plain; charset=utf-8", "NAB \u00e9"},
		{"man:a", "text/markdown", "", "", ""},
		{"man:%24%28id%29%20--x", "", "", "", ""},
	} {
		ran = policy.Command{}
		req := &get.Request{URI: uri.MustParse(test.uri), Accept: []string{test.accept}, Options: map[string]string{OptionVia: "mandoc"}}
		res, body, err := gettest.Fetch(t, h, req)
		if test.argv == "" {
			if gettest.Kind(err) != "invalid" || ran.Name != "" {
				t.Errorf("%s: %v, ran %q", test.uri, err, ran.Argv())
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		stdin, _ := io.ReadAll(ran.Stdin)
		if got := strings.Join(ran.Argv(), " "); got != test.argv || string(stdin) != pageOf("a", "1") {
			t.Errorf("%s as %q: ran %q with %q", test.uri, test.accept, got, stdin)
		}
		o := res.Answer.(*get.Object)
		if body != test.body || o.MediaType != test.mediaType || o.Length != -1 || !strings.HasPrefix(o.Name, "a.1.") {
			t.Errorf("%s as %q: %+v, %q", test.uri, test.accept, o, body)
		}
		if res.URI.String() != "man:a(1)" || !slices.Equal(res.Meta, []get.Meta{{Name: "title", Value: "a(1)"}, {Name: "file", Value: root + "/man1/a.1"}}) {
			t.Errorf("%s: it is %s, %v", test.uri, res.URI, res.Meta)
		}
		plan, err := h.Plan(req)
		if want := (get.Plan{{Act: get.Open, Text: root + "/man1/a.1"}, {Act: get.Exec, Text: test.argv}}); err != nil || !slices.Equal(plan, want) {
			t.Errorf("%s: plan %v, %v; want %v", test.uri, plan, err, want)
		}
	}
}

// TestRead looks at the forms of a page.
func TestRead(t *testing.T) {
	root := plant(t, map[string]string{
		"man1/a.1":          pageOf("a", "1") + ".SH \"SEE ALSO\"\n.BR ls (1)\n",
		"man1/big.1":        pageOf("big", "1") + ".de x\n.x\n.x\n..\n.x\n",
		"de/man1/a.1":       pageOf("a", "1") + "auf Deutsch\n",
		"pt_BR/man1/a.1.gz": pageOf("a", "1") + "brasileiro\n",
		"man1/evil.1":       pageOf("evil", "1") + ".so ../../../../etc/passwd\n.sy id\n.mso /etc/passwd\n",
	})
	h := NewIn(cli, root).(handler)
	h.exec = nil // nothing is run
	for _, test := range []struct {
		uri, accept, language string
		options               map[string]string
		mediaType, want       string
	}{
		{"man:a", "", "", nil, "text/plain; charset=utf-8", "       a - the page a\n\nSEE ALSO\n       ls(1)\n"},
		{"man:a", "text/plain", "", map[string]string{doc.OptionStyle: "overstrike"}, "text/plain; charset=utf-8", "l\bls\bs(1)"},
		{"man:a", "text/plain", "", map[string]string{doc.OptionStyle: "sgr"}, "text/plain; charset=utf-8", "\x1b[1mls\x1b[0m(1)"},
		{"man:a", "text/plain", "", map[string]string{doc.OptionWidth: "20"}, "text/plain; charset=utf-8", "a(1)\nGeneral Commands Manual\na(1)\n"},
		{"man:a", "text/html", "", nil, "text/html; charset=utf-8", `<a href="man:ls(1)"><strong>ls</strong>(1)</a>`},
		{"man:a", "text/markdown, text/plain", "", nil, "text/markdown; charset=utf-8", "## SEE ALSO\n\n[**ls**(1)](<man:ls(1)>)\n"},
		{"man:a", "application/json", "", nil, "application/json", `{"type":"heading","level":1,"id":"NAME","inlines":["NAME"]}`},
		{"man:a", "", "de-AT", nil, "text/plain; charset=utf-8", "auf Deutsch"},
		{"man:a", "", "pt-BR", nil, "text/plain; charset=utf-8", "brasileiro"},
		{"man:a", "", "fr", nil, "text/plain; charset=utf-8", "SEE ALSO"},
		{"man:a", "", "../de", nil, "text/plain; charset=utf-8", "SEE ALSO"},
		{"man:evil", "", "", nil, "text/plain; charset=utf-8", "       evil - the page evil\n\n"},
		{"man:a", "", "", map[string]string{OptionVia: "sh"}, "invalid", ""},
		{"man:a", "", "", map[string]string{doc.OptionWidth: "9999999"}, "invalid", ""},
		{"man:a", "", "", map[string]string{doc.OptionStyle: "blink"}, "invalid", ""},
		{"man:big", "", "", nil, "limit", ""},
	} {
		req := &get.Request{URI: uri.MustParse(test.uri), Accept: strings.Split(test.accept, ", "), Language: test.language, Options: test.options}
		res, body, err := gettest.Fetch(t, h, req)
		if err != nil {
			if gettest.Kind(err) != test.mediaType {
				t.Errorf("%s %v: %v, want %s", test.uri, test.options, err, test.mediaType)
			}
			continue
		}
		o := res.Answer.(*get.Object)
		if o.MediaType != test.mediaType || o.Length != int64(len(body)) || !strings.Contains(body, test.want) {
			t.Errorf("%s as %q in %q %v: %+v\n%s\nwant %q", test.uri, test.accept, test.language, test.options, o, body, test.want)
		}
		plan, err := h.Plan(req)
		if err != nil || len(plan) != 1 || plan[0].Act != get.Open {
			t.Errorf("%s: plan %v, %v", test.uri, plan, err)
		}
	}
}

// TestCompressed reads pages that are compressed in every way.
func TestCompressed(t *testing.T) {
	page := pageOf("a", "1")
	pack := func(w io.WriteCloser, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, page)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var x, l, z bytes.Buffer
	xw, err := xz.WriterConfig{DictCap: 64 << 20}.NewWriter(&x)
	pack(xw, err)
	lw, err := lzma.NewWriter(&l)
	pack(lw, err)
	zw, err := zstd.NewWriter(&z)
	pack(zw, err)
	root := plant(t, map[string]string{"man1/p.1": page, "man1/g.1.gz": page, "man1/x.1.xz": x.String(), "man1/l.1.lzma": l.String(), "man1/z.1.zst": z.String()})
	for _, name := range []string{"p", "g", "x", "l", "z"} {
		if _, got, err := fetch(t, NewIn(cli, root), "man:"+name, "text/troff"); err != nil || got != page {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestMandocFails(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": pageOf("a", "1")})
	broken := errors.New("exit status 5")
	for _, test := range []struct {
		name string
		exec func(context.Context, policy.Command) (io.ReadCloser, error)
		kind string
		text string
	}{
		{"missing", func(context.Context, policy.Command) (io.ReadCloser, error) {
			return nil, fmt.Errorf("mandoc: %w", policy.ErrNoHelper)
		}, "unsupported", "apt install mandoc"},
		{"at once", func(context.Context, policy.Command) (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(failing{broken})), nil
		}, "internal", "exit status 5"},
		{"later", func(context.Context, policy.Command) (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader("A(1)"), failing{broken})), nil
		}, "internal", "exit status 5"},
	} {
		h := NewIn(cli, root).(handler)
		h.exec = test.exec
		_, _, err := gettest.Fetch(t, h, &get.Request{URI: uri.MustParse("man:a"), Options: map[string]string{OptionVia: "mandoc"}})
		if err == nil || gettest.Kind(err) != test.kind || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %v (%s), want %s with %q", test.name, err, gettest.Kind(err), test.kind, test.text)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestFormatted(t *testing.T) {
	needMandoc(t)
	host := filepath.Join(t.TempDir(), "secret.1")
	os.WriteFile(host, []byte("c4nary\n"), 0o644)
	rel := strings.TrimPrefix(host, "/")
	root := plant(t, map[string]string{
		"man1/a.1.gz": pageOf("a", "1") + ".SH \"SEE ALSO\"\n.BR ls (1),\n\\fIb\\fP \\(em\n",
		// Each of these has mandoc read a file below the folder that it runs in.
		"man1/evil.1": pageOf("evil", "1") + ".so " + rel + "\n.de x\n.so " + rel + "\n..\n.x\n.ds y so\n.\\*y " + rel + "\n.rn so z\n.z " + rel + "\n.if t .so " + rel + "\n.if n .so " + rel + "\n",
	})
	fetch := func(u string, accept ...string) (string, error) {
		_, body, err := gettest.Fetch(t, NewIn(cli, root), &get.Request{URI: uri.MustParse(u), Accept: accept, Options: map[string]string{OptionVia: "mandoc"}})
		return body, err
	}
	body, err := fetch("man:a")
	if err != nil || !strings.HasPrefix(body, "a(1)  ") || !strings.Contains(body, "the page a") || !strings.Contains(body, "ls(1), b —") || strings.Contains(body, "\b") {
		t.Errorf("as text: %v\n%q", err, body)
	}
	body, err = fetch("man:a", "text/html")
	if err != nil || !strings.Contains(body, `<a class="Xr" href="man:ls(1)"><b>ls</b>(1)</a>`) || strings.Contains(body, "<html") {
		t.Errorf("as HTML: %v\n%s", err, body)
	}
	body, err = fetch("man:evil")
	if err != nil || !strings.Contains(body, "the page evil") || strings.Contains(body, "c4nary") {
		t.Errorf("a page that asks for %s: %v\n%s", rel, err, body)
	}
}

func TestLinked(t *testing.T) {
	for _, test := range []struct{ in, want, why string }{
		{"<b>ls</b>(1), <i>Test::More</i>(3pm).\n", `<a class="Xr" href="man:ls(1)"><b>ls</b>(1)</a>, <a class="Xr" href="man:Test::More(3pm)"><i>Test::More</i>(3pm)</a>.` + "\n", "bold or italic, as man(7) has them"},
		{"<b>[</b>(1)", `<a class="Xr" href="man:%5B(1)"><b>[</b>(1)</a>`, "encoded; no end of the line"},
		{"<b>f</b>(void) <b>x</b> (1) g(2)\n", "<b>f</b>(void) <b>x</b> (1) g(2)\n", "no section, or not a name that stands out"},
		{"<b>-x</b>(1) <b>a/b</b>(1)\n", "<b>-x</b>(1) <b>a/b</b>(1)\n", "no name of a page"},
		{"<b>&lt;</b>(1)\n", "<b>&lt;</b>(1)\n", "an entity is not looked into"},
		{`<a class="permalink" href="#x"><b>x</b>(1)</a>`, `<a class="permalink" href="#x"><b>x</b>(1)</a>`, "no link within a link"},
		{"", "", "nothing"},
	} {
		got, err := io.ReadAll(&linked{r: bufio.NewReader(iotest.OneByteReader(strings.NewReader(test.in)))})
		if err != nil || string(got) != test.want {
			t.Errorf("%q becomes %q, %v; want %q: %s", test.in, got, err, test.want, test.why)
		}
	}
}

// mandoc ends with the context, in the middle of a page that is longer than
// what a pipe holds.
func TestCancel(t *testing.T) {
	needMandoc(t)
	root := plant(t, map[string]string{"man1/long.1": pageOf("long", "1") + strings.Repeat("Many words.\n.PP\n", 100_000)})
	ctx, cancel := context.WithCancel(t.Context())
	res, err := NewIn(cli, root).Get(ctx, &get.Request{URI: uri.MustParse("man:long"), Options: map[string]string{OptionVia: "mandoc"}})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	body := res.Answer.(*get.Object).Body
	if _, err := io.ReadFull(body, make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.Copy(io.Discard, body); gettest.Kind(err) != "canceled" {
		t.Errorf("behind the cancel: %v", err)
	}
}

func TestPolicy(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": pageOf("a", "1")})
	other := plant(t, map[string]string{"man1/b.1": pageOf("b", "1")})
	closed, open := policy.Gateway(table), policy.Gateway(table).AllowLocal("")
	for _, test := range []struct {
		policy policy.Policy
		uri    string
		want   string
	}{
		{closed, "man:a", "denied"},
		{closed, "man:", "denied"},
		{closed, "man:" + root + "/man1/a.1", "denied"},
		{open, "man:a", pageOf("a", "1")},
		{open, "man:" + root + "/man1/a.1", pageOf("a", "1")},
		{open, "man:" + other + "/man1/b.1", "denied"},
		{policy.Gateway(table).AllowLocal(other), "man:" + other + "/man1/b.1", pageOf("b", "1")},
		{policy.CLI(table), "man:" + other + "/man1/b.1", pageOf("b", "1")},
	} {
		_, got, err := fetch(t, NewIn(get.Env{Policy: test.policy}, root), test.uri, "text/troff")
		if err != nil {
			got = gettest.Kind(err)
		}
		if got != test.want {
			t.Errorf("%s under %s: %q, want %q (%v)", test.uri, test.policy, got, test.want, err)
		}
	}
}
