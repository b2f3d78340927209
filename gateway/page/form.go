package page

import (
	"fmt"
	"strings"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// form is a Form as the page shows it.
type form struct {
	Title, Text string
	Host        string // who wrote it and gets the answers; "" if nobody is asked
	Scheme      string
	Action      Href
	Post        bool   // it is sent to be acted on
	Token       string // of Post
	Clear       bool   // anybody on the way can read it
	Files       bool   // one of the fields takes a file
	Secret      bool   // one of the fields is hidden
	Fields      []field
	Refused     string // why it cannot be sent from here; "" if it can
	Command     string // that fills it in
}

type field struct {
	get.Field
	ID    string
	Input string // the name of the parameter
	Clear bool   // as of the form
	Post  bool   // as of the form
}

// The parameters of a form that is sent to be acted on, beside those of its
// fields.
const (
	TokenInput = "token" // that the page of this gateway holds, and no other
	ClearInput = "clear" // a secret may be sent for all to read
)

// drawForm draws a form. Most ask by GET: what is filled in becomes part of a
// URI, so the page that answers has an address of its own. One that the server
// acts on is sent by POST, with a token that tells that it was filled in here.
func drawForm(a Answer, f *get.Form) Matter {
	v := form{
		Title: visible(f.Title), Text: plain(f.Text), Host: a.URI.Host(), Scheme: a.URI.Scheme(),
		Action: Show(a.URI.WithoutFragment()), Command: "uriel get", Post: f.Submits, Token: a.Token, Clear: f.Clear,
	}
	if v.Title == "" {
		v.Title = "Questions to fill in"
	}
	for i, x := range f.Fields {
		if !f.Submits {
			v.refuse(x)
		}
		if x.Type == get.Password && !f.Submits {
			continue
		}
		x.Label = visible(x.Label)
		if x.Label == "" {
			x.Label = visible(x.Name)
		}
		v.Files = v.Files || x.Type == get.File
		v.Secret = v.Secret || x.Type == get.Password
		v.Fields = append(v.Fields, field{x, fmt.Sprintf("field-%d", i), "f." + x.Name, f.Clear, f.Submits})
		v.Command += " --field " + quoteShell(x.Name+"=…")
	}
	if v.Refused != "" && hasPassword(f) {
		v.Command = "uriel get " + quoteShell(withUser(a.URI))
	} else {
		v.Command += " " + quoteShell(a.Site.Schemes.Redacted(a.URI))
	}
	return Matter{Title: v.Title, Main: draw("form", v), Facts: []string{number(len(f.Fields), "question")}}
}

// refuse says why a field of a form that is no more than a part of a URI cannot
// be filled in here.
func (v *form) refuse(x get.Field) {
	switch x.Type {
	case get.Password:
		v.Refused = "This gateway never asks for a password: it would have to keep it, and to be trusted with it."
		v.Command += " --user NAME"
	case get.File:
		v.Refused = "A file cannot be sent from here yet."
	}
}

func hasPassword(f *get.Form) bool {
	for _, x := range f.Fields {
		if x.Type == get.Password {
			return true
		}
	}
	return false
}

// withUser writes a place for the name of a user into u, unless it has one: the
// command then asks for the password.
func withUser(u uri.URI) string {
	if start, _, ok := u.Range(uri.Authority); ok && !u.HasUserinfo() {
		text := u.String()
		return text[:start] + "USER@" + text[start:]
	}
	return u.Redacted()
}

// session is a Session as the page shows it.
type session struct {
	get.Session
	Title string
	Open  Href
}

func drawSession(a Answer, s *get.Session) Matter {
	v := session{Session: *s, Title: fmt.Sprintf("A %s session at %s", s.Protocol, s.Host), Open: Outside(a.URI)}
	return Matter{Title: v.Title, Main: draw("session", v)}
}

// location is a Location as the page shows it.
type location struct {
	Text, Note string
	Href       Href
}

func drawLocations(a Answer, l *get.Locations) Matter {
	list := make([]location, len(l.List))
	for i, x := range l.List {
		list[i] = location{visible(a.Site.Schemes.Redacted(x.URI)), visible(x.Note), a.Site.Link(x.URI)}
	}
	words := "Where it can be had"
	return Matter{Title: words, Main: draw("locations", list), Facts: []string{strings.ToLower(number(len(list), "location"))}}
}
