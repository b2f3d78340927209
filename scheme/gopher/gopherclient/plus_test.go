package gopherclient

import (
	"errors"
	"io"
	"math"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/scheme/gopher/gophertest"
	"uriel.dev/uri"
)

// TestPlusDialogues: what gopherd 2.3 pl0 of the University of Minnesota and
// others have sent in Gopher+, and what is made of it.
func TestPlusDialogues(t *testing.T) {
	for _, x := range []struct{ name, path, dialogue, want, why string }{
		{"menu", "/1%09%09+", `
> \t+\r\n
< +-1\r\n0form\t0/form\tlocalhost\t7070\t?\r\nIpic\t9/pic\tlocalhost\t7070\t+\r\n3(NULL)\t0/readme.txt\tlocalhost\t7070\t+\r\n.\r\n`, `
form "form" gopher://localhost:7070/00/form%09%09%3F
image "pic" gopher://localhost:7070/I9/pic%09%09+
error "(NULL)" 
`, "gopherd"},
		{"text of a known size", "/00/readme.txt%09%09+", `
> 0/readme.txt\t+\r\n
< +72\r\nHello from the UMN gopher.\n.A line that begins with a dot.\n.\nLast line.\n`, `
object text/plain; charset=utf-8 "readme.txt"
"Hello from the UMN gopher.\n.A line that begins with a dot.\n.\nLast line.\n"
`, "gopherd: byte for byte, no dot is taken away"},
		{"text to the dot", "/00/readme.txt%09%09+text/plain%20Es_ES", `
> 0/readme.txt\t+text/plain Es_ES\r\n
< +-1\r\nHello from the UMN gopher.\r\n.A line that begins with a dot.\r\n..\r\nLast line.\r\n.\r\n`, `
object text/plain; charset=utf-8 "readme.txt"
"Hello from the UMN gopher.\r\n.A line that begins with a dot.\r\n.\r\nLast line.\r\n"
`, "gopherd"},
		{"something behind the dot", "/0a%09%09+", `
> a\t+\r\n
< +-1\r\none\r\n.\r\ntwo\r\n`, `
object text/plain; charset=utf-8 "a"
"one\r\n"
`, "Gopher+ 2.3: the server said that the dot is the end"},
		{"text to the end of the connection", "/0a%09%09+", `
> a\t+\r\n
< +-2\r\none\r\n.\r\ntwo\r\n`, `
object text/plain; charset=utf-8 "a"
"one\r\n.\r\ntwo\r\n"
`, "Gopher+ 2.3: it may contain CR LF . CR LF"},
		{"image", "/I9/pic%09%09+", `
> 9/pic\t+\r\n
< +8\r\nGIF89a\x01\x02`, `
object image/gif "pic"
"GIF89a\x01\x02"
`, "gopherd"},
		{"empty", "/0a%09%09+", `
> a\t+\r\n
< +0\r\n`, `
object text/plain; charset=utf-8 "a"
""
`, "Gopher+ 2.3: a size of 0"},
		{"more than was told", "/9a%09%09+", `
> a\t+\r\n
< +3\r\nabcdef`, `
object application/octet-stream "a"
"abc"
`, "Gopher+ 2.3: exactly that many"},
		{"menu as a page, without its dot", "/11/sub%09%09+text/html", `
> 1/sub\t+text/html\r\n
< +-1\r\n<HTML><CRLF>\r\n</HTML>\r\n`, `
object text/html "sub"
"<HTML><CRLF>\r\n</HTML>\r\n"
note the server closed without the line of one dot that it had announced
`, "gopherd forgets the dot of a menu as HTML"},
		{"not there", "/00/nosuch%09%09+", `
> 0/nosuch\t+\r\n
< --1\r\n1 Frodo <frodo@example.org>\r\n'/nosuch' does not exist!!\r\n.\r\n`, `
error not-found "'/nosuch' does not exist!!"
`, "gopherd"},
		{"not there, to the end", "/00/nosuch%09%09+", `
> 0/nosuch\t+\r\n
< --2\r\n1 Unconfigured Pygopherd Admin <pygopherd@nowhere.nowhere>\r\n'0/nosuch' does not exist (no handler found)\r\n`, `
error not-found "'0/nosuch' does not exist (no handler found)"
`, "pygopherd"},
		{"later", "/0a%09%09+", `
> a\t+\r\n
< --1\r\n2 Joe <joe@example.org>\r\nMy load is too high.\r\n.\r\n`, `
error network "My load is too high."
`, "Gopher+ 2.3: code 2"},
		{"moved", "/0a%09%09+", `
> a\t+\r\n
< --1\r\n3 Joe <joe@example.org>\r\n0New\tb\tnew.example\t70\t+\r\n.\r\n`, `
location gopher://new.example/0b%09%09+
`, "Gopher+ 2.3: code 3"},
		{"moved, on one line", "/0a%09%09+", `
> a\t+\r\n
< --1\r\n3 0New\tb\tnew.example\t70\r\n.\r\n`, `
location gopher://new.example/0b
`, "Gopher+ 2.3: following the error-code is the gopher descriptor"},
		{"moved to where it was", "/0a%09%09+", `
> a\t+\r\n
< --1\r\n3 Joe\r\n.\r\n`, `
error not-found "Joe"
`, "code 3 without a descriptor"},
		{"a server without Gopher+", "/0a%09%09+", `
> a\t+\r\n
< Plain words.\r\n`, `
object text/plain; charset=utf-8 "a"
"Plain words.\r\n"
note the server answered without Gopher+
`, "gophernicus ignores all from the tab on"},
		{"plain menu with a plus sign", "/1a%09%09+", `
> a\t+\r\n
< +Second server\tx\tg\t70\r\n.\r\n`, `
redundant server "Second server" gopher://g/1x
note the server answered without Gopher+
`, "type + is no head of a reply"},
		{"attributes of an item", "/00/readme%09%09!+VIEWS", `
> 0/readme\t!+VIEWS\r\n
< +-1\r\n+INFO: 0readme\t0/readme\tlocalhost\t7070\t+\r\n+ADMIN:\r\n Admin: Frodo <frodo@example.org>\r\n Mod-Date: Mon Nov 30 12:19:49 2026 <20261130121949>\r\n+VIEWS:\r\n Text/plain En_US: <.1k>\r\n Text/plain Es_ES: <.0k>\r\n.\r\n`, `
text "readme" gopher://localhost:7070/00/readme%09%09+
view "Text/plain En_US" gopher://localhost:7070/00/readme%09%09+Text/plain%20En_US
view "Text/plain Es_ES" gopher://localhost:7070/00/readme%09%09+Text/plain%20Es_ES
info "ADMIN" 
info "  Admin: Frodo <frodo@example.org>" 
info "  Mod-Date: Mon Nov 30 12:19:49 2026 <20261130121949>" 
`, "gopherd"},
		{"attributes of the items of a menu", "/11/sub%09%09$", `
> 1/sub\t$\r\n
< +-1\r\n+INFO: 0deep\t0/sub/deep\tlocalhost\t7070\t+\r\n+VIEWS:\r\n Text/plain En_US: <.0k>\r\n+INFO: 0form\t0/form\tlocalhost\t7070\t?\r\n+ASK:\r\n Ask: Your name?\tFrodo\r\n.\r\n`, `
text "deep" gopher://localhost:7070/00/sub/deep%09%09+
view "Text/plain En_US" gopher://localhost:7070/00/sub/deep%09%09+Text/plain%20En_US
form "form" gopher://localhost:7070/00/form%09%09%3F
form "ASK" gopher://localhost:7070/00/form%09%09%3F
info "  Ask: Your name?\tFrodo" 
`, "gopherd"},
		{"attributes of the server, +INFO without a colon", "/1%09%09!", `
> \t!\r\n
< +-1\r\n+INFO 1Test\t\tlocalhost\t7070\t+\r\n+ADMIN:\r\n TTL: 180\r\n+ABSTRACT:\r\n Test gopher\r\n+VIEWS:\r\n application/gopher-menu (null): <0k>\r\n.\r\n`, `
menu "Test" gopher://localhost:7070/1%09%09+
view "application/gopher-menu" gopher://localhost:7070/1%09%09+application/gopher-menu
info "ADMIN" 
info "  TTL: 180" 
info "ABSTRACT" 
info "  Test gopher" 
`, "gopherd"},
		{"attributes that are not there", "/0form%09%09!", `
> form\t!\r\n
< --1\r\n1 Frodo <frodo@example.org>\r\nCannot find item information for that item\r\n.\r\n`, `
error not-found "Cannot find item information for that item"
`, "gopherd"},
		{"attributes of a server without Gopher+", "/0a%09%09!", `
> a\t!\r\n
< Plain words.\r\n`, `
error unsupported ""
`, "gophernicus"},
		{"menu in the manner of Gopher+", "/11/sub%09%09+application/gopher+-menu", `
> 1/sub\t+application/gopher+-menu\r\n
< +-1\r\n+INFO: 0deep\t0/sub/deep\tlocalhost\t7070\t+\r\n+VIEWS:\r\n.\r\n`, `
text "deep" gopher://localhost:7070/00/sub/deep%09%09+
`, "gopherd"},
		{"attributes that are items, and views that are none", "/0a%09%09!", `
> a\t!\r\n
< +-2\r\n+INFO: 0A\ta\th\t70\t+\r\n+VIEWS: 0other views\tv\th\t70\t+\r\n in every language\r\n Text: <3k>\r\n+ABSTRACT: 0long abstract\tl\th\t70\t+\r\n the short one\r\n+SMELL: of roses\r\n`, `
text "A" gopher://h/0a%09%09+
text "VIEWS: other views" gopher://h/0v%09%09+
info "  in every language" 
view "Text" gopher://h/0a%09%09+Text
text "ABSTRACT: long abstract" gopher://h/0l%09%09+
info "  the short one" 
info "SMELL: of roses" 
`, "Gopher+ 2.5: references to gopher items in an attribute"},
		{"a view by an old name", "/0a%09%09+Postscript", `
> a\t+Postscript\r\n
< +4\r\n%!PS`, `
object application/postscript "a"
"%!PS"
`, "Gopher+ appendix II"},
		{"a menu of all that is below", "/1%09%09+Directory/recursive", `
> \t+Directory/recursive\r\n
< +-1\r\n0a\tb\th\t70\t+\r\n.\r\n`, `
text "a" gopher://h/0b%09%09+
`, "gopherd names the view"},
		{"of no known form, from a server without Gopher+", "/0a%09%09x", `
> a\tx\r\n
< Plain words.\r\n`, `
object text/plain; charset=utf-8 "a"
"Plain words.\r\n"
note the server answered without Gopher+
`, "draft-ietf-uri-url-03 1.2.3"},
		{"form", "/00/form%09%09%3F", `
> 0/form\t!\r\n
< +-1\r\n+INFO: 0form\t0/form\tlocalhost\t7070\t?\r\n+ASK:\r\n Note: A form\r\n Ask: Your name?\tFrodo\r\n AskP: Password?\r\n AskL: Address\r\n Select: Subscribe:1\r\n Choose: Colour?\tred\tgreen\tblue\r\n AskF: Keep it in\r\n ChooseF: Which file?\r\n.\r\n`, `
form "form at 127.0.0.1" [{Name:your-name Label:Your name? Type:text Default:Frodo Options:[]} {Name:password Label:Password? Type:password Default: Options:[]} {Name:address Label:Address Type:longtext Default: Options:[]} {Name:subscribe Label:Subscribe Type:switch Default:1 Options:[]} {Name:colour Label:Colour? Type:choice Default:red Options:[red green blue]} {Name:which-file Label:Which file? Type:file Default: Options:[]}]
`, "gopherd; Gopher+ 2.8"},
		{"no form", "/00/readme%09%09%3F", `
> 0/readme\t!\r\n
< +-1\r\n+INFO: 0readme\t0/readme\tlocalhost\t7070\t+\r\n.\r\n`, `
error not-found ""
`, "an item without +ASK"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := hear(t, x.dialogue)
			res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI(x.path)})
			if diff := cmp.Diff(strings.TrimPrefix(x.want, "\n"), describe(t, res, err)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", x.why, diff)
			}
		})
	}
}

