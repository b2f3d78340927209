package mail_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/mail"
)

// container reads HTML as text, messages as messages, and names that end in .txt.
var container = mail.New(inner)

func inner(mediaType, name string) (find.Container, bool) {
	switch {
	case mediaType == "text/html":
		return find.Container{Name: "html", Scan: find.Finder.Scan}, true
	case mediaType == "message/rfc822":
		return mail.New(inner), true
	}
	return find.Text, strings.HasSuffix(name, ".txt")
}

func TestHeader(t *testing.T) {
	containertest.Run(t, container, []containertest.Test{
		{"From: A <a@b.example>\nTo: c@d.example,\n e@f.example\n\n", `email mailto:a@b.example as "a@b.example"; email mailto:c@d.example as "c@d.example"; email mailto:e@f.example as "e@f.example"`, "addresses"},
		{"Message-ID: <a@b.example>\nIn-Reply-To: <a@b.example>\nReferences: <a@b.example>\n <c@d.example>\nContent-ID: <x@y.example>\nResent-Message-ID: <x@y.example>\nContent-Type: multipart/mixed; boundary=\"a@b.example\"\n\n", ``, "identifiers"},
		{"List-Archive: <http://a.b/\r\n c>\r\nList-Unsubscribe: <mailto:x@b.example?subject=y>,\r\n <https://d.e/>\r\nArchived-At: <http://f.g/>\r\n\r\n", `angle http://a.b/c as "http://a.b/\r\n c"; angle mailto:x@b.example?subject=y; angle https://d.e/; angle http://f.g/`, "URIs of lists, over two lines"},
		{"Content-Location: a/b.gif\nContent-Base: http://a.b/\n c\n\n", `mail a/b.gif; mail http://a.b/%20c as "http://a.b/\n c"`, "marked places"},
		{"Subject: =?utf-8?q?see_http=3A//a=2Eb/?= =?UTF-8?B?" + base64.StdEncoding.EncodeToString([]byte("c d")) + "?= http://e.f/\n\n",
			`bare http://a.b/c as "=?utf-8?q?see_http=3A//a=2Eb/?= =?UTF-8?B?YyBk?="; bare http://e.f/`, "encoded words"},
		{"Subject: =?utf-8?q?http://a.b/_http://c.d/?=\n =?koi8-r?q?http://e.f/=C1?= =?x?q?http://g.h/?= =?=?= =?utf-8?q? x?=\n\n",
			`bare http://a.b/ as "=?utf-8?q?http://a.b/_http://c.d/?="; bare http://c.d/http://e.f/%D0%B0 as "=?utf-8?q?http://a.b/_http://c.d/?=\n =?koi8-r?q?http://e.f/=C1?="; bare http://g.h/?=`, "two in a word, other character sets, broken words"},
		{"Content-Type: message/external-body; access-type=URL;\n URL=\"http://a.b/\"\n\nContent-Type: text/plain\n\n", `quoted http://a.b/`, "RFC 2017"},
		{"no field\n:\nX\nSubject: http://a.b/", `bare http://a.b/`, "lines that are no fields"},
		{"", "", "nothing"},
	})
}

