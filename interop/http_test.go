package interop

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// web is what nginx serves in these tests.
var web = map[string]string{
	"hello.txt":           "Hello from nginx.\n",
	"digits.txt":          "0123456789",
	"missing.html":        "<p>There is no such page.\n",
	"vault/treasure.txt":  "gold\n",
	"folder/one.txt":      "1\n",
	"folder/two words":    "2\n",
	"packed/rhyme.txt":    strings.Repeat("a rose is a rose is a rose\n", 200),
	"stored.gz":           gzipped("Packed by its author.\n"),
	"folder/deep/leaf.gz": gzipped("leaf"),
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return b.String()
}

func TestHTTPGet(t *testing.T) {
	n := StartNginx(t, web)
	differ(t, "a text", fetch(t, "get", n.Files+"/hello.txt"), web["hello.txt"])
	differ(t, "by name", fetch(t, "get", strings.Replace(n.Files, "127.0.0.1", "localhost", 1)+"/hello.txt"), web["hello.txt"])
	differ(t, "a file in gzip is as its author stored it", fetch(t, "get", n.Files+"/stored.gz"), web["stored.gz"])
	differ(t, "what nginx packs on the way arrives unpacked", fetch(t, "get", n.Files+"/packed/rhyme.txt"), web["packed/rhyme.txt"])
	for _, a := range n.Asked(t) {
		if a.Status != "200" {
			t.Errorf("%s: %s", a.Line, a.Status)
		}
	}
}

// RFC 9112 3.2.1: the request target is the path and query of the URI. Whoever rewrites them asks for another resource.
func TestHTTPTargetIsOctetForOctet(t *testing.T) {
	n := StartNginx(t, web)
	tests := []struct{ after, target, why string }{
		{"", "/", "RFC 9112 3.2.1: an empty path is sent as /"},
		{"?", "/?", "a query that is empty is not undefined"},
		{"?q", "/?q", "an empty path before a query"},
		{"/a/../b/%7E;x=1//c", "/a/../b/%7E;x=1//c", "dot segments, escapes, parameters and empty segments stay"},
		{"/./x/.", "/./x/.", "dot segments stay"},
		{"/%41%7e%2F%2f", "/%41%7e%2F%2f", "escapes stay as they are, in either case"},
		{"//double", "//double", "a path may begin with two slashes after an authority"},
		{"/a%20b?c%20d=%26&e=f+g", "/a%20b?c%20d=%26&e=f+g", "a query is not a form"},
		{"/!$&'()*+,;=:@-._~", "/!$&'()*+,;=:@-._~", "sub-delims, : and @ stand for themselves in a path"},
		{"/?/?!$&'()*+,;=:@", "/?/?!$&'()*+,;=:@", "a query may hold / and ?"},
		{"/page#part", "/page", "RFC 3986 3.5: a fragment is never sent"},
		{"/%01%0d%0a%ff", "/%01%0d%0a%ff", "escaped controls are harmless in HTTP and stay escaped (but %00, which nginx itself refuses)"},
	}
	for _, tt := range tests {
		t.Run(tt.target, func(t *testing.T) {
			fetch := uriel(t, "get", n.Echo+tt.after)
			asked := n.Asked(t)
			if len(asked) != 1 || asked[0].Line != "GET "+tt.target+" HTTP/1.1" {
				t.Fatalf("nginx was asked %q, want one GET %s (%s); stderr: %s", asked, tt.target, tt.why, fetch.stderr)
			}
			if host := strings.TrimPrefix(n.Echo, "http://"); asked[0].Host != host {
				t.Errorf("Host: %s, want %s", asked[0].Host, host)
			}
		})
	}
}

