package desktop_test

import (
	"encoding/binary"
	"testing"
	"unicode/utf16"

	"uriel.dev/find/desktop"
	"uriel.dev/find/internal/containertest"
)

// wide returns text in UTF-16 with a byte order mark.
func wide(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, c := range utf16.Encode([]rune("\ufeff" + text)) {
		b = order.AppendUint16(b, c)
	}
	return string(b)
}

func TestScan(t *testing.T) {
	containertest.Run(t, desktop.Container, []containertest.Test{
		{"[InternetShortcut]\r\nURL=http://a.b/\r\nIconFile=http://c.d/favicon.ico\r\nIconIndex=0\r\n", `desktop http://a.b/; bare http://c.d/favicon.ico`, "Windows"},
		{"[DEFAULT]\r\nBASEURL=http://a.b/x y\r\n[InternetShortcut]\r\nURL=file:///C:\\d\\s.txt\r\n", `desktop http://a.b/x%20y as "http://a.b/x y"; desktop file:///C:%5Cd%5Cs.txt as "file:///C:\\d\\s.txt"`, "blanks and backslashes in Windows"},
		{"[Desktop Entry]\nType=Link\nURL=http://a.b/\nURL[de]=http://c.d/\nIcon=folder\n", `desktop http://a.b/; desktop http://c.d/`, "freedesktop.org"},
		{"[Desktop Entry]\nURL=/usr/share/doc\nURL[$e]=\nExec=x --url http://a.b/ %u\n# http://c.d/\nComment=see\\shttp://e.f/\\nhttp://g.h/\n", `desktop /usr/share/doc; bare http://a.b/; bare http://c.d/; bare http://e.f/; bare http://g.h/`, "a path, commands, comments, escapes"},
		{"[Desktop Entry]\nURL=http://a.b/\\\\c\\;d\\", `desktop http://a.b/%5Cc;d%5C as "http://a.b/\\\\c\\;d\\"`, "a backslash"},
		{"\ufeff[InternetShortcut]\r\nURL=a\\sb", `desktop a%5Csb as "a\\sb"`, "a byte order mark"},
		{wide(binary.LittleEndian, "[InternetShortcut]\r\nURL=http://ä.b/\r\n"), `desktop http://%C3%A4.b/ as "http://ä.b/" in UTF-8`, "UTF-16"},
		{wide(binary.BigEndian, "URL=http://a.b/\nx=http://c.d/"), `desktop http://a.b/ in UTF-8; bare http://c.d/ in UTF-8`, "UTF-16, the other way"},
		{"URL\n=http://a.b/\n url = http://c.d/ \n", `bare http://a.b/; desktop http://c.d/`, "lines without a key, blanks"},
		{"\xff", "", "nothing"},
	})
}

func FuzzScan(f *testing.F) {
	containertest.Fuzz(f, []string{
		"[InternetShortcut]\r\nURL=http://a.b/\r\nIconFile=C:\\x\r\n", "[Desktop Entry]\nURL[$e]=file:$HOME\nExec=x http://a.b/\\s\\\\ %u\n", "\xff\xfeU\x00R\x00L\x00=\x00a\x00", "\xfe\xff\x00U\xd8\x00", "\ufeff[InternetShortcut]\nBASEURL=a\\b", "\xff",
	}, desktop.Container)
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, desktop.Container,
		"=", "a=\\", "URL=\\", "[", "[InternetShortcut]\n", "URL=a\n", "URL=…a", "\n", "\xff\xfe…a\x00", "\xff\xfe…\x00\xd8", "#", "<http://a/ ",
	)
}

func TestMemory(t *testing.T) {
	containertest.Memory(t, desktop.Container, "URL=http://a.b/\n", "a=\\s", "x=http://a.b/\n\n")
}

func BenchmarkScan(b *testing.B) {
	containertest.Bench(b, desktop.Container, "[Desktop Entry]\nType=Link\nName=A site\nURL=http://h.example/\nExec=browser --new %u\nComment=Opens the site http://h.example/ in a browser\n\n")
}
