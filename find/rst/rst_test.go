package rst_test

import (
	"testing"

	"uriel.dev/find/internal/containertest"
	"uriel.dev/find/rst"
)

func TestScan(t *testing.T) {
	containertest.Run(t, rst.Container, []containertest.Test{
		{"`a b <http://c.d/e>`_ `f <../g.html>`__ `<h>`_, `i\n<http://j.k/\n  l>`_", "rst http://c.d/e; rst ../g.html; rst h; rst http://j.k/l as \"http://j.k/\\n  l\"", "references in a phrase"},
		{"`a <b_>`_ `c <http://d.e/f\\_>`_ :ref:`g <h>` `i <j>` `k<l>`_", "rst http://d.e/f_ as \"http://d.e/f\\\\_\"", "names of targets, roles and plain phrases"},
		{"`a <b@c.example>`_ `d <mailto:e@f.example>`_", "rst mailto:b@c.example as \"b@c.example\"; rst mailto:e@f.example", "addresses"},
		{".. _a: http://b.c/d\\_e\n.. _`f: g`: h.html\n.. __: i\n__ j\n.. _k:\n.. _l: m_\n.. _n\\:o: p", "rst http://b.c/d_e as \"http://b.c/d\\\\_e\"; rst h.html; rst i; rst j; rst p", "targets"},
		{".. _a: http://b.c/\n   d/\n   e\nf", "rst http://b.c/d/e as \"http://b.c/\\n   d/\\n   e\"", "a target over lines"},
		{".. image:: a.png\n   :target: b.html\n   :alt: http://c.d/\n\n.. figure:: e.png\n\n   text\n\n.. |f| image:: g.png\n   :target: h_\n", "rst a.png; rst b.html; bare http://c.d/; rst e.png; rst g.png", "images"},
		{"see http://a.b/c\\_d, ``http://e.f/g\\_``, <http://h.i/\nj> and (http://k.l/).\n", "bare http://a.b/c_d or http://a.b/c_d, as \"http://a.b/c\\\\_d\"; bare http://e.f/g; angle http://h.i/j as \"http://h.i/\\nj\"; bare http://k.l/", "text"},
		{"http://a.b/\\ c :rfc:`3986` :pep:`8` :man:`ls(1)`", "bare http://a.b/", "an escaped blank; what roles make is not found"},
		{"code::\n\n  `a <b>`_ http://c.d/\n\n  .. _e: f\n\nend `g <h>`_\n", "bare http://c.d/; rst h", "a literal block"},
		{"* item::\n\n    `a <b>`_\n\n  `c <d>`_\n\n1. item::\n\n     `e <f>`_\n\n   `g <h>`_\n", "rst d; rst h", "literal blocks in items"},
		{".. code-block:: rst\n   :name: x\n\n   .. image:: a.png\n\n.. note::\n\n   `b <c>`_\n", "rst c", "directives, for code and others"},
		{".. http://a.b/ `c <d>`_\n\n.. [1] http://e.f/\n", "bare http://a.b/; rst d; bare http://e.f/", "comments and footnotes"},
		{"`a <b ``c <d>`_ `e\\` <f>`_ ``g", "rst d; rst f", "what is not closed"},
		{"`a <http://b.c/>`_ http://d.e/\r\n.. _f: g\r\n", "rst http://b.c/; bare http://d.e/; rst g", "lines that end with CR LF"},
		{"`", "", "nothing"},
	})
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		"`a <http://b.c/\\_>`_ :d:`e` ``f`` http://g.h/\\_i", ".. _a: b\n   c\n.. |d| image:: e\n :target: f_\n__ g\n", "x::\n\n  `a <b>`_\n\n.. code::\n\n  http://c.d/\n", "`\\`<", "..", ".. _", ".. _`", ".. |a", "\\", "`a <\\>`_", ":target:",
	}, rst.Container)
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, rst.Container,
		"`", "``", "`a ", "``…`", "`…<", "`<", "`a <b>`_ ", "`a <b", "\\", "\\`", "`\\", ".. _", ".. _a: ", ".. _a: b\n", ".. _a: b\n…  c\n", ".. _`", ".. |", ".. |a| ", ".. image:: a\n", "  ", "\n", " \n", "a::\n", "a::\n\n  ", "__ ", ":target:\n", "..\n", "::", "<http://a/ ", "http://a\\_",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, rst.Container, "`a <http://b.c/>`_ ", ".. _a: b\n", "\\_", "`", "a::\n\n")
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, rst.Container, "The text of a document is like this, with `links <http://h.example/>`_ and :role:`roles`,\nand ``most of it`` is just text, http://x.example/y.\n\n.. _target: http://z.example/\n\n")
}
