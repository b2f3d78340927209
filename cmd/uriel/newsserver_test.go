package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestNewsOptions: the spool is told to those alone who may see what is on this
// machine.
func TestNewsOptions(t *testing.T) {
	var c config
	c.News.Spool, c.News.Archive = "/var/spool/news", "https://archive.example/{message_id}"
	for local, want := range map[bool]map[string]string{
		true:  {"news-spool": "/var/spool/news", "news-archive": "https://archive.example/{message_id}"},
		false: {"news-archive": "https://archive.example/{message_id}"},
	} {
		if diff := cmp.Diff(want, c.newsOptions(local)); diff != "" {
			t.Errorf("local %v (-want +got):\n%s", local, diff)
		}
	}
}
