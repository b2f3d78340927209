package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"uriel.dev/get"
)

// server returns the server that is asked for URIs of a scheme that name none.
// For news it is the variable NNTPSERVER, that of the configuration, or the
// first word of /etc/news/server, as newsreaders have it.
func (c config) server(scheme string) (server string, ok bool) {
	switch scheme {
	case "news", "nntp", "snews", "nntps":
		file, _ := os.ReadFile("/etc/news/server") // which is missing where there is no newsreader
		server = cmp.Or(strings.TrimSpace(os.Getenv("NNTPSERVER")), c.News.Server, firstWord(string(file)))
	}
	return server, server != ""
}

// newsOptions are the settings for news as options of requests. The spool is of
// this machine: it is for those who may see what is there.
func (c config) newsOptions(local bool) map[string]string {
	options := map[string]string{"news-archive": c.News.Archive}
	if local {
		options["news-spool"] = c.News.Spool
	}
	return options
}

// checkNews finds mistakes in the settings for news.
func (c config) checkNews() error {
	if c.News.Spool != "" && !filepath.IsAbs(c.News.Spool) {
		return fmt.Errorf("news.spool: %q is no absolute name of a folder", c.News.Spool)
	}
	if c.News.Archive != "" {
		if err := (get.Gateway{Template: c.News.Archive}).Check(); err != nil {
			return fmt.Errorf("news.archive: %w", err)
		}
	}
	return nil
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
