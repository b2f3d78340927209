package urn

import "uriel.dev/uri"

// An IPTC is what the NSS of urn:iptc says: a resource of a standard of the
// International Press Telecommunications Council, or one of its documents.
type IPTC struct {
	Branch     string `json:"branch"`                // "std", "std-draft" or "workdoc"
	StdName    string `json:"std_name,omitempty"`    // of std and std-draft: "NewsML"
	StdVersion string `json:"std_version,omitempty"` // may be "current"
	ResGroup   string `json:"res_group,omitempty"`   // "spec", "doc" or "xmlns"
	ResName    string `json:"res_name,omitempty"`
	ResVersion string `json:"res_version,omitempty"`
	GroupID    string `json:"group_id,omitempty"` // of workdoc: a working group
	DocID      string `json:"doc_id,omitempty"`
	DocVersion string `json:"doc_version,omitempty"`
	DocDescr   string `json:"doc_descr,omitempty"`
}

var iptcNamespace = Namespace{
	NID:         "iptc",
	Title:       "Standards and documents of the International Press Telecommunications Council",
	Spec:        "RFC 3937",
	Form:        "std:name:version:group[:resource][:version], std-draft: with the same, or workdoc:group:document:version[:description]",
	Special:     "the colon, between the parts",
	Equivalence: noEquivalence,
	Functional:  "the version current leads to what is the current version of a standard at the time",
	Security:    noSecurity,
	Rules:       []uri.Rule{ruleIPTCBranch, ruleIPTCParts, ruleIPTCGroup},
	Read:        readIPTC,
}

var (
	ruleIPTCBranch = uri.Rule{ID: "urn/iptc-branch", Section: "RFC 3937 2.3", Title: "no branch of the namespace", Hint: "std, std-draft or workdoc",
		Text: "The hierarchy has three branches: std for the resources of standards, std-draft for those that are not approved, and workdoc for other documents."}
	ruleIPTCParts = uri.Rule{ID: "urn/iptc-parts", Section: "RFC 3937 2.3", Title: "not as many parts as the branch asks for",
		Text: "Behind the branch of a standard there are three parts to five, behind workdoc three or four. None of them is empty."}
	ruleIPTCGroup = uri.Rule{ID: "urn/iptc-res-group", Section: "RFC 3937 2.3", Title: "no group of resources", Hint: "spec, doc or xmlns",
		Text: "The resources of a standard are in three groups: spec for what specifies it, doc for what explains it, and xmlns for XML namespaces."}
)

func readIPTC(nss string) (any, []Finding) {
	branch, rest, _ := piece{nss, 0}.cut(':')
	r := IPTC{Branch: branch.text}
	fields := []*string{&r.StdName, &r.StdVersion, &r.ResGroup, &r.ResName, &r.ResVersion}
	switch r.Branch {
	case "std", "std-draft":
	case "workdoc":
		fields = []*string{&r.GroupID, &r.DocID, &r.DocVersion, &r.DocDescr}
	default:
		return nil, []Finding{warning(ruleIPTCBranch, branch)}
	}
	parts := rest.split(':')
	for i, part := range parts[:min(len(parts), len(fields))] {
		*fields[i] = part.text
	}
	findings := checkParts(ruleIPTCParts, parts, 3, len(fields))
	if g := r.ResGroup; g != "" && g != "spec" && g != "doc" && g != "xmlns" {
		findings = append(findings, warning(ruleIPTCGroup, parts[2]))
	}
	return r, findings
}
