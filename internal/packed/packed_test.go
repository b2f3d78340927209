package packed

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"github.com/ulikunitz/xz/lzma"
)

func gz(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

func xzOf(s string) []byte {
	var b bytes.Buffer
	w, _ := xz.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.Bytes()
}

func lzmaOf(s string) []byte {
	var b bytes.Buffer
	w, _ := lzma.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.Bytes()
}

func zstOf(s string) []byte {
	w, _ := zstd.NewWriter(nil)
	defer w.Close()
	return w.EncodeAll([]byte(s), nil)
}

// hello is "hello\n" by bzip2.
const hello = "425a6839314159265359c1c080e2000001410000100244a00030cd00c3462997177245385090c1c080e2"

func TestReadAll(t *testing.T) {
	whole := gz(strings.Repeat("hello\n", 1000))
	broken := []byte(whole)
	broken[12] ^= 0xff
	for _, test := range []struct {
		name, text string
		want       string
		err        error
	}{
		{"a.info", "hello\n", "hello\n", nil},
		{"a.gz.info", "hello\n", "hello\n", nil},
		{".gz", "hello\n", "hello\n", nil},
		{"a.info.gz", gz("hello\n"), "hello\n", nil},
		{"a.info.gz", gz("hello\n") + gz("more\n"), "hello\nmore\n", nil},
		{"a.info.gz", whole, "", LimitError(100)},
		{"a.info.gz", gz("hello\n")[:25], "", ErrBroken},
		{"a.info.gz", string(broken), "", ErrBroken},
		{"a.info.gz", "hello\n", "", ErrBroken},
		{"a.info.gz", "", "", ErrBroken},
		{"a.info.bz2", "BZh9", "", ErrBroken},
		{"a.info.bz2", "BZh91AY&SYxxxxxxxxxxxxxxxxx", "", ErrBroken},
		{"a.info.xz", string(xzOf("hello\n")), "hello\n", nil},
		{"a.info.xz", string(xzOf("hello\n")[:30]), "", ErrBroken},
		{"a.info.xz", "\xfd7zXZ\x00", "", ErrBroken},
		{"a.info.lzma", string(lzmaOf("hello\n")), "hello\n", nil},
		{"a.info.lzma", "", "", ErrBroken},
		{"a.info.zst", string(zstOf("hello\n")), "hello\n", nil},
		{"a.info.zst", "hello\n", "", ErrBroken},
		{"a.info.lz", "", "", ErrUnread},
		{"a.info.Z", "", "", ErrUnread},
		{"a.info", strings.Repeat("x", 101), "", LimitError(100)},
	} {
		got, err := ReadAll(strings.NewReader(test.text), test.name, 100)
		if string(got) != test.want && test.err == nil || !errors.Is(err, test.err) {
			t.Errorf("%s %.20q: %q, %v; want %q, %v", test.name, test.text, got, err, test.want, test.err)
		}
	}
	fails := errors.New("the disk")
	for _, name := range []string{"a", "a.gz", "a.bz2", "a.xz", "a.lzma", "a.zst"} {
		if _, err := ReadAll(iotest.ErrReader(fails), name, 100); !errors.Is(err, fails) || errors.Is(err, ErrBroken) {
			t.Errorf("%s: %v, want what the file says", name, err)
		}
	}
}

func TestBzip2(t *testing.T) {
	packed, err := hex.DecodeString(hello)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := ReadAll(bytes.NewReader(packed), "a.bz2", 100); string(got) != "hello\n" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestStrip(t *testing.T) {
	for name, want := range map[string]string{"ls.1": "ls.1", "ls.1.gz": "ls.1", "ls.1.zst": "ls.1", "ls.1.gz.gz": "ls.1.gz", ".gz": ".gz", "gz": "gz", "": "", "a.Z": "a"} {
		if got := Strip(name); got != want {
			t.Errorf("%q without its ending is %q, want %q", name, got, want)
		}
	}
}
