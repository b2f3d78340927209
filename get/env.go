package get

import (
	"context"
	"crypto/tls"

	"uriel.dev/policy"
)

// An Env is what the handlers of a program share. It is passed to their
// constructors and not changed afterwards. The zero value refuses everything,
// since its policy does.
type Env struct {
	Policy policy.Policy

	// Ask asks the person at the terminal for a secret, such as a password. It
	// is nil when nobody is there.
	Ask func(ctx context.Context, prompt string) (string, error)

	// TLS is the base of every TLS configuration; nil is Go's own.
	TLS *tls.Config

	// UserAgent names this program to servers that ask; "" is "Uriel".
	UserAgent string

	// Trace, if set, is told what goes over the wire, without secrets: a line
	// of ours ('*'), one that is sent ('>') or received ('<').
	Trace func(direction byte, line string)
}

// Say tells the trace of the environment a line, if there is one.
func (e Env) Say(direction byte, line string) {
	if e.Trace != nil {
		e.Trace(direction, line)
	}
}
