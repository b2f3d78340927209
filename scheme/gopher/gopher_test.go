package gopher

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

// seeds are URIs for the fuzz targets.
var seeds = []string{
	"gopher://h", "gopher://h/", "gopher://h/1", "gopher://h/0a%20b%FF#f", "gopher://h/7s%09q%09+", "gopher://h/0s%09%09?", "gopher://h/%09%09%09%09",
	"gopher://h/0s%09%09+v%20l%091%0D%0A+-1%0D%0Aa%0D%0A..%0D%0A.%0D%0A", "gopher://h?x", "gopher:1x", "gopher:", "gopher:///0x", "gopher://u@[::1]:0/0/a/..//b?c/",
	"gopher://h/00/a/b", "gopher://h/1%2F%2f", "gopher://h/%FFx", "gopher://h/7%09%09!+A%20+B",
}

// FuzzView: the URI of a view is read back as the same view, and so is its normal
// form; what is sent is one line, or a line and a data block.
func FuzzView(f *testing.F) {
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		checkTrail(t, u)
		if request, err := v.Request(); err == nil {
			checkRequest(t, v, request)
		}
		if v.Plus != nil {
			if diff := cmp.Diff(*v.Plus, ParsePlus(v.Plus.String())); diff != "" {
				t.Errorf("gopher+ string read back (-first +second):\n%s", diff)
			}
		}
		w, err := v.URI()
		if err != nil {
			return
		}
		back, _ := Parse(w)
		if diff := cmp.Diff(meaning(v), meaning(back)); diff != "" {
			t.Errorf("%q, written as %q, is read as another (-first +second):\n%s", u, w, diff)
		}
		n := table.Normalize(u)
		if m, _ := Parse(n); cmp.Diff(meaning(v), meaning(m)) != "" {
			t.Errorf("the normal form %q of %q has another meaning", n, u)
		}
	})
}

// meaning is what can be compared of a view.
func meaning(v View) map[string]any {
	m := map[string]any{"type": v.Type, "selector": v.Selector}
	if v.Search != nil {
		m["search"] = *v.Search
	}
	if v.Plus != nil {
		m["plus"] = *v.Plus
	}
	return m
}

func checkRequest(t *testing.T, v View, request string) {
	t.Helper()
	line, rest, ok := strings.Cut(request, "\r\n")
	if !ok || strings.ContainsAny(line, "\x00\r\n") || !strings.HasPrefix(line, string(v.Selector)) {
		t.Errorf("request %q of %+v", request, v)
	}
	switch {
	case rest == "":
	case !strings.HasSuffix(line, "\t1") || !strings.HasPrefix(rest, "+-1\r\n") || !strings.HasSuffix(rest, "\r\n.\r\n"):
		t.Errorf("request %q: more than a line, and no data block", request)
	case strings.Contains(strings.TrimSuffix(rest, ".\r\n"), "\r\n.\r\n"):
		t.Errorf("request %q: something behind the end of the data block", request)
	}
}

func checkTrail(t *testing.T, u uri.URI) {
	t.Helper()
	end := 0
	for _, s := range Trail(u) {
		if s.Start < end || s.End <= s.Start || s.End > len(u.String()) {
			t.Errorf("trail of %q: step %+v behind %d", u, s, end)
		}
		end = s.End
		if !s.URI.IsZero() && s.URI.Authority() != u.Authority() {
			t.Errorf("trail of %q leads to another server: %q", u, s.URI)
		}
	}
}

// FuzzBuild: whatever octets an item is made of, its URI means them, and they
// are what is sent.
func FuzzBuild(f *testing.F) {
	f.Add("h", uint16(70), byte('0'), "a?b#c%41 \xff", "w\x00rds\r\n", "+", 2)
	f.Add("2001:db8::1", uint16(7070), byte('7'), "", "", "", 0)
	f.Add("[::1]", uint16(1), byte('\t'), "/..//.", "", "?", 1)
	f.Fuzz(func(t *testing.T, host string, port uint16, typ byte, selector, search, plus string, n int) {
		fields := []string{search, plus}[:min(max(n, 0), 2)]
		u, err := URI(host, port, Type(typ), selector, fields...)
		if err != nil {
			if _, hostErr := hostText(host); hostErr == nil && port != 0 && !strings.Contains(selector+search, "\t") {
				t.Errorf("URI(%q, %d, %q, %q, %q): %v", host, port, typ, selector, fields, err)
			}
			return
		}
		v := read(u)
		want := map[string]any{"type": Type(typ), "selector": scheme.Octets(selector)}
		if len(fields) > 0 {
			want["search"] = scheme.Octets(search)
		}
		if len(fields) > 1 {
			want["plus"] = ParsePlus(plus)
		}
		if diff := cmp.Diff(want, meaning(v)); diff != "" {
			t.Errorf("%q means something else than it was made of (-want +got):\n%s", u, diff)
		}
		if again, err := v.URI(); err != nil || again != u {
			t.Errorf("%q is written anew as %q, %v", u, again, err)
		}
		if request, err := v.Request(); err == nil && len(fields) == 0 && request != selector+"\r\n" {
			t.Errorf("%q sends %q, want the selector %q", u, request, selector)
		}
	})
}

