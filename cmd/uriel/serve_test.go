package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestWatched: what stands in a file is read anew when it has changed, and stays as it
// was when it cannot be.
func TestWatched(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	reads := 0
	write := func(text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	parse := func(texts [][]byte) (string, error) {
		reads++
		if string(texts[0]) == "bad" {
			return "", errors.New("it is bad")
		}
		return string(texts[0]), nil
	}
	var b bytes.Buffer
	log := slog.New(slog.NewTextHandler(&b, nil))
	if _, err := watch(log, parse, name); err == nil {
		t.Error("a file that is not there is watched")
	}
	write("bad")
	if _, err := watch(log, parse, name); err == nil || !strings.Contains(err.Error(), name+": it is bad") {
		t.Errorf("a bad file: %v", err)
	}
	write("first")
	w, err := watch(log, parse, name)
	if err != nil {
		t.Fatal(err)
	}
	reads = 0
	later := func() string { // a second is over
		w.looked = time.Time{}
		return w.now()
	}
	for _, x := range []struct {
		text, want string
		reads      int
	}{{"", "first", 0}, {"another", "another", 1}, {"", "another", 1}, {"bad", "another", 2}, {"", "another", 2}, {"the last", "the last", 3}} {
		if x.text != "" {
			write(x.text)
			if got := w.now(); got == x.text {
				t.Errorf("%q is read at once", x.text)
			}
		}
		if got := later(); got != x.want || reads != x.reads {
			t.Errorf("%q is written: %q, read %d times; want %q, %d", x.text, got, reads, x.want, x.reads)
		}
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if got := later(); got != "the last" {
		t.Errorf("the file is gone: %q", got)
	}
	if text := b.String(); strings.Count(text, "level=ERROR") != 2 || strings.Count(text, "level=INFO") != 2 {
		t.Errorf("the log says\n%s", text)
	}
}

// TestSupervisor: what systemd is told, in its words.
func TestSupervisor(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	s := newSupervisor()
	if _, there := os.LookupEnv("NOTIFY_SOCKET"); there {
		t.Error("the programs that we run are told too")
	}
	heard := func() string {
		b := make([]byte, 100)
		conn.SetReadDeadline(time.Now().Add(time.Minute))
		n, err := conn.Read(b)
		if err != nil {
			t.Fatal(err)
		}
		return string(b[:n])
	}
	s.tell("READY=1")
	if got := heard(); got != "READY=1" {
		t.Errorf("it heard %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	asked, ended := 0, make(chan bool)
	go func() {
		s.beat(ctx, 2*time.Millisecond, func() bool { asked++; return asked != 2 })
		close(ended)
	}()
	for range 3 {
		if got := heard(); got != "WATCHDOG=1" {
			t.Errorf("it heard %q", got)
		}
	}
	cancel()
	<-ended
	if asked < 4 {
		t.Errorf("it beat 3 times, and once too ill, but was asked %d times", asked)
	}
	s.beat(t.Context(), 0, func() bool { panic("nobody watches") })
	supervisor{}.tell("READY=1")
	supervisor{filepath.Join(t.TempDir(), "none")}.tell("READY=1")
}

func TestWatchdog(t *testing.T) {
	own := strconv.Itoa(os.Getpid())
	for _, x := range []struct {
		usec, pid string
		want      time.Duration
	}{
		{"30000000", own, 30 * time.Second}, {"30000000", "", 30 * time.Second}, {"30000000", "1", 0}, {"", own, 0}, {"0", own, 0}, {"-5", own, 0}, {"soon", own, 0},
	} {
		t.Setenv("WATCHDOG_USEC", x.usec)
		t.Setenv("WATCHDOG_PID", x.pid)
		if got := watchdog(); got != x.want {
			t.Errorf("%q for %q: %v, want %v", x.usec, x.pid, got, x.want)
		}
	}
}

// TestInheritedNothing: a socket is taken only if it is for this process.
func TestInheritedNothing(t *testing.T) {
	own := strconv.Itoa(os.Getpid())
	for _, x := range []struct {
		pid, fds string
		fails    bool
	}{{"", "", false}, {"1", "1", false}, {own, "", false}, {own, "2", true}, {"", "1", false}} {
		t.Setenv("LISTEN_PID", x.pid)
		t.Setenv("LISTEN_FDS", x.fds)
		if ln, err := inherited(); ln != nil || (err != nil) != x.fails {
			t.Errorf("%s sockets for %s: %v, %v", x.fds, x.pid, ln, err)
		}
		if _, there := os.LookupEnv("LISTEN_FDS"); there {
			t.Error("the programs that we run are told of it")
		}
	}
}

func TestIsWell(t *testing.T) {
	for status, want := range map[int]bool{200: true, 503: false} {
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/healthz" || r.Host != "localhost" {
				t.Errorf("asked for %s of %s", r.RequestURI, r.Host)
			}
			w.WriteHeader(status)
		})
		if isWell(h) != want {
			t.Errorf("status %d: %v", status, !want)
		}
	}
}
