package conform

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"uriel.dev/scheme/known"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
	"uriel.dev/uri/whatwg"
)

// schemes is what knows the rules of schemes, such as their default ports.
var schemes = known.Table()

// An issue is a row of url-issues.json: a bug or a question of the tracker of
// some URL library. Which of the fields are set depends on Op. Want is prose.
type issue struct {
	Op, Mode  string
	Input     string
	Base, Ref string
	Elem      []string          // of join
	Target    string            // of relativize
	Parts     map[string]string // of build, by component
	URL       string            // of set
	Field     string
	Value     string
	Want      string
	A, B      string
	Set       []string
}

func issueRows(t *testing.T, file string, text []byte) (rows []row) {
	read := 0
	for i, v := range decode[issue](t, text) {
		switch {
		case v.Mode == "whatwg":
			rows = append(rows, row{rowID(file, i, ""), func() error { return checkStandard(v.Base, v.Ref, strings.TrimPrefix(v.Want, "WHATWG ")) }})
		case v.Op == "resolve":
			rows = append(rows, row{rowID(file, i, ""), func() error { return checkResolve(v) }})
		case v.Op == "equal":
			rows = append(rows, row{rowID(file, i, ""), func() error { return checkEqual(v) }})
		case v.Op == "parse":
			wants, ok := readings[v.Input]
			if !ok {
				wants = []reading{{"", func(uri.URI, error) error { return fmt.Errorf("nobody has read %q yet", v.Want) }}}
			} else {
				read++
			}
			input := strings.Replace(v.Input, `\xff (raw byte 0xFF)`, "\xff", 1) // JSON has no such byte
			for _, w := range wants {
				rows = append(rows, row{rowID(file, i, w.aspect), func() error { return w.check(uri.Parse(input)) }})
			}
		default:
			check, ok := changes[v.Op]
			if !ok {
				t.Fatalf("%s: row %d is of op %q", file, i, v.Op)
			}
			rows = append(rows, row{rowID(file, i, ""), func() error { return check(v) }})
		}
	}
	if read != len(readings) {
		t.Errorf("%s: %d of %d readings were used", file, read, len(readings))
	}
	return rows
}

// Where the prose of a resolve row asks for more than it says first:
const (
	rootlessBase = "foo:a/b"      // four implementations, four answers; ours is the RFC's to the letter
	colonRef     = "WEB-v2:gizmo" // also wants a hint
	colonHint    = "./WEB-v2:gizmo"
)

func checkResolve(v issue) error {
	want := v.Want
	switch {
	case v.Base == rootlessBase:
		want = "foo:/c"
	case v.Ref == colonRef:
		want = v.Ref
		if !slices.ContainsFunc(schemes.Judge(uri.MustParse(v.Ref)), func(r uri.Remark) bool { return strings.Contains(r.Text, colonHint) }) {
			return fmt.Errorf("no remark on %q says to write %q", v.Ref, colonHint)
		}
	}
	return wantResolved(v.Base, v.Ref, want, true)
}

// checkEqual takes one pair, of which the level is told, or a set of URIs that
// are all equal at the rung of the scheme.
func checkEqual(v issue) error {
	if v.A != "" {
		v.Set = []string{v.A, v.B}
	}
	for _, a := range v.Set {
		for _, b := range v.Set {
			rung, _ := schemes.Compare(uri.MustParse(a), uri.MustParse(b))
			if rung < uri.EqualScheme || v.A != "" && a != b && rung != uri.EqualScheme {
				return fmt.Errorf("%q and %q are equal at rung %s, want scheme", a, b, rung)
			}
		}
	}
	return nil
}

// changes are the checks of the rows that make a URI of another or of parts.
var changes = map[string]func(issue) error{
	"join": checkJoin, "build": checkBuild, "set": checkSet, "relativize": checkRelativize,
}

// checkJoin reads a want that ends with a URI, or tells of segments.
func checkJoin(v issue) error {
	got, err := uri.MustParse(v.Base).JoinPath(v.Elem...)
	if err != nil {
		return err
	}
	if list, ok := strings.CutPrefix(v.Want, "segments "); ok {
		list, _, _ = strings.Cut(list, ";")
		var want, texts []string
		if err := json.Unmarshal([]byte(list), &want); err != nil {
			return err
		}
		for s := range got.Segments() {
			texts = append(texts, s.Text())
		}
		if !slices.Equal(texts, want) {
			return fmt.Errorf("%q and %q = %q, of the segments %q, want %q", v.Base, v.Elem, got, texts, want)
		}
		return nil
	}
	words := strings.Fields(v.Want)
	if want := words[len(words)-1]; got.String() != want {
		return fmt.Errorf("%q and %q = %q, want %q", v.Base, v.Elem, got, want)
	}
	return nil
}

