package json_test

import (
	"slices"
	"strings"
	"testing"

	"uriel.dev/find"
	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/json"
)

var tests = []containertest.Test{
	{`{"url":"https:\/\/x.org\/a","b":["http://y.org/?a=1\u0026b=2"]}`, `json https://x.org/a as "https:\\/\\/x.org\\/a"; json http://y.org/?a=1&b=2 as "http://y.org/?a=1\\u0026b=2"`, "strings that are URIs"},
	{`{"http://schema.org/name":"x", "@id":"urn:example:a~b"}`, "json http://schema.org/name; json urn:example:a~b", "names of members; the end is not in doubt"},
	{`["see http://x.org/a. And \"http://x.org/b.\" <http://x.org/\nc>", "http://x.org/d.", "http://x.org/(e", "http://x.org/(http://y.org"]`,
		`bare http://x.org/a or http://x.org/a.; quoted http://x.org/b or http://x.org/b.; angle http://x.org/c as "http://x.org/\\nc"; json http://x.org/d.; json http://x.org/(e; json http://x.org/(http://y.org`, "prose in strings"},
	{`"http://x.org/test\" is excluded" "http://x.org/\\" "http://x.org\n"`, `bare http://x.org/test; bare http://x.org/; json http://x.org`, "an escape is of the string"},
	{`"http://\u00fc.org/\uD83D\uDE00" "http://x.org/\ud83d" "\u0068ttp://x.org/\u0061" "http://x.org/ü"`,
		`json http://%C3%BC.org/%F0%9F%98%80 as "http://\\u00fc.org/\\uD83D\\uDE00"; bare http://x.org/; json http://x.org/a as "\\u0068ttp://x.org/\\u0061"; json http://x.org/%C3%BC as "http://x.org/ü"`, "characters, in surrogates too"},
	{"{\"a\":\"http://a.org\"}\n{\"a\":\"http://b.org\"}\n", "json http://a.org; json http://b.org", "JSON Lines"},
	{"{ // see http://c.org, \"not a string\n \"a\": 1, /* don't \" http://d.org */ \"b\": \"http://e.org\", # http://f.org\n}", "bare http://c.org; bare http://d.org; json http://e.org; bare http://f.org", "comments"},
	{`"www.x.org" "a@x.org" "mailto:a@x.org" "foo:bar" "std::string" "12:30" "http://%s/" "http://{host}/"`, `heuristic http://www.x.org as "www.x.org"; email mailto:a@x.org as "a@x.org"; json mailto:a@x.org`, "guesses, names, templates"},
	{`"http://a.org,http://b.org" " http://c.org "`, `bare http://a.org; bare http://b.org; json http://c.org`, "lists and blanks"},
	{"\"http://a.org\n\"http://b.org\"", "json http://a.org; json http://b.org", "a string ends with its line"},
	{"x := \"http://\\x41.org/\\U0001F600\" + `http://b.org/` // http://c.org\ny = 'http://d.org'", `json http://A.org/%F0%9F%98%80 as "http://\\x41.org/\\U0001F600"; quoted http://b.org/; bare http://c.org; quoted http://d.org`, "programs"},
	{`"http://x.org/\`, `bare http://x.org/`, "an end in the midst"},
	{`http://x.org/ "http://y.org/"`, "bare http://x.org/; json http://y.org/", "no comment"},
}

var scripts = []containertest.Test{
	{`location = "https:\/\/x.org\/a"; f('http://y.org/it\'s', ` + "`http://z.org/\n`)", `quoted https://x.org/a as "https:\\/\\/x.org\\/a"; quoted http://y.org/it's as "http://y.org/it\\'s"; quoted http://z.org/`, "strings of all kinds"},
	{"f(`http://x.org/${y}`); g(`see http://z.org/ ${h}`)", "bare http://z.org/", "templates"},
	{`x={type:"POST",data:e,success:t,mailto:a@b.org}; //http://x.org/` + "\n/* http://y.org */", "bare http://x.org/; bare http://y.org", "code is no prose"},
	{`a=/["']/g;b="http://x.org";return/["']/.test(c)?"http://y.org":d/e/"http://z.org"`, "quoted http://x.org; quoted http://y.org; quoted http://z.org", "regular expressions, and divisions"},
	{`s.replace(/^https?:\/\/www\.x\.org[/"]/, "http://y.org")`, "quoted http://y.org", "a pattern is no URI"},
	{`"\u{68}ttp://x.org/\x41\101" "a\
b" "\8 \q http://y.org\q"`, `quoted http://x.org/AA as "\\u{68}ttp://x.org/\\x41\\101"; bare http://y.org`, "escapes"},
	{"it's = \"http://x.org\"\n\"http://y.org\"", "quoted http://x.org; quoted http://y.org", "a stray quote disturbs one line"},
	{`if (a) /re"/.test(b); "http://x.org"` + "\n'http://y.org'", "quoted http://y.org", "a slash that is not understood, one line"},
	{`<a href="http://x.org">don</a>`, "quoted http://x.org", "JSX"},
}

func TestJSON(t *testing.T) { containertest.Run(t, json.Container, tests) }

func TestScript(t *testing.T) { containertest.Run(t, json.Script, scripts) }

func TestSplice(t *testing.T) {
	all := slices.Concat(tests, scripts)
	containertest.Splice(t, json.Container, all)
	containertest.Splice(t, json.Script, all)
}

func TestError(t *testing.T) {
	containertest.Error(t, json.Container, tests[0][0])
	containertest.Error(t, json.Script, scripts[0][0])
}

// TestLong reads strings in pieces, cut at blanks.
func TestLong(t *testing.T) {
	words := strings.Repeat("http://x.org/abcdefghijklmnopqrstuvwxyz ", 30_000)
	for _, c := range []find.Container{json.Container, json.Script} {
		matches := containertest.Check(t, c, []byte(`"`+words+`" "http://y.org"`))
		if n := len(matches); n != 30_001 || matches[n-2].Text != matches[0].Text {
			t.Errorf("%s: %d matches", c.Name, n)
		}
	}
}

var hostile = []string{
	"\"", "\"\n", "\"…\\", "\"…\\u", "\"…\\u0068", "\"…\\ud83d", "\"…\\u{", "\"…:", "\"…http://a/(", "/", "/*", "/*…*", "//", "//\n", "'", "`", "`…${", "return/", "=/[", "=/…[", "=/…\\", "{", "[", "(", "<", "a", "\xff", "\"…a ", "a:",
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, json.Container, hostile...)
	containertest.Linear(t, json.Script, hostile...)
}

func TestMemory(t *testing.T) {
	for _, c := range []find.Container{json.Container, json.Script} {
		containertest.Memory(t, c, "a ", `"…a `, "/* …a ", "// …a ", `{"abc":[1,"d\\e"]},`)
	}
	containertest.Memory(t, json.Script, "x = /…a")
}

func FuzzFind(f *testing.F) {
	containertest.Fuzz(f, containertest.Files(slices.Concat(tests, scripts)), json.Container, json.Script)
}

func BenchmarkFind(b *testing.B) {
	const text = `{"id": 4711, "name": "An entry of some list", "homepage": "https://x.org/entries/4711", "tags": ["one", "two", "three"],
  "text": "A \"longer\" text, which says in a few words what it is about, and has no URI in it at all.", "score": 0.25, "more": null}
`
	b.Run("json", func(b *testing.B) { containertest.Bench(b, json.Container, text) })
	b.Run("javascript", func(b *testing.B) { containertest.Bench(b, json.Script, text) })
}
