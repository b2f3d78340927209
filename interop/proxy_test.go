package interop

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Clients that speak HTTP get URIs of other schemes by the gateway, as they did by the proxies of 1994; and those of the web
// in the way of today.
func TestProxyClients(t *testing.T) {
	hole, ftp, web := StartUrielGopher(t), StartVsftpd(t), StartNginx(t, web)
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	gateway := Start(t, Command(t, "serve", "--listen", addr, "--profile", "cli"))
	gateway.Await(t, addr)
	proxy := "http://" + addr + "/"
	lynx, curl := Program(t, "lynx", "lynx", "the gateway as a proxy of lynx"), Program(t, "curl", "curl", "the gateway as a proxy of curl")
	ask := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Env = append(os.Environ(), "HOME="+t.TempDir(), "no_proxy=", "http_proxy="+proxy, "gopher_proxy="+proxy, "ftp_proxy="+proxy, "TERM=dumb")
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%s %s: %v", name, strings.Join(args, " "), err)
		}
		return string(out)
	}
	for _, x := range []struct{ what, got, holds string }{
		{"a menu by lynx", ask(lynx, "-dump", hole.URI("1", "")), "hello.txt"},
		{"where it leads", ask(lynx, "-dump", "-listonly", hole.URI("1", "")), "http://" + addr + "/u/gopher"},
		{"a text by lynx", ask(lynx, "-source", hole.URI("0", "0/hello.txt")), "Hello from a hole.\r\n.\r\n.dot first\r\n"},
		{"bytes by lynx", ask(lynx, "-source", hole.URI("9", "9/all.bin")), GopherFiles["all.bin"]},
		{"a folder of FTP by lynx", ask(lynx, "-dump", ftp.URI("/sub/")), "two words.txt"},
		{"a file of FTP by lynx", ask(lynx, "-source", ftp.URI("/hello.txt")), FTPFiles["hello.txt"]},
		{"a file of FTP by curl", ask(curl, "-s", ftp.URI("/sub/two%20words.txt")), "2\n"},
		{"a page of the web by curl", ask(curl, "-s", web.Files+"/hello.txt"), "Hello from nginx."},
		{"and through a tunnel", ask(curl, "-s", "-p", "-x", proxy, web.Files+"/hello.txt"), "Hello from nginx."},
		{"a text by curl, which makes a tunnel of its own", ask(curl, "-s", "-x", proxy, hole.URI("0", "0/hello.txt")), "Hello from a hole.\r\n..\r\n"},
	} {
		if !strings.Contains(x.got, x.holds) {
			t.Errorf("%s: %.2000q does not hold %.200q", x.what, x.got, x.holds)
		}
	}
}
