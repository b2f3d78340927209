package whatwg

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"uriel.dev/uri"
)

// seeds are texts at the corners of the parser. They are references, bases and
// values for setters alike.
var seeds = []string{
	"", "http://example.com/", "https://user:pa:ss@Example.COM:443/a/./b/../c?q='#f\"", "HTTP:/\\/ex%41mple.com\\..\\x", "http:x", "http:/x", "//h/x", "/x", "x", "?q", "#f", "..", "../..//",
	" \thttp://h\n/ ", "\x00http://h/\x1f", "ht\ntp://h", "http://h:0/", "http://h:00000000080", "http://h:65536", "http://h:8a", "http://h:/", "http://:80", "http://@/x", "http://u@", "http://u@@h", "http://a:b:c@h",
	"http://1", "http://1.2.3", "http://0x7f.1/", "http://256.1/", "http://1.2.3.4.5", "http://1.2.3.08", "http://4294967296", "http://0x", "http://1.0x.", "http://a.1", "http://1..2", "http://99999999999999999999999",
	"http://[::1]:80/", "http://[1:2:0:0:5:0:0:8]", "http://[::1.2.3.4]", "http://[1:2:3:4:5:6:7:1.2.3.4]", "http://[::01]", "http://[::1", "http://[:1]", "http://[1::2::3]", "http://[::g]", "http://[1:2:3]", "http://[::1.2.3]", "http://[::1.02.3.4]", "http://[::256.1.1.1]", "http://[]", "http://[1:]",
	"http://b\u00fccher.example/", "http://xn--bcher-kva.example", "http://\u1e9e.example", "http://\uff0e", "http://a\u00adb", "http://xn--a", "http://xn--\u00fc", "http://\u05d0.1a", "http://a\u200db", "http://\u10a0.ge", "http://\u3a4e\U000323b0.", "http://\xff", "http://h/\xe2\x82x\xf0\x90\x80",
	"file:///C|/x", "file:C:/..", "file://C:/x", "file://localhost/", "file:\\\\h\\x", "file:", "file:x", "/C:/", "C|", "C|?", "//C:", "file://h/C:/",
	"foo:", "foo:/", "foo://", "foo://h", "foo://h/..//x", "foo:/.//x", "foo:/..//", "foo: a ?", "foo: a #", "foo:a b", "foo://h h", "foo://%zz", "foo://[::1]", "foo:\\x", "mailto:a@b?c#d", "javascript:x", "blob:https://h:1/u", "data:,a%",
	"http://h/%2e/%2E%2e/.%2e/x", "http://h/.../.a", "http://h/a|b^`{}\u00a0", "http://h?", "http://h#", "http://h/?#", "http://h/[x]?[x]#[x]", "http://h/%", "wss://h:443", "ws://h:443", "ftp://h:21/;a", "https", "8080", "h:1:2", "a/b?c#d", "localhost",
}

// FuzzParse compares the parser with its slow twin, in what it makes of a text
// and in what it mentions, and sees that an href is its own href.
func FuzzParse(f *testing.F) {
	for i, s := range seeds {
		f.Add(s, "")
		f.Add(s, seeds[(7*i+3)%len(seeds)])
		f.Add(s, "http://u@h/a/b?q#f")
		f.Add(s, "file:///C:/a/b?q")
	}
	f.Fuzz(compareParse)
}

// tokens are what the texts of TestTwin are made of.
var tokens = append(strings.Fields(`http: https: file: foo: ws: blob: / // \ : @ ? # . .. %2e %2E %41 % %zz C: C| localhost h example.com EX 1 0x 0x7f 127.0.0.1 256 08
	[ ] [::1] [1:: ::1.2.3.4] 80 443 00080 65536 a b | ^ { } ' " < = + ; xn-- xn--a`),
	" ", "\t", "\n", "\x00", "\x7f", "\u00fc", "\u00df", "\u1e9e", "\u200d", "\u05d0", "1\u0660", "\ufdd0", "\U0001f4a9", "\xff", "\xe2\x82", "\u10a0", "\u3002", "\u00ad")

