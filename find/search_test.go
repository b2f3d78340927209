package find

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestSkip compares skip with canBeMark, place by place: there is one way to
// write it down and another for the processor.
func TestSkip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const bytes = ":@.wp =a\n\x00\x1f!\x7f\x80\xff"
	marks := 0
	for n := range 3000 {
		b := make([]byte, r.IntN(80)+1)
		for i := range b {
			if b[i] = 'x'; r.IntN(1+n%8) == 0 {
				b[i] = bytes[r.IntN(len(bytes))]
			}
		}
		for i := 1; i <= len(b); i++ {
			want := i
			for want < len(b) && !canBeMark(b, want) {
				want++
			}
			if got := skip(b, i); got != want {
				t.Fatalf("%q from %d: %d, want %d", b, i, got, want)
			}
			if want < len(b) {
				marks++
			}
		}
	}
	if marks < 1000 {
		t.Fatalf("saw %d marks only", marks)
	}
}

// TestSkipAtEnds sees that nothing outside of the text is read: at the end of a
// page there may be none behind it.
func TestSkipAtEnds(t *testing.T) {
	for n := range 40 {
		b := bytes.Repeat([]byte{'x'}, 64)
		part := b[8 : 8+n : 8+n]
		b[7], b[8+n] = 'w', ':'
		if got := skip(part, min(1, n)); got != n {
			t.Errorf("in %d bytes a mark at %d", n, got)
		}
	}
}
