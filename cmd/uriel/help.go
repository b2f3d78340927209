package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// uriTopic is a help topic: a command that cannot be run.
func uriTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "uri",
		Short: "What a URI, a URL and a URN are",
		Long: `A URI (Uniform Resource Identifier, RFC 3986) names a thing, or says where it is.
It begins with a scheme and a colon; what stands behind is up to the scheme:

    http://user@example.com:8042/over/there?name=ferret#nose
    scheme  authority            path       query       fragment

A URL (Locator) is a URI that says where a thing is and how to get at it. A URN
(Name) is one that says what it is called, wherever it may be; narrowly, one of
the scheme urn (RFC 8141). URLs are a subset of URIs.

A relative reference, such as ../there#nose, is part of a URI: it needs a base
to become one (uriel resolve). A URI that is written with letters outside
US-ASCII is an IRI (RFC 3987).

In text a URI stands in angle brackets or quotes, or on a line of its own; they
are not part of it. uriel schemes lists the schemes, uriel explain SCHEME says
what one of them does.`,
	}
}

// helpCmd is cobra's, but for a topic that does not exist being an error.
func (a *app) helpCmd(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB or topic]",
		Short: "Help about a verb or a topic",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return &exitError{exitUsage, fmt.Errorf("there is no verb and no topic %q", strings.Join(args, " "))}
			}
			cmd.InitDefaultHelpFlag()
			return cmd.Help()
		},
	}
}
