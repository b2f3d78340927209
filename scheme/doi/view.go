package doi

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a doi URI means: a DOI name. The zero value names nothing.
type View struct {
	Prefix scheme.Octets `json:"prefix,omitempty"` // decoded: "10.1000"
	Suffix scheme.Octets `json:"suffix,omitempty"` // decoded: "182"

	// Registrant is the code behind the "10." of the prefix: "1000", or
	// "1000.11" where the registrant has divided it.
	Registrant string `json:"registrant,omitempty"`

	prefix, suffix [2]int // where they stand in the URI
}

// Parse returns the meaning of u, whose scheme is doi. The error is the first
// thing that the DOI Handbook forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("doi", r.remarks)
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, at [2]int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, at[0], at[1]-at[0]))
}

// read reads u as doi:prefix/suffix. A name is a string of characters, and
// percent-encoding is but the way to write it in a URI, for the first slash, too.
func read(u uri.URI) *reading {
	r := &reading{}
	start, end, _ := u.Range(uri.Path)
	if u.HasAuthority() {
		from, _, _ := u.Range(uri.Authority)
		r.remark(ruleAuthority, uri.Forbid, [2]int{from - len("//"), end})
		return r
	}
	at, width := slash(u.Path())
	r.view.prefix, r.view.suffix = [2]int{start, start + at}, [2]int{start + at + width, end}
	r.view.Prefix = scheme.Octets(pct.Decode(u.Path()[:at]))
	r.view.Suffix = scheme.Octets(pct.Decode(u.Path()[at+width:]))
	r.readPrefix()
	if r.view.Suffix == "" {
		r.remark(ruleSuffix, uri.Forbid, r.view.suffix)
	}
	if start, end, ok := u.Range(uri.Query); ok {
		r.remark(ruleQuery, uri.Info, [2]int{start - len("?"), end})
	}
	return r
}

// slash returns where the first slash of s stands, encoded or not, and how many
// bytes it takes; if there is none it would stand at the end.
func slash(s string) (at, width int) {
	for i := range len(s) {
		switch {
		case s[i] == '/':
			return i, 1
		case strings.HasPrefix(s[i:], "%2F"), strings.HasPrefix(s[i:], "%2f"):
			return i, 3
		}
	}
	return len(s), 0
}

func (r *reading) readPrefix() {
	registrant, ok := strings.CutPrefix(string(r.view.Prefix), "10.")
	if !ok || registrant == "" {
		r.remark(rulePrefix, uri.Forbid, r.view.prefix)
		return
	}
	r.view.Registrant = registrant
	if !isRegistrant(registrant) {
		r.remark(ruleRegistrant, uri.Warning, r.view.prefix)
	}
}

// isRegistrant reports whether s is digits, parted by dots.
func isRegistrant(s string) bool {
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.Trim(part, "0123456789") != "" {
			return false
		}
	}
	return true
}

// URI returns the URI of v, the inverse of [Parse]; what a path cannot hold is
// percent-encoded. The error says that v is no DOI name. Registrant is not used:
// it is part of the prefix.
func (v View) URI() (uri.URI, error) {
	u, err := uri.Parse("doi:" + write(string(v.Prefix), string(v.Suffix)))
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && w.Prefix != v.Prefix {
		err = errors.New("doi: a slash in the prefix would end it")
	}
	return u, err
}

func write(prefix, suffix string) string {
	return pct.Encode(prefix, pct.Segment) + "/" + pct.Encode(suffix, pct.Path)
}

// normal writes the decoded name in lower case and encodes what must be: names
// are the same without regard to the case of ASCII (DOI Handbook, section 2.4).
// Other letters keep theirs.
func normal(u uri.URI) uri.URI {
	v, err := Parse(u)
	if err != nil {
		return u
	}
	n, err := u.WithPath(write(lower(string(v.Prefix)), lower(string(v.Suffix))))
	if err != nil {
		return u // it can only be too long
	}
	return n
}

// lower returns s with its ASCII letters in lower case; s need not be UTF-8.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	parts := scheme.AppendPart(nil, v.prefix[0], v.prefix[1], "prefix")
	return scheme.AppendPart(parts, v.suffix[0], v.suffix[1], "suffix")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Prefix == "" || v.Suffix == "" {
		return "no DOI name"
	}
	return fmt.Sprintf("what has the DOI name %q", string(v.Prefix+"/"+v.Suffix))
}
