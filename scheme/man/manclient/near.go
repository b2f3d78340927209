package manclient

import (
	"cmp"
	"slices"
	"strings"
)

// near returns the URIs of at most five pages that may have been meant: the
// name in another section, else similar names in the section.
func (m *manual) near(name, section string) (uris []string) {
	if p, ok := m.find(name, ""); ok && section != "" {
		return []string{p.uri().String()}
	}
	type candidate struct {
		page
		distance int // twice, and one more for another first letter: few mistype that
	}
	var found []candidate
	for root, dir := range m.dirs(section) {
		for _, p := range m.pages(root, dir) {
			d := distance(name, p.name)
			switch {
			case !strings.HasPrefix(p.section, section):
			case d < far && d < len(name):
				other := 0
				if name[0] != p.name[0] {
					other = 1
				}
				found = append(found, candidate{p, 2*d + other})
			case len(name) >= 3 && strings.HasPrefix(p.name, name):
				found = append(found, candidate{p, 2 * far})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	for _, c := range found {
		if u := c.uri().String(); len(uris) < 5 && !slices.Contains(uris, u) {
			uris = append(uris, u)
		}
	}
	return uris
}

// far is the distance of names that are not similar.
const far = 3

// distance counts the octets to be put in, left out, changed or swapped with
// the next to make b of a. It is far if there are more.
func distance(a, b string) int {
	if len(a)-len(b) >= far || len(b)-len(a) >= far {
		return far
	}
	// Rows of the table of distances between the starts of a and b.
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := range len(a) {
		row[0] = i + 1
		for j := range len(b) {
			change := last[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, last[j+1]+1, row[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
		before, last, row = last, row, before
	}
	return min(last[len(b)], far)
}
