package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"path"
	"strings"
	"syscall"
	"time"

	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// An answerRecord is what get --json says of an answer.
type answerRecord struct {
	URI       string        `json:"uri"`
	Canonical string        `json:"canonical,omitempty"`
	Kind      string        `json:"kind"`
	MediaType string        `json:"media_type,omitempty"`
	Length    *int64        `json:"length,omitempty"`
	Modified  string        `json:"modified,omitempty"`
	Title     string        `json:"title,omitempty"`
	Fields    []fieldRecord `json:"fields,omitempty"`
	Locations []string      `json:"locations,omitempty"`
	Session   *session      `json:"session,omitempty"`
	Notes     []string      `json:"notes,omitempty"`
}

type fieldRecord struct {
	Name    string   `json:"name"`
	Label   string   `json:"label,omitempty"`
	Type    string   `json:"type"`
	Default string   `json:"default,omitempty"`
	Options []string `json:"options,omitempty"`
}

type session struct {
	Protocol string `json:"protocol"`
	Host     string `json:"host"`
	Port     string `json:"port"`
	User     string `json:"user,omitempty"`
}

func (a *app) newAnswerRecord(res *get.Response) answerRecord {
	r := answerRecord{URI: a.schemes.Redacted(res.URI), Canonical: res.Canonical.String(), Kind: res.Kind(), Notes: res.Notes}
	switch x := res.Answer.(type) {
	case *get.Object:
		r.MediaType = x.MediaType
		if x.Length >= 0 {
			r.Length = &x.Length
		}
		r.Modified = timestamp(x.Modified)
	case *get.Listing:
		r.Title = x.Title
	case *get.Form:
		r.Title = x.Title
		for _, f := range x.Fields {
			r.Fields = append(r.Fields, fieldRecord{f.Name, f.Label, string(f.Type), f.Default, f.Options})
		}
	case *get.Session:
		r.Session = &session{x.Protocol, x.Host, fmt.Sprint(x.Port), x.User}
	case *get.Locations:
		for _, l := range x.List {
			r.Locations = append(r.Locations, a.schemes.Redacted(l.URI))
		}
	}
	return r
}

func timestamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// showAnswer is the end of get: it writes an answer in the form asked for.
func (a *app) showAnswer(ctx context.Context, f *fetch, in input, res *get.Response) error {
	if f.isJSON() {
		a.writeJSON(a.newAnswerRecord(res))
		if f.view.output == "" && !f.view.remoteName {
			return nil
		}
	}
	switch x := res.Answer.(type) {
	case *get.Object:
		if err := a.render(f, in, res, x); err != nil {
			return err
		}
		return a.showObject(f, res, x)
	case *get.Listing:
		if f.isJSON() {
			return nil
		}
		return a.showListing(ctx, f, in, res)
	}
	if f.isJSON() {
		return nil
	}
	a.tellNotes(f, res)
	switch x := res.Answer.(type) {
	case *get.Form:
		a.showForm(x)
	case *get.Session:
		fmt.Fprintf(a.out, "%s session at %s, port %d%s\n", x.Protocol, visible(x.Host), x.Port, as(x.User))
	case *get.Locations:
		for _, l := range x.List {
			fmt.Fprintln(a.out, a.schemes.Redacted(l.URI))
		}
	}
	return nil
}

// tellNotes tells what the answer is not, or was guessed to be.
func (a *app) tellNotes(f *fetch, res *get.Response) {
	if f.view.silent || len(res.Notes) == 0 {
		return
	}
	a.out.Flush()
	for _, note := range res.Notes {
		fmt.Fprintln(a.err, "uriel:", visible(note))
	}
}

func as(user string) string {
	if user == "" {
		return ""
	}
	return ", as " + visible(user)
}

func (a *app) showForm(form *get.Form) {
	if form.Title != "" {
		fmt.Fprintln(a.out, visible(form.Title))
	}
	for line := range strings.Lines(form.Text) {
		fmt.Fprintln(a.out, visible(strings.TrimRight(line, "\r\n")))
	}
	fmt.Fprintln(a.out, "A form. Fill it in with:")
	for _, field := range form.Fields {
		fmt.Fprintf(a.out, "  --field %s=%s\t%s\n", visible(field.Name), strings.ToUpper(string(field.Type)), visible(field.Label))
	}
}

