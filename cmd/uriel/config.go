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
	"uriel.dev/scheme"
)

// A config is the configuration file.
type config struct {
	// Gateway sends the URIs of a scheme to a gateway, by name of the scheme.
	Gateway map[string]gatewayConfig `toml:"gateway"`

	// FTP is how FTP is spoken.
	FTP struct {
		Email string `toml:"email"` // as --ftp-email
	} `toml:"ftp"`
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
			err = c.decode(schemes, string(text))
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
		return fmt.Errorf("there is no setting %s", keys[0])
	}
	for _, name := range slices.Sorted(maps.Keys(c.Gateway)) {
		_, registered := schemes.Registered(name)
		switch {
		case name == "http" || name == "https":
			return fmt.Errorf("gateway.%s: a gateway is asked by http itself; a proxy is set by -x or http_proxy", name)
		case name != strings.ToLower(name) || schemes.Lookup(name) == nil && !registered:
			return fmt.Errorf("gateway.%s: there is no such scheme; an experimental one is called x-…", name)
		}
	}
	return nil
}

// column returns the column of a byte of text, from 1.
func column(text string, at int) int {
	at = min(at, len(text))
	return at - strings.LastIndexByte(text[:at], '\n')
}

// gateways are those of the configuration, as a client wants them.
func (c config) gateways() map[string]get.Gateway {
	out := map[string]get.Gateway{}
	for name, g := range c.Gateway {
		out[name] = g.Gateway
	}
	return out
}
