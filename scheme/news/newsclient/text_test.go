package newsclient

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"uriel.dev/policy"
	"uriel.dev/uri"
)

func TestText(t *testing.T) {
	const parts = "Content-Type: multipart/mixed; boundary=x\n\n"
	for _, x := range []struct{ name, article, want string }{
		{"fields", "Path: h!not-for-mail\nFrom: =?utf-8?q?J=C3=B6?= <j@h>\nX-Y: z\nSubject: a\n\tb\nnewsgroups: a.b\n\nbody\n",
			"From: Jö <j@h>\nSubject: a b\nnewsgroups: a.b\n\nbody\n"},
		{"no other line by an encoded word", "Subject: =?utf-8?q?a=0AFrom:_evil=1B[2J?=\n\n", "Subject: a From: evil [2J\n\n"},
		{"octets in a field", "Subject: caf\xe9\n\n", "Subject: café\n\n"},
		{"no header", "\nbody", "\nbody\n"},
		{"no body", "Subject: x\n", "Subject: x\n\n"},
		{"a line that is no field", "Subject: x\nnonsense\nFrom : a\nFrom: b\n\n", "Subject: x\nFrom: b\n\n"},
		{"format=flowed stays", "Content-Type: text/plain; format=flowed\n\na \n b\n-- \nc\n", "\na \n b\n-- \nc\n"},
		{"quoted-printable", "Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: Quoted-Printable\n\ncaf=E9 =\ncreme\n", "\ncafé creme\n"},
		{"base64", "Content-Type: text/plain; charset=\"utf-8\"\nContent-Transfer-Encoding: base64\n\naMOpbGxv\nDQo=\n", "\nhéllo\n"},
		{"base64 damaged", "Content-Transfer-Encoding: base64\n\naGVsbG8h\n%%%%\n", "\nhello!\n[the rest of this part is damaged]\n"},
		{"CR within a line", "\na\rb\r\n", "\na\rb\n"},
		{"UTF-8 that is not said", "\nhéllo\n", "\nhéllo\n"},
		{"Latin-1 that is not said", "\nh\xe9llo\n", "\nhéllo\n"},
		{"said to be ASCII", "Content-Type: text/plain; charset=us-ascii\n\nhéllo\n", "\nhéllo\n"},
		{"a charset that nobody knows", "Content-Type: text/plain; charset=x-unknown\n\nh\xe9llo\n", "\nhéllo\n"},
		{"UTF-8 that is none", "Content-Type: text/plain; charset=utf-8\n\nh\xe9llo\n", "\nh\ufffdllo\n"},
		{"koi8-r", "Content-Type: text/plain; charset=KOI8-R\n\n\xf0\xd2\xc9\xd7\xc5\xd4\n", "\nПривет\n"},
		{"iso-2022-jp", "Content-Type: text/plain; charset=ISO-2022-JP\n\n\x1b$B$3$s\x1b(B\n", "\nこん\n"},
		{"HTML alone", "Content-Type: text/html\n\n<p>a\n", "\n<p>a\n"},
		{"an image alone", "Content-Type: image/png; name=a.png\nContent-Transfer-Encoding: base64\n\nAAAA\n", "\n[attachment: a.png, image/png, 3 bytes]\n"},
		{"parts", parts + "preamble\n--x\n\none\n--x\nContent-Type: image/png\nContent-Disposition: attachment; filename*=utf-8''%C3%A9.png\nContent-Transfer-Encoding: base64\n\nAAAA\n--x\n\ntwo\n--x--\nepilogue\n",
			"\none\n\n[attachment: é.png, image/png, 3 bytes]\n\ntwo\n"},
		{"a text that is attached", parts + "--x\nContent-Disposition: attachment; filename=a.txt\n\none\n--x--\n", "\n[attachment: a.txt, text/plain, 3 bytes]\n"},
		{"parts without their end", parts + "--x\n\none\n--x\n\ntwo\n", "\none\n\ntwo\n[the rest of this part is damaged]\n"},
		{"no parts", parts + "nothing\n", "\n"},
		{"no boundary", "Content-Type: multipart/mixed\n\na\n", "\na\n"},
		{"alternative", "Content-Type: multipart/alternative; boundary=x\n\n--x\n\none\n--x\nContent-Type: text/html\n\n<p>one\n--x--\n", "\none\n"},
		{"alternative without a text", "Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/html\n\n<p>one\n--x--\n", "\n[attachment: text/html, 6 bytes]\n"},
		{"alternative within parts", parts + "--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\n\none\n--y\nContent-Type: text/html\n\n<p>\n--y--\n--x\n\ntwo\n--x--\n", "\none\n\ntwo\n"},
		{"a type that is none", "Content-Type: ;;;\n\na\n", "\na\n"},
	} {
		t.Run(x.name, func(t *testing.T) {
			crlf := strings.ReplaceAll(strings.ReplaceAll(x.article, "\r\n", "\n"), "\n", "\r\n")
			for _, article := range []string{x.article, crlf} {
				for _, r := range []io.Reader{strings.NewReader(article), iotest.OneByteReader(strings.NewReader(article))} {
					h, body, err := ReadHeader(r, 0)
					if err != nil {
						t.Fatal(err)
					}
					if got, err := io.ReadAll(Text(h, body, uri.URI{}, policy.Limits{})); string(got) != x.want || err != nil {
						t.Errorf("%q, %v; want %q", got, err, x.want)
					}
				}
			}
		})
	}
}

