package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"uriel.dev/get"
)

// getFilled gets req, and if the answer is a form for which there are values, or
// somebody at the terminal to give them, what the filled form leads to.
func (a *app) getFilled(ctx context.Context, f *fetch, client *get.Client, req *get.Request) (*get.Response, error) {
	res, err := client.Get(ctx, req)
	if err != nil {
		return nil, err
	}
	form, isForm := res.Answer.(*get.Form)
	fromPage := false
	if x, ok := res.Answer.(*get.Object); ok && (len(f.fields) > 0 || f.isJSON()) {
		if form, err = a.takeForm(f, res, x); err != nil {
			res.Close()
			return nil, err
		}
		fromPage, isForm = form != nil, form != nil
	}
	var values []get.Value
	switch {
	case len(f.fields) > 0 && !isForm:
		res.Close()
		return nil, get.Errorf(get.Invalid, "fill", req.URI, "the answer is no form, but %s: --field has nothing to fill", withArticle(res.Kind()))
	case len(f.fields) > 0:
		values, err = f.values(req, form)
	case isForm && !f.isJSON() && f.as.value == "" && a.isTalking():
		values, err = a.askForm(ctx, form)
	default:
		return res, nil
	}
	defer res.Close()
	if err == nil {
		err = a.consent(f, req, form, values)
	}
	if err != nil {
		return nil, err
	}
	filled, err := form.Fill(values)
	if err == nil && fromPage && filled.Body != nil && !client.Policy.SameOrigin(res.URI, filled.URI) {
		// A page of one place that posts to another: whoever fills it in may not have seen where.
		err = a.agree(f, "fill", filled, "what is filled in is posted to "+visible(a.schemes.Redacted(filled.URI)))
	}
	if err != nil {
		return nil, err
	}
	return client.Get(ctx, filled)
}

// values reads the flags --field. The value of a field that is a file is
// "@name", as curl has it.
func (f *fetch) values(req *get.Request, form *get.Form) (values []get.Value, err error) {
	for _, field := range f.fields {
		name, value, ok := strings.Cut(field, "=")
		if !ok {
			return nil, get.Errorf(get.Invalid, "fill", req.URI, "--field %q: want NAME=VALUE", field)
		}
		i := slices.IndexFunc(form.Fields, func(x get.Field) bool { return x.Name == name })
		if i >= 0 && form.Fields[i].Type == get.File {
			if value, err = readFile(value); err != nil {
				return nil, err
			}
		}
		values = append(values, get.Value{Name: name, Value: value})
	}
	return values, nil
}

func readFile(value string) (string, error) {
	name, ok := strings.CutPrefix(value, "@")
	if !ok {
		return "", &exitError{exitUsage, fmt.Errorf("%q: a file to send is given as @NAME", value)}
	}
	content, err := os.ReadFile(name)
	if err != nil {
		return "", &exitError{exitUsage, err}
	}
	return string(content), nil
}

// isTalking reports whether somebody is at the terminal, to be asked.
func (a *app) isTalking() bool {
	return a.in == os.Stdin && term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stderr.Fd()))
}

// askForm asks for the fields of a form one by one. An empty answer is the
// default of the field.
func (a *app) askForm(ctx context.Context, form *get.Form) (values []get.Value, err error) {
	a.out.Flush()
	fmt.Fprintln(a.err, visible(form.Title))
	for line := range strings.Lines(form.Text) {
		fmt.Fprintln(a.err, visible(strings.TrimRight(line, "\n")))
	}
	in := bufio.NewReader(a.in)
	for _, field := range form.Fields {
		value, err := askField(ctx, a, in, field)
		if err != nil {
			return nil, err
		}
		if value == "" {
			value = field.Default
		}
		values = append(values, get.Value{Name: field.Name, Value: value})
	}
	return values, nil
}

func askField(ctx context.Context, a *app, in *bufio.Reader, field get.Field) (string, error) {
	prompt := visible(field.Label)
	switch {
	case field.Type == get.Password:
		return askSecret()(ctx, prompt+": ")
	case field.Type == get.LongText:
		prompt += " (end with an empty line)"
	case field.Type == get.File:
		prompt += " (a file to send, as @NAME; empty for none)"
	case len(field.Options) > 0:
		prompt += " (" + visible(strings.Join(field.Options, ", ")) + ")"
	case field.Type == get.Switch:
		prompt += " (1 for yes, 0 for no)"
	}
	if field.Default != "" {
		prompt += " [" + visible(field.Default) + "]"
	}
	var text strings.Builder
	for {
		fmt.Fprint(a.err, prompt+": ")
		line, err := in.ReadString('\n')
		line = strings.TrimRight(line, "\r\n")
		switch {
		case field.Type == get.LongText && err == nil && line != "":
			text.WriteString(line + "\n")
			prompt = "  "
			continue
		case field.Type == get.LongText:
			return text.String(), nil
		case field.Type == get.File && line != "":
			return readFile(line)
		}
		return line, nil
	}
}

// consent asks before a password goes over the wire for all to read; off a
// terminal it wants --yes.
func (a *app) consent(f *fetch, req *get.Request, form *get.Form, values []get.Value) error {
	secret := slices.IndexFunc(form.Fields, func(x get.Field) bool { return x.Type == get.Password })
	if !form.Clear || secret < 0 || !slices.ContainsFunc(values, func(v get.Value) bool { return v.Name == form.Fields[secret].Name && v.Value != "" }) {
		return nil
	}
	return a.agree(f, "fill", req, fmt.Sprintf("what is filled in for %q goes to %s in the clear", visible(form.Fields[secret].Label), req.URI.Host()))
}

// agree asks before something is done by consent only; why says what. Off a
// terminal it wants --yes.
func (a *app) agree(f *fetch, op string, req *get.Request, why string) error {
	switch {
	case f.yes:
		return nil
	case !a.isTalking():
		return get.Errorf(get.Denied, op, req.URI, "%s: --yes sends it all the same", why)
	}
	fmt.Fprintf(a.err, "%s. Send it? [y/N] ", why)
	answer, _ := bufio.NewReader(a.in).ReadString('\n')
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return get.Errorf(get.Denied, op, req.URI, "not sent")
	}
	return nil
}
