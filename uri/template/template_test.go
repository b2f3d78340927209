package template_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/template"
)

func TestParse(t *testing.T) {
	for _, test := range []struct {
		in, rule string
		offset   int
		why      string
	}{
		{"", "", 0, "2: zero literals and expressions"},
		{"/a%20'é\ue000!$&()*+,;=:@[]#?~{a}", "", 0, "2.1, and the apostrophe of the examples"},
		{"{a.b_C9%20,d*,e:9999,f:1}", "", 0, "2.3, 2.4"},
		{"{+a}{#a}{.a}{/a}{;a}{?a}{&a}", "", 0, "2.2"},
		{"a b", "template/literal", 1, "2.1: SP"},
		{"a}", "template/literal", 1, "2.1: a stray brace"},
		{`x"`, "template/literal", 1, "2.1: DQUOTE"},
		{"x\u0085", "template/literal", 1, "2.1: no ucschar"},
		{"\ufffd", "template/literal", 0, "2.1: no ucschar"},
		{"é%zz", "template/escape", 2, "2.1"},
		{"a\xff", "template/not-utf8", 1, "2: characters"},
		{"a{b", "template/open", 1, "3.2"},
		{"a{b{c}", "template/name", 3, "3.2: not nested"},
		{"{}", "template/name", 1, "2.2: one varspec at least"},
		{"{?}", "template/name", 2, "2.2: one varspec at least"},
		{"{=a}", "template/operator", 1, "2.2: op-reserve"},
		{"{|a}", "template/operator", 1, "2.2: op-reserve"},
		{"{??a}", "template/name", 2, "2.2: one operator"},
		{"{$a}", "template/name", 1, "2.2: excluded"},
		{"{a, b}", "template/name", 3, "2.3: no blanks"},
		{"{a,}", "template/name", 3, "2.3"},
		{"{.}", "template/name", 2, "2.3"},
		{"{a..b}", "template/name", 3, "2.3: single dots"},
		{"{a.}", "template/name", 3, "2.3: dots between"},
		{"{a-b}", "template/name", 2, "2.3: varchar"},
		{"{é}", "template/name", 1, "2.3: varchar"},
		{"{a%2}", "template/escape", 2, "2.3: pct-encoded"},
		{"{a:0}", "template/prefix", 3, "2.4.1"},
		{"{a:01}", "template/prefix", 3, "2.4.1"},
		{"{a:}", "template/prefix", 3, "2.4.1"},
		{"{a:10000}", "template/prefix", 3, "2.4.1"},
		{"{a:99999999999999999999}", "template/prefix", 3, "2.4.1"},
		{"{a:3*}", "template/modifier", 4, "2.4: prefix / explode"},
		{"{a**}", "template/modifier", 3, "2.4: prefix / explode"},
	} {
		tmpl, err := template.Parse(test.in)
		e, _ := errors.AsType[*uri.Error](err)
		switch {
		case err == nil && (test.rule != "" || tmpl.String() != test.in):
			t.Errorf("Parse(%q) = %q, want %s: %s", test.in, tmpl, test.rule, test.why)
		case err != nil && (e == nil || e.Rule != test.rule || e.Offset != test.offset || e.Input != test.in):
			t.Errorf("Parse(%q): error %#v, want %s at %d: %s", test.in, err, test.rule, test.offset, test.why)
		}
	}
}

func TestRules(t *testing.T) {
	rules := template.Rules()
	if len(rules) < 9 || !slices.IsSortedFunc(rules, func(a, b uri.Rule) int { return strings.Compare(a.ID, b.ID) }) {
		t.Errorf("%d rules, in the order %v", len(rules), rules)
	}
	for _, r := range rules {
		if !strings.HasPrefix(r.ID, "template/") || r.Section == "" || r.Title == "" || r.Text == "" {
			t.Errorf("rule %+v", r)
		}
	}
}

func TestNames(t *testing.T) {
	got := template.MustParse("x{a,b.c}y{?b.c:3,d*,%41,A}").Names()
	if want := []string{"a", "b.c", "d", "%41", "A"}; !slices.Equal(got, want) {
		t.Errorf("names %q, want %q", got, want)
	}
}

