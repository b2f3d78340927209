package infoclient

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/info"
	"uriel.dev/uri"
)

var (
	table = scheme.NewTable(info.Schemes(), nil)
	cli   = get.Env{Policy: policy.CLI(table)}
)

// plant makes a folder of documents. "^_" in a text stands for the octet 0x1F,
// "^?" for 0x7F; a file whose name ends in .gz is compressed; "-> x" makes a
// symbolic link to x.
func plant(t *testing.T, files map[string]string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, name)
		var err error
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			err = os.Symlink(target, path)
		} else {
			content = strings.NewReplacer("^_", "\x1f", "^?", "\x7f").Replace(content)
			if strings.HasSuffix(name, ".gz") {
				content = compress(content)
			}
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func compress(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

// node is the source of a node.
func node(name, text string) string { return "^_\nFile: x.info,  Node: " + name + "\n\n" + text + "\n" }

func fetch(t *testing.T, h get.Handler, u string, accept ...string) (*get.Response, string, error) {
	t.Helper()
	return gettest.Fetch(t, h, &get.Request{URI: uri.MustParse(u), Accept: accept})
}

// list returns the entries of a listing, and the kind of the error that ends it,
// if one does.
func list(t *testing.T, h get.Handler, u string) (lines []string) {
	t.Helper()
	res, err := h.Get(t.Context(), &get.Request{URI: uri.MustParse(u)})
	if err != nil {
		return []string{gettest.Kind(err)}
	}
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			return append(lines, gettest.Kind(err))
		}
		lines = append(lines, strings.TrimSpace(e.Kind+" "+e.Name+" "+e.URI.String()))
	}
	return lines
}

const dirText = `preamble
^_
File: dir,	Node: Top	This is the top
* not yet: (x).

* Menu: The list begins here.

First things
* X: (x).                       About x,
                                and more of it.
* Node of x: (x)A node.

Later
  things

* (y)::  About y
`

func TestHandler(t *testing.T) {
	folder := plant(t, map[string]string{"dir": dirText, "x.info.gz": node("Top", "top") + node("A node", "text")})
	gettest.Run(t, gettest.Subject{
		Schemes: info.Schemes(),
		New:     func(env get.Env) get.Handler { return NewIn(env, folder) },
		URIs:    []string{"info:", "info:(dir)", "info:dir", "info:x", "info:x#A_node", "info:(x)A%20node", "info:/x/A_node", "info:(x)Top#place"},
	})
}

