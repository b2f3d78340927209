package file

import (
	"errors"
	"strings"
	"testing"

	"uriel.dev/uri"
)

func TestFromWindowsPath(t *testing.T) {
	for _, test := range []struct {
		path, want string
		err        error
		why        string
	}{
		{`c:\path\to\file`, "file:///c:/path/to/file", nil, "RFC 8089 E.2"},
		{`C:\`, "file:///C:/", nil, "the root of a drive"},
		{`C:/path/to/file.txt`, "file:///C:/path/to/file.txt", nil, "slashes part names, too"},
		{`C:\Program Files\ü%#?|x.txt`, "file:///C:/Program%20Files/%C3%BC%25%23%3F%7Cx.txt", nil, "RFC 8089 4"},
		{`C:\a\..\b`, "file:///C:/a/../b", nil, "dots stay"},
		{`C:\a.txt:stream:$DATA`, "file:///C:/a.txt:stream:$DATA", nil, "E.3.1: the colon of a stream"},
		{`\\host.example.com\Share\path\to\file.txt`, "file://host.example.com/Share/path/to/file.txt", nil, "E.3.1"},
		{`//host/share/x`, "file://host/share/x", nil, "slashes part names, too"},
		{`\\host\C$\x`, "file://host/C$/x", nil, "sub-delims"},
		{`\\localhost\share\x`, "file:////localhost/share/x", nil, "E.3.2"},
		{`\\?\C:\x`, "file:///C:/x", nil, "the prefix is no part of the name"},
		{`\\?\unc\host\share\x`, "file://host/share/x", nil, "the prefix is no part of the name"},
		{`\x\y`, "/x/y", nil, "E.2.1: relative to the drive"},
		{`x\y z`, "x/y%20z", nil, "relative"},
		{`..\x`, "../x", nil, "relative"},
		{`xy:stream`, "./xy:stream", nil, "RFC 3986 4.2"},
		{``, "", nil, "the current place"},
		{`C:x`, "", errDriveFolder, "E.2.1"},
		{`C:`, "", errDriveFolder, "E.2.1"},
		{`\\.\COM1`, "", errDevice, "a device"},
		{`\\?\Volume{1}\x`, "", errDevice, "a device"},
		{`\\?\C:x`, "", errDevice, "no drive"},
		{`\\host`, "", errShare, "E.3: no share"},
		{`\\host\`, "", errShare, "E.3: no share"},
		{`\\\share`, "", errShare, "E.3: no host"},
		{`\\host@SSL\share`, "", errHost, "RFC 3986 3.2.2"},
		{`\\ü\share`, "", errHost, "RFC 3986 3.2.2"},
		{"C:\\a\x00b", "", errNUL, "no name"},
	} {
		u, err := FromWindowsPath(test.path)
		if u.String() != test.want || !errors.Is(err, test.err) {
			t.Errorf("FromWindowsPath(%q) = %q, %v; want %q, %v: %s", test.path, u, err, test.want, test.err, test.why)
		}
	}
}

// The forms of RFC 8089, appendix E and F, that are URIs, as paths of both systems.
func TestAppendixE(t *testing.T) {
	for _, test := range []struct{ uri, unix, windows, why string }{
		{"file:c:/path/to/file", "", `c:\path\to\file`, "E.2"},
		{"file:///c:/path/to/file", "/c:/path/to/file", `c:\path\to\file`, "E.2"},
		{"file:///c:/path/to/file.txt", "/c:/path/to/file.txt", `c:\path\to\file.txt`, "E.2.1"},
		{"file://host.example.com/Share/path/to/file.txt", "/Share/path/to/file.txt", `\\host.example.com\Share\path\to\file.txt`, "E.3.1"},
		{"file:////host.example.com/path/to/file", "//host.example.com/path/to/file", `\\host.example.com\path\to\file`, "E.3.2"},
		{"file://///host.example.com/path/to/file", "///host.example.com/path/to/file", `\\host.example.com\path\to\file`, "E.3.2"},
		{"file:///path/to/file", "/path/to/file", "", "F"},
		{"file:/path/to/file", "/path/to/file", "", "F"},
	} {
		v, _ := Parse(uri.MustParse(test.uri))
		if string(v.UnixPath) != test.unix || string(v.WindowsPath) != test.windows {
			t.Errorf("%q: unix path %q, windows path %q; want %q, %q: %s", test.uri, v.UnixPath, v.WindowsPath, test.unix, test.windows, test.why)
		}
	}
	for _, s := range []string{"file:///c|/path/to/file", "file:/c|/path/to/file", "file:c|/path/to/file"} {
		_, err := uri.Parse(s)
		if e, ok := errors.AsType[*uri.Error](err); !ok || e.Rule != "uri/drive-bar" {
			t.Errorf("%q: error %v, want one that says to write a colon (RFC 8089, E.2.2)", s, err)
		}
	}
}

// FuzzFromWindowsPath: a path with a drive or a host comes back from its URI, in
// backslashes.
func FuzzFromWindowsPath(f *testing.F) {
	for _, s := range []string{`C:\`, `c:/a/../b`, `\\h\s`, `\\LOCALHOST\s\`, `\\?\UNC\h\s\x`, `\\?\C:\\x`, "C:\\\xff%2F#", `\\h\s//x`, `a:b`, `\\1.2.3.4\s`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, path string) {
		u, err := FromWindowsPath(path)
		if err != nil || !u.HasScheme() {
			t.Skip("no input of this target")
		}
		want := strings.ReplaceAll(path, "/", `\`)
		if rest, ok := strings.CutPrefix(want, `\\?\`); ok {
			want = rest
			if rest[1] != ':' {
				want = `\\` + rest[len(`UNC\`):]
			}
		}
		if v, _ := Parse(u); string(v.WindowsPath) != want {
			t.Errorf("FromWindowsPath(%q) = %q, whose windows path is %q, want %q", path, u, v.WindowsPath, want)
		}
	})
}
