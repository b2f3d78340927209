package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"uriel.dev/uri"
)

func (a *app) relativeCmd() *cobra.Command {
	var in inputs
	var asJSON bool
	var base string
	cmd := &cobra.Command{
		Use:     "relative --base BASE [--] URI…",
		Short:   "Print the reference that leads from a base URI to another",
		Long:    `Print the reference that leads from a base URI to another, the inverse of resolve.`,
		Example: "  uriel relative --base http://a/b/c/d http://a/b/g",
		RunE: func(_ *cobra.Command, args []string) error {
			if base == "" && !in.fromJSON {
				return &exitError{exitUsage, fmt.Errorf("relative needs --base")}
			}
			for i := range a.each(&in, args) {
				if i.base == "" {
					i.base = base
				}
				a.relative(i, asJSON)
			}
			return nil
		},
	}
	in.register(cmd)
	cmd.Flags().StringVar(&base, "base", "", "the base `URI`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each input")
	return cmd
}

func (a *app) relative(in input, asJSON bool) {
	base, u, err := in.withBase()
	if err == nil {
		u, err = base.Relativize(u)
	}
	a.answer(in, u, err, asJSON, func(b []byte) []byte {
		return appendField(appendField(b, "base", in.base), "reference", u.String())
	})
}

// withBase parses an input and its base.
func (in input) withBase() (base, u uri.URI, err error) {
	if base, err = uri.Parse(in.base); err != nil {
		return base, u, fmt.Errorf("base: %w", err)
	}
	u, err = in.parse()
	return base, u, err
}

// answer prints the URI that a verb makes of an input, one line in, one line
// out, or a record with fields of its own. An input that failed gives an empty
// line.
func (a *app) answer(in input, u uri.URI, err error, asJSON bool, fields func([]byte) []byte) {
	switch {
	case err != nil && asJSON:
		a.writeFailure(in, err)
	case err != nil:
		fmt.Fprintln(a.out)
		a.tellError(err)
	case asJSON:
		a.writeAbout(in, fields)
	default:
		a.out.WriteString(u.String())
		a.out.WriteByte('\n')
	}
	if err != nil {
		a.failed(exitNo)
	}
}