func TestParseHead(t *testing.T) {
	for line, want := range map[string]head{
		"+0\r\n": {size: 0}, "+5340\r\n": {size: 5340}, "+72\n": {size: 72}, "+-1\r\n": {size: toDot}, "+-2\r\n": {size: toClose}, "--1\r\n": {failed: true, size: toDot},
		"--2\n": {failed: true, size: toClose}, "-12\r\n": {failed: true, size: 12}, "+007\r\n": {size: 7}, "+999999999999999999\r\n": {size: 999999999999999999},
		"+99999999999999999999\r\n": {size: math.MaxInt64},
	} {
		if got, ok := parseHead([]byte(line)); got != want || !ok {
			t.Errorf("%q: %+v, %t; want %+v", line, got, ok, want)
		}
	}
	for _, line := range []string{"", "\n", "+\r\n", "+-\r\n", "+-3\r\n", "+-0\r\n", "++1\r\n", "+1", "+1 \r\n", "+ 1\r\n", "+1x\n", "+1_0\n", "1\n", "+0x1\n", "+-99999999999999999999\n", "+1\r\r\n", "+Second server\tx\tg\t70\r\n"} {
		if got, ok := parseHead([]byte(line)); ok {
			t.Errorf("%q is taken for a head: %+v", line, got)
		}
	}
}

