package interop

import (
	"bytes"
	"compress/gzip"
	"html"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/info"
	"uriel.dev/scheme/info/infoclient"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// An infoDocument is a document of Info of this machine, and the names of its nodes by its tag table.
type infoDocument struct {
	name, path string
	nodes      []string
}

// tagged finds the nodes in a tag table, without the reader that is tested.
var tagged = regexp.MustCompile(`(?m)^Node: ([^\x7f\n]+)\x7f[0-9]+$`)

func infoDocuments(t *testing.T) (out []infoDocument) {
	t.Helper()
	paths, err := filepath.Glob("/usr/share/info/*.info.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		d := infoDocument{name: strings.TrimSuffix(filepath.Base(path), ".info.gz"), path: path}
		for _, m := range tagged.FindAllSubmatch(text, -1) {
			d.nodes = append(d.nodes, string(m[1]))
		}
		out = append(out, d)
	}
	return out
}

// infoSays returns what info prints of each node below the header line.
func infoSays(t *testing.T, program string, d infoDocument) []string {
	t.Helper()
	run := func(nodes []string) string {
		args := []string{"--file=" + d.path, "--output=-"}
		for _, n := range nodes {
			args = append(args, "--node="+n)
		}
		cmd := exec.Command(program, args...)
		cmd.Env = []string{"LC_ALL=C.UTF-8", "PATH=" + os.Getenv("PATH")}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("info %s: %v", d.name, err)
		}
		return string(out)
	}
	split := regexp.MustCompile(`(?m)^File: .*$`).Split(run(d.nodes), -1)[1:]
	if len(split) == len(d.nodes) {
		return split
	}
	split = nil // a node holds such a line itself
	for _, n := range d.nodes {
		_, text, _ := strings.Cut(run([]string{n}), "\n")
		split = append(split, text)
	}
	return split
}

// TestInfoNodes: each node that a tag table lists reads as info prints it, up to the header line.
func TestInfoNodes(t *testing.T) {
	program := Program(t, "info", "info", "the documents of Info of this machine")
	h := infoclient.NewIn(get.Env{Policy: policy.CLI(known.Table())}, "/usr/share/info")
	seen, same := 0, 0
	var names []string
	for _, d := range infoDocuments(t) {
		names = append(names, d.name)
		want := infoSays(t, program, d)
		for i, n := range d.nodes {
			seen++
			u, err := info.View{File: scheme.Octets(d.name), Node: scheme.Octets(n)}.URI()
			if err != nil {
				t.Errorf("(%s)%s has no URI: %v", d.name, n, err)
				continue
			}
			if got := body(t, h, u, "text/plain"); strings.Trim(got, "\n") == strings.Trim(want[i], "\n") {
				same++
			} else {
				differ(t, u.String(), strings.Trim(got, "\n"), strings.Trim(want[i], "\n"))
			}
		}
	}
	for _, name := range []string{"bash", "coreutils", "find", "grep", "texinfo", "automake-1.16", "autoconf", "wget"} {
		if !slices.Contains(names, name) {
			t.Errorf("the document %s is not installed, so that it was not compared", name)
		}
	}
	t.Logf("%d of %d nodes in %d documents read as info prints them", same, seen, len(names))
}

// TestInfoLinks: in each document that is shown as a whole every link to one of its nodes leads to one.
func TestInfoLinks(t *testing.T) {
	Program(t, "info", "info", "the documents of Info of this machine")
	h := infoclient.NewIn(get.Env{Policy: policy.CLI(known.Table())}, "/usr/share/info")
	links := 0
	for _, d := range infoDocuments(t) {
		page := body(t, h, uri.MustParse("info:"+d.name), "text/html")
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			ids[html.UnescapeString(m[1])] = true
		}
		for _, m := range regexp.MustCompile(` href="#([^"]*)"`).FindAllStringSubmatch(page, -1) {
			links++
			if id, err := url.PathUnescape(html.UnescapeString(m[1])); err != nil || !ids[id] {
				t.Errorf("%s: #%s leads nowhere", d.name, m[1])
			}
		}
	}
	if links < 1000 {
		t.Errorf("saw %d links only", links)
	}
	t.Logf("%d links", links)
}

// body gets a node as text, or a whole document as HTML.
func body(t *testing.T, h get.Handler, u uri.URI, mediaType string) string {
	t.Helper()
	req := &get.Request{URI: u, Accept: []string{mediaType}}
	if mediaType == "text/html" {
		req.Options = map[string]string{"whole": "yes"}
	}
	res, err := h.Get(t.Context(), req)
	if err != nil {
		t.Error(err)
		return ""
	}
	defer res.Close()
	var b bytes.Buffer
	if _, err := b.ReadFrom(res.Answer.(*get.Object).Body); err != nil {
		t.Error(err)
	}
	return b.String()
}