func TestText(t *testing.T) {
	const flowed = "Content-Type: text/plain; format=flowed\n\n"
	containertest.Run(t, container, []containertest.Test{
		{"A: b\n\n> see <http://a.b/long/\n> path>.\n>> <http://c.d/\n>> e>", `angle http://a.b/long/path as "http://a.b/long/\n> path"; angle http://c.d/e as "http://c.d/\n>> e"`, "quoted lines"},
		{"A: b\n\n> > <http://a.b/\n>> c>\n> <http://d.e/\nf>", `angle http://a.b/c as "http://a.b/\n>> c"; bare http://d.e/`, "marks with and without a blank, other depths"},
		{"A: b\n\n<http://a.b/\n> and\n<http://c.d/x\n>\n", `angle http://a.b/; angle http://c.d/x`, "a bracket at the start of a line"},
		{flowed + "see <http://a.b/ \nc> http://d.e/ \nf\n> <http://g.h/ \n> i>\n http://j.k/\n-- \nhttp://l.m/", `angle http://a.b/c or http://a.b/%20c as "http://a.b/ \nc"; bare http://d.e/; angle http://g.h/i or http://g.h/%20i as "http://g.h/ \n> i"; bare http://j.k/; bare http://l.m/`, "format=flowed"},
		{strings.Replace(flowed, "flowed\n", "flowed; delsp=yes\r\n", 1) + "http://a.b/ \r\nc \r\nd\r\n> http://e.f/ \r\n> g \r\nh\r\n", `bare http://a.b/cd as "http://a.b/ \r\nc \r\nd"; bare http://e.f/g as "http://e.f/ \r\n> g"`, "DelSp=yes"},
		{"Content-Type: text/plain; charset=iso-8859-1\nContent-Transfer-Encoding: 8bit\n\nhttp://a.b/\xe9", `bare http://a.b/%C3%A9 as "http://a.b/é" in 1`, "a character set"},
		{"Content-Type: text/plain; charset=iso-8859-1\n\nhttp://a.b/", `bare http://a.b/`, "a character set that is not needed"},
		{"Content-Type: text/plain; charset=iso-2022-jp\n\n\x1b$B8+\x1b(Bhttp://a.b/ http://c.d/\x1b$B8+\x1b(B", `bare http://a.b/ in 1; bare http://c.d/%E8%A6%8B as "http://c.d/見" in 1`, "one that shifts"},
		{"Content-Type: text/plain; charset=none\n\nhttp://a.b/", `bare http://a.b/`, "one that is not known"},
		{"Content-Transfer-Encoding: quoted-printable\n\n<http://a.b/very=\n/long?x=3Dy> http://c.d/=C3=A9 \t\nhttp://e.f/= \r\ng =zz http://h.i/=", `angle http://a.b/very/long?x=y in 1; bare http://c.d/%C3%A9 as "http://c.d/é" in 1; bare http://e.f/g in 1; bare http://h.i/ in 1`, "quoted-printable"},
		{"Content-Transfer-Encoding: BASE64\n\nc2VlIGh0\ndHA6Ly9h!LmIv\nPg==\nhttp://x.y/", `bare http://a.b/ in 1`, "base64"},
		{"Content-Transfer-Encoding: base64\n\nc2VlIGh0dHA6Ly9hLmIv8", `bare http://a.b/ in 1`, "base64 that is cut"},
		{"Content-Type: image/png; name=x.png\n\nhttp://a.b/", ``, "no text"},
	})
}

