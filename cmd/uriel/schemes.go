package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"uriel.dev/catalog"
	"uriel.dev/get"
	"uriel.dev/scheme"
)

func (a *app) schemesCmd() *cobra.Command {
	var asJSON, all bool
	cmd := &cobra.Command{
		Use:   "schemes",
		Short: "List the schemes, and what can be done with each",
		Args:  exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			rows := a.schemeRows(all)
			if asJSON {
				for _, r := range rows {
					a.writeJSON(r)
				}
				return nil
			}
			w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "SCHEME\tPORT\tGET\tSTATUS\tDEFINED BY\tWHAT")
			for _, r := range rows {
				port := ""
				if r.Port != 0 {
					port = fmt.Sprint(r.Port)
				}
				got := "no"
				if r.Get {
					got = "yes"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", r.Name, port, got, r.Status, r.Spec, r.Title)
			}
			return w.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each scheme")
	cmd.Flags().BoolVar(&all, "all", false, "also those of IANA's registry that are known by name only")
	return cmd
}

// A schemeRow is what schemes says of one scheme.
type schemeRow struct {
	Name    string        `json:"name"`
	Title   string        `json:"title"`
	Kind    *scheme.Kind  `json:"kind,omitempty"`
	Status  scheme.Status `json:"status"`
	Spec    string        `json:"spec"`
	Date    string        `json:"registry,omitempty"` // of the state of IANA's registry that has it
	Form    string        `json:"form,omitempty"`
	Port    uint16        `json:"port,omitempty"`
	Reach   *scheme.Reach `json:"reach,omitempty"`
	View    bool          `json:"view"` // whether parse tells its meaning
	Get     bool          `json:"get"`  // whether get and the gateway can follow it
	WhyNot  string        `json:"why_not,omitempty"`
	Opening string        `json:"open,omitempty"`
}

func (a *app) schemeRows(all bool) (rows []schemeRow) {
	handlers := catalog.Handlers(get.Env{})
	for info := range a.schemes.All() {
		why, never := get.Why(handlers[info.Name])
		registered, _ := a.schemes.Registered(info.Name) // else it has no date
		rows = append(rows, schemeRow{
			Name: info.Name, Title: info.Title, Kind: &info.Kind, Status: info.Status, Spec: info.Spec, Date: registered.Date, Form: info.Form,
			Port: info.Port, Reach: &info.Reach, View: true, Get: !never, WhyNot: why, Opening: info.Opening,
		})
	}
	if all {
		for r := range a.schemes.Registry() {
			if a.schemes.Lookup(r.Name) == nil {
				rows = append(rows, schemeRow{Name: r.Name, Title: r.Description, Status: r.Status, Spec: r.Reference, Date: r.Date, WhyNot: "the scheme is known by name only"})
			}
		}
	}
	return rows
}