func TestURI(t *testing.T) {
	for _, x := range []struct {
		name, host string
		port       uint16
		typ        Type
		selector   string
		fields     []string
		want, why  string
	}{
		{"default port", "h", 70, '0', "a", nil, "gopher://h/0a", "RFC 4266 2.1"},
		{"other port", "h", 7070, '1', "", nil, "gopher://h:7070/", "RFC 4266 2.1"},
		{"reserved", "h", 70, '0', "a?b#c%2", nil, "gopher://h/0a%3Fb%23c%252", "RFC 3986 3.3: not in a path"},
		{"pchar", "h", 70, '0', "/a:@!$&'()*+,;=~", nil, "gopher://h/0/a:@!$&'()*+,;=~", "RFC 3986 3.3: pchar and slash"},
		{"search", "h", 70, '7', "s", []string{"two words"}, "gopher://h/7s%09two%20words", "RFC 4266 2.2"},
		{"form", "h", 70, '0', "s", []string{"", "?"}, "gopher://h/0s%09%09%3F", "draft-ietf-uri-url-03 1.2.3"},
		{"IPv6", "2001:db8::1", 70, '1', "/", nil, "gopher://[2001:db8::1]/1/", "RFC 3986 3.2.2"},
		{"name beyond ASCII", "h\u00fc.example", 70, '1', "", nil, "gopher://h%C3%BC.example/", "RFC 3986 3.2.2: UTF-8, percent-encoded"},
		{"no host", "", 70, '1', "", nil, "", "a line of a menu without host"},
		{"delimiter in host", "a/b", 70, '1', "", nil, "", "it would begin the path"},
		{"userinfo in host", "a@b", 70, '1', "", nil, "", "it would lead to b"},
		{"space in host", "a b", 70, '1', "", nil, "", "no name"},
		{"zone", "fe80::1%eth0", 70, '1', "", nil, "", "RFC 9844"},
		{"port 0", "h", 0, '1', "", nil, "", "RFC 9293: no such port"},
		{"tab in selector", "h", 70, '0', "a\tb", nil, "", "RFC 4266 2.1"},
		{"tab in search", "h", 70, '7', "a", []string{"b\tc"}, "", "RFC 4266 2.1"},
		{"three fields", "h", 70, '7', "a", []string{"", "", ""}, "", "RFC 4266 2.1"},
	} {
		t.Run(x.name, func(t *testing.T) {
			got, err := URI(x.host, x.port, x.typ, x.selector, x.fields...)
			if got.String() != x.want || (err == nil) != (x.want != "") {
				t.Errorf("got %q, %v; want %q (%s)", got, err, x.want, x.why)
			}
		})
	}
}