// showObject writes the body of an object to where it belongs.
func (a *app) showObject(f *fetch, res *get.Response, x *get.Object) error {
	a.tellNotes(f, res)
	if f.view.include || f.head {
		a.showMeta(res)
	}
	if f.head {
		return nil
	}
	name := f.view.output
	if f.view.remoteName {
		name = cmp.Or(f.begun, localName(res.URI, x))
	}
	if name != "" && name != "-" {
		return a.saveObject(f, res, x, name)
	}
	if name != "-" && isTerminal(os.Stdout) {
		if !strings.HasPrefix(x.MediaType, "text/") {
			return get.Errorf(get.Invalid, "show", res.URI, "%s is no text: -o FILE saves it, -o - shows it all the same", x.MediaType)
		}
		return a.copyToTerminal(res, x)
	}
	if err := a.out.Flush(); err != nil {
		return err
	}
	_, err := io.Copy(a.stdout, x.Body)
	return writeFailed(err)
}

// writeFailed makes of an error that is not of the body one of standard output;
// whoever has read enough of that is no error.
func writeFailed(err error) error {
	if _, ofBody := errors.AsType[*get.Error](err); err == nil || ofBody {
		return err
	}
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return &exitError{exitUnread, err}
}

// localName makes a name in the current folder of what an object is called: no
// slash, no leading dot.
func localName(u uri.URI, x *get.Object) string {
	name := x.Name
	if name == "" {
		name = path.Base(u.Path())
	}
	name = strings.TrimLeft(path.Base(strings.ReplaceAll(name, "\\", "/")), ".")
	if name == "" || name == "/" || strings.ContainsRune(name, 0) {
		name = "index"
	}
	return visible(name)
}

