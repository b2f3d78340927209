package catalog

import (
	"bufio"
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"uriel.dev/get"
	"uriel.dev/internal/dnstest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

// places are where an octet can stand in a URI: U is user, P password, H host, W
// path, Q query.
const places = "UPHWQ"

// uriWith returns a URI of a scheme with a text in one place; path is where the
// text of a path stands in it.
func uriWith(name, hostport, path string, place rune, text string) string {
	user, password, host, at, query := "u", "p", "", "x", ""
	switch place {
	case 'U':
		user = text
	case 'P':
		password = text
	case 'H':
		host = text + "."
	case 'W':
		at = text
	case 'Q':
		query = "?" + text
	}
	userinfo := ""
	if place == 'U' || place == 'P' {
		userinfo = user + ":" + password + "@"
	}
	return name + "://" + userinfo + host + hostport + fmt.Sprintf(path, at) + query
}

// TestOctetsRefused: an octet that a scheme does not let be decoded onto its wire
// is refused wherever it stands, and no other is for being an octet.
func TestOctetsRefused(t *testing.T) {
	table := known.Table()
	p := policy.CLI(table)
	tried := 0
	for info := range table.All() {
		if info.Reach != scheme.Network {
			continue
		}
		for c := range 256 {
			for _, place := range places {
				u := uri.MustParse(uriWith(info.Name, "h.example", "/a%sb", place, fmt.Sprintf("x%%%02Xy", c)))
				tried++
				v := p.Judge(u)
				forbidden := strings.IndexByte(info.Wire, byte(c)) >= 0
				if forbidden && v.Decision == policy.Allow {
					t.Errorf("%s is allowed, though %s may not send %q", u, info.Name, rune(c))
				}
				if told := v.Code == policy.CodeOctet || v.Code == policy.CodeNUL; told != forbidden {
					t.Errorf("%s: %q (%s), forbidden %v", u, v.Code, v.Text, forbidden)
				}
			}
		}
	}
	if tried < 40*256*len(places) {
		t.Errorf("tried %d URIs only", tried)
	}
}

// A dialogue is how a server of a scheme behaves, as far as it takes to be sent
// what is in the path of a URI.
type dialogue struct {
	path     string // where the text stands in a path; "" is "/%s"
	greeting string
	replies  map[string]string // by the first word of a line; that of "" is for all others
	ends     bool              // the server goes once it has replied
}

var (
	oneLine = dialogue{replies: map[string]string{"": "nothing\r\n"}, ends: true}
	web     = dialogue{replies: map[string]string{"": "HTTP/1.1 404 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"}, ends: true}
	netnews = dialogue{path: "/%s/1", greeting: "200 hello\r\n", replies: map[string]string{
		"MODE": "200 hello\r\n", "GROUP": "411 no such group\r\n", "": "500 what?\r\n",
	}}
)

// files is how a server of FTP behaves that has none.
var files = dialogue{path: "/%s;type=i", greeting: "220 hello\r\n", replies: map[string]string{
	"USER": "230 in\r\n", "PWD": "257 \"/\"\r\n", "TYPE": "200 ok\r\n", "PBSZ": "200 ok\r\n", "PROT": "200 ok\r\n", "": "550 no\r\n",
}}

// dialogues are those of the schemes that connect to somebody.
var dialogues = map[string]dialogue{
	"http": web, "https": web,
	"gopher": {path: "/0%s", replies: oneLine.replies, ends: true}, "gophers": {path: "/0%s", replies: oneLine.replies, ends: true},
	"finger": oneLine, "whois": oneLine, "gemini": oneLine, "spartan": oneLine,
	"news": {path: "/%s", greeting: netnews.greeting, replies: netnews.replies}, "snews": {path: "/%s", greeting: netnews.greeting, replies: netnews.replies},
	"nntp": netnews, "nntps": netnews,
	"ftp": files, "ftps": files,
	"cso":  {replies: map[string]string{"": "501:no matches\r\n"}},
	"dict": {path: "/d:%s", greeting: "220 hello <x>\r\n", replies: map[string]string{"CLIENT": "250 ok\r\n", "": "552 no match\r\n"}},
}

// A wiretap records what is sent to a server.
type wiretap struct {
	net.Listener
	dialogue dialogue
	mu       sync.Mutex
	sent     bytes.Buffer
}

// tap starts a server on loopback.
func tap(t *testing.T, d dialogue, config *tls.Config) *wiretap {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wiretap{Listener: ln, dialogue: d}
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := ln.Accept()
			if err != nil {
				return
			}
			raw := conn
			stop := context.AfterFunc(t.Context(), func() { raw.Close() }) // one that a client keeps
			if config != nil {
				conn = tls.Server(conn, config)
			}
			wg.Go(func() { defer stop(); defer conn.Close(); w.serve(conn) })
		}
	})
	t.Cleanup(func() { ln.Close(); wg.Wait() })
	return w
}

func (w *wiretap) serve(conn net.Conn) {
	io.WriteString(conn, w.dialogue.greeting)
	for lines := bufio.NewReader(io.TeeReader(conn, w)); ; {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		if w.dialogue.ends && strings.HasPrefix(w.dialogue.replies[""], "HTTP/") && strings.TrimSpace(line) != "" {
			continue // a header ends with an empty line
		}
		word, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(line)), " ")
		reply, ok := w.dialogue.replies[word]
		if !ok {
			reply = w.dialogue.replies[""]
		}
		io.WriteString(conn, reply)
		if w.dialogue.ends {
			return
		}
	}
}

