// Package schemetest holds the tests that every package of schemes passes.
package schemetest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A Vector is a row of testdata/vectors.json: a URI and what its scheme makes
// of it.
type Vector struct {
	URI     string   `json:"uri"`
	View    any      `json:"view"`    // as in the JSON of the command
	Error   string   `json:"error"`   // a part of the text of View's error, if the scheme forbids the URI
	Normal  string   `json:"normal"`  // the normal form; "" if it is the URI itself
	Equal   []string `json:"equal"`   // URIs that are the same by the scheme's rules
	Remarks []string `json:"remarks"` // IDs of the scheme's own rules, in order
	Why     string   `json:"why"`     // the clause it rests on
}

// A Shape is a row of testdata/shapes.json: a text behind the colon of a scheme,
// and how much of it can be the rest of a URI.
type Shape struct {
	Scheme string `json:"scheme"` // "" is the only scheme of the package
	Text   string `json:"text"`
	Want   int    `json:"want"` // bytes; 0 if it is none
	Why    string `json:"why"`
}

// Readme lists the headings of a scheme's README.md, in order. That of a scheme
// whose URIs are names has [NameSection], too.
var Readme = []string{"Name", "Specification", "Forms", "Normal form", "Get", "Open", "Gateway", "Quirks", "Tested against", "Not done"}

// NameSection is where a scheme that is no locator says whether its names are
// unique and persistent, and who assigns them: "their properties must be
// clearly defined" (draft-ietf-uri-url-03, section 1.2.9).
const NameSection = "Properties of the names"

// Run tests the schemes of the package whose folder is the current one: that
// each Info is complete, that README.md has its sections, and that each row of
// testdata/vectors.json and, for the finder, testdata/shapes.json holds.
func Run(t *testing.T, infos []scheme.Info) {
	t.Helper()
	table := scheme.NewTable(infos, nil)
	t.Run("complete", func(t *testing.T) { complete(t, infos) })
	t.Run("readme", func(t *testing.T) { readme(t, infos) })
	t.Run("vectors", func(t *testing.T) {
		seen := map[string]bool{}
		for _, v := range read[Vector](t, "vectors.json") {
			t.Run(v.URI, func(t *testing.T) { v.run(t, table) })
			seen[strings.ToLower(uri.MustParse(v.URI).Scheme())] = true
		}
		for _, info := range infos {
			if !seen[info.Name] {
				t.Errorf("testdata/vectors.json has no vector of %s", info.Name)
			}
		}
	})
	t.Run("shapes", func(t *testing.T) { shapes(t, infos) })
}

// shapes tests Info.Shape where a scheme has one; each wants rows.
func shapes(t *testing.T, infos []scheme.Info) {
	for _, info := range infos {
		if info.Shape == nil {
			continue
		}
		n := 0
		for _, row := range read[Shape](t, "shapes.json") {
			if row.Scheme != info.Name && (row.Scheme != "" || len(infos) > 1) {
				continue
			}
			n++
			if got := info.Shape([]byte(row.Text)); got != row.Want {
				t.Errorf("%s: Shape(%q) = %d, want %d: %s", info.Name, row.Text, got, row.Want, row.Why)
			}
		}
		if n == 0 {
			t.Errorf("testdata/shapes.json has no row of %s", info.Name)
		}
	}
}

func complete(t *testing.T, infos []scheme.Info) {
	if len(infos) == 0 {
		t.Fatal("the package describes no scheme")
	}
	for _, info := range infos {
		for what, text := range map[string]string{"Name": info.Name, "Title": info.Title, "Spec": info.Spec, "Form": info.Form, "Retrieval": info.Retrieval, "Opening": info.Opening} {
			if text == "" {
				t.Errorf("%s: Info.%s is empty", info.Name, what)
			}
		}
		if info.View == nil {
			t.Errorf("%s: Info.View is nil", info.Name)
		}
		for _, r := range info.Rules {
			if r.Section == "" || r.Title == "" || r.Text == "" || !strings.Contains(r.ID, "/") {
				t.Errorf("%s: rule %q is incomplete", info.Name, r.ID)
			}
		}
	}
}

