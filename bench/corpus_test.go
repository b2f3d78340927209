package bench

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"uriel.dev/uri"
)

// corpusFile holds 48,010 URLs that people shared, one a line; URIEL_URLS names
// another.
const corpusFile = "../../shared/data/urls/kasztp.txt"

// A corpus is the lines of a file that RFC 3986 allows.
type corpus struct {
	lines   []string
	bytes   int64 // of all lines, without line ends
	refused int   // lines that RFC 3986 does not allow
	own     bool  // named by URIEL_URLS, so nothing is known of it
}

var readCorpus = sync.OnceValues(func() (corpus, error) {
	path, own := os.LookupEnv("URIEL_URLS")
	if !own {
		path = corpusFile
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return corpus{}, err
	}
	c := corpus{own: own}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if _, err := uri.Parse(line); err != nil {
			c.refused++
			continue
		}
		c.lines = append(c.lines, line)
		c.bytes += int64(len(line))
	}
	return c, nil
})

// loadCorpus skips the test if there is no corpus, and says so even when tests
// are not verbose.
func loadCorpus(tb testing.TB) corpus {
	tb.Helper()
	c, err := readCorpus()
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %s NOT measured: %v (URIEL_URLS names a file of URLs)\n", tb.Name(), err)
		tb.Skip(err)
	}
	if len(c.lines) == 0 {
		tb.Fatal("the corpus has no line that RFC 3986 allows")
	}
	return c
}

// TestCorpus pins how many of the lines RFC 3986 allows: a parser that became
// more or less strict would be compared on other lines.
func TestCorpus(t *testing.T) {
	c := loadCorpus(t)
	if c.own {
		t.Skip("counts are known of the standard corpus only")
	}
	if len(c.lines) != 47_669 || c.refused != 341 {
		t.Errorf("%d lines parse and %d do not, want 47669 and 341", len(c.lines), c.refused)
	}
	differ := 0
	for _, line := range c.lines {
		if v, err := url.Parse(line); err != nil || v.Host != uri.MustParse(line).Host()+portSuffix(line) {
			differ++
		}
	}
	// Both have to do the same work: find the same host in (nearly) every line.
	if differ*1000 > len(c.lines) {
		t.Errorf("net/url finds another host in %d of %d lines", differ, len(c.lines))
	}
}

// portSuffix is the port of line as url.URL.Host has it.
func portSuffix(line string) string {
	if u := uri.MustParse(line); u.HasPort() {
		return ":" + u.Port()
	}
	return ""
}
