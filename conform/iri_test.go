package conform

import (
	"errors"
	"fmt"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/iri"
)

// iriRows reads the examples of RFC 3987.
func iriRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decode[struct{ Op, In, Want string }](t, text) {
		op, ok := iriOps[v.Op]
		if !ok {
			t.Fatalf("%s: row %d is of op %q", file, i, v.Op)
		}
		rows = append(rows, row{rowID(file, i, ""), func() error {
			got, err := op(v.In)
			if v.Op == "invalid" {
				if err == nil {
					return fmt.Errorf("%q parses", v.In)
				}
				return nil
			}
			if err == nil && got != v.Want {
				err = fmt.Errorf("%s of %q is %q, want %q", v.Op, v.In, got, v.Want)
			}
			return err
		}})
	}
	return rows
}

var iriOps = map[string]func(string) (string, error){
	"to-uri":        toURI(),
	"to-uri-idna":   toURI(iri.IDNA),
	"from-uri":      fromURI(),
	"from-uri-idna": fromURI(iri.IDNA),
	"invalid":       normalIRI,
	"normalize":     normalIRI,
}

func toURI(opts ...iri.Option) func(string) (string, error) {
	return func(s string) (string, error) {
		i, err := iri.Parse(s)
		if err != nil {
			return "", err
		}
		u, err := iri.ToURI(i, opts...)
		return u.String(), err
	}
}

func fromURI(opts ...iri.Option) func(string) (string, error) {
	return func(s string) (string, error) {
		u, err := uri.Parse(s)
		return iri.FromURI(u, opts...).String(), err
	}
}

func normalIRI(s string) (string, error) {
	i, err := iri.Parse(s)
	return i.Normalize().String(), err
}

// parseIRI parses an IRI, or by the grammar of URIs what is one.
func parseIRI(s string) (interface {
	Component(uri.Component) (string, bool)
}, error) {
	if i, err := iri.Parse(s); err != nil || !i.IsURI() {
		return i, err
	}
	return uri.Parse(s)
}

// zone reads "accepted by iri.Parse with the zone option only".
func zone(want string) reading {
	return reading{"/iri", func(_ uri.URI, err error) error {
		e, ok := errors.AsType[*uri.Error](err)
		if !ok {
			return errors.New("it parses as a URI")
		}
		if _, err := iri.Parse(e.Input); err == nil {
			return fmt.Errorf("%q parses without the option", e.Input)
		}
		i, err := iri.Parse(e.Input, iri.AllowZone)
		if err == nil && i.Zone() != want {
			err = fmt.Errorf("%q has the zone %q, want %q", i, i.Zone(), want)
		}
		return err
	}}
}
