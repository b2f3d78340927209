package httpclient

import (
	"strings"
	"testing"

	"uriel.dev/get/gettest"
	httpscheme "uriel.dev/scheme/http"
)

func TestHandler(t *testing.T) {
	server := gettest.Server{
		Name:     "plain",
		URI:      func(addr string) string { return "http://" + addr + "/dir/file?q=1" },
		Start:    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n",
		Payload:  "a line of text\n",
		Complete: func(sent string) bool { return strings.Contains(sent, "\r\n\r\n") },
		Lines:    5, // request line, Host, User-Agent, Accept-Encoding, and an empty one
		Octets: func(addr, escape string) []string {
			return []string{
				"http://" + addr + "/a" + escape + "b",
				"http://" + addr + "/?a" + escape + "b",
				"http://u" + escape + ":p@" + addr + "/",
				"http://u:p" + escape + "@" + addr + "/",
				"http://h" + escape + "@" + addr + "/" + escape,
			}
		},
	}
	untyped := server
	untyped.Name, untyped.Start = "no media type", "HTTP/1.1 200 OK\r\n\r\n"
	gettest.Run(t, gettest.Subject{Schemes: httpscheme.Schemes(), New: New, Servers: []gettest.Server{server, untyped}})
}
