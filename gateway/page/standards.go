package page

import (
	"fmt"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/bnf1994"
	"uriel.dev/uri/whatwg"
)

// A standards is one text as each standard reads it, side by side.
type standards struct {
	Names []string
	Rows  []standardRow
}

// standardRow is a verdict, or a component, in the columns of the standards.
type standardRow struct {
	Name  string
	Class string // of a component
	Cells []standardCell
}

// standardCell is what one standard says.
type standardCell struct {
	Text    string
	Note    string // why; "" if there is nothing to say
	Absent  bool   // the component is undefined
	Silent  bool   // the standard has no such component, or refuses the whole
	Differs bool   // from what RFC 3986 says
}

// byStandard reads a text by RFC 3986, the URL Standard, RFC 1738, the draft of
// 1994 and the document of its own scheme. The draft wants "URL:" before it,
// which is taken as said.
func (s *Site) byStandard(u uri.URI) *standards {
	w, err := whatwg.Parse(u.String())
	old, draft := bnf1994.Parse1738(u.String()), bnf1994.Parse("URL:"+u.String())
	out := &standards{Names: []string{"RFC 3986", "URL Standard", "RFC 1738", "Draft of 1994"}}
	verdict := standardRow{Name: "verdict", Cells: []standardCell{{Text: "✓ valid"}, whatwgVerdict(u, err), oldVerdict(old), oldVerdict(draft)}}
	if info := s.Schemes.Lookup(u.Scheme()); info != nil {
		out.Names = append(out.Names, info.Spec)
		_, err := info.View(u)
		verdict.Cells = append(verdict.Cells, schemeVerdict(err))
	}
	out.Rows = append(out.Rows, verdict)
	for _, c := range [...]uri.Component{uri.Userinfo, uri.Host, uri.Port, uri.Path, uri.Query, uri.Fragment} {
		text, ok := u.Component(c)
		row := standardRow{Name: c.String(), Class: classOf[c], Cells: []standardCell{{Text: maskIn(c, text), Absent: !ok}}}
		row.Cells = append(row.Cells, whatwgCell(w, err, c), oldCell(old, c), oldCell(draft, c))
		for i := range row.Cells[1:] {
			cell := &row.Cells[1+i]
			cell.Differs = !cell.Silent && (cell.Text != row.Cells[0].Text || cell.Absent != row.Cells[0].Absent)
		}
		s.hide(u, c, row.Cells)
		if len(verdict.Cells) > len(row.Cells) {
			row.Cells = append(row.Cells, standardCell{Silent: true})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// hide hides the secrets that stand in a component of u, however the standards
// write it.
func (s *Site) hide(u uri.URI, c uri.Component, cells []standardCell) {
	start, end, _ := u.Range(c)
	for _, secret := range s.Schemes.Secrets(u) {
		if start <= secret.Start && secret.Start < secret.End && secret.End <= end {
			for i := range cells {
				cells[i].Text = strings.ReplaceAll(cells[i].Text, u.String()[secret.Start:secret.End], "***")
			}
		}
	}
}

func maskIn(c uri.Component, text string) string {
	if name, _, ok := strings.Cut(text, ":"); ok && c == uri.Userinfo {
		return name + ":***"
	}
	return cut(text, mostDrawn)
}

func whatwgVerdict(u uri.URI, err error) standardCell {
	if err != nil {
		return standardCell{Text: "✕ no URL", Note: visible(err.Error()), Differs: true}
	}
	diffs := whatwg.Diff(u.String())
	if len(diffs) == 0 {
		return standardCell{Text: "✓ the same URL"}
	}
	var why []string
	for _, d := range diffs {
		if d.Why != "" {
			why = append(why, d.Why)
		}
	}
	return standardCell{Text: "✓ another URL", Note: visible(cut(strings.Join(why, "; "), 300)), Differs: true}
}

func oldVerdict(v bnf1994.Verdict) standardCell {
	err := v.Error
	switch {
	case err != nil && v.Prose != nil && *v.Prose:
		return standardCell{Text: "✓ by its prose alone", Note: visible(err.Text), Differs: true}
	case err != nil:
		return standardCell{Text: "✕ no " + err.Production, Note: visible(err.Text), Differs: true}
	}
	c := standardCell{Text: "✓ valid"}
	if len(v.Notes) > 0 {
		c.Note = visible(v.Notes[0].Text)
	}
	return c
}

func schemeVerdict(err error) standardCell {
	if err != nil {
		return standardCell{Text: "✕ not by its scheme", Note: visible(err.Error()), Differs: true}
	}
	return standardCell{Text: "✓ valid"}
}

func whatwgCell(u whatwg.URL, err error, c uri.Component) standardCell {
	if err != nil {
		return standardCell{Silent: true}
	}
	undefined := func(text string, defined bool) standardCell {
		return standardCell{Text: cut(text, mostDrawn), Absent: !defined}
	}
	switch c {
	case uri.Userinfo:
		text := u.Username()
		if u.Password() != "" {
			text += ":***"
		}
		return undefined(text, text != "")
	case uri.Host:
		return undefined(u.Hostname(), u.HasHost())
	case uri.Port:
		return undefined(u.Port(), u.Port() != "")
	case uri.Path:
		return undefined(u.Pathname(), true)
	case uri.Query:
		return undefined(strings.TrimPrefix(u.Search(), "?"), u.HasQuery())
	default:
		return undefined(strings.TrimPrefix(u.Hash(), "#"), u.HasFragment())
	}
}

// oldCell is what a grammar of 1994 says of a component that it has too. What
// stands behind the host each scheme cuts in its own way there.
func oldCell(v bnf1994.Verdict, c uri.Component) standardCell {
	component, known := map[uri.Component]*string{uri.Userinfo: v.Userinfo, uri.Host: v.Host, uri.Port: v.Port}[c]
	switch {
	case !v.Valid || !known:
		return standardCell{Silent: true}
	case component == nil:
		return standardCell{Absent: true}
	default:
		return standardCell{Text: maskIn(c, *component)}
	}
}

// Says names what a cell says where there is no text.
func (c standardCell) Says() string {
	switch {
	case c.Silent:
		return ""
	case c.Absent:
		return "absent"
	case c.Text == "":
		return "empty"
	}
	return ""
}

// Caption says how many differences there are.
func (s *standards) Caption() string {
	n := 0
	for _, r := range s.Rows {
		for _, c := range r.Cells {
			if c.Differs {
				n++
			}
		}
	}
	if n == 0 {
		return "All say the same."
	}
	return fmt.Sprintf("%s from RFC 3986: marked ≠.", strings.ToUpper(number(n, "difference")[:1])+number(n, "difference")[1:])
}
