package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/scheme/news/newstest"
)

// servers are what the scripts talk to: an HTTP server at $HTTP, a proxy at
// $PROXY and a gopher server at $GOPHER, all "host:port". They keep what they
// were sent. At $NEWS is a news server, and at $FTP one of FTP, which lets in
// anonymous with a mail address, and joe.
type servers struct {
	mu       sync.Mutex
	requests []string
}

// fileTime is when /file was written.
var fileTime = time.Date(2024, 6, 1, 6, 0, 0, 0, time.UTC)

type (
	serversKey struct{}
	ftpKey     struct{}
)

func startServers(env *testscript.Env) error {
	s := &servers{}
	web := httptest.NewServer(http.HandlerFunc(s.web))
	env.Defer(web.Close)
	env.Setenv("HTTP", strings.TrimPrefix(web.URL, "http://"))

	proxy := httptest.NewServer(http.HandlerFunc(s.proxy))
	env.Defer(proxy.Close)
	env.Setenv("PROXY", strings.TrimPrefix(proxy.URL, "http://"))

	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	env.Defer(func() { ln.Close() })
	go func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			go s.gopher(conn)
		}
	}()
	env.Setenv("GOPHER", ln.Addr().String())
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	env.Setenv("GOPHERPORT", port)
	env.Values[serversKey{}] = s
	if err := startFTP(env); err != nil {
		return err
	}
	if err := startGopherPlus(env); err != nil {
		return err
	}
	return startNews(env)
}

func startFTP(env *testscript.Env) error {
	s, err := ftptest.Listen("127.0.0.1:0", ftptest.Config{
		Files:   map[string]string{"/hello.txt": "Hello\n", "/pub/a b.txt": "blank\n", "/pub/deep/x": "x\n", "/digits": "0123456789", "/cut": "half\n"},
		Answers: map[string]string{"SIZE cut": "213 10"},
		Users:   map[string]string{"anonymous": "uriel@", "joe": "secret"},
	})
	if err != nil {
		return err
	}
	env.Defer(s.Close)
	env.Setenv("FTP", s.Addr)
	env.Values[ftpKey{}] = s
	return nil
}

// ftpHeard checks the commands that the server of FTP was sent, all of them in
// one line, against a regular expression; "! ftpheard x" that they do not match.
func ftpHeard(ts *testscript.TestScript, neg bool, args []string) {
	var all []string
	for _, session := range ts.Value(ftpKey{}).(*ftptest.Server).Sessions() {
		all = append(all, strings.Join(session, "|"))
	}
	heard := strings.Join(all, "||")
	re, err := regexp.Compile(strings.Join(args, " "))
	ts.Check(err)
	if re.MatchString(heard) == neg {
		ts.Fatalf("the server of FTP was sent %q", heard)
	}
}

func startNews(env *testscript.Env) error {
	s := &newstest.Server{}
	s.AddGroup("misc.test", "Tests")
	s.AddGroup("misc.empty", "")
	article := "From: Ann <ann@h>\nNewsgroups: misc.test\nSubject: Hello\nDate: Tue, 24 Dec 2024 10:00:00 +0000\nMessage-ID: <1@h>\n\nHello!\n"
	if err := s.Add(article); err != nil {
		return err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	env.Defer(func() { ln.Close() })
	go s.Serve(ln)
	env.Setenv("NEWS", ln.Addr().String())
	return nil
}

func (s *servers) keep(request string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, request)
}

// web answers by path.
func (s *servers) web(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s\n", r.Method, r.RequestURI, r.Proto)
	for _, name := range []string{"Authorization", "Proxy-Authorization", "Referer", "User-Agent", "Range", "X-A", "Content-Type"} {
		if v := r.Header.Get(name); v != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, v)
		}
	}
	b.Write(body)
	s.keep(b.String())
	switch path, _, _ := strings.Cut(r.RequestURI, "?"); path {
	case "/moved":
		http.Redirect(w, r, "/page", http.StatusFound)
	case "/away":
		w.Header().Set("Location", "file:///etc/passwd")
		w.WriteHeader(http.StatusFound)
	case "/private-host": // this server by a name that the user did not give
		_, port, _ := net.SplitHostPort(r.Context().Value(http.LocalAddrContextKey).(net.Addr).String())
		http.Redirect(w, r, "http://localhost:"+port+"/page", http.StatusFound)
	case "/loop":
		http.Redirect(w, r, "/loop", http.StatusFound)
	case "/none":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprintln(w, "no such page")
	case "/private":
		if user, password, _ := r.BasicAuth(); user != "fred" || password != "secret" {
			w.Header().Set("WWW-Authenticate", `Basic realm="x"`)
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Fprintln(w, "hello fred")
	case "/short":
		w.Header().Set("Content-Length", "100")
		fmt.Fprintln(w, "not all of it")
	case "/control":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprint(w, "a\x1b[31mb\n")
	case "/file":
		http.ServeContent(w, r, "file.txt", fileTime, strings.NewReader("0123456789\n"))
	default:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintln(w, "a page")
	}
}

