// Package archtest holds the tests of the program's shape: arrows between
// packages point down, and only the policy dials, runs a program or opens a
// file that a URI names.
package archtest

import (
	"path"
	"strings"
)

// Module is the path of the module.
const Module = "uriel.dev"

// A layer is a set of packages at one height, and what they may import of the
// module.
type layer struct {
	name    string
	match   func(pkg string) bool // pkg is relative to the module
	imports string                // names of layers, separated by blanks; "own" is the packages of the same scheme
	why     string                // said when an arrow is forbidden
}

// layers are tried in order; the first that matches is the package's.
var layers = []layer{
	{"uri", under("uri"), "uri",
		"uri is what everybody imports instead of net/url: it may not drag anything along"},
	{"scheme", is("scheme"), "uri",
		"scheme defines what an Info is; it knows no single scheme"},
	{"schemetest", is("scheme/schemetest"), "uri scheme",
		"schemetest tests one package of schemes at a time"},
	{"known/gen", is("scheme/known/gen"), "",
		"the generator reads files, it needs no package of ours"},
	{"known", is("scheme/known"), "uri scheme pure",
		"known is the table of the pure packages: whoever imports it must not pay for a client"},
	{"client", schemeDepth(3), "uri scheme policy find get page internal own",
		"a client may import the pure package of its own scheme and what lies below; two clients that know each other cannot be taken apart again, and the catalog knows them, not they it"},
	{"pure", schemeDepth(2), "uri scheme own",
		"what a scheme means is pure: no client, no policy, no other scheme (but those that are listed)"},
	{"policy", is("policy"), "uri scheme",
		"the policy decides for everybody, so it must depend on nobody that it decides about"},
	{"page", is("gateway/page"), "uri scheme find get internal",
		"a renderer draws one of the five kinds of answer; it knows no protocol and no server"},
	{"containertest", is("find/internal/containertest"), "uri scheme known find",
		"containertest tests one container at a time"},
	{"find", under("find"), "uri scheme find internal",
		"the finder and its containers are imported by people who want nothing else: they are handed the schemes, and a list of containers by whoever needs several"},
	{"get", under("get", "open"), "uri scheme known policy find get internal",
		"get is written against the five kinds, never against a scheme"},
	{"top", under("check", "gateway", "resolver"), "uri scheme known policy find get page internal",
		"consumers are handed their handlers and pages; they name no scheme, or adding one would mean changing them"},
	{"catalog", is("catalog"), "uri scheme pure client find get page top",
		"the catalog is the one list; nothing else may be in it"},
	{"internal", under("internal"), "uri internal",
		"internal packages are tools: they may not know what they are used for"},
	{"conform", under("conform"), "uri scheme known", "conform runs vectors against the public packages below"},
	{"command", under("cmd"), "uri scheme known policy find get page top catalog internal", "the command asks the catalog, not the schemes"},
	{"root", is("."), "uri scheme known get policy catalog", "package uriel is documentation"},
}

// mayImport lists the arrows between schemes that are wanted, and why.
var mayImport = map[[2]string]string{
	{"cmd/uriel", "scheme/gopher/gopherserver"}:  "serve --gopher runs a server, which is no stage in the life of a URI",
	{"cmd/uriel", "scheme/file"}:                 "edit --from-path makes the URI of a file's name, which only file: knows how to",
	{"cmd/uriel", "scheme/urn"}:                  "edit --set urn.nss and explain urn:NID are about namespaces, of which only urn: knows",
	{"scheme/news", "scheme/msgid"}:              "an article is named by the message-id that mid: is made of",
	{"scheme/whatis/whatisclient", "scheme/man"}: "a description is of a page of the manual, whose names and URIs only man: knows",
	{"scheme/mailto", "scheme/msgid"}:            "an address has the grammar of a message-id",
}

func is(pkg string) func(string) bool { return func(p string) bool { return p == pkg } }

