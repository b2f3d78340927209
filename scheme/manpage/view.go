package manpage

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what an x-man-page URI means: a page, or a search for pages.
type View struct {
	Page    scheme.Octets `json:"page,omitempty"`    // its name, decoded
	Section string        `json:"section,omitempty"` // "1", "3pm"; "" for the first that has the page
	Keyword scheme.Octets `json:"keyword,omitempty"` // to look for in descriptions, decoded; then there is no page

	section, name [2]int // where they stand in the URI
}

// search stands behind a keyword.
const search = ";type=a"

// Parse returns the meaning of u, whose scheme is x-man-page. The error says why
// it names nothing; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("x-man-page", r.remarks)
}

// URI returns the URI of v in normal form: the inverse of Parse. The error tells
// of a field that cannot be what it should.
func (v View) URI() (uri.URI, error) {
	name := pct.Encode(string(v.Page), nameChars)
	switch {
	case v.Page != "" && v.Keyword != "":
		return uri.URI{}, fmt.Errorf("x-man-page: both a page %q and a keyword %q", string(v.Page), string(v.Keyword))
	case v.Keyword != "" && !isKeyword(string(v.Keyword)):
		return uri.URI{}, fmt.Errorf("x-man-page: %q is no keyword to look for", string(v.Keyword))
	case v.Keyword != "":
		return uri.Parse("x-man-page:///" + pct.Encode(string(v.Keyword), nameChars) + search)
	case nameRule(string(v.Page)) != nil:
		return uri.URI{}, fmt.Errorf("x-man-page: %q cannot be the name of a page", string(v.Page))
	case v.Section == "":
		return uri.Parse("x-man-page:///" + name)
	case !isSection(v.Section):
		return uri.URI{}, fmt.Errorf("x-man-page: %q cannot be a section of the manual", v.Section)
	}
	return uri.Parse("x-man-page://" + v.Section + "/" + name)
}

// nameChars stand as they are in a name. The semicolon of a search is not among
// them.
var nameChars = pct.Unreserved.With("!$&'()*+,=:@")

// reading is a view under way.
type reading struct {
	u       uri.URI
	view    View
	remarks []uri.Remark
}

func (r *reading) forbid(rule uri.Rule, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, uri.Forbid, start, end-start))
}

// read reads u as Terminal does: slashes before the name are of no matter, and
// what stands in the place of the authority is a section if a name follows.
func read(u uri.URI) reading {
	r := reading{u: u}
	first, firstEnd, _ := u.Range(uri.Authority)
	start, end, _ := u.Range(uri.Path)
	text := u.String()
	for start < end && text[start] == '/' {
		start++
	}
	if start == end && first < firstEnd { // x-man-page://name
		start, end, first = first, firstEnd, firstEnd
	}
	name, isSearch := strings.CutSuffix(text[start:end], search)
	switch {
	case isSearch:
		r.readKeyword(start, start+len(name))
	case first < firstEnd:
		r.readSection(first, firstEnd)
		r.readPage(start, end)
	default:
		r.readPage(start, end)
	}
	if qs, qe, ok := u.Range(uri.Query); ok {
		r.forbid(ruleQuery, qs-len("?"), qe)
	}
	return r
}

func (r *reading) readSection(start, end int) {
	r.view.section = [2]int{start, end}
	if section := pct.Decode(r.u.String()[start:end]); isSection(section) {
		r.view.Section = section
	} else {
		r.forbid(ruleSection, start, end)
	}
}

func (r *reading) readPage(start, end int) {
	text := r.u.String()[start:end]
	name := pct.Decode(text)
	r.view.name = [2]int{start, end}
	rule := nameRule(name)
	section, _, slash := strings.Cut(text, "/")
	switch {
	case rule == nil:
		r.view.Page = scheme.Octets(name)
	case slash && isSection(section) && r.view.Section == "":
		r.forbid(ruleSlashes, start, end)
	default:
		r.forbid(*rule, start, end)
	}
}

func (r *reading) readKeyword(start, end int) {
	keyword := pct.Decode(r.u.String()[start:end])
	r.view.name = [2]int{start, end}
	if !isKeyword(keyword) {
		r.forbid(ruleKeyword, start, end)
		return
	}
	r.view.Keyword = scheme.Octets(keyword)
}

func isKeyword(s string) bool {
	return s != "" && s[0] != '-' && !strings.ContainsAny(s, scheme.Controls)
}

// nameRule returns the rule by which s is not the name of a page, or nil.
func nameRule(s string) *uri.Rule {
	switch {
	case strings.HasPrefix(s, "-"):
		return &ruleOption
	case s == "", s == ".", s == "..", strings.ContainsAny(s, "/"+scheme.Controls):
		return &ruleName
	}
	return nil
}

// isSection reports whether s can be a section, as in the scheme man: "n", "l",
// or a digit and up to 15 letters, digits, "_" or "+".
func isSection(s string) bool {
	const digits, others = "0123456789", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_+"
	return s == "n" || s == "l" ||
		s != "" && len(s) <= 16 && strings.Contains(digits, s[:1]) && strings.Trim(s, digits+others) == ""
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	label := "page"
	if v.Keyword != "" {
		label = "keyword"
	}
	parts = scheme.AppendPart(parts, v.section[0], v.section[1], "section")
	return scheme.AppendPart(parts, v.name[0], v.name[1], label)
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch {
	case v.Keyword != "":
		return fmt.Sprintf("the manual pages whose descriptions hold %q", string(v.Keyword))
	case v.Page != "" && v.Section != "":
		return fmt.Sprintf("the manual page %q of section %s", string(v.Page), v.Section)
	case v.Page != "":
		return fmt.Sprintf("the manual page %q of the first section that has one", string(v.Page))
	}
	return "no page of the manual"
}