func TestItem(t *testing.T) {
	menu := uri.MustParse("gopher://[::1]:7070/1/menu")
	for _, x := range []struct{ name, line, kind, uri, err, why string }{
		{"text", "0A text\t/a.txt\th\t70", "text", "gopher://h/0/a.txt", "", "RFC 1436 2"},
		{"other port", "1Sub\t\th\t7070", "menu", "gopher://h:7070/", "", "RFC 1436 2"},
		{"Gopher+ item", "0paper\t0/paper\th\t70\t+", "text", "gopher://h/00/paper%09%09+", "", "Gopher+ 2.2; RFC 4266 2.5"},
		{"Gopher+ form", "0form\t0/form\th\t70\t?", "text", "gopher://h/00/form%09%09%3F", "", "RFC 4266 2.4"},
		{"more fields", "0x\t/x\th\t70\t+\tmore", "text", "gopher://h/0/x%09%09+", "", "Gopher+ 2.1: extra fields are ignored"},
		{"blanks around host and port", "0x\t/x\t h \t70 ", "text", "gopher://h/0/x", "", "met in hand-made menus"},
		{"information", "iWelcome\tfake\t(NULL)\t0", "info", "", "", "type i leads nowhere"},
		{"error", "3Not here\t\th\t70", "error", "", "", "RFC 1436 3.8"},
		{"error of another type", "0'/x' does not exist!!\t\terror.host\t1", "text", "", "", "University of Minnesota"},
		{"no tab", "just words", "info", "", "", "lines of text are shown"},
		{"empty", "", "info", "", "", "lines of text are shown"},
		{"only tabs", "\t\t\t", "info", "", "", "no type"},
		{"no host and port", "0x\t/x", "text", "gopher://[::1]:7070/0/x", "", "the server of the menu"},
		{"no port", "0x\t/x\th", "text", "gopher://h/0/x", "", "RFC 4266 2.1: 70"},
		{"telnet", "8Catalogue\tjoe\th\t23", "session", "telnet://joe@h/", "", "RFC 1436 3.8"},
		{"telnet, slash and port 0", "8Catalogue\t/joe\th\t0", "session", "telnet://joe@h/", "", "the slash is no part of a name"},
		{"telnet, odd name", "8Catalogue\ta@b:c/d\th\t2323", "session", "telnet://a%40b%3Ac%2Fd@h:2323/", "", "RFC 3986 3.2.1"},
		{"tn3270", "TCatalogue\t\th\t23", "3270 session", "tn3270://h/", "", "RFC 1436 3.8"},
		{"phone book", "2Staff\t\th\t105", "phone book", "cso://h/", "", "RFC 1436 3.7.1"},
		{"phone book without port", "2Staff\t\th", "phone book", "cso://h/", "", "RFC 2378 4: 105"},
		{"phone book at an odd port", "2Staff\tjoe user\t::1\t1105", "phone book", "cso://[::1]:1105/joe%20user", "", "the selector is the query"},
		{"web page", "hWeb\tURL:http://example.org/a?b#c\th\t70", "web page", "http://example.org/a?b#c", "", "in use"},
		{"web page, slash, URI and case", "hWeb\t/uri:HTTP://example.org/\th\t70", "web page", "HTTP://example.org/", "", "in use"},
		{"web page, not encoded", "hWeb\tURL:http://example.org/\u00e9 x\th\t70", "web page", "http://example.org/%C3%A9%20x", "", "RFC 3987 3.1"},
		{"web page, no URI", "hWeb\tURL:http://[\th\t70", "web page", "gopher://h/hURL:http://%5B", "", "servers answer with a page that leads on"},
		{"page of the server", "hWeb\t/index.html\th\t70", "web page", "gopher://h/h/index.html", "", "type h"},
		{"web address", "wWeb\thttp://example.org/\th\t70", "web address", "http://example.org/", "", "type w"},
		{"unknown type", "zOdd\t/z\th\t70", "unknown", "gopher://h/z/z", "", "RFC 1436 3.5: may be shown as unknown"},
		{"hash and space", "0x\t/a#b c\th\t70", "text", "gopher://h/0/a%23b%20c", "", "RFC 3986 3.3"},
		{"octets", "0x\t/\xff\th\t70", "text", "gopher://h/0/%FF", "", "RFC 4266 2.1"},
		{"bad port", "0x\t/x\th\t70x", "text", "", `"70x"`, "RFC 1436 appendix"},
		{"port 0", "0x\t/x\th\t0", "text", "", `"0"`, "RFC 9293"},
		{"big port", "0x\t/x\th\t65536", "text", "", `"65536"`, "RFC 1436 appendix: 0 to 65535"},
		{"bad host", "0x\t/x\ta/b\t70", "text", "", `"a/b"`, "RFC 3986 3.2.2"},
	} {
		t.Run(x.name, func(t *testing.T) {
			it := ParseItem(x.line)
			got, err := it.URI(menu)
			if got.String() != x.uri || it.Type.Name() != x.kind {
				t.Errorf("%q is a %s at %q (%v), want a %s at %q (%s)", x.line, it.Type.Name(), got, err, x.kind, x.uri, x.why)
			}
			if x.err == "" && err != nil || x.err != "" && (err == nil || !strings.Contains(err.Error(), x.err)) {
				t.Errorf("error %v, want one with %q", err, x.err)
			}
		})
	}
}

