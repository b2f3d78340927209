package conform

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"testing"
	"unicode/utf8"

	"uriel.dev/uri"
	"uriel.dev/uri/whatwg"
)

var whatwgSuites = []suite{
	{"wpt/urltestdata.json", urlRows},
	{"wpt/urltestdata-javascript-only.json", javascriptRows},
	{"wpt/setters_tests.json", setterRows},
	{"wpt/toascii.json", toASCIIRows},
	{"wpt/percent-encoding.json", percentRows},
	{"idna/IdnaTestV2.json", idnaRows},
	{"idna/punycode_tests.json", punycodeRows},
	{"confusion.jsonl", confusionRows},
}

// TestWHATWG runs the vectors of the URL Standard: those of the Web Platform
// Tests, and the whatwg column of our own.
func TestWHATWG(t *testing.T) {
	expected := readExpected(t)
	for _, s := range whatwgSuites {
		t.Run(path.Base(s.file), func(t *testing.T) {
			text := find(t, s.file)
			tally(t, s.file, withPrefix(s.rows(t, s.file, text), s.file), expected)
		})
	}
}

// notChecked says which rows of a file are left out, and why.
func notChecked(file, why string, n int) {
	if n > 0 {
		fmt.Printf("conform: %s: %d NOT checked: %s\n", path.Base(file), n, why)
	}
}

// decodeObjects reads the objects of an array and skips the strings in it, which
// are comments. A row is called by its index among the objects.
func decodeObjects[T any](t *testing.T, text []byte) (rows []T) {
	t.Helper()
	for _, raw := range decode[json.RawMessage](t, text) {
		if raw[0] == '"' {
			continue
		}
		var row T
		if err := json.Unmarshal(raw, &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	return rows
}

// attributes are the getters of the API.
var attributes = map[string]func(whatwg.URL) string{
	"href": whatwg.URL.Href, "origin": whatwg.URL.Origin, "protocol": whatwg.URL.Protocol,
	"username": whatwg.URL.Username, "password": whatwg.URL.Password, "host": whatwg.URL.Host,
	"hostname": whatwg.URL.Hostname, "port": whatwg.URL.Port, "pathname": whatwg.URL.Pathname,
	"search": whatwg.URL.Search, "hash": whatwg.URL.Hash,
	"searchParams": func(u whatwg.URL) string { return u.SearchParams().String() },
}

// wantAttributes compares all attributes of u that want has. Other members of
// want are not looked at.
func wantAttributes(u whatwg.URL, want map[string]any) error {
	seen := 0
	for name, get := range attributes {
		if w, ok := want[name]; ok {
			seen++
			if got := get(u); got != w {
				return fmt.Errorf("%s of %q is %q, want %q", name, u, got, w)
			}
		}
	}
	if seen == 0 {
		return fmt.Errorf("%q is compared with nothing in %v", u, want)
	}
	return nil
}

// urlRows reads what a URL is parsed to, with or without a base, or that it is a
// failure.
func urlRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decodeObjects[map[string]any](t, text) {
		rows = append(rows, row{rowID(file, i, ""), func() error { return checkURL(v) }})
	}
	return rows
}

func checkURL(v map[string]any) error {
	input, _ := v["input"].(string)
	baseText, hasBase := v["base"].(string)
	var base whatwg.URL
	var err error
	if hasBase {
		base, err = whatwg.Parse(baseText)
	}
	var u whatwg.URL
	if err == nil {
		u, err = whatwg.ParseRef(input, base)
	}
	switch {
	case v["failure"] == true && err == nil:
		return fmt.Errorf("%q parses to %q", input, u)
	case v["failure"] == true:
		return checkRelativeTo(input, v["relativeTo"])
	case err != nil:
		return err
	}
	return wantAttributes(u, v)
}

// checkRelativeTo reads "relativeTo" of what is a failure without a base: with
// one, of the same scheme if it names a special one, it is none. An opaque path is
// enough of a base for a fragment only ("any-base").
func checkRelativeTo(input string, relativeTo any) error {
	if relativeTo == nil {
		return nil
	}
	parsed := false
	for _, scheme := range []string{"http", "https", "ws", "wss", "ftp", "file"} {
		_, err := whatwg.ParseRef(input, whatwg.MustParse(scheme+"://h/a"))
		parsed = parsed || err == nil
	}
	_, err := whatwg.ParseRef(input, whatwg.MustParse("about:blank"))
	if !parsed || (err == nil) != (relativeTo == "any-base") {
		return fmt.Errorf("%q parses relative to %v: %t; relative to about:blank: %v", input, relativeTo, parsed, err)
	}
	return nil
}

// javascriptRows reads rows with lone surrogates, which a Go string cannot hold:
// encoding/json reads U+FFFD in their place, which is also what the conversion to
// a USVString does before the standard's parser sees them. So the rest of the row
// can be checked.
func javascriptRows(t *testing.T, file string, text []byte) []row {
	fmt.Printf("conform: %s: lone surrogates are read as U+FFFD, since a Go string has none\n", path.Base(file))
	return urlRows(t, file, text)
}

// setterRows reads what setting an attribute makes of a URL.
func setterRows(t *testing.T, file string, text []byte) (rows []row) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	delete(all, "comment")
	for attribute, raw := range all {
		set, ok := setters[attribute]
		if !ok {
			t.Fatalf("%s: no setter of %q", file, attribute)
		}
		for i, v := range decode[struct {
			Href     string
			NewValue string `json:"new_value"`
			Expected map[string]any
		}](t, raw) {
			rows = append(rows, row{rowID(file, i, "/"+attribute), func() error {
				u, err := whatwg.Parse(v.Href)
				if err != nil {
					return err
				}
				return wantAttributes(set(u, v.NewValue), v.Expected)
			}})
		}
	}
	return rows
}