func TestParts(t *testing.T) {
	const mixed = "Content-Type: multipart/mixed; boundary=x\n\n"
	containertest.Run(t, container, []containertest.Test{
		{mixed + "http://a.b/\n--x\n\nhttp://c.d/\n--x\nContent-Type: text/html\n\nhttp://e.f/\n--x--\nhttp://g.h/\n", `bare http://a.b/; bare http://c.d/; bare http://e.f/; bare http://g.h/`, "parts, and what stands around them"},
		{mixed + "--x\nContent-Type: multipart/alternative; boundary=\"x y\"\n\n--x y\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n--x y \nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\nhttp://c.=\nd/\n--x y--\n--x\n\nhttp://e.f/\n--x--",
			`bare http://a.b/ in 1.1; bare http://c.d/ in 1.2; bare http://e.f/`, "parts of parts"},
		{mixed + "--x\nContent-Type: multipart/mixed; boundary=y\n\n--y\n\nhttp://a.b/\n--x\n\nhttp://c.d/\n--xy\n--y\n", `bare http://a.b/; bare http://c.d/`, "a delimiter that is missing"},
		{mixed + "--x\nContent-Type: message/rfc822\n\nFrom: a@b.example\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n--x--", `email mailto:a@b.example as "a@b.example"; bare http://a.b/ in 1.1`, "a message"},
		{strings.Replace(mixed, "mixed", "digest", 1) + "--x\n\nFrom: a@b.example\n\nhttp://a.b/\n--x--", `email mailto:a@b.example as "a@b.example"; bare http://a.b/`, "a digest"},
		{mixed + "--x\nContent-Type: message/rfc822; name=m.eml\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("Content-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=")) + "\n--x--", `bare http://a.b/ in m.eml/1`, "a message that is encoded"},
		{mixed + "--x\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename*=utf-8''%C3%A9.txt\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n--x\nContent-Type: application/x; name=\"=?utf-8?q?b?=.txt\"\n\nhttp://c.d/\n--x--", `bare http://a.b/ in é.txt; bare http://c.d/`, "files"},
		{mixed + "--x\nContent-Type: text/plain; name=x.html\n\n> <http://a.b/\n> c>\n--x--", `angle http://a.b/c as "http://a.b/\n> c"`, "text with a name"},
		{"Content-Type: multipart/mixed\n\nhttp://a.b/", `bare http://a.b/`, "no boundary"},
	})
}

func TestMailbox(t *testing.T) {
	containertest.Run(t, container, []containertest.Test{
		{"From a@b.example Mon Jan  1\nSubject: http://a.b/\n\nhello\nFrom here http://c.d/\nFrom there\n\n>From x http://e.f/\n\nFrom b Mon\nContent-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=\n\nFrom c Tue\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Transfer-Encoding: base64\n\naHR0cDovL2MuZC8=\n\nFrom d Wed\n\nhttp://g.h/\n",
			`email mailto:a@b.example as "a@b.example"; bare http://a.b/; bare http://c.d/; bare http://e.f/; bare http://a.b/ in 2/1; bare http://c.d/ in 3/1; bare http://g.h/`, "messages, one without its last delimiter"},
		{"Subject: x\n\nFrom here\n\nFrom there http://a.b/\n", `bare http://a.b/`, "no mailbox"},
	})
}

// TestWritten reads a message that the standard library writes.
func TestWritten(t *testing.T) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=%q\r\n\r\n", w.Boundary())
	long := "http://h.example/" + strings.Repeat("abc=def/", 30)
	for _, encoding := range []string{"quoted-printable", "base64", "7bit"} {
		part, err := w.CreatePart(textproto.MIMEHeader{"Content-Transfer-Encoding": {encoding}, "Content-Type": {"text/plain"}})
		if err != nil {
			t.Fatal(err)
		}
		out := io.WriteCloser(nopCloser{part})
		switch encoding {
		case "quoted-printable":
			out = quotedprintable.NewWriter(part)
		case "base64":
			out = base64.NewEncoder(base64.StdEncoding, part)
		}
		fmt.Fprintf(out, "see <%s>", long)
		out.Close()
	}
	w.Close()
	want := fmt.Sprintf("angle %s in 1; angle %s in 2; angle %s", long, long, long)
	if got := containertest.Show(containertest.Check(t, container, b.Bytes())); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func TestLimits(t *testing.T) {
	nested := ""
	for i := range 100 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	inBase64 := "\nhttp://a.b/"
	for range 20 {
		inBase64 = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(inBase64))
	}
	for text, want := range map[string]string{
		nested + "\nhttp://a.b/": `limit called "depth"`,
		inBase64:                 `limit called "depth"`,
		"Content-Type: multipart/mixed; boundary=x\n\n" + strings.Repeat("--x\n\n", 100_001) + "\nhttp://a.b/": `limit called "parts"`,
	} {
		if got := containertest.Errors(container, text); !strings.Contains(got, want) {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
	if got := containertest.Show(containertest.Check(t, container, []byte(nested+"\nhttp://a.b/"))); got != "bare http://a.b/" {
		t.Errorf("behind the limit: %q", got)
	}
}

func TestError(t *testing.T) {
	containertest.Error(t, container, "Content-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8=")
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		"From a\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\nhttp://a.b/\n--x--\n\nFrom b\n", "Content-Transfer-Encoding: quoted-printable\n\nhttp://a.=\nb/=41= \n", "Content-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8",
		"Content-Type: text/plain; format=flowed; delsp=yes\n\n> http://a.b/ \n> c\n<x\n>", "Subject: =?utf-8?q?http://a.b/_http://c.d/?= =?x?b?a?=\nContent-Location: a b", "Content-Type: text/html; charset=utf-16\n\nh\x00t\x00", "Content-Type: message/rfc822\n\nContent-Type: multipart/digest; boundary=\"\"\n\n",
	}, container)
}

func TestLinear(t *testing.T) {
	const multipart, qp = "Content-Type: multipart/mixed; boundary=x\n\n…", "Content-Transfer-Encoding: quoted-printable\n\n…"
	containertest.Linear(t, container,
		":", "a:b\n", "a: …=?", "a: …=?a?b?", "a: …=?utf-8?q?x?= ", "a: …\n ", "\n…>", "\n…> <http://a/\n", "\n…<\n>", "\n…<http://a/ ", "From a\n\n", "From a\n…\n", multipart+"--x\n", multipart+"--x\n\n", multipart+"--\n", multipart+"--x\nContent-Type: multipart/mixed; boundary=x\n\n",
		qp+"=", qp+" ", qp+"= ", qp+"=\n", "Content-Transfer-Encoding: base64\n\n…!", "Content-Transfer-Encoding: base64\n\n…a=", "Content-Type: message/rfc822\n\n", "Content-Type: text/plain; format=flowed; delsp=yes\n\n…a \n",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, container, "Subject: x\n", "From a\n\nhttp://b.c/\n\n", "x", "Content-Transfer-Encoding: base64\n\naHR0cDovL2EuYi8")
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, container, "From a@b.example Mon Jan 1\nFrom: A <a@b.example>\nSubject: about it\nList-Archive: <http://h.example/>\nContent-Type: text/plain; format=flowed\n\nThe text of a message is like this, \nand most of it is just text, see http://h.example/.\n> what was said\n> before\n\n")
}
