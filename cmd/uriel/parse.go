package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

func (a *app) parseCmd() *cobra.Command {
	var in inputs
	var asJSON bool
	var base string
	cmd := &cobra.Command{
		Use:   "parse URI…",
		Short: "Show the components of a URI, its meaning, normal form and remarks",
		Example: `  uriel parse http://user@example.com:8042/over/there?name=ferret#nose
  uriel parse --json gopher://h/7s%09q
  uriel parse --json - <urls.txt`,
		RunE: func(_ *cobra.Command, args []string) error {
			for i := range a.each(&in, args) {
				if i.base == "" {
					i.base = base
				}
				a.parse(i, asJSON)
			}
			return nil
		},
	}
	in.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each input")
	cmd.Flags().StringVar(&base, "base", "", "resolve references against this URI, as target")
	return cmd
}

func (a *app) parse(in input, asJSON bool) {
	r := describe(a.schemes, in)
	if !r.Valid {
		a.failed(exitNo)
	}
	switch {
	case asJSON:
		a.writeJSON(r)
	case !r.Valid:
		a.tellError(r.err)
	default:
		a.showParsed(r)
	}
}

// A parsed is the record of parse --json: a component that is undefined is
// absent, one that is empty is "".
type parsed struct {
	echo
	Valid     bool               `json:"valid"`
	Grammar   string             `json:"grammar"`
	Kind      string             `json:"kind,omitempty"`
	Scheme    *string            `json:"scheme,omitempty"`
	Authority *string            `json:"authority,omitempty"`
	Userinfo  *string            `json:"userinfo,omitempty"`
	Host      *string            `json:"host,omitempty"`
	HostKind  string             `json:"host_kind,omitempty"`
	Port      *string            `json:"port,omitempty"`
	Path      *string            `json:"path,omitempty"`
	Query     *string            `json:"query,omitempty"`
	Fragment  *string            `json:"fragment,omitempty"`
	Ranges    map[string][2]int  `json:"ranges,omitempty"`
	Normal    *string            `json:"normal,omitempty"`
	Target    *string            `json:"target,omitempty"`
	View      scheme.View        `json:"view,omitempty"`
	Remarks   *[]uri.Remark      `json:"remarks,omitempty"`
	Error     *syntaxErrorRecord `json:"error,omitempty"`

	uri     uri.URI
	viewErr error
	err     error
}

type syntaxErrorRecord struct {
	Rule    string `json:"rule"`
	Offset  int    `json:"offset"`
	Text    string `json:"text"`
	Hint    string `json:"hint,omitempty"`
	Section string `json:"section,omitempty"`
}

// describe parses an input and says all that the table knows of it.
func describe(schemes scheme.Table, in input) *parsed {
	r := &parsed{echo: in.echo(), Grammar: "rfc3986"}
	u, err := uri.Parse(in.text)
	if in.err != nil {
		err = in.err
	}
	if err == nil && in.base != "" {
		r.Target, err = target(in.base, u)
	}
	if err != nil {
		r.err = err
		r.Error = errorRecord(err)
		return r
	}
	r.uri, r.Valid, r.Kind = u, true, "relative"
	if u.HasScheme() {
		r.Kind = "uri"
	}
	r.HostKind = u.HostKind().String()
	r.Ranges = make(map[string][2]int, len(uri.Components))
	fields := [...]**string{&r.Scheme, &r.Authority, &r.Userinfo, &r.Host, &r.Port, &r.Path, &r.Query, &r.Fragment}
	for i, c := range uri.Components {
		if text, ok := u.Component(c); ok {
			start, end, _ := u.Range(c)
			*fields[i] = &text
			r.Ranges[c.String()] = [2]int{start, end}
		}
	}
	normal := schemes.Normalize(u).String()
	r.Normal = &normal
	r.View, r.viewErr = schemes.View(u)
	remarks := schemes.Judge(u)
	if remarks == nil {
		remarks = []uri.Remark{}
	}
	r.Remarks = &remarks
	return r
}