// TestShortBody: what is less than was told is no success.
func TestShortBody(t *testing.T) {
	for _, reply := range []string{"+999999999999\r\nshort", "+99999999999999999999999999999999\r\nshort", "+6\r\nshort"} {
		s := gophertest.Serve(t, func(string) string { return reply })
		res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/9a%09%09+")})
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Answer.(*get.Object).Body)
		if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.Partial || string(body) != "short" {
			t.Errorf("%q: read %q, %v; want an error of kind partial", reply, body, err)
		}
		res.Close()
	}
}

// TestViews: a view that is wanted is asked for as the server spells it.
func TestViews(t *testing.T) {
	const attributes = "+-1\r\n+INFO: 0A\tsel\th\t70\t+\r\n+VIEWS:\r\n Text/plain En_US: <1k>\r\n Text/plain Es_ES: <1k>\r\n application/postscript Es_ES: <2k>\r\n.\r\n"
	for _, x := range []struct {
		accept   []string
		language string
		want     []string // requests
		note     string
	}{
		{nil, "", []string{"sel\t+\r\n"}, ""},
		{[]string{"text/html", "*/*"}, "", []string{"sel\t+\r\n"}, ""},
		{[]string{"application/postscript"}, "Es_ES", []string{"sel\t!\r\n", "sel\t+application/postscript Es_ES\r\n"}, ""},
		{[]string{"text/html", "text/plain"}, "es", []string{"sel\t!\r\n", "sel\t+Text/plain Es_ES\r\n"}, ""},
		{nil, "es-ES", []string{"sel\t!\r\n", "sel\t+Text/plain Es_ES\r\n"}, ""},
		{[]string{"text/*"}, "de", []string{"sel\t!\r\n", "sel\t+Text/plain En_US\r\n"}, ""},
		{[]string{"image/png"}, "", []string{"sel\t!\r\n", "sel\t+\r\n"}, "no view of the item is as wanted; there are Text/plain En_US, Text/plain Es_ES, application/postscript Es_ES"},
	} {
		s := gophertest.Serve(t, func(request string) string {
			if strings.Contains(request, "!") {
				return attributes
			}
			return "+2\r\nok"
		})
		res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/0sel%09%09+"), Accept: x.accept, Language: x.language})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(x.want, s.Requests()); diff != "" {
			t.Errorf("%q %q (-want +got):\n%s", x.accept, x.language, diff)
		}
		if note := strings.Join(res.Notes, " "); note != x.note {
			t.Errorf("%q %q: note %q, want %q", x.accept, x.language, note, x.note)
		}
		res.Close()
	}
}

