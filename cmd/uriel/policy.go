package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A judging is the flags that choose a policy to ask.
type judging struct {
	profile levelFlag
	allow   loosening
	asJSON  bool
}

func (j *judging) register(cmd *cobra.Command) {
	cmd.Flags().Var(&j.profile, "profile", "whose policy: "+strings.Join(j.profile.words, ", "))
	cmd.Flags().BoolVar(&j.asJSON, "json", false, "as JSON")
	j.allow.register(cmd)
}

// policy returns the policy that the flags choose.
func (j *judging) policy(schemes scheme.Table) (policy.Policy, error) {
	if j.profile.value == "gateway" {
		return j.allow.apply(policy.Gateway(schemes))
	}
	conf, err := readConfig(schemes)
	if err != nil {
		return policy.Policy{}, err
	}
	return j.allow.apply(conf.loosen(policy.CLI(schemes)))
}

func newJudging() *judging { return &judging{profile: levelFlag{"cli", []string{"cli", "gateway"}}} }

func (a *app) policyCmd() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Say what may be dereferenced, and why not",
		Args:  exactly(0, "no arguments"),
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.policyCheckCmd(), a.policyShowCmd())
	return cmd
}

func (a *app) policyCheckCmd() *cobra.Command {
	j := newJudging()
	var in inputs
	cmd := &cobra.Command{
		Use:   "check URI…",
		Short: "Say whether the policy lets a URI be dereferenced",
		Long: `Say whether the policy lets a URI be dereferenced, as far as the URI itself
tells: nothing is looked up or asked, so a name may still be refused for the
address that it turns out to have. One leading "URL:" is none of the URI.

The verdict is allow, deny, or invalid for a text that is no URI. Behind it
stands a code for programs; the list is closed:

` + codeList(),
		Example: `  uriel policy check gopher://mail.example:25/0HELO
  uriel policy check --profile gateway --json - <urls.txt`,
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := j.policy(a.schemes)
			if err != nil {
				return err
			}
			for i := range a.each(&in, args) {
				a.tellVerdict(i, judge(p, i), j.asJSON)
			}
			return nil
		},
	}
	in.register(cmd)
	j.register(cmd)
	return cmd
}

// codeList is the codes of the policy for a help text.
func codeList() string {
	var b strings.Builder
	for code, about := range policy.Codes() {
		fmt.Fprintf(&b, "  %-12s %s\n", code, about)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// judge asks the policy about an input, resolved against its base if it came
// with one.
func judge(p policy.Policy, in input) policy.Verdict {
	if in.err != nil {
		return policy.Verdict{Decision: policy.Invalid, Code: policy.CodeSyntax, Text: in.err.Error()}
	}
	if in.base == "" {
		return p.JudgeText(in.text)
	}
	ref, err := in.parse()
	if err == nil {
		var to *uri.URI
		if to, err = target(in.base, ref); err == nil {
			return p.Judge(*to)
		}
	}
	return policy.Verdict{Decision: policy.Invalid, Code: policy.CodeSyntax, Text: uri.Redact(err.Error())}
}

// tellVerdict prints what the policy says of an input.
func (a *app) tellVerdict(in input, v policy.Verdict, asJSON bool) {
	if v.Decision != policy.Allow {
		a.failed(exitNo)
	}
	if asJSON {
		a.writeAbout(in, func(b []byte) []byte {
			b = appendField(b, "verdict", v.Decision.String())
			b = appendField(b, "code", string(v.Code))
			return appendField(b, "text", v.Text)
		})
		return
	}
	fmt.Fprintf(a.out, "%-7s  %s", v.Decision, visible(a.shown(in.text)))
	if v.Code != "" {
		fmt.Fprintf(a.out, "  %s: %s", v.Code, visible(v.Text))
	}
	fmt.Fprintln(a.out)
}

// shown returns an input as it may be shown, with stars for the secrets in it.
func (a *app) shown(text string) string {
	u, err := uri.Parse(text)
	if err != nil {
		return uri.Redact(text)
	}
	return a.schemes.Redacted(u)
}

func (a *app) policyShowCmd() *cobra.Command {
	j := newJudging()
	cmd := &cobra.Command{
		Use:   "show",
		Short: "Show what a policy allows, and its limits",
		Args:  exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			p, err := j.policy(a.schemes)
			if err != nil {
				return err
			}
			a.showPolicy(p, j.asJSON)
			return nil
		},
	}
	j.register(cmd)
	return cmd
}

func (a *app) showPolicy(p policy.Policy, asJSON bool) {
	settings := map[string]string{}
	for name, value := range p.Settings() {
		if asJSON {
			settings[name] = value
			continue
		}
		fmt.Fprintf(a.out, "%-17s  %s\n", name, visible(value))
	}
	if asJSON {
		a.writeJSON(settings)
	}
}
