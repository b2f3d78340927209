package desktop_test

import (
	"testing"

	"uriel.dev/find/desktop"
	"uriel.dev/find/internal/piece/containertest"
)

func FuzzScan(f *testing.F) {
	for _, s := range []string{
		"[InternetShortcut]\r\nURL=http://a.b/\r\nIconFile=C:\\x\r\n", "[Desktop Entry]\nURL[$e]=file:$HOME\nExec=x http://a.b/\\s\\\\ %u\n", "\xff\xfeU\x00R\x00L\x00=\x00a\x00", "\xfe\xff\x00U\xd8\x00", "\ufeff[InternetShortcut]\nBASEURL=a\\b", "\xff",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) { containertest.All(t, desktop.Container, text) })
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, desktop.Container, "URL=http://a.b/\n", "a=\\s", "x=http://a.b/\n\n")
}

func BenchmarkScan(b *testing.B) {
	containertest.Benchmark(b, desktop.Container, "[Desktop Entry]\nType=Link\nName=A site\nURL=http://h.example/\nExec=browser --new %u\nComment=Opens the site http://h.example/ in a browser\n\n")
}
