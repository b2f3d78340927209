package whatisread

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var sources = []mandocSource{
	{"\x1ebzip2\x00\x12bunzip2\x00\x10bzcat\x00\x02bz\x00\x01synopsis\x00", "1\x00", "a compressor", "\x01man1/bunzip2.1.gz\x00man1/bzcat.1.gz\x00man1/bzip2.1\x00"},
	{"\x1eSocket\x00", "3\x003perl\x00", "networking constants", "\x01man3/Socket.3perl.gz\x00"},
	{"\x1etwo\x00\x12deux\x00", "3\x003p\x008\x00", "", "\x01man3/deux.3\x00man3/two.3\x00man8/two.8\x00man8/i386/two.8\x00"},
	{"\x10catpage\x00", "1\x00", "only formatted", "\x02cat1/catpage.0\x00"},
	{"\x10catpage\x00\x10catpage\x00\x10\x00", "6\x00", "repeated", "\x01man6/catpage\x00"},
}

func TestReadMandoc(t *testing.T) {
	got, err := ReadMandoc(buildMandoc(sources...))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "mandoc.db", got, []Entry{
		{Name: "Socket", Section: "3perl", About: "networking constants", Page: "Socket"},
		{Name: "bunzip2", Section: "1", About: "a compressor", Page: "bunzip2"},
		{Name: "bz", Section: "1", About: "a compressor", Page: "bunzip2"},
		{Name: "bzcat", Section: "1", About: "a compressor", Page: "bzcat"},
		{Name: "bzip2", Section: "1", About: "a compressor", Page: "bzip2"},
		{Name: "catpage", Section: "1", About: "only formatted", Page: "catpage", Formatted: true},
		{Name: "catpage", Section: "6", About: "repeated", Page: "catpage"},
		{Name: "deux", Section: "3", Page: "deux"},
		{Name: "two", Section: "3", Page: "two"},
		{Name: "two", Section: "8", Page: "two"},
	})
	if got, err := ReadMandoc(buildMandoc()); err != nil || len(got) != 0 {
		t.Errorf("without pages: %v, %v", got, err)
	}
}

func TestReadMandocBroken(t *testing.T) {
	good := buildMandoc(sources...)
	set := func(at int, bytes ...byte) []byte {
		return slices.Concat(good[:at], bytes, good[at+len(bytes):])
	}
	list := pagesAt + len(sources)*pageSize
	for _, test := range []struct {
		in   []byte
		want string
	}{
		{nil, "magic number"},
		{good[:19], "magic number"},
		{set(0, 0), "magic number"},
		{set(7, 2), "version 2"},
		{set(12, 0xff), "its end is missing"},
		{set(12, 0x7f), "its end is missing"},
		{set(15, 0), "its end is missing"},
		{good[:len(good)-1], "its end is missing"},
		{set(16, 0x7f), "too short"},
		{set(16, 0xff), "too short"},
		{set(pagesAt, 0xff), "outside the file"},
		{set(pagesAt+4, 0x7f), "outside the file"},
		{set(pagesAt+8+4, 0x7f), "outside the file"},
		{set(pagesAt+16, 0, 0, 0, 0), "outside the file"},
		{set(pagesAt, good[12:16]...), "has no end"},
		{set(list, 0, 0), "is empty"},
		{set(list, 0, 1), "is empty"},
		{overlappingMandoc(100), "strings overlap"},
	} {
		got, err := ReadMandoc(test.in)
		if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), test.want) || got != nil {
			t.Errorf("%d entries, %v; want %q", len(got), err, test.want)
		}
	}
	for n := range good {
		if _, err := ReadMandoc(good[:n]); !errors.Is(err, ErrBroken) {
			t.Fatalf("%d bytes of %d: %v", n, len(good), err)
		}
	}
}

// overlappingMandoc makes a file of n pages, all of which have the same long lists.
func overlappingMandoc(n int) []byte {
	pages := slices.Repeat([]mandocSource{{"\x10x\x00", "1\x00", "", "\x01man1/x.1\x00"}}, n)
	pages[0].names = strings.Repeat("\x10x\x00", 100*n)
	b := buildMandoc(pages...)
	for i := range n {
		copy(b[pagesAt+i*pageSize:], b[pagesAt:pagesAt+pageSize])
	}
	return b
}

// TestMakewhatis: what makewhatis of mandoc writes is read as whatis of mandoc does.
func TestMakewhatis(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"man1/ls.1":          ".TH LS 1\n.SH NAME\nls, dir \\- list directory contents\n",
		"man1/vdir.1":        ".so man1/ls.1\n",
		"man3/Socket.3perl":  ".TH Socket 3perl\n.SH NAME\nSocket \\- networking constants\n",
		"man4/i386/foo.4":    ".Dd x\n.Dt FOO 4 i386\n.Os\n.Sh NAME\n.Nm foo ,\n.Nm bar\n.Nd a device\n.Sh SYNOPSIS\n.Nm baz\n",
		"cat1/formatted.0":   "F(1)\n\nNAME\n     formatted - without source\n",
		"man8/nothing.8":     ".TH NOTHING 8\n.SH SYNOPSIS\nnothing\n",
		"man1/README":        "not a page",
		"man5/ending.5.gzip": "not a page",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("makewhatis", root).CombinedOutput(); err != nil {
		t.Skipf("a database of mandoc is NOT compared: makewhatis: %v %s", err, out)
	}
	b, err := os.ReadFile(filepath.Join(root, "mandoc.db"))
	if err != nil {
		t.Skipf("a database of mandoc is NOT compared: makewhatis is not that of mandoc: %v", err)
	}
	got, err := ReadMandoc(b)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "mandoc.db", got, []Entry{
		{Name: "Socket", Section: "3perl", About: "networking constants", Page: "Socket"},
		{Name: "bar", Section: "4", About: "a device", Page: "foo"},
		{Name: "dir", Section: "1", About: "list directory contents", Page: "ls"},
		{Name: "foo", Section: "4", About: "a device", Page: "foo"},
		{Name: "formatted", Section: "1", About: "without source", Page: "formatted", Formatted: true},
		{Name: "ls", Section: "1", About: "list directory contents", Page: "ls"},
		{Name: "nothing", Section: "8", About: "nothing", Page: "nothing"},
		{Name: "vdir", Section: "1", About: "list directory contents", Page: "vdir"},
	})
}

func FuzzReadMandoc(f *testing.F) {
	f.Add(buildMandoc(sources...))
	f.Add(buildMandoc())
	f.Add(overlappingMandoc(5))
	f.Fuzz(func(t *testing.T, in []byte) {
		entries, err := ReadMandoc(in)
		if err != nil && !errors.Is(err, ErrBroken) {
			t.Errorf("%v is not ErrBroken", err)
		}
		sound(t, entries, in)
	})
}
