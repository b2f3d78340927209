//go:build unix

package latex_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/latex"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, latex.Container,
		`\`, `\\`, `\a`, `\a…a`, `\url`, `\url{`, `\url{a}`, `\url{…a`, `\url{{`, `\url{\`, `\url|`, `\url|a`, `\url |`, `\url{…{}`, `\url{…\url{`, `{`, `}`, `\href[`, `\href[a]{`, `\verb|`, `\verb`, "\\begin{verbatim}", "\\begin{verbatim}…\\end{comment}", "%", "%\n", "=", "url=", "url={", "url={a}", `url="`, `doi…=`, "a=", "$", `$\sim$`, `\_`, `\~{}`, "#", "\\url{…#1", "\n", " ", "<http://a/ ",
	)
}
