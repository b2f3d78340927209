package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/find"
	"uriel.dev/scheme/file"
	"uriel.dev/scheme/urn"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// An edit is the flags of edit, in the order in which they are carried out.
type edit struct {
	fromPath       bool
	windows        bool
	drop, set      []string
	encode, decode string
	write          levelFlag
}

func (a *app) editCmd() *cobra.Command {
	var in inputs
	var asJSON bool
	e := &edit{write: levelFlag{words: find.Formats[:]}}
	cmd := &cobra.Command{
		Use:   "edit URI…",
		Short: "Change parts of a URI and leave the rest as it is",
		Long: `Change parts of a URI, and leave every other byte as it is. What is dropped goes
first, then what is set, then what is encoded or decoded.

A part is a component (scheme, userinfo, host, port, path, query, fragment), or
query.NAME, the pairs of that name, or urn.nss, the namespace-specific string of
a URN. --set PART=TEXT encodes what cannot stand there; --set PART:=TEXT takes
TEXT as it is to be written.`,
		Example: `  uriel edit --set 'query.q=a&b' --drop fragment 'http://h/?q=1#f'
  uriel edit --set path=/100% http://h/
  uriel edit --encode '~' http://h/~user
  uriel edit --from-path '/tmp/a b'`,
		RunE: func(_ *cobra.Command, args []string) error {
			if err := e.check(); err != nil {
				return &exitError{exitUsage, err}
			}
			for i := range a.each(&in, args) {
				u, err := e.read(i)
				if err == nil {
					u, err = e.apply(u)
				}
				written := ""
				if err == nil && e.write.value != "" {
					written, err = find.Write(u, e.write.value)
				}
				if written != "" && !asJSON {
					fmt.Fprintln(a.out, written)
					continue
				}
				a.answer(i, u, err, asJSON, func(b []byte) []byte {
					if b = appendField(b, "uri", u.String()); written != "" {
						b = appendField(b, "text", written)
					}
					return b
				})
			}
			return nil
		},
	}
	in.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&asJSON, "json", false, "one JSON object for each input")
	flags.BoolVar(&e.fromPath, "from-path", false, "the inputs are names of files, to be made file: URIs of")
	flags.BoolVar(&e.windows, "windows", false, "the names are those of Windows")
	flags.StringArrayVar(&e.drop, "drop", nil, "drop this `part`")
	flags.StringArrayVar(&e.set, "set", nil, "set a part: `PART=TEXT`, or PART:=TEXT as it is written")
	flags.StringVar(&e.encode, "encode", "", "percent-encode these `characters`, which need not be, wherever they stand")
	flags.Var(&e.write, "write", "write the URI as it stands in text of this format: "+strings.Join(e.write.words, ", "))
	flags.StringVar(&e.decode, "decode", "", "undo the encoding of these `characters`")
	return cmd
}

// reserved are the characters that may delimit something (RFC 3986, section
// 2.2), with the percent sign: encoding or decoding one changes what a URI
// means.
const reserved = ":/?#[]@!$&'()*+,;=%"

// check finds what is wrong with the flags, whatever the URI.
func (e *edit) check() error {
	for _, set := range []string{e.encode, e.decode} {
		if i := strings.IndexAny(set, reserved); i >= 0 {
			return fmt.Errorf("%q is a delimiter: to encode or decode it would change what the URI means", set[i:i+1])
		}
	}
	for _, s := range e.set {
		if !strings.Contains(s, "=") {
			return fmt.Errorf("--set %q: want PART=TEXT or PART:=TEXT", s)
		}
	}
	parts := append([]string{}, e.drop...)
	for _, s := range e.set {
		part, _, _ := cutSet(s)
		parts = append(parts, part)
	}
	for _, part := range parts {
		_, ok := componentCalled(part)
		if !ok && !strings.HasPrefix(part, "query.") && (part != urnNSS || slices.Contains(e.drop, part)) {
			return fmt.Errorf("%q is no part of a URI", part)
		}
	}
	return nil
}

// urnNSS is the part of a URN that is set by the rules of its scheme.
const urnNSS = "urn.nss"

