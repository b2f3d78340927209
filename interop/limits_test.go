package interop

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
)

// mostOverIdle is how much more memory than idle a bomb may cost.
const mostOverIdle = 64 << 20

// codings are the content codings that bombs come in, each with how much it makes of a byte at least.
var codings = map[string]struct {
	ratio  int
	writer func(io.Writer) io.WriteCloser
}{
	"gzip": {1000, func(w io.Writer) io.WriteCloser { z, _ := gzip.NewWriterLevel(w, gzip.BestCompression); return z }},
	"br": {1_000_000, func(w io.Writer) io.WriteCloser {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: 5, LGWin: 24})
	}},
	"zstd": {9000, func(w io.Writer) io.WriteCloser { z, _ := zstd.NewWriter(w); return z }},
}

// bomb packs size letters in a coding.
func bomb(t *testing.T, coding string, size int) []byte {
	t.Helper()
	var packed bytes.Buffer
	z := codings[coding].writer(&packed)
	line := bytes.Repeat([]byte("x"), 32<<10)
	for left := size; left > 0; left -= len(line) {
		z.Write(line[:min(left, len(line))])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if ratio := size / packed.Len(); size >= 128<<20 && ratio < codings[coding].ratio {
		t.Fatalf("the bomb has a ratio of %d only", ratio)
	}
	return packed.Bytes()
}

// peak returns the most memory that a process has held so far.
func peak(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	var kib int
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		t.Fatal(err)
	}
	return kib << 10
}

// A bomb that is unpacked whole, since the user has lifted the limit, goes through in little memory; with the limit it
// is refused.
func TestBombCommand(t *testing.T) {
	for coding := range codings {
		t.Run(coding, func(t *testing.T) { bombCommand(t, coding) })
	}
}

func bombCommand(t *testing.T, coding string) {
	const size = 128 << 20
	seen := make(chan struct{})
	bombs := map[string][]byte{"/small": bomb(t, coding, 1<<20), "/bomb": bomb(t, coding, size)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/after" { // the process is looked at before it ends
			select {
			case <-seen:
			case <-r.Context().Done():
			}
			return
		}
		w.Header().Set("Content-Encoding", coding)
		w.Header().Set("Content-Type", "text/plain")
		w.Write(bombs[r.URL.Path])
	}))
	defer server.Close()
	measure := func(path string, size int64) int {
		cmd := Command(t, "get", "--limit", "ratio=0", server.URL+path, server.URL+"/after")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		Start(t, cmd)
		if n, err := io.CopyN(io.Discard, out, size); err != nil {
			t.Fatalf("%s: %d bytes, then %v", path, n, err)
		}
		most := peak(t, cmd.Process.Pid)
		seen <- struct{}{}
		return most
	}
	idle := measure("/small", 1<<20)
	most := measure("/bomb", size)
	t.Logf("a bomb of %d bytes: %d MiB, %d MiB without", len(bombs["/bomb"]), most>>20, idle>>20)
	if most > idle+mostOverIdle {
		t.Errorf("%d MiB for a bomb, %d MiB without", most>>20, idle>>20)
	}
	if r := uriel(t, "get", server.URL+"/bomb"); r.exit != 3 || !strings.Contains(r.stderr, "--limit ratio=N") || len(r.stdout) > 4<<20 {
		t.Errorf("with the limit: exit %d, %d bytes, %s", r.exit, len(r.stdout), r.stderr)
	}
}

// The gateway shows no more of a bomb than its limits let it, in little memory.
func TestBombGateway(t *testing.T) {
	bombs := map[string][]byte{}
	for coding := range codings {
		bombs["/small/"+coding], bombs["/bomb/"+coding] = bomb(t, coding, 1<<10), bomb(t, coding, 128<<20)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", path.Base(r.URL.Path))
		w.Header().Set("Content-Type", r.URL.Query().Get("type"))
		w.Write(bombs[r.URL.Path])
	}))
	defer server.Close()
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	cmd := Command(t, "serve", "--listen", addr, "--allow-private")
	Start(t, cmd).Await(t, addr)
	ask := func(path string) (shown int) {
		for _, as := range []string{"/u/", "/raw/"} {
			for _, media := range []string{"text/html", "text/plain", "image/png"} {
				resp, err := http.Get("http://" + addr + as + Escape(server.URL+path+"?type="+media))
				if err != nil {
					t.Fatal(err)
				}
				n, _ := io.Copy(io.Discard, resp.Body) // an answer that breaks off is as good as an error
				resp.Body.Close()
				shown = max(shown, int(n))
			}
		}
		return shown
	}
	for coding := range codings {
		if ask("/small/"+coding) == 0 {
			t.Fatalf("nothing is shown of %s", coding)
		}
	}
	idle := peak(t, cmd.Process.Pid)
	for coding := range codings {
		if shown := ask("/bomb/" + coding); shown > 64<<20 {
			t.Errorf("%d MiB are shown of %s", shown>>20, coding)
		}
	}
	most := peak(t, cmd.Process.Pid)
	t.Logf("%d MiB after bombs, %d MiB before", most>>20, idle>>20)
	if most > idle+mostOverIdle {
		t.Errorf("%d MiB after bombs, %d MiB before", most>>20, idle>>20)
	}
}

// Clients that drip their header are dropped when its time is up, and keep nobody waiting until then.
func TestSlowHeaders(t *testing.T) {
	const clients = 500
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	Start(t, Command(t, "serve", "--listen", addr)).Await(t, addr)
	var open, dropped sync.WaitGroup
	conns := make([]net.Conn, clients)
	for i := range conns {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		conns[i] = conn
		defer conn.Close()
		open.Go(func() { io.WriteString(conn, "GET / HTTP/1.1\r\nHost: "+addr+"\r\nX: ") })
		dropped.Go(func() {
			conn.SetReadDeadline(time.Now().Add(3 * Grace))
			if _, err := io.ReadAll(conn); os.IsTimeout(err) {
				t.Error("a client that never ends its header is not dropped")
			}
		})
	}
	open.Wait()
	if status, _ := browse(t, "http://"+addr+"/healthz"); status != 200 {
		t.Errorf("status %d while %d clients drip their headers", status, clients)
	}
	stop := make(chan struct{})
	drip := time.NewTicker(time.Second)
	defer drip.Stop()
	go func() { dropped.Wait(); close(stop) }()
	for {
		select {
		case <-drip.C:
			for _, conn := range conns {
				io.WriteString(conn, "x") // one that is dropped does not hear it
			}
		case <-stop:
			return
		}
	}
}
