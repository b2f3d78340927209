//go:build unix

package roff_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/roff"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, roff.Container,
		"\\", "\\[", "\\(", "\\h", "\\h'", "\\s[", "\\*[", "\\fB", "\\fBa\\fR(", "\\fIa", "\\fBa\\fR(1", ".if ", ".if…{.", ".if x\n", ".UR ", ".UR x\n", ".BR a (1)\n", ".BR…a ",
		".Dd\n.…Xr ", ".Dd\n.Xr…a ", "\\\n", "\\c\n", "\\\"", "\"", ".B \"", ".B…\" ", "\n", ".", ".\n", "<", "(", "[", "<http://a/\\:", "http://a/\\-", "\\fBa…b\\fR", "\\fB…a",
	)
}
