package file

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Why a path of Windows has no URI.
var (
	errDevice      = errors.New("a device has no URI")
	errDriveFolder = errors.New("a path in the current folder of a drive has no URI (RFC 8089, appendix E.2.1)")
	errNUL         = errors.New("no name of a file has a NUL in it")
	errShare       = errors.New("a UNC name needs a host and a share (RFC 8089, appendix E.3)")
	errHost        = errors.New("the host of a UNC name has a character that no host of a URI has (RFC 3986, section 3.2.2)")
)

// FromWindowsPath returns the URI of a path as Windows writes it, the inverse of
// [View.WindowsPath]. A slash is a separator like a backslash.
//
//	C:\path\to\file         file:///C:/path/to/file        RFC 8089, appendix E.2
//	\\host\share\file       file://host/share/file         E.3.1
//	\\localhost\share\file  file:////localhost/share/file  E.3.2, since localhost is no host
//	\\?\C:\file             file:///C:/file
//	\\?\UNC\host\share      file://host/share
//	\path\file, path\file   the relative reference to it: /path/file, path/file
//
// Names are encoded octet by octet as by [FromPath], and dots stay. The error says
// why a path has no URI: it is that of a device, a UNC name without a share or with
// a host that a URI would have to escape, a path in the current folder of a drive
// (C:file), or it has a NUL. It is an [*uri.Error] if the text would be longer than
// a URI can be.
func FromWindowsPath(path string) (uri.URI, error) {
	text, err := windowsReference(strings.ReplaceAll(path, `\`, "/"))
	if err != nil {
		return uri.URI{}, fmt.Errorf("path %q: %w", uri.Shorten(path), err)
	}
	return uri.Parse(text)
}

func windowsReference(path string) (string, error) {
	if rest, ok := strings.CutPrefix(path, "//?/"); ok {
		host, isUNC := cutPrefixFold(rest, "UNC/")
		if !isUNC && !isDrive(rest) {
			return "", errDevice
		}
		path = rest
		if isUNC {
			path = "//" + host
		}
	}
	switch text := pct.Encode(path, pct.Path); {
	case strings.Contains(path, "\x00"):
		return "", errNUL
	case strings.HasPrefix(path, "//./"), strings.HasPrefix(path, "//?"):
		return "", errDevice
	case strings.HasPrefix(path, "//"):
		return uncReference(path)
	case isDrive(path) && len(path) > len("C:"):
		return "file:///" + text, nil
	case len(path) >= len("C:") && isDrive(path[:len("C:")]):
		return "", errDriveFolder
	case strings.HasPrefix(path, "/"):
		return text, nil
	default:
		return FromPath(path).String(), nil
	}
}

// uncReference takes //host/share with slashes.
func uncReference(path string) (string, error) {
	host, share, _ := strings.Cut(path[len("//"):], "/")
	switch {
	case host == "" || share == "" || share[0] == '/':
		return "", errShare
	case pct.Encode(host, pct.RegName) != host:
		return "", errHost
	case strings.EqualFold(host, "localhost"):
		return "file://" + pct.Encode(path, pct.Path), nil
	default:
		return "file:" + pct.Encode(path, pct.Path), nil
	}
}

func cutPrefixFold(s, prefix string) (string, bool) {
	if len(s) < len(prefix) || !strings.EqualFold(s[:len(prefix)], prefix) {
		return s, false
	}
	return s[len(prefix):], true
}
