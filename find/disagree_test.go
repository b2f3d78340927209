package find_test

import "testing"

// disagreements are the texts about whose URIs the finders of others disagree, in
// some three hundred megabytes of documentation and of Go: xurls, linkify (Rust),
// linkify-it. The number of cases is told first.
var disagreements = []textTest{
	{"&lt;http://kernel.org/&gt;</a>", "bare http://kernel.org/", "384, all wrong: entities are no part of it"},
	{`fmt.Sprintf("http://%s/quit"`, "", "164: a template"},
	{"…/spec http://golang.org/spec#Source_code_representation:", "bare http://golang.org/spec#Source_code_representation or http://golang.org/spec#Source_code_representation:", "106: a colon at the end"},
	{"(See https://golang.org/ref/mod#graph-pruning.)", "bare https://golang.org/ref/mod#graph-pruning or https://golang.org/ref/mod#graph-pruning.", "101: the end of a sentence in brackets"},
	{"http://[::1]:8910/some/path", "bare http://[::1]:8910/some/path", "56: an address of IPv6"},
	{"http://user:***@password.faketld/", "bare http://user:***@password.faketld/", "29: userinfo"},
	{"http://user@host.tld/this:that", "bare http://user@host.tld/this:that", "19: userinfo"},
	{"https://x.org/bpf/stable/?state=*", "bare https://x.org/bpf/stable/?state=*", "14: an asterisk is of the URI"},
	{"**https://x.org/bpf**", "bare https://x.org/bpf", "14: and is not where it stands on both sides"},
	{"http://no-cookies.com./index.html", "bare http://no-cookies.com./index.html", "13: the dot of the root"},
	{`"https://bar.com/?"`, "quoted https://bar.com/?", "10: an empty query"},
	{`"https://example.com/test\" is excluded"`, "quoted https://example.com/test", "9: a quote in a string of a program"},
	{"http://proxy.com|https|foo.com", "bare http://proxy.com", "8: a bar"},
	{`<a href="https://x.org/Modulo_operation">"truncated division"</a>`, "quoted https://x.org/Modulo_operation", "6: quotes do not pair across the end of one"},
	{"GOPROXY=file://$WORK/p,https://modules.example", "bare https://modules.example", "6: a list, and a variable"},
	{"http://www.andre-simon.de[]", "bare http://www.andre-simon.de", "6: AsciiDoc"},
	{"http://${servers:dynamic}/$1", "", "6: a template"},
	{"（http://lwn.net/articles/131776/）", "bare http://lwn.net/articles/131776/", "5: full-width brackets"},
	{"('http://www.w3.org/2000/svg','text');textNode", "quoted http://www.w3.org/2000/svg", "4: the quote that opened ends it"},
	{`"^http://www\.example\.com/"`, "", "4: a regular expression"},
	{`"https://example.com#fragment"`, "quoted https://example.com#fragment", "2: a fragment behind the host"},

	// From the trackers of those who find URIs.
	{"(…Clinically http://x.org/Isolated-Syndrome-(CIS))", "bare http://x.org/Isolated-Syndrome-(CIS)", "get-urls 79"},
	{"https://en.wikipedia.org/wiki/Python_(programming_language)", "bare https://en.wikipedia.org/wiki/Python_(programming_language)", "kitty 3688"},
	{"(https://github.com/thestinger/termite).", "bare https://github.com/thestinger/termite", "termite 714"},
	{"https://archive.org/details/23the.amazing.spiderman.the.deadly.dust.", "bare https://archive.org/details/23the.amazing.spiderman.the.deadly.dust or https://archive.org/details/23the.amazing.spiderman.the.deadly.dust.", "linkify 57, lychee 940"},
	{"続行する前に、このリンク「https://testdomain.com」を参照してください。", "quoted https://testdomain.com", "linkifyjs 408"},
	{"Issue 已创建：https://github.com/tiann/hapi/issues/477，涵盖了", "bare https://github.com/tiann/hapi/issues/477", "hapi 478"},
	{"｜www.google.com/www.google.com/foo｜bar", "heuristic http://www.google.com/www.google.com/foo", "linkify-it 46"},
	{"https://x.com/test_ https://x.org/The_Lord_of_the_Rings_", "bare https://x.com/test_; bare https://x.org/The_Lord_of_the_Rings_", "comrak 479"},
	{"@https://example.org", "bare https://example.org", "linkify 93"},
	{"ThisIsATest.md /path/to/somescript.sh tests/test_markdown.py epg.sh", "", "bleach 35"},
	{"<foo http://example.com>", "bare http://example.com", "kitty 7095"},
	{"mailto:a@b.example magnet:?xt=urn:btih:abc gemini://x.org/", "bare mailto:a@b.example; bare magnet:?xt=urn:btih:abc; bare gemini://x.org/", "kitty 1909"},
	{"https://www.mysite.com/endpoint?param=abc--~C<http://anothersite.com/myfile.zip>", "bare https://www.mysite.com/endpoint?param=abc--~C; angle http://anothersite.com/myfile.zip", "iocextract 40"},
	{"<https://host/very-long\n-path?x=1>", "angle https://host/very-long-path?x=1", "cerb 550"},
	{"<a href=3D\"http://insideapple.app=\nle.com/\">", "bare http://insideapple.app", "quoted-printable is a container's to decode"},
}

func TestDisagreements(t *testing.T) { check(t, disagreements) }