// TestFill: the answers of a form become the data block of its URI.
func TestFill(t *testing.T) {
	const blockWithFile = "+21\r\nnobody\r\n0\r\n0\r\na\r\ndata"
	const attributes = "+-1\r\n+INFO: 0A\tsel\th\t70\t?\r\n+ASK:\r\n Note: Hello\r\n Ask: Name\tnobody\r\n AskL: Address\r\n Select: Yes:0\r\n Choose: Which\ta\tb\r\n ChooseF: File\r\n.\r\n"
	s := gophertest.ServeConn(t, func(request string, conn net.Conn) {
		if strings.Contains(request, "!") {
			io.WriteString(conn, attributes)
			return
		}
		block := make([]byte, len(blockWithFile))
		if io.ReadFull(conn, block); string(block) != blockWithFile {
			t.Errorf("sent the data block %q, want %q", block, blockWithFile)
		}
		io.WriteString(conn, "+2\r\nok")
	})
	base := "gopher://" + s.Addr + "/0sel%09%09"
	res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/0sel%09%09%3F")})
	if err != nil {
		t.Fatal(err)
	}
	form := res.Answer.(*get.Form)
	if form.Text != "Hello" {
		t.Errorf("text %q", form.Text)
	}
	for _, x := range []struct {
		name   string
		values []get.Value
		want   string // URI; "" for an error
		body   string
	}{
		{"defaults", nil, base + "+%091%0D%0A+-1%0D%0Anobody%0D%0A0%0D%0A0%0D%0Aa%0D%0A.%0D%0A", ""},
		{"all", []get.Value{{Name: "name", Value: "Bilbo"}, {Name: "address", Value: "one\r\n.two\n"}, {Name: "yes", Value: "1"}, {Name: "which", Value: "b"}},
			base + "+%091%0D%0A+-1%0D%0ABilbo%0D%0A2%0D%0Aone%0D%0A..two%0D%0A1%0D%0Ab%0D%0A.%0D%0A", ""},
		{"a dot", []get.Value{{Name: "name", Value: "."}}, base + "+%091%0D%0A+-1%0D%0A..%0D%0A0%0D%0A0%0D%0Aa%0D%0A.%0D%0A", ""},
		{"no file after all", []get.Value{{Name: "file", Value: ""}}, base + "+%091%0D%0A+-1%0D%0Anobody%0D%0A0%0D%0A0%0D%0Aa%0D%0A.%0D%0A", ""},
		{"a file", []get.Value{{Name: "file", Value: "bytes\x00\r\n.\r\n"}}, base + "+", "nobody\r\n0\r\n0\r\na\r\nbytes\x00\r\n.\r\n"},
		{"line end in a line", []get.Value{{Name: "name", Value: "a\nb"}}, "", ""},
		{"NUL", []get.Value{{Name: "address", Value: "a\x00b"}}, "", ""},
		{"no choice", []get.Value{{Name: "which", Value: "c"}}, "", ""},
		{"neither yes nor no", []get.Value{{Name: "yes", Value: "yes"}}, "", ""},
		{"no such field", []get.Value{{Name: "age", Value: "1"}}, "", ""},
		{"no name", []get.Value{{Name: "", Value: "1"}}, "", ""},
	} {
		filled, err := form.Fill(x.values)
		if x.want == "" {
			if e, ok := errors.AsType[*get.Error](err); !ok || e.Kind != get.Invalid {
				t.Errorf("%s: %v, %v; want an error of kind invalid", x.name, filled, err)
			}
			continue
		}
		if err != nil || filled.URI.String() != x.want || string(filled.Body) != x.body {
			t.Errorf("%s: %+v, %v; want %s and %q", x.name, filled, err, x.want, x.body)
		}
	}
	filled, _ := form.Fill([]get.Value{{Name: "file", Value: "data"}})
	res, err = New(env()).Get(t.Context(), filled)
	if got, want := describe(t, res, err), "object text/plain; charset=utf-8 \"sel\"\n\"ok\"\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := strings.Join(s.Requests()[1:], ""), "sel\t+\t1\r\n"; !strings.HasPrefix(got, want) {
		t.Errorf("sent %q, want %q first", got, want)
	}
}

