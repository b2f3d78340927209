package main

import (
	"errors"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// files yields the files that are named, and with -r those of folders, in the
// order of their names.
func (h *hunt) files(args []string) iter.Seq[*source] {
	return func(yield func(*source) bool) {
		for _, arg := range args {
			s := &source{name: arg}
			isDir := false
			if arg != "-" {
				info, err := os.Stat(arg)
				s.err, isDir = err, err == nil && info.IsDir()
			}
			if isDir && h.recursive {
				if !h.folder(arg, nil, yield) {
					return
				}
				continue
			}
			if isDir {
				s.err = errors.New("is a folder: -r reads it")
			}
			if !yield(s) {
				return
			}
		}
	}
}

// folder yields the files in dir and below it. Links are not followed.
func (h *hunt) folder(dir string, above []ignoreList, yield func(*source) bool) bool {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return yield(&source{name: dir, err: err})
	}
	lists := slices.Clip(above)
	for _, name := range []string{".gitignore", ".ignore"} { // the second has the last word
		if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil && !h.noIgnore {
			lists = append(lists, ignoreList{dir, readIgnore(string(text))})
		}
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if !h.noIgnore && (strings.HasPrefix(e.Name(), ".") || isIgnored(lists, name, e.IsDir())) {
			continue
		}
		goOn := true
		switch {
		case e.IsDir():
			goOn = h.folder(name, lists, yield)
		case e.Type().IsRegular():
			goOn = yield(&source{name: name, inside: !h.noIgnore})
		}
		if !goOn {
			return false
		}
	}
	return true
}

// An ignoreList is the .gitignore or .ignore of a folder.
type ignoreList struct {
	dir   string
	rules []ignoreRule
}

// An ignoreRule is a line of such a file.
type ignoreRule struct {
	segments []string // patterns of path.Match, and "**" for any number
	isDir    bool     // it is about folders only
	keep     bool     // it says what is not ignored
}

// readIgnore reads the patterns of gitignore(5).
func readIgnore(text string) (rules []ignoreRule) {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		var r ignoreRule
		line, r.keep = strings.CutPrefix(line, "!")
		line, r.isDir = strings.CutSuffix(line, "/")
		anchored := strings.Contains(line, "/")
		r.segments = strings.Split(strings.TrimPrefix(strings.ReplaceAll(line, "[!", "[^"), "/"), "/")
		if !anchored {
			r.segments = append([]string{"**"}, r.segments...)
		}
		rules = append(rules, r)
	}
	return rules
}

// isIgnored reports whether the last rule that is about name says so.
func isIgnored(lists []ignoreList, name string, isDir bool) (ignored bool) {
	for _, l := range lists {
		rel, err := filepath.Rel(l.dir, name)
		if err != nil {
			continue
		}
		segments := strings.Split(filepath.ToSlash(rel), "/")
		for _, r := range l.rules {
			if (isDir || !r.isDir) && matchSegments(r.segments, segments) {
				ignored = !r.keep
			}
		}
	}
	return ignored
}

func matchSegments(patterns, names []string) bool {
	for i, p := range patterns {
		if p == "**" {
			if i == len(patterns)-1 {
				return len(names) > i // what is within
			}
			for skip := i; skip <= len(names); skip++ {
				if matchSegments(patterns[i+1:], names[skip:]) {
					return true
				}
			}
			return false
		}
		if i >= len(names) {
			return false
		}
		if ok, err := path.Match(p, names[i]); !ok || err != nil {
			return false
		}
	}
	return len(names) == len(patterns)
}
