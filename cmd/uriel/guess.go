package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"uriel.dev/find"
)

// guessInput makes a URI of what a person typed, and tells by which rules.
func (a *app) guessInput(in *input, silent bool) error {
	if in.err != nil {
		return in.err
	}
	if in.base != "" {
		return &exitError{exitUsage, errors.New("--guess is for where there is no base: with one, what is typed is a relative reference")}
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "" // then no relative path is guessed at
	}
	g, err := find.New(a.schemes).TypedLine(in.text, dir)
	if err != nil {
		return err
	}
	in.text = g.URI.String()
	if len(g.Rules) > 0 && !silent {
		fmt.Fprintf(a.err, "uriel: %s is meant, by %s\n", visible(a.schemes.Redacted(g.URI)), strings.Join(g.Rules, ", "))
	}
	return nil
}