func TestHTTPRedirects(t *testing.T) {
	n := StartNginx(t, web)
	for _, status := range []string{"301", "302", "307", "308"} {
		t.Run(status, func(t *testing.T) {
			differ(t, "the end of it", fetch(t, "get", n.Files+"/r/"+status), web["hello.txt"])
			asked := n.Asked(t)
			if len(asked) != 2 || asked[0].Status != status || asked[1].Line != "GET /hello.txt HTTP/1.1" {
				t.Errorf("nginx was asked %q", asked)
			}
		})
	}
	t.Run("chain", func(t *testing.T) {
		differ(t, "the end of it", fetch(t, "get", n.Files+"/r/chain"), web["hello.txt"])
		if asked := n.Asked(t); len(asked) != 3 {
			t.Errorf("nginx was asked %q, want three requests", asked)
		}
	})
	t.Run("loop", func(t *testing.T) {
		if r := uriel(t, "get", n.Files+"/r/loop"); r.exit != 3 && r.exit != 4 || r.stderr == "" {
			t.Errorf("exit %d, stderr %q; want 3 or 4 and a reason", r.exit, r.stderr)
		}
		if asked := n.Asked(t); len(asked) == 0 || len(asked) > 50 {
			t.Errorf("nginx was asked %d times", len(asked))
		}
	})
	t.Run("to a local file", func(t *testing.T) {
		r := uriel(t, "get", n.Files+"/r/file")
		if r.exit != 4 {
			t.Errorf("exit %d, want 4: a redirect never leads to a local scheme; stderr: %s", r.exit, r.stderr)
		}
		if name, err := os.ReadFile("/etc/hostname"); err == nil && strings.Contains(r.stdout, strings.TrimSpace(string(name))) {
			t.Errorf("stdout holds the file of the redirect: %q", r.stdout)
		}
	})
	t.Run("not followed", func(t *testing.T) {
		uriel(t, "get", "--max-redirs", "0", n.Files+"/r/301")
		if asked := n.Asked(t); len(asked) != 2 || asked[1].Line != "GET /r/301 HTTP/1.1" {
			t.Errorf("nginx was asked %q, want the last to be /r/301 alone", asked)
		}
	})
}

func TestHTTPAuthorization(t *testing.T) {
	n := StartNginx(t, web)
	site := strings.TrimPrefix(n.Files, "http://")
	basic := "Basic " + base64.StdEncoding.EncodeToString([]byte("ann:s3cret"))

	t.Run("in the URI", func(t *testing.T) {
		differ(t, "the treasure", fetch(t, "get", "http://ann:s3cret@"+site+"/vault/treasure.txt"), web["vault/treasure.txt"])
		asked := n.Asked(t)
		if len(asked) == 0 || asked[len(asked)-1].Authorization != basic {
			t.Errorf("nginx was asked %q, want %q at last", asked, basic)
		}
	})
	t.Run("by flag", func(t *testing.T) {
		differ(t, "the treasure", fetch(t, "get", "-u", "ann:s3cret", n.Files+"/vault/treasure.txt"), web["vault/treasure.txt"])
		n.Asked(t)
	})
	for name, uri := range map[string]string{
		"nobody":          n.Files + "/vault/treasure.txt",
		"a name alone":    "http://ann@" + site + "/vault/treasure.txt", // no terminal to ask on
		"a wrong one":     "http://ann:wr0ng@" + site + "/vault/treasure.txt",
		"a stranger with": "http://bob:s3cret@" + site + "/vault/treasure.txt",
	} {
		t.Run(name, func(t *testing.T) {
			r := uriel(t, "get", uri)
			if r.exit != 3 {
				t.Errorf("exit %d, want 3; stderr: %s", r.exit, r.stderr)
			}
			if strings.Contains(r.stdout+r.stderr, "gold") {
				t.Error("the treasure came out")
			}
			if strings.Contains(r.stdout+r.stderr, "wr0ng") || strings.Contains(r.stdout+r.stderr, "s3cret") {
				t.Errorf("a password is printed: %s%s", r.stdout, r.stderr)
			}
			n.Asked(t)
		})
	}
	t.Run("not beyond the site", func(t *testing.T) {
		fetch(t, "get", "http://ann:s3cret@"+site+"/vault/out")
		asked := n.Asked(t)
		if len(asked) < 2 || asked[len(asked)-2].Authorization != basic {
			t.Fatalf("nginx was asked %q, want %q before the last", asked, basic)
		}
		there := asked[len(asked)-1]
		if there.Line != "GET /elsewhere HTTP/1.1" || there.Authorization != "" {
			t.Errorf("the other site was asked %q", there)
		}
	})
}

func TestHTTPNotFound(t *testing.T) {
	n := StartNginx(t, web)
	r := uriel(t, "get", n.Files+"/nowhere")
	if r.exit != 3 {
		t.Errorf("exit %d, want 3", r.exit)
	}
	differ(t, "the body of a 404 is data", r.stdout, web["missing.html"])
	if !strings.Contains(r.stderr, "404") {
		t.Errorf("stderr %q does not say 404", r.stderr)
	}
	j := uriel(t, "get", "--json", n.Files+"/nowhere")
	var record struct{ Error struct{ Kind string } }
	if err := json.Unmarshal([]byte(j.stdout), &record); err != nil || record.Error.Kind != "not-found" || j.exit != 3 {
		t.Errorf("--json: exit %d, %v, stdout %s; want an error of kind not-found", j.exit, err, j.stdout)
	}
}

