package find_test

import (
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
)

var domains = finder.WithDomains(func(name string) bool {
	suffix, isRegistry := publicsuffix.PublicSuffix(name)
	return isRegistry && suffix == name
})

var domainTests = []textTest{
	{"see example.com/path, sub.example.co.uk:8080/x or (example.org).", "heuristic http://example.com/path or http://example.com/path,; heuristic http://sub.example.co.uk:8080/x; heuristic http://example.org", "names of hosts"},
	{"example.de, example.com.br “EXAMPLE.COM” github.io lists.example.ac.jp/a?b#c", "heuristic http://example.de; heuristic http://example.com.br; heuristic http://EXAMPLE.COM; heuristic http://github.io; heuristic http://lists.example.ac.jp/a?b#c", "of countries and of all"},
	{"plan.md x.sh main.py README.rs foo.so a.zip Makefile.am node.js config.in page.pl x.cc a.ps README.my go.work", "", "names of files"},
	{"main.py:12: main.rs:3:5 go.work:6: x.sh:80", "", "lines of files"},
	{"example.md/x example.sh:8080/y gopkg.in/yaml.v3", "heuristic http://example.md/x; heuristic http://example.sh:8080/y; heuristic http://gopkg.in/yaml.v3", "hosts whose names could be of files"},
	{"go.dev/issue/1 example.dev:8080 example.dev README.dev cloud.google", "heuristic http://go.dev/issue/1; heuristic http://example.dev:8080", "words"},
	{"x.Name typing.IO time.Now os.path.is r.URL.Host x.de foo.com() foo.com[1] foo.com_x foo.com=1 foo.com\\n foo.com:x Foo.com::y", "", "parts of programs"},
	{"co.uk com foo.kobe.jp 1.2.3.4 v1.2.3 1.2.3.4/x localhost/x -a.com a-.com a..com", "", "what is no name below a suffix"},
	{"joe.doe@example.com git@github.com:x/y.git /usr/example.com x/example.org http://a.example.com/b.example.com c:example.com éexample.com", "email mailto:joe.doe@example.com; bare http://a.example.com/b.example.com", "what is of something else"},
	{"请访问example.cn。或 example.com.cn，www.example.cn", "heuristic http://example.cn; heuristic http://example.com.cn; heuristic http://www.example.cn", "no blanks between words"},
	{"example.com/%s ${x}.example.com example.com/{id} $HOST.example.com", "", "templates"},
}

func TestDomains(t *testing.T) {
	for _, tt := range domainTests {
		if got := show(domains, tt.text); got != tt.want {
			t.Errorf("%s: %q\n got %s\nwant %s", tt.why, tt.text, got, tt.want)
		}
		for m := range finder.All([]byte(tt.text)) {
			if m.Rule == "guess/domain" {
				t.Errorf("%q: found %q unasked", tt.text, m.Text)
			}
		}
	}
	for m := range domains.All([]byte("see example.com")) {
		if m.Rule != "guess/domain" || m.Text != "example.com" {
			t.Errorf("found %q by %q", m.Text, m.Rule)
		}
	}
}

// TestDomainsBeside finds with domains all that is found without.
func TestDomainsBeside(t *testing.T) {
	for _, l := range readLabelled(t, "testdata/labelled.txt") {
		with, without := show(domains, l.text), show(finder, l.text)
		for m := range strings.SplitSeq(without, "; ") {
			if !strings.Contains(with, m) {
				t.Errorf("%q: with domains %s is no longer found", l.text, m)
			}
		}
	}
}

// TestDomainsInPieces cuts text anywhere.
func TestDomainsInPieces(t *testing.T) {
	var all string
	for _, tt := range domainTests {
		all += tt.text + "\n"
	}
	checkFound(t, domains, []byte(all))
}