// TestTwin is FuzzParse and FuzzSet on texts that are made of what matters to a
// URL: a fixed sequence of them, so that it says the same each time.
func TestTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(3986, 46))
	text := func() string {
		var b strings.Builder
		for range random.IntN(12) {
			b.WriteString(tokens[random.IntN(len(tokens))])
		}
		return b.String()
	}
	starts := []string{"", "", "http://", "foo://", "file://", "foo:", "foo:/", "http:", "file:/"}
	bases := []string{"", "http://u:p@h:1/a/b?q#f", "https://h", "file:///C:/a/b?q", "file://h/x/y", "foo:opaque?q", "foo://h/a/b", "foo:/a//b"}
	parsed := 0
	for range 5000 {
		s := starts[random.IntN(len(starts))] + text()
		compareParse(t, s, bases[random.IntN(len(bases))])
		if _, err := Parse(s); err == nil {
			parsed++
			compareSet(t, s, text())
		}
	}
	if parsed < 1000 {
		t.Errorf("only %d of the texts parse: they test too little", parsed)
	}
}

func compareParse(t *testing.T, s, baseText string) {
	t.Helper()
	base, baseErr := Parse(baseText)
	slowBase, _ := slowParse(baseText, nil)
	if (baseErr == nil) != (slowBase != nil) {
		t.Fatalf("Parse(%q): %v; the twin makes it %+v", baseText, baseErr, slowBase)
	}
	u, err := ParseRef(s, base)
	slow, errors := slowParse(s, slowBase)
	if (err == nil) != (slow != nil) {
		t.Fatalf("ParseRef(%q, %q) = %q, %v; the twin makes it %+v", s, base, u, err, slow)
	}
	compareViolations(t, s, base, errors)
	if err != nil {
		checkError(t, s, err.(*Error), errors)
		return
	}
	compareTwin(t, u, slow)
	if again, err := Parse(u.Href()); err != nil || again != u {
		t.Errorf("Parse(%q) = %+v, %v, but that is the href of %+v", u.Href(), again, err, u)
	}
	if r, err := URI(u); err == nil && r.String() != u.Href() {
		t.Errorf("URI(%q) = %q", u, r)
	}
	for _, d := range Diff(s) {
		if d.RFC3986 == d.WHATWG && d.Component != "userinfo" && len(s) <= 200 { // longer ones are shortened
			t.Errorf("Diff(%q) sees no difference in %s", s, d)
		}
	}
}

// checkError sees that the error of a failure is the last that the twin records,
// and that it points into the text.
func checkError(t *testing.T, s string, e *Error, errors []string) {
	t.Helper()
	if !slices.Contains(errors, strings.TrimPrefix(e.Rule, "whatwg/")) {
		t.Errorf("ParseRef(%q) fails by %s; the twin by one of %q", s, e.Rule, errors)
	}
	if e.Offset < 0 || e.Offset > len(s) || e.Input != s {
		t.Errorf("ParseRef(%q) fails at %d of %q", s, e.Offset, e.Input)
	}
}

func compareViolations(t *testing.T, s string, base URL, want []string) {
	t.Helper()
	var got []string
	offset := 0
	for _, r := range Violations(s, base) {
		got = append(got, strings.TrimPrefix(r.Rule, "whatwg/"))
		if r.Offset < offset || r.Offset+r.Length > len(s) {
			t.Errorf("Violations(%q) has %+v behind offset %d", s, r, offset)
		}
		offset = r.Offset
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("Violations(%q, %q) are %q, want %q", s, base, got, want)
	}
}

func compareTwin(t *testing.T, u URL, slow *slowURL) {
	t.Helper()
	hostname := ""
	if slow.host != nil {
		hostname = *slow.host
	}
	port := strings.TrimPrefix(slowPort(slow.port), ":")
	for _, c := range []struct{ name, got, want string }{
		{"href", u.Href(), slow.href()},
		{"protocol", u.Protocol(), slow.scheme + ":"},
		{"username", u.Username(), slow.username},
		{"password", u.Password(), slow.password},
		{"hostname", u.Hostname(), hostname},
		{"host", u.Host(), hostname + slowPort(slow.port)},
		{"port", u.Port(), port},
		{"pathname", u.Pathname(), slow.pathname()},
		{"search", u.Search(), slowPart("?", slow.query)},
		{"hash", u.Hash(), slowPart("#", slow.fragment)},
	} {
		if c.got != c.want {
			t.Errorf("%s of %q is %q, want %q", c.name, u, c.got, c.want)
		}
	}
	if u.HasHost() != (slow.host != nil) || u.HasOpaquePath() != (slow.opaque != nil) || u.HasQuery() != (slow.query != nil) || u.HasFragment() != (slow.fragment != nil) {
		t.Errorf("%q: host, opaque path, query, fragment: %t %t %t %t, but the twin has %+v", u, u.HasHost(), u.HasOpaquePath(), u.HasQuery(), u.HasFragment(), slow)
	}
	r := u.record()
	if v, ok := r.url(); !ok || v != u {
		t.Errorf("%+v is put together as %+v", u, v)
	}
}

