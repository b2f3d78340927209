package main

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// An ignoring is what is left out of folders, as ripgrep does it: in a repository
// of git what git is told to ignore, and everywhere what files called .ignore name.
// The last rule about a name decides, and .ignore before git.
type ignoring struct {
	inRepository bool
	git, own     []ignoreList
}

// An ignoreList is the rules of one file. They are about names below its folder.
type ignoreList struct {
	cut    int    // how much of a name is the path of that folder
	prefix string // what the name lacks of its path from there, if the walk began further down
	rules  []ignoreRule
}

// An ignoreRule is a line of such a file (gitignore(5)).
type ignoreRule struct {
	segments []string // patterns of path.Match, and "**" for any number of segments
	base     string   // or the last segment is this,
	suffix   string   // or ends so
	isDir    bool     // it is about folders only
	keep     bool     // it says what is not ignored
}

// ignoringAbove returns what the folders above dir say, from the root on.
func ignoringAbove(dir string) (g ignoring) {
	dir, cut := filepath.Clean(dir), cutOf(dir)
	abs, err := filepath.Abs(dir)
	if err != nil {
		return g
	}
	var above []string
	for folder := abs; folder != filepath.Dir(folder); {
		folder = filepath.Dir(folder)
		above = append(above, folder)
	}
	for _, folder := range slices.Backward(above) {
		has := func(name string) bool {
			_, err := os.Lstat(filepath.Join(folder, name))
			return err == nil
		}
		if rel, err := filepath.Rel(folder, abs); err == nil {
			g = g.enter(folder, has, ignoreList{cut: cut, prefix: filepath.ToSlash(rel) + "/"})
		}
	}
	return g
}

// cutOf returns how long the path of dir is in the names of what is in it.
func cutOf(dir string) int { return len(filepath.Join(dir, "x")) - len("x") }

// enter returns what is ignored in a folder of g. What has is in it; its lists are
// about names as l is.
func (g ignoring) enter(folder string, has func(name string) bool, l ignoreList) ignoring {
	read := func(lists []ignoreList, name string) []ignoreList {
		text, err := os.ReadFile(name)
		if l.rules = readIgnore(string(text)); err != nil || len(l.rules) == 0 {
			return lists
		}
		return append(slices.Clip(lists), l)
	}
	if has(".git") { // nothing is said from outside of a repository
		g.inRepository, g.git = true, read(nil, userIgnore())
		g.git = read(g.git, filepath.Join(folder, ".git", "info", "exclude"))
	}
	if g.inRepository && has(".gitignore") {
		g.git = read(g.git, filepath.Join(folder, ".gitignore"))
	}
	if has(".ignore") {
		g.own = read(g.own, filepath.Join(folder, ".ignore"))
	}
	return g
}

// userIgnore returns where git has what its user never wants, if it is not told
// otherwise; "" if he has no home.
func userIgnore() string {
	if dir := os.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return filepath.Join(dir, "git", "ignore")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".config", "git", "ignore")
}

// readIgnore reads the patterns of gitignore(5).
func readIgnore(text string) (rules []ignoreRule) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if trimmed := strings.TrimRight(line, " \t"); !strings.HasSuffix(trimmed, `\`) {
			line = trimmed
		}
		if line == "" || line[0] == '#' {
			continue
		}
		var r ignoreRule
		line, r.keep = strings.CutPrefix(line, "!")
		line, r.isDir = strings.CutSuffix(line, "/")
		if !strings.Contains(line, "/") {
			r.aboutBase(line)
		} else {
			r.segments = strings.Split(strings.TrimPrefix(strings.ReplaceAll(line, "[!", "[^"), "/"), "/")
		}
		rules = append(rules, r)
	}
	return rules
}

// aboutBase makes r a rule about the last segment of names.
func (r *ignoreRule) aboutBase(pattern string) {
	const special = `*?[\`
	suffix, isSuffix := strings.CutPrefix(pattern, "*")
	switch {
	case !strings.ContainsAny(pattern, special):
		r.base = pattern
	case isSuffix && !strings.ContainsAny(suffix, special):
		r.suffix = suffix
	default:
		r.segments = []string{"**", strings.ReplaceAll(pattern, "[!", "[^")}
	}
}

// skips reports whether a name is left out. What is hidden is, unless a rule
// keeps it.
func (g ignoring) skips(name string, isDir bool) bool {
	base := filepath.Base(name)
	for _, lists := range [...][]ignoreList{g.own, g.git} {
		for _, l := range slices.Backward(lists) {
			for _, r := range slices.Backward(l.rules) {
				if (isDir || !r.isDir) && r.matches(base, l, name) {
					return !r.keep
				}
			}
		}
	}
	return strings.HasPrefix(base, ".")
}

func (r *ignoreRule) matches(base string, l ignoreList, name string) bool {
	switch {
	case r.base != "":
		return base == r.base
	case len(r.segments) == 0:
		return strings.HasSuffix(base, r.suffix)
	}
	return matchSegments(r.segments, strings.Split(l.prefix+filepath.ToSlash(name[l.cut:]), "/"))
}

// matchSegments goes back to the last "**" only, which is enough: what stands
// before it matches as early as it can.
func matchSegments(patterns, names []string) bool {
	p, n := 0, 0
	again, from := -1, 0 // behind the last "**", and where that was tried
	for n < len(names) {
		switch {
		case p < len(patterns) && patterns[p] == "**":
			if p++; p == len(patterns) {
				return true // what is within
			}
			again, from = p, n
		case p < len(patterns) && matchSegment(patterns[p], names[n]):
			p, n = p+1, n+1
		case again >= 0:
			from++
			p, n = again, from
		default:
			return false
		}
	}
	return p == len(patterns)
}

func matchSegment(pattern, name string) bool {
	ok, err := path.Match(pattern, name)
	return ok && err == nil
}
