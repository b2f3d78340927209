package scheme

import (
	"fmt"

	"uriel.dev/uri"
)

// RemarkOn returns a remark about a component of u, by a rule of its scheme. Of
// a component that is undefined it stands where that would be.
func RemarkOn(u uri.URI, c uri.Component, r uri.Rule, s uri.Severity) uri.Remark {
	start, end, _ := u.Range(c)
	return uri.NewRemark(r, s, start, end-start)
}

// Forbidden returns as an error the first of remarks by which a scheme forbids
// the URI, or nil: what [Info.View] returns beside the view.
func Forbidden(name string, remarks []uri.Remark) error {
	for _, r := range remarks {
		if r.Severity == uri.Forbid {
			return fmt.Errorf("%s: %s (%s)", name, r.Text, r.Section)
		}
	}
	return nil
}
