package manclient

import (
	"bufio"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"uriel.dev/policy"
	"uriel.dev/scheme/man"
)

// places says where the manual is, and in which order to look.
type places struct {
	trees    []string
	sections []string
}

// in returns the places with those of a language before each: the folder of the
// manual has one for it, such as de or pt_BR.
func (p places) in(language string) places {
	language = strings.ReplaceAll(language, "-", "_")
	base, _, _ := strings.Cut(language, "_")
	if base == "" || strings.Trim(language, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
		return p
	}
	var trees []string
	for _, dir := range p.trees {
		trees = append(trees, filepath.Join(dir, language), filepath.Join(dir, base))
	}
	p.trees = append(trees, p.trees...)
	return p
}

// What holds without a configuration. The order is man-db's.
var (
	defaultTrees    = []string{"/usr/local/share/man", "/usr/share/man"}
	defaultSections = strings.Fields("1 n l 8 3 0 2 3type 5 4 9 6 7")
)

// system returns the places of this machine. An empty element of manpath stands
// for those of the configuration, as in manpath(1).
func system(p policy.Policy, manpath, path string) places {
	c := configured(p, path)
	if manpath == "" {
		return c
	}
	var trees []string
	for _, dir := range filepath.SplitList(manpath) {
		switch {
		case dir == "":
			trees = append(trees, c.trees...)
		case filepath.IsAbs(dir):
			trees = append(trees, dir)
		}
	}
	c.trees = trees
	return c
}

// configured reads the configuration of man-db, under the name that Debian or
// others give it.
func configured(p policy.Policy, path string) places {
	for _, name := range []string{"manpath.config", "man_db.conf"} {
		if f, err := p.OpenIn("/etc", name); err == nil {
			defer f.Close()
			return parseConfig(io.LimitReader(f, 1<<20), path)
		}
	}
	return places{defaultTrees, defaultSections}
}

// parseConfig reads a configuration in the format of manpath(5): the folders
// that MANPATH_MAP gives for the folders of path, in that order, then those of
// MANDATORY_MANPATH.
func parseConfig(r io.Reader, path string) (out places) {
	maps := map[string][]string{}
	var mandatory []string
	for lines := bufio.NewScanner(r); lines.Scan(); {
		switch f := strings.Fields(lines.Text()); {
		case len(f) == 2 && f[0] == "MANDATORY_MANPATH":
			mandatory = append(mandatory, f[1])
		case len(f) == 3 && f[0] == "MANPATH_MAP":
			maps[f[1]] = append(maps[f[1]], f[2])
		case len(f) > 1 && f[0] == "SECTION":
			out.sections = append(out.sections, f[1:]...)
		}
	}
	for _, dir := range filepath.SplitList(path) {
		out.trees = append(out.trees, maps[dir]...)
	}
	out.trees = append(out.trees, mandatory...)
	out.trees = slices.DeleteFunc(out.trees, func(dir string) bool { return !filepath.IsAbs(dir) })
	out.sections = slices.DeleteFunc(out.sections, func(s string) bool { return !man.IsSection(s) })
	if len(out.trees) == 0 {
		out.trees = defaultTrees
	}
	if len(out.sections) == 0 {
		out.sections = defaultSections
	}
	return out
}
