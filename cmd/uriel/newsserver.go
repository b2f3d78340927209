package main

import (
	"cmp"
	"os"
	"strings"
)

// configuredServer returns the server that is asked for URIs of a scheme that
// name none. For news it is the variable NNTPSERVER, or the first word of
// /etc/news/server, as newsreaders have it.
func configuredServer(scheme string) (server string, ok bool) {
	switch scheme {
	case "news", "nntp", "snews", "nntps":
		file, _ := os.ReadFile("/etc/news/server") // which is missing where there is no newsreader
		server = cmp.Or(strings.TrimSpace(os.Getenv("NNTPSERVER")), firstWord(string(file)))
	}
	return server, server != ""
}

// firstWord returns the first word of a file; lines that begin with "#" are
// comments.
func firstWord(text string) string {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 && !strings.HasPrefix(words[0], "#") {
			return words[0]
		}
	}
	return ""
}
