package newsclient

import (
	"strings"
	"testing"

	"uriel.dev/get/gettest"
	"uriel.dev/scheme/news"
)

func TestHandler(t *testing.T) {
	const hello = "200 hi\r\n200 reader\r\n"
	at := func(scheme, path string) func(string) string {
		return func(addr string) string { return scheme + "://" + addr + path }
	}
	octets := func(scheme string, paths ...string) func(addr, escape string) []string {
		return func(addr, escape string) (uris []string) {
			for _, p := range paths {
				uris = append(uris, scheme+"://"+addr+strings.ReplaceAll(p, "X", escape))
			}
			return uris
		}
	}
	after := func(command string) func(string) bool {
		return func(sent string) bool {
			return strings.Contains(sent, "\r\n"+command) && strings.HasSuffix(sent, "\r\n")
		}
	}
	gettest.Run(t, gettest.Subject{
		Schemes: news.Schemes(),
		New:     New,
		Servers: []gettest.Server{
			{
				Name: "article", URI: at("news", "/1@h"), Greeting: hello, Complete: after("ARTICLE"), Lines: 2,
				Start: "220 0 <1@h>\r\nSubject: x\r\n\r\n", Payload: "a line\r\n", Huge: "endless ",
				Octets: octets("news", "/1X@h", "/1@hX", "/%3C1@hX%3E", "/X1@h"),
			},
			{
				Name: "article of parts", URI: at("nntp", "/a.b/7"), Greeting: hello + "211 1 7 7 a.b\r\n", Complete: after("ARTICLE"), Lines: 3,
				Start:   "220 7 <1@h>\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
				Payload: "a line\r\n", Huge: "endless ",
				Octets: octets("nntp", "/a.bX/7", "/a.b/7X", "/a.b/X", "/X/7"),
			},
			{
				Name: "group", URI: at("news", "/a.b"), Greeting: hello + "211 9 1 9 a.b\r\n", Complete: after("OVER"), Lines: 3,
				Start: "224 overview\r\n", Payload: "1\tSubject\tJoe <joe@h>\tTue, 24 Dec 2024 10:00:00 +0100\t<1@h>\t\t12\t1\r\n", Huge: "1\tendless ",
				Octets: octets("news", "/a.bX", "/X"),
			},
			{
				Name: "group by HEAD", URI: at("nntp", "/a.b"), Complete: after("HEAD"), Lines: 7,
				Greeting: hello + "211 1 1 1 a.b\r\n500 what?\r\n500 what?\r\n500 what?\r\n",
				Start:    "221 1 <1@h>\r\nSubject: x\r\n", Payload: "References: <1@h>\r\n", Huge: "endless ",
				Octets: octets("nntp", "/a.bX", "/X"),
			},
			{
				Name: "groups", URI: at("news", "/a.*"), Greeting: hello, Complete: after("LIST"), Lines: 2,
				Start: "215 list\r\n", Payload: "a.b 9 1 y\r\n", Huge: "a.endless",
				Octets: octets("news", "/a.*X", "/X*"),
			},
		},
	})
}
