package git

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what the URI of a repository means: where it is, and how it is
// reached. The default port is 9418, for git+ssh 22 and for git+https 443.
type View struct {
	scheme.Server

	// Transport is "git", "ssh" or "https".
	Transport string `json:"transport"`

	// Path is the repository at the host, decoded, with its first slash; without
	// it behind git and ssh if it begins with a tilde, as ~/a in the home
	// directory of the login or ~joe/a in that of another user. "" is none.
	Path scheme.Octets `json:"path,omitempty"`

	uri uri.URI
}

// Parse returns the meaning of u, whose scheme is git, git+ssh or git+https. The
// error says what the scheme forbids about it; the view then holds what could be
// read.
func Parse(u uri.URI) (View, error) {
	v := read(u)
	return v, scheme.Forbidden(strings.ToLower(u.Scheme()), v.remarks())
}

// read reads what can be read.
func read(u uri.URI) View {
	v := View{Transport: strings.TrimPrefix(strings.ToLower(u.Scheme()), "git+"), uri: u}
	port := map[string]uint16{"git": 9418, "ssh": 22, "https": 443}[v.Transport]
	v.Server = scheme.ServerOf(u, port)
	path := pct.Decode(u.Path())
	if strings.HasPrefix(path, "/~") && v.Transport != "https" {
		path = path[1:]
	}
	v.Path = scheme.Octets(path)
	return v
}

// Repository returns the URI that git is told: for git+ssh and git+https that
// of ssh and https. It may hold a password.
func (v View) Repository() uri.URI {
	u, err := v.uri.WithScheme(v.Transport)
	if err != nil {
		return uri.URI{} // of the zero View
	}
	return u.WithoutFragment()
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part {
	start, end, _ := v.uri.Range(uri.Path)
	return scheme.AppendPart(v.Server.Parts(), start, end, "path")
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	return fmt.Sprintf("the git repository %q by %s at %s", string(v.Path), v.Transport, v.Server)
}
