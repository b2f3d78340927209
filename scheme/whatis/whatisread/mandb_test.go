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

// pairs are records of a database of version 2.5.0.
var pairs = []string{
	"$version$", "2.5.0",
	"ls", "-\t1\t1\t1663838462\t0\tA\t-\t-\tgz\tlist directory contents",
	"dir", "-\t1\t1\t1663838462\t0\tC\tls\t-\tgz\t",
	"vdir", "-\t1\t1\t1663838462\t0\tC\tdir\t-\tgz\t",
	"zcat", "-\t1\t1\t1663838462\t0\tB\t-\t-\tgz\tcompress\tor expand",
	"socket", "\tSocket\t3perl\tsocket\t2",
	"Socket\t3perl", "-\t3perl\t3\t1790647147\t0\tA\t-\t-\tgz\tnetworking constants",
	"socket\t2", "-\t2\t2\t1682851326\t12345\tA\t-\tt\tgz\tcreate an endpoint",
	"encode::mime::name", "Encode::MIME::Name\t3perl\t3\t1\t0\tA\t-\t-\tgz\t- internally used",
	"stray", "-\t1\t1\t1\t0\tD\t-\t-\t-\ta formatted page",
	"strayed", "-\t1\t1\t1\t0\tE\tstray\t-\t-\t",
	"undescribed", "-\t8\t8\t1\t0\tA\t-\t-\tgz\t",
	"dangling", "-\t8\t8\t1\t0\tC\tls\t-\tgz\t",
	"loop", "-\t5\t5\t1\t0\tC\tpool\t-\tgz\tround",
	"pool", "-\t5\t5\t1\t0\tC\tloop\t-\tgz\tround",
	"self", "-\t5\t5\t1\t0\tC\tself\t-\tgz\titself",
}

var wanted = []Entry{
	{Name: "Encode::MIME::Name", Section: "3perl", About: "- internally used", Page: "Encode::MIME::Name"},
	{Name: "Socket", Section: "3perl", About: "networking constants", Page: "Socket"},
	{Name: "dangling", Section: "8", Page: "ls"}, // the page is in another section
	{Name: "dir", Section: "1", About: "list directory contents", Page: "ls"},
	{Name: "loop", Section: "5", Page: "pool"},
	{Name: "ls", Section: "1", About: "list directory contents", Page: "ls"},
	{Name: "pool", Section: "5", Page: "loop"},
	{Name: "self", Section: "5", About: "itself", Page: "self"},
	{Name: "socket", Section: "2", About: "create an endpoint", Page: "socket"},
	{Name: "stray", Section: "1", About: "a formatted page", Page: "stray", Formatted: true},
	{Name: "strayed", Section: "1", About: "a formatted page", Page: "stray", Formatted: true},
	{Name: "undescribed", Section: "8", Page: "undescribed"},
	{Name: "vdir", Section: "1", About: "list directory contents", Page: "ls"},
	{Name: "zcat", Section: "1", About: "compress\tor expand", Page: "zcat"},
}

func TestReadManDB(t *testing.T) {
	for _, f := range forms {
		got, err := ReadManDB(f.build(pairs...))
		if err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		same(t, f.name, got, wanted)
	}
}

func TestReadManDBOfOld(t *testing.T) {
	got, err := ReadManDB(little64.build("$version$", "2.4.1", "$mtime$", "1", "ls", "-\t1\t1\t1\tA\t-\t-\tgz\tlist", "dir", "-\t1\t1\t1\tC\tls\t-\tgz\t"))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "2.4.1", got, []Entry{{Name: "dir", Section: "1", About: "list", Page: "ls"}, {Name: "ls", Section: "1", About: "list", Page: "ls"}})
	if got, err := ReadManDB(little64.build("$version$", "2.5.0")); err != nil || len(got) != 0 {
		t.Errorf("without pages: %v, %v", got, err)
	}
}

func TestReadManDBBroken(t *testing.T) {
	good := little64.build(pairs...)
	element := 2*blockSize + layout64.bucket // the first
	set := func(at int, bytes ...byte) []byte {
		return slices.Concat(good[:at], bytes, good[at+len(bytes):])
	}
	for _, test := range []struct {
		in   []byte
		want string
	}{
		{nil, "too few"},
		{good[:31], "too few"},
		{set(0, 1), "magic number"},
		{set(0, 0xcd), "contradicts itself"}, // 64 bits called 32
		{set(8, 0, 0, 1), "contradicts itself"},
		{set(15, 0xff), "contradicts itself"},
		{set(19, 0xff), "contradicts itself"},
		{set(24, 0xff, 0xff, 0xff, 0xff), "contradicts itself"},
		{set(28, 99), "contradicts itself"},
		{good[:2*blockSize], "bucket outside the file"},
		{set(blockSize+8, 0xff, 0xff), "place 1 of the directory has a bucket outside the file"},
		{set(blockSize+15, 0xff), "place 1 of the directory has a bucket outside the file"},
		{set(blockSize, 1), "overlap"},
		{good[:len(good)-1], "record outside the file"},
		{set(element+8, 0xff, 0xff), "record outside the file"},
		{set(element+15, 0x80), "record outside the file"},
		{set(element+19, 0x80), "record outside the file"},
		{set(element+23, 0x80), "record outside the file"},
		{little64.overlapping(), "records overlap"},
		{little64.build(), "no record $version$"},
		{little64.build("$version$", "2.6.0"), `version "2.6.0"`},
		{little64.build("$version$", "2.5.0", "ls", ""), "1 fields, not 10"},
		{little64.build("$version$", "2.5.0", "ls", "-\t1\t1\t1\tA\t-\t-\tgz\tlist"), "9 fields, not 10"},
		{little64.build("$version$", "2.4.1", "ls", "-\t1\t1\t1\t0\tA\t-\t-\tgz\tlist"), "no name, section or kind"},
		{little64.build("$version$", "2.5.0", "", "-\t1\t1\t1\t0\tA\t-\t-\tgz\tlist"), "no name, section or kind"},
		{little64.build("$version$", "2.5.0", "ls", "-\t\t1\t1\t0\tA\t-\t-\tgz\tlist"), "no name, section or kind"},
	} {
		got, err := ReadManDB(test.in)
		if !errors.Is(err, ErrBroken) || !strings.Contains(err.Error(), test.want) || got != nil {
			t.Errorf("%d entries, %v; want %q", len(got), err, test.want)
		}
	}
}

