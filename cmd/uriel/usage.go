package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"uriel.dev/uri"
)

// helpColumns is how wide help is, on any terminal.
const helpColumns = 80

// A flagGroup is the flags that stand under one heading of help.
type flagGroup struct {
	heading string
	flags   []string
}

// fetchGroups are the flags of the verbs that ask servers, what is used most above.
func fetchGroups() []flagGroup {
	return []flagGroup{
		{"Where it goes", []string{"as", "fail", "include", "json", "output", "remote-name", "show-error", "silent", "verbose"}},
		{"What is asked", []string{
			"accept", "append", "continue-at", "data", "field", "head", "header", "lang", "range", "referer", "request", "user-agent", "view",
		}},
		{"How the input is read", []string{"from-json", "grammar", "guess", "null"}},
		{"On the way", []string{
			"cacert", "connect-timeout", "insecure", "location", "max-redirs", "max-time", "noproxy", "offline", "path-as-is", "proxy",
		}},
		{"Who asks", []string{"netrc", "netrc-file", "user", "yes"}},
		{"What else is allowed", []string{"allow-downgrade", "allow-port", "allow-private", "allow-special", "limit", "no-sandbox"}},
		{"Of single schemes", []string{
			"apropos", "ftp-account", "ftp-active", "ftp-email", "ftp-method", "ftp-ssl", "ftp-type", "glob", "gopher-plus", "news-ssl", "via", "whole",
		}},
	}
}

// groupFlags has the help of cmd show its flags by groups. Those that are in none come
// first.
func groupFlags(cmd *cobra.Command, groups []flagGroup) {
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		head, tail, _ := strings.Cut(cmd.UsageTemplate(), localFlags)
		cmd.SetUsageTemplate(head + groupedUsages(cmd.LocalFlags(), groups) + tail)
		cmd.Root().HelpFunc()(cmd, args)
	})
}

// localFlags is where the template of cobra has the flags of a verb.
const localFlags = "Flags:\n{{.LocalFlags.FlagUsagesWrapped 80 | trimTrailingWhitespaces}}"

// groupedUsages is the part of a template that lists flags.
func groupedUsages(flags *pflag.FlagSet, groups []flagGroup) string {
	sets := make([]*pflag.FlagSet, len(groups)+1)
	for i := range sets {
		sets[i] = &pflag.FlagSet{}
	}
	flags.VisitAll(func(f *pflag.Flag) {
		i := slices.IndexFunc(groups, func(g flagGroup) bool { return slices.Contains(g.flags, f.Name) })
		sets[i+1].AddFlag(f)
	})
	var b strings.Builder
	for i, set := range sets {
		heading := "Flags"
		if i > 0 {
			heading = groups[i-1].heading
		}
		if set.HasAvailableFlags() {
			fmt.Fprintf(&b, "%s:\n%s\n", heading, set.FlagUsagesWrapped(helpColumns))
		}
	}
	return strings.TrimRight(strings.ReplaceAll(b.String(), "{{", `{{"{{"}}`), "\n")
}

// layOut gives the help of root, and of all below it, its width, and what they say of
// flags its words.
func layOut(root *cobra.Command) {
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return plainly(err) })
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages |", fmt.Sprintf(".FlagUsagesWrapped %d |", helpColumns)))
}

// exactly is the arguments that a verb takes, so many, which are called what.
func exactly(n int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != n {
			return fmt.Errorf("%s takes %s, and was given %d", cmd.CommandPath(), what, len(args))
		}
		return nil
	}
}

// plainly says in our words what is wrong with the value of a flag.
func plainly(err error) error {
	e, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	cause := e.Unwrap()
	switch e.GetFlag().Value.Type() {
	case "bool":
		cause = errors.New("want true or false, or nothing")
	case "int", "int64", "float64":
		cause = errors.New("want a number")
	case "duration":
		cause = errors.New("want a time such as 500ms, 5s or 2m")
	}
	return fmt.Errorf("--%s %q: %w", e.GetFlag().Name, e.GetValue(), cause)
}

// withVerb adds to an error of the command line which verb may have been left out.
func withVerb(err error, args []string) error {
	if len(args) == 0 || !strings.HasPrefix(err.Error(), "unknown command") {
		return err
	}
	if u, e := uri.Parse(args[0]); e != nil || !u.HasScheme() {
		return err
	}
	return fmt.Errorf("what is to be done with %s? Such as: uriel parse, uriel get", visible(uri.MustParse(args[0]).Redacted()))
}
