package interop

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestManPages(t *testing.T) {
	Program(t, "mandoc", "mandoc", "the manual pages of this machine")
	pages, err := filepath.Glob("/usr/share/man/man1/ls.1*")
	if err != nil || len(pages) != 1 {
		// Small images leave the manual out; make setup brings it in.
		t.Fatalf("/usr/share/man/man1/ls.1* is %q, %v", pages, err)
	}
	for _, u := range []string{"man:ls(1)", "man:ls", "man:" + pages[0]} {
		page := fetch(t, "get", u)
		if !strings.HasPrefix(strings.TrimLeft(page, "\n"), "LS(1)") || !strings.Contains(page, "list directory contents") {
			t.Errorf("%s begins with %.120q", u, page)
		}
		if strings.ContainsAny(page, "\b\x1b") {
			t.Errorf("%s holds overstrikes or escape sequences off a terminal", u)
		}
	}
	r := uriel(t, "get", "man:no-such-page-here(1)")
	if r.exit != 3 || !strings.Contains(r.stderr, "no-such-page-here") {
		t.Errorf("a page that is not there: exit %d, stderr %q", r.exit, r.stderr)
	}
	if r := uriel(t, "get", "man:-K"); r.exit == 0 || strings.Contains(r.stderr, "usage: mandoc") {
		t.Errorf("a name that looks like a flag: exit %d, stderr %q", r.exit, r.stderr)
	}
}

// A folder of names that need care: each comes back under a URI that leads to its content.
func TestFileFolder(t *testing.T) {
	dir := t.TempDir()
	names := []string{"plain.txt", "two words", "100%", "a#b?c", "semi;colon", ":colon", "ümlaut", "latin\xe9", "line\nend", "-dash"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("content of "+name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	base := "file://" + (&url.URL{Path: dir}).EscapedPath() + "/"

	var listed []string
	for _, e := range list(t, base) {
		name, err := url.PathUnescape(strings.TrimPrefix(e.URI, base))
		if err != nil {
			t.Errorf("%s: %v", e.URI, err)
		}
		listed = append(listed, strings.TrimSuffix(name, "/"))
		if e.Kind != "directory" {
			differ(t, e.URI, fetch(t, "get", e.URI), "content of "+name)
		}
	}
	slices.Sort(listed)
	want := slices.Sorted(slices.Values(append(names, "folder")))
	if !slices.Equal(listed, want) {
		t.Errorf("listed are %q, want %q", listed, want)
	}
	var record struct{ Kind string }
	described := fetch(t, "get", "--json", base)
	if err := json.Unmarshal([]byte(described), &record); err != nil || record.Kind != "listing" {
		t.Errorf("get --json of a folder: %v: %s", err, described)
	}
}

func TestFileRefusals(t *testing.T) {
	if r := uriel(t, "get", "file:///no/such/file"); r.exit != 3 || !strings.Contains(r.stderr, "/no/such/file") {
		t.Errorf("a file that is not there: exit %d, stderr %q", r.exit, r.stderr)
	}
	// RFC 8089, section 2: a host is where the file is, and no protocol is named to fetch it from there.
	r := uriel(t, "get", "file://elsewhere.example/etc/passwd")
	if r.exit != 3 && r.exit != 4 || !strings.Contains(r.stderr, "elsewhere.example") || r.stdout != "" {
		t.Errorf("a file elsewhere: exit %d, stdout %q, stderr %q", r.exit, r.stdout, r.stderr)
	}
}
