package file

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a file URI means. Its zero value is that of "file:".
type View struct {
	// Host is the host as written; "" if there is none, which is the same to
	// the scheme as an empty one.
	Host string `json:"host,omitempty"`

	// Path is the path as written.
	Path string `json:"path"`

	// UnixPath is the decoded path, on the host; "" if the path has no root or
	// a name has an encoded slash or NUL, which no Unix file can have.
	UnixPath scheme.Octets `json:"unix_path,omitempty"`

	// WindowsPath is the path as Windows writes it: C:\x of /C:/x, c:/x and
	// /C%7C/x (RFC 8089, appendix E.2), \\host\share\x of //host/share/x and
	// ////host/share/x (E.3). It is "" if the URI has none of these forms.
	WindowsPath scheme.Octets `json:"windows_path,omitempty"`

	// Local reports whether no host is named, or localhost. The name of the
	// machine counts as well (section 2), but only its client knows that.
	Local bool `json:"local"`

	host, path [2]int // where they stand in the URI
}

// Parse returns the meaning of u, whose scheme is file. The error is the first
// thing that RFC 8089 forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	v := View{Host: u.Host(), Path: u.Path(), Local: isLocal(u), WindowsPath: windowsPath(u)}
	if path, ok := decode(u.Path(), "/\x00"); ok && strings.HasPrefix(path, "/") {
		v.UnixPath = scheme.Octets(path)
	}
	v.host[0], v.host[1], _ = u.Range(uri.Host)
	v.path[0], v.path[1], _ = u.Range(uri.Path)
	for _, r := range remarks(u) {
		if r.Severity == uri.Forbid {
			return v, fmt.Errorf("%s (%s)", r.Text, r.Section)
		}
	}
	return v, nil
}

// isLocal reports whether u names no other host than localhost.
func isLocal(u uri.URI) bool { return u.Host() == "" || strings.EqualFold(u.Host(), "localhost") }

// decode decodes a path, unless an escape stands for one of the octets in bad.
func decode(path, bad string) (string, bool) {
	for i := 0; i < len(path); i++ {
		if path[i] == '%' && strings.Contains(bad, pct.Decode(path[i:i+3])) {
			return "", false
		}
	}
	return pct.Decode(path), true
}

// isDrive reports whether a path is a drive letter, a colon and a path with a
// root, or nothing.
func isDrive(path string) bool {
	return len(path) >= 2 && path[1] == ':' && 'a' <= path[0]|0x20 && path[0]|0x20 <= 'z' && (len(path) == 2 || path[2] == '/')
}

// withColon writes the colon of a drive that a path begins with, where it is an
// encoded vertical bar (RFC 8089, appendix E.2.2); other paths stay.
func withColon(path string) string {
	if len(path) < len("C%7C") || !strings.EqualFold(path[1:4], "%7C") {
		return path
	}
	if drive := path[:1] + ":" + path[4:]; isDrive(drive) {
		return drive
	}
	return path
}

func windowsPath(u uri.URI) scheme.Octets {
	path, ok := decode(u.Path(), "/\\\x00")
	if !ok {
		return ""
	}
	drive := pct.Decode(withColon(strings.TrimPrefix(u.Path(), "/")))
	host := strings.TrimLeft(path, "/")
	switch {
	case !isLocal(u) && path != "":
		path = "//" + u.Host() + path
	case isDrive(drive):
		path = drive
	case strings.HasPrefix(path, "//") && host != "":
		path = "//" + host // appendix E.3.2 allows a third slash
	default:
		return ""
	}
	return scheme.Octets(strings.ReplaceAll(path, "/", `\`))
}

// Parts implements [scheme.View].
func (v View) Parts() (parts []scheme.Part) {
	if v.Host != "" {
		label := "host that has the file"
		if v.Local {
			label = "this machine"
		}
		parts = append(parts, scheme.Part{Start: v.host[0], End: v.host[1], Label: label})
	}
	if v.Path != "" {
		parts = append(parts, scheme.Part{Start: v.path[0], End: v.path[1], Label: "path"})
	}
	return parts
}

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	what, name := "the file or folder", string(v.UnixPath)
	if name == "" {
		name = v.Path
	}
	if strings.HasSuffix(name, "/") {
		what = "the folder"
	}
	if v.Local {
		return fmt.Sprintf("%s %q of this machine", what, name)
	}
	return fmt.Sprintf("%s %q of the host %s", what, name, v.Host)
}
