package pack_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/pack"
	"uriel.dev/find/roff"
)

// container reads names that end in .1 as pages of the manual.
var container = pack.New(inner)

func inner(_, name string) (find.Container, bool) {
	switch filepath.Ext(name) {
	case ".1":
		return roff.Container, true
	case ".gz", ".tar":
		return pack.New(inner), true
	}
	return find.Container{}, false
}

// written returns what write writes through a writer that w makes.
func written[W io.Closer](w func(io.Writer) W, write func(W)) string {
	var b bytes.Buffer
	z := w(&b)
	write(z)
	z.Close()
	return b.String()
}

func gz(text string) string {
	return written(gzip.NewWriter, func(w *gzip.Writer) { io.WriteString(w, text) })
}

func xzOf(text string) string {
	return written(func(w io.Writer) *xz.Writer { z, _ := xz.NewWriter(w); return z }, func(w *xz.Writer) { io.WriteString(w, text) })
}

func zstOf(text string) string {
	return written(func(w io.Writer) *zstd.Encoder { z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1)); return z }, func(w *zstd.Encoder) { io.WriteString(w, text) })
}

func tarOf(files ...string) string {
	return written(tar.NewWriter, func(w *tar.Writer) {
		for i := 0; i < len(files); i += 2 {
			w.WriteHeader(&tar.Header{Name: files[i], Size: int64(len(files[i+1])), Mode: 0o644, Typeflag: tar.TypeReg})
			io.WriteString(w, files[i+1])
		}
		w.WriteHeader(&tar.Header{Name: "http://x.y/", Typeflag: tar.TypeDir})
	})
}

func zipOf(files ...string) string {
	return written(zip.NewWriter, func(w *zip.Writer) {
		for i := 0; i < len(files); i += 2 {
			f, _ := w.Create(files[i])
			io.WriteString(f, files[i+1])
		}
	})
}

// bz2 is "see http://a.b/\n" by bzip2.
var bz2 = func() string {
	b, _ := hex.DecodeString("425a6839314159265359d1dad8d4000006d98000104001801032404c002000310340d020068d102c09d6cb3bc5bbc5dc914e14243476b63500")
	return string(b)
}()

func TestScan(t *testing.T) {
	const text, found = "see http://a.b/\n", "bare http://a.b/ in "
	containertest.Run(t, container, []containertest.Test{
		{gz(text), found + "unpacked", "gzip"},
		{bz2, found + "unpacked", "bzip2"},
		{xzOf(text), found + "unpacked", "xz"},
		{zstOf(text), found + "unpacked", "zstd"},
		{tarOf("d/a.txt", text, "b.1", ".UR a\\:b\n"), found + `d/a.txt; man ab as "a\\:b" in b.1`, "tar"},
		{zipOf("a", text, "d/", "", "b.1", ".UR a\\:b\n"), found + `a; man ab as "a\\:b" in b.1`, "zip, in memory"},
		{gz(tarOf("a.gz", gz(text))), found + "unpacked/a.gz/a", "packed files in packed files"},
		{tarOf("b.1", gz(text)), found + "b.1/b.1", "what is packed goes before what the name says"},
		{tarOf("b.gz", text, "c", ""), found + "b.gz", "a name that is wrong"},
		{text, "bare http://a.b/", "a file that is not packed"},
		{"", "", "nothing"},
	})
}

