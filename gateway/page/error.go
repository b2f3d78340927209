package page

import (
	"errors"
	"html/template"
	"net/http"
	"strings"
	"time"

	"uriel.dev/get"
	"uriel.dev/uri"
)

// failed says in a sentence what each kind of error comes to, and in a word or
// two for the trail.
var failed = map[get.Kind]struct{ word, sentence string }{
	get.Internal:    {"Our fault", "Something in Uriel went wrong."},
	get.Invalid:     {"Invalid", "This cannot be asked."},
	get.Denied:      {"Refused", "The policy of this gateway does not allow it."},
	get.Unsupported: {"Not spoken", "It is understood, but not spoken here."},
	get.NotFound:    {"Not found", "It was not found."},
	get.Timeout:     {"Timed out", "It took too long."},
	get.Network:     {"Not reached", "The server could not be reached."},
	get.TLSFailed:   {"Not trusted", "No encryption that can be trusted was agreed on."},
	get.Protocol:    {"Not understood", "The server does not keep to its protocol."},
	get.Limit:       {"Too large", "It is more than this gateway takes in."},
	get.Auth:        {"Who asks?", "The server wants to know who asks."},
	get.Canceled:    {"Broken off", "It was broken off."},
	get.Partial:     {"In part", "Only a part of it came."},
}

// failureData is a get.Error as the page shows it.
type failureData struct {
	Sentence string
	Cause    string
	Server   string // the server's words
	Steps    []step
	Up       Href
	Again    Href // zero if that is of no use, as Command is ""
	Inspect  Href
	Command  string
	Inner    *Guess // what may have been meant
	Came     template.HTML
}

type step struct {
	Class string // "no": it failed; "yet": it was not tried; "" it went well
	Head  string
	Rest  string
}

// Error returns the page of an error of dereferencing the URI that was asked.
// What came along with the error is drawn too; closing it is left to the
// caller. instead, if there is any, is a URI that would do.
func (s *Site) Error(asked uri.URI, e *get.Error, instead *Guess, began time.Time) *Frame {
	u := e.URI
	if u.IsZero() {
		u = asked
	}
	d := failureData{
		Sentence: failed[e.Kind].sentence, Server: plain(e.Server), Steps: steps(e), Again: Show(asked), Inspect: Inspect(asked.String()),
		Command: "uriel get -v " + quoteShell(s.Schemes.Redacted(asked)), Inner: instead,
	}
	switch e.Kind {
	case get.Unsupported:
		d.Again, d.Command = Href{}, "" // it will be no other
		if s.Schemes.Lookup(u.Scheme()) == nil {
			d.Sentence = "Its scheme is not known here."
		}
	case get.Invalid:
		d.Again, d.Command = Href{}, ""
	case get.Denied:
		d.Again = Href{}
	}
	if instead == nil {
		d.Inner = inner(asked)
	}
	if e.Err != nil {
		d.Cause = title(visible(e.Err.Error())) + "."
	}
	if e.Answer != nil {
		m := General(Answer{Response: e.Answer, Site: s, Asked: asked, Began: began})
		d.Came = demote(m.Main)
	}
	acts := s.acts(u, uri.URI{}, false)
	if e.Kind == get.NotFound && acts[0].Name == "up" {
		d.Up = acts[0].Href
	}
	word, status := failed[e.Kind].word, e.Kind.HTTPStatus()
	if _, ok := errors.AsType[*get.RangeError](e); ok {
		status = http.StatusRequestedRangeNotSatisfiable
	}
	return &Frame{
		Status: status, Title: at(word+": "+s.name(u), u), Input: asked.String(),
		Kind: word, Stop: true, Trail: s.trail(u), Acts: acts, Main: draw("error", d),
		Facts: []string{
			"HTTP " + count(status), "code: " + e.Kind.String(),
			took(began) + " in all", "nothing was kept",
		},
	}
}

// demote makes the matter of a page a part of another: its headings stand below
// that of a section, and its list of contents not beside but above.
func demote(main template.HTML) template.HTML {
	return template.HTML(strings.NewReplacer(
		"<h1", "<h3", "</h1>", "</h3>", "<h2", "<h4", "</h2>", "</h4>", "<h3", "<h5", "</h3>", "</h5>",
		`<div class="doc">`, `<div>`,
	).Replace(string(main)))
}

// inner returns what stands behind a "URL:", the prefix of the 1994 draft.
func inner(u uri.URI) *Guess {
	if !strings.EqualFold(u.Scheme(), "url") {
		return nil
	}
	if v, err := uri.Parse(u.String()[len("url:"):]); err == nil && v.HasScheme() {
		return &Guess{v, "without the prefix"}
	}
	return nil
}