func (a *app) saveObject(f *fetch, res *get.Response, x *get.Object, name string) error {
	flag := os.O_WRONLY | os.O_CREATE | os.O_TRUNC
	if f.resume != "" && f.part != nil {
		// All of it behind a part would make a broken file of a good one.
		if x.Offset != f.part.First {
			return get.Errorf(get.Unsupported, "resume", res.URI, "what comes begins at byte %d, not at %d: without -C all of it comes", x.Offset, f.part.First)
		}
		flag = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	file, err := os.OpenFile(name, flag, 0o644)
	if err != nil {
		return &exitError{exitUnread, err}
	}
	_, err = io.Copy(file, x.Body)
	if cerr := file.Close(); err == nil && cerr != nil {
		err = &exitError{exitUnread, cerr}
	}
	return err
}

// showMeta writes what the server said beside the body; the first line of HTTP
// as it stood.
func (a *app) showMeta(res *get.Response) {
	status := metaOf(res, ":status")
	if status != "" {
		fmt.Fprintf(a.out, "%s %s\n", visible(metaOf(res, ":protocol")), visible(status))
	}
	if x, ok := res.Answer.(*get.Object); ok && status == "" {
		a.showFacts(res, x)
	}
	for _, m := range res.Meta {
		if !strings.HasPrefix(m.Name, ":") {
			fmt.Fprintf(a.out, "%s: %s\n", visible(m.Name), visible(m.Value))
		}
	}
	fmt.Fprintln(a.out)
}

// showFacts writes what is known of an object that came without HTTP, in its words,
// but for what the server said itself.
func (a *app) showFacts(res *get.Response, x *get.Object) {
	fact := func(name, value string) {
		if value != "" && metaOf(res, name) == "" {
			fmt.Fprintf(a.out, "%s: %s\n", name, visible(value))
		}
	}
	fact("Content-Type", x.MediaType)
	if x.Length >= 0 {
		fact("Content-Length", fmt.Sprint(x.Length))
	}
	if !x.Modified.IsZero() {
		fact("Last-Modified", x.Modified.UTC().Format(http.TimeFormat))
	}
}

// metaOf returns what a server said under a name, or "".
func metaOf(res *get.Response, name string) string {
	for _, m := range res.Meta {
		if m.Name == name {
			return m.Value
		}
	}
	return ""
}

// showRefusal writes what came with an answer that says no.
func (a *app) showRefusal(f *fetch, res *get.Response) {
	if x, ok := res.Answer.(*get.Object); ok {
		if err := a.showObject(f, res, x); err != nil {
			a.tellError(err)
		}
	}
}

// An entryRecord is one line of ls --json.
type entryRecord struct {
	Name     string `json:"name"`
	URI      string `json:"uri,omitempty"`
	Kind     string `json:"kind"`
	Size     *int64 `json:"size,omitempty"`
	Modified string `json:"modified,omitempty"`

	MediaType string `json:"media_type,omitempty"`
	Target    string `json:"target,omitempty"`
}

// showListing is the end of ls, and of get for a listing.
func (a *app) showListing(_ context.Context, f *fetch, in input, res *get.Response) error {
	list, ok := res.Answer.(*get.Listing)
	if !ok {
		return get.Errorf(get.Unsupported, "list", res.URI, "there is no listing here, but %s: use get", withArticle(res.Kind()))
	}
	if !f.isJSON() {
		defer a.tellNotes(f, res) // some are of entries
	}
	write := a.entryWriter(f)
	for e, err := range list.Entries {
		if err != nil {
			return partial(err)
		}
		write(e)
	}
	return nil
}

// partial is the error of a listing that breaks off.
func partial(err error) error {
	if e, ok := errors.AsType[*get.Error](err); ok && (e.Kind == get.Network || e.Kind == get.Protocol) {
		p := *e
		p.Kind = get.Partial
		return &p
	}
	return err
}

// entryWriter returns what writes an entry in the form asked for.
func (a *app) entryWriter(f *fetch) func(get.Entry) {
	switch {
	case f.isJSON():
		return func(e get.Entry) {
			r := entryRecord{Name: e.Name, URI: a.schemes.Redacted(e.URI), Kind: e.Kind, Modified: timestamp(e.Modified), MediaType: e.MediaType, Target: e.Target}
			if e.Size >= 0 {
				r.Size = &e.Size
			}
			a.writeJSON(r)
		}
	case f.as.value == "html":
		return func(e get.Entry) {
			name := html.EscapeString(visible(e.Name))
			if e.URI.IsZero() {
				fmt.Fprintf(a.out, "<p>%s</p>\n", name)
				return
			}
			fmt.Fprintf(a.out, "<p><a href=\"%s\">%s</a></p>\n", html.EscapeString(a.schemes.Redacted(e.URI)), name)
		}
	case f.as.value == "markdown":
		return func(e get.Entry) {
			name := strings.NewReplacer("[", `\[`, "]", `\]`, "\\", `\\`).Replace(visible(e.Name))
			if e.URI.IsZero() {
				fmt.Fprintf(a.out, "%s\n\n", name)
				return
			}
			fmt.Fprintf(a.out, "- [%s](<%s>)\n", name, a.schemes.Redacted(e.URI))
		}
	default:
		return func(e get.Entry) {
			size := ""
			if e.Size >= 0 {
				size = fmt.Sprint(e.Size)
			}
			name, target := visible(e.Name), ""
			if e.Target != "" {
				target = " -> " + visible(e.Target)
			}
			if e.URI.IsZero() {
				fmt.Fprintf(a.out, "%-12s %10s  %s\n", e.Kind, size, name)
				return
			}
			fmt.Fprintf(a.out, "%-12s %10s  %s%s  <%s>\n", e.Kind, size, a.paint(os.Stdout, "1", name), target, a.linked(e.URI))
		}
	}
}

// A planStep is one of get --offline --json.
type planStep struct {
	Act  string `json:"act"`
	Text string `json:"text"` // C-escaped
}

// showPlan shows what would be asked, bytes escaped as in C.
func (a *app) showPlan(f *fetch, in input, plan get.Plan) {
	if f.asJSON {
		steps := make([]planStep, len(plan))
		for i, s := range plan {
			steps[i] = planStep{string(s.Act), scheme.Octets(s.Text).Escaped()}
		}
		a.writeAbout(in, func(b []byte) []byte { return appendAny(append(b, `,"plan":`...), steps) })
		return
	}
	for _, s := range plan {
		if s.Act == get.Send {
			fmt.Fprintf(a.out, "> %s\n", scheme.Octets(s.Text).Escaped())
			continue
		}
		fmt.Fprintf(a.out, "* %s %s\n", s.Act, scheme.Octets(s.Text).Escaped())
	}
}
