package manread

import (
	"bytes"
	"strings"
	"testing"

	"uriel.dev/get/doc"
)

// written returns what a page of man(7) says, without head and foot, in one
// line for each of its lines.
func written(t *testing.T, source string) string {
	t.Helper()
	d, err := Read(t.Context(), []byte(".TH A 1 date source volume\n"+source))
	if err != nil {
		t.Fatal(err)
	}
	d.Head, d.Foot, d.Title, d.Indent = doc.Band{}, doc.Band{}, "", 0
	var b bytes.Buffer
	if err := doc.WriteText(&b, d, 1000, doc.Plain); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestRequests(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"string", ".ds x a b\n\\*x \\*[x] \\*(xx.\n.as x c\n\\*x\n", "a b a b . a bc"},
		{"string with leading spaces", ".ds x \"  a\nb\\*x\n", "b  a"},
		{"string in a string", ".ds x 1\n.ds y \\*x\n.ds z \\\\*x\n.ds x 2\n\\*y\\*z\n", "12"},
		{"register", ".nr x 3 2\n\\nx \\n+x \\n-x \\n(xx\n.nr x -1\n\\nx\n", "3 5 3 0 2"},
		{"expression", ".nr x (2+3)*4-6/7\n\\nx\n.nr x 1i+2n\n\\nx\n.nr x 7%4\n\\nx\n.nr x 1/0\n\\nx\n", "2 288 3 0"},
		{"width", "\\w'abc' \\w'\\(bu'\n", "72 24"},
		{"macro", ".de x\na\\\\$1\\\\$2.\n..\n.x 1 \"2 3\"\n.x\n", "a12 3. a."},
		{"arguments", ".de x\n\\\\n(.$ \\\\$* | \\\\$@\n.shift\n\\\\$1\n..\n.x a \"b c\"\n", `2 a b c | "a" "b c" b c`},
		{"macro with an end of its own", ".de x y\na\n.y\n.x\n", "a"},
		{"more of a macro", ".de x\na\n..\n.am x\nb\n..\n.x\n", "a b"},
		{"macro in a macro", ".de x\n.de y\nin \\\\\\\\$1\n\\\\..\n..\n.x\n.y z\n", "in z"},
		{"return", ".de x\na\n.return\nb\n..\n.x\nc\n", "a c"},
		{"another name", ".de x\na\n..\n.als y x\n.rn x z\n.x\n.y\n.z\n", "a a"},
		{"another name of a macro of man", ".als Y B\n.Y b\n", "b"},
		{"removed", ".de x\na\n..\n.rm x\n.x\nb\n", "b"},
		{"if", ".if n a\n.if t b\n.if !t c\n.if 1>2 d\n.if 2>=2 e\n.if 'x'x' f\n.if 'x'y' g\n", "a c e f"},
		{"if defined", ".ds x\n.if dx a\n.if d x b\n.if !d y c\n.if r z d\n.nr z 0\n.if rz e\n.if d TP f\n", "a b c e f"},
		{"if a character", ".if c \\(bu a\n.if c \\(?? b\n", "a"},
		{"else", ".ie t a\n.el b\n.ie n c\n.el d\n.ie 0 .ie 1 e\n.el f\n", "b c f"},
		{"braces", ".if n \\{\\\na\n.if t \\{ b\nc \\}\nd\n.\\}\n.if t \\{\n.if n \\{\ne\n.\\}\nf\n.\\}\ng\n", "a d g"},
		{"else in braces", ".ie t \\{\\\na\n.\\}\n.el \\{\\\nb\n.\\}\nc\n", "b c"},
		{"while", ".nr x 0 1\n.while \\n+x<4 \\{\\\n\\nx\n.\\}\n", "1 2 3"},
		{"while on one line", ".nr x 0 1\n.while \\nx<3 .nr x +1\n\\nx\n", "3"},
		{"break", ".nr x 0 1\n.while 1 \\{\\\n\\n+x\n.if \\nx=2 .break\n.\\}\n", "1 2"},
		{"ignored", ".ig\na\n..\n.ig x\nb\n..\n.x\nc\n", "c"},
		{"comment", "a \\\" b\n.\\\" c\n'\\\" d\ne\\#f\ng\n", "a eg"},
		{"continued line", "a\\\nb\n.B c\\\nd\n", "ab cd"},
		{"continued text", "a\\c\nb\n.B c\\c\n.I d\n", "ab cd"},
		{"translation", ".tr ab\\(*W-\na\\(*W\n", "b-"},
		{"other control characters", ".cc @\n.br\n@B x\n@cc\n.B y\n", ".br x y"},
		{"another escape character", ".ec @\na@(bu\\n\n.ec\n\\(bu\n", "a•\\n •"},
		{"no escape character", ".eo\na\\fB\n.ec\nb\n", "a\\fB b"},
		{"trap", ".de x\ny\n..\n.it 2 x\na\nb\nc\n", "a b y c"},
		{"break of a line", "a\n.br\nb\n", "a\nb"},
		{"space", "a\n.sp\nb\n\nc\n", "a\n\nb\n\nc"},
		{"lines kept", ".nf\na\n b\n.br\n\nc\n.fi\nd\ne\n", "a\n b\n\nc\nd e"},
		{"nop", ".nop a\n.if n .nop b\n", "a b"},
		{"files and programs", ".so /etc/passwd\n.mso x\n.sy id\n.pso id\n.open x y\n.nx x\n.rd\na\n", "a"},
		{"unknown", ".zz a\nb\n", "b"},
		{"no name", ".\n'\n.  \na\n", "a"},
		{"diversions are text", ".di x\na\n.di\nb\n", "a b"},
		{"Latin-1", "caf\xe9\n", "café"},
		{"ends of lines", "a\r\n.B b\r\n", "a b"},
	} {
		if got := written(t, test.source); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestEscapes(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{`a\ b\~c\0d`, "a b c d"},
		{`a\|b\^c\&d\)e\%f\:g\/h\,i`, "abcdefghi"},
		{`\-\.\e\'\_` + "\\`", "-.\\´_`"},
		{`\(bu\[bu]\[u2022]\[u0065_0301]\C'bu'`, "•••e\u0301•"},
		{`\(??\[none]x`, "x"},
		{`\N'65'\[char66]`, "AB"},
		{`\fBa\fIb\fPc\fRd\f(CWe\f[R]f\f3g\fP`, "abcdefg"},
		{`\s-1a\s0b\s+(12c\s(12d\s[12]e\s'+2'f\s12g\s3h`, "abcdefgh"},
		{`a\h'3n'b\h'-1n'c\v'1m'd\u\d\re`, "a   bcde"},
		{`\o'ab'\z\(cib\zc`, "bbc"},
		{`\l'4n'\l'2n*'\L'2n'\D'l 1 1'\b'ab'x`, "____**x"},
		{`\m[red]a\M[]b\Y(xxc\X'tty: x'd\kxe\R'x 1'f`, "abcdef"},
		{`\x'1'a\A'b'\B'1'\V(xx\g(xxc\Fxd`, "a11cd"},
		{`a\!b`, "a"},
		{`a\zz\qb`, "aqb"},
		{`\[`, ""}, {`\(`, ""}, {`\f`, ""}, {`\*`, ""}, {`\n`, "0"}, {`\s`, ""}, {`\h'`, ""}, {`\w'`, "0"}, {`x\`, "x"},
	} {
		if got := written(t, `\&`+test.source+"\n"); got != test.want {
			t.Errorf("%s: %q, want %q", test.source, got, test.want)
		}
	}
}

// TestGlyphs: the table is whole, and each character of it is one.
func TestGlyphs(t *testing.T) {
	fields := strings.Fields(glyphTable)
	if len(fields)%2 != 0 || len(glyphs()) != len(fields)/2 || len(fields) < 600 {
		t.Fatalf("%d fields, %d names", len(fields), len(glyphs()))
	}
	for name, g := range glyphs() {
		if len([]rune(g)) != 1 {
			t.Errorf("%s is %q", name, g)
		}
	}
}