// TestTextOfBrokenConnection: an error of the article is one of the text,
// wherever it comes.
func TestTextOfBrokenConnection(t *testing.T) {
	broken := errors.New("broken")
	const article = "Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Transfer-Encoding: base64\n\nAAAA\n--x\nContent-Type: image/png\n\nAAAA\n--x\nContent-Transfer-Encoding: quoted-printable\n\na=20b\n--x--\nepilogue\n"
	_, bodyText, _ := strings.Cut(article, "\n\n")
	for n := range len(bodyText) {
		h, _, _ := ReadHeader(strings.NewReader(article), 0)
		body := io.MultiReader(strings.NewReader(bodyText[:n]), iotest.ErrReader(broken))
		if got, err := io.ReadAll(Text(h, body, uri.URI{}, policy.Limits{})); err != broken {
			t.Fatalf("broken after %q: %q, %v", bodyText[:n], got, err)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: multipart/alternative; boundary=y\n\n--y\n\na\n--y--\n--x--\n")
	f.Add("Content-Type: text/plain; charset=iso-2022-jp\nContent-Transfer-Encoding: base64\n\nAAAA")
	f.Fuzz(func(t *testing.T, article string) {
		h, body, err := ReadHeader(strings.NewReader(article), 0)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(Text(h, body, uri.URI{}, policy.Limits{}))
		if err != nil {
			t.Errorf("%q: %v", article, err)
		}
		if got := string(text); !strings.HasSuffix(got, "\n") || strings.ToValidUTF8(got, "") != got {
			t.Errorf("%q: %q is no text of UTF-8 lines", article, got)
		}
	})
}

func TestAuthor(t *testing.T) {
	for from, want := range map[string]string{
		"Joe <j@h>":                   "Joe",
		`"Doe, Joe" <j@h>`:            "Doe, Joe",
		`"J \"Joe\" Doe" <j@h>`:       `J "Joe" Doe`,
		"=?iso-8859-1?q?J=F6?= <j@h>": "Jö",
		"j@h":                         "j@h",
		"<j@h>":                       "j@h",
		"j@h (Joe)":                   "Joe",
		"j@h ()":                      "j@h",
		"":                            "",
		"<":                           "",
		"=?utf-8?b?SsO2?= (x) <j@h>":  "Jö (x)",
		"j@h (=?utf-8?b?SsO2?=)":      "Jö",
	} {
		if got := Author(from); got != want {
			t.Errorf("%q: %q, want %q", from, got, want)
		}
	}
}

func TestDate(t *testing.T) {
	for value, want := range map[string]string{
		"Tue, 24 Dec 2024 10:00:00 +0100":       "2024-12-24T09:00:00Z",
		"Tue, 24 Dec 2024 10:00:00 +0100 (CET)": "2024-12-24T09:00:00Z",
		"24 Dec 2024 10:00 +0000":               "2024-12-24T10:00:00Z",
		"Tue, 24 Dec 24 10:00:00 GMT":           "2024-12-24T10:00:00Z",
		"yesterday":                             "0001-01-01T00:00:00Z",
		"":                                      "0001-01-01T00:00:00Z",
	} {
		if got := Date(value).UTC().Format("2006-01-02T15:04:05Z"); got != want {
			t.Errorf("%q: %s, want %s", value, got, want)
		}
	}
}

// matchSlowly is Matches by its definition.
func matchSlowly(pattern, name string) bool {
	p, n := []rune(pattern), []rune(name)
	switch {
	case len(p) == 0:
		return len(n) == 0
	case p[0] == '*':
		return matchSlowly(string(p[1:]), name) || len(n) > 0 && matchSlowly(pattern, string(n[1:]))
	}
	return len(n) > 0 && (p[0] == '?' || p[0] == n[0]) && matchSlowly(string(p[1:]), string(n[1:]))
}

func TestMatches(t *testing.T) {
	words := []string{"", "a", "b", "aa", "ab", "ba", "aab", "aba", "bab", "abab", "ä", "äa", "aäb"}
	patterns := []string{"*", "?", "a*", "*a", "*a*", "a?b", "?*", "*?", "**", "a*b*", "*ab", "?b", "a*?b", "ä*", "*ä?", "b"}
	for _, p := range patterns {
		for _, w := range words {
			if got, want := Matches(p, w), matchSlowly(p, w); got != want {
				t.Errorf("%q matches %q: %v, want %v", p, w, got, want)
			}
		}
	}
	if !Matches("", "a") {
		t.Error("no pattern is all")
	}
	if Matches(strings.Repeat("*a", 50)+"b", strings.Repeat("a", 5000)) { // the slow way would take for ever
		t.Error("there is no b")
	}
}
