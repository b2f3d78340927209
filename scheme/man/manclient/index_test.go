package manclient

import (
	"context"
	"slices"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/uri"
)

// list returns the names and URIs of a listing, and the kind of the error that
// ends it, if one does.
func list(t *testing.T, h get.Handler, u string) (lines []string) {
	t.Helper()
	res, err := h.Get(t.Context(), &get.Request{URI: uri.MustParse(u)})
	if err != nil {
		return []string{gettest.Kind(err)}
	}
	for e, err := range res.Answer.(*get.Listing).Entries {
		if err != nil {
			return append(lines, gettest.Kind(err))
		}
		lines = append(lines, e.Kind+" "+e.Name+" "+e.URI.String())
	}
	return lines
}

func TestIndex(t *testing.T) {
	a := plant(t, map[string]string{
		"man1/b.1": "", "man1/a.1.gz": "", "man1/[.1": "", "man1/README": "", "man1/-K.1": "", "man1/a(b).1": "", "man1/a b.1": "",
		"man3/c.3pm": "", "man3/c.3": "", "man3type/c.3type": "", "man4/none": "", "mann/T.n": "", "de/man1/x.1": "", "cat1/y.1": "",
	})
	b := plant(t, map[string]string{"man1/a.1": "", "man1/z.1": ""})
	for _, test := range []struct {
		uri  string
		want string
	}{
		{"man:", "section section 1: commands man:(1)|section section 3: library functions man:(3)|section section 3type man:(3type)|section section n: new pages man:(n)"},
		{"man:(index)", "section section 1: commands man:(1)|section section 3: library functions man:(3)|section section 3type man:(3type)|section section n: new pages man:(n)"},
		{"man:(1)", "page [(1) man:%5B(1)|page a(1) man:a(1)|page a b(1) man:a%20b(1)|page b(1) man:b(1)|page y(1) man:y(1)|page z(1) man:z(1)"},
		{"man:3/", "page c(3) man:c(3)|page c(3pm) man:c(3pm)|page c(3type) man:c(3type)"},
		{"man:(3pm)", "page c(3pm) man:c(3pm)"},
		{"man:(4)", "not-found"},
		{"man:(9)", "not-found"},
	} {
		if got := strings.Join(list(t, NewIn(cli, a, b), test.uri), "|"); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.uri, got, test.want)
		}
	}
	plan, err := NewIn(cli, a, b).Plan(&get.Request{URI: uri.MustParse("man:")})
	if want := (get.Plan{{Act: get.Open, Text: a}, {Act: get.Open, Text: b}}); err != nil || !slices.Equal(plan, want) {
		t.Errorf("plan %v, %v; want %v", plan, err, want)
	}
}

func TestIndexCancel(t *testing.T) {
	root := plant(t, map[string]string{"man1/a.1": "", "man1/b.1": "", "man2/c.2": ""})
	for _, u := range []string{"man:", "man:(1)"} {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		res, err := NewIn(cli, root).Get(ctx, &get.Request{URI: uri.MustParse(u)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for e, err := range res.Answer.(*get.Listing).Entries {
			if cancel(); err != nil {
				got = append(got, gettest.Kind(err))
			} else {
				got = append(got, e.Kind)
			}
		}
		if len(got) != 2 || got[1] != "canceled" {
			t.Errorf("%s: %q, want an entry and the cancel", u, got)
		}
	}
}

func TestMissing(t *testing.T) {
	root := plant(t, map[string]string{"man1/ls.1": "", "man1/less.1": "", "man1/lsblk.1": "", "man3/printf.3": "", "man1/printf.1": "", "man8/lsof.8": "", "man1/x.1": ""})
	for _, test := range []struct{ uri, want string }{
		{"man:lss", `no manual page "lss"; there is man:less(1), man:ls(1), man:lsof(8)`},
		{"man:sl(1)", `no manual page "sl" in section 1; there is man:ls(1)`},
		{"man:ss", `no manual page "ss"; there is man:ls(1)`},
		{"man:lsb", `no manual page "lsb"; there is man:ls(1), man:less(1), man:lsblk(1), man:lsof(8)`},
		{"man:printf(5)", `no manual page "printf" in section 5; there is man:printf(1)`},
		{"man:pritnf(3)", `no manual page "pritnf" in section 3; there is man:printf(3)`},
		{"man:y", `no manual page "y"`},
		{"man:nothing", `no manual page "nothing"`},
	} {
		_, _, err := fetch(t, NewIn(cli, root), test.uri)
		if err == nil || gettest.Kind(err) != "not-found" || !strings.HasSuffix(err.Error(), ": "+test.want) {
			t.Errorf("%s: %v, want %s", test.uri, err, test.want)
		}
	}
	if _, _, err := fetch(t, NewIn(cli, "/nonexistent"), "man:ls"); err == nil || !strings.Contains(err.Error(), "no manual is installed") {
		t.Errorf("without a manual: %v", err)
	}
}

func TestSections(t *testing.T) {
	if got := strings.Join(named([]string{"1", "n", "-x", "3type", "8/x"}), " "); got != "1 n 3type" {
		t.Errorf("%q, want those that a URI can name", got)
	}
}
