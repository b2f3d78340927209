package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
)

// A config is the configuration file.
type config struct {
	// Gateway sends the URIs of a scheme to a gateway, by name of the scheme.
	Gateway map[string]gatewayConfig `toml:"gateway"`

	// Serve holds flags of serve, by name.
	Serve map[string]setting `toml:"serve"`

	// Policy loosens that of the command line.
	Policy struct {
		Private []string `toml:"private"` // names of hosts that lead into a private network
	} `toml:"policy"`

	// FTP is how FTP is spoken.
	FTP struct {
		Email string `toml:"email"` // as --ftp-email
	} `toml:"ftp"`

	// News is where articles and newsgroups are looked for.
	News struct {
		Server  string `toml:"server"`  // "host" or "host:port"; NNTPSERVER comes first
		Spool   string `toml:"spool"`   // a folder of articles that have been received
		Archive string `toml:"archive"` // a template of addresses where those that are gone may be
	} `toml:"news"`

	file, text string // what was read
}

// gatewayConfig is a template, or a table of one and when it is used:
//
//	wais = "http://gw.example/{uri}"
//	man = { template = "https://pages.example/{page}.{section}", when = "missing" }
type gatewayConfig struct{ get.Gateway }

// UnmarshalTOML implements [toml.Unmarshaler].
func (g *gatewayConfig) UnmarshalTOML(v any) error {
	switch v := v.(type) {
	case string:
		g.Template = v
	case map[string]any:
		for key, value := range v {
			text, _ := value.(string)
			switch {
			case key == "template" && text != "":
				g.Template = text
			case key == "when" && (text == "always" || text == "missing"):
				g.Missing = text == "missing"
			default:
				return fmt.Errorf(`%s = %v: want template = "…" and when = "always" or "missing"`, key, value)
			}
		}
	default:
		return fmt.Errorf(`%v: want "http://gateway/{uri}"`, v)
	}
	return g.Check()
}

// configFiles are where the configuration is looked for, the first that is
// there.
func configFiles() []string {
	if name := os.Getenv("URIEL_CONFIG"); name != "" {
		return []string{name}
	}
	home := cmp.Or(os.Getenv("XDG_CONFIG_HOME"), filepath.Join(os.Getenv("HOME"), ".config"))
	return []string{filepath.Join(home, "uriel", "config.toml"), "/etc/uriel/config.toml"}
}

// readConfig reads the configuration; without a file it is empty. A mistake in
// it is one of usage, told with its line.
func readConfig(schemes scheme.Table) (config, error) {
	var c config
	for _, name := range configFiles() {
		text, err := os.ReadFile(name)
		if errors.Is(err, fs.ErrNotExist) && os.Getenv("URIEL_CONFIG") == "" {
			continue
		}
		if err == nil {
			c.file, c.text = name, string(text)
			err = c.decode(schemes, c.text)
		}
		if err != nil {
			return c, &exitError{exitUsage, fmt.Errorf("%s: %w", name, err)}
		}
		return c, nil
	}
	return c, nil
}

func (c *config) decode(schemes scheme.Table, text string) error {
	md, err := toml.Decode(text, c)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return fmt.Errorf("line %d, column %d: %s", e.Position.Line, column(text, e.Position.Start), e.Message)
	}
	if err != nil {
		return err
	}
	if keys := md.Undecoded(); len(keys) > 0 {
		return fmt.Errorf("%sthere is no setting %s", place(text, keys[0]), keys[0])
	}
	if _, err := (policy.Policy{}).WithPrivate(c.Policy.Private...); err != nil {
		return fmt.Errorf("%spolicy.private: %w", place(text, toml.Key{"policy", "private"}), err)
	}
	if err := c.checkNews(); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(c.Gateway)) {
		_, registered := schemes.Registered(name)
		switch {
		case name == "http" || name == "https":
			return fmt.Errorf("%sgateway.%s: a gateway is asked by http itself; a proxy is set by -x or http_proxy", place(text, toml.Key{"gateway", name}), name)
		case name != strings.ToLower(name) || schemes.Lookup(name) == nil && !registered:
			return fmt.Errorf("%sgateway.%s: there is no such scheme; an experimental one is called x-…", place(text, toml.Key{"gateway", name}), name)
		}
	}
	return nil
}

// column returns the column of a byte of text, from 1.
func column(text string, at int) int {
	at = min(at, len(text))
	return at - strings.LastIndexByte(text[:at], '\n')
}

// loosen loosens the policy of the command line.
func (c config) loosen(p policy.Policy) policy.Policy {
	p, err := p.WithPrivate(c.Policy.Private...)
	if err != nil {
		panic(err) // seen when it was read
	}
	return p
}

// gateways are those of the configuration, as a client wants them.
func (c config) gateways() map[string]get.Gateway {
	out := map[string]get.Gateway{}
	for name, g := range c.Gateway {
		out[name] = g.Gateway
	}
	return out
}
