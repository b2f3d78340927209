package bench

import (
	"fmt"
	"io"
	"net"
	"runtime"
	"testing"

	"uriel.dev/get"
	"uriel.dev/scheme/news/newsclient"
	"uriel.dev/uri"
)

// serveGroup serves one group of n articles, of which the answers are made
// beforehand, so that what is measured is the client.
func serveGroup(tb testing.TB, n int) uri.URI {
	tb.Helper()
	answers := fmt.Appendf(nil, "200 hi\r\n200 reader\r\n211 %d 1 %[1]d a.b\r\n224 overview\r\n", n)
	for i := range n {
		answers = fmt.Appendf(answers, "%d\tRe: The subject of an article of usual length\tJoe Example <joe@news.example>\tTue, 24 Dec 2024 10:00:00 +0100\t"+
			"<%[1]d.0123456789abcdef@news.example>\t<1.0123456789abcdef@news.example> <2.0123456789abcdef@news.example>\t4321\t42\tXref: news.example a.b:%[1]d\r\n", i+1)
	}
	answers = append(answers, ".\r\n"...)
	addr := serve(tb, func(conn net.Conn) {
		conn.Write(answers)
		io.Copy(io.Discard, conn)
	})
	return uri.MustParse("news://" + addr + "/a.b")
}

// TestNewsOverview: a group of 100,000 articles is listed at 300,000 lines in a
// second of a processor or more, and no more of the list is held at its end than
// in its middle.
func TestNewsOverview(t *testing.T) {
	const articles, runs, want, most = 100_000, 9, 300_000, 1 << 20
	u := serveGroup(t, articles)
	c := client("news", newsclient.New)
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	list := func(at func(entry int)) {
		res, err := c.Get(t.Context(), &get.Request{URI: u})
		if err != nil {
			t.Fatal(err)
		}
		defer res.Close()
		n := 0
		for e, err := range res.Answer.(*get.Listing).Entries {
			if err != nil || e.URI.IsZero() {
				t.Fatalf("entry %d: %+v, %v", n, e, err)
			}
			n++
			at(n)
		}
		if n != articles {
			t.Fatalf("%d entries", n)
		}
	}
	var took spent
	for i := range runs {
		now := measured(func() { list(func(int) {}) })
		if i == 0 || now.cpu < took.cpu {
			took = now
		}
	}
	rate := float64(articles) / took.cpu.Seconds()
	t.Logf("%d lines: %v, CPU time %v: %.0f lines in a second of a processor", articles, took.wall, took.cpu, rate)
	if rate < want {
		t.Errorf("%.0f lines in a second of a processor, want %d", rate, want)
	}
	var middle, end uint64
	list(func(entry int) {
		switch entry {
		case articles / 2:
			middle = heap()
		case articles:
			end = heap()
		}
	})
	t.Logf("held: %d KiB in the middle, %d KiB at the end", middle>>10, end>>10)
	if end > middle+most {
		t.Errorf("%d bytes are held in the middle and %d at the end", middle, end)
	}
}
