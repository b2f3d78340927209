//go:build unix

package desktop_test

import (
	"testing"

	"uriel.dev/find/desktop"
	"uriel.dev/find/internal/piece/containertest"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, desktop.Container,
		"=", "a=\\", "URL=\\", "[", "[InternetShortcut]\n", "URL=a\n", "URL=…a", "\n", "\xff\xfe…a\x00", "\xff\xfe…\x00\xd8", "#", "<http://a/ ",
	)
}
