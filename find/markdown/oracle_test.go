package markdown_test

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/markdown"
)

var peer = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Footnote)).Parser()

// peerFinds returns what goldmark finds in a document: destinations of links, images
// and definitions, and what stands in angle brackets.
func peerFinds(source []byte) map[string]bool {
	found := map[string]bool{}
	add := func(dest []byte) {
		if u, ok := find.Reference(string(dest)); ok {
			found[u.String()] = true
		}
	}
	meaning := func(dest []byte) []byte {
		return util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(dest)))
	}
	context := parser.NewContext()
	root := peer.Parse(text.NewReader(source), parser.WithContext(context))
	ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			add(meaning(n.Destination))
		case *ast.Image:
			add(meaning(n.Destination))
		case *ast.AutoLink:
			dest := n.URL(source)
			if n.AutoLinkType == ast.AutoLinkEmail && !bytes.HasPrefix(dest, []byte("mailto:")) {
				dest = append([]byte("mailto:"), dest...)
			}
			add(dest)
		}
		return ast.WalkContinue, nil
	})
	for _, r := range context.References() {
		add(meaning(r.Destination()))
	}
	return found
}

// TestPeer compares what Markdown marks in real documents, those of Go and our own,
// with what goldmark finds. Definitions of a label that is defined already are found
// by us alone: goldmark does not keep them.
func TestPeer(t *testing.T) {
	links := 0
	paths := documents(t)
	for _, path := range paths {
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		links += comparePeer(t, path, source)
	}
	if links == 0 {
		t.Fatalf("saw no link in %d documents", len(paths))
	}
}

// documents returns the names of real documents.
func documents(t testing.TB) (paths []string) {
	t.Helper()
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, root := range []string{strings.TrimSpace(string(goroot)), "../.."} {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) == ".md" {
				paths = append(paths, path)
			}
			return nil
		})
	}
	return paths
}

// comparePeer compares what is found in a document, and returns how much that is.
func comparePeer(t *testing.T, path string, source []byte) int {
	t.Helper()
	want, got := peerFinds(source), map[string]bool{}
	for _, m := range containertest.Check(t, markdown.Container, source) {
		if m.Form != "markdown" {
			continue
		}
		link := m.URI.String()
		got[link] = true
		before := strings.TrimRight(string(source[:m.Start]), " \n<")
		if !want[link] && !strings.HasSuffix(before, "]:") {
			t.Errorf("%s:%d: %s is found by us alone", path, m.Line, link)
		}
	}
	for link := range want {
		if !got[link] {
			t.Errorf("%s: %s is found by goldmark alone", path, link)
		}
	}
	return len(want)
}
