package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"uriel.dev/catalog"
	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/uri"
)

// A fetch is the flags of get and ls, and in part those of post. Where curl has a flag of the same name,
// it means the same.
type fetch struct {
	inputs
	asJSON bool
	as     levelFlag
	fields []string
	yes    bool

	grammar        levelFlag
	wanted         []string // media types, the dearest first
	language       string
	gopherPlus     levelFlag
	helper         levelFlag // that formats manual pages
	whole, apropos bool
	glob, lists    bool   // a name that no file has is a pattern; what fits is listed in any case
	special        bool   // files that the system makes up are read
	width, style   string // of text, for the terminal that it goes to
	newsSSL        levelFlag
	ftp            ftpFlags
	offline        bool
	guess          bool
	view           viewFlags

	// what is asked for
	header    []string
	userAgent string
	referer   string
	user      string
	method    string
	head      bool
	data      []string
	byteRange string
	resume    string
	begun     string     // the file that "-C -" goes on with
	part      *get.Range // what -r or -C asks of the last input

	// how, and how far
	maxTime        float64
	connectTimeout float64
	maxRedirs      int
	insecure       bool
	caCert         string
	allow          loosening
	via            proxyFlags
	netrc          netrcFlags

	verbose bool
}

// viewFlags say where the answer goes.
type viewFlags struct {
	output     string
	remoteName bool
	include    bool
	silent     bool
	showError  bool
	fail       bool
}

func (a *app) getCmd() *cobra.Command {
	f := &fetch{as: levelFlag{"", []string{"raw", "text", "html", "markdown", "json"}}}
	cmd := &cobra.Command{
		Use:     "get URI…",
		Aliases: []string{"cat"},
		Short:   "Get what a URI names",
		Long: `Get what a URI names, whatever its scheme, and write it to standard output: the
bytes of an object, the entries of a listing, the fields of a form, or where a
session would lead. Redirects are followed under the policy.`,
		Example: `  uriel get https://example.org/
  uriel get 'man:ls(1)'
  uriel get gopher://h/7search --field search=uri
  uriel get --offline gopher://h/0/file
  uriel get --json -o page.html https://example.org/`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.fetchAll(cmd.Context(), f, args, a.showAnswer) },
	}
	f.register(cmd)
	groupFlags(cmd, fetchGroups())
	flags := cmd.Flags()
	flags.StringVarP(&f.view.output, "output", "o", "", "write the body to this `file`")
	flags.BoolVarP(&f.view.remoteName, "remote-name", "O", false, "write the body to a file named like the remote one")
	flags.BoolVarP(&f.view.include, "include", "i", false, "write what the server said before the body")
	flags.BoolVarP(&f.head, "head", "I", false, "ask for the headers only")
	flags.StringArrayVarP(&f.data, "data", "d", nil, "send this `text` with POST; \"@file\" is the content of a file")
	flags.StringVarP(&f.byteRange, "range", "r", "", "get these `bytes` only: 0-99, 100-, -500")
	flags.BoolVar(&f.glob, "glob", false, "take a name that no file has for a pattern, as a shell does")
	flags.StringVarP(&f.resume, "continue-at", "C", "", "go on from this `byte`; \"-\" is the size of the output file")
	flags.BoolVarP(&f.view.fail, "fail", "f", false, "write no body of an answer that says no")
	return cmd
}

func (a *app) lsCmd() *cobra.Command {
	f := &fetch{as: levelFlag{"", []string{"text", "html", "markdown", "json"}}, lists: true}
	cmd := &cobra.Command{
		Use:   "ls URI…",
		Short: "List what a URI leads to: a folder, a menu, an index",
		Example: `  uriel ls file:///etc/
  uriel ls --json gopher://h/`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.fetchAll(cmd.Context(), f, args, a.showListing)
		},
	}
	f.register(cmd)
	groupFlags(cmd, fetchGroups())
	return cmd
}

