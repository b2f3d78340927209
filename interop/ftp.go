package interop

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// FTP is a running FTP server that holds [FTPFiles]. It has a writable folder called incoming.
type FTP struct {
	Name     string // of the program
	Port     int
	Userinfo string // "joe:s3cret@", or "" for a server that lets everybody in
	CA       string // the file of the certificate, "" for a server without TLS
	Dir      string // where the files are
}

// URI returns the URI of a path that is escaped already.
func (f *FTP) URI(path string) string {
	return fmt.Sprintf("ftp://%s127.0.0.1:%d%s", f.Userinfo, f.Port, path)
}

// withLogin returns a URI that the command has printed, without the password, with it.
func (f *FTP) withLogin(u string) string {
	user, _, _ := strings.Cut(f.Userinfo, ":")
	return strings.Replace(u, user+":***@", f.Userinfo, 1)
}

// FTPFiles is what the FTP servers hold: all 256 bytes, several times, and names that need care.
var FTPFiles = map[string]string{
	"hello.txt": "Hello from a server.\nThe last line.\n", "all.bin": allBytes(4096), "digits": "0123456789",
	"sub/inner.txt": "Further in.\n", "sub/deeper/x.txt": "x\n",
	"sub/two words.txt": "2\n", "sub/100%": "p\n", "sub/a#b?c": "q\n", "sub/semi;colon": "s\n", "sub/ümlaut": "u\n", "sub/latin\xe9": "l\n", "sub/-dash": "d\n", "sub/ -> ": "a\n",
}

// ftpTree makes the tree of a server, of which incoming belongs to a user.
func ftpTree(t testing.TB, user string) string {
	t.Helper()
	dir := OpenDir(t)
	WriteTree(t, dir, FTPFiles)
	if err := os.Symlink("sub", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "incoming"), 0o755); err != nil {
		t.Fatal(err)
	}
	giveTo(t, filepath.Join(dir, "incoming"), user)
	return dir
}

// needsRoot skips the test, or fails it, where we are not root, whom servers of FTP want to become others from.
func needsRoot(t testing.TB, name string) {
	t.Helper()
	if os.Geteuid() != 0 {
		missing(t, fmt.Sprintf("%s starts as root only: not checked: ftp against %[1]s", name))
	}
}

// StartVsftpd runs vsftpd from its unpacked package. It has no MLSD, lets everybody in, and wants the sessions of TLS to
// go on.
func StartVsftpd(t testing.TB) *FTP {
	t.Helper()
	needsRoot(t, "vsftpd")
	const user = "games" // it has a home that is there
	f := &FTP{Name: "vsftpd", Port: FreePort(t), Dir: ftpTree(t, user)}
	var key string
	f.CA, key = certificate(t)
	conf := filepath.Join(t.TempDir(), "vsftpd.conf")
	lines := []string{
		"listen=YES", "listen_address=127.0.0.1", fmt.Sprintf("listen_port=%d", f.Port), "background=NO", "seccomp_sandbox=NO",
		"anonymous_enable=YES", "no_anon_password=NO", "anon_root=" + f.Dir, "ftp_username=" + user, "nopriv_user=nobody", "secure_chroot_dir=" + OpenDir(t),
		"write_enable=YES", "anon_upload_enable=YES", "anon_other_write_enable=YES", "anon_umask=022", "ascii_download_enable=YES", "ascii_upload_enable=YES",
		"ssl_enable=YES", "allow_anon_ssl=YES", "require_ssl_reuse=YES", "rsa_cert_file=" + f.CA, "rsa_private_key_file=" + key, "ssl_ciphers=HIGH",
		"idle_session_timeout=2", "xferlog_enable=NO",
	}
	if err := os.WriteFile(conf, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(Unpacked(t, "vsftpd", "ftp against vsftpd"), "usr/sbin/vsftpd")
	Start(t, exec.Command(program, conf)).Await(t, f.addr())
	return f
}

// StartPureFTPd runs pure-ftpd from its unpacked package, for a user of its own who has to log in.
func StartPureFTPd(t testing.TB) *FTP {
	t.Helper()
	needsRoot(t, "pure-ftpd")
	const user = "games"
	root := Unpacked(t, "pure-ftpd", "ftp against pure-ftpd")
	f := &FTP{Name: "pure-ftpd", Port: FreePort(t), Userinfo: "joe:s3cret@", Dir: ftpTree(t, user)}
	c, dir := credentialOf(t, user), t.TempDir()
	users := filepath.Join(dir, "users")
	line := fmt.Sprintf("joe:$6$uriel$dUKuMl14WVo/cGPoJ8V478MXF/GThUuJpPEexS8FPtiRhie7oM3ha99qmeC6tseYhK4uH5bxMv0d..meXZGdC1:%d:%d::%s/./::::::::::::\n", c.Uid, c.Gid, f.Dir)
	if err := os.WriteFile(users, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(filepath.Join(root, "usr/bin/pure-pw"), "mkdb", users+".pdb", "-f", users).CombinedOutput(); err != nil {
		t.Fatalf("pure-pw: %v: %s", err, out)
	}
	cert, key := certificate(t)
	f.CA = filepath.Join(dir, "both.pem")
	var both []byte
	for _, name := range []string{key, cert} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, text...)
	}
	if err := os.WriteFile(f.CA, both, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(root, "usr/sbin/pure-ftpd"), "-4", "-E", "-H", "-u", "1", "-S", fmt.Sprintf("127.0.0.1,%d", f.Port), "-l", "puredb:"+users+".pdb",
		"--tls=1", "--certfile="+f.CA, "-g", filepath.Join(dir, "pid"))
	Start(t, cmd).Await(t, f.addr())
	return f
}