// What the examples of the RFC do not show. Those are run by package conform.
func TestExpand(t *testing.T) {
	values := template.Values{
		"s": template.String("é%41%C3%A9x"), "empty": template.String(""), "bad": template.String("\xffx"),
		"list": template.List{"", "a,b"}, "nolist": template.List{}, "nil": nil, "one": template.List{""},
		"pairs": template.Pairs{{"é", ""}, {"b", "c=d"}}, "nopairs": template.Pairs(nil), "tags": template.String("[#]"),
	}
	for _, test := range []struct{ in, want, why string }{
		{"", "", "no parts"},
		{"{nolist,nil,nopairs,none}", "", "2.3: undefined"},
		{"{?nolist,empty,none}", "?empty=", "3.2.8: the first defined value"},
		{"{s:2}", "%C3%A9%25", "2.4.1: a percent sign is a character of the value"},
		{"{+s:3}", "%C3%A9%41%C3%A9", "3.2.1: escapes of one character are one"},
		{"{+bad:1}{bad}", "%FF%FFx", "octets that are no characters"},
		{"{list*}", ",a%2Cb", "3.2.1: an empty member is defined"},
		{"{;list*}", ";list;list=a%2Cb", "3.2.7"},
		{"{?list*}", "?list=&list=a%2Cb", "3.2.8"},
		{"{;one}{;one*}", ";one;one", "3.2.7: = only if the value is not empty"},
		{"{/pairs*}", "/%C3%A9/b=c%3Dd", "3.2.1: simply the name"},
		{"{?pairs*}", "?%C3%A9=&b=c%3Dd", "3.2.1: form-style"},
		{"{;pairs*}", ";%C3%A9;b=c%3Dd", "3.2.7"},
		{"{pairs}", "%C3%A9,,b,c%3Dd", "3.2.1: comma-separated"},
		{"{+tags}{tags}", "[#]%5B%23%5D", "3.2.3: reserved, gen-delims among them"},
		{"{s*}", "%C3%A9%2541%25C3%25A9x", "3.2.1: explode has no effect on a string"},
		{"{?s*}", "?s=%C3%A9%2541%25C3%25A9x", "3.2.1: explode has no effect on a string"},
		{"é'{none}%41", "%C3%A9'%41", "3.1"},
	} {
		if got, err := template.MustParse(test.in).Expand(values); err != nil || got != test.want {
			t.Errorf("%q expands to %q, %v; want %q: %s", test.in, got, err, test.want, test.why)
		}
	}
}

func TestExpandError(t *testing.T) {
	got, err := template.MustParse("a{list:1}b{x}{pairs:2}").Expand(template.Values{
		"list": template.List{"a"}, "pairs": template.Pairs{{"a", "b"}}, "x": template.String("y"),
	})
	e, ok := errors.AsType[*uri.Error](err)
	if !ok || e.Rule != "template/composite" || e.Offset != 1 || got != "a{list:1}by{pairs:2}" {
		t.Errorf("expands to %q, error %v; want the expressions unexpanded (RFC 6570, 3)", got, err)
	}
}