// cutSet cuts PART=TEXT or PART:=TEXT.
func cutSet(s string) (part, text string, raw bool) {
	part, text, _ = strings.Cut(s, "=")
	part, raw = strings.CutSuffix(part, ":")
	return part, text, raw
}

func componentCalled(name string) (uri.Component, bool) {
	for _, c := range uri.Components {
		if c.String() == name {
			return c, true
		}
	}
	return 0, false
}

// read makes the URI to edit of an input.
func (e *edit) read(in input) (uri.URI, error) {
	switch {
	case in.err != nil || !e.fromPath:
		return in.parse()
	case e.windows:
		return file.FromWindowsPath(in.text)
	default:
		return file.FromPath(in.text), nil
	}
}

func (e *edit) apply(u uri.URI) (_ uri.URI, err error) {
	for _, part := range e.drop {
		if u, err = without(u, part); err != nil {
			return u, err
		}
	}
	for _, s := range e.set {
		if u, err = with(u, s); err != nil {
			return u, err
		}
	}
	for _, c := range [...]uri.Component{uri.Userinfo, uri.Host, uri.Path, uri.Query, uri.Fragment} {
		text, ok := u.Component(c)
		changed := recode(text, e.encode, e.decode)
		if !ok || changed == text {
			continue
		}
		if u, err = withComponent(u, c, changed); err != nil {
			return u, err
		}
	}
	return u, nil
}

// without drops a part.
func without(u uri.URI, part string) (uri.URI, error) {
	if name, ok := strings.CutPrefix(part, "query."); ok {
		return u.WithoutPair(name), nil
	}
	b := u.Builder()
	switch c, _ := componentCalled(part); c {
	case uri.Scheme:
		b.Scheme = ""
	case uri.Authority, uri.Host:
		b.Userinfo, b.Host, b.Port = nil, nil, nil
	case uri.Userinfo:
		b.Userinfo = nil
	case uri.Port:
		b.Port = nil
	case uri.Path:
		b.Path = ""
	case uri.Query:
		b.Query = nil
	case uri.Fragment:
		b.Fragment = nil
	}
	return b.URI()
}

// with sets a part.
func with(u uri.URI, set string) (uri.URI, error) {
	part, text, raw := cutSet(set)
	if name, ok := strings.CutPrefix(part, "query."); ok {
		return u.WithPair(name, text)
	}
	if part == urnNSS {
		if !raw {
			text = urn.EncodeNSS(text)
		}
		return withNSS(u, text)
	}
	c, _ := componentCalled(part)
	if !raw {
		text = c.Encode(text)
	}
	return withComponent(u, c, text)
}

func withNSS(u uri.URI, nss string) (uri.URI, error) {
	if !strings.EqualFold(u.Scheme(), "urn") {
		return u, fmt.Errorf("%s is no URN: it has no %s", u.Redacted(), urnNSS)
	}
	v, err := urn.ViewOf(u)
	if err != nil {
		return u, err
	}
	v.NSS = nss
	return v.URI()
}

func withComponent(u uri.URI, c uri.Component, text string) (uri.URI, error) {
	return [...]func(uri.URI, string) (uri.URI, error){
		uri.Scheme: uri.URI.WithScheme, uri.Authority: uri.URI.WithAuthority, uri.Userinfo: uri.URI.WithUserinfo, uri.Host: uri.URI.WithHost,
		uri.Port: uri.URI.WithPort, uri.Path: uri.URI.WithPath, uri.Query: uri.URI.WithQuery, uri.Fragment: uri.URI.WithFragment,
	}[c](u, text)
}

// recode encodes the characters of encode in text, and decodes the escapes of
// those of decode. All other escapes stay as they are.
func recode(text, encode, decode string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '%':
			triplet := text[i : i+len("%XX")]
			if octet := pct.Decode(triplet); strings.Contains(decode, octet) {
				triplet = octet
			}
			b.WriteString(triplet)
			i += len("XX")
		case strings.IndexByte(encode, text[i]) >= 0:
			b.WriteString(pct.Encode(text[i:i+1], pct.Set{}))
		default:
			b.WriteByte(text[i])
		}
	}
	return b.String()
}
