package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/policy"
)

// loosening is the flags that make a policy less strict.
type loosening struct {
	private   bool
	ports     []string
	downgrade bool
	bare      bool // helper programs have no sandbox
	limits    []string
}

func (l *loosening) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&l.private, "allow-private", false, "let addresses of this machine and of private networks be dialled")
	cmd.Flags().StringSliceVar(&l.ports, "allow-port", nil, "let these `ports` be dialled; \"high\" is 1024 and above")
	cmd.Flags().BoolVar(&l.bare, "no-sandbox", false, "let helper programs run outside of a sandbox")
	cmd.Flags().StringArrayVar(&l.limits, "limit", nil, "change a limit, as `NAME=VALUE`: body=2G, total=90s; 0 is none (uriel policy show lists them)")
}

// apply loosens p.
func (l *loosening) apply(p policy.Policy) (policy.Policy, error) {
	if l.private {
		p = p.AllowPrivate()
	}
	if l.bare {
		p = p.WithoutSandbox()
	}
	if l.downgrade {
		p = p.AllowDowngrade()
	}
	for _, word := range l.ports {
		if word == "high" {
			p = p.AllowHighPorts()
			continue
		}
		var port uint16
		if _, err := fmt.Sscanf(word, "%d", &port); err != nil || fmt.Sprint(port) != word {
			return p, &exitError{exitUsage, fmt.Errorf("--allow-port %q: want a port or high", word)}
		}
		p = p.AllowPorts(port)
	}
	limits, err := l.change(p.Limits())
	return p.WithLimits(limits), err
}

// change changes limits.
func (l *loosening) change(limits policy.Limits) (policy.Limits, error) {
	for _, word := range l.limits {
		name, value, _ := strings.Cut(word, "=")
		var err error
		if limits, err = limits.With(name, value); err != nil {
			return limits, &exitError{exitUsage, fmt.Errorf("--limit %s: %w", word, err)}
		}
	}
	return limits, nil
}
