package uri_test

import (
	"fmt"
	"strings"
	"testing"

	"uriel.dev/uri"
)

// TestALabel decodes the samples of RFC 3492, section 7.1, as far as they are
// letters and digits.
func TestALabel(t *testing.T) {
	for _, test := range []struct{ name, label, want string }{
		{"Chinese", "xn--ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"},
		{"Chinese, traditional", "xn--ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"},
		{"Czech", "xn--Proprostnemluvesky-uyb24dma41a", "pročprostěnemluvíčesky"},
		{"Hebrew", "xn--4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"},
		{"Hindi", "xn--i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd", "यहलोगहिन्दीक्योंनहींबोलसकतेहैं"},
		{"Japanese", "xn--n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"},
		{"Russian", "xn--b1abfaaepdrnnbgefbaDotcwatmq2g4l", "почемужеонинеговорятпорусски"},
		{"Spanish", "xn--PorqunopuedensimplementehablarenEspaol-fmd56a", "porquénopuedensimplementehablarenespañol"},
		{"Vietnamese", "xn--TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", "tạisaohọkhôngthểchỉnóitiếngviệt"},
		{"digits first", "xn--3B-ww4c5e180e575a65lsy2b", "3年b組金八先生"},
		{"hyphens inside", "xn---with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n", "安室奈美恵-with-super-monkeys"},
		{"hyphen last", "xn--Hello-Another-Way--fc4qua05auwb3674vfr0b", "hello-another-way-それぞれの場所"},
		{"digit last", "xn--2-u9tlzr9756bt3uc0v", "ひとつ屋根の下2"},
		{"two kana", "xn--MajiKoi5-783gue6qz075azm5e", "majiでkoiする5秒前"},
		{"Katakana and Hiragana", "xn--de-jg4avhby1noc0d", "パフィーdeルンバ"},
		{"Hiragana", "xn--d9juau41awczczp", "そのスピードで"},
	} {
		t.Run(test.name, func(t *testing.T) {
			report := uri.Judge(uri.MustParse("x://" + test.label))
			var texts []string
			for _, r := range report {
				if r.Rule != "uri/host-case" {
					texts = append(texts, r.Text)
				}
			}
			if want := fmt.Sprintf("label in Punycode: %s is %q", test.label, test.want); strings.Join(texts, "; ") != want {
				t.Errorf("%q, want %q", texts, want)
			}
		})
	}
}

// TestBadALabel: Punycode that no encoder makes.
func TestBadALabel(t *testing.T) {
	for _, test := range []struct{ name, label string }{
		{"ends within a number", "xn--a-z"},
		{"delimiter alone", "xn---"},
		{"delimiter last", "xn--a-"},
		{"no digit", "xn--a-_"},
		{"beyond Unicode", "xn--99999999"},
		{"overflow", "xn--" + strings.Repeat("9", 59)},
		{"surrogate", "xn--ab-he4l"},
		{"no-break space", "xn--a-4ba"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, r := range uri.Judge(uri.MustParse("x://" + test.label)) {
				if r.Rule == "uri/bad-a-label" {
					return
				}
			}
			t.Errorf("%s has no remark: %v", test.label, uri.Judge(uri.MustParse("x://"+test.label)))
		})
	}
}

// TestHint: what an error says to write tells no password.
func TestHint(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"one character", "http://h/é", "write %C3%A9"},
		{"a word", "http://h/日本語/x", "write %E6%97%A5%E6%9C%AC%E8%AA%9E"},
		{"up to what is not UTF-8", "?é\xffé", "write %C3%A9"},
		{"user", "http://ü@h/", "write %C3%BC"},
		{"password", "http://u:ü@h/", "encode it as UTF-8 and percent-encode each byte"},
		{"password with @", "http://u:@ü@h/", "encode it as UTF-8 and percent-encode each byte"},
		{"byte of a password", "http://u:\xff@h/", "percent-encode the byte"},
		{"character of a password", "http://u:^@h/", "percent-encode it"},
		{"behind a password", "http://u:p@h/^", "write %5E"},
		{"space behind", "http://h  ", "remove it: it stands beside the URI, not in it"},
		{"space inside", "http://h/a ?", "write %20"},
		{"path of Windows", `C:\a`, "a path of Windows is written file:///C:/…"},
		{"backslashes for slashes", `http:\\h\a`, "write / between segments, %5C for a backslash that is data"},
		{"bracket behind the host", "http://h>", "remove the wrapper: it is not part of the URI"},
		{"backquote behind", "http://h/`", "remove the wrapper: it is not part of the URI"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := uri.Parse(test.in)
			e, ok := err.(*uri.Error)
			if !ok || e.Hint != test.want {
				t.Errorf("Parse(%q): hint %q, want %q", test.in, e.Hint, test.want)
			}
		})
	}
}
