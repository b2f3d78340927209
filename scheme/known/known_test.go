package known

import (
	"slices"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// seeds are the schemes of the 1994 URL draft and of uri(7) that IANA has
// registered.
var seeds = []string{"http", "ftp", "gopher", "mailto", "mid", "cid", "news", "nntp", "prospero", "telnet", "tn3270", "wais", "urn", "file", "info", "ldap", "data"}

func TestTable(t *testing.T) {
	table := Table()
	for _, name := range seeds {
		if _, ok := table.Registered(name); !ok {
			t.Errorf("%s is not in the registry", name)
		}
	}
	if _, ok := table.Registered("man"); ok {
		t.Error("man is in the registry; uri(7) says that it is not")
	}
	rows := slices.Collect(table.Registry())
	if len(rows) < 400 {
		t.Fatalf("the registry has %d rows only", len(rows))
	}
	for _, r := range rows {
		if r.Name == "" || r.Description == "" || r.Reference == "" {
			t.Errorf("row %+v is incomplete", r)
		}
		if u, err := uri.Parse(r.Name + ":x"); err != nil || u.Scheme() != r.Name {
			t.Errorf("%q is no scheme: %v", r.Name, err)
		}
	}
	n := 0
	for info := range table.All() {
		n++
		if r, ok := table.Registered(info.Name); ok && r.Status != info.Status {
			t.Errorf("%s is %v, the registry says %v", info.Name, info.Status, r.Status)
		} else if !ok && info.Status != scheme.Unregistered && info.Status != scheme.Experimental {
			t.Errorf("%s is %v, but not in the registry", info.Name, info.Status)
		}
	}
	if n < 9 {
		t.Errorf("the table has %d schemes only", n)
	}
}

// BenchmarkTable: the table is built at every start of the command.
func BenchmarkTable(b *testing.B) {
	for b.Loop() {
		Table()
	}
}
