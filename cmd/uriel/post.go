package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"uriel.dev/get"
)

func (a *app) postCmd() *cobra.Command {
	f := &fetch{}
	cmd := &cobra.Command{
		Use:   "post FILE URI",
		Short: "Post an article to a newsgroup",
		Long: `Post an article to a newsgroup: a text with the fields From and Subject, an empty
line, and what there is to say. It is read from a file, or from standard input
with "-". Newsgroups is added if it is missing, and what a text in UTF-8 needs.

Others will read it: at a terminal you are asked first, elsewhere --yes says so.
Where the article can be read is written to standard output, if that is known.`,
		Example: `  uriel post hello.txt news:misc.test
  uriel post --yes - news://news.example/misc.test <hello.txt
  uriel post --offline hello.txt news:misc.test`,
		Args: exactly(2, "a file and a URI"),
		RunE: func(cmd *cobra.Command, args []string) error { return a.post(cmd.Context(), f, args[0], args[1]) },
	}
	f.registerClient(cmd)
	f.registerNews(cmd)
	groupFlags(cmd, fetchGroups())
	cmd.Flags().BoolVar(&f.asJSON, "json", false, "describe the answer as a JSON object")
	return cmd
}

func (a *app) post(ctx context.Context, f *fetch, file, to string) error {
	client, err := a.client(f)
	if err != nil {
		return err
	}
	text, err := a.readMessage(file)
	if err != nil {
		return &exitError{exitUsage, err}
	}
	in := input{text: to}
	if err := a.postOne(ctx, f, client, in, text); err != nil {
		a.fetchFailed(f, in, err)
	}
	return nil
}

func (a *app) readMessage(file string) ([]byte, error) {
	if file == "-" {
		return io.ReadAll(a.in)
	}
	return os.ReadFile(file)
}

func (a *app) postOne(ctx context.Context, f *fetch, client *get.Client, in input, text []byte) error {
	req, err := a.request(f, in)
	if err != nil {
		return err
	}
	plan, err := client.PlanPost(req)
	if err != nil {
		return err
	}
	if f.offline {
		a.showPlan(f, in, plan)
		return nil
	}
	if err := a.agree(f, "post", req, fmt.Sprintf("%d bytes will be for others to read at %s", len(text), a.schemes.Redacted(req.URI))); err != nil {
		return &exitError{exitNo, err}
	}
	ctx, cancel := f.inTime(ctx)
	defer cancel()
	res, err := client.Post(ctx, req, bytes.NewReader(text))
	if err != nil {
		return err
	}
	defer res.Close()
	return a.showAnswer(ctx, f, in, res)
}