var setters = map[string]func(u whatwg.URL, s string) whatwg.URL{
	"protocol": ignoring(whatwg.URL.WithProtocol), "username": ignoring(whatwg.URL.WithUsername), "password": ignoring(whatwg.URL.WithPassword),
	"host": ignoring(whatwg.URL.WithHost), "hostname": ignoring(whatwg.URL.WithHostname), "port": ignoring(whatwg.URL.WithPort),
	"pathname": ignoring(whatwg.URL.WithPathname), "search": ignoring(whatwg.URL.WithSearch), "hash": ignoring(whatwg.URL.WithHash),
	"href": func(u whatwg.URL, s string) whatwg.URL {
		if v, err := u.WithHref(s); err == nil {
			return v
		}
		return u
	},
}

func ignoring(set func(whatwg.URL, string) (whatwg.URL, bool)) func(whatwg.URL, string) whatwg.URL {
	return func(u whatwg.URL, s string) whatwg.URL {
		u, _ = set(u, s)
		return u
	}
}

// A mapping is a domain and its ASCII form, or nil if it has none.
type mapping struct {
	Input  string
	Output *string
}

// toASCIIRows reads domains, which are parsed as the host of a URL, and set as
// one.
func toASCIIRows(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decodeObjects[mapping](t, text) {
		rows = append(rows, row{rowID(file, i, ""), func() error { return checkDomain(v.Input, v) }})
	}
	return rows
}

func checkDomain(written string, v mapping) error {
	u, err := whatwg.Parse("https://" + written + "/x")
	set, ok := whatwg.MustParse("https://unset/").WithHostname(written)
	switch {
	case v.Output == nil && (err == nil || ok):
		return fmt.Errorf("%+q is the domain %q, set %q", v.Input, u.Hostname(), set.Hostname())
	case v.Output == nil:
		return nil
	case err != nil:
		return err
	case u.Hostname() != *v.Output || set.Hostname() != *v.Output || u.Pathname() != "/x":
		return fmt.Errorf("%+q is the domain %q, set %q, want %q", v.Input, u.Hostname(), set.Hostname(), *v.Output)
	}
	return nil
}