func TestMatch(t *testing.T) {
	type values = template.Values
	str := func(s string) template.String { return template.String(s) }
	for _, test := range []struct {
		template, in string
		want         template.Values // nil: no match
		why          string
	}{
		{"", "", values{}, "the empty template"},
		{"", "x", nil, "the empty template"},
		{"/a", "/a", values{}, "literals only"},
		{"/a", "/ab", nil, "the whole text"},
		{"/caf\u00e9/{x}", "/caf%C3%A9/1", values{"x": str("1")}, "literals as they are expanded"},
		{"/u/{id}", "/u/a%20b%2Fc", values{"id": str("a b/c")}, "decoded"},
		{"/u/{id}", "/u/a/b", nil, "a slash is no part of {id}"},
		{"/u/{id}", "/u/o'b", nil, "Expand writes %27"},
		{"/u/{id}", "/u/%c3%a9", nil, "Expand writes upper case"},
		{"/u/{id}", "/u/%41", nil, "Expand writes A"},
		{"/u/{id}", "/u/", values{"id": str("")}, "empty"},
		{"{x,y}", "1024,768", values{"x": str("1024"), "y": str("768")}, "3.2.2"},
		{"{x,y}", "1024", values{"x": str("1024")}, "too few"},
		{"{x,y}", "1,2,3", nil, "too many"},
		{"{x}", "red,green", values{"x": template.List{"red", "green"}}, "a list"},
		{"{x*}", "semi=%3B,dot=.", values{"x": template.Pairs{{"semi", ";"}, {"dot", "."}}}, "3.2.2"},
		{"{x*}", "", values{}, "an exploded variable is undefined"},
		{"{x:3}", "val", values{"x": str("val")}, "the prefix"},
		{"{x:3}", "value", nil, "longer than the prefix"},
		{"{/x:1,x}", "/v/value", values{"x": str("value")}, "the whole value stands elsewhere"},
		{"{;x:1}{?x:3}", ";x=v?x=val", values{"x": str("val")}, "the longer prefix"},
		{"{/x:1,x}", "/w/value", nil, "no prefix of it"},
		{"{x}-{x}", "a-b", nil, "3.2.1: one value"},
		{"{x}:{x}", "a:a", values{"x": str("a")}, "3.2.1: one value"},
		{"{x}{y}", "xy", nil, "two readings and more"},
		{"{file}{.type}", "x", values{"file": str("x")}, "one reading"},
		{"{file}{.type}", "x.y", nil, "two readings"},
		{"/{a}-{b}", "/x-y", values{"a": str("x"), "b": str("y")}, "one reading"},
		{"/{a}-{b}", "/x-y-z", nil, "two readings"},
		{"{+base}index", "http://h/index", values{"base": str("http://h/")}, "3.2.3"},
		{"{+path}/here", "/here/here", values{"path": str("/here")}, "one reading"},
		{"{+x}", "a%20b%2Fc%25%c3", values{"x": str("a b%2Fc%25%c3")}, "what Expand would keep stays"},
		{"{+x,y}", "a,b", values{"x": str("a"), "y": str("b")}, "3.2.3"},
		{"{+x}", "a,b=c", values{"x": str("a,b=c")}, "reserved characters"},
		{"a{#x}", "a", values{}, "undefined"},
		{"a{#x}", "a#", values{"x": str("")}, "3.2.4: empty"},
		{"a{#x}", "a#b/c", values{"x": str("b/c")}, "3.2.4"},
		{"X{.x}", "X.tar.gz", values{"x": str("tar.gz")}, "one variable"},
		{"X{.x,y}", "X.tar.gz", values{"x": str("tar"), "y": str("gz")}, "3.2.5"},
		{"www{.dom*}", "www.example.com", values{"dom": template.List{"example", "com"}}, "3.2.5"},
		{"{/id}/pages{/p}", "/7/pages/3", values{"id": str("7"), "p": str("3")}, "3.2.6"},
		{"{/id}/pages{/p}", "/pages", values{}, "undefined"},
		{"{/id}/pages{/p}", "/pages/pages", nil, "two readings"},
		{"{/a,rest*}", "/x/y/z", values{"a": str("x"), "rest": template.List{"y", "z"}}, "the surplus is of the exploded"},
		{"{/rest*,a}", "/x/y/z", values{"rest": template.List{"x", "y"}, "a": str("z")}, "the surplus is of the exploded"},
		{"{/keys*}", "/semi=%3B/flag", values{"keys": template.Pairs{{"semi", ";"}, {"flag", ""}}}, "3.2.1: simply the name"},
		{"{;x,y}", ";x=1;y", values{"x": str("1"), "y": str("")}, "3.2.7"},
		{"{;x}", ";x=", nil, "3.2.7: no = before nothing"},
		{"/m{?x,y}", "/m?y=2", values{"y": str("2")}, "3.2.8: x is undefined"},
		{"/m{?x,y}", "/m?y=2&x=1", nil, "Expand keeps the order"},
		{"/m{?x,y}", "/m?x=1&z=2", nil, "another name"},
		{"/m{?x,y}", "/m&x=1", nil, "3.2.8: begins with ?"},
		{"/m{?x}", "/m?x=a,b%2Cc", values{"x": template.List{"a", "b,c"}}, "a list"},
		{"{?x*}", "?x=1&x=2", values{"x": template.List{"1", "2"}}, "a list"},
		{"{?x*}", "?a=1&x=2", values{"x": template.Pairs{{"a", "1"}, {"x", "2"}}}, "an associative array"},
		{"{?id,keys*,z}", "?id=1&k=2&z=3", values{"id": str("1"), "keys": template.Pairs{{"k", "2"}}, "z": str("3")}, "between names"},
		{"{?id}{&keys*}", "?id=1&k=2", values{"id": str("1"), "keys": template.Pairs{{"k", "2"}}}, "3.2.9"},
		{"?fixed=yes{&x}", "?fixed=yes&x=1024", values{"x": str("1024")}, "3.2.9"},
		{"?fixed=yes{&x}", "?fixed=yes", values{}, "3.2.9"},
	} {
		got, ok := template.MustParse(test.template).Match(test.in)
		if ok != (test.want != nil) || ok && !reflect.DeepEqual(got, test.want) {
			t.Errorf("%q of %q is %#v, %v, want %#v: %s", test.in, test.template, got, ok, test.want, test.why)
		}
	}
}

func TestZero(t *testing.T) {
	var zero template.Template
	if s, err := zero.Expand(nil); s != "" || err != nil || zero.String() != "" || len(zero.Names()) != 0 {
		t.Errorf("the zero template expands to %q, %v", s, err)
	}
	if _, ok := zero.Match("x"); ok {
		t.Error("the zero template matches x")
	}
}

func TestLarge(t *testing.T) {
	for _, test := range []struct {
		template, in string
		want         bool
	}{
		{strings.Repeat("{i:1}", 256), "", true},
		{strings.Repeat("{i:1}", 257), "", false},
		{strings.Repeat("%20", 1<<16/3) + "a", strings.Repeat("%20", 1<<16/3) + "a", true},
		{strings.Repeat("a", 1<<16+1), strings.Repeat("a", 1<<16+1), false},
	} {
		if _, ok := template.MustParse(test.template).Match(test.in); ok != test.want {
			t.Errorf("a template of %d bytes matches %d bytes: %v", len(test.template), len(test.in), ok)
		}
	}
	tmpl := template.MustParse("{/x}/{y}")
	long := strings.Repeat("%20a", 1<<18)
	if values, ok := tmpl.Match("/b/" + long); !ok || len(values["y"].(template.String)) != 2<<18 {
		t.Error("a text of a MiB does not match")
	}
}

func TestConcurrent(t *testing.T) {
	tmpl := template.MustParse("/{x}")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if values, ok := tmpl.Match("/a"); !ok || values["x"] != template.String("a") {
				t.Errorf("%v, %v", values, ok)
			}
		})
	}
	wg.Wait()
}