// TestItemOverTLS: a menu that came over TLS leads to its own server over TLS.
func TestItemOverTLS(t *testing.T) {
	for _, x := range []struct{ menu, line, want string }{
		{"gophers://h/1", "0x\t/x\th\t70", "gophers://h/0/x"},
		{"gophers://h/1", "0x\t/x", "gophers://h/0/x"},
		{"gophers://h:7443/1", "1x\t/x\tH\t7443\t+", "gophers://H:7443/1/x%09%09+"},
		{"gophers://[::1]:7443/1", "1x\t/x\t::1\t7443", "gophers://[::1]:7443/1/x"},
		{"gophers://h:7443/1", "1x\t/x\th\t70", "gopher://h/1/x"},
		{"gophers://h/1", "1x\t/x\tg\t70", "gopher://g/1/x"},
		{"gophers://h/1", "8x\tjoe\th\t23", "telnet://joe@h/"},
		{"gophers://h/1", "hx\tURL:http://x/\th\t70", "http://x/"},
		{"GOPHERS://h/1", "0x\t/x\th\t70", "gophers://h/0/x"},
		{"gopher://h/1", "0x\t/x\th\t70", "gopher://h/0/x"},
	} {
		if got, err := ParseItem(x.line).URI(uri.MustParse(x.menu)); got.String() != x.want || err != nil {
			t.Errorf("%q in %s leads to %q, %v; want %s", x.line, x.menu, got, err, x.want)
		}
	}
}

// FuzzItem: what a line of a menu leads to is a URI, and asking for that sends
// the selector of the line, octet for octet.
func FuzzItem(f *testing.F) {
	for _, s := range []string{
		"", "\t\t\t\t", "0a\tb\tc\t70\t?", "0a\tb c?d#e%41\xff\th\t70\t+", "1a\t\th\t70\t+", "7a\t/find\th\t70\t+", "9\x00\x01\x7f\t\x00\x01\x7f\th\t1",
		"2\tx y\th\t", "8x\t/y@z\t::1\t0", "hx\tURL:x:%\th\t70", "hx\tURL:gopher://a/0b\th\t70", "i", "3\t\terror.host\t1", "w\tjavascript:x\t\t", "+a\tb\tc\td",
	} {
		f.Add(s)
	}
	menu := uri.MustParse("gopher://[2001:db8::7]:7070/")
	f.Fuzz(func(t *testing.T, line string) {
		if strings.ContainsAny(line, "\r\n") {
			t.Skip("no input of this target")
		}
		it := ParseItem(line)
		u, err := it.URI(menu)
		if err != nil || u.IsZero() {
			return
		}
		if again, err := uri.Parse(u.String()); err != nil || again != u || !u.HasScheme() {
			t.Errorf("%q leads to %q, which is no URI: %v", line, u, err)
		}
		if _, ok := it.elsewhere(); ok || u.Scheme() != "gopher" {
			return
		}
		v, err := Parse(u)
		if err != nil || string(v.Selector) != it.Selector || v.Type != it.Type {
			t.Errorf("%q leads to %q: selector %q, type %q, %v", line, u, v.Selector, v.Type, err)
		}
		want := map[string]string{"+": it.Selector + "\t+\r\n", "?": it.Selector + "\t!\r\n"}[it.Plus]
		if want == "" {
			want = it.Selector + "\r\n"
		}
		switch request, err := v.Request(); {
		case it.Type == '7' && it.Plus == "?": // of a search the empty words are sent
			want = it.Selector + "\t\t!\r\n"
			fallthrough
		case err == nil:
			if request != want && !strings.Contains(it.Selector, "\x00") {
				t.Errorf("%q leads to %q, which sends %q, want %q", line, u, request, want)
			}
		case it.Type != '7' && it.Type.Transfer() != Nothing && !strings.Contains(it.Selector, "\x00"):
			t.Errorf("%q leads to %q, which cannot be asked for: %v", line, u, err)
		}
	})
}

func TestTrail(t *testing.T) {
	for _, x := range []struct{ uri, want, why string }{
		{"gopher://h", "", "the top has no steps"},
		{"gopher://h/", "", "the top has no steps"},
		{"gopher://h/1", "1>gopher://h/1", "the type alone"},
		{"gopher://h/1/library", "1> /library>gopher://h/1/library", "one step"},
		{"gopher://h/0/a/b.txt#f", "0> /a>gopher://h/1/a /b.txt>gopher://h/0/a/b.txt#f", "the levels are menus"},
		{"gopher://h/1/a/", "1> /a/>gopher://h/1/a/", "a slash at the end is no step"},
		{"gopher://h:7070/00/sub/deep", "0> 0/sub>gopher://h:7070/11/sub /deep>gopher://h:7070/00/sub/deep", "the selector begins with a copy of the type"},
		{"gopher://h/7/find%09two%20words", "7> /find>gopher://h/7/find two%20words>gopher://h/7/find%09two%20words", "the search without its words"},
		{"gopher://h/0sel%09%09!", "0> sel>gopher://h/0sel !>gopher://h/0sel%09%09!", "the item without gopher+ string"},
		{"gopher:1x", "", "no host"},
	} {
		var got []string
		u := uri.MustParse(x.uri)
		for _, s := range Trail(u) {
			got = append(got, x.uri[s.Start:s.End]+">"+s.URI.String())
		}
		if strings.Join(got, " ") != x.want {
			t.Errorf("%s: %q, want %q (%s)", x.uri, strings.Join(got, " "), x.want, x.why)
		}
	}
	for u, want := range map[string]string{
		"gopher://h/1/library": "item type 1, a menu", "gopher://h/Ipic": "item type I, an image", "gopher://h/Xx": "item type X, an XML document",
		"gopher://h/6x": "item type 6, a uuencoded file", "gopher://h/zx": "item type z, an item of unknown type",
	} {
		if title := Trail(uri.MustParse(u))[0].Title; title != want {
			t.Errorf("%s: the first step is %q, want %q", u, title, want)
		}
	}
}

