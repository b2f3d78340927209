package page

import (
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/uri"
)

func entries(list []get.Entry, err error) *get.Listing {
	return &get.Listing{Entries: func(yield func(get.Entry, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
		if err != nil {
			yield(get.Entry{}, err)
		}
	}}
}

func folderEntries() []get.Entry {
	return []get.Entry{
		{Name: "b", Kind: "file", Size: 10, Modified: time.Unix(3, 0)},
		{Name: "a", Kind: "file", Size: 30, Modified: time.Unix(1, 0)},
		{Name: "z", Kind: "directory", Size: -1, Modified: time.Unix(2, 0)},
		{Name: "c", Kind: "file", Size: 10, Modified: time.Unix(2, 0)},
	}
}

var nameOfRow = regexp.MustCompile(`<th scope="row" class="m">(?:<a [^>]*>)?([^<]*)<`)

func TestSort(t *testing.T) {
	for _, tt := range []struct{ sort, want string }{
		{"", "z a b c"}, {"name", "z a b c"}, {"-name", "z c b a"}, {"size", "z b c a"}, {"-size", "a b c z"},
		{"modified", "a c z b"}, {"-modified", "b c z a"}, {"kind", "z a b c"}, {"-kind", "a b c z"}, {"nonsense", "z a b c"}, {"-", "z a b c"},
	} {
		table := Answer{Site: testSite(), Sort: tt.sort}.table(listing{}, folderEntries())
		var names []string
		for _, m := range nameOfRow.FindAllStringSubmatch(string(table.Rows), -1) {
			names = append(names, m[1])
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("sort=%s: %s, want %s", tt.sort, got, tt.want)
		}
	}
}

func TestSummary(t *testing.T) {
	if got, want := summary(folderEntries()), "3 files, 1 directory; 50 bytes in all."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := summary(nil), "Nothing is in it."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestIsMenu(t *testing.T) {
	menu := []get.Entry{{Kind: "text", Size: -1}, {Kind: "menu", Size: -1}}
	for _, tt := range []struct {
		name string
		in   []get.Entry
		want bool
	}{
		{"folder", folderEntries(), false}, {"menu", menu, true}, {"empty", nil, false},
		{"folder of unknown size", []get.Entry{{Kind: "directory", Size: -1}, {Kind: "link", Size: -1}}, false},
		{"menu with sizes", append([]get.Entry{{Kind: "info", Size: -1}}, folderEntries()...), true},
	} {
		if got := isMenu(tt.in); got != tt.want {
			t.Errorf("%s: menu %v", tt.name, got)
		}
	}
}

func TestItems(t *testing.T) {
	items := Answer{Site: testSite()}.items([]get.Entry{
		{Kind: "info", Name: "one"}, {Kind: "info", Name: "two"},
		{Kind: "search", Name: "s", URI: uri.MustParse("gopher://h/7/s")},
		{Kind: "session", Name: "t", URI: uri.MustParse("telnet://u:p@h/")},
		{Kind: "web page", Name: "w", URI: uri.MustParse("https://h/")},
		{Kind: "web page", Name: "j", URI: uri.MustParse("javascript:x")},
		{Kind: "text", Name: " ", URI: uri.MustParse("gopher://h/0/x"), Modified: time.Unix(60, 0)},
	})
	if len(items) != 6 {
		t.Fatalf("%d items: %+v", len(items), items)
	}
	if items[0].Info != "one\ntwo" {
		t.Errorf("lines between entries: %q", items[0].Info)
	}
	if items[1].Ask == "" || items[1].Href.IsZero() {
		t.Errorf("a search asks nothing: %+v", items[1])
	}
	if s := items[2].Session; !strings.Contains(s, "log in as u.") || strings.Contains(s, "p@") {
		t.Errorf("a session says %q", s)
	}
	if items[3].Outside.String() != "https://h/" || items[3].Href.String() != "/u/https%3A%2F%2Fh%2F" {
		t.Errorf("a page of the web leads to %+v", items[3])
	}
	if !items[4].Href.IsZero() || !items[4].Outside.IsZero() {
		t.Errorf("a program is a link: %+v", items[4])
	}
	if items[5].Name != "gopher://h/0/x" {
		t.Errorf("a link without a name is called %q", items[5].Name)
	}
	if items[5].Date != "1970-01-01 00:01" || items[4].Date != "" {
		t.Errorf("dates %q and %q", items[5].Date, items[4].Date)
	}
	if drawn := string(draw("menu", menu{Items: drawItems(items[5:])})); !strings.Contains(drawn, " <small>1970-01-01 00:01 UTC</small>") {
		t.Errorf("the date is not shown: %s", drawn)
	}
}

func TestListingThatBreaksOff(t *testing.T) {
	u := uri.MustParse("gopher://h/1/a")
	e := &get.Error{Op: "read menu", URI: u, Kind: get.Partial, Err: errors.New("<reset>")}
	f := testSite().Answer(Answer{Response: &get.Response{URI: u, Answer: entries(folderEntries(), e)}, Site: testSite(), Asked: u, Began: time.Now()}, nil)
	if f.Status != 502 || !f.Stop || !strings.Contains(string(f.Main), "It broke off here") || !strings.Contains(string(f.Main), "&lt;reset&gt;") || !strings.Contains(string(f.Main), ">b<") {
		t.Errorf("status %d, %s", f.Status, f.Main)
	}
}

func TestLongListing(t *testing.T) {
	read := 0
	l := &get.Listing{Entries: func(yield func(get.Entry, error) bool) {
		for yield(get.Entry{Name: "x", Kind: "file", Size: 1}, nil) {
			read++
		}
	}}
	u := uri.MustParse("gopher://h/1/a")
	m := General(Answer{Response: &get.Response{URI: u, Answer: l}, Site: testSite()})
	if read != maxEntries || !strings.Contains(string(m.Main), "The first 10,000 entries are shown") {
		t.Errorf("%d entries were read, and it does not say that there are more", read)
	}
}
