package main

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/bnf1994"
	"uriel.dev/uri/iri"
	"uriel.dev/uri/whatwg"
)

// grammarFlag is the flag --as of parse and validate: by what an input is read.
func grammarFlag() levelFlag {
	return levelFlag{"rfc3986", []string{"rfc3986", "iri", "whatwg", "1994", "1738"}}
}

// A reading is what another grammar than RFC 3986 makes of an input.
type reading interface {
	// err says why the input is not valid, or is nil.
	err() error

	// fields appends the members of its record, each behind a comma.
	fields(b []byte) []byte

	// rows are what a person is shown, in pairs of a name and a text.
	rows() [][2]string

	// uri is the URI by RFC 3986 that a valid input means.
	uri() (uri.URI, error)
}

// parseInput returns the URI that an input means by a grammar.
func (a *app) parseInput(in input, grammar string) (uri.URI, error) {
	if grammar == "rfc3986" {
		return in.parse()
	}
	r := a.readAs(in, grammar)
	if err := r.err(); err != nil {
		return uri.URI{}, err
	}
	return r.uri()
}

// readAs reads an input by a grammar other than RFC 3986.
func (a *app) readAs(in input, grammar string) reading {
	switch grammar {
	case "iri":
		return a.readIRI(in)
	case "whatwg":
		return readWHATWG(in)
	case "1738":
		return verdict{bnf1994.Parse1738(in.text), in}
	default:
		return verdict{bnf1994.Parse(in.text), in}
	}
}

// parseAs is parse --as and, if silent, validate --as.
func (a *app) parseAs(in input, grammar string, asJSON, silent bool) {
	r := a.readAs(in, grammar)
	err := r.err()
	switch {
	case asJSON:
		a.writeAbout(in, r.fields)
	case err != nil:
		a.tellError(err)
		fallthrough
	case !silent:
		for _, row := range r.rows() {
			w := a.err
			if err == nil {
				w = a.out
			}
			fmt.Fprintf(w, "  %-10s %s\n", row[0], visible(row[1]))
		}
	}
	if err != nil {
		a.failed(exitNo)
	}
}

// anIRI is an input by RFC 3987, and the URI that it maps to.
type anIRI struct {
	iri    iri.IRI
	mapped parsed
	failed error
}

func (a *app) readIRI(in input) reading {
	i, err := iri.Parse(in.text)
	if in.err != nil {
		err = in.err
	}
	if err != nil {
		return anIRI{failed: err}
	}
	u, err := iri.ToURI(i)
	if err != nil {
		return anIRI{failed: err}
	}
	return anIRI{iri: i, mapped: describe(a.schemes, input{text: u.String(), base: in.base})}
}

func (r anIRI) err() error {
	if r.failed != nil {
		return r.failed
	}
	return r.mapped.err
}

func (r anIRI) fields(b []byte) []byte {
	if err := r.err(); err != nil {
		return appendError(append(b, `,"valid":false,"grammar":"iri","error":`...), err)
	}
	b = appendField(append(b, `,"valid":true,"grammar":"iri"`...), "kind", kindOf(r.mapped.uri))
	var spans spans
	for i, c := range uri.Components {
		spans[i].start, spans[i].end, spans[i].defined = r.iri.Range(c)
	}
	b = appendComponents(b, r.iri.String(), &spans, r.iri.HostKind(), false)
	return r.mapped.appendMeaning(b)
}

func (r anIRI) rows() (rows [][2]string) {
	if r.err() != nil {
		return nil
	}
	for _, c := range uri.Components {
		if text, ok := r.iri.Component(c); ok && c != uri.Authority {
			rows = append(rows, [2]string{c.String(), text})
		}
	}
	return append(rows, [2]string{"uri", r.mapped.uri.Redacted()})
}

func (r anIRI) uri() (uri.URI, error) { return r.mapped.uri, nil }

// aURL is an input by the URL Standard.
type aURL struct {
	url     whatwg.URL
	remarks []uri.Remark
	failed  error
}

func readWHATWG(in input) reading {
	if in.err != nil {
		return aURL{failed: in.err}
	}
	var base whatwg.URL
	if in.base != "" {
		var err error
		if base, err = whatwg.Parse(in.base); err != nil {
			return aURL{failed: fmt.Errorf("base: %w", err)}
		}
	}
	u, err := whatwg.ParseRef(in.text, base)
	if e, ok := errors.AsType[*whatwg.Error](err); ok {
		err = (*uri.Error)(e) // the same, for those who tell of it
	}
	return aURL{u, whatwg.Violations(in.text, base), err}
}

func (r aURL) err() error { return r.failed }

func (r aURL) uri() (uri.URI, error) { return whatwg.URI(r.url) }

// components lists the components of the standard that are not null, by the
// names that parse has for them.
func (r aURL) components() (rows [][2]string) {
	u := r.url
	add := func(name, text string, ok bool) {
		if ok {
			rows = append(rows, [2]string{name, text})
		}
	}
	add("scheme", strings.TrimSuffix(u.Protocol(), ":"), true)
	userinfo := u.Username()
	if u.Password() != "" {
		userinfo += ":" + u.Password()
	}
	add("userinfo", userinfo, userinfo != "")
	add("host", u.Hostname(), u.HasHost())
	add("port", u.Port(), u.Port() != "")
	add("path", u.Pathname(), true)
	add("query", strings.TrimPrefix(u.Search(), "?"), u.HasQuery())
	add("fragment", strings.TrimPrefix(u.Hash(), "#"), u.HasFragment())
	return rows
}

func (r aURL) fields(b []byte) []byte {
	if r.failed != nil {
		return appendError(append(b, `,"valid":false,"grammar":"whatwg","error":`...), r.failed)
	}
	b = append(b, `,"valid":true,"grammar":"whatwg","kind":"uri"`...)
	for _, row := range r.components() {
		b = appendField(b, row[0], row[1])
	}
	b = appendField(b, "normal", r.url.Href())
	return appendRemarks(b, r.remarks)
}

func (r aURL) rows() [][2]string {
	if r.failed != nil {
		return nil
	}
	rows := [][2]string{{"href", uri.Redact(r.url.Href())}}
	for _, row := range r.components() {
		if row[0] == "userinfo" && r.url.Password() != "" {
			row[1] = r.url.Username() + ":***"
		}
		rows = append(rows, row)
	}
	for _, remark := range r.remarks {
		rows = append(rows, [2]string{remark.Severity.String(), remark.Text + "  (" + remark.Rule + ")"})
	}
	return rows
}

// A verdict is that of a grammar of 1994.
type verdict struct {
	bnf1994.Verdict
	in input
}

func (v verdict) err() error {
	if v.in.err != nil {
		return v.in.err
	}
	return v.Err()
}

func (v verdict) uri() (uri.URI, error) { return uri.Parse(v.Modern) }

// fields are the members of the object that the verdict marshals to.
func (v verdict) fields(b []byte) []byte {
	object := appendAny(nil, v.Verdict)
	return append(append(b, ','), object[len("{"):len(object)-len("}")]...)
}

func (v verdict) rows() (rows [][2]string) {
	for _, part := range v.Parts {
		rows = append(rows, [2]string{part.Production, v.Redacted(part)})
	}
	if v.Latin1 != "" {
		rows = append(rows, [2]string{"latin1", uri.Redact(v.Latin1)})
	}
	if v.Modern != "" {
		rows = append(rows, [2]string{"today", uri.Redact(v.Modern)})
	}
	for _, note := range v.Notes {
		rows = append(rows, [2]string{"note", note.Text + "  (" + note.Section + ", " + note.ID + ")"})
	}
	return rows
}