func TestMeaning(t *testing.T) {
	for u, want := range map[string]string{
		"gopher://gopher.example.org/1/library":          `the menu "/library" at gopher.example.org, port 70`,
		"gopher://h":                                     `the top menu at h, port 70`,
		"gopher://h:7070/7/find%09two%20words":           `the search "/find" for "two words" at h, port 7070`,
		"gopher://h/7/find":                              `the search "/find" for words still to be given at h, port 70`,
		"gophers://h/1x":                                 `the menu "x" at h, port 70, over TLS`,
		"gopher://h/zq":                                  `the item of unknown type "q" at h, port 70`,
		"gopher://h/0a%09%09+text/plain%20De":            `the view text/plain in the language De of the text "a" at h, port 70`,
		"gopher://h/1a%09%09$+VIEWS":                     `the attributes +VIEWS of each item of the menu "a" at h, port 70`,
		"gopher://h/0a%09%09!":                           `all attributes of the text "a" at h, port 70`,
		"gopher://h/0a%09%09?":                           `the form to fill in of the text "a" at h, port 70`,
		"gopher://h/0a%09%09x":                           `what Gopher+ means by "x" of the text "a" at h, port 70`,
		"gopher://h/0a%09%09+%091%0D%0A+-1%0D%0A.%0D%0A": `the Gopher+ content, by a filled-in form, of the text "a" at h, port 70`,
	} {
		v, err := Parse(uri.MustParse(u))
		if err != nil || v.Meaning() != want {
			t.Errorf("%s: %s (%v), want %s", u, v.Meaning(), err, want)
		}
	}
}

func TestMediaType(t *testing.T) {
	for _, x := range []struct {
		typ            Type
		selector, want string
	}{
		{'0', "a.html", "text/plain"}, {'9', "/x.tar.gz", "application/gzip"}, {'9', "/a.dir/x", "application/octet-stream"}, {'I', "/x.JPG", "image/jpeg"},
		{'I', "/x.pdf", "application/octet-stream"}, {'g', "x", "image/gif"}, {'s', "bell.au", "audio/basic"}, {'z', "x.pdf", "application/pdf"}, {'1', "", ""}, {'d', "png", "application/octet-stream"},
	} {
		if got := x.typ.MediaType(x.selector); got != x.want {
			t.Errorf("type %s, selector %q: %q, want %q", x.typ, x.selector, got, x.want)
		}
	}
}

// TestEveryOctet: the selector of a line of a menu comes back as it is in the
// request for its URI, whatever octet is in it, tagged or not.
func TestEveryOctet(t *testing.T) {
	menu := uri.MustParse("gopher://h/")
	behind := map[string]string{"": "\r\n", "+": "\t+\r\n", "?": "\t!\r\n"}
	for octet := range 256 {
		selector := string([]byte{byte(octet), '/', byte(octet), 'x', byte(octet)})
		if strings.ContainsAny(selector, "\t\r\n") {
			continue // ends a field or line
		}
		for tag, rest := range behind {
			for _, typ := range []string{"0", "1", "9", "h", "q"} {
				u, err := ParseItem(strings.Join([]string{typ + "name", selector, "h", "70", tag}, "\t")).URI(menu)
				if err != nil {
					t.Errorf("type %s, octet %#x, tag %q: %v", typ, octet, tag, err)
					continue
				}
				v, err := Parse(uri.MustParse(u.String()))
				if err != nil || string(v.Selector) != selector {
					t.Errorf("%s: selector %q, %v; want %q", u, v.Selector, err, selector)
				}
				request, err := v.Request()
				if octet == 0 && err == nil || octet != 0 && (err != nil || request != selector+rest) {
					t.Errorf("%s: sends %q, %v; want %q", u, request, err, selector+rest)
				}
			}
		}
	}
}
