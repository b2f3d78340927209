package latex_test

import (
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/latex"
)

func TestScan(t *testing.T) {
	containertest.Run(t, latex.Container, []containertest.Test{
		{`\url{http://a.b/c.} \href{d.pdf}{e} \href[page=1]{f.pdf#g}{http://h.i/} \hyperref{j}{}{}{k} \hyperref[l]{m}`, "latex http://a.b/c.; latex d.pdf; latex f.pdf#g; bare http://h.i/; latex j", "links"},
		{`\url|http://a.b/| \url!c! \path+d+ \path{/etc} \path{ftp://e.f/} \nolinkurl{g} \nolinkurl{h:i}`, "latex http://a.b/; latex c; latex ftp://e.f/; latex h:i", "other signs, and what needs a scheme"},
		{`\includegraphics[width=1cm]{a.png} \includegraphics{http://b.c/d.png}`, "latex http://b.c/d.png", "images"},
		{`\url{http://a.b/c\%20d\_e\#f\&g\~{}h\~i\textasciitilde{}j\textasciitilde k$\sim$l}`, "latex http://a.b/c%20d_e#f&g~h~i~j~k$~$l as \"http://a.b/c\\\\%20d\\\\_e\\\\#f\\\\&g\\\\~{}h\\\\~i\\\\textasciitilde{}j\\\\textasciitilde k$\\\\sim$l\"", "escapes"},
		{"\\url{http://a.b/%20c#d} \\url{http://e.f/%\n  g/\n h}", "latex http://a.b/%20c#d; latex http://e.f/g/h as \"http://e.f/%\\n  g/\\n h\"", "what needs no escape, and line breaks"},
		{`see http://a.b/c\_d\%20e, \texttt{http://f.g/\~{}h} http://i.j\\http://k.l/ (http://m.n)~http://o.p`, "bare http://a.b/c_d%20e or http://a.b/c_d%20e, as \"http://a.b/c\\\\_d\\\\%20e\"; bare http://f.g/~h as \"http://f.g/\\\\~{}h\"; bare http://i.j; bare http://k.l/; bare http://m.n; bare http://o.p", "text"},
		{"% \\url{a} http://b.c/\n\\url{d} % <http://e.f/>\n", "bare http://b.c/; latex d; angle http://e.f/", "comments"},
		{`\def\x#1{\url{http://a.b/#1}\href{#1}{#2}} \url{http://c.d/\e/f} \url{g.html#1}`, "latex g.html#1", "templates"},
		{`\url{www.a.example/b} \url{c@d.example} \href{mailto:e@f.example}{g} \url{} \url{ }`, "heuristic http://www.a.example/b as \"www.a.example/b\"; latex mailto:c@d.example as \"c@d.example\"; latex mailto:e@f.example", "hosts and addresses"},
		{"@misc{a, url = {http://b.c/%20d_e}, URL=\"http://f.g/\", doi = {10.1000/a(1)#2},\n  doi={https://doi.org/10.1/x}, curl = {h}, url = {i}, note = {\\url{j}}}", "latex http://b.c/%20d_e; latex http://f.g/; latex doi:10.1000/a(1)%232 as \"10.1000/a(1)#2\"; latex https://doi.org/10.1/x; latex j", "BibTeX"},
		{`\doi{10.1000/182} \doi{x}`, "latex doi:10.1000/182 as \"10.1000/182\"", "DOIs"},
		{"\\verb|\\url{a} http://b.c/| \\begin{verbatim}\n\\url{d}\n\nhttp://e.f/\\_\n\\end{verbatim} \\url{g}", "bare http://b.c/; bare http://e.f/; latex g", "what is kept as it is"},
		{"\\url{a{b}\n\n\\url{c \\url{d}", "latex d", "braces that are not closed"},
		{"\\url", "", "nothing"},
	})
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		`\url{http://a.b/\_\~{}c%20} \href[d]{e}{f} \verb|g| $\sim$`, "url = {h}, doi = \"10.1/i\" % \\url{j}\n\\begin{verbatim}\n\n\\end{verbatim}\\url|k|", "\\", "\\url{", "\\url{\\}", "\\url{%", "\\url{#", "\\url|", "\\verb", "doi=", "{#1", "\\textasciitilde", "\\~{", "\\url{\\a}http://b.c/\\d",
	}, latex.Container)
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, latex.Container,
		`\`, `\\`, `\a`, `\a…a`, `\url`, `\url{`, `\url{a}`, `\url{…a`, `\url{{`, `\url{\`, `\url|`, `\url|a`, `\url |`, `\url{…{}`, `\url{…\url{`, `{`, `}`, `\href[`, `\href[a]{`, `\verb|`, `\verb`, "\\begin{verbatim}", "\\begin{verbatim}…\\end{comment}", "%", "%\n", "=", "url=", "url={", "url={a}", `url="`, `doi…=`, "a=", "$", `$\sim$`, `\_`, `\~{}`, "#", "\\url{…#1", "\n", " ", "<http://a/ ",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, latex.Container, `\url{a} `, "http://a.b/\\_\n\n", "\\begin{verbatim}\n", "url={a:b},", `\url{`)
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, latex.Container, "The text of a document is like this, with \\url{http://h.example/} and $x = y$ things,\nand \\emph{most of it} is just text, http://x.example/y\\_z.\n\n% A comment.\n\n")
}
