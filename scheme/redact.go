package scheme

import (
	"slices"
	"strings"

	"uriel.dev/uri"
)

// Redacted returns the text of u as it may be shown: whatever [Table.Secrets]
// finds is "***".
func (t Table) Redacted(u uri.URI) string {
	text := u.String()
	var b strings.Builder
	at := 0
	for _, s := range t.Secrets(u) {
		b.WriteString(text[at:s.Start])
		b.WriteString("***")
		at = s.End
	}
	return uri.Redact(b.String() + text[at:])
}

// Secrets returns the parts of u that are not to be shown, in order: those that
// its scheme calls secret, the password of its authority, and the secrets of
// URIs that parts of it are, as in view-source:http://u:p@h/.
func (t Table) Secrets(u uri.URI) (secrets []Part) {
	for _, p := range t.partsOf(u) {
		switch inner, ok := t.innerURI(u, p); {
		case p.Secret:
			secrets = append(secrets, p)
		case ok:
			for _, s := range t.Secrets(inner) {
				s.Start, s.End = s.Start+p.Start, s.End+p.Start
				secrets = append(secrets, s)
			}
		}
	}
	start, end, _ := u.Range(uri.Userinfo)
	user, _, named := strings.Cut(u.Userinfo(), ":")
	if start += len(user) + len(":"); named && !slices.ContainsFunc(secrets, func(s Part) bool { return s.Start < end && start < s.End }) {
		secrets = append(secrets, Part{Start: start, End: end, Label: "password", Secret: true})
		slices.SortFunc(secrets, func(a, b Part) int { return a.Start - b.Start })
	}
	return secrets
}

// partsOf returns the parts that the scheme of u gives a meaning to.
func (t Table) partsOf(u uri.URI) []Part {
	if info := t.Lookup(u.Scheme()); info == nil || info.View == nil {
		return nil
	}
	view, _ := t.View(u)
	if view == nil {
		return nil
	}
	return view.Parts()
}

// innerURI returns the URI of a known scheme that a part of u is.
func (t Table) innerURI(u uri.URI, p Part) (uri.URI, bool) {
	text := u.String()[p.Start:p.End]
	name, _, ok := strings.Cut(text, ":")
	if !ok || len(text) == len(u.String()) || t.Lookup(name) == nil {
		return uri.URI{}, false
	}
	inner, err := uri.Parse(text)
	return inner, err == nil
}
