package newsclient

import (
	"errors"
	"io"
	"net"
	"strings"
	"testing"

	"uriel.dev/get/gettest"
	"uriel.dev/internal/linewire"
	"uriel.dev/scheme/news/newstest"
)

// A recording is a server that has said all it will say.
type recording struct {
	net.Conn
	says io.Reader
	sent strings.Builder
}

func (r *recording) Read(p []byte) (int, error)  { return r.says.Read(p) }
func (r *recording) Write(p []byte) (int, error) { return r.sent.Write(p) }
func (r *recording) Close() error                { return nil }

// TestConn: the protocol by itself.
func TestConn(t *testing.T) {
	r := &recording{says: strings.NewReader("201 hi\r\n" +
		"101 list\r\nVERSION 2\r\nreader\r\nAUTHINFO USER sasl\r\n.\r\n" +
		"215 list\r\na.b\tCaf\xe9\r\na.c  x y\r\nb\r\n.\r\n" +
		"211 2 1 2 a.b\r\n1\r\n2\r\n.\r\n" +
		"222 1 <1@h>\r\n..\r\n.\r\n" +
		"500 what?\r\n")}
	c, err := Open(r, 100, nil)
	if err != nil || c.Posting || c.Greeting != "hi" {
		t.Fatal(c, err)
	}
	can, err := c.Capabilities()
	if err != nil || !can.Has("READER", "") || !can.Has("AUTHINFO", "SASL") || can.Has("SASL", "") || can.Has("VERSION", "1") {
		t.Errorf("%v, %v", can, err)
	}
	var got []string
	list, err := c.Newsgroups("a.*")
	if err != nil {
		t.Fatal(err)
	}
	for d, err := range list {
		if err != nil {
			t.Error(err)
		}
		got = append(got, d.Name+"="+d.Text)
	}
	if strings.Join(got, "|") != "a.b=Café|a.c=x y" {
		t.Errorf("descriptions %q", got)
	}
	numbers, err := c.ListGroup("a.b")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Group("a.b"); err == nil {
		t.Error("a command within a reply was sent")
	}
	sum := int64(0)
	for n := range numbers {
		sum += n
	}
	if sum != 3 {
		t.Errorf("the numbers come to %d", sum)
	}
	body, id, err := c.Body("1")
	if text, _ := io.ReadAll(body); string(text) != ".\r\n" || id != "<1@h>" || err != nil {
		t.Errorf("%q, %q, %v", text, id, err)
	}
	if can, err := c.Capabilities(); can != nil || err != nil {
		t.Errorf("an old server: %v, %v", can, err)
	}
	c.Close()
	if want := "CAPABILITIES|LIST NEWSGROUPS a.*|LISTGROUP a.b|BODY 1|CAPABILITIES|QUIT|"; strings.ReplaceAll(r.sent.String(), "\r\n", "|") != want {
		t.Errorf("sent %q", r.sent.String())
	}
}

// TestOneCommand: what is no single command is not sent, whoever asks for it.
func TestOneCommand(t *testing.T) {
	for _, name := range []string{"a\r\nDATE", "a\nDATE", "a\rDATE", "a\x00", strings.Repeat("a", 600)} {
		r := &recording{says: strings.NewReader("200 hi\r\n200 x\r\n200 x\r\n")}
		c, err := Open(r, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Group(name); !errors.Is(err, errCommand) || r.sent.Len() > 0 {
			t.Errorf("%.20q: %v, sent %q", name, err, r.sent.String())
		}
	}
}

// TestLongGreeting: a server that greets for ever is not listened to for ever.
func TestLongGreeting(t *testing.T) {
	r := &recording{says: strings.NewReader("200 " + strings.Repeat("hello ", 1<<20))}
	if _, err := Open(r, 1<<10, nil); !errors.Is(err, linewire.ErrLineTooLong) {
		t.Error(err)
	}
	addr := newstest.Dialogue(t, "S: 200 "+strings.Repeat("hello ", 1<<18)+"\nS.")
	if _, err := New(env(addr)).Get(t.Context(), request("news:1@h")); gettest.Kind(err) != "limit" {
		t.Error(err)
	}
}

// FuzzConn: whatever a server says, a client comes to an end, and says only what
// is its own.
func FuzzConn(f *testing.F) {
	f.Add("200 hi\r\n211 1 1 2 a.b\r\n500 \r\n500 \r\n211 x\r\n1\r\n.\r\n221 1\r\nSubject: x\r\n.\r\n215 \r\na.b 1 1 y\r\n.\r\n220 1 <1@h>\r\n\r\nx\r\n.\r\n")
	f.Add("201 hi\n211 9 9 1\n224 \n9\tx\n.\n")
	f.Fuzz(func(t *testing.T, says string) {
		r := &recording{says: strings.NewReader(says)}
		c, err := Open(r, 1000, nil)
		if err != nil {
			return
		}
		if g, err := c.Group("a.b"); err == nil {
			if g.High-g.Low > 1000 {
				return
			}
			if list, err := c.Overview(g); err == nil {
				for o := range list {
					linker{prefix: "news:"}.article(o)
				}
			}
		}
		if list, err := c.Active("a.*"); err == nil {
			for g := range list {
				linker{prefix: "news:"}.newsgroup(g)
			}
		}
		if article, _, err := c.Article("1"); err == nil {
			io.Copy(io.Discard, article)
		}
		c.Close()
		for line := range strings.SplitSeq(strings.TrimSuffix(r.sent.String(), "\r\n"), "\r\n") {
			word, _, _ := strings.Cut(line, " ")
			if !strings.Contains(" GROUP OVER XOVER LISTGROUP HEAD LIST ARTICLE QUIT ", " "+word+" ") || strings.ContainsAny(line, "\r\n") {
				t.Errorf("%q: the client said %q", says, line)
			}
		}
	})
}
