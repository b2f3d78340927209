// Package near finds the names that were perhaps meant by one that is not
// there.
package near

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Names returns at most limit of names, without the case of their letters the
// nearest to name, nearest first: those that differ in one or two octets, and
// those that begin with it.
func Names(name string, names iter.Seq[string], limit int) []string {
	type candidate struct {
		name     string
		distance int // twice, and one more for another first letter: few mistype that
	}
	var found []candidate
	folded := strings.ToLower(name)
	for n := range names {
		f := strings.ToLower(n)
		d := distance(folded, f)
		switch {
		case d < far && d < len(f) && d < len(folded):
			other := 0
			if f[0] != folded[0] {
				other = 1
			}
			found = append(found, candidate{n, 2*d + other})
		case len(folded) >= 3 && strings.HasPrefix(f, folded):
			found = append(found, candidate{n, 2 * far})
		}
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.name, b.name))
	})
	found = slices.Compact(found)
	var out []string
	for _, c := range found[:min(len(found), limit)] {
		out = append(out, c.name)
	}
	return out
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
