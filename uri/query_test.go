package uri_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
)

func TestPairs(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     []uri.Pair
		why      string
	}{
		{"no query", "http://h/", nil, ""},
		{"empty query", "http://h/?", nil, ""},
		{"one", "?a=b", []uri.Pair{"a=b"}, ""},
		{"in their order", "?b=1&a=2&b=3", []uri.Pair{"b=1", "a=2", "b=3"}, "names may repeat"},
		{"as written", "?%61=+%2b&a==", []uri.Pair{"%61=+%2b", "a=="}, ""},
		{"no value", "?a&b=", []uri.Pair{"a", "b="}, ""},
		{"no name", "?=a&=", []uri.Pair{"=a", "="}, ""},
		{"empty", "?&&a=1&&b=2&", []uri.Pair{"a=1", "b=2"}, "URL Standard 5.1: an empty sequence is no pair"},
		{"semicolon", "http://h/?x=y;id=evil&id=good", []uri.Pair{"x=y;id=evil", "id=good"}, "golang/go#25192"},
		{"not the fragment", "?a#b&c", []uri.Pair{"a"}, "RFC 3986 3.5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			u := uri.MustParse(test.in)
			if got := slices.Collect(u.Pairs()); !slices.Equal(got, test.want) {
				t.Errorf("%q has the pairs %q, want %q: %s", u, got, test.want, test.why)
			}
			for first := range u.Pairs() {
				if first != test.want[0] {
					t.Errorf("the first pair of %q is %q, want %q", u, first, test.want[0])
				}
				break
			}
		})
	}
}

func TestPair(t *testing.T) {
	for _, test := range []struct {
		name, in, key string
		want          string // name, value and whether there is one, "" if there is no pair
	}{
		{"first", "?a=1&a=2", "a", `"a" "1" true`},
		{"decoded", "?q=a+b%20c%2Bd", "q", `"q" "a b c+d" true`},
		{"name decoded", "?%71+r=1", "q r", `"q r" "1" true`},
		{"second sign", "?a=b=c", "a", `"a" "b=c" true`},
		{"no value", "?a&a=1", "a", `"a" "" false`},
		{"empty value", "?a=", "a", `"a" "" true`},
		{"no name", "?a&=1", "", `"" "1" true`},
		{"other case", "?A=1", "a", ""},
		{"absent", "?b=a", "a", ""},
		{"behind a semicolon", "?x=y;id=evil", "id", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, ok := uri.MustParse(test.in).Pair(test.key)
			got := ""
			if ok {
				got = fmt.Sprintf("%q %q %v", p.Name(), p.Value(), p.HasValue())
			}
			if got != test.want {
				t.Errorf("pair %q of %q is %s, want %s", test.key, test.in, got, test.want)
			}
		})
	}
}

var editTests = []struct {
	name, in, key, value   string
	set, appended, without string
}{
	{"no query", "http://h/#f", "q", "1", "http://h/?q=1#f", "http://h/?q=1#f", "http://h/#f"},
	{"empty query", "?", "q", "1", "?q=1", "?q=1", "?"},
	{"absent", "?%61=+&&b", "q", "1", "?%61=+&&b&q=1", "?%61=+&&b&q=1", "?%61=+&&b"},
	{"alone", "?q=0#f", "q", "1", "?q=1#f", "?q=0&q=1#f", "#f"},
	{"between", "?a=%7e&q=0&b=+", "q", "1", "?a=%7e&q=1&b=+", "?a=%7e&q=0&b=+&q=1", "?a=%7e&b=+"},
	{"first", "?q&a", "q", "1", "?q=1&a", "?q&a&q=1", "?a"},
	{"last", "?a&q", "q", "1", "?a&q=1", "?a&q&q=1", "?a"},
	{"repeated", "?q=0&a&q=2&%71=3", "q", "1", "?q=1&a", "?q=0&a&q=2&%71=3&q=1", "?a"},
	{"has it already", "?q=a+b&c", "q", "a b", "?q=a+b&c", "?q=a+b&c&q=a%20b", "?c"},
	{"spelling of the name", "?%71=0", "q", "1", "?%71=1", "?%71=0&q=1", ""},
	{"separators", "?&a&&q&&b&", "q", "1", "?&a&&q=1&&b&", "?&a&&q&&b&q=1", "?&a&&&b&"},
	{"semicolon", "?x=y;q=0", "q", "1;2", "?x=y;q=0&q=1%3B2", "?x=y;q=0&q=1%3B2", "?x=y;q=0"},
	{"any text", "http://h/", "q", "a&b=c+d", "http://h/?q=a%26b%3Dc%2Bd", "http://h/?q=a%26b%3Dc%2Bd", "http://h/"},
	{"marks", "http://h/", "é", "!*'()-_.~ %#", "http://h/?%C3%A9=!*'()-_.~%20%25%23", "http://h/?%C3%A9=!*'()-_.~%20%25%23", "http://h/"},
	{"no name", "?a", "", "", "?a&=", "?a&=", "?a"},
}

