package userdocclient

import (
	"cmp"
	"io"
	"path/filepath"

	"uriel.dev/get"
	"uriel.dev/internal/manpath"
)

// places says where documentation is.
type places struct {
	docs      []string // folders of documentation
	registers []string // of documents, by doc-base
	manual    []string // folders of the manual
	sections  []string // of it, in their order
	info      []string // folders of documents of Info
}

// add adds the places below a folder of data.
func (p *places) add(data string) {
	if filepath.IsAbs(data) {
		p.docs, p.registers = append(p.docs, data+"/doc"), append(p.registers, data+"/doc-base")
	}
}

// environment reads the variables of the environment, by the XDG Base Directory
// Specification for folders of data. Folders that are relative are left out.
func environment(env get.Env, getenv func(string) string) (p places) {
	home := getenv("XDG_DATA_HOME")
	if home == "" && getenv("HOME") != "" {
		home = getenv("HOME") + "/.local/share"
	}
	p.add(home)
	for _, dir := range filepath.SplitList(cmp.Or(getenv("XDG_DATA_DIRS"), "/usr/local/share:/usr/share")) {
		p.add(filepath.Clean(dir))
	}
	p.docs = append(p.docs, "/usr/local/doc", "/usr/doc") // where uri(7) knew them
	manual := manpath.Find(func(folder, name string) (io.ReadCloser, error) { return env.Policy.OpenIn(folder, name) }, getenv("MANPATH"), getenv("PATH"))
	p.manual, p.sections = manual.Trees, manual.Sections
	for _, dir := range filepath.SplitList(cmp.Or(getenv("INFOPATH"), ":")) {
		switch {
		case dir == "":
			p.info = append(p.info, "/usr/local/share/info", "/usr/share/info")
		case filepath.IsAbs(dir):
			p.info = append(p.info, dir)
		}
	}
	return p
}
