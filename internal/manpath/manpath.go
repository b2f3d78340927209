// Package manpath finds the folders of the manual of this machine, as man-db
// does.
package manpath

import (
	"bufio"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// Places says where the manual is, and in which order to look.
type Places struct {
	Trees    []string // folders that have folders man1, man2 and so on
	Sections []string // as the configuration writes them
}

// What holds without a configuration. The order is man-db's.
var (
	defaultTrees    = []string{"/usr/local/share/man", "/usr/share/man"}
	defaultSections = strings.Fields("1 n l 8 3 0 2 3type 5 4 9 6 7")
)

// Default returns the places of a machine that has no configuration.
func Default() Places { return Places{defaultTrees, defaultSections} }

// Find returns the places of this machine, by the values of $MANPATH and $PATH
// and the configuration of man-db, which is opened by open. An empty element of
// manpath stands for the folders of the configuration, as in manpath(1).
func Find(open func(folder, name string) (io.ReadCloser, error), manpath, path string) Places {
	p := configured(open, path)
	if manpath == "" {
		return p
	}
	var trees []string
	for _, dir := range filepath.SplitList(manpath) {
		switch {
		case dir == "":
			trees = append(trees, p.Trees...)
		case filepath.IsAbs(dir):
			trees = append(trees, dir)
		}
	}
	p.Trees = trees
	return p
}

// configured reads the configuration under the name that Debian or others give
// it.
func configured(open func(folder, name string) (io.ReadCloser, error), path string) Places {
	for _, name := range []string{"manpath.config", "man_db.conf"} {
		if f, err := open("/etc", name); err == nil {
			defer f.Close()
			return parse(io.LimitReader(f, 1<<20), path)
		}
	}
	return Default()
}

// parse reads a configuration in the format of manpath(5): the folders that
// MANPATH_MAP gives for the folders of path, in that order, then those of
// MANDATORY_MANPATH.
func parse(r io.Reader, path string) (out Places) {
	maps := map[string][]string{}
	var mandatory []string
	for lines := bufio.NewScanner(r); lines.Scan(); {
		switch f := strings.Fields(lines.Text()); {
		case len(f) == 2 && f[0] == "MANDATORY_MANPATH":
			mandatory = append(mandatory, f[1])
		case len(f) == 3 && f[0] == "MANPATH_MAP":
			maps[f[1]] = append(maps[f[1]], f[2])
		case len(f) > 1 && f[0] == "SECTION":
			out.Sections = append(out.Sections, f[1:]...)
		}
	}
	for _, dir := range filepath.SplitList(path) {
		out.Trees = append(out.Trees, maps[dir]...)
	}
	out.Trees = append(out.Trees, mandatory...)
	out.Trees = slices.DeleteFunc(out.Trees, func(dir string) bool { return !filepath.IsAbs(dir) })
	if len(out.Trees) == 0 {
		out.Trees = defaultTrees
	}
	if len(out.Sections) == 0 {
		out.Sections = defaultSections
	}
	return out
}
