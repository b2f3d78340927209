package conform

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"testing"
	"time"

	"uriel.dev/catalog"
	"uriel.dev/get"
	"uriel.dev/internal/dnstest"
	"uriel.dev/policy"
	"uriel.dev/uri"
	"uriel.dev/uri/whatwg"
)

// A judged is a row of ssrf.jsonl: a text and whether a gateway may dereference
// it. cls says what sort of row it is.
type judged struct {
	Input, Expect, Why, Cls, Profile string

	Answers [][]string // of dns: the addresses of one look-up after the other
	Chain   []string   // of redirect: who leads where, the input at last
	Control string     // of ftp-pasv: the host of the control connection
}

// TestSSRF runs the rows of what must not be asked of others, and of what must
// not be refused.
func TestSSRF(t *testing.T) {
	const file = "ssrf.jsonl"
	text := find(t, file)
	var rows []row
	for i, v := range decodeLines[judged](t, text) {
		if v.Profile != "gateway" {
			t.Fatalf("%s: row %d is of profile %q", file, i, v.Profile)
		}
		check := map[string]func(*testing.T, judged) error{"dns": checkDial, "redirect": checkRedirect, "ftp-pasv": checkData}[v.Cls]
		if check == nil {
			check = checkJudge
		}
		if v.Cls == "ftp-pasv" && !speaks("ftp") {
			fmt.Printf("conform: %s#%d is NOT checked: ftp is not spoken\n", file, i)
			continue
		}
		rows = append(rows, row{rowID(file, i, ""), func() error { return check(t, v) }})
	}
	tally(t, file, withPrefix(rows, file), readExpected(t))
}

func speaks(scheme string) bool {
	_, never := get.Why(catalog.Handlers(get.Env{})[scheme])
	return !never
}

// decodeLines reads JSON Lines.
func decodeLines[T any](t *testing.T, text []byte) (rows []T) {
	t.Helper()
	for line := range strings.Lines(string(text)) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, v)
	}
	return rows
}

func (v judged) want(got policy.Decision, text string) error {
	if got.String() != v.Expect {
		return fmt.Errorf("%q: %s (%s), want %s: %s", v.Input, got, text, v.Expect, v.Why)
	}
	return nil
}

func checkJudge(_ *testing.T, v judged) error {
	verdict := policy.Gateway(schemes).JudgeText(v.Input)
	return v.want(verdict.Decision, verdict.Text)
}

// checkRedirect judges the last step of a chain, and what it leads to.
func checkRedirect(_ *testing.T, v judged) error {
	p := policy.Gateway(schemes)
	if v.Chain[len(v.Chain)-1] != v.Input {
		return fmt.Errorf("the chain does not end with the input")
	}
	verdict := p.JudgeText(v.Input)
	if verdict.Decision == policy.Allow {
		from := uri.MustParse(v.Chain[len(v.Chain)-2])
		if err := p.Redirect(from, uri.MustParse(v.Input)); err != nil {
			return v.want(policy.Deny, err.Error())
		}
	}
	if verdict.Decision == policy.Invalid { // whoever leads to no URI leads nowhere
		verdict.Decision = policy.Deny
	}
	return v.want(verdict.Decision, verdict.Text)
}

// checkDial dials the name once for each of its answers. One refusal is enough:
// at that time the name leads to where it must not.
func checkDial(t *testing.T, v judged) error {
	u := uri.MustParse(v.Input)
	dns := dnstest.Start(t, map[string][][]string{u.Host() + ".": v.Answers})
	p := policy.Gateway(schemes).WithDNS(dns.Addr)
	if verdict := p.Judge(u); verdict.Decision != policy.Allow {
		return fmt.Errorf("%s: refused before any look-up: %s", v.Input, verdict.Text)
	}
	got, text := policy.Allow, ""
	for range v.Answers {
		ctx, cancel := context.WithTimeout(policy.Named(t.Context(), u), 200*time.Millisecond) // nobody may answer
		conn, err := p.Dial(ctx, "tcp", u.Host()+":80")
		cancel()
		if err == nil {
			conn.Close()
		}
		if r, ok := errors.AsType[*policy.Refusal](err); ok {
			got, text = policy.Deny, r.Text
		}
	}
	if n := dns.Asked(u.Host() + ". A"); n != len(v.Answers) {
		return fmt.Errorf("%s: %d look-ups of %d dials", v.Input, n, len(v.Answers))
	}
	return v.want(got, text)
}