// register registers the flags that get and ls have in common.
func (f *fetch) register(cmd *cobra.Command) {
	f.inputs.register(cmd)
	f.registerClient(cmd)
	f.registerNews(cmd)
	f.ftp.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.asJSON, "json", false, "describe the answer: one JSON object for each input, or entry of a listing with ls")
	flags.Var(&f.as, "as", "the form of the output: "+strings.Join(f.as.words, ", "))
	flags.BoolVar(&f.guess, "guess", false, "guess what is meant by www.example.org, :3000, /etc/hosts and the like")
	flags.StringArrayVar(&f.fields, "field", nil, "fill in a field of a form, as `NAME=VALUE`")
	f.grammar = grammarFlag()
	flags.Var(&f.grammar, "grammar", "read the URI by this grammar: "+strings.Join(f.grammar.words, ", "))
	flags.StringSliceVar(&f.wanted, "accept", nil, "get it in one of these media `types`, the dearest first, if there is a choice")
	flags.StringSliceVar(&f.wanted, "view", nil, "the same as --accept, in the `words` of Gopher+")
	flags.StringVar(&f.language, "lang", "", "get it in this `language`, if there is a choice")
	f.helper.words = []string{"mandoc"}
	flags.Var(&f.helper, "via", "let this program format pages of the manual: mandoc")
	flags.BoolVar(&f.whole, "whole", false, "get the whole document of info: as one")
	flags.BoolVar(&f.apropos, "apropos", false, "take the word of whatis: for a pattern")
	flags.BoolVar(&f.special, "allow-special", false, "read devices, pipes, and files that the system makes up, as those of /proc")
	f.gopherPlus.words = []string{"rfc4266"}
	flags.Var(&f.gopherPlus, "gopher-plus", "send the empty search string before a gopher+ string: rfc4266")
	flags.StringArrayVarP(&f.header, "header", "H", nil, "send this header field, as `NAME:VALUE`")
	flags.StringVarP(&f.userAgent, "user-agent", "A", "", "the `name` that this program gives itself")
	flags.StringVarP(&f.referer, "referer", "e", "", "send this `URI` as the Referer")
	flags.StringVarP(&f.method, "request", "X", "", "use this `method`")
	flags.IntVar(&f.maxRedirs, "max-redirs", -1, "follow at most this `many` redirects, not as the policy says; 0 shows them")
	flags.Lookup("max-redirs").DefValue = "0" // which help leaves out: the policy says it
	flags.BoolVarP(&f.view.silent, "silent", "s", false, "tell no errors, and no notes")
	flags.BoolVarP(&f.view.showError, "show-error", "S", false, "tell errors even with -s")
	f.via.register(cmd)
	flags.BoolVar(&f.allow.downgrade, "allow-downgrade", false, "follow redirects from https to http")
	// What is always so is accepted, since curl's users write it.
	flags.BoolP("location", "L", false, "follow redirects (always so)")
	flags.Bool("path-as-is", false, "leave dot segments as they are (always so)")
}

// registerClient registers the flags of every verb that asks a server.
func (f *fetch) registerClient(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVarP(&f.yes, "yes", "y", false, "do without asking what is done by consent only")
	flags.BoolVar(&f.offline, "offline", false, "show what would be asked, and ask nobody")
	flags.StringVarP(&f.user, "user", "u", "", "log in as `USER[:PASSWORD]`")
	flags.Float64VarP(&f.maxTime, "max-time", "m", 0, "give up after this many `seconds`")
	flags.Float64Var(&f.connectTimeout, "connect-timeout", 0, "give up connecting after this many `seconds`")
	flags.BoolVarP(&f.insecure, "insecure", "k", false, "trust any certificate")
	flags.StringVar(&f.caCert, "cacert", "", "trust the certificates in this `file`")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show on standard error what goes over the wire")
	f.netrc.register(cmd)
	f.allow.register(cmd)
}

// registerNews registers the flags of verbs that talk with news servers.
func (f *fetch) registerNews(cmd *cobra.Command) {
	f.newsSSL.words = []string{"require"}
	cmd.Flags().Var(&f.newsSSL, "news-ssl", "speak TLS with a news server before anything is asked, by STARTTLS: require")
}

// fetchAll gets each input and hands the answer to show.
func (a *app) fetchAll(ctx context.Context, f *fetch, args []string, show func(context.Context, *fetch, input, *get.Response) error) error {
	client, err := a.client(f)
	if err != nil {
		return err
	}
	a.fitTerminal(f)
	for in := range a.each(&f.inputs, args) {
		if err := a.fetchOne(ctx, f, client, in, show); ctx.Err() != nil {
			return context.Cause(ctx)
		} else if err != nil {
			a.fetchFailed(f, in, err)
		}
		a.out.Flush()
	}
	return nil
}