func under(roots ...string) func(string) bool {
	return func(p string) bool {
		for _, r := range roots {
			if p == r || strings.HasPrefix(p, r+"/") {
				return true
			}
		}
		return false
	}
}

// schemeDepth matches scheme/X at depth 2 and scheme/X/Y at depth 3.
func schemeDepth(depth int) func(string) bool {
	return func(p string) bool { return strings.HasPrefix(p, "scheme/") && len(strings.Split(p, "/")) == depth }
}

// layerOf returns the layer of a package, or nil.
func layerOf(pkg string) *layer {
	for i := range layers {
		if layers[i].match(pkg) {
			return &layers[i]
		}
	}
	return nil
}

// forbidden says why package from may not import package to, both relative to
// the module; "" if it may.
func forbidden(from, to string) string {
	a, b := layerOf(from), layerOf(to)
	switch {
	case a == nil:
		return from + " is in no layer: add it to the table of internal/archtest, at the height where it belongs"
	case b == nil:
		return to + " is in no layer: add it to the table of internal/archtest, at the height where it belongs"
	}
	if _, ok := mayImport[[2]string{from, to}]; ok {
		return ""
	}
	for allowed := range strings.FieldsSeq(a.imports) {
		if allowed == "own" && sameScheme(from, to) || allowed == b.name {
			return ""
		}
	}
	return from + " (" + a.name + ") may not import " + to + " (" + b.name + "): " + a.why
}

// sameScheme reports whether both packages are of one folder below scheme/.
func sameScheme(a, b string) bool {
	x, y := strings.SplitN(a, "/", 3), strings.SplitN(b, "/", 3)
	return len(x) > 1 && len(y) > 1 && x[0] == "scheme" && y[0] == "scheme" && x[1] == y[1]
}

// stdForbidden are packages of the standard library that a layer may not
// import, since they are heavy or reach out of the process.
func stdForbidden(pkg, imported string) string {
	l := layerOf(pkg)
	if l == nil || l.name != "uri" && l.name != "scheme" && l.name != "pure" && l.name != "known" {
		return ""
	}
	switch root := strings.SplitN(imported, "/", 2)[0]; {
	case imported == "net/netip":
	case imported == "net", imported == "os", imported == "os/exec", imported == "syscall", imported == "unsafe",
		root == "net", root == "crypto" && imported != "crypto":
		return pkg + " may not import " + imported + ": it is pure, and those who only parse must not pay for it"
	}
	return ""
}

// thirdParty are the modules that a layer may import beside the standard
// library; "*" is any that go.mod has.
var thirdParty = map[string][]string{
	"uri":    {"golang.org/x/net/idna", "golang.org/x/text"},
	"pure":   {"golang.org/x/net/idna", "golang.org/x/text"},
	"scheme": {}, "known": {},
	"policy":     {"golang.org/x/sys/unix"}, // the calls that make a sandbox
	"find":       {"golang.org/x/net/idna", "golang.org/x/text"},
	"schemetest": {"*"}, "containertest": {"*"}, "client": {"*"}, "get": {"*"}, "page": {"*"}, "top": {"*"}, "internal": {"*"}, "command": {"*"},
}

// foreignForbidden says why pkg may not import a package of another module.
func foreignForbidden(pkg, imported string) string {
	l := layerOf(pkg)
	if l == nil {
		return ""
	}
	for _, m := range thirdParty[l.name] {
		if m == "*" || imported == m || strings.HasPrefix(imported, m+"/") {
			return ""
		}
	}
	return pkg + " (" + l.name + ") may not import " + imported + ": its users would inherit the dependency"
}

// isStd reports whether an import path is of the standard library: its first
// element has no dot.
func isStd(imported string) bool { return !strings.Contains(strings.SplitN(imported, "/", 2)[0], ".") }

// relative returns a package path relative to the module, and whether it is in
// it.
func relative(imported string) (string, bool) {
	if imported == Module {
		return ".", true
	}
	rest, ok := strings.CutPrefix(imported, Module+"/")
	return path.Clean(rest), ok
}