// checkData gets a file from a server that answers EPSV or PASV by the input.
// The host of the row is played by loopback, and the port of a row that is
// allowed by one where a server waits. A row that is refused means that the host
// it names is not asked: the client may say no, or ask the host of the control
// connection, where nobody waits.
func checkData(t *testing.T, v judged) error {
	data := listenOnce(t, func(conn net.Conn) { fmt.Fprint(conn, "content") })
	port := netip.MustParseAddrPort(data.Addr().String()).Port()
	reply := v.Input
	if v.Expect == "allow" {
		reply = strings.Replace(reply, "50000", fmt.Sprint(port), 1)
	}
	control := listenOnce(t, func(conn net.Conn) { playFTP(conn, reply) })
	p := policy.Gateway(schemes).AllowPrivate().AllowHighPorts()
	c := &get.Client{Policy: p, Schemes: schemes, Handlers: catalog.Handlers(get.Env{Policy: p})}
	res, err := c.Get(t.Context(), &get.Request{URI: uri.MustParse("ftp://" + control.Addr().String() + "/x;type=i")})
	if err == nil {
		return errors.Join(v.want(policy.Allow, ""), res.Close())
	}
	e, _ := errors.AsType[*get.Error](err)
	dial, dialled := errors.AsType[*net.OpError](err)
	switch {
	case e == nil, e.Kind != get.Denied && e.Kind != get.Protocol && !dialled:
		return fmt.Errorf("%q: %w", v.Input, err)
	case dialled && (dial.Addr == nil || !strings.HasPrefix(dial.Addr.String(), "127.0.0.1:")):
		return fmt.Errorf("%q: %v was dialled", v.Input, dial.Addr)
	}
	return v.want(policy.Deny, err.Error())
}

// playFTP answers commands until the client goes.
func playFTP(conn net.Conn, passive string) {
	code, _, _ := strings.Cut(passive, " ")
	fmt.Fprint(conn, "220 ready\r\n")
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		verb, _, _ := strings.Cut(strings.ToUpper(lines.Text()), " ")
		reply := map[string]string{"USER": "230 in", "PWD": `257 "/" is here`, "TYPE": "200 ok", "CWD": "250 ok", "RETR": "150 here it comes", "QUIT": "221 bye"}[verb]
		switch {
		case verb == "EPSV" && code == "229", verb == "PASV" && code == "227":
			reply = passive
		case reply == "":
			reply = "500 what?"
		}
		fmt.Fprint(conn, reply+"\r\n")
		if verb == "RETR" {
			fmt.Fprint(conn, "226 that was it\r\n")
		}
	}
}

// listenOnce serves one connection on loopback.
func listenOnce(t *testing.T, serve func(net.Conn)) net.Listener {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ln.Close() })
	go func() {
		conn, err := ln.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		serve(conn)
	}()
	return ln
}

// TestConfusionJudged: what a gateway dereferences is read alike by the two
// standards; where they find different hosts, it is refused.
func TestConfusionJudged(t *testing.T) {
	const file = "confusion.jsonl"
	p := policy.Gateway(schemes)
	allowed := 0
	for i, v := range decodeLines[struct{ Input string }](t, find(t, file)) {
		if p.JudgeText(v.Input).Decision != policy.Allow {
			continue
		}
		u := schemes.Normalize(uri.MustParse(v.Input))
		if u.Host() == "" || strings.Contains(u.Host(), "%") { // escapes are letters beyond ASCII, which IDNA maps for both
			continue
		}
		allowed++
		w, err := whatwg.Parse(v.Input)
		if err != nil || w.Hostname() != u.Host() {
			t.Errorf("%s: %q is dereferenced at %q, and browsers go to %q (%v)", rowID(file, i, ""), v.Input, u.Host(), w.Hostname(), err)
		}
	}
	if allowed < 5 {
		t.Errorf("only %d rows were allowed", allowed)
	}
}
