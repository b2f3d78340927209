package gopherclient

import (
	"testing"

	"uriel.dev/get/gettest"
	"uriel.dev/scheme/gopher"
)

func TestHandler(t *testing.T) {
	at := func(path string) func(string) string {
		return func(addr string) string { return "gopher://" + addr + path }
	}
	octets := func(paths ...string) func(addr, escape string) []string {
		return func(addr, escape string) (uris []string) {
			for _, p := range paths {
				uris = append(uris, "gopher://"+addr+p+escape, "gopher://"+addr+p+escape+"x")
			}
			return uris
		}
	}
	gettest.Run(t, gettest.Subject{
		Schemes: gopher.Schemes(),
		New:     New,
		URIs:    []string{"gopher://h/7/find", "gopher://h/8joe", "gopher://h/Tjoe"},
		Servers: []gettest.Server{
			{
				Name: "menu", URI: at("/1/menu"), Start: "iA menu\t\t\t\r\n", Payload: "0A text\t/a.txt\th\t70\r\n", Huge: "endless ", Lines: 1,
				Octets: octets("/1", "/1/menu", "/7find%09", "/1/menu%09%09!", "/1?", "/"),
			},
			{
				Name: "search", URI: at("/7/find%09two%20words"), Start: "", Payload: "0A text\t/a.txt\th\t70\r\n", Huge: "endless ", Lines: 1,
				Octets: octets("/7/find%09", "/7/find%09two%20words", "/7?"),
			},
			{
				Name: "text", URI: at("/0/a.txt"), Start: "A text\r\n..\r\n", Payload: "that goes on\r\n.\r\n", Huge: "endless ", Lines: 1,
				Octets: octets("/0", "/0/a", "/0a%09b", "/0a%09%09+%091"),
			},
			{
				Name: "binary", URI: at("/9/a.bin"), Start: "\x00\xff", Payload: "\x00\n.\n\xff", Huge: "endless ", Lines: 1,
				Octets: octets("/9", "/I", "/x"),
			},
			{
				Name: "view", URI: at("/0/a.txt%09%09+"), Start: "+-2\r\nA text\r\n", Payload: "that goes on\r\n.\r\n", Huge: "endless ", Lines: 1,
				Octets: octets("/0%09%09+", "/0%09%09+a%20"),
			},
			{
				Name: "attributes", URI: at("/1%09%09$"), Start: "+-1\r\n", Payload: "+INFO: 0A text\t/a.txt\th\t70\t+\r\n+ADMIN:\r\n", Huge: "endless ", Lines: 1,
				Octets: octets("/1%09%09$", "/1%09%09!+A%20"),
			},
		},
	})
}
