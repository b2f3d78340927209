package page

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// An Inspection is what the inspector is asked to draw.
type Inspection struct {
	Text string // as it was given, valid or not
	With string // a second one to compare with; "" is none

	// Plan says what dereferencing would do, without doing it.
	Plan func(uri.URI) (get.Plan, error)

	JSON bool // the same can be had as JSON
}

// inspection is what the template of the inspector needs.
type inspection struct {
	Text       string // masked
	Specimen   specimen
	Scheme     string
	Understood bool // the scheme has a view
	Verdict    string
	Meaning    string
	Misses     string // what the scheme misses or forbids
	Show, JSON Href
	Components []component
	Parts      []meaning
	Remarks    []remark
	Judgement  string
	Ladder     []rung
	Standards  *standards
	Given      string // as given, for the form
	Other      *comparison
	Wire       []wireLine
	NotSent    string
	Copies     []copyAs
}

// meaning is a row of what the scheme makes of a part.
type meaning struct {
	Text, Label, Class string
	Start, End         int
}

// remark is a uri.Remark with its place.
type remark struct {
	uri.Remark
	Word  string
	At    pointed
	Href  Href
	Shown string
}

// rung is a step of the ladder of normal forms.
type rung struct {
	Name    string
	Changed bool
	Text    string
	Says    string
}

type comparison struct {
	Text   string
	Sign   string // "✓" or "✕"
	Words  string
	Reason string
	Error  string
}

// wireLine is a line of the dialogue that would be.
type wireLine struct {
	Ours bool // it would be sent
	Text string
}

type copyAs struct{ For, Text string }

// Inspect returns the page that explains a text: its parts, what they mean, its
// normal forms, what would be sent. Nobody is asked.
func (s *Site) Inspect(in Inspection) *Frame {
	u, err := uri.Parse(in.Text)
	if err != nil {
		f := s.Mistake(in.Text, err)
		f.Kind, f.Title = "", "Inspect "+cut(visible(s.mask(in.Text)), 120)
		if in.JSON {
			f.JSON = InspectJSON(in.Text)
		}
		return f
	}
	d := inspection{
		Text: s.mask(in.Text), Given: in.Text, Scheme: strings.ToLower(u.Scheme()), Verdict: verdict(u),
		Components: s.components(u), Ladder: s.ladder(u), Standards: s.byStandard(u), Copies: s.copies(u),
	}
	d.Specimen = s.view(u, &d)
	if u.HasScheme() && s.Support[d.Scheme].Shown {
		d.Show = Show(u)
	}
	d.remarks(s.Schemes.Judge(u))
	if in.With != "" {
		d.Other = s.compare(u, in.With)
	}
	if in.Plan != nil {
		d.plan(in.Plan(u))
	}
	f := &Frame{
		Title: "Inspect " + cut(s.Schemes.Redacted(u), 120), Input: in.Text, Main: draw("inspect", &d),
		Facts: []string{"read by RFC 3986", "no one was asked"},
	}
	if in.JSON {
		d.JSON = InspectJSON(in.Text)
		f.JSON, f.Main = d.JSON, draw("inspect", &d)
	}
	return f
}

func verdict(u uri.URI) string {
	what := "URI"
	if !u.HasScheme() {
		what = "relative reference"
	}
	return fmt.Sprintf("A valid %s of %s.", what, number(len(u.String()), "byte"))
}

// view draws u with the parts of its view, and fills in what they mean.
func (s *Site) view(u uri.URI, d *inspection) specimen {
	v, err := s.Schemes.View(u)
	if v == nil {
		return newSpecimen(u, nil)
	}
	d.Understood = true
	if err != nil {
		d.Misses = visible(err.Error())
	}
	d.Meaning = cut(visible(v.Meaning()), 300)
	parts, text := v.Parts(), s.mask(u.String())
	for _, p := range parts {
		if 0 <= p.Start && p.Start <= p.End && p.End <= len(text) {
			d.Parts = append(d.Parts, meaning{cut(text[p.Start:p.End], mostDrawn), visible(p.Label), classOf[componentAt(u, p.Start)], p.Start, p.End})
		}
	}
	return newSpecimen(u, parts)
}

// remarks fills in what there is to remark.
func (d *inspection) remarks(list []uri.Remark) {
	counts := map[uri.Severity]int{}
	for _, r := range list {
		counts[r.Severity]++
		d.Remarks = append(d.Remarks, newRemark(d.Text, r))
	}
	d.Judgement = fmt.Sprintf("%s, %s, %s.", number(counts[uri.Forbid], "error"), number(counts[uri.Warning], "warning"), number(counts[uri.Info], "note"))
}