func TestHTTPHead(t *testing.T) {
	n := StartNginx(t, web)
	head := unix(fetch(t, "get", "-I", n.Files+"/digits.txt"))
	if !strings.HasPrefix(head, "HTTP/1.1 200") || !strings.Contains(strings.ToLower(head), "\ncontent-length: 10\n") {
		t.Errorf("-I prints %q", head)
	}
	if strings.Contains(head, web["digits.txt"]) {
		t.Errorf("-I prints the body: %q", head)
	}
	if asked := n.Asked(t); len(asked) != 1 || asked[0].Line != "HEAD /digits.txt HTTP/1.1" {
		t.Errorf("nginx was asked %q", asked)
	}
	both := unix(fetch(t, "get", "-i", n.Files+"/digits.txt"))
	if !strings.HasPrefix(both, "HTTP/1.1 200") || !strings.HasSuffix(both, "\n\n"+web["digits.txt"]) {
		t.Errorf("-i prints %q", both)
	}
}

func TestHTTPRange(t *testing.T) {
	n := StartNginx(t, web)
	differ(t, "-r 2-5", fetch(t, "get", "-r", "2-5", n.Files+"/digits.txt"), "2345")
	differ(t, "-r -3", fetch(t, "get", "-r", "-3", n.Files+"/digits.txt"), "789")
	asked := n.Asked(t)
	if len(asked) != 2 || asked[0].Range != "bytes=2-5" || asked[1].Range != "bytes=-3" || asked[0].Status != "206" {
		t.Errorf("nginx was asked %q", asked)
	}
	if r := uriel(t, "get", "-r", "50-60", n.Files+"/digits.txt"); r.exit != 3 {
		t.Errorf("a range beyond the end: exit %d, want 3 (HTTP 416)", r.exit)
	}
}

func TestHTTPBigFile(t *testing.T) {
	big := make([]byte, 48<<20)
	rand.NewChaCha8([32]byte{}).Read(big)
	n := StartNginx(t, map[string]string{"big": string(big), "missing.html": ""})
	file := filepath.Join(t.TempDir(), "big")
	fetch(t, "get", "-o", file, n.Files+"/big")
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if sha256.Sum256(got) != sha256.Sum256(big) {
		t.Errorf("%d bytes arrived, not the %d that were sent", len(got), len(big))
	}
	if out := fetch(t, "get", n.Files+"/big"); sha256.Sum256([]byte(out)) != sha256.Sum256(big) {
		t.Errorf("%d bytes on standard output, not the %d that were sent", len(out), len(big))
	}
}

func TestHTTPFolder(t *testing.T) {
	n := StartNginx(t, web)
	page := fetch(t, "get", n.Files+"/folder/")
	for _, name := range []string{"one.txt", "two%20words", "deep/"} {
		if !strings.Contains(page, `href="`+name+`"`) {
			t.Errorf("the folder's page has no %s: %s", name, page)
		}
	}
	differ(t, "nginx sends a folder without its slash to the one with it", fetch(t, "get", n.Files+"/folder"), page)

	file := filepath.Join(t.TempDir(), "page")
	described := fetch(t, "get", "--json", "-o", file, n.Files+"/folder/")
	var record struct {
		Kind      string
		MediaType string `json:"media_type"`
	}
	if err := json.Unmarshal([]byte(described), &record); err != nil || record.Kind != "object" || !strings.HasPrefix(record.MediaType, "text/html") {
		t.Errorf("--json: %v: %s", err, described)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	differ(t, "-o", string(got), page)
}

// --offline says what would be sent, and sends nothing.
func TestHTTPOffline(t *testing.T) {
	n := StartNginx(t, web)
	said := fetch(t, "get", "--offline", n.Files+"/a/../b?c")
	if !strings.Contains(said, "GET /a/../b?c HTTP/1.1") {
		t.Errorf("--offline says %q", said)
	}
	if asked := n.Asked(t); len(asked) != 0 {
		t.Errorf("nginx was asked %q", asked)
	}
}
