package mediatype

import "testing"

func TestGuess(t *testing.T) {
	for _, x := range []struct{ name, head, want, why string }{
		{"a.txt", "hello", "text/plain; charset=utf-8", "both agree"},
		{"README", "hello", "text/plain; charset=utf-8", "the content alone"},
		{"a.html", "", "text/html; charset=utf-8", "an empty file is what its name says"},
		{"empty", "", "text/plain; charset=utf-8", "nothing is text"},
		{"a.txt", "\x00\x01\x02", "application/octet-stream", "a name that lies"},
		{"a.png", "hello", "text/plain; charset=utf-8", "a name that lies"},
		{"A.PNG", "\x89PNG\r\n\x1a\n", "image/png", "in any case"},
		{"a.txt", "caf\xe9 au lait", "text/plain", "no UTF-8"},
		{"a.txt", "caf\xc3", "text/plain; charset=utf-8", "a character that goes on"},
		{"a", "\xff\xfea\x00", "text/plain; charset=utf-16le", "by its byte order mark"},
		{"a.json", "{}", "application/json", "text by another name"},
		{"a.tgz", "\x1f\x8b\x08", "application/gzip", "an archive"},
		{"a.zip", "PK\x03\x04", "application/zip", "an archive"},
		{"a.svg", "<?xml version='1.0'?>", "image/svg+xml", "an image that is text"},
		{"a", "caf\xe2\x82", "text/plain; charset=utf-8", "three octets, of which the last is cut off"},
		{"a", "a\x00b", "application/octet-stream", "a NUL"},
		{"a", "\x89PNG\r\n\x1a\n", "image/png", "the content alone"},
		{"a.txt", "\x89PNG\r\n\x1a\n", "image/png", "a name that lies"},
		{"a.MD", "<p align=center>x", "text/markdown; charset=utf-8", "text that looks like HTML"},
		{"a.go", "package a", "text/x-go; charset=utf-8", "a program"},
		{"a.html", "no tags", "text/html; charset=utf-8", "both are text"},
		{"a.css", "", "text/css; charset=utf-8", "an empty file is what its name says"},
		{"a.docx", "PK\x03\x04", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "an archive by another name"},
		{"a", "<!DOCTYPE html>", "text/html; charset=utf-8", "the content alone"},
		{"a.foo", "plain", "text/plain; charset=utf-8", "a name that tells nothing"},
		{"a", "hello", "text/plain; charset=utf-8", "the content alone"},
		{"a", "caf\xe9 au lait", "text/plain", "no UTF-8"},
		{"a", "caf\xc3", "text/plain; charset=utf-8", "a character that goes on"},
		{"a.svg", "<svg/>", "image/svg+xml", "an image that is text"},
	} {
		if got := Guess(x.name, []byte(x.head)); got != x.want {
			t.Errorf("%q, %q: %s, want %s (%s)", x.name, x.head, got, x.want, x.why)
		}
	}
}

func TestByName(t *testing.T) {
	for name, want := range map[string]string{"a.Txt": "text/plain", "a.tar.gz": "application/gzip", "a": "", "": "", ".": "", "a.nosuch": ""} {
		if got := ByName(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