func (a *app) fetchOne(ctx context.Context, f *fetch, client *get.Client, in input, show func(context.Context, *fetch, input, *get.Response) error) error {
	ctx, cancel := f.inTime(ctx)
	defer cancel()
	asked := in
	if f.guess {
		if err := a.guessInput(&asked, f.view.silent); err != nil {
			return err
		}
	}
	req, err := a.request(f, asked)
	if err != nil {
		return err
	}
	if err := a.notThrough(&f.via, req.URI); err != nil {
		return err
	}
	if f.offline {
		plan, err := client.Plan(req)
		if err == nil {
			a.showPlan(f, in, plan)
		}
		return err
	}
	res, err := a.getFilled(ctx, f, client, req)
	if e, ok := errors.AsType[*get.Error](err); ok && f.isWhole(e) {
		e.Close()
		if !f.view.silent {
			fmt.Fprintf(a.err, "uriel: %s has all %d bytes already\n", visible(f.begun), f.part.First)
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer res.Close()
	return show(ctx, f, in, res)
}

// isWhole reports whether err says that nothing is missing in the file that "-C -"
// goes on with.
func (f *fetch) isWhole(err error) bool {
	r, ok := errors.AsType[*get.RangeError](err)
	return ok && f.begun != "" && f.part != nil && r.Size == f.part.First
}

func withArticle(kind string) string {
	switch kind {
	case "object":
		return "an object"
	case "locations":
		return "locations"
	default:
		return "a " + kind
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// inTime returns the context of an input, which ends after the time of --max-time.
func (f *fetch) inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if f.maxTime <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeoutCause(ctx, seconds(f.maxTime), timeUp(f.maxTime))
}

// A timeUp is the end of the seconds of --max-time.
type timeUp float64

func (t timeUp) Error() string {
	return fmt.Sprintf("more than the %v seconds of --max-time", float64(t))
}

func (timeUp) Unwrap() error { return context.DeadlineExceeded }

// client builds the client of a run.
func (a *app) client(f *fetch) (*get.Client, error) {
	conf, err := readConfig(a.schemes)
	if err != nil {
		return nil, err
	}
	p, err := f.allow.apply(conf.loosen(policy.CLI(a.schemes)))
	if err != nil {
		return nil, err
	}
	if f.special {
		p = p.AllowSpecial()
	}
	limits := p.Limits()
	if f.maxRedirs >= 0 {
		limits.Redirects = f.maxRedirs
	}
	if f.connectTimeout > 0 {
		limits.Connect = seconds(f.connectTimeout)
	}
	p = p.WithLimits(limits)
	env := get.Env{Policy: p, UserAgent: f.userAgent, Ask: askSecret(), Server: conf.server, Options: conf.newsOptions(true), Cache: cacheFolder()}
	if known := newKnownHosts(); known != nil {
		env.Trust = a.telling(known.trust)
	}
	if env.TLS, err = f.tlsConfig(); err != nil {
		return nil, err
	}
	if env.Proxy, err = f.via.chooser(os.Getenv, a.schemes); err != nil {
		return nil, err
	}
	if env.Login, err = a.netrcLogin(&f.netrc, f.view.silent); err != nil {
		return nil, err
	}
	if f.verbose {
		env.Trace = func(direction byte, line string) {
			fmt.Fprintf(a.err, "%c %s\n", direction, visible(strings.TrimRight(line, "\r\n")))
		}
	}
	f.ftp.email = cmp.Or(f.ftp.email, conf.FTP.Email)
	c := &get.Client{Policy: p, Schemes: a.schemes, Handlers: catalog.Handlers(env), Gateways: conf.gateways()}
	if f.verbose {
		c.Redirected = func(from, to uri.URI) { env.Say('*', "on to "+a.schemes.Redacted(to)) }
	}
	return c, nil
}

func (f *fetch) tlsConfig() (*tls.Config, error) {
	if !f.insecure && f.caCert == "" {
		return nil, nil
	}
	config := &tls.Config{InsecureSkipVerify: f.insecure}
	if f.caCert != "" {
		pem, err := os.ReadFile(f.caCert)
		if err != nil {
			return nil, &exitError{exitUsage, err}
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(pem) {
			return nil, &exitError{exitUsage, fmt.Errorf("%s holds no certificate in PEM", f.caCert)}
		}
	}
	return config, nil
}

// A fetchError says why an input could not be got.
type fetchError struct {
	Kind   string `json:"kind"`
	Op     string `json:"op"`
	Text   string `json:"text"`
	Server string `json:"server,omitempty"`
	Code   string `json:"code,omitempty"` // of the policy
	Rule   string `json:"rule,omitempty"` // of a URI that does not parse
	Offset *int   `json:"offset,omitempty"`
}

// fetchFailed tells of an input that could not be got. The page that a web
// server sends along goes to standard output, as its words.
func (a *app) fetchFailed(f *fetch, in input, err error) {
	if e, ok := errors.AsType[*exitError](err); ok {
		a.failed(e.status)
		a.tellError(e.error)
		return
	}
	record := fetchError{Kind: get.Invalid.String(), Op: "parse", Text: err.Error()}
	status := exitNo
	if se, ok := errors.AsType[*uri.Error](err); ok {
		record.Text, record.Rule, record.Offset = se.Title, se.Rule, &se.Offset
	}
	ge, ok := errors.AsType[*get.Error](err)
	if ok {
		defer ge.Close()
		status = ge.Kind.Exit()
		record = fetchError{Kind: ge.Kind.String(), Op: ge.Op, Server: ge.Server}
		if ge.Err != nil {
			record.Text = ge.Err.Error()
		}
		if r, ok := errors.AsType[*policy.Refusal](err); ok {
			record.Code, record.Text = string(r.Code), r.Text
		}
	}
	a.failed(status)
	if f.asJSON || f.as.value == "json" {
		a.writeAbout(in, func(b []byte) []byte { return appendAny(append(b, `,"error":`...), record) })
		return
	}
	if ok && ge.Answer != nil && !f.view.fail && f.resume == "" {
		a.showRefusal(f, ge.Answer)
	}
	if !f.view.silent || f.view.showError {
		a.tellError(err)
	}
}
