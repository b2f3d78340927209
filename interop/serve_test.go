package interop

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The gateway shows what the command shows.
func TestGateway(t *testing.T) {
	hole, web := StartGophernicus(t), StartNginx(t, web)
	Program(t, "mandoc", "mandoc", "a manual page through the gateway")
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "note.txt"), []byte("A note on disk.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	gateway := Start(t, Command(t, "serve", "--listen", addr, "--local", "--root", root, "--allow-private", "--allow-port", "high"))
	gateway.Await(t, addr)

	for _, tt := range []struct{ uri, holds string }{
		{hole.URI("1", "/"), hole.URI("0", "/hello.txt")},
		{hole.URI("1", "/"), "Welcome to the hole"},
		{hole.URI("0", "/hello.txt"), "The last line."},
		{hole.URI("7", "/cgi-bin/find.cgi"), "<form"},
		{web.Files + "/hello.txt", "Hello from nginx."},
		{"man:ls(1)", "list directory contents"},
		{"file://" + root + "/note.txt", "A note on disk."},
		{"file://" + root + "/", "note.txt"},
		{"data:,A%20brief%20note", "A brief note"},
	} {
		status, page := browse(t, "http://"+addr+"/u/"+Escape(tt.uri))
		// A page names what it links to either as text or in an address of the gateway.
		if status != 200 || !strings.Contains(html.UnescapeString(page), tt.holds) && !strings.Contains(page, Escape(tt.holds)) {
			t.Errorf("%s: status %d, and no %q in %s", tt.uri, status, tt.holds, page)
		}
	}
	if status, page := browse(t, "http://"+addr+"/u/"+Escape(web.Files+"/nowhere")); status != 404 {
		t.Errorf("a page that is not there: status %d: %s", status, page)
	}
	if status, page := browse(t, "http://"+addr+"/u/"+Escape("file:///etc/passwd")); status != 403 || strings.Contains(page, "root:x:") {
		t.Errorf("a file beside the root: status %d: %s", status, page)
	}
}

// Without --local and --allow-private, nothing of this machine is shown.
func TestGatewayIsStrict(t *testing.T) {
	web := StartNginx(t, web)
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	gateway := Start(t, Command(t, "serve", "--listen", addr))
	gateway.Await(t, addr)
	web.Asked(t)
	for _, u := range []string{web.Files + "/hello.txt", "file:///etc/passwd", "man:ls(1)"} {
		if status, page := browse(t, "http://"+addr+"/u/"+Escape(u)); status != 403 {
			t.Errorf("%s: status %d, want 403: %s", u, status, page)
		}
	}
	if asked := web.Asked(t); len(asked) != 0 {
		t.Errorf("nginx was asked %q", asked)
	}
}

// browse returns the status and the body of a page.
func browse(t *testing.T, address string) (int, string) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}