func target(base string, ref uri.URI) (*string, error) {
	b, err := uri.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("base: %w", err)
	}
	t, err := b.Resolve(ref)
	if err != nil {
		return nil, err
	}
	text := t.String()
	return &text, nil
}

func errorRecord(err error) *syntaxErrorRecord {
	if e, ok := err.(*uri.Error); ok {
		return &syntaxErrorRecord{Rule: e.Rule, Offset: e.Offset, Text: e.Title, Hint: e.Hint, Section: e.Section}
	}
	return &syntaxErrorRecord{Rule: "input/unreadable", Text: err.Error()}
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
	for _, c := range uri.Components {
		text, ok := u.Component(c)
		if !ok || c == uri.Authority || c == uri.Path && text == "" {
			continue
		}
		note := ""
		switch c {
		case uri.Userinfo:
			if name, _, ok := strings.Cut(text, ":"); ok {
				text = name + ":***"
			}
		case uri.Host:
			note = u.HostKind().String()
		}
		if text == "" && note == "" {
			note = "empty"
		}
		row(c.String(), a.paint(os.Stdout, componentColors[c], text), note)
	}
	if r.Target != nil {
		row("target", uri.Redact(*r.Target), "")
	}
	if r.View != nil {
		row("means", visible(r.View.Meaning()), "")
	}
	if r.viewErr != nil {
		row("but", visible(r.viewErr.Error()), "")
	}
	if *r.Normal != u.String() {
		row("normal", uri.Redact(*r.Normal), "")
	}
	for _, remark := range *r.Remarks {
		row(remark.Severity.String(), remark.Text, fmt.Sprintf("bytes %d–%d, %s, %s", remark.Offset, remark.Offset+remark.Length, remark.Section, remark.Rule))
	}
}

// paintURI writes u, redacted, with its components in their colours.
func (a *app) paintURI(u uri.URI) string {
	text, at := u.String(), 0
	var b strings.Builder
	for _, c := range uri.Components {
		start, end, ok := u.Range(c)
		if !ok || c == uri.Authority {
			continue
		}
		b.WriteString(text[at:start])
		part := text[start:end]
		if c == uri.Userinfo {
			if name, _, ok := strings.Cut(part, ":"); ok {
				part = name + ":***"
			}
		}
		b.WriteString(a.paint(os.Stdout, componentColors[c], part))
		at = end
	}
	b.WriteString(text[at:])
	return b.String()
}

func (a *app) validateCmd() *cobra.Command {
	var in inputs
	var asJSON, strict bool
	cmd := &cobra.Command{
		Use:   "validate URI…",
		Short: "Say whether a URI is right; nothing is printed if it is",
		Long: `Say whether a URI is right: valid by RFC 3986, and without a remark of severity
error by its scheme. With --strict a warning is enough to fail.`,
		RunE: func(_ *cobra.Command, args []string) error {
			for i := range a.each(&in, args) {
				a.validate(i, asJSON, strict)
			}
			return nil
		},
	}
	in.register(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "one JSON object for each input, as parse gives it")
	cmd.Flags().BoolVar(&strict, "strict", false, "fail on warnings too")
	return cmd
}

func (a *app) validate(in input, asJSON, strict bool) {
	r := describe(a.schemes, in)
	least := uri.Forbid
	if strict {
		least = uri.Warning
	}
	bad := !r.Valid
	if asJSON {
		a.writeJSON(r)
	} else if bad {
		a.tellError(r.err)
	}
	if r.Remarks != nil {
		for _, remark := range *r.Remarks {
			if remark.Severity < least {
				continue
			}
			bad = true
			if !asJSON {
				tellRemark(a.err, r.uri, remark)
			}
		}
	}
	if bad {
		a.failed(exitNo)
	}
}

func tellRemark(w io.Writer, u uri.URI, r uri.Remark) {
	line, column := excerpt(u.String(), r.Offset)
	fmt.Fprintf(w, "uriel: %s\n%s%s %s: %s (byte %d, %s, %s)\n", line, strings.Repeat(" ", len("uriel: ")+column),
		strings.Repeat("^", max(1, min(r.Length, 40))), r.Severity, r.Text, r.Offset, r.Section, r.Rule)
}