func TestNode(t *testing.T) {
	first := plant(t, map[string]string{
		"x.info.gz":       node("Top", "top of x") + node("a b", "spaces") + node("a_b", "underscore") + node("c_d", "underscore") + node("e f", "spaces") + node("g_h i", "both") + node("G++ and GCC", "gcc"),
		"plain":           node("Top", "plain"),
		"minus-info":      node("Top", "minus"),
		"split.info":      "^_\nIndirect:\nsplit.info-1: 1\nsplit.info-2: 90\n^_\nTag Table:\n(Indirect)\nNode: Top^?1\nNode: Two^?90\n",
		"split.info-1.gz": node("Top", "one"),
		"split.info-2":    node("Two", "two"),
		"twice.info":      node("Top", "first folder"),
		"wrong.info":      node("Top", "top") + strings.Repeat("x\n", 1000) + node("Two", "two") + "^_\nTag Table:\nNode: Top^?0\nNode: Two^?7\n",
		"inside.info":     "-> x.info.gz",
	})
	second := plant(t, map[string]string{"twice.info": node("Top", "second folder"), "only.info": node("Top", "second folder")})
	for _, test := range []struct{ uri, text, canonical, why string }{
		{"info:x", "top of x", "info:x", "without a node it is Top"},
		{"info:x#Top", "top of x", "info:x", "the same"},
		{"info:(x)", "top of x", "info:x", "KDE"},
		{"info:/x", "top of x", "info:x", "KDE's viewer"},
		{"info:x#a_b", "underscore", "info:x#a_b", "a real underscore is tried first"},
		{"info:x#a%20b", "spaces", "info:x#a_b", "a space is one"},
		{"info:x#c_d", "underscore", "info:x#c_d", ""},
		{"info:x#c%20d", "underscore", "info:x#c_d", "written otherwise than the node"},
		{"info:x#e_f", "spaces", "info:x#e_f", "then a space"},
		{"info:x#g_h_i", "both", "info:x#g_h_i", "then both"},
		{"info:x#E_F", "spaces", "info:x#e_f", "case"},
		{"info:x#G++_and_GCC", "gcc", "info:x#G++_and_GCC", "GNOME of uri(7)"},
		{"info:(x)G++%20and%20GCC", "gcc", "info:x#G++_and_GCC", "KDE of uri(7)"},
		{"info:plain", "plain", "info:plain", "no ending"},
		{"info:minus", "minus", "info:minus", "an old ending"},
		{"info:split#Two", "two", "info:split#Two", "parts, compressed or not"},
		{"info:split", "one", "info:split", ""},
		{"info:wrong#Two", "two", "info:wrong#Two", "a wrong offset"},
		{"info:twice", "first folder", "info:twice", "the first folder counts"},
		{"info:only", "second folder", "info:only", ""},
	} {
		res, body, err := fetch(t, NewIn(cli, "/nonexistent", first, second), test.uri)
		if err != nil || body != test.text+"\n" || res.URI.String() != test.canonical {
			t.Errorf("%s: %q, %v; want %q: %s", test.uri, body, err, test.text, test.why)
			continue
		}
		if o := res.Answer.(*get.Object); o.MediaType != "text/plain; charset=utf-8" || o.Length != int64(len(body)) || o.Modified.IsZero() {
			t.Errorf("%s: %+v", test.uri, o)
		}
		if wrong := strings.Contains(test.uri, "wrong"); wrong != (len(res.Notes) == 1) {
			t.Errorf("%s: notes %q", test.uri, res.Notes)
		}
	}
	plan, err := NewIn(cli, first).Plan(&get.Request{URI: uri.MustParse("info:x#a_b")})
	if want := (get.Plan{{Act: get.Open, Text: first + "/x.info.gz"}}); err != nil || !slices.Equal(plan, want) {
		t.Errorf("plan %v, %v; want %v", plan, err, want)
	}
}

// TestPlace: text begins with the line of the anchor that is meant, and HTML has
// the anchors of the node.
func TestPlace(t *testing.T) {
	const text = "A heading\n*********\n\nfirst paragraph\n\nsecond paragraph\ngoes on\n\n     example\n"
	file := node("Top", text)
	at := func(of string) string { return strconv.Itoa(strings.Index(file, of) - len("^_") + 1) }
	tags := "^_\nTag Table:\nNode: Top^?0\nRef: a spot^?" + at("goes on") + "\nRef: Code^?" + at("     example") + "\n"
	h := NewIn(cli, plant(t, map[string]string{"x.info": file + tags}))
	for _, test := range []struct{ uri, first, note string }{
		{"info:x", "A heading", ""},
		{"info:x#a_spot", "goes on", `a place in the node "Top"`},
		{"info:x#A%20Spot", "goes on", `a place in the node "Top"`},
		{"info:(x)a_spot", "goes on", `a place in the node "Top"`},
		{"info:(x)Top#a_spot", "goes on", ""},
		{"info:(x)Top#Code", "     example", ""},
		{"info:(x)#Top", "A heading", ""},
		{"info:(x)Top#none", "A heading", `called "none"`},
	} {
		res, body, err := fetch(t, h, test.uri)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(body, "\n")
		if notes := strings.Join(res.Notes, "|"); first != test.first || !strings.Contains(notes, test.note) || test.note == "" && notes != "" {
			t.Errorf("%s: begins with %q, notes %q; want %q and %q", test.uri, first, notes, test.first, test.note)
		}
		if res.URI.String() != "info:x" {
			t.Errorf("%s is of the node %s", test.uri, res.URI)
		}
	}
	_, html, err := fetch(t, h, "info:x", "text/html")
	if err != nil || !strings.Contains(html, `<p><a id="a_spot"></a>second paragraph goes on</p>`) || !strings.Contains(html, `<pre><a id="Code"></a>example</pre>`) {
		t.Errorf("%v\n%s", err, html)
	}
	if _, markdown, err := fetch(t, h, "info:x#a_spot", "text/markdown"); err != nil || !strings.HasPrefix(markdown, "second paragraph") {
		t.Errorf("%v\n%s", err, markdown)
	}
}