// checkBuild reads a want that is a URI, or "error or …".
func checkBuild(v issue) error {
	if len(v.Parts) != 1 || v.Parts["path"] == "" {
		return fmt.Errorf("nobody has read the parts %q yet", v.Parts)
	}
	got, err := uri.Builder{Path: v.Parts["path"]}.URI()
	want, orError := strings.CutPrefix(v.Want, "error or ")
	switch {
	case err != nil && !orError:
		return err
	case err == nil && got.String() != want:
		return fmt.Errorf("%q becomes %q, want %q", v.Parts, got, v.Want)
	}
	return nil
}

// checkSet reads "error reported".
func checkSet(v issue) error {
	if v.Field != "protocol" || v.Want != "error reported" {
		return fmt.Errorf("nobody has read the field %q yet", v.Field)
	}
	if got, err := uri.MustParse(v.URL).WithScheme(v.Value); err == nil {
		return fmt.Errorf("%q with scheme %q is %q, want an error", v.URL, v.Value, got)
	}
	return nil
}

// checkRelativize reads a want that begins with the reference.
func checkRelativize(v issue) error {
	want, _, _ := strings.Cut(v.Want, " ")
	return wantRelative(v.Base, v.Target, want)
}

// wantRelative asks for the reference from base to target, which has to lead
// back.
func wantRelative(base, target, want string) error {
	got, err := uri.MustParse(base).Relativize(uri.MustParse(target))
	if err != nil {
		return err
	}
	if got.String() != want {
		return fmt.Errorf("from %q to %q: %q, want %q", base, target, got, want)
	}
	return wantResolved(base, want, target, true)
}

// pairs reads "pairs …": names and values, decoded.
func pairs(want ...string) reading {
	return reading{"/pairs", func(u uri.URI, err error) error {
		if err != nil {
			return err
		}
		var got []string
		for p := range u.Pairs() {
			got = append(got, p.Name(), p.Value())
		}
		if !slices.Equal(got, want) {
			return fmt.Errorf("pairs of %q are %q, want %q", u, got, want)
		}
		return nil
	}}
}

// checkStandard asks for the href that the URL Standard makes of a reference, or
// for its failure if href is "".
func checkStandard(base, ref, href string) error {
	var b whatwg.URL
	if base != "" {
		var err error
		if b, err = whatwg.Parse(base); err != nil {
			return err
		}
	}
	u, err := whatwg.ParseRef(ref, b)
	switch {
	case href == "" && err == nil:
		return fmt.Errorf("the URL Standard makes %q of %q, want its failure", u, ref)
	case href != "" && err != nil:
		return err
	case u.Href() != href:
		return fmt.Errorf("the URL Standard makes %q of %q, want %q", u, ref, href)
	}
	return nil
}

// standard reads "WHATWG …".
func standard(input, href string) reading {
	return reading{"/whatwg", func(uri.URI, error) error { return checkStandard("", input, href) }}
}

// A reading is what the prose of one parse row asks, as a check of what Parse
// returned. A row that asks several things has several readings.
type reading struct {
	aspect string // "", or a slash and a name
	check  func(uri.URI, error) error
}

