package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"uriel.dev/uri"
)

func (a *app) resolveCmd() *cobra.Command {
	var in inputs
	var asJSON, nonStrict bool
	var base string
	cmd := &cobra.Command{
		Use:   "resolve --base BASE [--] REFERENCE…",
		Short: "Resolve references against a base URI",
		Long: `Resolve references against a base URI (RFC 3986, section 5), one line each. The
base of an input in JSON goes before --base. A base whose path is no hierarchy
is remarked.`,
		Example: "  uriel resolve --base http://a/b/c/d -- ../g '?y' '#s'",
		RunE: func(_ *cobra.Command, args []string) error {
			if base == "" && !in.fromJSON {
				return &exitError{exitUsage, fmt.Errorf("resolve needs --base")}
			}
			for i := range a.each(&in, args) {
				if i.base == "" {
					i.base = base
				}
				a.resolve(i, nonStrict, asJSON)
			}
			return nil
		},
	}
	in.register(cmd)
	cmd.Flags().StringVar(&base, "base", "", "the base `URI`")
	cmd.Flags().BoolVar(&nonStrict, "non-strict", false, "ignore the scheme of a reference that repeats the base's (RFC 3986, 5.2.2)")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each input")
	return cmd
}

func (a *app) resolve(in input, nonStrict, asJSON bool) {
	base, ref, err := in.withBase()
	resolve := base.Resolve
	if nonStrict {
		resolve = base.ResolveNonStrict
	}
	var t uri.URI
	if err == nil {
		t, err = resolve(ref)
	}
	var remarks []uri.Remark
	if err == nil {
		remarks = a.schemes.JudgeReference(base, ref)
	}
	a.answer(in, t, err, asJSON, func(b []byte) []byte {
		return appendRemarks(appendField(appendField(b, "base", in.base), "target", t.String()), remarks)
	})
	if !asJSON {
		for _, r := range remarks {
			a.tellRemark(ref, r)
		}
	}
}
