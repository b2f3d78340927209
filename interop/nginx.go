package interop

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Nginx is an nginx with two sites.
type Nginx struct {
	*Process
	Files string // base URI of the first site: the tree of files, with redirects, a password, a page for 404
	Echo  string // base URI of the second site, which answers every request line with itself

	log   *io.PipeReader
	lines *json.Decoder
	marks int
}

// Asked is a request as nginx saw it.
type Asked struct {
	Line          string `json:"line"` // the request line, octet for octet
	Host          string `json:"host"`
	Authorization string `json:"authorization"`
	Range         string `json:"range"`
	Status        string `json:"status"`
}

// nginxConf has one worker, so that what it logs is in the order of what it did, and writes its log to a pipe, so that
// a test waits for a line and never for a moment.
const nginxConf = `
{user}
daemon off;
worker_processes 1;
pid {dir}/nginx.pid;
error_log stderr warn;
events { worker_connections 64; }
http {
	log_format asked escape=json '{"line":"$request","host":"$http_host","authorization":"$http_authorization","range":"$http_range","status":"$status"}';
	access_log /dev/stdout asked;
	client_body_temp_path {dir}/body;
	proxy_temp_path {dir}/proxy;
	fastcgi_temp_path {dir}/fastcgi;
	uwsgi_temp_path {dir}/uwsgi;
	scgi_temp_path {dir}/scgi;
	types { text/html html; text/plain txt; application/gzip gz; }
	default_type application/octet-stream;
	server {
		listen 127.0.0.1:{files};
		root {dir}/files;
		error_page 404 /missing.html;
		location / { autoindex on; }
		location = /r/301 { return 301 /hello.txt; }
		location = /r/302 { return 302 /hello.txt; }
		location = /r/307 { return 307 /hello.txt; }
		location = /r/308 { return 308 /hello.txt; }
		location = /r/loop { return 302 /r/loop; }
		location = /r/chain { return 301 /r/302; }
		location = /r/file { return 302 file:///etc/hostname; }
		location /vault/ { auth_basic "the vault"; auth_basic_user_file {dir}/users; }
		location = /vault/out { auth_basic "the vault"; auth_basic_user_file {dir}/users; try_files /none @out; }
		location @out { return 302 http://127.0.0.1:{echo}/elsewhere; }
		location /packed/ { gzip on; gzip_min_length 1; gzip_types text/plain; }
	}
	server {
		listen 127.0.0.1:{echo};
		default_type text/plain;
		location / { return 200 "$request"; }
		location /mark/ { return 204; }
	}
}
`

// StartNginx serves files, name to content. The folder /vault/ asks for the user "ann" with the password "s3cret".
func StartNginx(t testing.TB, files map[string]string) *Nginx {
	t.Helper()
	program := Program(t, "nginx", "nginx", "HTTP against nginx")
	dir := OpenDir(t)
	WriteTree(t, filepath.Join(dir, "files"), files)
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;" // else the worker may not read the folder of the test
	}
	filesPort, echoPort := FreePort(t), FreePort(t)
	conf := strings.NewReplacer("{user}", user, "{dir}", dir,
		"{files}", fmt.Sprint(filesPort), "{echo}", fmt.Sprint(echoPort)).Replace(nginxConf)
	WriteTree(t, dir, map[string]string{"nginx.conf": conf, "users": "ann:{PLAIN}s3cret\n"})

	cmd := exec.Command(program, "-p", dir, "-c", filepath.Join(dir, "nginx.conf"), "-e", "stderr")
	log, stdout := io.Pipe()
	cmd.Stdout = stdout
	n := &Nginx{
		Process: Start(t, cmd),
		Files:   fmt.Sprintf("http://127.0.0.1:%d", filesPort),
		Echo:    fmt.Sprintf("http://127.0.0.1:%d", echoPort),
		log:     log,
		lines:   json.NewDecoder(log),
	}
	// Run before Stop: what nobody read must not hold nginx.
	t.Cleanup(func() { log.Close() })
	n.Await(t, fmt.Sprintf("127.0.0.1:%d", echoPort))
	if asked := n.Asked(t); len(asked) != 0 {
		t.Fatalf("a new nginx was asked %q", asked)
	}
	return n
}

// Asked returns what nginx was asked since the last call, in order. To know the end it asks for a mark of its own, so
// it is the control, too, that nginx answers.
func (n *Nginx) Asked(t testing.TB) []Asked {
	t.Helper()
	n.marks++
	mark := fmt.Sprintf("/mark/%d", n.marks)
	resp, err := http.Get(n.Echo + mark)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	late := time.AfterFunc(Grace, func() { n.log.CloseWithError(fmt.Errorf("no log line within %v", Grace)) })
	defer late.Stop()
	var asked []Asked
	for {
		var a Asked
		if err := n.lines.Decode(&a); err != nil {
			t.Fatalf("the log of nginx: %v", err)
		}
		if a.Line == "GET "+mark+" HTTP/1.1" {
			return asked
		}
		asked = append(asked, a)
	}
}
