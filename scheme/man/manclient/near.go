package manclient

import (
	"maps"
	"slices"
	"strings"

	"uriel.dev/internal/near"
)

// near returns the URIs of at most five pages that may have been meant: the
// name in another section, else similar names in the section.
func (m *manual) near(name, section string) (uris []string) {
	if p, ok := m.find(name, ""); ok && section != "" {
		return []string{p.uri().String()}
	}
	const most = 5
	pages := map[string][]page{} // by name
	for root, dir := range m.dirs(section) {
		for _, p := range m.pages(root, dir) {
			if strings.HasPrefix(p.section, section) {
				pages[p.name] = append(pages[p.name], p)
			}
		}
	}
	for _, n := range near.Names(name, maps.Keys(pages), most) {
		for _, p := range pages[n] {
			if u := p.uri().String(); len(uris) < most && !slices.Contains(uris, u) {
				uris = append(uris, u)
			}
		}
	}
	return uris
}
