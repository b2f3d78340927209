package interop

import (
	"fmt"
	"net"
	"os/exec"
	"sync"
	"syscall"
	"testing"
)

// StartGophernicus serves [GopherFiles] with gophernicus. It is made for inetd: a listener runs one for each
// connection, with the socket as its standard input and output, as the user nobody, since it refuses root.
func StartGophernicus(t testing.TB) *Gopher {
	t.Helper()
	program := Program(t, "gophernicus", "gophernicus", "gopher against gophernicus")
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	root := OpenDir(t)
	WriteTree(t, root, gopherTree(port))

	inetd(t, l, func() *exec.Cmd {
		// No virtual hosts, no syslog, no home folders, and no shared memory, which would outlive it.
		cmd := exec.Command(program, "-r", root, "-h", "127.0.0.1", "-p", fmt.Sprint(port), "-nv", "-ns", "-nu", "-nm")
		cmd.Dir = "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: nobody(t)}
		return cmd
	})
	return &Gopher{Name: "gophernicus", Port: port}
}

// inetd runs a new command for each connection that l takes, until the test ends.
func inetd(t testing.TB, l net.Listener, command func() *exec.Cmd) {
	watch := WatchStrays()
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return // closed below
			}
			serving.Go(func() {
				if err := serveSocket(conn.(*net.TCPConn), command()); err != nil {
					t.Errorf("inetd: %v", err)
				}
			})
		}
	})
	t.Cleanup(func() {
		l.Close()
		serving.Wait()
		watch.Check(t, "inetd")
	})
}

// serveSocket runs cmd with conn as standard input and output and waits for its end.
func serveSocket(conn *net.TCPConn, cmd *exec.Cmd) error {
	socket, err := conn.File()
	conn.Close()
	if err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout = socket, socket
	p, err := start(cmd)
	// The peer sees the end when the last copy of the socket is closed: ours must not be it.
	socket.Close()
	if err != nil {
		return err
	}
	<-p.ended
	return nil
}

// nobody returns the user that has no rights.
func nobody(t testing.TB) *syscall.Credential { return credentialOf(t, "nobody") }