// Write records what is sent.
func (w *wiretap) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent.Write(p)
}

// take returns what was sent since the last time.
func (w *wiretap) take() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.sent.Reset()
	return w.sent.String()
}

// tlsPair returns the configuration of a server, and one of clients that trust
// it. The key is of a kind that is fast: there are thousands of handshakes.
func tlsPair(t *testing.T) (server, client *tls.Config) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	server = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{cert}, PrivateKey: key}}}
	return server, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"http/1.1"}}
}

// TestWire: of every handler that connects to somebody, no octet that is encoded
// in a URI becomes the end of a line that is sent: what stands behind it never
// begins a line.
func TestWire(t *testing.T) {
	server, client := tlsPair(t)
	dns := dnstest.Start(t, nil)
	table := known.Table()
	p := policy.CLI(table).AllowPrivate().AllowHighPorts().WithDNS(dns.Addr)
	limits := p.Limits()
	limits.Connect, limits.FirstByte, limits.Total = 2*time.Second, 2*time.Second, 5*time.Second
	p = p.WithLimits(limits)
	handlers := Handlers(get.Env{Policy: p, TLS: client})
	c := &get.Client{Policy: p, Schemes: table, Handlers: handlers}
	n := 0
	for info := range table.All() {
		if _, never := get.Why(handlers[info.Name]); never || info.Reach != scheme.Network {
			continue
		}
		d, ok := dialogues[info.Name]
		if d.path == "" {
			d.path = "/%s"
		}
		connects, encrypted := connects(c, uriWith(info.Name, "127.0.0.1", d.path, 'W', "x"))
		if !connects {
			continue // a session is described, a form shown
		}
		if n++; !ok {
			t.Errorf("tell in dialogues how a server of %s behaves", info.Name)
			continue
		}
		config := server
		if !encrypted {
			config = nil
		}
		t.Run(info.Name, func(t *testing.T) {
			t.Parallel()
			tapped(t, c, info, tap(t, d, config), encrypted)
		})
	}
	if n < 4 {
		t.Errorf("only %d schemes connect to anybody", n)
	}
}

// connects says whether a URI leads to a server, and whether over TLS.
func connects(c *get.Client, text string) (yes, encrypted bool) {
	plan, _ := c.Plan(&get.Request{URI: uri.MustParse(text)})
	for _, step := range plan {
		yes = yes || step.Act == get.Connect
		encrypted = encrypted || step.Act == get.TLS
	}
	return yes, encrypted
}

// before and after stand around the octet.
const before, after = "aq4", "z7b"

// tapped tries all octets in all places. Over TLS, where the handler is that of
// the plain scheme and a connection is dear, it tries controls only.
func tapped(t *testing.T, c *get.Client, info *scheme.Info, w *wiretap, encrypted bool) {
	addr := w.Addr().String()
	if kept, ok := c.Handlers[info.Name].(io.Closer); ok {
		defer kept.Close() // or the server would wait for what comes over kept connections
	}
	try := func(place rune, octets string) string {
		text := uriWith(info.Name, addr, w.dialogue.path, place, before+octets+after)
		ask(t, c, text)
		sent := w.take()
		for line := range strings.FieldsFuncSeq(sent, func(r rune) bool { return r == '\n' || r == '\r' || r == 0 }) {
			if strings.HasPrefix(line, after) {
				t.Errorf("%s sends %q", text, sent)
			}
		}
		return sent
	}
	if sent := try('W', "A"); !strings.Contains(sent, before+"A"+after) {
		t.Fatalf("the server was sent %q, which is not what the path says: tell in dialogues how a server of %s behaves", sent, info.Name)
	}
	for _, place := range places {
		for c := range 256 {
			if control := c < ' ' || c == 0x7f; control || !encrypted {
				try(place, fmt.Sprintf("%%%02X", c))
			}
		}
		for _, octets := range []string{"%0D%0A", "%0d%0a", "%0A%0D", "%00%0A", "%250A", "%250D%250A", "%C0%8A", "%E5%98%8A", "%09%0A"} {
			try(place, octets)
		}
	}
}

// ask gets a URI and reads the answer.
func ask(t *testing.T, c *get.Client, text string) {
	u, err := uri.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	res, err := c.Get(ctx, &get.Request{URI: u})
	if e, ok := errors.AsType[*get.Error](err); ok {
		e.Close()
	}
	if err != nil {
		return
	}
	defer res.Close()
	switch a := res.Answer.(type) {
	case *get.Object:
		io.Copy(io.Discard, a.Body)
	case *get.Listing:
		for range a.Entries {
		}
	}
}

// TestTapSees: the test sees a line that was smuggled in.
func TestTapSees(t *testing.T) {
	w := tap(t, oneLine, nil)
	conn, err := net.Dial("tcp", w.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET %s\r\n%s HTTP/1.1\r\n", before, after)
	io.Copy(io.Discard, conn)
	lines := strings.Split(w.take(), "\r\n")
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, after) }) {
		t.Errorf("recorded %q", lines)
	}
}