func slowPart(delimiter string, part *string) string {
	if part == nil || *part == "" {
		return ""
	}
	return delimiter + *part
}

// setters are the setters by attribute.
var setters = map[string]func(u URL, s string) (URL, bool){
	"protocol": URL.WithProtocol, "username": URL.WithUsername, "password": URL.WithPassword, "host": URL.WithHost, "hostname": URL.WithHostname,
	"port": URL.WithPort, "pathname": URL.WithPathname, "search": URL.WithSearch, "hash": URL.WithHash,
}

// FuzzSet sets each attribute of a URL, compares the result with the twin's, and
// sees that it is a URL again.
func FuzzSet(f *testing.F) {
	for i, s := range seeds {
		f.Add("http://u:p@h:81/a?b#c", s)
		f.Add("file:///C:/a", s)
		f.Add("foo:/.//a", s)
		f.Add(seeds[(5*i+1)%len(seeds)], s)
	}
	f.Fuzz(compareSet)
}

func compareSet(t *testing.T, href, value string) {
	t.Helper()
	u, err := Parse(href)
	if err != nil {
		return
	}
	for attribute, set := range setters {
		slow, _ := slowParse(href, nil)
		slowSetters[attribute](slow, value)
		v, ok := set(u, value)
		compareTwin(t, v, slow)
		if !ok && v != u {
			t.Errorf("%q with %s %q is %q, though it was ignored", u, attribute, value, v)
		}
		// A file that was no file may have what Parse gives no file: the host
		// localhost, or a drive letter with a bar.
		if again, err := Parse(v.Href()); (err != nil || again != v) && (attribute != "protocol" || v.Protocol() != "file:") {
			t.Errorf("%q with %s %q is %q, which parses to %q, %v", u, attribute, value, v, again, err)
		}
	}
}

// FuzzToASCII sees that a domain in ASCII is the domain of itself.
func FuzzToASCII(f *testing.F) {
	for _, s := range seeds {
		f.Add(strings.TrimPrefix(s, "http://"))
	}
	f.Fuzz(func(t *testing.T, domain string) {
		domain = decodeUTF8(domain)
		ascii, ok := toASCII(domain, false)
		if !ok {
			return
		}
		if again, ok := toASCII(ascii, false); !ok || again != ascii || !isASCII(ascii) {
			t.Errorf("toASCII(%q) = %q, and of that %q, %t", domain, ascii, again, ok)
		}
		if strict, ok := toASCII(domain, true); ok && strict != ascii {
			t.Errorf("toASCII(%q) = %q, but strictly %q", domain, ascii, strict)
		}
	})
}

// FuzzParams sees that pairs survive being written and read.
func FuzzParams(f *testing.F) {
	f.Add("a=1&b=%20+&a&=&&c=%ff;d\U0001f4a9")
	f.Fuzz(func(t *testing.T, query string) {
		pairs := ParseParams(query)
		if again := ParseParams(pairs.String()); !slices.Equal(again, pairs) {
			t.Errorf("%q is read as %q, and that again as %q", query, pairs, again)
		}
		for _, p := range pairs {
			if !utf8.ValidString(p.Name + p.Value) {
				t.Errorf("%q holds %q", query, p)
			}
		}
		u, ok := MustParse("http://h/?x").WithSearchParams(pairs)
		if !ok || !slices.Equal(u.SearchParams(), pairs) {
			t.Errorf("%q with the pairs %q has %q", u, pairs, u.SearchParams())
		}
		if _, err := uri.Parse(u.Href()); err != nil {
			t.Error(err)
		}
	})
}
