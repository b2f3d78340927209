package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/catalog"
	"uriel.dev/find"
	"uriel.dev/scheme"
	"uriel.dev/scheme/urn"
	"uriel.dev/uri"
	"uriel.dev/uri/bnf1994"
	"uriel.dev/uri/iri"
	"uriel.dev/uri/template"
	"uriel.dev/uri/whatwg"
)

func (a *app) explainCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "explain WORD",
		Short: "Explain a rule, such as uri/host-space, or a scheme, such as gopher",
		Long: `Explain a rule by its identifier, as errors and remarks name it, a scheme by its
name, or a namespace of URNs, such as urn:isbn. "explain rules" lists the rules.`,
		Args: exactly(1, "one word, such as gopher or uri/host-space"),
		RunE: func(_ *cobra.Command, args []string) error {
			word := args[0]
			rules := a.rules()
			if word == "rules" {
				for _, r := range rules {
					fmt.Fprintf(a.out, "%-28s %s (%s)\n", r.ID, r.Title, r.Section)
				}
				return nil
			}
			for _, r := range rules {
				if r.ID == word {
					a.explainRule(r)
					return nil
				}
			}
			if nid, ok := strings.CutPrefix(strings.ToLower(word), "urn:"); ok {
				if text, ok := urn.Explain(strings.TrimSuffix(nid, ":")); ok {
					fmt.Fprint(a.out, text)
					return nil
				}
			}
			if a.explainScheme(strings.ToLower(strings.TrimSuffix(word, ":"))) {
				return nil
			}
			return &exitError{exitNo, fmt.Errorf("%q is no rule and no scheme that is known: see explain rules, and schemes --all", word)}
		},
	}
}

// rules returns all rules that anything of Uriel goes by.
func (a *app) rules() []uri.Rule {
	return slices.Concat(a.schemes.Rules(), iri.Rules(), whatwg.Rules(), bnf1994.Rules(), template.Rules(), find.Rules())
}

func (a *app) explainRule(r uri.Rule) {
	fmt.Fprintf(a.out, "%s: %s\n%s\n\n%s\n", r.ID, r.Title, r.Section, wrap(r.Text, 78))
	if r.Hint != "" {
		fmt.Fprintf(a.out, "\nWhat to do: %s.\n", r.Hint)
	}
}

func (a *app) explainScheme(name string) bool {
	info := a.schemes.Lookup(name)
	r, ok := a.schemes.Registered(name)
	if info == nil {
		if ok {
			fmt.Fprintf(a.out, "%s: %s\n%s (%s%s)\n\nKnown from IANA's registry by name only: its URIs are parsed, but not understood\nor fetched.\n", r.Name, r.Description, r.Reference, r.Status, inRegistry(r))
		}
		return ok
	}
	fmt.Fprintf(a.out, "%s: %s\n%s (%s %s%s)\n\n", info.Name, info.Title, info.Spec, info.Status, info.Kind, inRegistry(r))
	fmt.Fprint(a.out, catalog.Readmes()[info.Name])
	fmt.Fprintf(a.out, "\n## Retrieval\n%s\n", wrap(info.Retrieval, 78))
	if len(info.Rules) > 0 {
		fmt.Fprint(a.out, "\n## Rules\n")
		for _, r := range info.Rules {
			fmt.Fprintf(a.out, "  %-28s %s\n", r.ID, r.Title)
		}
	}
	return true
}

// inRegistry says which state of IANA's registry has a row, if one has.
func inRegistry(r scheme.Registered) string {
	if r.Date == "" {
		return ""
	}
	return ", in IANA's registry of " + r.Date
}

// wrap breaks text into lines of at most width characters, at blanks.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case column == 0:
		case column+1+n > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
	}
	return b.String()
}