// steps tells how far dereferencing came.
func steps(e *get.Error) []step {
	read := step{"", "Read the URI.", "It is valid by the general rules."}
	switch e.Kind {
	case get.Invalid, get.Unsupported:
		return []step{read, {"no", "Finding out how to ask failed:", e.Kind.String() + "."}, {"yet", "Asking", "was not tried."}}
	case get.Denied:
		return []step{read, {"no", "The policy was asked", "and refused."}, {"yet", "Going on", "was not tried."}}
	default:
		return []step{read, {"", "Asked the policy.", "It allows it."}, {"no", "The step “" + e.Op + "” failed:", e.Kind.String() + "."}}
	}
}

// mistake is a text that is no URI as the page shows it.
type mistake struct {
	Head                 string
	Title, Hint, Section string
	Rule                 string
	RuleHref             Href
	At                   pointed
	Offset               int
	Guesses              []Guess
}

// A Guess is a URI that may have been meant. It is offered and never taken.
type Guess struct {
	URI uri.URI
	Why string
}

// Href returns where the guess leads.
func (g Guess) Href() Href { return Show(g.URI) }

// Text returns the guess for reading.
func (g Guess) Text() string { return g.URI.Redacted() }

// Mistake returns the page about a text that is no URI, or one without a
// scheme. err is what parsing it said.
func (s *Site) Mistake(text string, err error) *Frame {
	m := mistake{Head: "This is not a URI.", Guesses: s.guesses(text)}
	if e, ok := errors.AsType[*uri.Error](err); ok {
		m.Title, m.Hint, m.Section, m.Rule, m.RuleHref = title(e.Title)+".", e.Hint, e.Section, e.Rule, RulePage(e.Rule)
		m.At, m.Offset = point(text, e.Offset, 1), e.Offset
	} else {
		m.Title, m.Section = "A relative reference names nothing without a base.", "RFC 3986 4.2"
		m.Hint = "write the whole URI, with its scheme"
		m.At = point(text, 0, 0)
	}
	return m.frame("Not a URI: ", text)
}

// Unencoded returns the page about an address of the gateway that holds a URI
// as it is, so that its query could be meant for the gateway.
func (s *Site) Unencoded(text string) *Frame {
	m := mistake{
		Head: "Which part is the URI?", At: point(text, strings.IndexByte(text, '?'), 1),
		Title: "In an address of the gateway, what is behind a question mark is for the gateway.", Hint: "percent-encode the URI, or use the field",
	}
	if u, err := uri.Parse(text); err == nil {
		m.Guesses = append(m.Guesses, Guess{u, "all of it"})
	}
	return m.frame("Not encoded: ", text)
}

func (m mistake) frame(what, text string) *Frame {
	return &Frame{
		Status: http.StatusBadRequest, Title: what + cut(visible(mask(text)), 120), Input: text,
		Kind: "Invalid", Stop: true, Main: draw("mistake", m),
		Facts: []string{"HTTP 400", "code: invalid", "no one was asked"},
	}
}

// guesses returns what may have been meant by text.
func (s *Site) guesses(text string) (out []Guess) {
	try := func(guess, why string) {
		u, err := uri.Parse(guess)
		if err == nil && s.Schemes.Lookup(u.Scheme()) != nil && !strings.Contains(u.Host(), "%") {
			out = append(out, Guess{u, why})
		}
	}
	bare := strings.Trim(text, "<>\"'() \t\r\n")
	bare = strings.NewReplacer("\n", "", "\r", "", "\t", "").Replace(bare)
	if len(bare) > len("url:") && strings.EqualFold(bare[:len("url:")], "url:") {
		bare = bare[len("url:"):]
	}
	if bare != text {
		try(bare, "without what stands around it")
	}
	if encoded := encodeRest(bare); encoded != bare {
		try(encoded, "with its other characters percent-encoded")
	}
	if !strings.Contains(bare, "://") && looksLikeHost(bare) {
		try("http://"+encodeRest(bare), "as an address of the web")
	}
	return out
}

// looksLikeHost reports whether text begins like www.example.org/path or
// localhost:8080.
func looksLikeHost(text string) bool {
	host := text[:len(text)-len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-."))]
	rest := text[len(host):]
	if host == "" || rest != "" && !strings.ContainsRune("/?#:", rune(rest[0])) {
		return false
	}
	return strings.Contains(strings.Trim(host, "."), ".") || strings.EqualFold(host, "localhost")
}

// Nowhere returns the page for an address that the gateway does not have.
func (s *Site) Nowhere(path string) *Frame {
	return s.Sorry(http.StatusNotFound, "There is no such page.", "This gateway has nothing at "+path+".")
}

// Sorry returns a page of our own that says why there is nothing to show.
func (s *Site) Sorry(status int, head, text string) *Frame {
	return &Frame{
		Status: status, Title: head, Main: draw("sorry", [2]string{head, visible(text)}),
		Facts: []string{"HTTP " + count(status), "no one was asked"},
	}
}
