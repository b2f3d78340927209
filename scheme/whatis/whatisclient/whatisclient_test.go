package whatisclient

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/whatis"
	"uriel.dev/uri"
)

var (
	table = scheme.NewTable(whatis.Schemes(), nil)
	cli   = get.Env{Policy: policy.CLI(table)}
)

// about is the source of a page.
func about(names, text string) string { return ".TH X 1\n.SH NAME\n" + names + " \\- " + text + "\n" }

// plant makes a folder of the manual. A file whose name ends in .gz is
// compressed; "-> x" makes a symbolic link to x.
func plant(t *testing.T, files map[string]string) (root string) {
	t.Helper()
	root = filepath.Join(t.TempDir(), "man")
	for name, content := range files {
		write(t, filepath.Join(root, name), content)
	}
	return root
}

func write(t *testing.T, path, content string) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if target, ok := strings.CutPrefix(content, "-> "); ok && err == nil {
		err = os.Symlink(target, path)
	} else if err == nil {
		if strings.HasSuffix(path, ".gz") {
			content = compress(content)
		}
		err = os.WriteFile(path, []byte(content), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func compress(s string) string {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	io.WriteString(z, s)
	z.Close()
	return b.String()
}

// lines returns the entries of an answer, or the kind of the error.
func lines(t *testing.T, h get.Handler, u string, options ...string) (out []string) {
	t.Helper()
	req := &get.Request{URI: uri.MustParse(u), Options: map[string]string{}}
	for _, o := range options {
		req.Options[o] = "yes"
	}
	res, _, err := gettest.Fetch(t, h, req)
	if err != nil {
		return []string{gettest.Kind(err)}
	}
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			return append(out, gettest.Kind(err))
		}
		out = append(out, e.Name+" <"+e.URI.String()+">")
	}
	return out
}

func TestHandler(t *testing.T) {
	root := plant(t, map[string]string{"man1/ls.1.gz": about("ls", "list directory contents")})
	gettest.Run(t, gettest.Subject{
		Schemes: whatis.Schemes(),
		New:     func(env get.Env) get.Handler { return NewIn(env, root) },
		URIs:    []string{"whatis:ls", "whatis:directory", "whatis:list%20directory"},
	})
}

