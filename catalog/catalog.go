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
	get     func(get.Env) get.Handler
	page    page.Renderer
}

// rows is the list.
var rows = [...]row{
	{data.Schemes, dataclient.New, page.General},
	{file.Schemes, fileclient.New, page.General},
	{gopher.Schemes, gopherclient.New, page.General},
	{http.Schemes, httpclient.New, page.General},
	{man.Schemes, manclient.New, page.General},
	{telnet.Schemes, telnetclient.New, page.General},
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
