package catalog

import (
	"uriel.dev/find"
	"uriel.dev/find/asciidoc"
	"uriel.dev/find/css"
	"uriel.dev/find/desktop"
	"uriel.dev/find/html"
	"uriel.dev/find/json"
	"uriel.dev/find/latex"
	"uriel.dev/find/mail"
	"uriel.dev/find/markdown"
	"uriel.dev/find/pack"
	"uriel.dev/find/pod"
	"uriel.dev/find/roff"
	"uriel.dev/find/rst"
	"uriel.dev/find/texinfo"
	"uriel.dev/find/xml"
)

// Containers are the ways to read a file that its URIs are to be found in. Letters
// and archives hold files of the other ways, and of each other.
func Containers() []find.Container { return containers }

var containers = []find.Container{
	find.Text, markdown.Container, markdown.GFM, html.Container, xml.Container, css.Container, json.Container, json.Script,
	rst.Container, asciidoc.Container, roff.Container, texinfo.Container, pod.Container, latex.Container, desktop.Container,
}

func init() {
	// They would be defined by themselves otherwise.
	containers = append(containers, mail.New(within), pack.New(within))
}

// within chooses how a part of a letter or of an archive is read.
func within(mediaType, name string) (find.Container, bool) {
	return find.Choose(containers, "", mediaType, name)
}
