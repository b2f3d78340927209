package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"path/filepath"

	"github.com/spf13/cobra"

	"uriel.dev/catalog"
	"uriel.dev/find"
	"uriel.dev/gateway"
	"uriel.dev/get"
	"uriel.dev/policy"
)

// A server is the flags of serve.
type server struct {
	listen  string
	gopher  string
	profile levelFlag
	local   bool
	root    string
	allow   loosening
}

func (a *app) serveCmd() *cobra.Command {
	s := &server{profile: levelFlag{"gateway", []string{"gateway", "cli"}}}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Show any URI in a plain browser",
		Long: `Serve the gateway: a web server that shows what any URI means and what it names,
without scripts. It follows the strict gateway profile and listens on this
machine only, unless told otherwise.

It is a proxy too, for clients that speak HTTP and not the scheme: what they ask it
for by a whole URI it gets for them.

With --gopher it is a gopher server instead: the folder of --root is served by
Gopher+, with views, attributes and forms, and by plain gopher to who knows no
other.`,
		Example: `  uriel serve
  uriel serve --local --root /usr/share/doc
  gopher_proxy=http://127.0.0.1:8070 lynx gopher://gopher.example/
  uriel serve --gopher 127.0.0.1:7070 --root /srv/gopher`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if s.gopher != "" {
				return a.serveGopher(cmd.Context(), s)
			}
			return a.serve(cmd.Context(), s)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&s.listen, "listen", "127.0.0.1:8070", "the address and port to listen at")
	flags.StringVar(&s.gopher, "gopher", "", "serve the folder of --root by gopher, at this address and port")
	flags.Var(&s.profile, "profile", "what may be asked: gateway (strict) or cli (as the command line; on this machine only)")
	flags.BoolVar(&s.local, "local", false, "show documents of this machine by name: man: (listening on this machine only)")
	flags.StringVar(&s.root, "root", "", "with --local: show the files below this folder too; with --gopher: the folder to serve")
	s.allow.register(cmd)
	return cmd
}

func (a *app) serve(ctx context.Context, s *server) error {
	p, err := s.policy(a)
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", s.listen)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	if !isLoopback(ln.Addr()) && (s.local || s.profile.value == "cli") {
		ln.Close()
		return &exitError{exitUsage, fmt.Errorf("--local and --profile cli show what this machine may see: they listen on a loopback address only, not on %s", s.listen)}
	}
	conf, err := readConfig(a.schemes)
	if err != nil {
		return err
	}
	client := &get.Client{Policy: p, Schemes: a.schemes, Handlers: catalog.Handlers(get.Env{Policy: p, Cache: cacheFolder()}), Gateways: conf.gateways()}
	handler := gateway.New(gateway.Options{
		Client: client, Schemes: a.schemes, Policy: p, Pages: catalog.Pages(), Version: version,
		Log:    slog.New(slog.NewTextHandler(a.err, nil)),
		Hosts:  []string{hostOf(s.listen)},
		Finder: find.New(a.schemes), Containers: catalog.Containers(),
		Describe: func(text string) any { return describe(a.schemes, input{text: text}) },
	})
	fmt.Fprintf(a.err, "uriel: serving http://%s/\n", ln.Addr())
	if err := gateway.Serve(ctx, ln, handler); err != nil {
		return &exitError{exitUnread, err}
	}
	return nil
}

func (s *server) policy(a *app) (policy.Policy, error) {
	p := policy.Gateway(a.schemes)
	if s.profile.value == "cli" {
		p = policy.CLI(a.schemes)
	}
	if s.root != "" && !s.local {
		return p, &exitError{exitUsage, fmt.Errorf("--root needs --local")}
	}
	if s.local {
		root, err := absolute(s.root)
		if err != nil {
			return p, &exitError{exitUsage, err}
		}
		p = p.AllowLocal(root)
	}
	return s.allow.apply(p)
}

// absolute makes the name of a folder absolute and without links, as names from
// file: URIs are compared with it. No name stays none.
func absolute(dir string) (string, error) {
	if dir == "" {
		return "", nil
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(dir)
}

func hostOf(listen string) string {
	host, _, err := net.SplitHostPort(listen)
	if err != nil {
		return ""
	}
	return host
}

func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
