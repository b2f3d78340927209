package interop

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// News is a running news server with the newsgroups local.test and local.general.
type News struct {
	Name  string // of the program
	Port  int
	Spool string // the folder of its articles, "" if that is not a traditional spool
}

// Addr returns "host:port", as it stands in NNTPSERVER.
func (n *News) Addr() string { return fmt.Sprintf("127.0.0.1:%d", n.Port) }

// Ask sends commands, one after another, and returns the first line of each answer: NNTP by hand, for controls.
func (n *News) Ask(t testing.TB, commands ...string) (replies []string) {
	t.Helper()
	conn, err := net.DialTimeout("tcp", n.Addr(), Grace)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(Grace))
	in := bufio.NewReader(conn)
	for _, command := range append([]string{""}, commands...) {
		if command != "" {
			fmt.Fprintf(conn, "%s\r\n", command)
		}
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("%s: %q: %v", n.Name, command, err)
		}
		replies = append(replies, strings.TrimRight(line, "\r\n"))
	}
	return replies
}

// StartSn runs sn, a server of the age of RFC 977, from its unpacked package: one for each connection, as inetd does.
func StartSn(t testing.TB) *News {
	t.Helper()
	bin := filepath.Join(Unpacked(t, "sn", "news against sn"), "usr/sbin")
	spool := OpenDir(t)
	env := []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "SNROOT=" + spool, "POSTING_OK="}
	for _, group := range []string{"local.test", "local.general"} {
		cmd := exec.Command(filepath.Join(bin, "snnewgroup"), group)
		cmd.Env = env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("snnewgroup %s: %v: %s", group, err, out)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	inetd(t, l, func() *exec.Cmd {
		cmd := exec.Command(filepath.Join(bin, "snntpd.bin"))
		cmd.Env, cmd.Dir = env, spool
		return cmd
	})
	return &News{Name: "sn", Port: l.Addr().(*net.TCPAddr).Port}
}

// StartInn runs INN from its unpacked packages, in a configuration of its own. It is what RFC 3977 was written by.
func StartInn(t testing.TB) *News {
	t.Helper()
	inn, inews := Unpacked(t, "inn2", "news against inn2"), Unpacked(t, "inn2-inews", "news against inn2")
	programs, dir, port := filepath.Join(inn, "usr/lib/news"), OpenDir(t), FreePort(t)
	files := map[string]string{
		"etc/inn.conf":     innConf(dir, programs, port),
		"db/active":        innActive("control n", "control.cancel n", "junk n", "local.general y", "local.test y"),
		"db/newsgroups":    "local.general\tEverything\nlocal.test\tTests\n",
		"db/active.times":  "",
		"db/history":       "",
		"etc/readers.conf": "auth all {\n    hosts: \"127.0.0.1\"\n    default: \"reader\"\n}\naccess all {\n    users: \"*\"\n    newsgroups: \"*\"\n    access: RPA\n}\n",
		"etc/storage.conf": "method tradspool {\n    newsgroups: *\n    class: 0\n}\n",
	}
	for _, name := range []string{"newsfeeds", "incoming.conf", "expire.ctl", "control.ctl", "inn-secrets.conf"} {
		text, err := os.ReadFile(filepath.Join(inn, "etc/news", name))
		if err != nil {
			t.Fatal(err)
		}
		files["etc/"+name] = string(text)
	}
	for _, folder := range []string{"log", "run", "tmp", "http", "filter", "spool/articles", "spool/overview", "spool/incoming", "spool/outgoing", "spool/archive"} {
		files[folder+"/.keep"] = ""
	}
	WriteTree(t, dir, files)
	giveTo(t, dir, "news")

	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.Command(filepath.Join(programs, "bin", name), args...)
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "INNCONF=" + dir + "/etc/inn.conf", "LD_LIBRARY_PATH=" + programs + ":" + filepath.Join(inews, "usr/lib/news")}
		cmd.Dir, cmd.SysProcAttr = dir, &syscall.SysProcAttr{Credential: credentialOf(t, "news")}
		return cmd
	}
	if out, err := command("makedbz", "-i", "-o", "-s", "1000", "-f", dir+"/db/history").CombinedOutput(); err != nil {
		t.Fatalf("makedbz: %v: %s", err, out)
	}
	n := &News{Name: "inn2", Port: port, Spool: filepath.Join(dir, "spool/articles")}
	p := Start(t, command("innd", "-f", "-4", "127.0.0.1", "-P", strconv.Itoa(port)))
	t.Cleanup(func() { // a signal alone is not heeded before the next client comes
		if out, err := command("ctlinnd", "shutdown", "the test is over").CombinedOutput(); err != nil {
			t.Errorf("ctlinnd: %v: %s", err, out)
		}
	})
	p.Await(t, n.Addr())
	return n
}

// innActive is active(5) of empty groups, whose numbers are written over and so have their full width.
func innActive(groups ...string) string {
	var b strings.Builder
	for _, g := range groups {
		name, status, _ := strings.Cut(g, " ")
		fmt.Fprintf(&b, "%s %010d %010d %s\n", name, 0, 1, status)
	}
	return b.String()
}

// innConf is inn.conf(5) of a server whose files all lie in dir.
func innConf(dir, programs string, port int) string {
	var b strings.Builder
	for _, line := range []string{
		"organization: Test", "ovmethod: tradindexed", "hismethod: hisv6", "pathhost: news.example.org", "domain: example.org",
		"mta: \"/bin/true %s\"", "enableoverview: true", "pgpverify: false", "bindaddress: 127.0.0.1", "port: " + strconv.Itoa(port),
		"pathnews: " + programs, "pathbin: " + programs + "/bin", "pathcontrol: " + programs + "/bin/control",
	} {
		b.WriteString(line + "\n")
	}
	for key, folder := range map[string]string{
		"db": "db", "etc": "etc", "filter": "filter", "http": "http", "log": "log", "run": "run", "spool": "spool", "tmp": "tmp",
		"archive": "spool/archive", "articles": "spool/articles", "incoming": "spool/incoming", "outgoing": "spool/outgoing", "overview": "spool/overview",
	} {
		fmt.Fprintf(&b, "path%s: %s\n", key, filepath.Join(dir, folder))
	}
	return b.String()
}

// giveTo makes a user the owner of a tree.
func giveTo(t testing.TB, dir, name string) {
	t.Helper()
	c := credentialOf(t, name)
	if c == nil {
		return
	}
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, int(c.Uid), int(c.Gid))
	})
	if err != nil {
		t.Fatal(err)
	}
}
