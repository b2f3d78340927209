package main

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMatchSegments(t *testing.T) {
	for _, tt := range []struct {
		pattern, name string
		want          bool
	}{
		{"a/b", "a/b", true},
		{"a/b", "a/b/c", false},
		{"a/**", "a/b/c", true},
		{"a/**", "a", false},
		{"**/b", "b", true},
		{"**/b", "a/a/b", true},
		{"a/**/b", "a/b", true},
		{"a/**/b/c", "a/b/b/c", true},
		{"a/**/b/c", "a/b/c/b", false},
		{"**/a/**/b", "x/a/y/a/b", true},
		{"a*/?/[^x]", "ab/c/d", true},
		{"a*/?/[^x]", "ab/c/x", false},
		{"[", "[", false},
	} {
		if got := matchSegments(strings.Split(tt.pattern, "/"), strings.Split(tt.name, "/")); got != tt.want {
			t.Errorf("%q matches %q: %v", tt.pattern, tt.name, got)
		}
	}
	// One that goes back to each "**" would not end.
	hard := slices.Repeat([]string{"**", "a"}, 40)
	if matchSegments(append(hard, "b"), slices.Repeat([]string{"a"}, 200)) {
		t.Error("there is no b")
	}
}

// TestIgnoreAsRipgrep makes folders with what is to be ignored in them, at random,
// and compares what is searched with what ripgrep searches.
func TestIgnoreAsRipgrep(t *testing.T) {
	rg, err := exec.LookPath("rg")
	if err != nil {
		t.Skip("NOT checked: no ripgrep, which is \"rg\"")
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	r := rand.New(rand.NewPCG(1, 2))
	searched, there := 0, 0
	for range 60 {
		dir := t.TempDir()
		all, belowD0 := randomTree(t, r, dir)
		there += all + belowD0
		for _, below := range []string{".", "d0"} {
			t.Chdir(filepath.Join(dir, below))
			out, _ := exec.Command(rg, "--no-config", "--files").Output() // its status is 1 if there are none
			want := strings.Fields(string(out))
			got := []string{}
			for s := range (&hunt{recursive: true}).files([]string{"."}) {
				got = append(got, s.name)
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				show, _ := exec.Command("grep", "-r", "", dir).Output() //nolint:errcheck // for the reader
				t.Fatalf("in %s: %s%s", below, diff, show)
			}
			searched += len(got)
		}
	}
	t.Logf("%d of %d files are searched", searched, there)
	if searched < there/10 || searched > there*9/10 {
		t.Errorf("%d of %d files are searched: that tells nothing", searched, there)
	}
}

// randomTree makes folders and files in dir and returns how many files there are.
func randomTree(t *testing.T, r *rand.Rand, dir string) (all, belowD0 int) {
	t.Helper()
	names := []string{"a", "b.x", "c.y", ".h", "d0", "d1", "ab.x"}
	patterns := []string{"a", "*.x", "/b.x", "d0/", "d1/", "!b.x", "d0/a", "**/c.y", "d1/**", "!*.y", "d?/*.x", "[!a].x", "!.h", "# a", "a/", "*", "!d0/", "!a", "/d0/d1/a", "\\!x", "b.x  "}
	list := func() string {
		var b strings.Builder
		for range 1 + r.IntN(3) {
			b.WriteString(patterns[r.IntN(len(patterns))] + "\n")
		}
		return b.String()
	}
	write := func(text string, path ...string) {
		name := filepath.Join(path...)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, folder := range []string{"", "d0", "d1", "d0/d0", "d0/d1", "d1/d0/d1"} {
		for _, n := range names {
			if !strings.HasPrefix(n, "d") {
				write("text\n", dir, folder, n)
				all++
				if strings.HasPrefix(folder, "d0") {
					belowD0++
				}
			}
		}
		if r.IntN(3) == 0 {
			write(list(), dir, folder, ".gitignore")
		}
		if r.IntN(5) == 0 {
			write(list(), dir, folder, ".ignore")
		}
	}
	switch r.IntN(3) {
	case 0:
		write("", dir, ".git", "HEAD")
		write(list(), dir, ".git", "info", "exclude")
	case 1:
		write("", dir, "d0", ".git", "HEAD")
	}
	return all, belowD0
}