func TestWhatis(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.1")
	write(t, secret, about("secret", "a secret word"))
	other := plant(t, map[string]string{"man1/alt.1": about("alt", "another version")})
	root := plant(t, map[string]string{
		"man1/ls.1.gz":       about("ls, dir", "list directory contents"),
		"man1/[.1":           about("[, test", "check file types"),
		"man1/directory.1":   about("directory", "a page of that name"),
		"man3/scan.3":        about("scan, alphasort", "scan a Directory"),
		"man3/alphasort.3":   ".so man3/scan.3\n",
		"man3/link.3":        "-> scan.3",
		"man3/absolute.3":    ".\\\" c\n\n.so /etc/passwd\n",
		"man3/up.3":          ".so ../../secret.1\n",
		"man3/loop.3":        ".so man3/loop.3\n",
		"man3type/t.3type":   ".Dd x\n.Sh NAME\n.Nm t\n.Nd a type of directory\n",
		"man1/secret.1":      "-> " + secret,
		"man1/passwd.1":      "-> /etc/passwd",
		"man1/alternative.1": "-> " + other + "/man1/alt.1",
		"man1/broken.1.gz":   "-> ls.txt",
		"man1/ls.txt":        "no gzip",
		"man1/x.1.xz":        "",
		"man1/README":        about("readme", "directory"),
		"man1/-K.1":          about("option", "directory"),
		"cat1/y.1":           about("cat", "directory"),
		"de/man1/z.1":        about("german", "directory"),
		"man5/dir.5/x":       "",
	})
	second := plant(t, map[string]string{"man1/ls.1": about("ls", "another list"), "man8/only.8": about("only", "in the second folder")})
	if err := syscall.Mkfifo(filepath.Join(root, "man1", "pipe.1"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		uri  string
		want []string
		why  string
	}{
		{"whatis:directory", []string{
			"alphasort (3) - scan a Directory <man:alphasort(3)>", "dir (1) - list directory contents <man:ls(1)>", "directory (1) - a page of that name <man:directory(1)>",
			"link (3) - scan a Directory <man:link(3)>", "ls (1) - list directory contents <man:ls(1)>", "scan (3) - scan a Directory <man:scan(3)>",
			"t (3type) - a type of directory <man:t(3type)>"}, "in the description or the name"},
		{"whatis:director", []string{"not-found"}, "complete words only"},
		{"whatis:irectory", []string{"not-found"}, "at the start, too"},
		{"whatis:ls", []string{"ls (1) - list directory contents <man:ls(1)>"}, "by its name; the first folder counts"},
		{"whatis:dir", []string{"dir (1) - list directory contents <man:ls(1)>"}, "a name without a page of its own"},
		{"whatis:alphasort", []string{"alphasort (3) - scan a Directory <man:alphasort(3)>"}, "a name with a page of its own"},
		{"whatis:link", []string{"link (3) - scan a Directory <man:link(3)>"}, "a page under another name"},
		{"whatis:%5B", []string{"[ (1) - check file types <man:%5B(1)>"}, "a word without a letter"},
		{"whatis:file%20types", []string{"[ (1) - check file types <man:%5B(1)>", "test (1) - check file types <man:%5B(1)>"}, "several words"},
		{"whatis:SCAN", []string{"alphasort (3) - scan a Directory <man:alphasort(3)>", "link (3) - scan a Directory <man:link(3)>", "scan (3) - scan a Directory <man:scan(3)>"}, "without case"},
		{"whatis:only", []string{"only (8) - in the second folder <man:only(8)>"}, ""},
		{"whatis:version", []string{"alt (1) - another version <man:alternative(1)>", "alternative (1) - another version <man:alternative(1)>"}, "a link to another folder of the manual"},
		{"whatis:secret", []string{"not-found"}, "a link out of the folder"},
		{"whatis:root", []string{"not-found"}, "an .so request out of it"},
		{"whatis:*", []string{"not-found"}, "no pattern"},
		{"whatis:-C", []string{"invalid"}, ""},
		{"whatis:", []string{"invalid"}, ""},
		{"whatis:a%00", []string{"invalid"}, ""},
		{"whatis://host/ls", []string{"invalid"}, ""},
	} {
		if diff := cmp.Diff(test.want, lines(t, NewIn(cli, "/nonexistent", root, second, root), test.uri)); diff != "" {
			t.Errorf("%s: %s\n%s", test.uri, test.why, diff)
		}
	}
	for pattern, want := range map[string][]string{
		"whatis:%5Eonly$":      {"only (8) - in the second folder <man:only(8)>"},
		"whatis:second%20fold": {"only (8) - in the second folder <man:only(8)>"},
		"whatis:(":             {"invalid"},
		"whatis:nothing.*here": {"not-found"},
	} {
		if diff := cmp.Diff(want, lines(t, NewIn(cli, root, second), pattern, "apropos")); diff != "" {
			t.Errorf("apropos %s:\n%s", pattern, diff)
		}
	}
	if got := lines(t, NewIn(get.Env{Policy: policy.Gateway(table)}, root), "whatis:ls"); got[0] != "denied" {
		t.Errorf("in a gateway: %q", got)
	}
	if plan, err := NewIn(get.Env{Policy: policy.Gateway(table)}, root).Plan(&get.Request{URI: uri.MustParse("whatis:ls")}); gettest.Kind(err) != "denied" {
		t.Errorf("in a gateway: plan %v, %v", plan, err)
	}
	plan, err := NewIn(cli, root, second).Plan(&get.Request{URI: uri.MustParse("whatis:ls")})
	if want := (get.Plan{{Act: get.Open, Text: root}, {Act: get.Open, Text: second}}); err != nil || !slices.Equal(plan, want) {
		t.Errorf("plan %v, %v; want %v", plan, err, want)
	}
}

// The manual of this machine, wherever it is: an empty one is a clear error.
func TestNew(t *testing.T) {
	t.Setenv("MANPATH", plant(t, map[string]string{"man1/here.1": about("here", "of the environment")}))
	if got := lines(t, New(cli), "whatis:here"); len(got) != 1 || got[0] != "here (1) - of the environment <man:here(1)>" {
		t.Errorf("%q", got)
	}
}

func TestSections(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": about("a", "x"), "man8/a.8": about("a", "x"), "man3/a.3pm": about("a", "x"), "man2/a.2": about("a", "x")})
	t.Setenv("MANPATH", root)
	got := strings.Join(lines(t, New(cli), "whatis:a"), " ")
	i, j, k := strings.Index(got, "a(1)"), strings.Index(got, "a(8)"), strings.Index(got, "a(2)")
	if i < 0 || j < i || k < j {
		t.Errorf("%s: not in the order of man", got)
	}
}

// An index is brought up to date, and read again only where something changed.
func TestUpdate(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": about("a", "first"), "man1/b.1": about("b", "first"), "man2/c.2": about("c", "first")})
	var said []string
	env := cli
	env.Cache = filepath.Join(t.TempDir(), "cache", "uriel")
	env.Trace = func(_ byte, line string) { said = append(said, line) }
	kept := NewIn(env, root)
	step := func(what, word string, want int, says string) {
		t.Helper()
		for _, h := range []get.Handler{NewIn(env, root), kept, NewIn(cli, root)} {
			said = nil
			got := lines(t, h, "whatis:"+word)
			if len(got) != want || want == 1 && got[0] == "not-found" {
				t.Errorf("%s: %q, want %d", what, got, want)
			}
			if h == kept || h.(*handler).env.Cache == "" {
				continue
			}
			if s := strings.Join(said, "|"); s != says {
				t.Errorf("%s: %q, want %q", what, s, says)
			}
		}
	}
	step("at first", "first", 3, "read the descriptions of 3 pages")
	step("again", "first", 3, "")
	later := time.Now().Add(time.Hour)
	write(t, filepath.Join(root, "man1/a.1"), about("a", "second"))
	os.Chtimes(filepath.Join(root, "man1/a.1"), later, later)
	os.Chtimes(filepath.Join(root, "man1"), later, later)
	step("changed", "first", 2, "read the descriptions of 1 pages")
	os.Remove(filepath.Join(root, "man1/b.1"))
	os.Chtimes(filepath.Join(root, "man1"), later.Add(time.Hour), later.Add(time.Hour))
	step("removed", "first", 1, "")
	if err := os.RemoveAll(filepath.Join(root, "man2")); err != nil {
		t.Fatal(err)
	}
	step("the folder is gone", "second", 1, "")
	os.WriteFile(filepath.Join(env.Cache, cacheName("")), []byte("{broken"), 0o644)
	step("a broken cache", "second", 1, "read the descriptions of 1 pages")
	os.WriteFile(filepath.Join(env.Cache, cacheName("")), []byte(`{"version":99}`), 0o644)
	step("a cache of another version", "second", 1, "read the descriptions of 1 pages")
	if names, err := os.ReadDir(env.Cache); err != nil || len(names) != 1 {
		t.Errorf("the cache holds %v, %v", names, err)
	}
	env.Cache = filepath.Join(root, "man1", "a.1") // a file
	if got := lines(t, NewIn(env, root), "whatis:second"); len(got) != 1 || !strings.Contains(strings.Join(said, ""), "not kept") {
		t.Errorf("without a cache that can be written: %q, %q", got, said)
	}
}

// TestLanguages: descriptions in a language that is wanted come before those in
// English, which are found all the same.
func TestLanguages(t *testing.T) {
	root := plant(t, map[string]string{
		"man1/ls.1": about("ls", "list directory contents"), "de/man1/ls.1": ".TH LS 1\n.SH BEZEICHNUNG\nls \\- Verzeichnisinhalte auflisten\n",
		"man1/dir.1": about("dir", "list a directory"), "fr/man1/ls.1": ".TH LS 1\n.SH NOM\nls \\- lister\n",
	})
	env := get.Env{Policy: policy.CLI(table), Cache: filepath.Join(t.TempDir(), "cache")}
	for range 2 { // the second time from the cache
		h := NewIn(env, root)
		for _, test := range []struct{ language, word, want string }{
			{"de", "ls", "ls (1) - Verzeichnisinhalte auflisten"},
			{"de", "verzeichnisinhalte", "ls (1) - Verzeichnisinhalte auflisten"},
			{"de", "directory", "dir (1) - list a directory|ls (1) - list directory contents"},
			{"fr-CA", "ls", "ls (1) - lister"},
			{"", "ls", "ls (1) - list directory contents"},
			{"en", "ls", "ls (1) - list directory contents"},
			{"", "lister", "not-found"},
		} {
			var got []string
			res, err := h.Get(t.Context(), &get.Request{URI: uri.MustParse("whatis:" + test.word), Language: test.language})
			if err != nil {
				got = append(got, gettest.Kind(err))
			} else {
				for e := range res.Answer.(*get.Listing).Entries {
					got = append(got, e.Name)
				}
			}
			if s := strings.Join(got, "|"); s != test.want {
				t.Errorf("%s in %q: %q, want %q", test.word, test.language, s, test.want)
			}
		}
	}
	if names, err := os.ReadDir(env.Cache); err != nil || len(names) != 3 {
		t.Errorf("%d files in the cache, %v; want one for each language", len(names), err)
	}
}

func TestCancel(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": about("a", "x"), "man1/b.1": about("b", "x")})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	res, err := NewIn(cli, root).Get(ctx, &get.Request{URI: uri.MustParse("whatis:x")})
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
	if diff := cmp.Diff([]string{"page", "canceled"}, got); diff != "" {
		t.Error(diff)
	}
	if _, err := NewIn(cli, root).Get(ctx, &get.Request{URI: uri.MustParse("whatis:x")}); gettest.Kind(err) != "canceled" {
		t.Errorf("canceled before: %v", err)
	}
}

func TestHolds(t *testing.T) {
	for _, test := range []struct {
		word, text string
		want       bool
	}{
		{"dir", "a dir", true}, {"dir", "dir-list", true}, {"dir", "dirs", false}, {"dir", "a_dir", false}, {"dir", "dirs dir", true},
		{"über", "Über", true}, {"ber", "Über", false}, {"c++", "in C++", true}, {"++", "C++", true}, {"-l", "use-ls", false}, {"x", "", false},
		{"aa", "aaa aa", true}, {"é", "éé", false},
	} {
		if got := holds(test.word)(test.text); got != test.want {
			t.Errorf("%q holds %q: %v", test.text, test.word, got)
		}
	}
}
