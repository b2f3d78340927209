package afs

import (
	"fmt"
	"path"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"afs://cell/p":             `the file or folder "p" of the AFS cell cell`,
		"afs://transarc.com/a%20b": `the file or folder "a b" of the AFS cell transarc.com`,
		"afs:":                     `the file or folder "" of the AFS cell that is not named`,
	})
}

// TestRemarkRanges: remarks stand on what they are about.
func TestRemarkRanges(t *testing.T) {
	for text, want := range map[string]string{
		"afs://u@cell:7/a/b%2Fc/%00?q": "afs/authority u@cell:7 at 6 | afs/name b%2Fc at 17 | afs/name %00 at 23 | afs/query q at 27",
		"afs:a%2Fb":                    "afs/cell  at 4 | afs/name a%2Fb at 4",
		"afs:////%2F":                  "afs/cell  at 6 | afs/name %2F at 8",
	} {
		var got []string
		for _, r := range remarks(uri.MustParse(text)) {
			got = append(got, fmt.Sprintf("%s %s at %d", r.Rule, text[r.Offset:r.Offset+r.Length], r.Offset))
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: %s, want %s", text, strings.Join(got, " | "), want)
		}
	}
}

// FuzzView: the normal form names the same file, which is within a cell.
func FuzzView(f *testing.F) {
	seeds := []string{"afs://cell", "afs:a/b", "afs://c/%2F/%00/%FF?q#f", "AFS://CELL:7//", "afs://../x", "afs://%2e%2E/x", "afs://c/../%2e%2e/x", "afs://%2F..%2F/x"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		if w, _ := Parse(table.Normalize(u)); v.UnixPath != w.UnixPath {
			t.Errorf("%q is the file %q, its normal form %q", u, v.UnixPath, w.UnixPath)
		}
		if name := string(v.UnixPath); name != "" && !strings.HasPrefix(path.Clean(name), "/afs/") {
			t.Errorf("%q is the file %q, in no cell", u, name)
		}
	})
}
