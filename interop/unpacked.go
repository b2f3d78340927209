package interop

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// peers is where the set-up unpacks packages that are not installed, since they exclude each other or would start.
const peers = "/opt/uriel-peers"

// Unpacked returns the folder that a Debian package was unpacked in. Without it the test is skipped, or fails, as
// [Program] says.
func Unpacked(t testing.TB, debianPackage, unchecked string) string {
	t.Helper()
	dir := filepath.Join(peers, debianPackage)
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	missing(t, fmt.Sprintf("the Debian package %s is not unpacked in %s: not checked: %s", debianPackage, dir, unchecked))
	return ""
}
