package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"
)

// inherited returns the socket that systemd listens at for us (sd_listen_fds(3)), nil
// if there is none. Its variables are not for the programs that we run.
func inherited() (net.Listener, error) {
	const first = 3 // standard input, output and error come before
	pid, n := os.Getenv("LISTEN_PID"), os.Getenv("LISTEN_FDS")
	for _, name := range [...]string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"} {
		os.Unsetenv(name)
	}
	if n == "" || pid != strconv.Itoa(os.Getpid()) {
		return nil, nil
	}
	if n != "1" {
		return nil, fmt.Errorf("%s sockets were handed over by systemd: want one", n)
	}
	syscall.CloseOnExec(first)
	file := os.NewFile(first, "socket of systemd")
	defer file.Close()
	ln, err := net.FileListener(file)
	if err != nil {
		return nil, fmt.Errorf("the socket of systemd: %w", err)
	}
	if _, ok := ln.Addr().(*net.TCPAddr); !ok {
		ln.Close()
		return nil, fmt.Errorf("the socket of systemd is of %s: want tcp", ln.Addr().Network())
	}
	return ln, nil
}

// A supervisor is told how a service is (sd_notify(3)). The zero value is told
// nothing, and there is none of its kind where nobody supervises.
type supervisor struct{ socket string }

func newSupervisor() supervisor {
	socket := os.Getenv("NOTIFY_SOCKET")
	os.Unsetenv("NOTIFY_SOCKET")
	return supervisor{socket}
}

// tell tells the state of the service: "READY=1". Whether it is heard is not known.
func (s supervisor) tell(state string) {
	if s.socket == "" {
		return
	}
	conn, err := net.DialUnix("unixgram", nil, &net.UnixAddr{Name: s.socket, Net: "unixgram"})
	if err != nil {
		return
	}
	defer conn.Close()
	conn.SetWriteDeadline(time.Now().Add(time.Second)) // one that does not listen holds nothing up
	conn.Write([]byte(state))                          //nolint:errcheck // as above
}

// watchdog returns how often the supervisor wants to hear that all is well, 0 if it
// does not (sd_watchdog_enabled(3)).
func watchdog() time.Duration {
	pid, usec := os.Getenv("WATCHDOG_PID"), os.Getenv("WATCHDOG_USEC")
	os.Unsetenv("WATCHDOG_PID")
	os.Unsetenv("WATCHDOG_USEC")
	n, err := strconv.ParseInt(usec, 10, 48)
	if err != nil || n <= 0 || pid != "" && pid != strconv.Itoa(os.Getpid()) {
		return 0
	}
	return time.Duration(n) * time.Microsecond
}

// beat tells the supervisor that all is well, twice as often as it wants to hear it,
// for as long as well says so. It returns when ctx ends.
func (s supervisor) beat(ctx context.Context, every time.Duration, well func() bool) {
	if every == 0 {
		return
	}
	tick := time.NewTicker(every / 2)
	defer tick.Stop()
	for {
		if well() {
			s.tell("WATCHDOG=1")
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// isWell reports whether a handler answers at all: one whose locks hang would not.
func isWell(h http.Handler) bool {
	r, err := http.NewRequest(http.MethodGet, "/healthz", nil)
	if err != nil {
		return false
	}
	r.Host, r.RequestURI, r.RemoteAddr = "localhost", "/healthz", "127.0.0.1:0"
	w := statusOnly{header: http.Header{}}
	h.ServeHTTP(&w, r)
	return w.status == http.StatusOK
}

// A statusOnly keeps the status of an answer, and nothing else.
type statusOnly struct {
	header http.Header
	status int
}

func (v *statusOnly) Header() http.Header         { return v.header }
func (v *statusOnly) WriteHeader(status int)      { v.status = status }
func (v *statusOnly) Write(b []byte) (int, error) { return len(b), nil }
