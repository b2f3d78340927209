package bench

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/gopher/gopherclient"
	"uriel.dev/scheme/gopher/gophertest"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A served is a gateway that runs as a process of its own.
type served struct {
	addr string
	pid  int
}

// serveGateway starts `uriel serve` until the test ends. It asks this machine, as often
// as it likes; flags come behind.
func serveGateway(t *testing.T, uriel string, flags ...string) *served {
	t.Helper()
	cmd := exec.Command(uriel, append([]string{"serve", "--listen", "127.0.0.1:0", "--allow-private", "--allow-port", "high", "--target-rate", "0", "--limit", "host=0"}, flags...)...)
	home := t.TempDir()
	cmd.Env = []string{"HOME=" + home, "TMPDIR=" + home}
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait() //nolint:errcheck // the clients are broken off, if they are still there
	})
	lines := bufio.NewReader(log)
	first, err := lines.ReadString('\n')
	_, addr, ok := strings.Cut(strings.TrimSuffix(first, "/\n"), "http://")
	if err != nil || !ok {
		t.Fatalf("the gateway says %q, %v", first, err)
	}
	go io.Copy(io.Discard, lines) //nolint:errcheck // the log is written to its end
	return &served{addr, cmd.Process.Pid}
}

// cpu returns the CPU time that the process has taken, in steps of 10 ms.
func (s *served) cpu(t *testing.T) time.Duration {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:])) // proc(5): the third and on
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// memory returns how much memory the process holds, or has held at most ("VmHWM").
func (s *served) memory(t *testing.T, field string) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, field+":"); ok {
			kib, err := strconv.ParseInt(strings.Fields(value)[0], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kib << 10
		}
	}
	t.Fatalf("/proc tells no %s", field)
	return 0
}

// A caller is a connection to a gateway that is used again and again.
type caller struct {
	net.Conn
	lines *bufio.Reader
}

func (s *served) call(t *testing.T) *caller {
	t.Helper()
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return &caller{conn, bufio.NewReaderSize(conn, 16<<10)}
}

// get asks for a path and reads the answer.
func (c *caller) get(path string) error {
	if _, err := io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		return err
	}
	res, err := http.ReadResponse(c.lines, nil)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if _, err = io.Copy(io.Discard, res.Body); err == nil && res.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", path, res.Status)
	}
	return err
}

// ask is get for a caller of its own, and fails the test.
func (s *served) ask(t *testing.T, path string) {
	t.Helper()
	c := s.call(t)
	defer c.Close()
	if err := c.get(path); err != nil {
		t.Fatal(err)
	}
}

func pageOf(u uri.URI) string { return "/u/" + pct.Encode(u.String(), pct.Unreserved) }
func rawOf(u uri.URI) string  { return "/raw/" + pct.Encode(u.String(), pct.Unreserved) }

// percentile returns the time that p percent of times do not pass.
func percentile(times []time.Duration, p int) time.Duration {
	slices.Sort(times)
	return times[min(len(times)-1, len(times)*p/100)]
}

// menuServer serves a menu of 32 items, each answer after some time.
func menuServer(t *testing.T, late time.Duration) *gophertest.Server {
	var menu strings.Builder
	for i := range 32 {
		fmt.Fprintf(&menu, "0The text of the number %d\t/text-%d.txt\tlocalhost\t70\r\n", i, i)
	}
	return gophertest.Serve(t, func(string) string { time.Sleep(late); return menu.String() + ".\r\n" })
}

// TestGateway measures the gateway as a process of its own, over loopback. The machine
// may be busy: what is asserted of time is CPU time where it can be, and else has a
// wide margin to what is promised.
func TestGateway(t *testing.T) {
	uriel := filepath.Join(t.TempDir(), "uriel")
	build(t, "..", uriel, "./cmd/uriel")
	t.Run("page", func(t *testing.T) { cachedPage(t, uriel) })
	t.Run("pages", func(t *testing.T) { cachedPages(t, uriel) })
	t.Run("menu", func(t *testing.T) { menuPage(t, uriel) })
	t.Run("crowd", func(t *testing.T) { crowd(t, uriel) })
	t.Run("object", func(t *testing.T) { largeObject(t, uriel) })
}

