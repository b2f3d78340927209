package urn

import (
	"fmt"
	"strings"
)

// Explain says in Markdown what a namespace says of its names, for people: form,
// special characters, equivalence, functional equivalence and security, which a
// registration has to tell (RFC 2141, sections 2.3.1, 5, 7 and 8), the rules and
// the specification. The NID may be written in any case. Of a namespace that is
// in the registry alone there is no more than its row; of others ok is false.
func Explain(nid string) (text string, ok bool) {
	ns, known := NamespaceOf(nid)
	registration, registered := Registered(nid)
	var b strings.Builder
	fmt.Fprintf(&b, "# urn:%s\n", strings.ToLower(nid))
	switch {
	case known:
		explainNamespace(&b, ns)
	case registered:
		b.WriteString("\nKnown from IANA's registry by name alone: its URNs are parsed, compared by the rule for all of them, and not understood.\n")
	default:
		return "", false
	}
	b.WriteString("\n## Specification\n")
	if known {
		fmt.Fprintln(&b, ns.Spec)
	}
	if registered {
		fmt.Fprintf(&b, "A %s namespace of IANA's registry; reference: %s\n", registration.Status, registration.Reference)
	} else {
		fmt.Fprintln(&b, "The namespace is not in IANA's registry.")
	}
	return b.String(), true
}

func explainNamespace(b *strings.Builder, ns Namespace) {
	fmt.Fprintf(b, "%s\n", ns.Title)
	for _, part := range [...]struct{ heading, text string }{
		{"Form", ns.Form},
		{"Special characters", ns.Special},
		{"Equivalence", ns.Equivalence},
		{"Functional equivalence", ns.Functional},
		{"Security", ns.Security},
	} {
		fmt.Fprintf(b, "\n## %s\n%s\n", part.heading, part.text)
	}
	b.WriteString("\n## Rules\n")
	for _, r := range ns.Rules {
		fmt.Fprintf(b, "- `%s`: %s (%s)\n", r.ID, r.Title, r.Section)
	}
	if len(ns.Rules) == 0 {
		b.WriteString("None beside those of all URNs.\n")
	}
}
