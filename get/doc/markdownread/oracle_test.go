package markdownread

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"uriel.dev/find"
	"uriel.dev/get/doc"
	"uriel.dev/uri"
)

func readString(t testing.TB, source string) *doc.Document {
	t.Helper()
	d, err := Read(strings.NewReader(source), "", uri.URI{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// output runs a command that tells where something is.
func output(t testing.TB, args ...string) string {
	t.Helper()
	out, err := exec.Command(args[0], args[1:]...).Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// An example is one of the specification.
type example struct {
	Markdown, HTML, Section string
	Example                 int
}

func examples(t testing.TB) (out []example) {
	t.Helper()
	path := filepath.Join(output(t, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark"), "_test", "spec.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err) // the module is one that the tests are built with
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// different are the examples that we read otherwise, and why.
var different = func() map[int]string {
	out := map[int]string{
		148: "HTML: a blank line in pre, in a table",
		164: "HTML: a block of it in i is emphasis",
		171: "HTML: a textarea is to be filled in",
		629: "HTML: to a browser, CDATA is a comment up to the first >",
	}
	for why, numbers := range map[string][]int{
		"HTML: code in a table": {191},
		"HTML: an element that does not end in its paragraph is left out": {187, 344, 476, 477, 494, 630, 631, 642, 643},
		"GFM: a URL is a link": {602, 608, 611},
	} {
		for _, n := range numbers {
			out[n] = why
		}
	}
	return out
}()

// TestSpecification compares what is made of the examples of CommonMark with what they
// say.
func TestSpecification(t *testing.T) {
	same := 0
	all := examples(t)
	for _, e := range all {
		want, got := ofHTML(e.HTML), ofDoc(readString(t, e.Markdown).Blocks)
		why, known := different[e.Example]
		switch {
		case want == got && known:
			t.Errorf("example %d is read as it says: %s", e.Example, why)
		case want == got:
			same++
		case !known:
			t.Errorf("example %d, %s: %q\n%s", e.Example, e.Section, e.Markdown, cmp.Diff(want, got))
		}
	}
	if len(all) == 0 {
		t.Fatal("saw no example")
	}
	t.Logf("%d of %d examples are read as they say: %.1f %%", same, len(all), 100*float64(same)/float64(len(all)))
}

var peer = goldmark.New(goldmark.WithExtensions(extension.Table, extension.TaskList), goldmark.WithRendererOptions(html.WithUnsafe()))

// differentDocuments are those that goldmark reads otherwise, and why.
var differentDocuments = map[string]string{
	"rules.md": `GFM: a backslash in a URL that is not marked is of it, as in "https://a\@b"`,
}

// TestPeer compares what is made of real documents, those of Go and our own, with what
// goldmark makes of them. Links that are their own words are words here, since goldmark
// and GitHub do not agree which of them are links; so is front matter left out.
func TestPeer(t *testing.T) {
	paths, links := documents(t), 0
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, text := cutFront(string(source))
		var page bytes.Buffer
		if err := peer.Convert([]byte(text), &page); err != nil {
			t.Fatal(err)
		}
		want, got := withoutBare(ofHTML(page.String())), withoutBare(ofDoc(readString(t, text).Blocks))
		why, known := differentDocuments[filepath.Base(path)]
		switch diff := cmp.Diff(want, got); {
		case diff == "" && known:
			t.Errorf("%s is read as goldmark reads it: %s", path, why)
		case diff != "" && !known:
			t.Errorf("%s (-goldmark +ours)\n%s", path, diff)
		}
		links += strings.Count(got, "«L")
	}
	if links == 0 {
		t.Fatalf("saw no link in %d documents", len(paths))
	}
	t.Logf("%d documents with %d links are read as goldmark reads them", len(paths), links)
}

var bareLink = regexp.MustCompile(`«L (\S+) ([^«»¶]+)»`)

// withoutBare returns a canonical form in which links that are their own words are
// words.
func withoutBare(s string) string {
	return bareLink.ReplaceAllStringFunc(s, func(link string) string {
		m := bareLink.FindStringSubmatch(link)
		for _, scheme := range [...]string{"", "mailto:", "http://"} {
			if u, ok := find.Reference(scheme + m[2]); ok && u.String() == m[1] {
				return m[2]
			}
		}
		return link
	})
}

// documents returns the names of real documents.
func documents(t testing.TB) (paths []string) {
	t.Helper()
	for _, root := range []string{output(t, "go", "env", "GOROOT"), "../../.."} {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".md" {
				paths = append(paths, path)
			}
			return nil
		})
	}
	return paths
}