// idnaRows reads the conformance tests of UTS 46 as the URL Standard profiles
// them. What would end the host stands percent-encoded.
func idnaRows(t *testing.T, file string, text []byte) (rows []row) {
	empty := 0
	escape := strings.NewReplacer("/", "%2F", "?", "%3F", "#", "%23", "\\", "%5C", ":", "%3A", "@", "%40")
	for i, v := range decodeObjects[mapping](t, text) {
		if v.Input == "" {
			empty++
			continue
		}
		rows = append(rows, row{rowID(file, i, ""), func() error { return checkDomain(escape.Replace(v.Input), v) }})
	}
	notChecked(file, "the empty domain, which no special URL has", empty)
	return rows
}

// punycodeRows reads labels and their Punycode. The standard puts a label into
// lower case before it encodes it, which does no more to the Punycode.
func punycodeRows(t *testing.T, file string, text []byte) (rows []row) {
	skipped := 0
	for i, v := range decode[struct{ Decoded, Encoded string }](t, text) {
		if utf8.RuneCountInString(v.Decoded) == len(v.Decoded) || strings.Contains(v.Decoded, " ") {
			skipped++
			continue
		}
		rows = append(rows, row{rowID(file, i, ""), func() error {
			encoded := "xn--" + strings.ToLower(v.Encoded)
			return checkDomain(v.Decoded, mapping{v.Decoded, &encoded})
		}})
	}
	notChecked(file, "labels in ASCII, which no domain encodes, or with a space, which none holds", skipped)
	return rows
}

// percentRows reads what becomes of a text in a query, by encoding of the page,
// and in a fragment.
func percentRows(t *testing.T, file string, text []byte) (rows []row) {
	others := 0
	for i, v := range decodeObjects[struct {
		Input  string
		Output map[string]string
	}](t, text) {
		want, ok := v.Output["utf-8"]
		if !ok {
			t.Fatalf("%s: row %d has no output in utf-8", file, i)
		}
		others += len(v.Output) - 1
		rows = append(rows, row{rowID(file, i, ""), func() error {
			u, err := whatwg.Parse("https://doc.invalid/?" + v.Input + "#" + v.Input)
			if err != nil {
				return err
			}
			return wantAttributes(u, map[string]any{"search": "?" + want, "hash": "#" + want})
		}})
	}
	notChecked(file, "outputs in other encodings than UTF-8, which only browsers have", others)
	return rows
}

// confusionRows reads the columns of both standards, of hosts that programs
// disagree about:
// the hostname, or "invalid", and the href.
func confusionRows(t *testing.T, file string, text []byte) (rows []row) {
	i := 0
	for line := range strings.Lines(string(text)) {
		var v struct {
			Input, WHATWG, RFC3986 string
			Kind                   string  `json:"rfc_kind"`
			Href                   *string `json:"whatwg_href"`
		}
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row{rowID(file, i, "/whatwg"), func() error {
			u, err := whatwg.Parse(v.Input)
			switch {
			case v.WHATWG == "invalid" && err == nil:
				return fmt.Errorf("%q parses to %q", v.Input, u)
			case v.WHATWG == "invalid":
				return nil
			case err != nil:
				return err
			case u.Hostname() != v.WHATWG || v.Href == nil || u.Href() != *v.Href:
				return fmt.Errorf("%q is %q with host %q, want host %q", v.Input, u, u.Hostname(), v.WHATWG)
			}
			return nil
		}}, row{rowID(file, i, "/rfc3986"), func() error { return wantHost(v.Input, v.RFC3986, v.Kind) }})
		i++
	}
	return rows
}

// wantHost asks what RFC 3986 makes of a misleading URL: kind is "uri",
// "relative-ref" or "invalid".
func wantHost(input, host, kind string) error {
	u, err := uri.Parse(input)
	switch {
	case kind == "invalid" && err == nil:
		return fmt.Errorf("%q is a reference with host %q, want an error", input, u.Host())
	case kind == "invalid":
		return nil
	case err != nil:
		return err
	case u.HasScheme() != (kind == "uri") || u.Host() != host:
		return fmt.Errorf("%q has host %q, want the host %q of a %s", input, u.Host(), host, kind)
	}
	return nil
}