// cachedPage: half of the requests for a page that is kept take 1 ms at most.
func cachedPage(t *testing.T, uriel string) {
	const n, most = 3000, time.Millisecond
	s, path := serveGateway(t, uriel), pageOf(menuServer(t, 0).URI("/1/"))
	c := s.call(t)
	var times []time.Duration
	before := s.cpu(t)
	for range n {
		began := time.Now()
		if err := c.get(path); err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Since(began))
	}
	cpu := (s.cpu(t) - before) / n
	p50, p99 := percentile(times, 50), percentile(times, 99)
	t.Logf("a page that is kept: p50 %v, p99 %v, CPU time %v each", p50, p99, cpu)
	if p50 > 4*most || cpu > most {
		t.Errorf("p50 %v, CPU time %v: want %v", p50, cpu, most)
	}
}

// cachedPages: two cores serve 5,000 of them a second, so one takes 0.4 ms of CPU time
// at most.
func cachedPages(t *testing.T, uriel string) {
	const callers, each, most = 16, 1500, 400 * time.Microsecond
	s, path := serveGateway(t, uriel), pageOf(menuServer(t, 0).URI("/1/"))
	s.ask(t, path)
	s.ask(t, path)
	before, began := s.cpu(t), time.Now()
	var all sync.WaitGroup
	for range callers {
		c := s.call(t)
		all.Go(func() {
			for range each {
				if err := c.get(path); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	took, cpu := time.Since(began), (s.cpu(t)-before)/(callers*each)
	rate := callers * each / took.Seconds()
	t.Logf("%d callers: %.0f pages a second beside their callers, CPU time %v each", callers, rate, cpu)
	if cpu > most || rate < 1000 {
		t.Errorf("%.0f pages a second, CPU time %v each: want %v at most", rate, cpu, most)
	}
}

// menuPage: the page of a menu that is not kept takes 1.2 of the time that getting the
// menu takes, of a server that answers in 20 ms, as near ones do.
func menuPage(t *testing.T, uriel string) {
	const n, late, most = 50, 20 * time.Millisecond, 1.2
	for _, x := range []struct {
		late time.Duration
		most float64
	}{{late, most * 1.25}, {5 * time.Millisecond, 0}, {0, 0}} {
		server := menuServer(t, x.late)
		s, u := serveGateway(t, uriel, "--cache", "0"), server.URI("/1/")
		client := gopherclient.New(get.Env{Policy: policy.CLI(known.Table()).AllowPrivate()})
		c := s.call(t)
		var fetches, pages []time.Duration
		for range n {
			began := time.Now()
			fetchMenu(t, client, u)
			fetches = append(fetches, time.Since(began))
			began = time.Now()
			if err := c.get(pageOf(u)); err != nil {
				t.Fatal(err)
			}
			pages = append(pages, time.Since(began))
		}
		fetch, page := percentile(fetches, 50), percentile(pages, 50)
		ratio := float64(page) / float64(fetch)
		t.Logf("a menu of 32 items, of a server that takes %v: p50 of getting it %v, of its page %v, ratio %.2f", x.late, fetch, page, ratio)
		if x.most > 0 && ratio > x.most {
			t.Errorf("ratio %.2f, want %.2f", ratio, most)
		}
	}
}

func fetchMenu(t *testing.T, h get.Handler, u uri.URI) {
	t.Helper()
	res, err := h.Get(context.Background(), &get.Request{URI: u})
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	items := 0
	for _, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		items++
	}
	if items != 32 {
		t.Fatalf("%d items", items)
	}
}

// crowd: beside 10,000 clients that keep their connection, and 500 that read as slowly
// as they can, 99 of 100 requests of others take 50 ms at most, and the gateway holds
// 100 MiB at most.
func crowd(t *testing.T, uriel string) {
	const idle, slow, n, most, memory = 10_000, 500, 2000, 50 * time.Millisecond, 100 << 20
	raiseFiles(t, idle+2*slow+1000)
	files := serveSizes(t, map[string]int64{"large.bin": 14 << 20})
	s, path := serveGateway(t, uriel), pageOf(menuServer(t, 0).URI("/1/"))
	s.ask(t, path)
	large := rawOf(files.URI("/9/large.bin"))
	s.ask(t, large)
	for range idle {
		if err := s.call(t).get("/healthz"); err != nil {
			t.Fatal(err)
		}
	}
	for range slow {
		c := s.call(t)
		c.Conn.(*net.TCPConn).SetReadBuffer(4 << 10)
		if _, err := io.WriteString(c, "GET "+large+" HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		metric string
		least  float64
	}{{`uriel_connections{state="idle"}`, idle}, {"uriel_requests_in_flight", slow}} {
		if got := s.await(t, x.metric, x.least); got < x.least {
			t.Errorf("%s is %v, want %v: it is no such crowd", x.metric, got, x.least)
		}
	}
	c := s.call(t)
	var times []time.Duration
	for range n {
		began := time.Now()
		if err := c.get(path); err != nil {
			t.Fatal(err)
		}
		times = append(times, time.Since(began))
	}
	p50, p99 := percentile(times, 50), percentile(times, 99)
	t.Logf("beside %d idle clients and %d slow ones: p50 %v, p99 %v, memory %d MiB, at most %d MiB", idle, slow, p50, p99, s.memory(t, "VmRSS")>>20, s.memory(t, "VmHWM")>>20)
	if p99 > 4*most || s.memory(t, "VmHWM") > memory {
		t.Errorf("p99 %v, memory %d MiB at most: want %v and %d MiB", p99, s.memory(t, "VmHWM")>>20, most, int64(memory)>>20)
	}
}

// await waits until a metric is large enough, and returns what it is in the end.
func (s *served) await(t *testing.T, name string, least float64) (value float64) {
	t.Helper()
	for range 200 {
		res, err := http.Get("http://" + s.addr + "/metrics")
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(text), "\n"+name+" ")
		number, _, _ := strings.Cut(rest, "\n")
		if value, err = strconv.ParseFloat(number, 64); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if value >= least {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	return value
}

// raiseFiles raises how many files this process and its children may have open.
func raiseFiles(t *testing.T, n uint64) {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	before := limit
	limit.Cur, limit.Max = max(limit.Cur, n), max(limit.Max, n)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Skipf("not measured: %d files cannot be open here (the limit is %d): %v", n, before.Max, err)
	}
}

// largeObject: an object of 1 GB goes through in 64 MiB of memory.
func largeObject(t *testing.T, uriel string) {
	const size, memory = 1_000_000_000, 64 << 20
	files := serveSizes(t, map[string]int64{"huge.bin": size})
	s := serveGateway(t, uriel, "--limit", "body=2G", "--limit", "total=10m")
	began, before := time.Now(), s.cpu(t)
	res, err := http.Get("http://" + s.addr + rawOf(files.URI("/9/huge.bin")))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	got, err := io.Copy(io.Discard, res.Body)
	if err != nil || got != size {
		t.Fatalf("%d of %d bytes came: %v", got, int64(size), err)
	}
	took, most := time.Since(began), s.memory(t, "VmHWM")
	t.Logf("1 GB in %v, CPU time %v, memory %d MiB at most", took, s.cpu(t)-before, most>>20)
	if most > memory {
		t.Errorf("memory %d MiB, want %d MiB at most", most>>20, int64(memory)>>20)
	}
}
