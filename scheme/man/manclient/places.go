package manclient

import (
	"io"
	"path/filepath"
	"slices"

	"uriel.dev/internal/manpath"
	"uriel.dev/policy"
	"uriel.dev/scheme/man"
)

// inLanguages returns the places with those of languages before each: a folder of
// the manual has one for each, such as de or pt_BR.
func inLanguages(p manpath.Places, languages []string) manpath.Places {
	var trees []string
	for _, dir := range p.Trees {
		for _, folder := range man.LanguageFolders(languages...) {
			trees = append(trees, filepath.Join(dir, folder))
		}
	}
	p.Trees = append(trees, p.Trees...)
	return p
}

// system returns the places of this machine, by the values of $MANPATH and
// $PATH.
func system(p policy.Policy, manPath, path string) manpath.Places {
	places := manpath.Find(func(folder, name string) (io.ReadCloser, error) { return p.OpenIn(folder, name) }, manPath, path)
	places.Sections = named(places.Sections)
	return places
}

// named returns the sections that a URI can name.
func named(sections []string) []string {
	return slices.DeleteFunc(slices.Clone(sections), func(s string) bool { return !man.IsSection(s) })
}