func readme(t *testing.T, infos []scheme.Info) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	isName := func(info scheme.Info) bool { return info.Kind == scheme.Name }
	if slices.ContainsFunc(infos, isName) && !strings.Contains(string(text), "\n## "+NameSection+"\n") {
		t.Errorf("README.md lacks the section %q: the scheme is no locator", NameSection)
	}
	rest := string(text)
	for _, heading := range Readme {
		_, after, ok := strings.Cut(rest, "\n## "+heading+"\n")
		if !ok {
			t.Fatalf("README.md lacks the section %q, or it is out of order; the sections are %q", heading, Readme)
		}
		if body, _, _ := strings.Cut(after, "\n## "); strings.TrimSpace(body) == "" {
			t.Errorf("README.md: section %q is empty", heading)
		}
		rest = "\n" + after
	}
}

// read reads the rows of a file of testdata, of which there must be some.
func read[Row any](t testing.TB, name string) (rows []Row) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatalf("testdata/%s has no rows", name)
	}
	return rows
}

func (v Vector) run(t *testing.T, table scheme.Table) {
	u, err := uri.Parse(v.URI)
	if err != nil {
		t.Fatal(err)
	}
	view, err := table.View(u)
	if view == nil {
		t.Fatalf("no view (%v)", err)
	}
	switch {
	case v.Error == "" && err != nil:
		t.Errorf("View: %v", err)
	case v.Error != "" && (err == nil || !strings.Contains(err.Error(), v.Error)):
		t.Errorf("View: error %v, want one with %q", err, v.Error)
	}
	if diff := cmp.Diff(v.View, roundTrip(t, view)); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
	checkParts(t, u, view)
	v.checkNormal(t, table, u)
	var ids []string
	if info := table.Lookup(u.Scheme()); info.Remarks != nil {
		remarks := info.Remarks(u)
		checkRemarks(t, u, remarks)
		for _, r := range remarks {
			ids = append(ids, r.Rule)
		}
	}
	if diff := cmp.Diff(v.Remarks, ids); diff != "" {
		t.Errorf("remarks (-want +got):\n%s", diff)
	}
}

func checkRemarks(t *testing.T, u uri.URI, remarks []uri.Remark) {
	for _, r := range remarks {
		if r.Offset < 0 || r.Length < 0 || r.Offset+r.Length > len(u.String()) || r.Text == "" || r.Section == "" {
			t.Errorf("remark %+v of %q is out of range or empty", r, u)
		}
	}
}

func (v Vector) checkNormal(t *testing.T, table scheme.Table, u uri.URI) {
	want := v.Normal
	if want == "" {
		want = v.URI
	}
	normal := table.Normalize(u)
	if normal.String() != want {
		t.Errorf("normal form %q, want %q", normal, want)
	}
	if again := table.Normalize(normal); again != normal {
		t.Errorf("not idempotent: %q becomes %q", normal, again)
	}
	for _, other := range v.Equal {
		if rung, _ := table.Compare(u, uri.MustParse(other)); rung < uri.EqualScheme {
			t.Errorf("%q is not equal to it", other)
		}
	}
}

func roundTrip(t *testing.T, view scheme.View) (out any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(view); err != nil {
		t.Fatal(err)
	}
	text := bytes.TrimSpace(buf.Bytes())
	if a, ok := view.(scheme.JSONAppender); ok {
		if own := a.AppendJSON([]byte("x")); string(own[1:]) != string(text) {
			t.Errorf("AppendJSON gives %s, reflection %s", own[1:], text)
		}
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

func checkParts(t *testing.T, u uri.URI, view scheme.View) {
	end := 0
	for _, p := range view.Parts() {
		if p.Start < end || p.End < p.Start || p.End > len(u.String()) || p.Label == "" {
			t.Errorf("part %+v of %q is out of order, out of range or without label", p, u)
		}
		end = p.End
	}
	if view.Meaning() == "" {
		t.Errorf("the meaning of %q is empty", u)
	}
}
