package manclient

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"uriel.dev/internal/manpath"
	"uriel.dev/policy"
	"uriel.dev/scheme/man"
)

// inLanguage returns the places with those of a language before each: the folder
// of the manual has one for it, such as de or pt_BR.
func inLanguage(p manpath.Places, language string) manpath.Places {
	language = strings.ReplaceAll(language, "-", "_")
	base, _, _ := strings.Cut(language, "_")
	if base == "" || strings.Trim(language, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return p
	}
	var trees []string
	for _, dir := range p.Trees {
		trees = append(trees, filepath.Join(dir, language), filepath.Join(dir, base))
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
