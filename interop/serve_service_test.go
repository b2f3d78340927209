package interop

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The units are right, and leave the service next to nothing that it could do harm with.
func TestUnits(t *testing.T) {
	analyze := Program(t, "systemd-analyze", "systemd", "the units of packaging/systemd")
	dir := t.TempDir()
	for _, name := range []string{"uriel.service", "uriel.socket"} {
		text, err := os.ReadFile(filepath.Join(checkout, "packaging/systemd", name))
		if err != nil {
			t.Fatal(err)
		}
		// The program of the unit is not installed here; "true" stands for it.
		text = bytes.ReplaceAll(text, []byte("/usr/local/bin/uriel"), []byte("/bin/true"))
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	verify := exec.Command(analyze, "verify", filepath.Join(dir, "uriel.service"), filepath.Join(dir, "uriel.socket"))
	if said, err := verify.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("systemd-analyze verify: %v: %s", err, said)
	}
	said, err := exec.Command(analyze, "security", "--offline=true", "--no-pager", filepath.Join(dir, "uriel.service")).CombinedOutput()
	if err != nil {
		t.Fatalf("systemd-analyze security: %v: %s", err, said)
	}
	m := regexp.MustCompile(`Overall exposure level for uriel.service: ([0-9.]+)`).FindSubmatch(said)
	if m == nil {
		t.Fatalf("systemd-analyze names no level: %s", said)
	}
	t.Logf("exposure %s", m[1])
	if level, err := strconv.ParseFloat(string(m[1]), 64); err != nil || level > 1.5 {
		t.Errorf("the exposure is %s, want 1.5 at most:\n%s", m[1], said)
	}
}

// The gateway takes the socket that systemd has opened for it.
func TestSocketActivation(t *testing.T) {
	activate := Program(t, "systemd-socket-activate", "systemd", "socket activation")
	uriel := Command(t, "serve", "--listen", "127.0.0.1:1")
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	cmd := exec.Command(activate, append([]string{"-l", addr}, uriel.Args...)...)
	cmd.Dir, cmd.Env = uriel.Dir, uriel.Env
	Start(t, cmd).Await(t, addr) // it starts with the first connection
	if status, page := browse(t, "http://"+addr+"/healthz"); status != 200 || page != "ok\n" {
		t.Errorf("status %d: %s", status, page)
	}
}

// systemd hears when the gateway is ready, that it is well, and that it stops.
func TestNotify(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	cmd := Command(t, "serve", "--listen", addr)
	cmd.Env = append(cmd.Env, "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=200000")
	gateway := Start(t, cmd)
	hears := func(want string) {
		t.Helper()
		conn.SetReadDeadline(time.Now().Add(Grace))
		for heard := ""; !strings.Contains(heard, want); {
			b := make([]byte, 1000)
			n, err := conn.Read(b)
			if err != nil {
				t.Fatalf("nobody says %s: %v", want, err)
			}
			heard = string(b[:n])
		}
	}
	hears("READY=1\nSTATUS=serving http://" + addr + "/")
	if status, _ := browse(t, "http://"+addr+"/healthz"); status != 200 {
		t.Errorf("it says that it is ready, and answers with status %d", status)
	}
	hears("WATCHDOG=1")
	hears("WATCHDOG=1")
	gateway.Stop(t)
	hears("STOPPING=1")
}

// certificatePair writes a certificate of its own authority for localhost, and its key.
func certificatePair(t *testing.T, cert, key string) *x509.Certificate {
	t.Helper()
	secret, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	serial, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "a test"}, DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, secret.Public(), secret)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(secret)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// The gateway speaks TLS, and takes a new certificate without being started anew.
func TestServeTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	first := certificatePair(t, cert, key)
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	gateway := Start(t, Command(t, "serve", "--listen", addr, "--tls-cert", cert, "--tls-key", key))
	gateway.Await(t, addr)

	client := func(trusted *x509.Certificate) *http.Client {
		pool := x509.NewCertPool()
		pool.AddCert(trusted)
		return &http.Client{Timeout: Grace, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, ServerName: "localhost"}, ForceAttemptHTTP2: true, DisableKeepAlives: true}}
	}
	res, err := client(first).Get("https://" + addr + "/help")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || res.StatusCode != 200 || res.ProtoMajor != 2 || !strings.Contains(string(text), "<h1>Help</h1>") {
		t.Errorf("%s by %s: %v", res.Status, res.Proto, err)
	}
	if status, text := browse(t, "http://"+addr+"/"); status != 400 {
		t.Errorf("without TLS: %d %s", status, text)
	}
	second := certificatePair(t, cert, key)
	for deadline := time.Now().Add(Grace); ; {
		res, err := client(second).Get("https://" + addr + "/healthz")
		if err == nil {
			res.Body.Close()
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the new certificate is not taken: %v", err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// Those whom htpasswd has written down are let in, as a browser and as clients of a
// proxy say who they are.
func TestServeAuth(t *testing.T) {
	htpasswd := Program(t, "htpasswd", "apache2-utils", "the file of --auth")
	curl := Program(t, "curl", "curl", "logging in to the gateway")
	site := StartNginx(t, web)
	users := filepath.Join(t.TempDir(), "users")
	add := func(args ...string) {
		if said, err := exec.Command(htpasswd, append(args, users, "joe", "pass:wörd")...).CombinedOutput(); err != nil {
			t.Fatalf("htpasswd: %v: %s", err, said)
		}
	}
	add("-cbB")
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	Start(t, Command(t, "serve", "--listen", addr, "--auth", users, "--allow-private", "--allow-port", "high")).Await(t, addr)
	status := func(args ...string) string {
		said, err := exec.Command(curl, append([]string{"-s", "-o", "/dev/null", "-w", "%{http_code}"}, args...)...).Output()
		if err != nil {
			t.Fatalf("curl %q: %v", args, err)
		}
		return string(said)
	}
	page, object := "http://"+addr+"/status", site.Files+"/hello.txt"
	for _, x := range []struct {
		want string
		args []string
	}{
		{"401", []string{page}},
		{"401", []string{"-u", "joe:wrong", page}},
		{"200", []string{"-u", "joe:pass:wörd", page}},
		{"200", []string{"http://" + addr + "/healthz"}},
		{"407", []string{"-x", "http://" + addr, object}},
		{"407", []string{"-x", "http://" + addr, "-u", "joe:pass:wörd", object}},
		{"200", []string{"-x", "http://" + addr, "--proxy-user", "joe:pass:wörd", object}},
	} {
		if got := status(x.args...); got != x.want {
			t.Errorf("curl %q: %s, want %s", x.args, got, x.want)
		}
	}
	if err := os.WriteFile(users, []byte("# joe has left\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := status("-u", "joe:pass:wörd", page); got != "200" {
		t.Errorf("a file of nobody locks all out: %s", got)
	}
	if said, err := exec.Command(htpasswd, "-cbB", users, "ann", "x").CombinedOutput(); err != nil {
		t.Fatalf("htpasswd: %v: %s", err, said)
	}
	for deadline := time.Now().Add(Grace); status("-u", "joe:pass:wörd", page) != "401"; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("joe has left, and is still let in")
		}
	}
	if got := status("-u", "ann:x", page); got != "200" {
		t.Errorf("ann: %s", got)
	}
}

// A proxy that is trusted says for whom it asks; whoever else says so is not believed.
func TestServeRates(t *testing.T) {
	start := func(args ...string) string {
		addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
		Start(t, Command(t, append([]string{"serve", "--listen", addr, "--client-rate", "0.5"}, args...)...)).Await(t, addr)
		return addr
	}
	ask := func(addr, client string) *http.Response {
		req, err := http.NewRequest("GET", "http://"+addr+"/help", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("X-Forwarded-For", client)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		return res
	}
	addr := start("--trusted-proxy", "127.0.0.0/8")
	turned := 0
	for i := range 12 { // five at once, and one every two seconds
		if res := ask(addr, "2001:db8::"+strconv.Itoa(i)); res.StatusCode == http.StatusTooManyRequests {
			turned++
			if res.Header.Get("Retry-After") == "" {
				t.Error("no Retry-After")
			}
		}
	}
	if turned == 0 {
		t.Error("twelve requests of one network are all answered")
	}
	if res := ask(addr, "203.0.113.1"); res.StatusCode != 200 {
		t.Errorf("another client: %s", res.Status)
	}
	if status, text := browse(t, "http://"+addr+"/metrics"); status != 200 || !strings.Contains(text, fmt.Sprintf("uriel_refused_total{reason=\"client-rate\"} %d\n", turned)) {
		t.Errorf("%d are turned away, and the metrics say\n%s", turned, text)
	}
	alone := start()
	for range 12 {
		if res := ask(alone, "203.0.113.1"); res.StatusCode != 200 {
			t.Errorf("nobody is trusted, and 127.0.0.1 is held to a rate: %s", res.Status)
		}
	}
}

// What was got is not asked for again, be it small and in memory, or large and in a file.
func TestServeCache(t *testing.T) {
	web := StartNginx(t, map[string]string{"small.txt": "small", "large.bin": strings.Repeat("x", 3<<20)})
	addr := fmt.Sprintf("127.0.0.1:%d", FreePort(t))
	home := t.TempDir()
	cmd := Command(t, "serve", "--listen", addr, "--allow-private", "--allow-port", "high", "--cache-disk", "64")
	cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+home)
	Start(t, cmd).Await(t, addr)
	web.Asked(t)
	for _, name := range []string{"small.txt", "large.bin"} {
		for i := range 3 {
			if status, text := browse(t, "http://"+addr+"/raw/"+Escape(web.Files+"/"+name)); status != 200 || name == "large.bin" && text != strings.Repeat("x", 3<<20) {
				t.Errorf("%s, time %d: status %d, %d bytes", name, i+1, status, len(text))
			}
		}
		if asked := web.Asked(t); len(asked) != 1 {
			t.Errorf("%s: nginx was asked %q", name, asked)
		}
	}
	files, err := filepath.Glob(filepath.Join(home, "uriel", "gateway", "*.uriel-cache"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files of the cache: %q, %v", files, err)
	}
	if info, err := os.Stat(files[0]); err != nil || info.Size() != 3<<20 || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if _, text := browse(t, "http://"+addr+"/status"); !strings.Contains(text, "<dt>Requests it answered</dt><dd>4 of 6, 66 %</dd>") {
		t.Errorf("the status is\n%s", text)
	}
}
