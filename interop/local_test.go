package interop

import (
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"
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

// atTerminal returns what a run of uriel writes to a terminal of 24 lines and 80 columns.
func atTerminal(t *testing.T, env []string, args ...string) string {
	t.Helper()
	master, slave, err := openTerminal()
	if err != nil {
		t.Fatalf("open a terminal: %v", err)
	}
	defer master.Close()
	cmd := Command(t, args...)
	cmd.Env = append(append(cmd.Env, "TERM=xterm"), env...)
	cmd.Stdout, cmd.Stderr = slave, slave
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	text, err := io.ReadAll(master) // EIO is the end
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%q: %v\n%s", args, err, text)
	}
	return strings.ReplaceAll(string(text), "\r\n", "\n")
}

// TestLocalAtTerminal: at a terminal text fits it, what stands out does so, and every URI is a link.
func TestLocalAtTerminal(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"page.html":    `see <a href="http://p.example/">that page</a>`,
		"text":         "see http://t.example/x\x1b[31m.\n",
		"zz.info":      "\x1f\nFile: zz.info,  Node: Top\n\nSee http://i.example/x.\n",
		"man/man1/z.1": ".TH Z 1\n.SH NAME\nz \\- about words that are more than one line of a terminal of eighty columns can hold, or of fifty\n.SH SEE ALSO\n.BR yy (1),\n.UR http://h.example/\nhere\n.UE\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	link := func(u, text string) string { return "\x1b]8;;" + u + "\x1b\\" + text + "\x1b]8;;\x1b\\" }
	base := "file://" + dir + "/"
	man, info := "MANPATH="+dir+"/man", "INFOPATH="+dir
	for _, test := range []struct {
		env, args []string
		want      []string
		widest    int
	}{
		{[]string{man}, []string{"get", "man:z"}, []string{"\x1b[1mNAME\x1b[0m", link("man:yy(1)", "\x1b[1myy\x1b[0m(1)"), "<" + link("http://h.example/", "http://h.example/") + ">"}, 78},
		{[]string{man, "COLUMNS=50"}, []string{"get", "man:z"}, []string{"\x1b[1mNAME\x1b[0m"}, 48},
		{[]string{man, "NO_COLOR=1"}, []string{"get", "man:z"}, []string{"\nNAME\n", "yy(1)", "<http://h.example/>"}, 78},
		{[]string{info}, []string{"get", "info:zz"}, []string{"See " + link("http://i.example/x", "http://i.example/x") + "."}, 78},
		{nil, []string{"get", "--as", "text", base + "page.html"}, []string{"that page <" + link("http://p.example/", "http://p.example/") + ">"}, 78},
		{nil, []string{"get", base + "text"}, []string{link("http://t.example/x", "http://t.example/x") + `\x1b[31m.`}, 78},
		{nil, []string{"ls", base}, []string{"<" + link(base+"text", base+"text") + ">"}, 1000},
	} {
		text := atTerminal(t, test.env, test.args...)
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%q %q: no %q in %q", test.env, test.args, want, text)
			}
		}
		if slices.Contains(test.env, "NO_COLOR=1") && strings.Contains(text, "\x1b") {
			t.Errorf("%q: sequences though nobody wants them: %q", test.args, text)
		}
		for line := range strings.Lines(regexp.MustCompile("\x1b\\[[0-9;]*m|\x1b\\]8;;[^\x1b]*\x1b\\\\").ReplaceAllString(text, "")) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > test.widest {
				t.Errorf("%q %q: a line of %d columns: %q", test.env, test.args, n, line)
			}
		}
	}
}
