package interop

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uriel.dev/uri/pct"
)

// ftpServers are the servers that each FTP test runs against.
var ftpServers = map[string]func(testing.TB) *FTP{"vsftpd": StartVsftpd, "pure-ftpd": StartPureFTPd, "proftpd": StartProFTPD}

// eachFTP runs test against every server, after the control: it lets us in, and is as new as it should be.
func eachFTP(t *testing.T, test func(t *testing.T, f *FTP)) {
	for name, start := range ftpServers {
		t.Run(name, func(t *testing.T) {
			f := start(t)
			user, password := "anonymous", "x@"
			if login, ok := strings.CutSuffix(f.Userinfo, "@"); ok {
				user, password, _ = strings.Cut(login, ":")
			}
			replies := f.Ask(t, "USER "+user, "PASS "+password, "FEAT")
			if !strings.HasPrefix(replies[2], "230 ") || strings.Contains(replies[3], "MLST") != (name != "vsftpd") {
				t.Fatalf("%s answers %q", name, replies)
			}
			test(t, f)
		})
	}
}

// escaped is a path with all escaped that needs it.
func escaped(name string) string { return "/" + pct.Encode(name, pct.Unreserved.With("/")) }

func TestFTPFiles(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		for name, content := range FTPFiles {
			differ(t, name, fetch(t, "get", f.URI(escaped(name))), content)
		}
		differ(t, "singlecwd", fetch(t, "get", "--ftp-method", "singlecwd", f.URI("/sub/deeper/x.txt")), "x\n")
		differ(t, "nocwd", fetch(t, "get", "--ftp-method", "nocwd", f.URI("/sub/deeper/x.txt")), "x\n")
		differ(t, "from the root", fetch(t, "get", f.URI("/%2Fsub/deeper/x.txt")), "x\n")
		differ(t, "as text", fetch(t, "get", f.URI("/hello.txt;type=a")), strings.ReplaceAll(FTPFiles["hello.txt"], "\n", "\r\n"))
		differ(t, "a part", fetch(t, "get", "-r", "3-5", f.URI("/digits")), "345")
		differ(t, "the end", fetch(t, "get", "-r", "-3", f.URI("/digits")), "789")
		described := fetch(t, "get", "--json", f.URI("/digits"))
		if !strings.Contains(described, `"length":10,"modified":"20`) {
			t.Errorf("digits: %s", described)
		}
	})
}

// One process asks for many files over one connection, from directories all over the tree.
func TestFTPMany(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		args, want := []string{"get", "-v"}, ""
		for range 3 {
			for _, name := range []string{"sub/deeper/x.txt", "digits", "sub/inner.txt", "hello.txt"} {
				args, want = append(args, f.URI(escaped(name))), want+FTPFiles[name]
			}
		}
		r := uriel(t, args...)
		differ(t, "all of them", r.stdout, want)
		if n := strings.Count(r.stderr, "> USER "); n != 1 {
			t.Errorf("%d logins:\n%s", n, r.stderr)
		}
	})
}

// Each name in a list comes back under a URI that leads to its content.
func TestFTPLists(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		for _, u := range []string{f.URI("/sub/"), f.URI("/sub;type=d")} {
			files, folders := 0, 0
			for _, e := range list(t, u) {
				if e.Kind == "directory" {
					folders++
					deeper := list(t, f.withLogin(e.URI))
					differ(t, "deeper/x.txt", fetch(t, "get", f.withLogin(named(t, deeper, "x.txt"))), "x\n")
					continue
				}
				files++
				name := pct.Decode(e.URI[strings.LastIndexByte(e.URI, '/')+1:])
				if content, ok := FTPFiles["sub/"+name]; ok && e.Kind == "file" {
					differ(t, e.URI, fetch(t, "get", f.withLogin(e.URI)), content)
				} else {
					t.Errorf("%+v is not there", e)
				}
			}
			if folders != 1 || files != 9 {
				t.Errorf("%s: %d folders and %d files", u, folders, files)
			}
		}
		// A link leads to the directory that it is.
		link := named(t, list(t, f.URI("/")), "link")
		named(t, list(t, f.withLogin(link)), "inner.txt")
		if got := list(t, f.URI("/incoming/")); len(got) != 0 {
			t.Errorf("the empty folder holds %+v", got)
		}
	})
}

// In active mode the server connects to us, in the clear and over TLS, to send and to store.
func TestFTPActive(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		r := uriel(t, "get", "-v", "--ftp-active", f.URI("/all.bin"), f.URI("/sub/inner.txt"))
		differ(t, "files", r.stdout, FTPFiles["all.bin"]+FTPFiles["sub/inner.txt"])
		if strings.Count(r.stderr, "> EPRT |1|127.0.0.1|") != 2 || strings.Contains(r.stderr, "> EPSV") {
			t.Errorf("%s", r.stderr)
		}
		named(t, list(t, "--ftp-active", f.URI("/")), "hello.txt")
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, []byte(FTPFiles["all.bin"]), 0o644); err != nil {
			t.Fatal(err)
		}
		fetch(t, "put", "--yes", "--ftp-active", file, f.URI("/incoming/active"))
		differ(t, "stored", fetch(t, "get", f.URI("/incoming/active")), FTPFiles["all.bin"])
		if f.CA != "" {
			differ(t, "over TLS", fetch(t, "get", "--ftp-active", "--ftp-ssl", "require", "--cacert", f.CA, f.URI("/all.bin")), FTPFiles["all.bin"])
		}
	})
}

