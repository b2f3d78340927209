package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"

	"uriel.dev/scheme/gopher/gopherserver"
)

// serveGopher serves a folder by gopher, until ctx ends.
func (a *app) serveGopher(ctx context.Context, s *server) error {
	if s.root == "" {
		return &exitError{exitUsage, fmt.Errorf("--gopher needs --root: the folder to serve")}
	}
	root, err := os.OpenRoot(s.root)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	defer root.Close()
	ln, err := net.Listen("tcp", s.gopher)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	files := &gopherserver.Server{Files: root.FS(), Log: slog.New(slog.NewTextHandler(a.err, nil))}
	if name := hostOf(s.gopher); net.ParseIP(name) == nil {
		files.Host = name
	}
	fmt.Fprintf(a.err, "uriel: serving gopher://%s/\n", ln.Addr())
	if err := files.Serve(ctx, ln); err != nil {
		return &exitError{exitUnread, err}
	}
	return nil
}
