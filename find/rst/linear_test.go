//go:build unix

package rst_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/rst"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, rst.Container,
		"`", "``", "`a ", "``…`", "`…<", "`<", "`a <b>`_ ", "`a <b", "\\", "\\`", "`\\", ".. _", ".. _a: ", ".. _a: b\n", ".. _a: b\n…  c\n", ".. _`", ".. |", ".. |a| ", ".. image:: a\n", "  ", "\n", " \n", "a::\n", "a::\n\n  ", "__ ", ":target:\n", "..\n", "::", "<http://a/ ", "http://a\\_",
	)
}