// newRemark places a remark on text.
func newRemark(text string, r uri.Remark) remark {
	word := map[uri.Severity]string{uri.Info: "Note.", uri.Warning: "⚠ Warning.", uri.Forbid: "✕ Error."}[r.Severity]
	return remark{r, word, point(text, r.Offset, r.Length), RulePage(r.Rule), visible(title(r.Text))}
}

// ladder climbs RFC 3986, section 6.2, as far as one can without asking.
func (s *Site) ladder(u uri.URI) []rung {
	syntax, byScheme := s.Schemes.NormalizeSyntax(u), s.Schemes.Normalize(u)
	out := []rung{
		{Name: "Syntax", Changed: syntax != u, Text: s.mask(syntax.String()), Says: "Case of scheme and host, case and need of escapes, dot segments."},
	}
	if s.Schemes.Lookup(u.Scheme()) != nil {
		out = append(out, rung{Name: "Scheme", Changed: byScheme != syntax, Text: s.mask(byScheme.String()), Says: "Default port, and the scheme’s own rules."})
	}
	return out
}

// compare says at which rung the two become equal.
func (s *Site) compare(u uri.URI, with string) *comparison {
	c := &comparison{Text: visible(s.mask(with))}
	v, err := uri.Parse(with)
	if err != nil {
		c.Error = visible(err.Error())
		return c
	}
	rung, reason := s.Schemes.Compare(u, v)
	words := map[uri.Rung]string{uri.Identical: "identical", uri.EqualSyntax: "equal by syntax", uri.EqualScheme: "equal by the rules of the scheme", uri.Different: "different on every rung"}
	reasons := map[string]string{
		"": "", "default-port": "one names the default port", "scheme-rules": "the scheme’s own rules",
		"urn-lexical": "the same name, written in another way", "urn-namespace": "the same name by the rules of its namespace",
	}
	c.Sign, c.Words, c.Reason = "✓", words[rung], reasons[reason]
	if c.Reason == "" {
		c.Reason = reason
	}
	if rung == uri.Different {
		c.Sign = "✕"
	}
	return c
}

// plan fills in what would be sent.
func (d *inspection) plan(p get.Plan, err error) {
	if err != nil {
		d.NotSent = visible(err.Error())
		return
	}
	words := map[get.Act]string{get.Connect: "* connect ", get.Listen: "* wait for a connection from ", get.TLS: "* encrypt, for the name ", get.Open: "* open ", get.Exec: "* run ", get.Decode: "* ask nobody: ", get.Show: "* "}
	for _, step := range p {
		if step.Act != get.Send {
			d.Wire = append(d.Wire, wireLine{Text: words[step.Act] + scheme.Octets(step.Text).Escaped()})
			continue
		}
		for line := range strings.Lines(step.Text) {
			d.Wire = append(d.Wire, wireLine{true, "> " + scheme.Octets(secretless(line)).Escaped()})
		}
	}
}

// secretless leaves the password out of a line that would send it.
func secretless(line string) string {
	for _, prefix := range [...]string{"authorization:", "proxy-authorization:", "pass "} {
		if len(line) > len(prefix) && strings.EqualFold(line[:len(prefix)], prefix) {
			return line[:len(prefix)] + " (not shown)"
		}
	}
	return line
}

// curl are the schemes that curl speaks.
var curl = map[string]bool{
	"dict": true, "file": true, "ftp": true, "ftps": true, "gopher": true, "gophers": true, "http": true, "https": true, "imap": true, "imaps": true,
	"ldap": true, "ldaps": true, "mqtt": true, "pop3": true, "pop3s": true, "rtsp": true, "scp": true, "sftp": true, "smb": true, "smbs": true, "smtp": true,
	"smtps": true, "telnet": true, "tftp": true, "ws": true, "wss": true,
}

func (s *Site) copies(u uri.URI) []copyAs {
	text := s.Schemes.Redacted(u)
	out := []copyAs{{"URI", text}, {"Uriel", "uriel get " + quoteShell(text)}}
	if curl[strings.ToLower(u.Scheme())] {
		out = append(out, copyAs{"curl", "curl " + quoteShell(text)})
	}
	return append(out,
		copyAs{"Go", "u, err := uri.Parse(" + strconv.Quote(text) + ")"},
		copyAs{"HTML", `<a href="` + html.EscapeString(text) + `">` + html.EscapeString(s.name(u)) + `</a>`})
}
