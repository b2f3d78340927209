package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func (a *app) normalizeCmd() *cobra.Command {
	var in inputs
	var asJSON bool
	level := levelFlag{"scheme", []string{"syntax", "scheme"}}
	cmd := &cobra.Command{
		Use:   "normalize URI…",
		Short: "Print the normal form of a URI",
		Long: `Print the normal form of a URI (RFC 3986, section 6): one line in, one line out;
an invalid line gives an empty line. The level is a rung of the ladder: syntax
is case, escapes and dot segments; scheme is what the scheme says on top, such
as its default port.`,
		RunE: func(_ *cobra.Command, args []string) error {
			for i := range a.each(&in, args) {
				a.normalize(i, level.value, asJSON)
			}
			return nil
		},
	}
	in.register(cmd)
	cmd.Flags().Var(&level, "level", "the rung: syntax or scheme")
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each input")
	return cmd
}

func (a *app) normalize(in input, level string, asJSON bool) {
	u, err := in.parse()
	n := a.schemes.NormalizeSyntax(u)
	if level == "scheme" {
		n = a.schemes.Normalize(u)
	}
	a.answer(in, n, err, asJSON, func(b []byte) []byte {
		return appendField(appendField(b, "normal", n.String()), "level", level)
	})
}

// levelFlag is a flag whose value is one of a few words.
type levelFlag struct {
	value string
	words []string
}

func (f *levelFlag) String() string { return f.value }
func (f *levelFlag) Type() string   { return "word" }

func (f *levelFlag) Set(s string) error {
	for _, w := range f.words {
		if s == w {
			f.value = s
			return nil
		}
	}
	return fmt.Errorf("want one of %s", strings.Join(f.words, ", "))
}
