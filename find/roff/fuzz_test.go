package roff_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/roff"
)

func FuzzScan(f *testing.F) {
	for _, s := range []string{
		".UR http://a\\:b\n.UE\n", ".Dd\n.Xr ls 1\n.Lk \"x\n", "\\fBls\\fR(1) \\*[x]\\(em\\[u2014]\\N'1'\\s'1'", ".BR \"a\"\"b\" (1) \\\" x\n.MT a@b.example", "<http://a.b/\\\nc\\c\n>", "\\f", ".if \\{.ie",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) { containertest.All(t, roff.Container, text) })
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, roff.Container, "\\-", ".BR a (1)\n", "see http://a.b/\\-c\n\n")
}

func BenchmarkScan(b *testing.B) {
	containertest.Benchmark(b, roff.Container, ".TP\n\\fB\\-x\\fR, \\fB\\-\\-extra\\fR\nDo more than is done by\n.BR ls (1),\nas said at\n.UR http://h.example\\:/x\n.UE .\nMost text is like this line, and has no escape at all in it.\n")
}
