package scheme

import "uriel.dev/uri"

var ruleOpaqueBase = uri.Rule{ID: "uri/opaque-base", Section: "RFC 3986 5.2.3", Title: "relative reference to a base that is no hierarchy", Hint: "write the whole URI",
	Text: "The path of the base begins with no slash, as in mailto:a@b. The algorithm resolves a reference against it all the same, by what slashes there are, and what comes out is seldom what was meant."}

// JudgeReference returns what can be remarked about resolving ref against base,
// at offsets in ref: whether the path of the base is a hierarchy at all. A
// reference that has a scheme, or only a fragment, does not depend on it.
func (t Table) JudgeReference(base, ref uri.URI) []uri.Remark {
	if ref.HasScheme() || ref.HasAuthority() || ref.Path() == "" && !ref.HasQuery() {
		return nil
	}
	rule := ruleOpaqueBase
	switch info := t.Lookup(base.Scheme()); {
	case info != nil && info.Base != nil:
		rule = *info.Base
	case base.HasAuthority() || base.Path() == "" || base.Path()[0] == '/':
		return nil
	}
	return []uri.Remark{uri.NewRemark(rule, uri.Warning, 0, len(ref.String()))}
}
