package page

import (
	"fmt"
	"iter"

	"uriel.dev/find"
	"uriel.dev/uri"
)

// The parameters of the form of the page on which a document is checked.
const (
	CheckText = "text" // what was pasted
	CheckFile = "file" // what was uploaded instead
	CheckAs   = "as"   // how it is read; "" is by its name, or as text
)

// maxFound is how many URIs a page lists.
const maxFound = 2000

// A Check is a document whose URIs are to be found and judged.
type Check struct {
	Name    string // of the file; "" if it was pasted
	Text    string // what was pasted, to be corrected
	As      string // the container that was chosen
	Read    string // and the one that it was read by
	Known   []string
	Token   string
	Matches iter.Seq2[find.Match, error] // nil before anything is sent
}

// found is a URI as the page lists it.
type found struct {
	Where   string // "12:5"
	Part    string
	Href    Href
	Inspect Href
	Text    string
	Written string // "" if that is the same
	Form    string
	Remarks []remark
}

// checked is what the page of a check shows.
type checked struct {
	Check
	Done              bool
	Found             []found
	Cut, Total, Noted int
	Broken            string
}

// Check returns the page on which a document is pasted or uploaded, and what was
// found in it. Nobody is asked whether what the URIs name is there.
func (s *Site) Check(c Check) *Frame {
	d := checked{Check: c, Done: c.Matches != nil}
	f := &Frame{Title: "Check a document", Current: "check"}
	if d.Done {
		d.list(s)
		f.Title = number(d.Total, "URI") + " in " + visible(titleOf(c))
		f.Facts = []string{number(d.Total, "URI"), number(d.Noted, "remark"), "read as " + c.Read, "no one was asked", "nothing was kept"}
	}
	f.Main = draw("check", d)
	return f
}

func titleOf(c Check) string {
	if c.Name == "" {
		return "what was pasted"
	}
	return c.Name
}

// list lists what is found.
func (d *checked) list(s *Site) {
	for m, err := range d.Matches {
		if err != nil {
			d.Broken = visible(err.Error())
			return
		}
		d.Total++
		row := s.found(m)
		d.Noted += len(row.Remarks)
		if len(d.Found) < maxFound {
			d.Found = append(d.Found, row)
		} else {
			d.Cut++
		}
	}
}

func (s *Site) found(m find.Match) found {
	text := visible(s.Schemes.Redacted(m.URI))
	f := found{
		Where: fmt.Sprintf("%d:%d", m.Line, m.ColumnRunes), Part: visible(m.Part), Form: string(m.Form),
		Href: s.linkAbsolute(m.URI), Inspect: Inspect(m.URI.String()), Text: text,
	}
	if m.Text != m.URI.String() {
		f.Written = visible(uri.Shorten(uri.Redact(m.Text)))
	}
	if m.Rule != "" {
		f.Form = m.Rule
	}
	for _, r := range m.Remarks {
		f.Remarks = append(f.Remarks, newRemark(m.Text, r))
	}
	for _, r := range s.Schemes.Judge(m.URI) {
		f.Remarks = append(f.Remarks, newRemark(m.URI.String(), r))
	}
	return f
}

// linkAbsolute is Link for a URI that may be a relative reference, which leads
// nowhere without its document.
func (s *Site) linkAbsolute(u uri.URI) Href {
	if !u.HasScheme() {
		return Href{}
	}
	return s.Link(u)
}
