package bench

import (
	"bytes"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/yuin/goldmark"
	gmtext "github.com/yuin/goldmark/text"
	"golang.org/x/net/html"

	"uriel.dev/catalog"
	"uriel.dev/find"
	"uriel.dev/scheme/known"
)

// TestContainerSpeed promises that to find the URIs in pages of HTML takes little longer
// at most than the tokenizer of x/net/html takes to go through them, and in Markdown half
// of what goldmark takes to parse it. They only read, we find. The aim is 100 MB in a
// second of CPU time.
func TestContainerSpeed(t *testing.T) {
	for _, x := range []struct {
		name, suffix string
		folders      []string
		peer         func(*testing.T, []byte)
		least        float64 // of our speed to theirs
	}{
		{"html", ".html", []string{goEnv(t, "GOROOT"), "/usr/share/doc"}, tokenize, 0.8},
		{"markdown", ".md", []string{goEnv(t, "GOROOT"), goEnv(t, "GOMODCACHE")}, parseMarkdown, 2},
	} {
		t.Run(x.name, func(t *testing.T) {
			text := textOf(t, x.suffix, x.folders)
			c, ok := find.Choose(catalog.Containers(), x.name, "", "")
			if !ok {
				t.Fatalf("there is no container %s", x.name)
			}
			finder := find.New(known.Table())
			var ours, theirs []time.Duration
			matches := 0
			for range 3 { // interleaved, so that both see the same noise
				ours = append(ours, cpuTime(t, func() {
					matches = 0
					for _, err := range c.Scan(finder, bytes.NewReader(text)) {
						if err != nil {
							t.Error(err)
						}
						matches++
					}
				}))
				theirs = append(theirs, cpuTime(t, func() { x.peer(t, text) }))
			}
			speed := func(d time.Duration) float64 { return float64(len(text)) / 1e6 / d.Seconds() }
			a, b := median(ours), median(theirs)
			t.Logf("%.0f MB with %d references: %.0f MB in a CPU-second, the peer %.0f: %.1f times", float64(len(text))/1e6, matches, speed(a), speed(b), speed(a)/speed(b))
			if matches == 0 || speed(a)/speed(b) < x.least {
				t.Errorf("%.1f times as fast as the peer, want %.1f", speed(a)/speed(b), x.least)
			}
		})
	}
}

// textOf returns files of a suffix below some folders, up to some 30 MB.
func textOf(t *testing.T, suffix string, folders []string) []byte {
	t.Helper()
	const most = 30 << 20
	var text []byte
	for _, folder := range folders {
		var err error
		if text, err = appendTexts(text, folder, suffix); err != nil {
			t.Logf("%s: %v", folder, err)
		}
	}
	if len(text) < 1<<20 {
		t.Skipf("NOT measured: only %d bytes of *%s below %s", len(text), suffix, strings.Join(folders, ", "))
	}
	return text[:min(len(text), most)]
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// tokenize goes through a page as a tokenizer does that looks at attributes.
func tokenize(t *testing.T, text []byte) {
	z := html.NewTokenizer(bytes.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				t.Error(z.Err())
			}
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			for more := true; more; {
				_, _, more = z.TagAttr()
			}
		}
	}
}

// parseMarkdown parses by goldmark, in pieces, as whole documents are.
func parseMarkdown(t *testing.T, text []byte) {
	const piece = 1 << 16
	parser := goldmark.DefaultParser()
	for len(text) > 0 {
		n := min(piece, len(text))
		if doc := parser.Parse(gmtext.NewReader(text[:n])); !doc.HasChildren() {
			t.Error("goldmark sees nothing")
		}
		text = text[n:]
	}
}