func TestEditPairs(t *testing.T) {
	for _, test := range editTests {
		t.Run(test.name, func(t *testing.T) {
			u := uri.MustParse(test.in)
			if got, err := u.WithPair(test.key, test.value); err != nil || got != uri.MustParse(test.set) {
				t.Errorf("%q with %q: %q is %q, %v; want %q", u, test.key, test.value, got, err, test.set)
			}
			if got, err := u.AppendPair(test.key, test.value); err != nil || got != uri.MustParse(test.appended) {
				t.Errorf("%q and %q: %q is %q, %v; want %q", u, test.key, test.value, got, err, test.appended)
			}
			if got := u.WithoutPair(test.key); got != uri.MustParse(test.without) {
				t.Errorf("%q without %q is %q, want %q", u, test.key, got, test.without)
			}
		})
	}
}

// others are the pieces of the query that are no pair of that name.
func others(u uri.URI, name string) (out []string) {
	for piece := range strings.SplitSeq(u.Query(), "&") {
		if piece == "" || uri.Pair(piece).Name() != name {
			out = append(out, piece)
		}
	}
	return out
}

// values are those of the pairs of that name, in their order.
func values(u uri.URI, name string) (out []string) {
	for p := range u.Pairs() {
		if p.Name() == name {
			out = append(out, p.Value())
		}
	}
	return out
}

func FuzzPairs(f *testing.F) {
	for _, test := range editTests {
		f.Add(test.in, test.key, test.value)
	}
	f.Fuzz(func(t *testing.T, s, name, value string) {
		u := parse(t, s)
		set, err := u.WithPair(name, value)
		if err != nil {
			t.Fatal(err)
		}
		appended, err := u.AppendPair(name, value)
		if err != nil {
			t.Fatal(err)
		}
		without := u.WithoutPair(name)
		before := values(u, name)
		for _, c := range []struct {
			got  uri.URI
			want []string
		}{{set, []string{value}}, {appended, append(before, value)}, {without, nil}} {
			checkParsed(t, c.got.String(), c.got)
			if after := values(c.got, name); !slices.Equal(after, c.want) {
				t.Fatalf("%q becomes %q: values of %q are %q, want %q", u, c.got, name, after, c.want)
			}
			if c.got.WithoutQuery() != u.WithoutQuery() {
				t.Fatalf("%q becomes %q: more than the query", u, c.got)
			}
		}
		if !strings.HasPrefix(appended.Query(), u.Query()) {
			t.Fatalf("%q becomes %q: bytes of the query changed", u, appended)
		}
		if len(before) == 0 {
			if set != appended || without != u {
				t.Fatalf("%q has no pair %q: set %q, added %q, dropped %q", u, name, set, appended, without)
			}
			return
		}
		if !slices.Equal(others(set, name), others(u, name)) {
			t.Fatalf("%q becomes %q: other pairs or separators changed", u, set)
		}
		if got, want := others(without, name), others(u, name); !slices.Equal(got, want) && len(want) > 0 {
			t.Fatalf("%q becomes %q: other pairs or separators changed", u, without)
		}
		if again, _ := set.WithPair(name, value); again != set {
			t.Fatalf("%q becomes %q, and set again %q", u, set, again)
		}
	})
}

func ExampleURI_Pairs() {
	for p := range uri.MustParse("http://h/?x=y;id=evil&id=good+one&flag").Pairs() {
		fmt.Printf("%s: %q %q %v\n", p, p.Name(), p.Value(), p.HasValue())
	}
	// Output:
	// x=y;id=evil: "x" "y;id=evil" true
	// id=good+one: "id" "good one" true
	// flag: "flag" "" false
}

func ExampleURI_WithPair() {
	u := uri.MustParse("http://h/?b=%7e&q=1&a=+")
	fmt.Println(u.WithPair("q", "R&D"))
	fmt.Println(u.AppendPair("q", "2"))
	fmt.Println(u.WithoutPair("q"))
	p, ok := u.Pair("q")
	fmt.Println(p.Value(), ok)
	// Output:
	// http://h/?b=%7e&q=R%26D&a=+ <nil>
	// http://h/?b=%7e&q=1&a=+&q=2 <nil>
	// http://h/?b=%7e&a=+
	// 1 true
}
