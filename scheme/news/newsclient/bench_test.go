package newsclient

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"testing"

	"uriel.dev/get"
)

// serveOverview serves one group of n articles on loopback, from a script, so
// that what is measured is the client.
func serveOverview(tb testing.TB, n int) (addr string) {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	line := "%d\tRe: The subject of an article of usual length\tJoe Example <joe@news.example>\tTue, 24 Dec 2024 10:00:00 +0100\t<%d.0123456789abcdef@news.example>\t<1.0123456789abcdef@news.example> <2.0123456789abcdef@news.example>\t4321\t42\tXref: news.example a.b:%d\r\n"
	chunk := make([]byte, 0, 64<<10)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			fmt.Fprintf(conn, "200 hi\r\n200 reader\r\n211 %d 1 %d a.b\r\n224 overview\r\n", n, n)
			for i := 1; i <= n && err == nil; i++ {
				if chunk = fmt.Appendf(chunk, line, i, i, i); len(chunk) > 60<<10 {
					_, err = conn.Write(chunk)
					chunk = chunk[:0]
				}
			}
			conn.Write(append(chunk, ".\r\n"...))
			chunk = chunk[:0]
			io.Copy(io.Discard, conn)
			conn.Close()
		}
	}()
	tb.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String()
}

// BenchmarkOverview lists a group of 100,000 articles; lines/s is what counts.
func BenchmarkOverview(b *testing.B) {
	const n = 100_000
	h := New(env(serveOverview(b, n)))
	b.ReportAllocs()
	for b.Loop() {
		res, err := h.Get(b.Context(), request("news:a.b"))
		if err != nil {
			b.Fatal(err)
		}
		got := 0
		for e, err := range res.Answer.(*get.Listing).Entries {
			if err != nil || e.URI.IsZero() {
				b.Fatal(e, err)
			}
			got++
		}
		res.Close()
		if got != n {
			b.Fatalf("%d entries", got)
		}
	}
	b.ReportMetric(float64(n*b.N)/b.Elapsed().Seconds(), "lines/s")
}

// TestOverviewIsFlat: a long list is not held.
func TestOverviewIsFlat(t *testing.T) {
	const n, most = 100_000, 4 << 20
	res, err := New(env(serveOverview(t, n))).Get(t.Context(), request("news:a.b"))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Close()
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, got := heap(), 0
	for _, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			t.Fatal(err)
		}
		if got++; got == n-1 {
			if now := heap(); now > before+most {
				t.Errorf("the heap grew by %d bytes over %d entries", now-before, got)
			}
		}
	}
	if got != n {
		t.Errorf("%d entries, want %d", got, n)
	}
}