// TestFilledIn: the data block of a URI is sent to the byte, as gopherd took it
// (RFC 4266, section 2.9).
func TestFilledIn(t *testing.T) {
	const sent = "0/form\t+\t1\r\n+-1\r\nFrodo\r\nsecret\r\n2\r\nline one\r\nline two\r\n1\r\ngreen\r\n.\r\n"
	got := make(chan string, 1)
	s := gophertest.ServeConn(t, func(first string, conn net.Conn) {
		rest := make([]byte, len(sent)-len(first)-len("\r\n"))
		io.ReadFull(conn, rest)
		got <- first + "\r\n" + string(rest)
		io.WriteString(conn, "+-1\r\nname=Frodo pw=secret select=1 colour=green\r\n.\r\n")
	})
	u := s.URI("/00/form%09%09+%091%0D%0A+-1%0D%0AFrodo%0D%0Asecret%0D%0A2%0D%0Aline%20one%0D%0Aline%20two%0D%0A1%0D%0Agreen%0D%0A.%0D%0A")
	res, err := New(env()).Get(t.Context(), &get.Request{URI: u})
	want := "object text/plain; charset=utf-8 \"form\"\n\"name=Frodo pw=secret select=1 colour=green\\r\\n\"\n"
	if answer := describe(t, res, err); answer != want {
		t.Errorf("%s, want %s", answer, want)
	}
	if request := <-got; request != sent {
		t.Errorf("sent %q, want %q", request, sent)
	}
}