// TestShelf: a document that was read is kept, but not beyond a change of its
// file, and for one reader at a time.
func TestShelf(t *testing.T) {
	folder := plant(t, map[string]string{"x.info": node("Top", "old"), "y.info": node("Top", "other")})
	h := NewIn(cli, folder)
	want := func(u, text string) {
		t.Helper()
		if _, body, err := fetch(t, h, u); err != nil || body != text+"\n" {
			t.Errorf("%s: %q, %v, want %q", u, body, err, text)
		}
	}
	want("info:x", "old")
	want("info:x", "old")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() { want("info:x", "old"); want("info:y", "other") })
	}
	wait.Wait()
	path := filepath.Join(folder, "x.info")
	os.WriteFile(path, []byte("\x1f\nFile: x.info,  Node: Top\n\nnew\n"), 0o644)
	later := time.Now().Add(time.Hour)
	os.Chtimes(path, later, later)
	want("info:x", "new")
}

func TestDirectory(t *testing.T) {
	first := plant(t, map[string]string{"dir.gz": dirText, "x.info.gz": node("Top", ""), "y.info": "", "z.info": "", "z.info-1": "", "picture.png": "", ".info": "", "dir.old": ""})
	second := plant(t, map[string]string{"dir": strings.Replace(dirText, "Later", "More", 1)})
	for _, test := range []struct {
		folders []string
		want    []string
	}{
		{[]string{first}, []string{
			"heading First things", "document X - About x, and more of it. info:x", "node Node of x info:x#A_node",
			"heading things", "document y - About y info:y", "heading Not in the directory", "document z info:z"}},
		{[]string{first, second}, []string{
			"heading First things", "document X - About x, and more of it. info:x", "node Node of x info:x#A_node",
			"heading things", "document y - About y info:y", "heading First things", "heading things", "heading Not in the directory", "document z info:z"}},
		{[]string{"/nonexistent"}, []string{"not-found"}},
	} {
		for _, u := range []string{"info:", "info:dir", "info:(dir)", "info:/", "info:dir#Top"} {
			if diff := cmp.Diff(test.want, list(t, NewIn(cli, test.folders...), u)); diff != "" {
				t.Errorf("%s in %v:\n%s", u, test.folders, diff)
			}
		}
	}
	plan, err := NewIn(cli, first, second).Plan(&get.Request{URI: uri.MustParse("info:")})
	if want := (get.Plan{{Act: get.Open, Text: first}, {Act: get.Open, Text: second}}); err != nil || !slices.Equal(plan, want) {
		t.Errorf("plan %v, %v; want %v", plan, err, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res, err := NewIn(cli, first).Get(ctx, &get.Request{URI: uri.MustParse("info:")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range res.Answer.(*get.Listing).Entries {
		if cancel(); err != nil {
			got = append(got, gettest.Kind(err))
		} else {
			got = append(got, e.Kind)
		}
	}
	if diff := cmp.Diff([]string{"heading", "canceled"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.info")
	os.WriteFile(secret, []byte("\x1f\nFile: s, Node: Top\nsecret\n"), 0o644)
	folder := plant(t, map[string]string{
		"dir":            dirText,
		"x.info":         node("Top", "top") + node("Usage", "") + node("Using", ""),
		"passwd.info":    "-> /etc/passwd",
		"link.info":      "-> " + secret,
		"masked.info":    "-> /dev/null",
		"self.info":      "-> self.info",
		"gone.info":      "-> nowhere.info",
		"text.info":      "root:x:0:0:root\n",
		"empty.info":     "",
		"bomb.info.gz":   node("Top", strings.Repeat("x", 1<<20)),
		"broken.info.gz": "-> text.info",
		"new.info.Z":     "",
		"lost.info":      "^_\nIndirect:\nlost.info-1: 1\n^_\nTag Table:\nNode: Top^?1\n",
		"up.info":        "^_\nIndirect:\n../../../../../../../../etc/passwd: 1\n" + secret + ": 2\n^_\nTag Table:\nNode: Top^?1\n",
		"out.info":       "^_\nIndirect:\nout.info-1: 1\n^_\nTag Table:\nNode: Top^?1\n",
		"out.info-1":     "-> " + secret,
		"table.info":     node("Top", "") + "^_\nTag Table:\nNode: Top^?0\nNode: Lost^?0\n",
	})
	if err := syscall.Mkfifo(filepath.Join(folder, "pipe.info"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(folder, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ uri, kind, text string }{
		{"info:--output=x", "invalid", "minus sign"},
		{"info:(-o)x", "invalid", "minus sign"},
		{"info:..", "invalid", "slash"},
		{"info:(..%2f..%2fetc%2fpasswd)", "invalid", "slash"},
		{"info:..%2f..%2fetc%2fpasswd", "invalid", "slash"},
		{"info:x%00", "invalid", "control"},
		{"info:x#a%00b", "invalid", "control"},
		{"info:x#a%1f%0aNode:", "invalid", "control"},
		{"info://host/x", "invalid", "host"},
		{"info:x?q", "invalid", "query"},
		{"info:(x", "invalid", "parenthesis"},
		{"info:/usr/share/info/x.info", "not-found", `no document "usr"`},
		{"info:/etc/passwd", "not-found", `no document "etc"`},
		{"info:lccn/2002022641", "unsupported", "RFC 4452"},
		{"info:unknown/x", "unsupported", "RFC 4452"},
		{"info:passwd", "denied", "leads out"},
		{"info:link", "denied", "leads out"},
		{"info:masked", "denied", "leads out"},
		{"info:self", "not-found", "symbolic links"},
		{"info:gone", "not-found", "no such file"},
		{"info:pipe", "denied", "pipe"},
		{"info:folder", "not-found", "no document"},
		{"info:text", "protocol", "no document of Info"},
		{"info:empty", "protocol", "no document of Info"},
		{"info:bomb", "limit", "1048576 bytes"},
		{"info:broken", "protocol", "gzip"},
		{"info:new", "unsupported", ".Z"},
		{"info:lost", "not-found", "lost.info-1"},
		{"info:up", "protocol", "no such node"},
		{"info:out", "denied", "leads out"},
		{"info:table#Lost", "protocol", `lists "Lost"`},
		{"info:y", "not-found", `no document "y" of Info; there is info:y`},
		{"info:lnk", "not-found", `no document "lnk" of Info; there is info:link`},
		{"info:Node%20of%20x", "not-found", "there is info:x#A_node"},
		{"info:x#Usag", "not-found", `no node "Usag" in the document "x"; there is info:x#Usage, info:x#Using`},
		{"info:x#None_such", "not-found", `no node "None such" in the document "x"`},
	} {
		h := NewIn(cli, folder).(*handler)
		h.maxFile = 1 << 20
		_, body, err := fetch(t, h, test.uri)
		if err == nil || gettest.Kind(err) != test.kind || !strings.Contains(err.Error(), test.text) {
			t.Errorf("%s: %.40q, %v (%s); want %s with %q", test.uri, body, err, gettest.Kind(err), test.kind, test.text)
		}
	}
	for _, u := range []string{"info:x", "info:(dir)"} {
		gateway := get.Env{Policy: policy.Gateway(table)}
		if _, _, err := fetch(t, NewIn(gateway, folder), u); gettest.Kind(err) != "denied" {
			t.Errorf("%s in a gateway: %v", u, err)
		}
		if plan, err := NewIn(gateway, folder).Plan(&get.Request{URI: uri.MustParse(u)}); gettest.Kind(err) != "denied" {
			t.Errorf("%s in a gateway: plan %v, %v", u, plan, err)
		}
	}
	if _, _, err := fetch(t, NewIn(cli, "/nonexistent"), "info:x"); err == nil || !strings.Contains(err.Error(), "no documents of Info are installed") {
		t.Errorf("without documents: %v", err)
	}
}

func TestPlaces(t *testing.T) {
	all := strings.Join(defaultPlaces, " ")
	for infopath, want := range map[string]string{"": all, "/a:/b": "/a /b", "/a:": "/a " + all, "relative:/a": "/a"} {
		if got := strings.Join(places(infopath), " "); got != want {
			t.Errorf("INFOPATH %q: %q, want %q", infopath, got, want)
		}
	}
	t.Setenv("INFOPATH", plant(t, map[string]string{"here.info": node("Top", "here")}))
	if _, body, err := fetch(t, New(cli), "info:here"); body != "here\n" {
		t.Errorf("by the environment: %q, %v", body, err)
	}
}
