// Package catalog is the one list of what Uriel can do: a row for each family of
// schemes, the schemes of one folder below scheme/.
package catalog

import (
	"uriel.dev/gateway/page"
	"uriel.dev/get"
	"uriel.dev/scheme"
	"uriel.dev/scheme/data"
	"uriel.dev/scheme/data/dataclient"
	"uriel.dev/scheme/file"
	"uriel.dev/scheme/file/fileclient"
	"uriel.dev/scheme/gopher"
	"uriel.dev/scheme/gopher/gopherclient"
	"uriel.dev/scheme/http"
	"uriel.dev/scheme/http/httpclient"
	"uriel.dev/scheme/man"
	"uriel.dev/scheme/man/manclient"
	"uriel.dev/scheme/telnet"
	"uriel.dev/scheme/telnet/telnetclient"
)

// A row has a column for each stage of the life of a URI. Rows are written
// without keys, so that a column that is left out does not compile.
type row struct {
	schemes func() []scheme.Info
	readme  string
	get     func(get.Env) get.Handler
	page    page.Renderer
}

// rows is the list.
var rows = [...]row{
	{data.Schemes, data.Readme, dataclient.New, page.General},
	{file.Schemes, file.Readme, fileclient.New, page.General},
	{gopher.Schemes, gopher.Readme, gopherclient.New, page.General},
	{http.Schemes, http.Readme, httpclient.New, page.General},
	{man.Schemes, man.Readme, manclient.New, page.General},
	{telnet.Schemes, telnet.Readme, telnetclient.New, page.General},
}

// Handlers returns a handler for each scheme by its name, made for env. Schemes
// of one family share one.
func Handlers(env get.Env) map[string]get.Handler {
	out := map[string]get.Handler{}
	for _, r := range rows {
		h := r.get(env)
		for _, info := range r.schemes() {
			out[info.Name] = h
		}
	}
	return out
}

// Pages returns the renderer of the gateway for each scheme by its name.
func Pages() map[string]page.Renderer {
	out := map[string]page.Renderer{}
	for _, r := range rows {
		for _, info := range r.schemes() {
			out[info.Name] = r.page
		}
	}
	return out
}

// Readmes returns what there is to say of each scheme by its name, in Markdown.
func Readmes() map[string]string {
	out := map[string]string{}
	for _, r := range rows {
		for _, info := range r.schemes() {
			out[info.Name] = r.readme
		}
	}
	return out
}
