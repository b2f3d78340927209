package page

import (
	"fmt"
	"html/template"
	"time"
	"unicode"
	"unicode/utf8"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// An Answer is what a [Renderer] draws.
type Answer struct {
	*get.Response
	Site  *Site
	Asked uri.URI   // what the user asked for: another than URI after a redirect
	Long  bool      // lines of text are not wrapped, however long
	Sort  string    // the column by which a listing is sorted, "-" before it for downwards
	Began time.Time // when the request came in
	Token string    // for the forms of the page that are sent to be acted on
	Sent  bool      // it answers a form that was sent, and has no address
}

// A Matter is the main part of a page.
type Matter struct {
	Title string        // in one line of plain text
	Main  template.HTML // with one h1
	Facts []string      // of the foot: bytes, entries, charset
	Err   error         // what broke the answer off, if anything did; Main says so too
}

// A Renderer draws an answer. It reads what it shows of it and leaves closing
// to the caller.
type Renderer func(Answer) Matter

// General is the renderer of all schemes that have none of their own: it knows
// the five kinds of answer and no protocol.
func General(a Answer) Matter {
	switch answer := a.Response.Answer.(type) {
	case *get.Object:
		return drawObject(a, answer)
	case *get.Listing:
		return drawListing(a, answer)
	case *get.Form:
		return drawForm(a, answer)
	case *get.Session:
		return drawSession(a, answer)
	case *get.Locations:
		return drawLocations(a, answer)
	default:
		panic(fmt.Sprintf("page: no such answer: %T", answer))
	}
}

// Answer returns the page of an answer. A nil renderer is [General].
func (s *Site) Answer(a Answer, render Renderer) *Frame {
	if render == nil {
		render = General
	}
	m := render(a)
	f := &Frame{
		Title: at(m.Title, a.URI), Input: a.Asked.String(), Kind: title(a.Kind()),
		Trail: s.trail(a.URI), Acts: s.acts(a.URI, a.About, !a.Sent && hasBytes(a.Response)),
		Main: draw("answer", answerData{m.Main, a.led(), a.Meta}),
	}
	if m.Err != nil {
		f.Status, f.Kind, f.Stop = failure(a.URI, m.Err).Kind.HTTPStatus(), f.Kind+", broken off", true
	}
	if a.Kept.IsZero() {
		f.Facts = append(m.Facts, "in "+took(a.Began))
	} else { // nothing in it changes, as long as it is kept
		f.Facts = append(m.Facts, "kept here since "+a.Kept.UTC().Format("15:04:05")+" UTC: reload to ask again")
	}
	if a.Sent {
		f.Facts = append(f.Facts, "the answer to what was filled in")
	}
	for _, note := range a.Notes {
		f.Facts = append(f.Facts, visible(note))
	}
	if fact := secrecy(s.Schemes.Lookup(a.URI.Scheme())); fact != "" && a.Kind() != "session" {
		f.Facts = append(f.Facts, fact)
	}
	return f
}

type answerData struct {
	Main template.HTML
	Led  string
	Meta []get.Meta
}

// led says that a redirect was followed.
func (a Answer) led() string {
	if a.URI == a.Asked || a.Asked.IsZero() {
		return ""
	}
	return a.Site.Schemes.Redacted(a.Asked)
}

// raw returns the address of the bytes of the answer, if it has one.
func (a Answer) raw() Href {
	if a.Sent {
		return Href{}
	}
	return Raw(a.URI)
}

// hasBytes reports whether the gateway has an address of plain bytes for the
// answer.
func hasBytes(r *get.Response) bool { return r.Kind() == "object" || r.Kind() == "listing" }

// secret are the schemes that are never spoken in the clear.
var secret = map[string]bool{
	"https": true, "ftps": true, "gophers": true, "gemini": true, "ldaps": true, "nntps": true, "snews": true, "sftp": true,
}

// secrecy says whether others on the way can read along.
func secrecy(info *scheme.Info) string {
	switch {
	case info == nil || info.Reach != scheme.Network:
		return ""
	case secret[info.Name]:
		return "encrypted"
	default:
		return "not encrypted"
	}
}

// took says how long it is since began.
func took(began time.Time) string { return count(time.Since(began).Milliseconds()) + " ms" }

// failure returns err as the *get.Error that errors of answers are.
func failure(u uri.URI, err error) *get.Error {
	if e, ok := err.(*get.Error); ok {
		return e
	}
	return &get.Error{Op: "read", URI: u, Kind: get.Internal, Err: err}
}

// broken is how a page says that its answer broke off.
func broken(u uri.URI, err error) string {
	if err == nil {
		return ""
	}
	return visible(failure(u, err).Error())
}

// title writes a word with a capital, as at the head of something.
func title(word string) string {
	first, n := utf8.DecodeRuneInString(word)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + word[n:]
}
