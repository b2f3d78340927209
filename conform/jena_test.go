package conform

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
)

// jenaRows reads the tests of Jena's IRI parser.
func jenaRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decode[struct {
		Kind    string
		Strings []string
		Issues  []string
	}](t, text) {
		check, ok := jenaChecks[v.Kind]
		if !ok {
			t.Fatalf("%s: row %d is of kind %q", file, i, v.Kind)
		}
		rows = append(rows, row{rowID(file, i, ""), func() error { return check(v.Strings) }})
		for _, issue := range v.Issues {
			if rule, ok := jenaRules[issue]; ok {
				rows = append(rows, row{rowID(file, i, "/"+rule), func() error { return wantRemark(v.Strings[0], rule) }})
			}
		}
	}
	return rows
}

var jenaChecks = map[string]func(s []string) error{
	"good":      jenaGood,
	"badSyntax": jenaBad,
	// What a scheme forbids is still a URI by the generic syntax: Jena keeps
	// the two apart as we do.
	"schemeViolation": func(s []string) error { _, err := parseIRI(s[0]); return err },
	"testResolve":     func(s []string) error { return wantResolved(s[0], s[1], s[2], true) },
	"testRelative":    jenaRelative,
	"testNormalize":   jenaNormal,
}

// jenaRules are our rules for Jena's issues. Those of urn:, uuid: and did: are of
// schemes that are not described yet.
var jenaRules = map[string]string{
	"iri_scheme_name_is_not_lowercase": "uri/scheme-case",
	"iri_host_not_lowercase":           "uri/host-case",
	"iri_user_info_present":            "uri/userinfo",
	"iri_password":                     "uri/password",
	"iri_percent_not_uppercase":        "uri/escape-case",
	"iri_bad_dot_segments":             "uri/dot-segment",
	"http_no_host":                     "http/no-authority",
	"http_empty_host":                  "http/empty-host",
	"file_relative_path":               "file/relative",
}

// wantRemark asks for a remark by a rule.
func wantRemark(text, rule string) error {
	u, err := uri.Parse(text)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(schemes.Judge(u), func(r uri.Remark) bool { return r.Rule == rule }) {
		return fmt.Errorf("%q has no remark by %s", text, rule)
	}
	return nil
}

// jenaGood wants the defined components, if they are told: scheme, host, port,
// path, query, fragment.
func jenaGood(s []string) error {
	u, err := parseIRI(s[0])
	if err != nil || len(s) == 1 {
		return err
	}
	var got []string
	for _, c := range []uri.Component{uri.Scheme, uri.Host, uri.Port, uri.Path, uri.Query, uri.Fragment} {
		if text, defined := u.Component(c); defined {
			got = append(got, text)
		}
	}
	if !slices.Equal(got, s[1:]) {
		return fmt.Errorf("%q has the components %q, want %q", s[0], got, s[1:])
	}
	return nil
}

func jenaBad(s []string) error {
	if _, err := parseIRI(s[0]); err == nil {
		return fmt.Errorf("%q parses", s[0])
	}
	return nil
}

// jenaRelative has base, target and the relative reference between them. Without
// the last it asks that there is none but the target itself.
func jenaRelative(s []string) error {
	if len(s) == 2 {
		return wantRelative(s[0], s[1], s[1])
	}
	return wantRelative(s[0], s[1], s[2])
}

// jenaNormal wants the normal form by the rules of the scheme.
func jenaNormal(s []string) error {
	u, err := uri.Parse(s[0])
	if err != nil {
		return err
	}
	if got := schemes.Normalize(u); got.String() != s[1] {
		return fmt.Errorf("Normalize(%q) = %q, want %q", u, got, s[1])
	}
	return nil
}

// redirectRows reads what curl makes of a base and a redirect. It normalises on
// the way, so that "equal by the rules of the scheme" is what can be asked.
func redirectRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decode[struct{ Base, Set, Out, SetFlags string }](t, text) {
		check := func() error {
			got, err := resolve(v.Base, v.Set, true)
			if err != nil {
				return err
			}
			want, err := uri.Parse(v.Out)
			if err != nil {
				return err
			}
			if rung, _ := schemes.Compare(got, want); rung == uri.Different {
				return fmt.Errorf("%q + %q = %q, want the like of %q", v.Base, v.Set, got, want)
			}
			return nil
		}
		if strings.Contains(v.SetFlags, "URLENCODE") {
			check = later("urlencode")
		}
		rows = append(rows, row{rowID(file, i, ""), check})
	}
	return rows
}
