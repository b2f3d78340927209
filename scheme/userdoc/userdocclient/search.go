package userdocclient

import (
	"bufio"
	"cmp"
	"io"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"uriel.dev/get"
	"uriel.dev/internal/near"
	"uriel.dev/internal/packed"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A search looks for the documentation of a name.
type search struct {
	places
	env        get.Env
	name, path string

	names []string // of all documentation that was seen
	found []get.Location
}

// run looks in all places, the best first.
func (s *search) run() {
	if s.path == "" {
		for _, dir := range s.registers {
			s.register(dir)
		}
	}
	var exact, versions []folder
	for _, root := range s.docs {
		for _, name := range s.list(root, ".") {
			switch version, ok := s.versionOf(name); {
			case name == s.name:
				exact = append(exact, folder{root, name, ""})
			case ok:
				versions = append(versions, folder{root, name, version})
			}
		}
	}
	slices.SortStableFunc(versions, func(a, b folder) int { return -compareVersions(a.version, b.version) })
	for _, f := range append(exact, versions...) {
		s.folder(f)
	}
	if s.path == "" {
		s.inManual()
		s.inInfo()
	}
}

// A folder is one with documentation of the name.
type folder struct{ root, name, version string }

func (f folder) note() string {
	if f.version != "" {
		return "the folder of version " + f.version
	}
	return "the folder"
}

var version = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-_]?v?([0-9]+(?:[.+~_-]?[0-9A-Za-z]+)*)$`)
})

// versioned is the version that a name ends in.
var versioned = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[-_]v?[0-9][0-9A-Za-z.+~_-]*$`)
})

// versionOf returns the version that a folder is of, if it is one of the name.
func (s *search) versionOf(name string) (string, bool) {
	s.names = append(s.names, versioned().ReplaceAllString(name, ""))
	rest, ok := strings.CutPrefix(name, s.name)
	m := version().FindStringSubmatch(rest)
	if !ok || m == nil {
		return "", false
	}
	return m[1], true
}

var digits = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[0-9]+|[^0-9]+`)
})

// compareVersions compares numbers in versions by their value: 3.9 is before 3.11.
func compareVersions(a, b string) int {
	as, bs := digits().FindAllString(a, -1), digits().FindAllString(b, -1)
	return slices.CompareFunc(as, bs, func(a, b string) int {
		x, xerr := strconv.Atoi(a)
		y, yerr := strconv.Atoi(b)
		if xerr == nil && yerr == nil {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(a, b)
	})
}

// add adds a file or folder that there is.
func (s *search) add(name, note string) {
	s.addURI("file://"+pct.Encode(name, pct.Path), note)
}

func (s *search) addURI(text, note string) {
	u, err := uri.Parse(text)
	if err != nil || slices.ContainsFunc(s.found, func(l get.Location) bool { return l.URI == u }) {
		return
	}
	s.found = append(s.found, get.Location{URI: u, Note: note})
}

// folder adds a folder, or the file of the path in it.
func (s *search) folder(f folder) {
	if s.path == "" {
		if s.has(f.root, f.name) {
			s.add(path.Join(f.root, f.name)+"/", f.note())
		}
		return
	}
	for _, ending := range packed.Endings() {
		if file := path.Join(f.name, s.path+ending); s.has(f.root, file) {
			s.add(path.Join(f.root, file), "in "+f.note())
			return
		}
	}
}

// has reports whether there is a file or folder in a folder, which no link leads
// out of.
func (s *search) has(root, name string) bool {
	f, err := s.env.Policy.OpenIn(root, name)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

// list returns the names in a folder; one that is not there has none.
func (s *search) list(root, dir string) []string {
	names, _ := s.env.Policy.NamesIn(root, dir)
	return names
}

// formats are those of documents in the register that are better than others.
var formats = []string{"html", "text"}

// register adds the documents of the name that a register of doc-base has. Its
// files are called package.document, and hold fields:
//
//	Document: bash
//
//	Format: HTML
//	Index: /usr/share/doc/bash/bash.html
func (s *search) register(dir string) {
	type document struct{ format, index string }
	var all []document
	for _, file := range s.list(dir, ".") {
		pkg, name, _ := strings.Cut(file, ".")
		if s.names = append(s.names, name); name != s.name && pkg != s.name && file != s.name {
			continue
		}
		f, err := s.env.Policy.OpenIn(dir, file)
		if err != nil {
			continue
		}
		format := ""
		for lines := bufio.NewScanner(io.LimitReader(f, 1<<20)); lines.Scan(); {
			field, value, _ := strings.Cut(lines.Text(), ":")
			switch value = strings.TrimSpace(value); strings.ToLower(field) {
			case "format":
				format = strings.ToLower(value)
			case "index", "files":
				if filepath.IsAbs(value) && !strings.ContainsAny(value, "*? ") && format != "" && format != "info" {
					all = append(all, document{format, path.Clean(value)})
					format = "" // the index says where to begin
				}
			}
		}
		f.Close()
	}
	order := func(d document) int {
		if i := slices.Index(formats, d.format); i >= 0 {
			return i
		}
		return len(formats)
	}
	slices.SortStableFunc(all, func(a, b document) int { return cmp.Compare(order(a), order(b)) })
	for _, d := range all {
		if folder, file := path.Split(d.index); s.has(folder, file) {
			s.add(d.index, "the register, "+d.format)
		}
	}
}

// inManual adds the page of the name.
func (s *search) inManual() {
	for _, section := range s.sections {
		for _, tree := range s.manual {
			for _, ending := range packed.Endings() {
				if s.has(tree, "man"+section+"/"+s.name+"."+section+ending) {
					s.addURI("man:"+pct.Encode(s.name, pct.Segment)+"("+section+")", "the manual")
					return
				}
			}
		}
	}
}

// inInfo adds the document of Info of the name.
func (s *search) inInfo() {
	for _, folder := range s.info {
		for _, ending := range packed.Endings() {
			if s.has(folder, s.name+".info"+ending) {
				s.addURI("info:"+pct.Encode(s.name, pct.Segment), "a document of Info")
				return
			}
		}
	}
}

// missing is the error of a name that nothing is found of.
func (s *search) missing(u uri.URI) error {
	what := "no documentation of " + strconv.Quote(s.name)
	if s.path != "" {
		what = "no " + strconv.Quote(s.path) + " in the documentation of " + strconv.Quote(s.name)
	}
	slices.Sort(s.names)
	var there []string
	for _, name := range near.Names(s.name, slices.Values(slices.Compact(s.names)), 5) {
		if name != s.name {
			there = append(there, "x-userdoc:"+pct.Encode(name, pct.Segment))
		}
	}
	if len(there) > 0 {
		what += "; there is " + strings.Join(there, ", ")
	}
	return get.Errorf(get.NotFound, "find", u, "%s", what)
}
