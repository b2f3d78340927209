package get_test

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"errors"
	"io"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/policy"
)

func gunzip(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }

func packed(t *testing.T, text string) io.Reader {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return &b
}

// TestUnpack: a bomb is given up long before it is unpacked, and what is packed
// as well as texts are is not.
func TestUnpack(t *testing.T) {
	noise := make([]byte, 2<<20)
	rand.Read(noise)
	page := strings.Repeat(string(noise[:1<<10])+strings.Repeat(" ", 40<<10), 50) // about 40 to 1
	for _, x := range []struct {
		name  string
		ratio int
		text  string
		most  int // bytes that are read of a bomb; 0 is all
	}{
		{"noise", 100, string(noise), 0},
		{"a page", 100, page, 0},
		{"little", 100, strings.Repeat("x", 1<<20), 0},
		{"nothing", 100, "", 0},
		{"a bomb", 100, strings.Repeat("x", 8<<20), 4 << 20},
		{"a bomb without a limit", 0, strings.Repeat("x", 4<<20), 0},
	} {
		n, err := io.Copy(io.Discard, get.Unpack(policy.Limits{Ratio: x.ratio}, packed(t, x.text), gunzip))
		e, _ := errors.AsType[*get.Error](err)
		switch {
		case x.most == 0 && (err != nil || n != int64(len(x.text))):
			t.Errorf("%s: %d of %d bytes, %v", x.name, n, len(x.text), err)
		case x.most > 0 && (e == nil || e.Kind != get.Limit || n > int64(x.most) || !strings.Contains(err.Error(), "--limit ratio=N")):
			t.Errorf("%s: %d bytes, then %v", x.name, n, err)
		}
	}
	if n, err := io.Copy(io.Discard, get.Unpack(policy.Limits{}, strings.NewReader("no gzip"), gunzip)); n > 0 || !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, gzip.ErrHeader) {
		t.Errorf("no gzip: %d bytes, %v", n, err)
	}
}
