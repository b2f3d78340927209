package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"uriel.dev/policy"
)

// loosening is the flags that make a policy less strict.
type loosening struct {
	private   bool
	ports     []string
	downgrade bool
}

func (l *loosening) register(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&l.private, "allow-private", false, "let addresses of this machine and of private networks be dialled")
	cmd.Flags().StringSliceVar(&l.ports, "allow-port", nil, `let these ports be dialled; "high" is 1024 and above`)
}

// apply loosens p.
func (l *loosening) apply(p policy.Policy) (policy.Policy, error) {
	if l.private {
		p = p.AllowPrivate()
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
	return p, nil
}
