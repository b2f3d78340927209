package userdocclient

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uriel.dev/get"
	"uriel.dev/get/gettest"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/userdoc"
	"uriel.dev/uri"
)

var (
	table = scheme.NewTable(userdoc.Schemes(), nil)
	cli   = get.Env{Policy: policy.CLI(table)}
)

// plant makes a folder of data. "{data}" in a file stands for it; "-> x" makes a
// symbolic link to x.
func plant(t *testing.T, files map[string]string) (data string) {
	t.Helper()
	data = t.TempDir()
	for name, content := range files {
		file := filepath.Join(data, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(content, "-> "); ok {
			err = os.Symlink(target, file)
		} else {
			err = os.WriteFile(file, []byte(strings.ReplaceAll(content, "{data}", data)), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return data
}

var documents = map[string]string{
	"doc/a/README": "", "doc/a/sub/x.txt.gz": "", "doc/b-1.9/x": "", "doc/b-1.10/x": "", "doc/b-doc/x": "", "doc/b2/x": "", "doc/out": "-> /etc", "doc/c d/x": "",
	"doc/a/out": "-> /etc/passwd", "doc-base/a-doc.a": "Document: a\n\nFormat: PDF\nFiles: {data}/doc/a/a.pdf\n\nFormat: HTML\nIndex: {data}/doc/a/index.html\nFiles: {data}/doc/a/*.html\n\nFormat: info\nIndex: {data}/info/a.info\n\nFormat: text\nIndex: {data}/doc/a/none.txt\n",
	"doc/a/a.pdf": "", "doc/a/index.html": "", "man/man1/a.1.gz": "", "man/man8/only.8": "", "info/a.info.gz": "",
}

func TestHandler(t *testing.T) {
	data := plant(t, documents)
	gettest.Run(t, gettest.Subject{
		Schemes: append(userdoc.Schemes(), scheme.Info{Name: "file", Reach: scheme.Local}, scheme.Info{Name: "man", Reach: scheme.Local}),
		New:     func(env get.Env) get.Handler { return elsewhere{NewIn(env, data)} },
		URIs:    []string{"x-userdoc:a", "x-userdoc:a/README", "x-userdoc:only"},
	})
}

// elsewhere has something where the handler leads.
type elsewhere struct{ get.Handler }

func (e elsewhere) Get(ctx context.Context, req *get.Request) (*get.Response, error) {
	if req.URI.Scheme() == "x-userdoc" {
		return e.Handler.Get(ctx, req)
	}
	return &get.Response{URI: req.URI, Answer: &get.Object{MediaType: "text/plain", Length: -1, Body: strings.NewReader("x")}}, nil
}

func TestLocations(t *testing.T) {
	data := plant(t, documents)
	second := plant(t, map[string]string{"doc/a/NEWS": "", "doc/b/x": ""})
	for u, want := range map[string]string{
		"x-userdoc:a":            "1/a/index.html 1/a/a.pdf 1/a/ 2/a/ man:a(1) info:a",
		"x-userdoc:a-doc":        "1/a/index.html 1/a/a.pdf",
		"x-userdoc:a/README":     "1/a/README",
		"x-userdoc:a/NEWS":       "2/a/NEWS",
		"x-userdoc:a/sub/x.txt":  "1/a/sub/x.txt.gz",
		"x-userdoc:a/sub":        "1/a/sub",
		"x-userdoc:b":            "2/b/ 1/b2/ 1/b-1.10/ 1/b-1.9/",
		"x-userdoc:only":         "man:only(8)",
		"x-userdoc:c%20d":        "1/c%20d/",
		"x-userdoc:out":          "not-found",
		"x-userdoc:a/out":        "not-found",
		"x-userdoc:a/none":       "not-found",
		"x-userdoc:readme":       "not-found",
		"x-userdoc:a/..%2f..":    "invalid",
		"x-userdoc:../etc":       "invalid",
		"x-userdoc:-K":           "invalid",
		"x-userdoc:%2Fetc":       "invalid",
		"x-userdoc:a/%2e%2e/b-2": "invalid",
	} {
		res, _, err := gettest.Fetch(t, NewIn(cli, data, second), &get.Request{URI: uri.MustParse(u)})
		var got []string
		if err != nil {
			got = append(got, gettest.Kind(err))
		} else {
			for _, l := range res.Answer.(*get.Locations).List {
				if l.Note == "" {
					t.Errorf("%s: nothing is said of %s", u, l.URI)
				}
				got = append(got, strings.NewReplacer("file://"+data+"/doc", "1", "file://"+second+"/doc", "2").Replace(l.URI.String()))
			}
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%s: %q, want %q", u, s, want)
		}
	}
	if _, _, err := gettest.Fetch(t, NewIn(cli, data), &get.Request{URI: uri.MustParse("x-userdoc:b-d0c")}); err == nil || !strings.Contains(err.Error(), "there is x-userdoc:b-doc") {
		t.Errorf("a name that is similar: %v", err)
	}
}

func TestRefused(t *testing.T) {
	req := &get.Request{URI: uri.MustParse("x-userdoc:a")}
	h := NewIn(get.Env{Policy: policy.Gateway(table)}, plant(t, documents))
	if _, _, err := gettest.Fetch(t, h, req); gettest.Kind(err) != "denied" {
		t.Errorf("in a gateway: %v", err)
	}
	if _, err := h.Plan(req); gettest.Kind(err) != "denied" {
		t.Errorf("the plan of it: %v", err)
	}
}

func TestEnvironment(t *testing.T) {
	env := map[string]string{"XDG_DATA_HOME": "/home/data", "XDG_DATA_DIRS": "/a:relative:/b/", "MANPATH": "/m", "INFOPATH": "/i:relative:"}
	p := environment(cli, func(name string) string { return env[name] })
	for what, got := range map[string][]string{
		"/home/data/doc /a/doc /b/doc /usr/local/doc /usr/doc": p.docs, "/home/data/doc-base /a/doc-base /b/doc-base": p.registers,
		"/m": p.manual, "/i /usr/local/share/info /usr/share/info": p.info,
	} {
		if s := strings.Join(got, " "); s != what {
			t.Errorf("%q, want %q", s, what)
		}
	}
	p = environment(cli, func(name string) string { return map[string]string{"HOME": "/home/u"}[name] })
	if s := strings.Join(p.docs, " "); s != "/home/u/.local/share/doc /usr/local/share/doc /usr/share/doc /usr/local/doc /usr/doc" {
		t.Errorf("by default %q", s)
	}
}
