package man

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a man URI means: a page, a file, or a list.
type View struct {
	Page    scheme.Octets `json:"page,omitempty"`    // its name, decoded
	Section string        `json:"section,omitempty"` // "1", "3pm"; "" for the first that has the page
	Path    scheme.Octets `json:"path,omitempty"`    // of a file with a page, decoded; begins with a slash

	// Index reports whether a list is meant: of the pages of Section, or of all
	// sections if that is "".
	Index bool `json:"index,omitempty"`

	page, section, path [2]int // where they stand in the URI
}

// index is what stands in the parentheses for all sections.
const index = "index"

// Parse returns the meaning of u, whose scheme is man. The error is the first
// thing that makes it name nothing; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	if len(r.remarks) > 0 {
		return r.view, fmt.Errorf("%s (%s)", r.remarks[0].Text, r.remarks[0].Section)
	}
	return r.view, nil
}

// URI returns the URI of a view in normal form: the inverse of Parse. It is the
// zero URI if a field of v cannot be what it should.
func (v View) URI() uri.URI {
	switch {
	case v.Path != "" && v.Path[0] != '/', strings.Contains(string(v.Path), "\x00"), v.Section != "" && !IsSection(v.Section), v.Page != "" && !IsName(string(v.Page)):
		return uri.URI{}
	}
	text := "man:"
	switch path := pct.Encode(string(v.Path), pct.Path); {
	case strings.HasPrefix(path, "//"):
		text += "//" + path // or its first name would be an authority
	case path != "":
		text += path
	case v.Section != "":
		text += pct.Encode(string(v.Page), pct.Segment) + "(" + v.Section + ")"
	case v.Page != "":
		text += pct.Encode(string(v.Page), pct.Segment)
	default:
		text += "(" + index + ")"
	}
	u, _ := uri.Parse(text) // fails by its length alone
	return u
}

// IsName reports whether s can be the name of a page: no slash, parenthesis or
// control character, not a dot segment, and no minus sign at the start, where
// it would make an option of it.
func IsName(s string) bool { return s != "" && nameRule(s) == nil }

func nameRule(s string) *uri.Rule {
	switch {
	case strings.HasPrefix(s, "-"):
		return &ruleOptionName
	case s == ".", s == "..", strings.ContainsAny(s, "/()\x7f"), strings.ContainsFunc(s, func(c rune) bool { return c < ' ' }):
		return &ruleName
	}
	return nil
}

// IsSection reports whether s can be a section: (DIGIT / "n" / "l") and up to
// 15 letters, digits, "_" or "+".
func IsSection(s string) bool {
	if s == "" || len(s) > 16 || !strings.ContainsAny(s[:1], "0123456789nl") {
		return false
	}
	return strings.Trim(s[1:], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+") == "" && (s[0] <= '9' || len(s) == 1)
}

// reading is a view under way.
type reading struct {
	view    View
	remarks []uri.Remark
}

func (r *reading) forbid(rule uri.Rule, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, uri.Forbid, start, end-start))
}

// read reads u by the forms of uri(7) and KDE:
//
//	man:           man:(index)     all sections
//	man:(1)        man:1/          the pages of a section
//	man:ls(1)      man:1/ls        a page
//	man:ls                         a page, in the first section that has it
//	man:/path                      a file
func read(u uri.URI) reading {
	var r reading
	if u.Authority() != "" {
		start, end, _ := u.Range(uri.Authority)
		r.forbid(ruleAuthority, start, end)
	}
	start, end, _ := u.Range(uri.Path)
	path := u.Path()
	at, width := paren(path)
	switch slash := strings.IndexByte(path, '/'); {
	case slash == 0:
		r.readPath(path, start, end)
	case at >= 0:
		r.readPage(path[:at], start)
		r.readSection(path[at:], start+at, width)
	case slash > 0 && IsSection(path[:slash]):
		r.view.Section, r.view.section = path[:slash], [2]int{start, start + slash}
		r.readPage(path[slash+1:], start+slash+1)
	default:
		r.readPage(path, start)
	}
	r.view.Index = r.view.Page == "" && r.view.Path == "" && len(r.remarks) == 0
	if qs, qe, ok := u.Range(uri.Query); ok {
		r.forbid(ruleQuery, qs-1, qe)
	}
	return r
}

// paren returns where the first "(" of s stands, as it is or encoded, and how
// many bytes it takes; -1 if there is none.
func paren(s string) (at, width int) {
	at, width = strings.IndexByte(s, '('), 1
	if i := strings.Index(s, "%28"); i >= 0 && (at < 0 || i < at) {
		at, width = i, 3
	}
	return at, width
}

func (r *reading) readPath(path string, start, end int) {
	if low := strings.ToLower(path); strings.Contains(low, "%2f") || strings.Contains(low, "%00") {
		r.forbid(ruleName, start, end) // no file has such a name
		return
	}
	r.view.Path, r.view.path = scheme.Octets(pct.Decode(path)), [2]int{start, end}
}

func (r *reading) readPage(text string, start int) {
	name := pct.Decode(text)
	r.view.page = [2]int{start, start + len(text)}
	if rule := nameRule(name); rule != nil {
		r.forbid(*rule, start, start+len(text))
		return
	}
	r.view.Page = scheme.Octets(name)
}

// readSection reads the parentheses behind a name. The first of them takes
// width bytes.
func (r *reading) readSection(text string, start, width int) {
	inner, ok := strings.CutSuffix(text[width:], ")")
	if !ok {
		inner, ok = strings.CutSuffix(text[width:], "%29")
	}
	section := pct.Decode(inner)
	switch {
	case ok && section == index && r.view.Page == "":
	case ok && IsSection(section):
		r.view.Section = section
		r.view.section = [2]int{start + width, start + width + len(inner)}
	default:
		r.forbid(ruleSection, start, start+len(text))
	}
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	add := func(at [2]int, label string) {
		if at[0] < at[1] {
			parts = append(parts, scheme.Part{Start: at[0], End: at[1], Label: label})
		}
	}
	add(v.path, "path")
	if v.section[0] < v.page[0] { // man:1/ls
		add(v.section, "section")
		add(v.page, "page")
	} else {
		add(v.page, "page")
		add(v.section, "section")
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	switch {
	case v.Path != "":
		return fmt.Sprintf("the manual page in the file %q", string(v.Path))
	case v.Page != "" && v.Section != "":
		return fmt.Sprintf("the manual page %q of section %s", string(v.Page), v.Section)
	case v.Page != "":
		return fmt.Sprintf("the manual page %q of the first section that has one", string(v.Page))
	case v.Section != "":
		return fmt.Sprintf("the pages of section %s of the manual", v.Section)
	case v.Index:
		return "the sections of the manual"
	}
	return "no page of the manual"
}