// TestOptionPlus: by the letter of RFC 4266, section 2.3, if that is asked for.
func TestOptionPlus(t *testing.T) {
	req := &get.Request{URI: uri.MustParse("gopher://h/0sel%09%09+"), Options: map[string]string{OptionPlus: "rfc4266"}}
	plan, err := New(env()).Plan(req)
	if err != nil || plan[1].Text != "sel\t\t+\r\n" {
		t.Errorf("plan %v, %v", plan, err)
	}
}

// TestLatin1Choice: a choice that is shown in UTF-8 is sent in the octets of the
// server.
func TestLatin1Choice(t *testing.T) {
	s := gophertest.Serve(t, func(string) string {
		return "+-1\r\n+INFO: 0A\ta\th\t70\t?\r\n+ASK:\r\n Choose: Caf\xe9?\tth\xe9\tcaf\xe9\r\n.\r\n"
	})
	res, err := New(env()).Get(t.Context(), &get.Request{URI: s.URI("/0a%09%09?")})
	if err != nil {
		t.Fatal(err)
	}
	form := res.Answer.(*get.Form)
	if f := form.Fields[0]; f.Name != "caf\u00e9" || f.Options[1] != "caf\u00e9" || f.Default != "th\u00e9" {
		t.Errorf("field %+v", f)
	}
	for value, want := range map[string]string{"caf\u00e9": "caf%E9", "": "th%E9"} {
		var values []get.Value
		if value != "" {
			values = []get.Value{{Name: form.Fields[0].Name, Value: value}}
		}
		filled, err := form.Fill(values)
		if err != nil || !strings.Contains(filled.URI.String(), "%0A"+want+"%0D") {
			t.Errorf("%q: %+v, %v; want %s in the URI", value, filled, err, want)
		}
	}
}

// TestAttributesWithoutEnd: what is held of one item is bounded, and how many
// items there are is not.
func TestAttributesWithoutEnd(t *testing.T) {
	e := env()
	limits := e.Policy.Limits()
	limits.Header = 4 << 10
	e.Policy = e.Policy.WithLimits(limits)
	for name, x := range map[string]struct {
		path, piece string
		enough      int // entries, behind which nobody reads on; 0 is all
	}{
		"a block":   {"/0a%09%09!", " words\r\n", 0},
		"blocks":    {"/0a%09%09!", "+A:\r\n", 0},
		"a form":    {"/0a%09%09?", " Note: words\r\n", 0},
		"all items": {"/1%09%09$", "+INFO: 0A\ta\th\t70\t+\r\n", 5000},
	} {
		s := gophertest.ServeConn(t, func(_ string, conn net.Conn) {
			_, err := io.WriteString(conn, "+-1\r\n+INFO: 0A\ta\th\t70\t?\r\n+ASK:\r\n")
			for err == nil {
				_, err = io.WriteString(conn, strings.Repeat(x.piece, 100))
			}
		})
		res, err := New(e).Get(t.Context(), &get.Request{URI: s.URI(x.path)})
		n := 0
		if err == nil {
			for _, err = range res.Answer.(*get.Listing).Entries {
				if n++; n == x.enough {
					break
				}
			}
		}
		res.Close()
		got, _ := errors.AsType[*get.Error](err)
		if x.enough > 0 && (err != nil || n != x.enough) || x.enough == 0 && (got == nil || got.Kind != get.Limit || !strings.Contains(err.Error(), "header")) {
			t.Errorf("%s: %d entries, %v", name, n, err)
		}
	}
}

// TestBodyOfServerThatDoesNotClose: what has a size, and what has its dot, is not
// waited behind.
func TestBodyOfServerThatDoesNotClose(t *testing.T) {
	for reply, want := range map[string]string{
		"+0\r\n":              "",
		"+3\r\none":           "one",
		"+-1\r\none\r\n.\r\n": "one\r\n",
	} {
		s := gophertest.ServeConn(t, func(_ string, conn net.Conn) {
			io.WriteString(conn, reply)
			io.Copy(io.Discard, conn)
		})
		h := newHandler(env(), 50*time.Millisecond)
		res, err := h.Get(t.Context(), &get.Request{URI: s.URI("/0a%09%09+")})
		if err != nil {
			t.Fatal(err)
		}
		if body, err := io.ReadAll(res.Answer.(*get.Object).Body); err != nil || string(body) != want {
			t.Errorf("%q: read %q, %v; want %q", reply, body, err, want)
		}
		res.Close()
	}
}
