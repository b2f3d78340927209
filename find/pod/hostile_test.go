//go:build unix

package pod_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/pod"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, pod.Container,
		"L<", "=pod\n\n…L<", "=pod\n\n…L<a|", "=pod\n\n…E<", "=pod\n\n…E<gt>", "=pod\n\n…I</", "=pod\n\n…L<< ", "=pod\n\n…L<< >", "=pod\n\n…<", "=pod\n\nC<<<<<<<<<< …>", "=pod\n\n…L<http://a/>", "=cut\n", "=pod\n", "=for\n", "\n", "<http://a/ ",
	)
}
