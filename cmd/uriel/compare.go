package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"uriel.dev/uri"
)

var rungs = map[string]uri.Rung{"identical": uri.Identical, "syntax": uri.EqualSyntax, "scheme": uri.EqualScheme}

func (a *app) compareCmd() *cobra.Command {
	var asJSON bool
	level := levelFlag{"scheme", []string{"identical", "syntax", "scheme"}}
	cmd := &cobra.Command{
		Use:   "compare A B",
		Short: "Say at which rung two URIs become equal",
		Long: `Print the first rung at which two URIs become equal (RFC 3986, section 6.2):
identical, syntax, scheme or none. The status is 1 if they differ at the level
asked for.`,
		Example: "  uriel compare http://h:80 http://H/",
		Args:    exactly(2, "two URIs"),
		RunE: func(_ *cobra.Command, args []string) error {
			var pair [2]uri.URI
			for i, text := range args {
				u, err := uri.Parse(text)
				if err != nil {
					a.failed(exitNo)
					if asJSON {
						a.writeFailure(input{text: text}, err)
					} else {
						a.tellError(err)
					}
					return nil
				}
				pair[i] = u
			}
			rung, reason := a.schemes.Compare(pair[0], pair[1])
			equal := rung >= rungs[level.value]
			if !equal {
				a.failed(exitNo)
			}
			if asJSON {
				a.writeJSON(struct {
					A      string `json:"a"`
					B      string `json:"b"`
					Rung   string `json:"rung"`
					Reason string `json:"reason,omitempty"`
					Equal  bool   `json:"equal"`
				}{args[0], args[1], rung.String(), reason, equal})
			} else {
				fmt.Fprintln(a.out, rung)
			}
			return nil
		},
	}
	cmd.Flags().Var(&level, "level", "the rung asked for: identical, syntax or scheme")
	cmd.Flags().BoolVar(&asJSON, "json", false, "a JSON object with the reason")
	return cmd
}
