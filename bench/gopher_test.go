package bench

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme/gopher/gopherclient"
	"uriel.dev/scheme/gopher/gopherserver"
	"uriel.dev/scheme/gopher/gophertest"
	"uriel.dev/scheme/known"
)

// serveSizes serves files of some sizes by gopher.
func serveSizes(tb testing.TB, sizes map[string]int64) *gophertest.Server {
	tb.Helper()
	dir := tb.TempDir()
	for name, size := range sizes {
		file, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			tb.Fatal(err)
		}
		if err := file.Truncate(size); err != nil {
			tb.Fatal(err)
		}
		file.Close()
	}
	return gophertest.ServeFiles(tb, &gopherserver.Server{Files: os.DirFS(dir)})
}

// TestGopherSpeed: from start to end, `uriel get` takes at most 0.7 of the time
// that curl takes for an item of 200 MB that nobody keeps. For one of 1 KB, which
// is nearly all the start of the process, that is aimed at and not reached yet. A
// machine that is busy with other things is let take longer.
func TestGopherSpeed(t *testing.T) {
	curl, err := exec.LookPath("curl")
	if err != nil {
		t.Fatal(err)
	}
	uriel := filepath.Join(t.TempDir(), "uriel")
	build(t, "..", uriel, "./cmd/uriel")
	s := serveSizes(t, map[string]int64{"small.bin": 1 << 10, "large.bin": 200e6})
	for _, x := range []struct {
		item string
		runs int
		most float64 // of the time of curl
	}{{"small.bin", 61, 1.5}, {"large.bin", 41, 1.1}} {
		t.Run(x.item, func(t *testing.T) {
			address := s.URI("/9/" + x.item).String()
			ours, theirs := interleaved(t, x.runs, []string{uriel, "get", address}, []string{curl, "-s", address})
			ratio := float64(ours.wall) / float64(theirs.wall)
			t.Logf("medians of %d runs: uriel %v, CPU time %v; curl %v, CPU time %v; ratio %.2f", x.runs, ours.wall, ours.cpu, theirs.wall, theirs.cpu, ratio)
			if ratio > x.most {
				t.Errorf("uriel takes %.2f of the time of curl, want %.2f at most", ratio, x.most)
			}
		})
	}
}

// A spent is what a run of a program took.
type spent struct{ wall, cpu time.Duration }

// interleaved runs two programs in turn, so that a busy machine slows both
// alike, and returns the medians.
func interleaved(t *testing.T, runs int, a, b []string) (ofA, ofB spent) {
	t.Helper()
	var wall, cpu [2][]time.Duration
	for range runs {
		for i, args := range [...][]string{a, b} {
			began := time.Now()
			cpu[i] = append(cpu[i], runTime(t, args[0], args[1:]...))
			wall[i] = append(wall[i], time.Since(began))
		}
	}
	return spent{median(wall[0]), median(cpu[0])}, spent{median(wall[1]), median(cpu[1])}
}

// TestGopherMany: 200 items of 1 KB, one behind the other, take 0.2 s at most.
func TestGopherMany(t *testing.T) {
	const items, passes, most = 200, 11, 600 * time.Millisecond // 200 ms where nothing else goes on
	s := serveSizes(t, map[string]int64{"small.bin": 1 << 10})
	h := gopherclient.New(get.Env{Policy: policy.CLI(known.Table()).AllowPrivate()})
	var times []time.Duration
	for range passes {
		began := time.Now()
		for range items {
			fetchGopher(t, h, s)
		}
		times = append(times, time.Since(began))
	}
	took := median(times)
	t.Logf("median of %d passes: %d items in %v", passes, items, took)
	if took > most {
		t.Errorf("%d items take %v, want %v at most", items, took, most)
	}
}

func fetchGopher(tb testing.TB, h get.Handler, s *gophertest.Server) {
	tb.Helper()
	res, err := h.Get(context.Background(), &get.Request{URI: s.URI("/9/small.bin")})
	if err != nil {
		tb.Fatal(err)
	}
	defer res.Close()
	if n, err := io.Copy(io.Discard, res.Answer.(*get.Object).Body); err != nil || n != 1<<10 {
		tb.Fatalf("%d bytes, %v", n, err)
	}
}

// BenchmarkGopher gets an item of 1 KB.
func BenchmarkGopher(b *testing.B) {
	s := serveSizes(b, map[string]int64{"small.bin": 1 << 10})
	h := gopherclient.New(get.Env{Policy: policy.CLI(known.Table()).AllowPrivate()})
	for b.Loop() {
		fetchGopher(b, h, s)
	}
}
