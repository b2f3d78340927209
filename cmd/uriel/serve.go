package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"uriel.dev/catalog"
	"uriel.dev/find"
	"uriel.dev/gateway"
	"uriel.dev/get"
	"uriel.dev/get/cache"
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

	hosts   []string
	limits  gateway.Limits
	trusted []string
	memory  int64 // MiB of the cache, and of its files
	disk    int64
	cert    string
	key     string
	auth    string
	drain   time.Duration
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

What it gets it keeps for a while, in memory and in files. /status tells what it
has done, /metrics tells it to Prometheus, /healthz says that it runs. Behind another
server, --trusted-proxy lets that one say who asks.

Each flag can be a variable of the environment too (--client-rate is
URIEL_SERVE_CLIENT_RATE), or stand in the section [serve] of the configuration.

With --gopher it is a gopher server instead: the folder of --root is served by
Gopher+, with views, attributes and forms, and by plain gopher to who knows no
other.`,
		Example: `  uriel serve
  uriel serve --local --root /usr/share/doc
  gopher_proxy=http://127.0.0.1:8070 lynx gopher://gopher.example/
  uriel serve --listen :443 --host uri.example.org --tls-cert cert.pem --tls-key key.pem
  uriel serve --gopher 127.0.0.1:7070 --root /srv/gopher`,
		Args: exactly(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			conf, err := readConfig(a.schemes)
			if err == nil {
				err = settle(cmd, conf, conf.Serve)
			}
			if err != nil {
				return err
			}
			if s.gopher != "" {
				return a.serveGopher(cmd.Context(), s)
			}
			return a.serve(cmd.Context(), s, conf)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&s.listen, "listen", "127.0.0.1:8070", "the `address` and port to listen at")
	flags.StringVar(&s.gopher, "gopher", "", "serve the folder of --root by gopher, at this `address` and port")
	flags.Var(&s.profile, "profile", "what may be asked: gateway (strict) or cli (as the command line; on this machine only)")
	flags.BoolVar(&s.local, "local", false, "show documents of this machine by name: man:, info:, whatis: and the like (listening on this machine only)")
	flags.StringVar(&s.root, "root", "", "with --local: show the files below this folder too; with --gopher: the `folder` to serve")
	flags.StringSliceVar(&s.hosts, "host", nil, "a `name` by which clients may call the gateway, besides that of --listen and localhost")
	flags.Int64Var(&s.memory, "cache", 64, "`MiB` of memory in which to keep what was got; 0 keeps nothing")
	flags.Int64Var(&s.disk, "cache-disk", 512, "`MiB` of files in which to keep what is large; 0 is none")
	flags.IntVar(&s.limits.Requests, "requests", 1024, "answer so many requests at a time at most; 0 is no limit, here and below")
	flags.Float64Var(&s.limits.ClientRate, "client-rate", 20, "requests a second of one client, ten times as many at once (this machine's own are free)")
	flags.Float64Var(&s.limits.TargetRate, "target-rate", 20, "requests a second that one host is sent, ten times as many at once")
	flags.StringSliceVar(&s.trusted, "trusted-proxy", nil, "believe this `address` or network what X-Forwarded-For says")
	flags.StringVar(&s.cert, "tls-cert", "", "speak TLS with the certificate of this `file`, and --tls-key; both are read anew when they change")
	flags.StringVar(&s.key, "tls-key", "", "the `file` of the key of --tls-cert")
	flags.StringVar(&s.auth, "auth", "", "answer only who logs in: a `file` with lines USER:HASH, as htpasswd -B writes it")
	flags.DurationVar(&s.drain, "drain", 0, "when told to stop, answer so long still, and say so at /healthz")
	s.allow.register(cmd)
	return cmd
}

func (a *app) serve(ctx context.Context, s *server, conf config) error {
	p, err := s.policy(a)
	if err != nil {
		return err
	}
	ln, err := s.listener()
	if err != nil {
		return err
	}
	defer ln.Close()
	log := slog.New(slog.NewTextHandler(a.err, nil))
	options, err := s.options(log)
	if err != nil {
		return err
	}
	options.Client = &get.Client{Policy: p, Schemes: a.schemes, Handlers: catalog.Handlers(get.Env{Policy: p, Server: conf.server, Options: conf.newsOptions(s.local || s.profile.value == "cli"), Cache: cacheFolder()}), Gateways: conf.gateways()}
	if options.Client.Cache, err = s.cache(a, log); err != nil {
		return err
	}
	options.Schemes, options.Policy, options.Pages = a.schemes, p, catalog.Pages()
	options.Version, options.Hosts = version, s.names(ln)
	options.Finder, options.Containers = find.New(a.schemes), catalog.Containers()
	options.Describe = func(text string) any { return describe(a.schemes, input{text: text}) }
	return a.run(ctx, s, ln, log, gateway.New(options))
}

// run answers on ln until ctx ends, and tells a supervisor.
func (a *app) run(ctx context.Context, s *server, ln net.Listener, log *slog.Logger, h http.Handler) error {
	scheme := "http"
	if s.cert != "" {
		config, err := tlsConfig(log, s.cert, s.key)
		if err != nil {
			return err
		}
		ln, scheme = tls.NewListener(ln, config), "https"
	}
	fmt.Fprintf(a.err, "uriel: serving %s://%s/\n", scheme, ln.Addr())
	sup := newSupervisor()
	sup.tell("READY=1\nSTATUS=serving " + scheme + "://" + ln.Addr().String() + "/")
	told := make(chan struct{})
	still := context.AfterFunc(ctx, func() { defer close(told); sup.tell("STOPPING=1") })
	defer func() {
		if !still() {
			<-told // else the process might end first
		}
	}()
	beating, quiet := context.WithCancel(context.WithoutCancel(ctx)) // while it drains too
	defer quiet()
	go sup.beat(beating, watchdog(), func() bool { return isWell(h) })
	if err := (&gateway.Server{Handler: h, Log: log, Drain: s.drain}).Serve(ctx, ln); err != nil {
		return &exitError{exitUnread, err}
	}
	return nil
}

// listener returns the socket that systemd has opened, or else opens one.
func (s *server) listener() (net.Listener, error) {
	ln, err := inherited()
	if ln == nil && err == nil {
		ln, err = net.Listen("tcp", s.listen)
	}
	if err != nil {
		return nil, &exitError{exitUsage, err}
	}
	if !isLoopback(ln.Addr()) && (s.local || s.profile.value == "cli") {
		ln.Close()
		return nil, &exitError{exitUsage, fmt.Errorf("--local and --profile cli show what this machine may see: they listen on a loopback address only, not on %s", ln.Addr())}
	}
	return ln, nil
}

// options are those of a gateway that flags alone decide about.
func (s *server) options(log *slog.Logger) (o gateway.Options, err error) {
	o.Log, o.Limits = log, s.limits
	for _, text := range s.trusted {
		network, err := netip.ParsePrefix(text)
		if err != nil {
			var addr netip.Addr
			addr, err = netip.ParseAddr(text)
			network = netip.PrefixFrom(addr, addr.BitLen())
		}
		if err != nil {
			return o, &exitError{exitUsage, fmt.Errorf("--trusted-proxy %q: want an address or a network, such as 192.0.2.0/24", text)}
		}
		o.Proxies = append(o.Proxies, network)
	}
	if (s.cert == "") != (s.key == "") {
		return o, &exitError{exitUsage, errors.New("--tls-cert and --tls-key belong together")}
	}
	if s.auth != "" {
		users, err := watchUsers(log, s.auth)
		if err != nil {
			return o, err
		}
		o.Users = users.now
	}
	return o, nil
}

// cache returns the cache of the gateway, nil if there is to be none. Without a folder
// it keeps what memory holds.
func (s *server) cache(a *app, log *slog.Logger) (get.Cache, error) {
	if s.memory < 0 || s.disk < 0 {
		return nil, &exitError{exitUsage, errors.New("--cache and --cache-disk: want a number of MiB")}
	}
	if s.memory == 0 {
		return nil, nil
	}
	o := cache.Options{Schemes: a.schemes, Memory: s.memory << 20, Disk: s.disk << 20}
	if folder := cacheFolder(); folder != "" && s.disk > 0 {
		o.Folder = filepath.Join(folder, "gateway")
	}
	c, err := cache.Open(o)
	if err != nil {
		log.Warn("nothing large is kept", "error", err)
		o.Folder = ""
		c, err = cache.Open(o)
	}
	return c, err
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

// names returns how clients may call the gateway. To be called by no name, as by HTTP
// of 1996, is to be called by any.
func (s *server) names(ln net.Listener) []string {
	names := append(s.hosts, hostOf(s.listen), hostOf(ln.Addr().String()))
	return slices.DeleteFunc(names, func(name string) bool { return name == "" })
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
