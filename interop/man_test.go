package interop

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/get/doc"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/man"
	"uriel.dev/scheme/man/manclient"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// manuals is the folder whose pages are read.
const manuals = "/usr/share/man"

// manWidth is the width of the texts that are compared: the widest of mandoc, so that few lines are broken.
const manWidth = "1000"

// A manPage is a page that was read, and perhaps compared.
type manPage struct {
	file     string
	err      error
	took     time.Duration // to find, decompress, read and write it
	mandoc   time.Duration // to run mandoc on its source; 0 if that was not done
	verdict  string        // the first words that differ; "" if none do
	compared bool
}

// TestManuals reads every page of the manual of this machine, and compares the words with those that mandoc writes. A
// program with hundreds of pages from one generator, as some have, counts by every 20th of them.
func TestManuals(t *testing.T) {
	mandoc := Program(t, "mandoc", "mandoc", "the words of manual pages")
	files := manFiles(t)
	handler := manclient.NewIn(get.Env{Policy: policy.CLI(scheme.NewTable(man.Schemes(), nil))}, manuals)
	pages := make([]manPage, len(files))
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		wait.Go(func() {
			for i := range next {
				pages[i] = readManual(t.Context(), handler, mandoc, files[i])
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	wait.Wait()
	reportManuals(t, pages)
}

// manFile is a page, and whether it is to be compared.
type manFile struct {
	path    string
	compare bool
}

// manFiles lists the pages, but for links to others.
func manFiles(t *testing.T) (files []manFile) {
	t.Helper()
	families := map[string]int{}
	err := filepath.WalkDir(manuals, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !strings.HasPrefix(filepath.Base(filepath.Dir(path)), "man") {
			return err
		}
		end := strings.IndexAny(d.Name(), "-_.")
		family := filepath.Dir(path) + "/" + d.Name()[:max(end, 0)]
		families[family]++
		n := families[family]
		files = append(files, manFile{path, n <= 300 || n%20 == 0})
		return nil
	})
	if err != nil || len(files) < 500 {
		t.Fatalf("%d pages in %s, %v: make setup installs more", len(files), manuals, err)
	}
	return files
}

// errRefused is the error of a file that is no page, or is not there: a link to a file that is not installed.
var errRefused = errors.New("refused")

func readManual(ctx context.Context, handler get.Handler, mandoc string, file manFile) (p manPage) {
	p.file = file.path
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	u := uri.MustParse("man:" + pct.Encode(file.path, pct.Path))
	begin := time.Now()
	text, err := object(ctx, handler, u, "text/plain")
	p.took = time.Since(begin)
	if p.err = err; err != nil || !file.compare {
		return p
	}
	source, err := object(ctx, handler, u, "text/troff")
	if err != nil {
		p.err = err
		return p
	}
	begin = time.Now()
	cmd := exec.CommandContext(ctx, mandoc, "-T", "utf8", "-O", "width="+manWidth, "-I", "os=")
	cmd.Stdin, cmd.Dir = strings.NewReader(source), "/"
	want, err := cmd.Output() // the exit status tells of style only
	p.mandoc, p.compared = time.Since(begin), true
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		p.err = err
	}
	p.verdict = differWords(manWords(string(want)), manWords(text))
	return p
}

// object returns the body of what a URI names, in a media type.
func object(ctx context.Context, h get.Handler, u uri.URI, accept string) (string, error) {
	res, err := h.Get(ctx, &get.Request{URI: u, Accept: []string{accept}, Options: map[string]string{doc.OptionWidth: manWidth}})
	if e, ok := errors.AsType[*get.Error](err); ok && (e.Kind == get.Denied || e.Kind == get.NotFound) {
		return "", fmt.Errorf("%w: %w", errRefused, err)
	}
	if err != nil {
		return "", err
	}
	defer res.Close()
	b, err := io.ReadAll(res.Answer.(*get.Object).Body)
	return string(b), err
}

// manWords are the words of a text without what is not of words: overstrikes, lines of tables, brackets around URIs, the
// kinds of space, hyphen and bullet. mandoc writes "f ()" for "f()" in cells of tables.
func manWords(s string) []string {
	var struck, b []rune
	for _, c := range s {
		if c == '\b' {
			struck = struck[:max(len(struck)-1, 0)]
		} else {
			struck = append(struck, c)
		}
	}
	for _, c := range struck {
		switch {
		case c == '\u00a0', 0x2500 <= c && c < 0x2580:
			b = append(b, ' ')
		case strings.ContainsRune("<>⟨⟩", c):
		case c == '‐':
			b = append(b, '-')
		case c == '(':
			b = append(b, ' ', c)
		default:
			b = append(b, c)
		}
	}
	words := strings.Fields(strings.ReplaceAll(string(b), "mailto:", ""))
	words = slices.DeleteFunc(words, func(w string) bool {
		return len(w) > 1 && strings.Trim(w, w[:1]) == "" && strings.Contains("-=_", w[:1])
	})
	for i, w := range words {
		if strings.Contains(" * - o + · – — − ", " "+w+" ") {
			words[i] = "•"
		}
	}
	return words
}

// differWords returns where two texts begin to differ, "" if they do not. mandoc breaks lines behind hyphens.
func differWords(want, got []string) string {
	around := func(words []string, i int) string {
		return strings.Join(words[min(max(i-4, 0), len(words)):min(i+6, len(words))], " ")
	}
	j := 0
	for i := 0; i < len(want); i++ {
		w := want[i]
		if j < len(got) && w != got[j] && strings.HasSuffix(w, "-") && i+1 < len(want) && w+want[i+1] == got[j] {
			i++
			w = got[j]
		}
		if j == len(got) || w != got[j] {
			return fmt.Sprintf("want … %s\n\tgot  … %s", around(want, i), around(got, j))
		}
		j++
	}
	if j < len(got) {
		return fmt.Sprintf("want the end\n\tgot  … %s", around(got, j))
	}
	return ""
}

// manShare is how many of the pages have to have the words of mandoc, in percent. 99.3 were measured on Debian 12; most of
// the rest are defects of mandoc, such as macros in cells of tables that it does not know, and cells of several lines.
const manShare = 98.9

func reportManuals(t *testing.T, pages []manPage) {
	var compared, equal, refused int
	var ours, theirs []time.Duration
	for _, p := range pages {
		switch {
		case errors.Is(p.err, errRefused):
			refused++
			t.Logf("no page: %s: %v", p.file, p.err)
			continue
		case p.err != nil:
			t.Errorf("%s: %v", p.file, p.err)
			continue
		}
		ours = append(ours, p.took)
		if !p.compared {
			continue
		}
		theirs = append(theirs, p.mandoc)
		if compared++; p.verdict == "" {
			equal++
			continue
		}
		t.Logf("differs: %s\n\t%s", p.file, p.verdict)
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	share := 100 * float64(equal) / float64(max(compared, 1))
	t.Logf("%d pages read, %d refused; %d of %d compared have the words of mandoc: %.2f %%", len(ours), refused, equal, compared, share)
	t.Logf("a page takes %v (p50), %v (p99) to find, read and write; mandoc, which is started for each, %v (p50)", ours[len(ours)/2], ours[len(ours)*99/100], theirs[len(theirs)/2])
	switch {
	case compared < 500:
		t.Errorf("%d pages were compared only", compared)
	case share < manShare:
		t.Errorf("%.2f %% of the pages have the words of mandoc, want %v", share, manShare)
	case refused > len(pages)/100:
		t.Errorf("%d pages were refused", refused)
	}
}
