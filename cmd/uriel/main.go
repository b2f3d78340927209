// Command uriel parses, judges, resolves, compares, gets and shows any URI. One
// file holds one verb.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
)

func main() {
	policy.Sandboxed()
	os.Exit(run(untilSignal(unheard(os.Args[1:])), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit statuses of every verb.
const (
	exitNo     = 1 // no, or an invalid URI
	exitUsage  = 2 // the command line is wrong
	exitUnread = 3 // some input could not be read or fetched
)

// An app is one run of the command.
type app struct {
	in      io.Reader
	out     *bufio.Writer
	stdout  io.Writer // below out, for what is large
	err     io.Writer
	color   levelFlag
	schemes scheme.Table
	status  int // of the first input that failed
}

func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	a := &app{in: in, out: bufio.NewWriterSize(out, 256<<10), stdout: out, err: errOut, schemes: known.Table()}
	root := a.root(args)
	drains := false // the verb ends in its own time
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if drains = cmd.Name() == "serve"; !drains {
			context.AfterFunc(ctx, func() { obeySoon(ctx) })
		}
	}
	root.SetArgs(args)
	root.SetOut(a.out)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	ferr := a.out.Flush()
	if !drains {
		obeySignal(ctx)
	}
	if err == nil && ferr != nil && !errors.Is(ferr, syscall.EPIPE) {
		err = &exitError{exitUnread, fmt.Errorf("write: %w", ferr)}
	}
	if err == nil {
		return a.status
	}
	fmt.Fprintln(errOut, "uriel:", withVerb(err, args))
	if e, ok := errors.AsType[*exitError](err); ok {
		return e.status
	}
	return exitUsage
}

// An exitError ends the command at once with a status. Failures of single
// inputs do not: they are told, and the rest goes on.
type exitError struct {
	status int
	error
}

// A verb is a command below the root.
type verb struct {
	group string // of help
	names string // its own, and others behind blanks
	build func(*app) *cobra.Command
}

// verbs are all of them, in the order of help.
var verbs = [...]verb{
	{"read", "parse", (*app).parseCmd},
	{"read", "validate", (*app).validateCmd},
	{"read", "normalize", (*app).normalizeCmd},
	{"read", "resolve", (*app).resolveCmd},
	{"read", "relative", (*app).relativeCmd},
	{"read", "edit", (*app).editCmd},
	{"read", "compare", (*app).compareCmd},
	{"read", "find", (*app).findCmd},
	{"ask", "get cat", (*app).getCmd},
	{"ask", "ls", (*app).lsCmd},
	{"ask", "put", (*app).putCmd},
	{"ask", "post", (*app).postCmd},
	{"ask", "serve", (*app).serveCmd},
	{"ask", "policy", (*app).policyCmd},
	{"learn", "schemes", (*app).schemesCmd},
	{"learn", "explain", (*app).explainCmd},
	{"learn", "version", (*app).versionCmd},
}

// root returns the command tree for a command line. If that begins with a verb, only it
// is there: all of them with their flags are a good part of the time that a start takes.
func (a *app) root(args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "uriel",
		Short: "Parse, judge, resolve, compare, get and show any URI",
		Long: `Uriel handles the whole life of a URI, of any scheme: it parses and judges it,
says what it means, resolves and compares it, gets what it names, and shows it
in a plain browser.

URIs are arguments, or lines of standard input with "-". Data goes to standard
output, talk to standard error. One bad line never stops a batch.

Exit status: 0 yes; 1 no, or an invalid URI; 2 usage; 3 some input could not be
read or fetched; 4 refused by our policy; 5 partial. Of a batch it is that of
the first input that failed.`,
		SilenceUsage:  true,
		SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{
			DisableDescriptions: true,
		},
	}
	a.color = levelFlag{"auto", []string{"auto", "always", "never"}}
	root.PersistentFlags().Var(&a.color, "color", "colour the output: auto, always or never")
	layOut(root)
	for _, v := range verbs {
		if len(args) > 0 && slices.Contains(strings.Fields(v.names), args[0]) {
			root.AddCommand(v.build(a))
			root.SetHelpCommand(&cobra.Command{Hidden: true})
			root.CompletionOptions.DisableDefaultCmd = true
			return root
		}
	}
	root.Version = versionLine()
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddGroup(&cobra.Group{ID: "read", Title: "To read and change URIs:"}, &cobra.Group{ID: "ask", Title: "To get what they name:"}, &cobra.Group{ID: "learn", Title: "To learn:"})
	for _, v := range verbs {
		cmd := v.build(a)
		cmd.GroupID = v.group
		root.AddCommand(cmd)
	}
	root.AddCommand(uriTopic())
	root.SetHelpCommand(a.helpCmd(root))
	root.SetHelpCommandGroupID("learn")
	root.SetCompletionCommandGroupID("learn")
	return root
}

// failed notes the status of an input that failed; the first counts.
func (a *app) failed(status int) {
	if a.status == 0 {
		a.status = status
	}
}