// overlapping makes a file all of whose elements have all of it for a record.
func (f form) overlapping() []byte {
	b := f.build()
	for e := 2*blockSize + f.layout.bucket; e+f.layout.element() < len(b); e += f.layout.element() {
		copy(b[e:], f.order.AppendUint32(f.order.AppendUint32(f.offset(make([]byte, 8), 0), 9), uint32(len(b)-9)))
	}
	return b
}

// TestTruncated: no part of a file is taken for a whole one.
func TestTruncated(t *testing.T) {
	for _, f := range []form{forms[0], forms[4]} {
		whole := f.build(pairs...)
		for n := range whole {
			if _, err := ReadManDB(whole[:n]); !errors.Is(err, ErrBroken) {
				t.Fatalf("%s: %d bytes of %d: %v", f.name, n, len(whole), err)
			}
		}
	}
}

const system = "/var/cache/man/index.db" // of this machine

func read(t testing.TB, file string) []byte {
	b, err := os.ReadFile(file)
	if err != nil {
		t.Skipf("%s is NOT compared: %v", file, err)
	}
	return b
}

// accessdb returns the records of a database as a program of man-db prints them, a
// line for each, in which a blank stands for each TAB of a content and a tilde for
// that of a key. Lists are left out.
func accessdb(t *testing.T, file string) (lines []string) {
	out, err := exec.Command("accessdb", file).Output()
	if err != nil {
		t.Skipf("%s is NOT compared: accessdb: %v", file, err)
	}
	for line := range strings.Lines(string(out)) {
		if s := strings.TrimSuffix(line, "\n"); !strings.HasPrefix(s, "$") && !strings.Contains(s, ` -> " `) {
			lines = append(lines, s)
		}
	}
	slices.Sort(lines)
	return lines
}

// TestAccessdb: every record of every language is read as man-db reads it.
func TestAccessdb(t *testing.T) {
	files, _ := filepath.Glob("/var/cache/man/*/index.db")
	for _, file := range append(files, system) {
		t.Run(file, func(t *testing.T) {
			b := read(t, file)
			want := accessdb(t, file)
			records, err := readGDBM(b)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range records {
				key, content := cString(r.key), cString(r.content)
				if key != versionKey && content[0] != '\t' {
					got = append(got, strings.ReplaceAll(key, "\t", "~")+` -> "`+strings.ReplaceAll(content, "\t", " ")+`"`)
				}
			}
			slices.Sort(got)
			if len(got) == 0 || !slices.Equal(got, want) {
				t.Errorf("%d records, %d of accessdb, or others", len(got), len(want))
			}
			entries, err := ReadManDB(b)
			if err != nil || len(entries) != len(want) {
				t.Errorf("%d entries of %d records, %v", len(entries), len(want), err)
			}
			sound(t, entries, b)
		})
	}
}

// TestWhatis: entries say what whatis of man-db prints. It prints a page once and
// under its own name, whatever names led to it, and folders of the manual besides that of
// the database may be in its search path.
func TestWhatis(t *testing.T) {
	entries, err := ReadManDB(read(t, system))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("whatis", "-l", "-w", "*", "-M", "/usr/share/man")
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "LANGUAGE=")
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("the database of this machine is NOT compared: whatis: %v", err)
	}
	printed := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		head, about, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " - ")
		printed[strings.TrimRight(head, " ")+" - "+about] = true
	}
	missing := 0
	for _, e := range entries {
		if e.About == "" {
			e.About = "(unknown subject)"
		}
		if line := e.Page + " (" + e.Section + ") - " + e.About; !printed[line] {
			if missing++; missing < 10 {
				t.Errorf("whatis does not print %q", line)
			}
		}
	}
	if len(printed) < 100 || missing > 0 {
		t.Errorf("of %d entries %d are not among %d lines of whatis", len(entries), missing, len(printed))
	}
}

func BenchmarkReadManDB(b *testing.B) {
	data := read(b, system)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	var entries []Entry
	for b.Loop() {
		var err error
		if entries, err = ReadManDB(data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(len(entries)), "entries")
}

func FuzzReadManDB(f *testing.F) {
	for _, form := range forms {
		f.Add(form.build(pairs...))
	}
	f.Add(little64.overlapping())
	f.Fuzz(func(t *testing.T, in []byte) {
		entries, err := ReadManDB(in)
		if err != nil && !errors.Is(err, ErrBroken) {
			t.Errorf("%v is not ErrBroken", err)
		}
		sound(t, entries, in)
	})
}