// proxy forwards what is asked for over http, and opens no tunnels. Of the host
// closed.test it wants to know who asks. What it was sent is kept behind
// "proxy: ", and behind what the other server was.
func (s *servers) proxy(w http.ResponseWriter, r *http.Request) {
	words, status := "", http.StatusOK
	var resp *http.Response
	sent := fmt.Sprintf("proxy: %s %s %s\n", r.Method, r.RequestURI, r.Header.Get("Proxy-Authorization"))
	switch {
	case r.Method == http.MethodConnect:
		words, status = "no tunnels here", http.StatusMethodNotAllowed
	case r.URL.Host == "closed.test":
		w.Header().Set("Proxy-Authenticate", `Basic realm="x"`)
		words, status = "who are you?", http.StatusProxyAuthRequired
	default:
		r.Header.Del("Proxy-Authorization")
		var err error
		if resp, err = (&http.Transport{DisableKeepAlives: true}).RoundTrip(r); err != nil {
			words, status = "not reached", http.StatusBadGateway
		}
	}
	s.keep(sent)
	if resp == nil {
		http.Error(w, words, status)
		return
	}
	defer resp.Body.Close()
	maps.Copy(w.Header(), resp.Header)
	w.WriteHeader(resp.StatusCode)
	io.Copy(w, resp.Body)
}

// gopher answers by selector.
func (s *servers) gopher(conn net.Conn) {
	defer conn.Close()
	line, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return
	}
	s.keep(line)
	host, port, _ := net.SplitHostPort(conn.LocalAddr().String())
	menu := func(lines ...string) {
		for _, l := range lines {
			fmt.Fprintf(conn, "%s\t%s\t%s\r\n", l, host, port)
		}
		io.WriteString(conn, ".\r\n")
	}
	switch selector, words, search := strings.Cut(strings.TrimRight(line, "\r\n"), "\t"); {
	case search:
		menu("0You asked for " + words + "\t/found")
	case selector == "":
		menu("iWelcome\t", "0A text\t/text", "1A menu\t/menu", "7Search\t/find", "hThe web\tURL:http://example.org/", "8A session\t/joe")
	case selector == "/text":
		io.WriteString(conn, "Hello\r\n..dot\r\n.\r\n")
	case selector == "/gone":
		io.WriteString(conn, "3'/gone' does not exist\t\terror.host\t1\r\n.\r\n")
	default:
		fmt.Fprintf(conn, "you sent %q\r\n.\r\n", selector)
	}
}

// status runs a command and checks its exit status: status 3 uriel get ….
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		got = e.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// received checks the last request that a server got against a regular
// expression; "! received x" that none matched, and that there were requests.
// "received none" checks that nothing was asked at all.
func received(ts *testscript.TestScript, neg bool, args []string) {
	s := ts.Value(serversKey{}).(*servers)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(args) == 1 && args[0] == "none" && !neg {
		if len(s.requests) > 0 {
			ts.Fatalf("a server was asked: %q", s.requests)
		}
		return
	}
	if len(s.requests) == 0 {
		ts.Fatalf("no server was asked")
	}
	re, err := regexp.Compile("(?m)" + strings.Join(args, " "))
	ts.Check(err)
	if neg {
		for _, r := range s.requests {
			if re.MatchString(r) {
				ts.Fatalf("%q was received: %q", re, r)
			}
		}
		return
	}
	if last := s.requests[len(s.requests)-1]; !re.MatchString(last) {
		ts.Fatalf("the last request was %q", last)
	}
}
