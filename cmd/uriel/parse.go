package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

func (a *app) parseCmd() *cobra.Command {
	var in inputs
	var asJSON bool
	var base, template string
	as := grammarFlag()
	cmd := &cobra.Command{
		Use:   "parse URI…",
		Short: "Show the components of a URI, its meaning, normal form and remarks",
		Example: `  uriel parse http://user@example.com:8042/over/there?name=ferret#nose
  uriel parse --json gopher://h/7s%09q
  uriel parse --get '{host} {port}' http://h:80/
  uriel parse --json - <urls.txt`,
		RunE: func(_ *cobra.Command, args []string) error {
			f, err := newFormat(template, a.schemes)
			if err != nil {
				return &exitError{exitUsage, err}
			}
			for i := range a.each(&in, args) {
				if i.base == "" {
					i.base = base
				}
				switch {
				case template != "":
					a.parseFields(i, as.value, f)
				case as.value != "rfc3986":
					a.parseAs(i, as.value, asJSON, false)
				default:
					a.parse(i, asJSON)
				}
			}
			return nil
		},
	}
	in.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each input")
	cmd.Flags().StringVar(&base, "base", "", "resolve references against this `URI`, as target")
	cmd.Flags().StringVar(&template, "get", "", "print these `fields`, one line for each input: "+formatFields)
	cmd.Flags().Var(&as, "as", "read it by this grammar: "+strings.Join(as.words, ", "))
	cmd.MarkFlagsMutuallyExclusive("get", "json")
	return cmd
}

// parseFields prints what a format makes of the URI that an input means by a
// grammar; an invalid one gives an empty line.
func (a *app) parseFields(in input, grammar string, f format) {
	u, err := a.parseInput(in, grammar)
	b := a.out.AvailableBuffer()
	if err == nil {
		b = f.append(b, u)
	}
	a.out.Write(append(b, '\n'))
	if err != nil {
		a.failed(exitNo)
		a.tellError(err)
	}
}

func (a *app) parse(in input, asJSON bool) {
	r := describe(a.schemes, in)
	if r.err != nil {
		a.failed(exitNo)
	}
	switch {
	case asJSON:
		a.writeRecord(&r)
	case r.err != nil:
		a.tellError(r.err)
	default:
		a.showParsed(&r)
	}
}

// componentColors are SGR colours of the components, near those of the gateway.
var componentColors = map[uri.Component]string{
	uri.Scheme: "35", uri.Userinfo: "33", uri.Host: "34", uri.Port: "36", uri.Path: "", uri.Query: "94", uri.Fragment: "31",
}

// showParsed shows a URI to a person. A password is not shown.
func (a *app) showParsed(r *parsed) {
	u := r.uri
	fmt.Fprintln(a.out, a.paintURI(u))
	row := func(name, value, note string) {
		fmt.Fprintf(a.out, "  %-10s %s", name, value)
		if note != "" {
			fmt.Fprintf(a.out, "  (%s)", note)
		}
		fmt.Fprintln(a.out)
	}
	secrets := a.schemes.Secrets(u)
	for _, c := range uri.Components {
		start, end, ok := u.Range(c)
		if !ok || c == uri.Authority || c == uri.Path && start == end {
			continue
		}
		text, note := starred(u, start, end, secrets), ""
		if c == uri.Host {
			note = u.HostKind().String()
		}
		if text == "" && note == "" {
			note = "empty"
		}
		row(c.String(), a.paint(os.Stdout, componentColors[c], text), note)
	}
	if r.target != nil {
		row("target", a.schemes.Redacted(*r.target), "")
	}
	if r.View != nil {
		row("means", visible(r.View.Meaning()), "")
	}
	if r.Err != nil {
		row("but", visible(r.Err.Error()), "")
	}
	if r.Normal != u {
		row("normal", a.schemes.Redacted(r.Normal), "")
	}
	for _, remark := range r.Remarks {
		row(remark.Severity.String(), remark.Text, fmt.Sprintf("bytes %d–%d, %s, %s", remark.Offset, remark.Offset+remark.Length, remark.Section, remark.Rule))
	}
}

// paintURI writes u, redacted, with its components in their colours.
func (a *app) paintURI(u uri.URI) string {
	text, at, secrets := u.String(), 0, a.schemes.Secrets(u)
	var b strings.Builder
	for _, c := range uri.Components {
		start, end, ok := u.Range(c)
		if !ok || c == uri.Authority {
			continue
		}
		b.WriteString(text[at:start])
		b.WriteString(a.paint(os.Stdout, componentColors[c], starred(u, start, end, secrets)))
		at = end
	}
	b.WriteString(text[at:])
	return b.String()
}

// starred returns a range of u with stars for the secrets in it.
func starred(u uri.URI, start, end int, secrets []scheme.Part) string {
	var b strings.Builder
	for _, s := range secrets {
		if start <= s.Start && s.End <= end {
			b.WriteString(u.String()[start:s.Start] + "***")
			start = s.End
		}
	}
	return b.String() + u.String()[start:end]
}

func (a *app) validateCmd() *cobra.Command {
	var in inputs
	var asJSON, strict bool
	as := grammarFlag()
	cmd := &cobra.Command{
		Use:   "validate URI…",
		Short: "Say whether a URI is right; nothing is printed if it is",
		Long: `Say whether a URI is right: valid by RFC 3986, and without a remark of severity
error by its scheme. With --strict a warning is enough to fail.`,
		RunE: func(_ *cobra.Command, args []string) error {
			for i := range a.each(&in, args) {
				if as.value != "rfc3986" {
					a.parseAs(i, as.value, asJSON, true)
				} else {
					a.validate(i, asJSON, strict)
				}
			}
			return nil
		},
	}
	in.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each input, as parse gives it")
	cmd.Flags().Var(&as, "as", "read it by this grammar: "+strings.Join(as.words, ", "))
	cmd.Flags().BoolVar(&strict, "strict", false, "fail on warnings too")
	return cmd
}

func (a *app) validate(in input, asJSON, strict bool) {
	r := describe(a.schemes, in)
	least := uri.Forbid
	if strict {
		least = uri.Warning
	}
	bad := r.err != nil
	if asJSON {
		a.writeRecord(&r)
	} else if bad {
		a.tellError(r.err)
	}
	for _, remark := range r.Remarks {
		if remark.Severity < least {
			continue
		}
		bad = true
		if !asJSON {
			a.tellRemark(r.uri, remark)
		}
	}
	if bad {
		a.failed(exitNo)
	}
}

func (a *app) tellRemark(u uri.URI, r uri.Remark) {
	line, column := excerpt(u.String(), r.Offset, a.schemes.Secrets(u)...)
	fmt.Fprintf(a.err, "uriel: %s\n%s%s %s: %s (byte %d, %s, %s)\n", line, strings.Repeat(" ", len("uriel: ")+column),
		strings.Repeat("^", max(1, min(r.Length, 40))), r.Severity, r.Text, r.Offset, r.Section, r.Rule)
}
