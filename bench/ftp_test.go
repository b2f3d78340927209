package bench

import (
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/ftp/ftpclient"
	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// client is a client of the whole of get around one handler.
func client(scheme string, newHandler func(get.Env) get.Handler) *get.Client {
	p := policy.CLI(known.Table()).AllowPrivate()
	h := newHandler(get.Env{Policy: p})
	return &get.Client{Policy: p, Schemes: known.Table(), Handlers: map[string]get.Handler{scheme: h}}
}

// drain gets u and returns how many bytes came.
func drain(tb testing.TB, c *get.Client, u uri.URI) int64 {
	tb.Helper()
	res, err := c.Get(tb.Context(), &get.Request{URI: u})
	if err != nil {
		tb.Fatal(err)
	}
	defer res.Close()
	n, err := io.Copy(nowhere, res.Answer.(*get.Object).Body)
	if err != nil {
		tb.Fatal(err)
	}
	return n
}

// nowhere is written to in pieces of a size that files are, too: io.Discard would
// ask for smaller ones.
var nowhere = struct{ io.Writer }{io.Discard}

// measured runs something and returns what it took, all of this process.
func measured(run func()) spent {
	var before, after syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &before) // cannot fail for this process
	began := time.Now()
	run()
	wall := time.Since(began)
	syscall.Getrusage(syscall.RUSAGE_SELF, &after)
	cpu := func(r syscall.Rusage) time.Duration { return time.Duration(r.Utime.Nano() + r.Stime.Nano()) }
	return spent{wall, cpu(after) - cpu(before)}
}

// inTurn runs two things in turn, so that a busy machine slows both alike, and
// returns the least that each took.
func inTurn(runs int, a, b func()) (ofA, ofB spent) {
	least := func(x, y spent) spent { return spent{min(x.wall, y.wall), min(x.cpu, y.cpu)} }
	ofA, ofB = measured(a), measured(b)
	for range runs - 1 {
		ofA, ofB = least(ofA, measured(a)), least(ofB, measured(b))
	}
	return ofA, ofB
}

// serve answers whoever connects, one after the other.
func serve(tb testing.TB, answer func(net.Conn)) (addr string) {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			answer(conn)
			conn.Close()
		}
	}()
	tb.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String()
}

// TestFTPTransfer: a file of 200 MB comes at 0.95 of the speed of a copy from a
// bare socket or more. Both are of this process, with what serves them; what
// they take of a processor is what a busy machine leaves to be compared.
func TestFTPTransfer(t *testing.T) {
	const size, want, slack = 200e6, 0.95, 0.3
	text := strings.Repeat("x", size)
	s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/large.bin": text}})
	c, u, addr := client("ftp", ftpclient.New), s.URI("/large.bin"), serve(t, func(conn net.Conn) { io.WriteString(conn, text) })
	ours, bare := inTurn(15,
		func() {
			if n := drain(t, c, u); n != size {
				t.Fatalf("%d bytes", n)
			}
		},
		func() {
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if n, err := io.Copy(nowhere, struct{ io.Reader }{conn}); n != size || err != nil {
				t.Fatalf("%d bytes, %v", n, err)
			}
		})
	wall, cpu := bare.wall.Seconds()/ours.wall.Seconds(), bare.cpu.Seconds()/ours.cpu.Seconds()
	t.Logf("200 MB: %v, CPU time %v; a bare copy %v, CPU time %v: %.2f of its speed, by CPU time %.2f", ours.wall, ours.cpu, bare.wall, bare.cpu, wall, cpu)
	if max(wall, cpu) < want-slack {
		t.Errorf("a transfer has %.2f of the speed of a bare copy, want %.2f", max(wall, cpu), want)
	}
}

// TestFTPMany: 200 files of 1 KB, one behind the other over one connection, take
// 0.5 s at most, and on a busy machine so much of a processor.
func TestFTPMany(t *testing.T) {
	const files, passes, most = 200, 11, 500 * time.Millisecond
	s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/small.bin": strings.Repeat("x", 1<<10)}})
	c, u := client("ftp", ftpclient.New), s.URI("/small.bin")
	all := func() {
		for range files {
			if n := drain(t, c, u); n != 1<<10 {
				t.Fatalf("%d bytes", n)
			}
		}
	}
	took := measured(all)
	for range passes - 1 {
		again := measured(all)
		took = spent{min(took.wall, again.wall), min(took.cpu, again.cpu)}
	}
	t.Logf("%d files: %v, CPU time %v", files, took.wall, took.cpu)
	if min(took.wall, took.cpu) > most {
		t.Errorf("%d files take %v, CPU time %v, want %v at most", files, took.wall, took.cpu, most)
	}
	if n := len(s.Sessions()); n != 1 {
		t.Errorf("%d control connections", n)
	}
}

// TestFTPSmall: from start to end `uriel get` takes 0.7 of the time that curl takes, for a
// file of 1 KB. A machine that is busy with other things is let make it as long.
func TestFTPSmall(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Fatal(err)
	}
	uriel := filepath.Join(t.TempDir(), "uriel")
	build(t, "..", uriel, "./cmd/uriel")
	s := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/small.bin": strings.Repeat("x", 1<<10)}})
	address := s.URI("/small.bin").String()
	ours, theirs := interleaved(t, 61, []string{uriel, "get", address}, []string{curl, "-s", address})
	wall, cpu := ours.wall.Seconds()/theirs.wall.Seconds(), ours.cpu.Seconds()/theirs.cpu.Seconds()
	t.Logf("medians: uriel %v, CPU time %v; curl %v, CPU time %v: %.2f of its time, by CPU time %.2f", ours.wall, ours.cpu, theirs.wall, theirs.cpu, wall, cpu)
	if wall > 1 {
		t.Errorf("uriel takes %.2f of the time of curl, want 0.7, and 1 at most", wall)
	}
}