// TestFile reads files: their names count, and zip files are read in place.
func TestFile(t *testing.T) {
	for _, test := range [][3]string{
		{"x.1.gz", gz(".UR a\\:b\n"), "x.1"},
		{"x.tgz", gz(tarOf("a.1", ".UR a\\:b\n")), "x.tar/a.1"},
		{"x.jar", zipOf("a.1", ".UR a\\:b\n", "big", noise(17<<20)), "a.1"},
	} {
		name := filepath.Join(t.TempDir(), test[0])
		if err := os.WriteFile(name, []byte(test[1]), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for m, err := range container.Scan(containertest.Finder, f) { // the first
			got = fmt.Sprint(m.Form, " ", m.URI, " ", m.Part, " ", err)
			break
		}
		f.Close()
		if want := "man ab " + test[2] + " <nil>"; got != want {
			t.Errorf("%s: %q, want %q", test[0], got, want)
		}
	}
}

func TestIsPacked(t *testing.T) {
	for text, want := range map[string]bool{
		gz("x"): true, bz2: true, xzOf("x"): true, zstOf("x"): true, tarOf("a", "x"): true, zipOf("a", "x"): true, zipOf(): true,
		"": false, "PK": false, "ustar": false, "\x1f\x8b": false, strings.Repeat("x", 300): false,
	} {
		if got := pack.IsPacked([]byte(text[:min(len(text), pack.HeadLen)])); got != want {
			t.Errorf("%.20q: %v", text, got)
		}
	}
}

func TestErrors(t *testing.T) {
	deep := "http://a.b/"
	for range 20 {
		deep = gz(deep)
	}
	var names []string
	for i := range 5_000 {
		names = append(names, fmt.Sprintf("%01000d", i), "")
	}
	encrypted := []byte(zipOf("a", "http://a.b/"))
	for _, header := range []string{"PK\x03\x04", "PK\x01\x02"} {
		at := bytes.Index(encrypted, []byte(header))
		encrypted[at+map[string]int{"PK\x03\x04": 6, "PK\x01\x02": 8}[header]] |= 1
	}
	long := strings.Repeat("http://a.b/ ", 10_000)
	for _, test := range []struct{ text, want, why string }{
		{deep, `limit called "depth"`, "packed many times"},
		{tarOf("a", zstOf(strings.Repeat("\x00", 72<<20))), `a: a: more than 1000 bytes for each of the file, the limit called "ratio"`, "little that becomes much"},
		{zipOf(names...), `limit called "directory"`, "a long list"},
		{tarOf("a.zip", zipOf("a", "x")+strings.Repeat("x", 17<<20)), `limit called "zip"`, "a zip file that is no file"},
		{string(encrypted), "a: it is encrypted", "a password"},
		{gz(long)[:200], "unpacked: its compression is broken", "a file that is cut"},
		{"\x1f\x8b\x08", "its compression is broken", "a head alone"},
		{tarOf("a", strings.Repeat("x", 1000))[:600], "unexpected EOF", "an archive that is cut"},
		{"PK\x03\x04", "zip: not a valid zip file", "a head alone"},
		{tarOf("a", gz("x")[:15], "b", "http://a.b/"), "a: a: its compression is broken", "a member that is broken"},
	} {
		if got := containertest.Errors(container, test.text); !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.why, got, test.want)
		}
	}
	if got := containertest.Show(containertest.Check(t, container, []byte(tarOf("a", gz("x")[:15], "b", "http://a.b/")))); got != "bare http://a.b/ in b" {
		t.Errorf("behind a member that is broken: %q", got)
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{gz("http://a.b/"), bz2, zstOf("http://a.b/"), tarOf("a", "http://a.b/", "b.gz", gz("http://c.d/")), zipOf("a", "http://a.b/"), "http://a.b/"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if bytes.HasPrefix(text, []byte("\xfd7zXZ")) {
			return // its dictionary takes too long to make again and again
		}
		containertest.Check(t, container, text)
	})
}

// noise returns n bytes that cannot be packed.
func noise(n int) string {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{}).Read(b)
	return string(b)
}

func TestMemory(t *testing.T) {
	text := noise(4<<10) + " http://a.b/\n"
	containertest.Memory(t, container, gz(text), zstOf(text))
}

func BenchmarkScan(b *testing.B) {
	text := strings.Repeat("The text of a file is like this, see http://h.example/.\n", 20<<10)
	packed := gz(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		for range container.Scan(containertest.Finder, strings.NewReader(packed)) {
		}
	}
}
