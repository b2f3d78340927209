package main

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"uriel.dev/gateway"
)

// A watched is something that stands in files, and is read anew when they change. It
// is safe for concurrent use.
type watched[T any] struct {
	names []string
	parse func(texts [][]byte) (T, error)
	log   *slog.Logger

	mu     sync.Mutex
	value  T
	looked time.Time
	stamps []stamp
}

// A stamp tells a file from what it was before.
type stamp struct {
	size     int64
	modified time.Time
}

// watch reads files for the first time.
func watch[T any](log *slog.Logger, parse func([][]byte) (T, error), names ...string) (*watched[T], error) {
	w := &watched[T]{names: names, parse: parse, log: log, looked: time.Now()}
	w.stamps = w.stamp()
	var err error
	if w.value, err = w.read(); err != nil {
		return nil, &exitError{exitUsage, err}
	}
	return w, nil
}

// now returns what stands in the files, which are looked at once a second at most.
// What cannot be read anew stays as it was, and the log says so.
func (w *watched[T]) now() T {
	w.mu.Lock()
	defer w.mu.Unlock()
	if time.Since(w.looked) < time.Second {
		return w.value
	}
	w.looked = time.Now()
	stamps := w.stamp()
	if slices.Equal(stamps, w.stamps) {
		return w.value
	}
	w.stamps = stamps // before it is read: what changes meanwhile is seen the next time
	value, err := w.read()
	if err != nil {
		w.log.Error("what has changed cannot be read, what was read before stays", "error", err)
		return w.value
	}
	w.log.Info("read anew", "files", strings.Join(w.names, " "))
	w.value = value
	return value
}

func (w *watched[T]) stamp() (out []stamp) {
	for _, name := range w.names {
		var s stamp
		if info, err := os.Stat(name); err == nil {
			s = stamp{info.Size(), info.ModTime()}
		}
		out = append(out, s)
	}
	return out
}

func (w *watched[T]) read() (value T, err error) {
	var texts [][]byte
	for _, name := range w.names {
		text, err := os.ReadFile(name)
		if err != nil {
			return value, err
		}
		texts = append(texts, text)
	}
	if value, err = w.parse(texts); err != nil {
		return value, fmt.Errorf("%s: %w", strings.Join(w.names, ", "), err)
	}
	return value, nil
}

// watchUsers reads the users of --auth.
func watchUsers(log *slog.Logger, name string) (*watched[*gateway.Users], error) {
	return watch(log, func(texts [][]byte) (*gateway.Users, error) { return gateway.ParseUsers(string(texts[0])) }, name)
}

// tlsConfig returns the configuration of a server whose certificate and key stand in
// files, to be taken as they are when a client comes.
func tlsConfig(log *slog.Logger, cert, key string) (*tls.Config, error) {
	pair, err := watch(log, func(texts [][]byte) (*tls.Certificate, error) {
		c, err := tls.X509KeyPair(texts[0], texts[1])
		return &c, err
	}, cert, key)
	if err != nil {
		return nil, err
	}
	return &tls.Config{
		MinVersion:     tls.VersionTLS12,
		NextProtos:     []string{"h2", "http/1.1"},
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) { return pair.now(), nil },
	}, nil
}