func TestFTPMissing(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		for _, path := range []string{"/nowhere", "/nowhere/", "/nowhere/x", "/hello.txt/", "/sub/nowhere;type=d"} {
			r := uriel(t, "get", f.URI(path))
			if r.exit != 3 || !strings.Contains(r.stderr, "the server says") || r.stdout != "" {
				t.Errorf("%s: exit %d, stderr %q, stdout %q; want 3 and the server's words", path, r.exit, r.stderr, r.stdout)
			}
		}
		if f.Userinfo != "" {
			r := uriel(t, "get", strings.Replace(f.URI("/hello.txt"), "s3cret", "wr0ng", 1))
			if r.exit != 3 || !strings.Contains(r.stderr, "530") || strings.Contains(r.stderr, "wr0ng") {
				t.Errorf("a wrong password: exit %d, stderr %q", r.exit, r.stderr)
			}
		}
	})
}

// The 1994 draft, section 1.4: a line end in a path would be a second command.
func TestFTPRefusesLineEnds(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		for _, octet := range []string{"%0d", "%0A", "%00", "%0D%0ADELE%20hello.txt", "%0D%0ADELE%20hello.txt%0D%0A"} {
			for _, path := range []string{"/hello.txt" + octet, "/sub" + octet + "/inner.txt", "/hello.txt;type=i" + octet} {
				if r := uriel(t, "get", f.URI(path)); r.exit != 4 || r.stdout != "" {
					t.Errorf("%s: exit %d, stdout %q, stderr %q; want 4", path, r.exit, r.stdout, r.stderr)
				}
			}
		}
		if _, err := os.Stat(filepath.Join(f.Dir, "hello.txt")); err != nil {
			t.Error(err)
		}
	})
}

func TestFTPPut(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, []byte(FTPFiles["all.bin"]), 0o644); err != nil {
			t.Fatal(err)
		}
		if r := uriel(t, "put", file, f.URI("/incoming/new")); r.exit != 1 {
			t.Errorf("without consent: exit %d, stderr %q", r.exit, r.stderr)
		}
		for range 2 {
			fetch(t, "put", "--yes", file, f.URI("/incoming/new%20file"))
			stored, err := os.ReadFile(filepath.Join(f.Dir, "incoming/new file"))
			if err != nil {
				t.Fatal(err)
			}
			differ(t, "stored", string(stored), FTPFiles["all.bin"])
		}
		if entries, err := os.ReadDir(filepath.Join(f.Dir, "incoming")); err != nil || len(entries) != 1 {
			t.Errorf("%v, %v", entries, err)
		}
		if r := uriel(t, "put", "--yes", file, f.URI("/sub/new")); r.exit != 3 || !strings.Contains(r.stderr, "the server says") {
			t.Errorf("where nobody may write: exit %d, stderr %q", r.exit, r.stderr)
		}
	})
}

// What is added stands behind what was there.
func TestFTPAppend(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, []byte("a line\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			fetch(t, "put", "--yes", "--append", file, f.URI("/incoming/log"))
		}
		stored, err := os.ReadFile(filepath.Join(f.Dir, "incoming/log"))
		if err != nil {
			t.Fatal(err)
		}
		differ(t, "stored", string(stored), "a line\na line\n")
	})
}

// A transfer that is broken off by ABOR leaves its connection for what follows, whatever each server says of it.
func TestFTPAbort(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		WriteTree(t, f.Dir, map[string]string{"large": strings.Repeat("0123456789", 1<<20)})
		r := uriel(t, "get", "-v", "-r", "10-19", f.URI("/large"), f.URI("/large"), f.URI("/digits"))
		differ(t, "three parts", r.stdout, "01234567890123456789")
		if r.exit != 1 || !strings.Contains(r.stderr, "has 10 bytes") { // of the last there are no such bytes
			t.Errorf("exit %d", r.exit)
		}
		if n := strings.Count(r.stderr, "> ABOR"); n != 2 {
			t.Errorf("%d ABORs:\n%s", n, r.stderr)
		}
		if n := strings.Count(r.stderr, "> USER "); n != 1 {
			t.Errorf("%d logins:\n%s", n, r.stderr)
		}
	})
}

func TestFTPOverTLS(t *testing.T) {
	eachFTP(t, func(t *testing.T, f *FTP) {
		args := []string{"get", "--ftp-ssl", "require", "--cacert", f.CA}
		if f.CA == "" {
			if r := uriel(t, "get", "--ftp-ssl", "require", f.URI("/hello.txt")); r.exit != 3 || !strings.Contains(r.stderr, "TLS is required") {
				t.Errorf("a server without: exit %d, stderr %q", r.exit, r.stderr)
			}
			differ(t, "hello.txt", fetch(t, "get", "--ftp-ssl", "try", f.URI("/hello.txt")), FTPFiles["hello.txt"])
			return
		}
		differ(t, "files", fetch(t, append(args, f.URI("/all.bin"), f.URI("/sub/inner.txt"))...), FTPFiles["all.bin"]+FTPFiles["sub/inner.txt"])
		named(t, list(t, append(args[1:], f.URI("/"))...), "hello.txt")
		file := filepath.Join(t.TempDir(), "file")
		if err := os.WriteFile(file, []byte(FTPFiles["all.bin"]), 0o644); err != nil {
			t.Fatal(err)
		}
		fetch(t, append([]string{"put", "--yes"}, append(args[1:], file, f.URI("/incoming/secret"))...)...)
		differ(t, "stored", fetch(t, "get", f.URI("/incoming/secret")), FTPFiles["all.bin"])
		if r := uriel(t, "get", "--ftp-ssl", "require", f.URI("/hello.txt")); r.exit != 3 || r.stdout != "" {
			t.Errorf("a certificate that nobody knows: exit %d, stderr %q", r.exit, r.stderr)
		}
	})
}