// readings are those of the rows, by input: what the prose of want means.
var readings = map[string][]reading{
	"http://[fe80::1%25em0]:5963/":                           {fails("uri/host-zone", 15, "zones are not part of a URI"), zone("em0")},
	"http://[::1%25]evil.com]/":                              {fails("uri/host-zone", 11, "")},
	"http://2b01:e34:ef40:7730:8e70:5aff:fefe:edac:8080/foo": {fails("uri/host-colon", 12, "IPv6 address needs brackets")},
	"http://192.168.0.1:foo/":                                {fails("uri/port-digit", 19, "")},
	"http://h:99999/":                                        {remarks("uri/port-range", ""), standard("http://h:99999/", "")},
	"192.168.2.2:6688":                                       {fails("uri/no-scheme", 11, "missing scheme?")},
	"localhost:8080":                                         {is("scheme=localhost path=8080"), remarks("uri/host-port", "").as("/remark")},
	"magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn": {is("scheme=magnet path= query=xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn")},
	"http://h/#": {is("scheme=http authority=h host=h path=/ fragment=")},
	"//":         {is("authority= host= path=")},
	"a://":       {is("scheme=a authority= host= path=")},
	"http://example.com/bad path/?bad query#bad fragment": {fails("uri/path-space", 22, ""), standard("http://example.com/bad path/?bad query#bad fragment", "http://example.com/bad%20path/?bad%20query#bad%20fragment")},
	"http://h/here%2520there":                             {segment("/here%2520there", "here%20there")},
	"http://h/?x=y;id=evil&id=good":                       {is("scheme=http authority=h host=h path=/ query=x=y;id=evil&id=good"), pairs("x", "y;id=evil", "id", "good")},
	"file://C:/Windows":                                   {remarks("uri/drive-host", "file:///C:/")},
	"foo:%zz":                                             {fails("uri/escape", 4, "")},
	"http://h/?%zz":                                       {fails("uri/escape", 10, "")},
	"http://u:p:q@h/":                                     {is("scheme=http authority=u:p:q@h userinfo=u:p:q host=h path=/"), password("u", "p:q")},
	"http://[v1.a:b]/":                                    {is("scheme=http authority=[v1.a:b] host=[v1.a:b] path=/")},
	"http://a/b[c]":                                       {fails("uri/path-char", 10, ""), standard("http://a/b[c]", "http://a/b[c]")},
	"http://a/#b#c":                                       {fails("uri/fragment-char", 11, ""), standard("http://a/#b#c", "http://a/#b#c")},
	`http://h/\xff (raw byte 0xFF)`:                       {fails("uri/not-utf8", 9, "")},
	"p:/.//:/":                                            {is("scheme=p path=/.//:/")},
	"http:example.com":                                    {is("scheme=http path=example.com"), standard("http:example.com", "http://example.com/")},
	"mailto:jdoe@example.com?subject=foo?body=bar":        {is("scheme=mailto path=jdoe@example.com query=subject=foo?body=bar")},
	"urn:isbn:123":                                        {is("scheme=urn path=isbn:123"), notYet("/view")},
	"http://h/%zz":                                        {fails("uri/escape", 9, "")},
	"http://h/?a;b=c":                                     {is("scheme=http authority=h host=h path=/ query=a;b=c")},
}

func (r reading) as(aspect string) reading { return reading{aspect, r.check} }

// notYet is an aspect that belongs to a part of Uriel that is still to come;
// its name is the reason in expected_failures.txt.
func notYet(aspect string) reading {
	return reading{aspect, func(uri.URI, error) error { return later(aspect[1:])() }}
}

// fails reads "error at offset …", and what the hint or the text says.
func fails(rule string, offset int, says string) reading {
	return reading{"", func(u uri.URI, err error) error {
		e, ok := errors.AsType[*uri.Error](err)
		if !ok {
			return fmt.Errorf("%q parses", u)
		}
		if e.Rule != rule || e.Offset != offset || !strings.Contains(e.Title+"; "+e.Hint, says) {
			return fmt.Errorf("%v: %s at %d, hint %q; want %s at %d, %q", err, e.Rule, e.Offset, e.Hint, rule, offset, says)
		}
		return nil
	}}
}

// is reads "ok", "round trip" and lists of components: the text comes back to
// the byte, and the components are these.
func is(components string) reading {
	return reading{"", func(u uri.URI, err error) error {
		if err != nil {
			return err
		}
		if got := describe(u); got != components {
			return fmt.Errorf("%q is %s, want %s", u, got, components)
		}
		return nil
	}}
}

// remarks reads "lint" and "warning": the URI parses, and a remark of severity
// warning by this rule says so.
func remarks(rule, says string) reading {
	return reading{"", func(u uri.URI, err error) error {
		if err != nil {
			return err
		}
		for _, r := range uri.Judge(u) {
			if r.Rule == rule && r.Severity == uri.Warning && strings.Contains(r.Text, says) {
				return nil
			}
		}
		return fmt.Errorf("no warning %s about %q says %q", rule, u, says)
	}}
}

// segment reads "raw path always available, segment value …" of a path of one
// segment.
func segment(raw, value string) reading {
	return reading{"", func(u uri.URI, err error) error {
		if err != nil {
			return err
		}
		if got := pct.Decode(u.Path()[1:]); u.Path() != raw || got != value {
			return fmt.Errorf("path %q, segment %q; want %q, %q", u.Path(), got, raw, value)
		}
		return nil
	}}
}

// password reads "user …, password …": what the remarks on the two point at.
func password(user, password string) reading {
	return reading{"/password", func(u uri.URI, err error) error {
		if err != nil {
			return err
		}
		got := map[string]string{}
		for _, r := range uri.Judge(u) {
			got[r.Rule] = u.String()[r.Offset : r.Offset+r.Length]
		}
		if got["uri/userinfo"] != user || got["uri/password"] != password {
			return fmt.Errorf("remarks on %q, want user %q and password %q", got, user, password)
		}
		return nil
	}}
}
