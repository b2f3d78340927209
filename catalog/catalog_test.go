package catalog

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// notFamilies are folders of scheme/ that describe no scheme.
var notFamilies = []string{"known", "schemetest"}

// template is the folder to copy for a new scheme: it is tested like the others,
// but nobody may use it.
const template = "zz_template"

// TestComplete: each folder has its row, README and vectors, and each scheme is
// in the generated table and has a handler.
func TestComplete(t *testing.T) {
	entries, err := os.ReadDir("../scheme")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("catalog.go")
	if err != nil {
		t.Fatal(err)
	}
	families := 0
	for _, e := range entries {
		if !e.IsDir() || slices.Contains(notFamilies, e.Name()) {
			continue
		}
		families++
		checkFolder(t, e.Name(), string(source))
	}
	if families < 6 {
		t.Fatalf("saw %d folders of schemes only", families)
	}
}

func checkFolder(t *testing.T, name, source string) {
	t.Helper()
	dir := filepath.Join("..", "scheme", name)
	for file, what := range map[string]string{"README.md": "no README.md: write one with the sections of its neighbours", "testdata/vectors.json": "no testdata/vectors.json: type the examples of its specification into one"} {
		if _, err := os.Stat(filepath.Join(dir, file)); err != nil {
			t.Errorf("scheme/%s has %s", name, what)
		}
	}
	hasRow := strings.Contains(source, ", "+name+".Readme, ")
	switch {
	case name == template && hasRow:
		t.Errorf("scheme/%s is a template: it may have no row", name)
	case name != template && !hasRow:
		t.Errorf("scheme/%s has no row in the catalog: add {\"%[1]s\", %[1]s.Readme, %[1]sclient.New, page.General} to rows", name)
	}
}

// TestRows: each row is whole, no scheme is in two, and known.Table has all.
func TestRows(t *testing.T) {
	seen := map[string]bool{}
	table := known.Table()
	for i, r := range rows {
		if r.schemes == "" || r.readme == "" || r.get == nil || r.page == nil {
			t.Fatalf("row %d has an empty column: if there is nothing to get, say why with get.Never", i)
		}
		for name := range strings.FieldsSeq(r.schemes) {
			if seen[name] {
				t.Errorf("%s is in two rows", name)
			}
			seen[name] = true
			info := table.Lookup(name)
			if info == nil {
				t.Errorf("%s is not in known.Table: run `go generate ./scheme/known`", name)
			} else if info.Retrieval == "" {
				t.Errorf("%s states no retrieval algorithm (draft-ietf-uri-url-03, 1.2.9)", name)
			}
		}
	}
	if len(seen) < 9 {
		t.Fatalf("saw %d schemes only", len(seen))
	}
	for info := range table.All() {
		if !seen[info.Name] {
			t.Errorf("%s is in known.Table, but in no row", info.Name)
		}
	}
	if h, p, d := Handlers(get.Env{}), Pages(), Readmes(); len(h) != len(seen) || len(p) != len(seen) || len(d) != len(seen) {
		t.Errorf("%d handlers, %d pages and %d texts for %d schemes", len(h), len(p), len(d), len(seen))
	}
}

// TestWithoutPolicyNothing: handlers made for the zero environment refuse all
// that would reach out.
func TestWithoutPolicyNothing(t *testing.T) {
	n := 0
	for name, h := range Handlers(get.Env{}) {
		info := known.Table().Lookup(name)
		c := get.Client{Schemes: known.Table(), Handlers: map[string]get.Handler{name: h}}
		for _, text := range []string{name + "://127.0.0.1/x", name + ":x"} {
			n++
			if res, err := c.Get(t.Context(), request(text)); err == nil {
				t.Errorf("%s (reach %v) is got under no policy", text, info.Reach)
				res.Close()
			}
		}
	}
	if n < 18 {
		t.Fatalf("tried %d URIs only", n)
	}
}

func request(text string) *get.Request { return &get.Request{URI: uri.MustParse(text)} }
