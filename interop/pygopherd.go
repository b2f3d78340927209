package interop

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// StartPygopherd serves [GopherFiles] with pygopherd, in the configuration of its package but for the port, the root,
// the users it would become, and the handler that runs programs, which is what searches need.
func StartPygopherd(t testing.TB) *Gopher {
	t.Helper()
	program := Program(t, "pygopherd", "pygopherd", "gopher against pygopherd")
	packaged, err := os.ReadFile("/etc/pygopherd/pygopherd.conf")
	if err != nil {
		t.Fatal(err)
	}
	dir, port := OpenDir(t), FreePort(t)
	root := filepath.Join(dir, "root")
	WriteTree(t, root, gopherTree(port))
	conf := replaceLines(string(packaged), map[string]string{
		"port":      fmt.Sprintf("port = %d\ninterface = 127.0.0.1\nservername = 127.0.0.1\n", port),
		"root":      "root = " + root + "\n",
		"pidfile":   "",
		"usechroot": "usechroot = no\n",
		"setuid":    "",
		"setgid":    "",
		"logmethod": "logmethod = none\n",
	})
	conf = strings.ReplaceAll(conf, "file.FileHandler]", "scriptexec.ExecHandler, file.FileHandler]")
	WriteTree(t, dir, map[string]string{"pygopherd.conf": conf})

	p := Start(t, exec.Command(program, filepath.Join(dir, "pygopherd.conf")))
	p.Await(t, fmt.Sprintf("127.0.0.1:%d", port))
	return &Gopher{Name: "pygopherd", Port: port}
}

// replaceLines returns an ini file with other text for the lines that set a key of lines.
func replaceLines(ini string, lines map[string]string) string {
	var out strings.Builder
	for line := range strings.Lines(ini) {
		key, _, _ := strings.Cut(line, "=")
		if other, ok := lines[strings.TrimSpace(key)]; ok {
			line = other
		}
		out.WriteString(line)
	}
	return out.String()
}
