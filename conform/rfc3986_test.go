package conform

import (
	"fmt"
	"strings"
	"testing"

	"uriel.dev/uri"
)

// describe writes the defined components of u as "name=text", in their order.
func describe(u uri.URI) string {
	var out []string
	for _, c := range uri.Components {
		if text, defined := u.Component(c); defined {
			out = append(out, c.String()+"="+text)
		}
	}
	return strings.Join(out, " ")
}

// resolve parses and resolves.
func resolve(base, ref string, strict bool) (uri.URI, error) {
	b, err := uri.Parse(base)
	if err != nil {
		return uri.URI{}, err
	}
	r, err := uri.Parse(ref)
	if err != nil {
		return uri.URI{}, err
	}
	if strict {
		return b.Resolve(r)
	}
	return b.ResolveNonStrict(r)
}

func wantResolved(base, ref, want string, strict bool) error {
	got, err := resolve(base, ref, strict)
	if err != nil {
		return err
	}
	if got.String() != want {
		return fmt.Errorf("%q + %q = %q, want %q", base, ref, got, want)
	}
	return nil
}

// resolveRows reads the examples of RFC 3986, section 5.4. "nonstrict" is the
// target for backward compatibility, where it differs.
func resolveRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decode[struct{ Base, Ref, Target, NonStrict string }](t, text) {
		rows = append(rows, row{rowID(file, i, ""), func() error {
			if err := wantResolved(v.Base, v.Ref, v.Target, true); err != nil {
				return err
			}
			if v.NonStrict == "" {
				v.NonStrict = v.Target
			}
			return wantResolved(v.Base, v.Ref, v.NonStrict, false)
		}})
	}
	return rows
}

// normalizeRows reads rows of the normal form of the generic syntax. Rows of
// kind IriRef ask for that of an IRI (RFC 3987, section 5.3.2).
func normalizeRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decode[struct{ Kind, Input, Normalized string }](t, text) {
		check := func() error {
			u, err := uri.Parse(v.Input)
			if err != nil {
				return err
			}
			if got := u.Normalize(); got.String() != v.Normalized {
				return fmt.Errorf("Normalize(%q) = %q, want %q", u, got, v.Normalized)
			}
			return nil
		}
		if v.Kind == "IriRef" {
			check = func() error {
				got, err := normalIRI(v.Input)
				if err == nil && got != v.Normalized {
					err = fmt.Errorf("Normalize(%q) = %q, want %q", v.Input, got, v.Normalized)
				}
				return err
			}
		}
		rows = append(rows, row{rowID(file, i, ""), check})
	}
	return rows
}
