package policy

import (
	"fmt"
	"iter"
	"strings"

	"uriel.dev/scheme"
)

// Settings yields what the policy allows, each thing by a name and in words, and
// its limits by theirs: what `uriel policy show` prints.
func (p Policy) Settings() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, s := range [...][2]string{
			{"profile", p.String()},
			{"schemes", p.schemesInWords()},
			{"addresses", p.addressesInWords()},
			{"ports", p.portsInWords()},
			{"credentials", choose(p.cli, "to the origin that they are given for", "none")},
			{"forms", choose(p.submit, "sent when a URI holds one that is filled in", "sent by consent only")},
			{"local", p.localInWords()},
			{"helpers", p.helpersInWords()},
			{"redirects", p.redirectsInWords()},
		} {
			if !yield(s[0], s[1]) {
				return
			}
		}
		for name, value := range p.limits.All() {
			if !yield("limit "+name, value) {
				return
			}
		}
	}
}

func choose(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}

func (p Policy) schemesInWords() string {
	var names []string
	for info := range p.schemes.All() {
		if info.Reach == scheme.Local && p.local || info.Reach != scheme.Local && (p.cli || forStrangers[info.Name]) {
			names = append(names, info.Name)
		}
	}
	return strings.Join(names, " ")
}

func (p Policy) addressesInWords() string {
	switch {
	case p.private:
		return "public, of this machine and of private networks"
	case p.cli && len(p.inside) > 0:
		return "public, others where the URI names them as such, and where these lead when they are typed: " + strings.Join(p.inside, " ")
	case p.cli:
		return "public, and others where the URI names them as such"
	default:
		return "public"
	}
}

func (p Policy) portsInWords() string {
	words := "the scheme's own"
	switch {
	case p.cli || p.highPorts:
		words += ", and from 1024 on but for those of databases and the like"
	default:
		words += "; of http and https also from 1024 on but for those of databases and the like"
	}
	for _, port := range p.ports {
		words += fmt.Sprintf(", %d", port)
	}
	return words
}

func (p Policy) localInWords() string {
	switch {
	case !p.local:
		return "nothing"
	case p.root != "":
		return "documents by name, and files below " + p.root
	case p.cli:
		return "documents and files of this machine"
	default:
		return "documents by name"
	}
}

func (p Policy) helpersInWords() string {
	if !p.local {
		return "none"
	}
	return choose(p.unconfined, "without a sandbox", "in a sandbox")
}

func (p Policy) redirectsInWords() string {
	words := choose(p.cli, "to the same scheme, better ones, and what names and directories lead to", "to http and https")
	return words + choose(p.downgrade, ", from https to http too", ", from https not to http")
}
