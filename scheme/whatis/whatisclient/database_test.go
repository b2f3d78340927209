package whatisclient

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// mandocDB is a database of mandoc with one page, "a" in section 1.
func mandocDB(about string) []byte {
	const end = 40
	var b []byte
	for _, n := range []uint32{0x3a7d0cdb, 1, 0, end, 1, end + 4, end + 8, 0, end + 11, end + 11 + uint32(len(about)) + 1, 0x3a7d0cdb} {
		b = binary.BigEndian.AppendUint32(b, n)
	}
	return append(b, "\x1fa\x00\x00"+"1\x00\x00"+about+"\x00"+"\x01man1/a.1\x00\x00"...)
}

// TestDatabase: a page that a database knows is not read, unless it or its folder has
// changed since; other pages are, and all of them where the database is broken.
func TestDatabase(t *testing.T) {
	made := time.Now().Add(time.Hour)
	for name, x := range map[string]struct {
		database []byte
		change   func(root string) error
		want     []string
	}{
		"none":   {want: []string{"a (1) - of the page x <man:a(1)>", "b (1) - of the page x <man:b(1)>"}},
		"known":  {database: mandocDB("of the database x"), want: []string{"a (1) - of the database x <man:a(1)>", "b (1) - of the page x <man:b(1)>"}},
		"broken": {database: mandocDB("of the database x")[:60], want: []string{"a (1) - of the page x <man:a(1)>", "b (1) - of the page x <man:b(1)>"}},
		"of another time": {database: mandocDB("of the database x"), want: []string{"a (1) - of the page x <man:a(1)>", "b (1) - of the page x <man:b(1)>"}, change: func(root string) error {
			return os.Chtimes(filepath.Join(root, "man1", "a.1"), time.Time{}, made.Add(time.Minute))
		}},
		"of another folder": {database: mandocDB("of the database x"), want: []string{"a (1) - of the page x <man:a(1)>", "b (1) - of the page x <man:b(1)>"}, change: func(root string) error {
			return os.Chtimes(filepath.Join(root, "man1"), time.Time{}, made.Add(time.Minute))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			root := plant(t, map[string]string{"man1/a.1": about("a", "of the page x"), "man1/b.1": about("b", "of the page x")})
			if x.database != nil {
				file := filepath.Join(root, "mandoc.db")
				write(t, file, string(x.database))
				if err := os.Chtimes(file, time.Time{}, made); err != nil {
					t.Fatal(err)
				}
			}
			if x.change != nil {
				if err := x.change(root); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(x.want, lines(t, NewIn(cli, root), "whatis:x")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