// StartProFTPD runs proftpd from its unpacked package. It has MLSD and lets everybody in.
func StartProFTPD(t testing.TB) *FTP {
	t.Helper()
	needsRoot(t, "proftpd")
	const user = "games"
	root := Unpacked(t, "proftpd-core", "ftp against proftpd")
	f := &FTP{Name: "proftpd", Port: FreePort(t), Dir: ftpTree(t, user)}
	dir := OpenDir(t)
	conf := filepath.Join(dir, "proftpd.conf")
	lines := []string{
		"ServerType standalone", "DefaultAddress 127.0.0.1", "SocketBindTight on", fmt.Sprintf("Port %d", f.Port), "UseIPv6 off", "User nobody", "Group nogroup",
		"PidFile " + dir + "/pid", "ScoreboardFile " + dir + "/score", "DelayEngine off", "WtmpLog off", "TransferLog none", "SystemLog none", "UseReverseDNS off",
		"<Anonymous " + f.Dir + ">", "User " + user, "UserAlias anonymous " + user, "RequireValidShell off", "UseFtpUsers off", "AllowOverwrite on", "AllowStoreRestart on", "</Anonymous>",
	}
	if err := os.WriteFile(conf, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(root, "usr/sbin/proftpd"), "-n", "-c", conf)
	Start(t, cmd).Await(t, f.addr())
	return f
}

func (f *FTP) addr() string { return fmt.Sprintf("127.0.0.1:%d", f.Port) }

// Ask sends commands, one after another, and returns the reply to each: FTP by hand, for controls.
func (f *FTP) Ask(t testing.TB, commands ...string) (replies []string) {
	t.Helper()
	conn, err := net.DialTimeout("tcp", f.addr(), Grace)
	if err != nil {
		t.Fatal(err)
	}
	conn.SetDeadline(time.Now().Add(Grace))
	c := textproto.NewConn(conn)
	defer c.Close()
	for _, command := range append([]string{""}, commands...) {
		if command != "" {
			c.PrintfLine("%s", command)
		}
		code, text, err := c.ReadResponse(0)
		if err != nil {
			t.Fatalf("%s: %q: %v", f.Name, command, err)
		}
		replies = append(replies, fmt.Sprintf("%d %s", code, text))
	}
	return replies
}

// certificate makes a certificate for 127.0.0.1 that vouches for itself, and returns the names of its file and of its
// key's.
func certificate(t testing.TB) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, der []byte) string {
		var b bytes.Buffer
		pem.Encode(&b, &pem.Block{Type: kind, Bytes: der})
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", secret)
}
