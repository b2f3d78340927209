package page

import (
	"strings"
	"testing"
	"unicode/utf8"

	"uriel.dev/uri"
)

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		in   int64
		want string
	}{{0, "0"}, {999, "999"}, {1000, "1,000"}, {67642217, "67,642,217"}, {-1000, "-1,000"}, {-100, "-100"}} {
		if got := count(tt.in); got != tt.want {
			t.Errorf("count(%d) = %s, want %s", tt.in, got, tt.want)
		}
	}
	for _, tt := range []struct {
		n           int
		thing, want string
	}{{1, "entry", "1 entry"}, {2, "entry", "2 entries"}, {0, "byte", "0 bytes"}, {1234, "file", "1,234 files"}} {
		if got := number(tt.n, tt.thing); got != tt.want {
			t.Errorf("number(%d, %s) = %s, want %s", tt.n, tt.thing, got, tt.want)
		}
	}
}

func TestVisible(t *testing.T) {
	for _, tt := range []struct{ name, in, visible, plain string }{
		{"plain", "a b é", "a b é", "a b é"},
		{"line end", "a\r\nb", `a\r\nb`, "a\nb"},
		{"tab", "a\tb", `a\tb`, "a\tb"},
		{"escape", "a\x1b[31mb\x7f", `a\x1b[31mb\x7f`, `a\x1b[31mb\x7f`},
		{"override", "a\u202etxt.exe", `a\u202etxt.exe`, "a\u202etxt.exe"},
		{"broken", "a\xff", "a\uFFFD", "a\uFFFD"},
	} {
		if got := visible(tt.in); got != tt.visible {
			t.Errorf("%s: visible %q, want %q", tt.name, got, tt.visible)
		}
		if got := plain(tt.in); got != tt.plain {
			t.Errorf("%s: plain %q, want %q", tt.name, got, tt.plain)
		}
	}
}

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ name, in, media, text, words string }{
		{"no charset", "é", "text/plain", "é", "read as UTF-8"},
		{"no charset, no UTF-8", "\xe9\x80", "text/plain", "é€", "read as windows-1252, a guess"},
		{"charset", "\xe9", "text/plain; charset=ISO-8859-2", "é", "read as iso-8859-2"},
		{"wrong charset", "\xe9", "text/plain; charset=utf-8", "\xe9", "read as UTF-8, which it is not quite"},
		{"unknown charset", "é", "text/plain; charset=x-none", "é", "read as UTF-8"},
		{"wide", "\x00a\x00b", "text/plain; charset=utf-16be", "ab", "read as utf-16be"},
	} {
		if text, words := decode([]byte(tt.in), tt.media); text != tt.text || words != tt.words {
			t.Errorf("%s: %q, %q, want %q, %q", tt.name, text, words, tt.text, tt.words)
		}
	}
}

func TestMask(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"http://u:secret@h/", "http://u:******@h/"},
		{"http://u:@h/", "http://u:@h/"},
		{"http://u:s@h/", "http://u:*@h/"},
		{"http://u:**x@h/", "http://u:***@h/"},
		{"http://u:***@h/", "http://u:***@h/"},
		{"http://u:*@h/", "http://u:*@h/"},
		{"http://u:a:b@c@h b", "http://u:*****@h b"},
		{"http://h/a:b@c", "http://h/a:b@c"},
		{"mailto:a:b@c", "mailto:a:b@c"},
	} {
		if got := mask(tt.in); got != tt.want {
			t.Errorf("mask(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func FuzzMask(f *testing.F) {
	for _, s := range []string{"http://u:secret@h/", "//:*@***@", "a//b:c@d/e", "http://u:\xff@h"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		m := mask(s)
		if len(m) != len(s) {
			t.Errorf("mask(%q) = %q, of another length", s, m)
		}
		if uri.Redact(m) != uri.Redact(s) {
			t.Errorf("mask(%q) = %q, which hides something else than Redact", s, m)
		}
	})
}

func TestPoint(t *testing.T) {
	for _, tt := range []struct {
		name           string
		in             string
		offset, length int
		want           pointed
	}{
		{"in the middle", "http://a b", 8, 1, pointed{"http://a", " ", "b", "^"}},
		{"several", "http://ab/", 7, 2, pointed{"http://", "ab", "/", "^^"}},
		{"at the end", "http://[", 8, 1, pointed{"http://[", "\u00a0", "", "^"}},
		{"a character of two bytes", "http://é", 7, 1, pointed{"http://", "é", "", "^"}},
		{"a password", "http://u:pw@ h", 12, 1, pointed{"http://u:**@", " ", "h", "^"}},
		{"a control", "a\nb", 1, 1, pointed{"a", `\n`, "b", "^^"}},
		{"beyond", "a", 9, 9, pointed{"a", "\u00a0", "", "^"}},
	} {
		if got := point(tt.in, tt.offset, tt.length); got != tt.want {
			t.Errorf("%s: %+v, want %+v", tt.name, got, tt.want)
		}
	}
	long := point(strings.Repeat("é", 500)+"|"+strings.Repeat("x", 500), 1000, 1)
	if long.At != "|" || len(long.Before) > 160 || len(long.After) > 160 || !utf8.ValidString(long.Before) {
		t.Errorf("a long text is not cut around the mark: %+v", long)
	}
}

func TestGuesses(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"address of the web", "www.example.org/a", "http://www.example.org/a"},
		{"host and port", "localhost:8080/x", "http://localhost:8080/x"},
		{"wrapper", "<http://h/>", "http://h/"},
		{"prefix of 1994", "URL:gopher://h/1 ", "gopher://h/1"},
		{"space in a path", "http://h/a b", "http://h/a%20b"},
		{"percent sign", "http://h/100%", "http://h/100%25"},
		{"broken over lines", "http://h/a\n b", "http://h/a%20b"},
		{"space in a host", "http://a b/", ""},
		{"a word", "hello", ""},
		{"unknown scheme", "foo:a b", ""},
	} {
		got := ""
		if g := testSite().guesses(tt.in); len(g) > 0 {
			got = g[0].Text()
		}
		if got != tt.want {
			t.Errorf("%s: %q leads to the guess %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
}
