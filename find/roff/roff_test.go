package roff_test

import (
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/roff"
)

func TestScan(t *testing.T) {
	containertest.Run(t, roff.Container, []containertest.Test{
		{".UR http://www.w3.org\\:/CGI\n.UE\n", `man http://www.w3.org/CGI as "http://www.w3.org\\:/CGI"`, "uri(7)"},
		{".UR http://www.w3.org\\:/TR\\:/REC\\-html40\n(HTML 4.0)\n.UE .\n", `man http://www.w3.org/TR/REC-html40 as "http://www.w3.org\\:/TR\\:/REC\\-html40"`, "a hyphen"},
		{"'ur x\n.  UR  \"http://a.b/\"\n.UR\n.UR \\*(xx\n.UR a/b#c\n", `man http://a.b/; man a/b#c`, "blanks, quotes, nothing, a string, a relative reference"},
		{".URL http://a.b/ \"a site\" http://c.d/\n", `man http://a.b/; bare http://c.d/`, "the older macro"},
		{".MT bug\\-groff@\\:gnu.org\nBugs\n.ME .\n.MT mailto:a@b.example\n.MT nobody\n.UR c@d.example\n", `man mailto:bug-groff@gnu.org as "bug\\-groff@\\:gnu.org"; man mailto:a@b.example; man mailto:c@d.example as "c@d.example"`, "addresses"},
		{".Dd x\n.Lk http://a.b/ \"a site\"\n.Pq Lk http://c.d/ .\n.An A B Aq Mt a@b.example\n.%U http://e.f/\n", `man http://a.b/; man http://c.d/; man mailto:a@b.example as "a@b.example"; man http://e.f/`, "mdoc(7)"},
		{".Dd x\n.Xr ls 1 ,\n.Xr git\\-log 1ssl\n.Xr man\n.Pf ( Xr a.out 5 )\n.Xr - 1\n", `man man:ls(1) as "ls 1"; man man:git-log(1ssl) as "git\\-log 1ssl"; man man:man as "man"; man man:a.out(5) as "a.out 5"`, "names of pages in mdoc(7)"},
		{"see Xr ls 1\n.B Xr ls 1\n", ``, "words that are macros of mdoc(7), elsewhere"},
		{".BR ls (1),\n.IR utf\\-8 (7)\n.BR \"git log\" (1)\n.B ls (1)\n.BR f (x) (1)\n", `man man:ls(1) as "ls (1)"; man man:utf-8(7) as "utf\\-8 (7)"; man man:log(1) as "log\" (1)"`, "names of pages in man(7)"},
		{"\\fBls\\fR(1), \\fIa\\fP(3pm) \\f[B]b\\f[](8) \\fBc\\fP\\|(1) ls(1) \\fBx(1)\\fR \\fBm\\fR(42) \\fB--x\\fR(1) \\fB3\\fR(1) \\fBx\\fR(0) \\fBx\\fR(0xff) \\fBx\\fR(0p)", `man man:ls(1) as "ls\\fR(1)"; man man:a(3pm) as "a\\fP(3pm)"; man man:b(8) as "b\\f[](8)"; man man:c(1) as "c\\fP\\|(1)"; man man:x(0p) as "x\\fR(0p)"`, "names of pages within a line"},
		{".RI < https://example.org/\\:foo >", `angle https://example.org/foo as "https://example.org/\\:foo"`, "brackets from a macro"},
		{"<http://h.example/a\\-b\\:/\nc>, http://h\\&.example/\\%d.\n", `angle http://h.example/a-b/c as "http://h.example/a\\-b\\:/\nc"; bare http://h.example/d or http://h.example/d. as "http://h\\&.example/\\%d"`, "escapes in text"},
		{"\\m[blue]\\fBhttps://a\\&.b/\\fR\\m[]\\&\\s-2\\u[1]\\d\\s+2", `bare https://a.b/ as "https://a\\&.b/"`, "a number that is raised is none of it"},
		{"http://a.b/\\(tix\\[u00E9]\\(hay \\(dqhttp://c.d/\\(dq \\(aqhttp://e.f/\\(aq x\\(atb.example \\(lqhttp://g.h/.\\(rq", `bare http://a.b/~x%C3%A9 as "http://a.b/\\(tix\\[u00E9]"; quoted http://c.d/; quoted http://e.f/; email mailto:x@b.example as "x\\(atb.example"; quoted http://g.h/ or http://g.h/.`, "special characters"},
		{"http://a.b/\\fIname\\fR/c http://\\fIhost\\fR/ http://a.b/\\*[v]/c \\fIhttp://c.d/\\fR (\\fIhttp://e.f\\fR)\n.RI info: file # node\n", `bare http://c.d/; bare http://e.f`, "variables"},
		{"'\\\" t\n.\\\" see http://a.b/\\c\n.B x \\\" http://d.e/\nx \\\" http://f.g/\n.ig\nhttp://h.i/\n..\n", `bare http://a.b/; bare http://d.e/; bare http://f.g/; bare http://h.i/`, "comments"},
		{"http://a.b/\\\nc <http://d.e/\\c\nf>", `bare http://a.b/c as "http://a.b/\\\nc"; angle http://d.e/f as "http://d.e/\\c\nf"`, "lines that go on"},
		{".if n .UR http://a.b/\n.ie t \\{.UR http://c.d/\n.el .BR ls (1)\n.if 1 see http://e.f/\n", `man http://a.b/; man http://c.d/; man man:ls(1) as "ls (1)"; bare http://e.f/`, "conditions"},
		{"\\s+2http://a.b/\\s0\\h'1'http\\w\"x\"://c.d/\\z\\N'101'\\[char101]\\Cx-xe\\(", `bare http://a.b/; bare http://c.d/ee-e as "http\\w\"x\"://c.d/\\z\\N'101'\\[char101]\\Cx-xe"`, "escapes with arguments"},
		{"C:\\\\http://a.b/\\\\c \\*(C`http://c.d/\\*(C' \\*(Aqhttp://e.f/\\*(Aq", `bare http://a.b/; quoted http://c.d/; quoted http://e.f/`, "strings of pages that are generated"},
		{"", "", "nothing"},
	})
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		".UR http://a\\:b\n.UE\n", ".Dd\n.Xr ls 1\n.Lk \"x\n", "\\fBls\\fR(1) \\*[x]\\(em\\[u2014]\\N'1'\\s'1'", ".BR \"a\"\"b\" (1) \\\" x\n.MT a@b.example", "<http://a.b/\\\nc\\c\n>", "\\f", ".if \\{.ie",
	}, roff.Container)
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, roff.Container,
		"\\", "\\[", "\\(", "\\h", "\\h'", "\\s[", "\\*[", "\\fB", "\\fBa\\fR(", "\\fIa", "\\fBa\\fR(1", ".if ", ".if…{.", ".if x\n", ".UR ", ".UR x\n", ".BR a (1)\n", ".BR…a ",
		".Dd\n.…Xr ", ".Dd\n.Xr…a ", "\\\n", "\\c\n", "\\\"", "\"", ".B \"", ".B…\" ", "\n", ".", ".\n", "<", "(", "[", "<http://a/\\:", "http://a/\\-", "\\fBa…b\\fR", "\\fB…a",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, roff.Container, "\\-", ".BR a (1)\n", "see http://a.b/\\-c\n\n")
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, roff.Container, ".TP\n\\fB\\-x\\fR, \\fB\\-\\-extra\\fR\nDo more than is done by\n.BR ls (1),\nas said at\n.UR http://h.example\\:/x\n.UE .\nMost text is like this line, and has no escape at all in it.\n")
}
