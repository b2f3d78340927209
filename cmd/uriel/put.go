package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"uriel.dev/get"
)

func (a *app) putCmd() *cobra.Command {
	f := &fetch{}
	adds := false
	cmd := &cobra.Command{
		Use:   "put FILE URI",
		Short: "Store a file where a URI says",
		Long: `Store a file as what a URI names, in place of what may be there: by ftp: and
ftps:, as STOR does; with --append it is added to the end of that, as APPE does.
It is read from a file, or from standard input with "-".

At a terminal you are asked first, elsewhere --yes says so. Where it is now is
written to standard output.

Exit status: 1 nobody agreed, or the URI names no file; 3 it was not stored; 4
refused by our policy; 5 only some of it may be there.`,
		Example: `  uriel put page.html ftp://joe@ftp.example/site/page.html
  uriel put --yes - ftps://ftp.example/incoming/log <log
  uriel put --yes --append today ftps://ftp.example/incoming/log
  uriel put --offline page.html ftp://ftp.example/site/page.html`,
		Args: exactly(2, "a file and a URI"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.put(cmd.Context(), f, args[0], args[1], adds) },
	}
	f.registerClient(cmd)
	f.ftp.register(cmd)
	groupFlags(cmd, fetchGroups())
	cmd.Flags().BoolVar(&adds, "append", false, "add to the end of what is there")
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "describe the answer as a JSON object")
	return cmd
}

func (a *app) put(ctx context.Context, f *fetch, file, to string, adds bool) error {
	client, err := a.client(f)
	if err != nil {
		return err
	}
	body, size, err := a.openStored(file)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	defer body.Close()
	in := input{text: to}
	if err := a.putOne(ctx, f, client, in, stored{body, size, adds}); err != nil {
		a.fetchFailed(f, in, err)
	}
	return nil
}

// openStored opens the file to store and says how long it is, -1 if it is none
// of the kind that can tell.
func (a *app) openStored(file string) (io.ReadCloser, int64, error) {
	if file == "-" {
		return io.NopCloser(a.in), -1, nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, 0, err
	}
	st, err := f.Stat()
	switch {
	case err != nil:
	case st.IsDir():
		err = fmt.Errorf("%s is a folder", file)
	case st.Mode().IsRegular():
		return f, st.Size(), nil
	default:
		return f, -1, nil
	}
	f.Close()
	return nil, 0, err
}

// stored is what is to be stored.
type stored struct {
	io.Reader
	size int64 // -1 if it is not known
	adds bool  // to the end of what is there
}

// consent says what would be done, to be agreed to.
func (s stored) consent(to string) string {
	what := "what comes on standard input"
	if s.size >= 0 {
		what = fmt.Sprintf("%d bytes", s.size)
	}
	if s.adds {
		return fmt.Sprintf("%s will be added to the end of %s", what, to)
	}
	return fmt.Sprintf("%s will be stored as %s, in place of what may be there", what, to)
}

func (a *app) putOne(ctx context.Context, f *fetch, client *get.Client, in input, s stored) error {
	req, err := a.request(f, in)
	if err != nil {
		return err
	}
	if s.adds {
		req.Options["append"] = "yes"
	}
	plan, err := client.PlanPut(req)
	if err != nil {
		return err
	}
	if f.offline {
		a.showPlan(f, in, plan)
		return nil
	}
	if err := a.agree(f, "put", req, s.consent(a.schemes.Redacted(req.URI))); err != nil {
		return &exitError{exitNo, err}
	}
	ctx, cancel := f.inTime(ctx)
	defer cancel()
	res, err := client.Put(ctx, req, s, s.size)
	if err != nil {
		return err
	}
	defer res.Close()
	return a.showAnswer(ctx, f, in, res)
}
