package interop

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// servers of news that each test runs against: a new one, and one that knows neither CAPABILITIES nor OVER.
var newsServers = map[string]func(testing.TB) *News{"inn2": StartInn, "sn": StartSn}

// eachNews runs test against every server, after the control: it is as old as it should be, and has the group.
func eachNews(t *testing.T, test func(t *testing.T, n *News)) {
	for name, start := range newsServers {
		t.Run(name, func(t *testing.T) {
			n := start(t)
			replies := n.Ask(t, "MODE READER", "GROUP local.test", "OVER 1-1")
			over := map[string]string{"inn2": "423", "sn": "500"}[name]
			if !strings.HasPrefix(replies[2], "211 ") || !strings.HasPrefix(replies[3], over) {
				t.Fatalf("%s answers %q", name, replies)
			}
			test(t, n)
		})
	}
}

// article is posted by the tests.
const article = "From: Bé <be@example.org>\nSubject: Hé, a test\nMessage-ID: <test.1@example.org>\nDate: DATE\n\nBé\n.\n..dots\n"

// post posts the article and returns the URI that the command tells.
func post(t *testing.T, n *News, to string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "article")
	text := strings.Replace(article, "DATE", time.Now().UTC().Format(time.RFC1123Z), 1)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(fetch(t, "post", "--yes", file, "news://"+n.Addr()+"/"+to))
}

// TestNews: an article goes round: posted, listed, and read under both of its names.
func TestNews(t *testing.T) {
	eachNews(t, func(t *testing.T, n *News) {
		base := "news://" + n.Addr() + "/"
		groups := list(t, base+"local.*")
		if got := named(t, groups, "local.test"); got != base+"local.test" || len(groups) != 2 {
			t.Errorf("the groups are %+v", groups)
		}
		if got := len(list(t, base+"local.test")); got != 0 {
			t.Errorf("the empty group has %d articles", got)
		}
		if got := post(t, n, "local.test"); got != base+"test.1@example.org" {
			t.Errorf("it was posted as %q", got)
		}
		if got := named(t, list(t, base+"local.test"), "Hé, a test – Bé"); got != base+"test.1@example.org" {
			t.Errorf("the article is %s", got)
		}
		byNumber := named(t, list(t, "nntp://"+n.Addr()+"/local.test"), "Hé, a test – Bé")
		if !strings.HasPrefix(byNumber, "nntp://"+n.Addr()+"/local.test/1") { // sn leaves the first nine out
			t.Errorf("by number the article is %s", byNumber)
		}
		for _, u := range []string{base + "test.1@example.org", byNumber} {
			header, body, _ := strings.Cut(fetch(t, "get", u), "\n\n")
			if body != "Bé\n.\n..dots\n" || !strings.Contains(header, "From: Bé <be@example.org>\n") || !strings.Contains(header, "Subject: Hé, a test\n") {
				t.Errorf("%s: %q, %q", u, header, body)
			}
		}
		raw := fetch(t, "get", "--as", "raw", byNumber)
		if !strings.Contains(raw, "Subject: =?utf-8?q?H=C3=A9,_a_test?=\r\n") || !strings.HasSuffix(raw, "\r\n\r\nB\xc3\xa9\r\n.\r\n..dots\r\n") {
			t.Errorf("raw: %q", raw)
		}
		var answer struct{ Canonical string }
		if err := json.Unmarshal([]byte(fetch(t, "get", "--json", byNumber)), &answer); err != nil || answer.Canonical != "news:test.1@example.org" {
			t.Errorf("canonical is %q (%v)", answer.Canonical, err)
		}
	})
}

// What is not there is told in the server's words.
func TestNewsMissing(t *testing.T) {
	eachNews(t, func(t *testing.T, n *News) {
		for u, code := range map[string]string{
			"news://" + n.Addr() + "/no.such.group":    "411",
			"news://" + n.Addr() + "/no.such@article":  "430",
			"nntp://" + n.Addr() + "/local.test/12345": map[string]string{"inn2": "423", "sn": "430"}[n.Name],
		} {
			if r := uriel(t, "get", u); r.exit != 3 || !strings.Contains(r.stderr, code) || !strings.Contains(r.stderr, "the server says") || r.stdout != "" {
				t.Errorf("%s: exit %d, stderr %q; want 3 and %s", u, r.exit, r.stderr, code)
			}
		}
	})
}

// Nothing in a URI becomes a command of its own.
func TestNewsRefusesLineEnds(t *testing.T) {
	eachNews(t, func(t *testing.T, n *News) {
		for _, octet := range []string{"%0d", "%0A", "%00", "%0D%0APOST"} {
			for _, u := range []string{"news://" + n.Addr() + "/local.test" + octet, "news://" + n.Addr() + "/1" + octet + "@h", "nntp://" + n.Addr() + "/local.test/1" + octet} {
				if r := uriel(t, "get", u); r.exit != 4 || r.stdout != "" {
					t.Errorf("%s: exit %d, stderr %q; want 4", u, r.exit, r.stderr)
				}
			}
		}
	})
}
