package main

import (
	"bufio"
	"strings"
	"testing"

	"uriel.dev/get"
)

func TestCopyToTerminal(t *testing.T) {
	for _, tt := range []struct{ mediaType, body, want string }{
		{"text/plain; charset=iso-8859-1", "caf\xe9\n", "café\n"},
		{"text/plain; charset=koi8-r", "\xcd\xc9\xd2\n", "мир\n"},
		{"text/plain; charset=utf-8", "café \xe9\n", "café \\xe9\n"},
		{"text/plain; charset=US-ASCII", "café\n", "café\n"}, // as in data:,caf%C3%A9
		{"text/plain; charset=klingon", "caf\xe9\n", "caf\\xe9\n"},
		{"text/plain; charset=iso-2022-kr", "a\n", "a\n"},
		{"text/plain", "caf\xe9\n", "caf\\xe9\n"},
		{"text/plain; charset=iso-8859-1", "\x1b[31m\xa0\n", "\\x1b[31m\u00a0\n"},
	} {
		var b strings.Builder
		a := &app{out: bufio.NewWriter(&b)}
		if err := a.copyToTerminal(&get.Response{}, &get.Object{MediaType: tt.mediaType, Body: strings.NewReader(tt.body)}); err != nil {
			t.Errorf("%s: %v", tt.mediaType, err)
		}
		a.out.Flush()
		if b.String() != tt.want {
			t.Errorf("%s: %q, want %q", tt.mediaType, b.String(), tt.want)
		}
	}
}
