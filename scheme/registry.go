package scheme

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"uriel.dev/uri"
)

// Registered is a row of IANA's registry of URI schemes: all that is known of a
// scheme that has no Info.
type Registered struct {
	Name        string `json:"-"`
	Description string `json:"description,omitempty"`
	Status      Status `json:"status"`
	Reference   string `json:"reference,omitempty"` // "RFC 5092", or who registered it
	Date        string `json:"registry,omitempty"`  // of the latest state of the registry that was seen to have the row, "2026-08-22"
}

// Registry yields the rows of IANA's registry that the table was made with.
func (t Table) Registry() iter.Seq[Registered] { return slices.Values(t.registry) }

// Registered returns the row of IANA's registry for name, in any case. A name
// that begins with "x-" needs no row: it is experimental, by agreement of those
// who use it (draft-ietf-uri-url-03, section 1.2.9).
func (t Table) Registered(name string) (Registered, bool) {
	i := slices.IndexFunc(t.registry, func(r Registered) bool { return strings.EqualFold(r.Name, name) })
	switch {
	case i >= 0:
		return t.registry[i], true
	case len(name) > len("x-") && strings.EqualFold(name[:len("x-")], "x-"):
		return Registered{Name: strings.ToLower(name), Status: Experimental}, true
	}
	return Registered{}, false
}

// NameOnly is the view of a URI whose scheme is known by name only: what is
// known is the row of the registry.
type NameOnly struct{ Registered }

// Parts implements [View]: the scheme gives no part a meaning that is known.
func (NameOnly) Parts() []Part { return nil }

// Meaning implements [View].
func (v NameOnly) Meaning() string {
	if v.Status == Experimental {
		return fmt.Sprintf("a URI of %s, which means what those who use it have agreed on", v.Name)
	}
	return fmt.Sprintf("a URI of %s, %s, of which the name is known only (%s)", v.Name, v.Description, v.Reference)
}

var ruleUnregistered = uri.Rule{ID: "uri/unregistered-scheme", Section: "RFC 3986 3.1", Title: "scheme that is not registered",
	Text: "The scheme is in no registry that this program knows. New schemes are registered with IANA (RFC 7595); private ones are named x-… by agreement. A relative reference whose first segment has a colon is written ./…, or the segment is taken for a scheme."}

// judgeUnknown remarks a scheme that is nowhere known.
func (t Table) judgeUnknown(u uri.URI) uri.Remark {
	rule := ruleUnregistered
	switch near := t.near(strings.ToLower(u.Scheme())); {
	case near != "":
		rule.Hint = fmt.Sprintf("is %s meant?", near)
	case !u.HasAuthority():
		rule.Hint = fmt.Sprintf("if a relative reference was meant, write %q", "./"+uri.Redact(u.String()))
	}
	return uri.NewRemark(rule, uri.Info, 0, len(u.Scheme()))
}

// near returns the scheme that name is most likely a slip for, or "": one that
// the table describes, a letter away.
func (t Table) near(name string) string {
	for _, info := range t.infos {
		if len(name) > 2 && len(info.Name) > 2 && isSlip(name, info.Name) {
			return info.Name
		}
	}
	return ""
}

// isSlip reports whether a becomes b by a letter put in, left out or changed, or
// by two neighbours that change places.
func isSlip(a, b string) bool {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	a, b = a[i:], b[i:]
	cut := func(s string, n int) string { return s[min(n, len(s)):] }
	swapped := len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] && a[2:] == b[2:]
	return swapped || cut(a, 1) == b || a == cut(b, 1) || cut(a, 1) == cut(b, 1)
}
