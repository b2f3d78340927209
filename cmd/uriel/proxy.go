package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// proxyFlags say through which proxy web pages are got. They mean what they mean
// to curl, and so do the variables of the environment that they override.
type proxyFlags struct {
	proxy   optional
	noProxy optional
}

// An optional is the value of a flag that may be given as "".
type optional struct {
	text  string
	given bool
}

func (o *optional) Set(text string) error { o.text, o.given = text, true; return nil }
func (o *optional) String() string        { return o.text }
func (o *optional) Type() string          { return "string" }

func (f *proxyFlags) register(cmd *cobra.Command) {
	cmd.Flags().VarP(&f.proxy, "proxy", "x", "ask http and https through this `proxy`: [USER:PASSWORD@]HOST[:PORT]; \"\" is none")
	cmd.Flags().Var(&f.noProxy, "noproxy", "use no proxy for these `hosts` and domains, or \"*\"")
}

// chooser returns what chooses the proxy of a URI, as [get.Env] has it. getenv
// reads the environment.
func (f *proxyFlags) chooser(getenv func(string) string, schemes scheme.Table) (func(uri.URI) (uri.URI, bool), error) {
	proxies := map[string]uri.URI{}
	for _, name := range [...]string{"http", "https"} {
		source, value := "--proxy", f.proxy.text
		if !f.proxy.given {
			source, value = proxyVariable(getenv, name)
		}
		if value == "" {
			continue
		}
		proxy, err := parseProxy(value)
		if err == nil && f.proxy.given && !strings.EqualFold(proxy.Scheme(), "http") {
			err = fmt.Errorf("a proxy of the scheme %s is not spoken to, only http", proxy.Scheme())
		}
		if err != nil {
			return nil, &exitError{exitUsage, fmt.Errorf("%s %q: %w", source, uri.Redact(withScheme(value)), err)}
		}
		proxies[name] = proxy
	}
	if len(proxies) == 0 {
		return nil, nil
	}
	list := f.noProxy.text
	if !f.noProxy.given {
		_, list = firstVariable(getenv, "no_proxy", "NO_PROXY")
	}
	direct := parseNoProxy(list)
	return func(u uri.URI) (uri.URI, bool) {
		u = schemes.Normalize(u)
		proxy, ok := proxies[u.Scheme()]
		return proxy, ok && !direct.covers(u, schemes)
	}, nil
}

// proxyVariable returns the variable that names the proxy of a scheme, and its
// value. HTTP_PROXY is not read: a web server puts the field Proxy of a request
// there for its CGI programs, so that anybody could choose the proxy.
func proxyVariable(getenv func(string) string, scheme string) (name, value string) {
	if scheme == "http" {
		return firstVariable(getenv, "http_proxy", "all_proxy", "ALL_PROXY")
	}
	return firstVariable(getenv, "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
}

func firstVariable(getenv func(string) string, names ...string) (name, value string) {
	for _, name := range names {
		if value := getenv(name); value != "" {
			return name, value
		}
	}
	return "", ""
}

func withScheme(proxy string) string {
	if strings.Contains(proxy, "://") {
		return proxy
	}
	return "http://" + proxy
}

// parseProxy reads [http://][user:password@]host[:port]. The port is 1080 unless
// it is given; a path is ignored. Both are so in curl.
func parseProxy(text string) (uri.URI, error) {
	u, err := uri.Parse(withScheme(text))
	if e, ok := errors.AsType[*uri.Error](err); ok {
		return uri.URI{}, errors.New(e.Title)
	}
	if u.Host() == "" {
		return uri.URI{}, errors.New("no host is named")
	}
	port := u.Port()
	if port == "" {
		port = "1080"
	}
	if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
		return uri.URI{}, fmt.Errorf("there is no port %s", port)
	}
	return uri.Parse(u.Scheme() + "://" + u.WithoutPort().Authority() + ":" + port)
}

// notThrough refuses a URI that -x is not for: asking directly would tell the
// network what the user wants to keep from it.
func (a *app) notThrough(f *proxyFlags, u uri.URI) error {
	info := a.schemes.Lookup(u.Scheme())
	if f.proxy.text == "" || info == nil || info.Reach != scheme.Network || info.Name == "http" || info.Name == "https" {
		return nil
	}
	return get.Errorf(get.Unsupported, "get", u, "%s is not asked through a proxy: leave -x out to ask directly", info.Name)
}
