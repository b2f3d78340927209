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
	"syscall"

	"github.com/spf13/cobra"

	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/known"
)

func main() {
	policy.Sandboxed()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
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

func run(args []string, in io.Reader, out, errOut io.Writer) int {
	a := &app{in: in, out: bufio.NewWriterSize(out, 256<<10), stdout: out, err: errOut, schemes: known.Table()}
	ctx, stop := untilSignal()
	defer stop()
	root := a.root()
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

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:     "uriel",
		Short:   "Parse, judge, resolve, compare, get and show any URI",
		Version: versionLine(),
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
	root.SetVersionTemplate("{{.Version}}\n")
	a.color = levelFlag{"auto", []string{"auto", "always", "never"}}
	root.PersistentFlags().Var(&a.color, "color", "colour the output: auto, always or never")
	root.AddGroup(&cobra.Group{ID: "read", Title: "To read and change URIs:"}, &cobra.Group{ID: "ask", Title: "To get what they name:"}, &cobra.Group{ID: "learn", Title: "To learn:"})
	root.AddCommand(grouped("read", a.parseCmd(), a.validateCmd(), a.normalizeCmd(), a.resolveCmd(), a.relativeCmd(), a.editCmd(), a.compareCmd(), a.findCmd())...)
	root.AddCommand(grouped("ask", a.getCmd(), a.lsCmd(), a.putCmd(), a.postCmd(), a.serveCmd(), a.policyCmd())...)
	root.AddCommand(grouped("learn", a.schemesCmd(), a.explainCmd(), a.versionCmd())...)
	root.AddCommand(uriTopic())
	root.SetHelpCommand(a.helpCmd(root))
	root.SetHelpCommandGroupID("learn")
	root.SetCompletionCommandGroupID("learn")
	layOut(root)
	return root
}

// failed notes the status of an input that failed; the first counts.
func (a *app) failed(status int) {
	if a.status == 0 {
		a.status = status
	}
}
