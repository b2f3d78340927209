package ftpclient

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/uri"
)

// Pieces of dialogues.
const (
	in = `
< 220 hi
> USER anonymous
< 331 more
> PASS uriel@
< 230 in`
	described = `
> TYPE I
< 200 ok
> SIZE f
< 213 4
> MDTM f
< 213 20240102030405
> EPSV
< 229 (|||{port}|)`
	undescribed = `
> TYPE I
< 200 ok
> SIZE f
< 550 no
> MDTM f
< 550 no
> EPSV
< 229 (|||{port}|)`
	sent = `
> RETR f
< 150 here
= text
< 226 done`
	text   = "object text/plain; charset=utf-8 \"f\" 4 2024-01-02T03:04:05Z\n\"text\"\n"
	noFEAT = `
> FEAT
< 500 what?`
	noMiss = `
> PWD
< 257 "/"
> CWD f
< 550 no`
)

// TestDialogues: what is sent and what it leads to, on servers of all manners.
func TestDialogues(t *testing.T) {
	for _, x := range []struct{ name, path, script, want string }{
		{"a file", "/f", in + described + sent, text},
		{"a login without a password", "/f", `
< 220 hi
> USER anonymous
< 230 in` + described + sent, text},
		{"a server that is not ready yet", "/f", "< 120 in a minute" + in + described + sent, text},
		{"replies of several lines", "/f", `
< 220-hi\r\n220-there\r\n 220 not yet\r\nnor here\r\n220
> USER anonymous
< 331-more\r\n331 please
> PASS uriel@
< 230-Welcome\r\n230 in` + described + sent, text},
		{"only PASV", "/f", in + strings.Replace(described, "< 229 (|||{port}|)", "< 500 what?\n> PASV\n< 227 Entering Passive Mode (127,0,0,1,{pasv}).", 1) + sent, text},
		{"PASV without parentheses", "/f", in + strings.Replace(described, "< 229 (|||{port}|)", "< 522 no\n> PASV\n< 227 =some text 12 127,0,0,1,{pasv}", 1) + sent, text},
		{"EPSV by other means", "/f", in + strings.Replace(described, "(|||{port}|)", "go to (!1!10.0.0.1!{port}!) now", 1) + sent, text},
		{"sizes and times that are none", "/f", in + strings.NewReplacer("213 4", "213 four", "20240102030405", "yesterday").Replace(described) + sent,
			"object text/plain; charset=utf-8 \"f\" -1\n\"text\"\n"},
		{"all is said at once", "/f", in + described + `
> RETR f
= text
< 150 here\r\n226 done`, text},
		{"nothing but the end is said", "/f", in + described + `
> RETR f
= text
< 226 done`, text},
		{"a directory that is asked for as a file", "/f", in + undescribed + `
> RETR f
< 550 not a plain file
> PWD
< 257 "/"
> CWD f
< 250 ok`, "location ftp://ADDR/f/ (it is a directory)\n"},
		{"but not by its type", "/f;type=i", in + undescribed + "\n> RETR f\n< 550 not a plain file", "error not-found \"550 not a plain file\"\n"},
		{"missing", "/f", in + undescribed + "\n> RETR f\n< 550 no such file" + noMiss, "error not-found \"550 no such file\"\n"},
		{"forbidden", "/f", in + undescribed + "\n> RETR f\n< 532 an account is wanted", "error auth \"532 an account is wanted\"\n"},
		{"busy", "/f", in + undescribed + "\n> RETR f\n< 451 later", "error network \"451 later\"\n"},
		{"unknown", "/f", in + undescribed + "\n> RETR f\n< 502 what?", "error protocol \"502 what?\"\n"},
		{"a directory on the way", "/d/f", in + `
> PWD
< 257 "/"
> CWD d
< 550-no\r\n550 such thing`, "error not-found \"550 no\\nsuch thing\"\n"},
		{"no type", "/f;type=a", in + `
> TYPE A
< 504 no`, "error protocol \"504 no\"\n"},
		{"too many users", "/f", "< 421 too many users", "error network \"421 too many users\"\n"},
		{"a session that ends", "/f", in + "\n> TYPE I\n< 421 time is over", "error timeout \"421 time is over\"\n"},
		{"MLSD", "/", in + `
> FEAT
< 211-Features:\r\n MLST size*;type*;\r\n211 End
> EPSV
< 229 (|||{port}|)
> MLSD
< 150 here
= type=cdir; .\r\ntype=pdir; ..\r\ntype=file;size=3; a;b\r\ntype=dir;size=4096; d\r\nnonsense\r\ntype=OS.unix=slink:/x; l\r\n
< 226 done`, `file "a;b" 3 ftp://ADDR/a%3Bb
directory "d" -1 ftp://ADDR/d/
link "l" -1 ftp://ADDR/l
`},
		{"MLSD that FEAT tells of and the server does not know", "/d/e;type=d", in + `
> FEAT
< 211-Features:\r\n MLSD\r\n211 End
> PWD
< 257 "/home"
> CWD d
< 250 ok
> EPSV
< 229 (|||{port}|)
> MLSD e
< 502 what?
> CWD e
< 250 ok
> EPSV
< 229 (|||{port}|)
> LIST
< 150 here
= -rw-r--r--   1 ftp      ftp            20 Jul 19 12:00 a\r\n
< 226 done`, "file \"a\" 20 ftp://ADDR/d/e/a\n"},
		{"LIST", "/", in + noFEAT + `
> EPSV
< 229 (|||{port}|)
> LIST
< 150 here
= total 2\n-rw-r--r--   1 ftp      ftp            20 Jul 19 12:00 a b\ndrwxr-xr-x   1 ftp      ftp            20 Jul 19 12:00 .\nls: what?\r\n07-20-26  09:52AM       <DIR>          Fuentes
< 226 done`, `file "a b" 20 ftp://ADDR/a%20b
info "ls: what?" -1 
directory "Fuentes" -1 ftp://ADDR/Fuentes/
`},
		{"LIST of VMS", "/", in + noFEAT + `
> EPSV
< 229 (|||{port}|)
> LIST
< 150 here
= \r\nDirectory DISK:[X]\r\n\r\nA-NAME-THAT-LEAVES-NO-ROOM.TXT;1\r\n      213/216  29-JAN-1996 03:33:12  [A,B]  (RWED,,,)\r\nALONE.TXT;2\r\nCORE.DIR;1  1  8-SEP-1996 16:09 [SYSTEM] (RWE,,,)\r\nLAST.TXT;3\r\n
< 226 done`, `file "A-NAME-THAT-LEAVES-NO-ROOM.TXT;1" -1 ftp://ADDR/A-NAME-THAT-LEAVES-NO-ROOM.TXT%3B1
file "ALONE.TXT;2" -1 ftp://ADDR/ALONE.TXT%3B2
directory "CORE" -1 ftp://ADDR/CORE/
file "LAST.TXT;3" -1 ftp://ADDR/LAST.TXT%3B3
`},
		{"NLST", "/d/", in + noFEAT + `
> PWD
< 500 what?
> CWD d
< 250 ok
> EPSV
< 229 (|||{port}|)
> LIST
< 500 what?
> EPSV
< 229 (|||{port}|)
> NLST
< 150 here
= a b\r\nd/c\r\n../../e\r\n..\r\n\r\n
< 226 done`, `name "a b" -1 ftp://ADDR/d/a%20b
name "c" -1 ftp://ADDR/d/c
name "e" -1 ftp://ADDR/d/e
`},
		{"no list at all", "/", in + noFEAT + `
> EPSV
< 229 (|||{port}|)
> LIST
< 500 what?
> EPSV
< 229 (|||{port}|)
> NLST
< 500 what?`, "error protocol \"\"\n"},
		{"a list of nothing, which is an error to some", "/", in + noFEAT + `
> EPSV
< 229 (|||{port}|)
> LIST
< 550 No files found.`, ""},
		{"a list that is refused", "/", in + noFEAT + `
> EPSV
< 229 (|||{port}|)
> LIST
< 550 Permission denied.`, "error not-found \"550 Permission denied.\"\n"},
		{"names that no URI can lead to", "/", in + `
> FEAT
< 211-\r\n MLST\r\n211 End
> EPSV
< 229 (|||{port}|)
> MLSD
< 150 here
= type=file; a\x00b\r\ntype=file; c\rd\r\ntype=file; e/f\r\ntype=file; caf\xe9\r\n
< 226 done`, `file "a\x00b" -1 ftp://ADDR/a%00b
file "c\rd" -1 ftp://ADDR/c%0Dd
file "e/f" -1 ftp://ADDR/e%2Ff
file "caf\xe9" -1 ftp://ADDR/caf%E9
`},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := ftptest.Script(t, x.script)
			res, err := client(t, env()).Get(t.Context(), &get.Request{URI: s.URI(x.path)})
			want := strings.ReplaceAll(x.want, "ADDR", s.Addr)
			if diff := cmp.Diff(want, describe(t, res, err)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestBadServers: each is a clear error, and what came before is not taken for
// all.
func TestBadServers(t *testing.T) {
	for _, x := range []struct{ name, path, script, want, text string }{
		{"no FTP", "/f", "< SSH-2.0-OpenSSH_9.2\n!", "protocol", "no reply of FTP"},
		{"a reply without a code", "/f", in + "\n> TYPE I\n< yes", "protocol", `"yes" is no reply of FTP`},
		{"a code that is none", "/f", "< 999 hi", "protocol", "no reply of FTP"},
		{"closed at once", "/f", "!", "network", "closed the connection"},
		{"closed in the middle of a reply", "/f", "< 220-hi\n!", "network", "closed the connection"},
		{"a greeting that says no", "/f", "< 550 go away", "network", "does not let us in: the server says \"550 go away\""},
		{"PASV of nonsense", "/f", in + strings.Replace(described, "< 229 (|||{port}|)", "< 500 no\n> PASV\n< 227 somewhere", 1), "protocol", "names no port"},
		{"PASV of numbers that are no octets", "/f", in + strings.Replace(described, "< 229 (|||{port}|)", "< 500 no\n> PASV\n< 227 (127,0,0,1,999,1)", 1), "protocol", "names no port"},
		{"PASV of port 0", "/f", in + strings.Replace(described, "< 229 (|||{port}|)", "< 500 no\n> PASV\n< 227 (127,0,0,1,0,0)", 1), "protocol", "names no port"},
		{"PASV of the port of mail", "/f", in + strings.Replace(described, "< 229 (|||{port}|)", "< 500 no\n> PASV\n< 227 (127,0,0,1,0,25)", 1), "denied", "port 25"},
		{"neither EPSV nor PASV", "/f", in + strings.Replace(described, "< 229 (|||{port}|)", "< 500 no\n> PASV\n< 425 no", 1), "network", ""},
		{"EPSV of nonsense", "/f", in + strings.Replace(described, "(|||{port}|)", "come in", 1), "protocol", "names no port"},
		{"EPSV of an empty port", "/f", in + strings.Replace(described, "{port}", "", 1), "protocol", "names no port"},
		{"EPSV of port 70000", "/f", in + strings.Replace(described, "{port}", "70000", 1), "protocol", "names no port"},
		{"EPSV of a port of the system", "/f", in + strings.Replace(described, "{port}", "1023", 1), "denied", "port 1023"},
		{"less than SIZE told", "/f", in + described + strings.Replace(sent, "= text", "= tex", 1), "partial", "3 of the 4 bytes"},
		{"more than SIZE told", "/f", in + described + strings.Replace(sent, "= text", "= texts and more", 1) + "\n> ABOR", "protocol", "more than the 4 bytes"},
		{"a transfer that breaks off", "/f", in + undescribed + strings.Replace(sent, "226 done", "426 it broke", 1), "partial", "426 it broke"},
		{"a transfer that fails at once", "/f", in + undescribed + strings.NewReplacer("= text", "=", "226 done", "451 no disk").Replace(sent), "network", "451 no disk"},
		{"no word at the end", "/f", in + undescribed + strings.Replace(sent, "< 226 done", "!", 1), "partial", "closed the connection"},
		{"a list that breaks off", "/", in + noFEAT + "\n> EPSV\n< 229 (|||{port}|)\n> LIST\n< 150 here\n= -rw-r--r--   1 ftp      ftp            20 Jul 19 12:00 a\\r\\n\n< 426 it broke", "partial", "426 it broke"},
		{"PROT without TLS", "/f", "< 220 hi\n> USER anonymous\n< 534 not so", "auth", "--ftp-email"},
	} {
		t.Run(x.name, func(t *testing.T) {
			s := ftptest.Script(t, x.script)
			res, err := client(t, env()).Get(t.Context(), &get.Request{URI: s.URI(x.path)})
			if err == nil {
				defer res.Close()
				err = gettest.Drain(res)
			}
			if gettest.Kind(err) != x.want || !strings.Contains(fmt.Sprint(err), x.text) {
				t.Errorf("%v (%s), want %s with %q", err, gettest.Kind(err), x.want, x.text)
			}
		})
	}
}

// TestEndlessReplies: a server that talks and talks is not listened to.
func TestEndlessReplies(t *testing.T) {
	for name, x := range map[string]struct{ start, piece string }{
		"lines":       {"220-", "a line of a greeting\r\n220-"},
		"empty lines": {"220-\r\n", "\n"},
		"one line":    {"220 ", "words "},
	} {
		addr := listenRaw(t, func(conn net.Conn) {
			io.WriteString(conn, x.start)
			for piece := strings.Repeat(x.piece, 1000); ; {
				if _, err := io.WriteString(conn, piece); err != nil {
					return
				}
			}
		})
		e := env()
		limits := e.Policy.Limits()
		limits.Line, limits.Header = 64<<10, 64<<10
		e.Policy = e.Policy.WithLimits(limits)
		_, err := client(t, e).Get(t.Context(), &get.Request{URI: uri.MustParse("ftp://" + addr + "/f")})
		if gettest.Kind(err) != "limit" || !strings.Contains(err.Error(), "limit of 65536 bytes") {
			t.Errorf("%s: %v (%s)", name, err, gettest.Kind(err))
		}
	}
}

// A server that says nothing when a transfer is over is waited for as long as
// for a first byte.
func TestNoLastWord(t *testing.T) {
	s := ftptest.Script(t, in+undescribed+"\n> RETR f\n< 150 here\n= text")
	e := env()
	limits := e.Policy.Limits()
	limits.FirstByte = 100 * time.Millisecond
	e.Policy = e.Policy.WithLimits(limits)
	_, body, err := gettest.Fetch(t, client(t, e), &get.Request{URI: s.URI("/f")})
	if body != "text" || gettest.Kind(err) != "timeout" {
		t.Errorf("%q, %v (%s)", body, err, gettest.Kind(err))
	}
}

// TestHostilePASV: the data come from the host of the control connection,
// whatever the server says (RFC 2577, section 3), and a note tells of it.
func TestHostilePASV(t *testing.T) {
	s := ftptest.Script(t, in+strings.Replace(described, "< 229 (|||{port}|)", "< 500 no\n> PASV\n< 227 (10,9,8,7,{pasv})", 1)+sent)
	res, err := client(t, env()).Get(t.Context(), &get.Request{URI: s.URI("/f")})
	want := text + "note the server names 10.9.8.7 for the data: its own address was dialled instead\n"
	if diff := cmp.Diff(want, describe(t, res, err)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestServerWords: the reply is behind the error.
func TestServerWords(t *testing.T) {
	s := ftptest.Script(t, in+undescribed+"\n> RETR f\n< 550 no such file"+noMiss)
	_, err := client(t, env()).Get(t.Context(), &get.Request{URI: s.URI("/f")})
	reply, ok := errors.AsType[*textproto.Error](err)
	if !ok || reply.Code != 550 || reply.Msg != "no such file" {
		t.Errorf("%v, %v", reply, err)
	}
	if got := err.Error(); !strings.HasSuffix(got, `/f: there is no such file or directory, or it may not be read: the server says "550 no such file"`) {
		t.Error(got)
	}
}

// TestMeta: what the server says for people is kept.
func TestMeta(t *testing.T) {
	s := ftptest.Script(t, `
< 220-Hello\r\n220 there
> USER anonymous
< 331 more
> PASS uriel@
< 230-Be\r\n  kind\r\n230 in
> PWD
< 257 "/"
> CWD d
< 250-Read\r\n250-me\r\n250 ok`+described+sent)
	res, _, err := gettest.Fetch(t, client(t, env()), &get.Request{URI: s.URI("/d/f")})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range res.Meta {
		got = append(got, m.Name+" "+m.Value)
	}
	want := "greeting Hello|greeting there|greeting Be|greeting kind|greeting in|message Read|message me|message ok"
	if strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// listenRaw starts a server that does with each connection what handle does.
func listenRaw(t *testing.T, handle func(net.Conn)) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed
			}
			handle(conn)
			conn.Close()
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr().String()
}
