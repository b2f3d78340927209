package interop

import (
	"fmt"
	"io"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/ftp"
	"uriel.dev/scheme/ftp/ftpclient"
	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/uri"
)

// ftpClient is a client of FTP alone.
func ftpClient() *get.Client {
	table := scheme.NewTable(ftp.Schemes(), nil)
	p := policy.CLI(table)
	handler := ftpclient.New(get.Env{Policy: p})
	return &get.Client{Policy: p, Schemes: table, Handlers: map[string]get.Handler{"ftp": handler, "ftps": handler}}
}

// drain gets u and returns how many bytes came.
func drain(t *testing.T, c *get.Client, u uri.URI) int64 {
	t.Helper()
	res, err := c.Get(t.Context(), &get.Request{URI: u})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	n, err := io.Copy(nowhere, res.Answer.(*get.Object).Body)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// best returns the shortest of some runs.
func best(run func()) time.Duration {
	shortest := time.Hour
	for range 5 {
		start := time.Now()
		run()
		shortest = min(shortest, time.Since(start))
	}
	return shortest
}

// TestFTPSmallFiles: 200 files of 1 KiB over one control connection. The figures are told; what fails the test is far
// beyond them.
func TestFTPSmallFiles(t *testing.T) {
	f := StartVsftpd(t)
	files, paths := map[string]string{}, []string{}
	for i := range 200 {
		name := fmt.Sprintf("small/%d", i)
		files[name] = strings.Repeat("x", 1024)
		paths = append(paths, f.URI("/"+name))
	}
	WriteTree(t, f.Dir, files)
	c := ftpClient()
	ours := best(func() {
		for _, p := range paths {
			if n := drain(t, c, uri.MustParse(p)); n != 1024 {
				t.Fatalf("%s: %d bytes", p, n)
			}
		}
	})
	t.Logf("200 files of 1 KiB: %v", ours)
	if ours > 5*time.Second {
		t.Errorf("200 files of 1 KiB take %v", ours)
	}
	curl := Program(t, "curl", "curl", "how fast curl is")
	run := func(cmd *exec.Cmd) {
		if out, err := cmd.Output(); err != nil || len(out) != 1024 {
			t.Fatalf("%s: %d bytes, %v", cmd.Path, len(out), err)
		}
	}
	one := best(func() { run(Command(t, "get", paths[0])) })
	theirs := best(func() { run(exec.Command(curl, "-s", "-S", paths[0])) })
	t.Logf("one file of 1 KiB, with the start of the program: uriel %v, curl %v", one, theirs)
}

// TestFTPBigFile: 200 MiB, beside the same from the same server by the fewest of commands and a bare copy.
func TestFTPBigFile(t *testing.T) {
	f := StartVsftpd(t)
	const size = 200 << 20
	if err := os.WriteFile(filepath.Join(f.Dir, "big"), make([]byte, size), 0o644); err != nil {
		t.Fatal(err)
	}
	c, u := ftpClient(), uri.MustParse(f.URI("/big"))
	ours, bare := time.Hour, time.Hour
	for range 5 { // in turns, since others use the machine too
		ours = min(ours, timed(func() int64 { return drain(t, c, u) }, t, size))
		bare = min(bare, timed(func() int64 { return f.copyBare(t, "big") }, t, size))
	}
	ratio := bare.Seconds() / ours.Seconds()
	t.Logf("200 MiB: %v, by a bare copy %v: %.2f of its speed", ours, bare, ratio)
	if ratio < 0.4 {
		t.Errorf("a transfer has %.2f of the speed of a bare copy", ratio)
	}
}

// timed returns how long it takes to copy size bytes.
func timed(run func() int64, t *testing.T, size int64) time.Duration {
	t.Helper()
	start := time.Now()
	if n := run(); n != size {
		t.Fatalf("%d bytes, want %d", n, size)
	}
	return time.Since(start)
}

// nowhere is written to in pieces of a size that files are, too: io.Discard would ask for smaller ones.
var nowhere = struct{ io.Writer }{io.Discard}

// copyBare retrieves a file and returns how many bytes came.
func (f *FTP) copyBare(t *testing.T, name string) int64 {
	t.Helper()
	c, err := textproto.Dial("tcp", f.addr())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var data net.Conn
	for _, step := range []struct {
		command string
		code    int
	}{{"", 220}, {"USER anonymous", 331}, {"PASS x@", 230}, {"TYPE I", 200}, {"EPSV", 229}, {"RETR " + name, 150}} {
		if step.command != "" {
			c.PrintfLine("%s", step.command)
		}
		_, text, err := c.ReadResponse(step.code)
		if err != nil {
			t.Fatalf("%s: %v", step.command, err)
		}
		if step.code != 229 {
			continue
		}
		_, port, _ := strings.Cut(text, "|||")
		if data, err = net.Dial("tcp", "127.0.0.1:"+strings.TrimRight(port, "|).")); err != nil {
			t.Fatal(err)
		}
		defer data.Close()
	}
	n, err := io.Copy(nowhere, struct{ io.Reader }{data})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFtptest: our server, as others see it.
func TestFtptest(t *testing.T) {
	files := map[string]string{}
	for name, content := range FTPFiles {
		if strings.ToValidUTF8(name, "") == name && !strings.Contains(name, " -> ") {
			files["/"+name] = content
		}
	}
	s := ftptest.Serve(t, ftptest.Config{Files: files, Users: map[string]string{"joe": "s3cret"}})
	port, err := strconv.Atoi(s.URI("").Port())
	if err != nil {
		t.Fatal(err)
	}
	f := &FTP{Name: "ftptest", Port: port, Userinfo: "joe:s3cret@"}
	open := ftptest.Serve(t, ftptest.Config{Files: files}) // lynx 2.9.0dev.12 forgets the port behind a login
	for name, clients := range map[string]struct {
		get, list, put []string
	}{
		"curl": {[]string{"-s", "-S", f.URI("/PATH")}, []string{"-s", "-S", "-l", f.URI("/sub/")}, []string{"-s", "-S", "-T", "FILE", f.URI("/sub/new")}},
		"lftp": {[]string{"-c", "open " + f.URI("/") + "; cat 'PATH'"}, []string{"-c", "open " + f.URI("/sub/") + "; nlist"}, []string{"-c", "open " + f.URI("/sub/") + "; put FILE -o new"}},
		"lynx": {[]string{"-source", open.URI("/PATH").String()}, []string{"-dump", "-nolist", "-width=200", open.URI("/sub/").String()}, nil}, // which stores nothing
	} {
		t.Run(name, func(t *testing.T) {
			program := Program(t, name, name, "ftptest against "+name)
			run := func(args []string, replace ...string) string {
				t.Helper()
				args = append([]string{}, args...)
				for i := range args {
					args[i] = strings.NewReplacer(replace...).Replace(args[i])
				}
				cmd := exec.Command(program, args...)
				cmd.Env = []string{"HOME=" + t.TempDir(), "LC_ALL=C.UTF-8"}
				out, err := cmd.Output()
				if err != nil {
					t.Errorf("%s %q: %v", name, args, err)
				}
				return string(out)
			}
			differ(t, "hello.txt", run(clients.get, "PATH", "hello.txt"), FTPFiles["hello.txt"])
			differ(t, "all.bin", run(clients.get, "PATH", "all.bin"), FTPFiles["all.bin"])
			differ(t, "sub/deeper/x.txt", run(clients.get, "PATH", "sub/deeper/x.txt"), "x\n")
			for _, want := range []string{"two words.txt", "deeper", "ümlaut", "semi;colon"} {
				if list := unix(run(clients.list)); !strings.Contains(list, want) {
					t.Errorf("the list lacks %q: %q", want, list)
				}
			}
			if clients.put == nil {
				return
			}
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, []byte(FTPFiles["all.bin"]), 0o644); err != nil {
				t.Fatal(err)
			}
			run(clients.put, "FILE", file)
			stored, _ := s.File("/sub/new")
			differ(t, "stored", stored, FTPFiles["all.bin"])
		})
	}
}
