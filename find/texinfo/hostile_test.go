//go:build unix

package texinfo_test

import (
	"testing"

	"uriel.dev/find/internal/piece/containertest"
	"uriel.dev/find/texinfo"
)

func TestLinear(t *testing.T) {
	containertest.Linear(t, texinfo.Container,
		"@", "@{", "{", "}", "@uref{", "@uref{,", "@uref{a", "@uref{…,", "@xref{a,,,b}", "@xref{…,", "@var{", "a@var{", "@verb{|", "@verb{…|", "@value{", "@set a b\n", "@set…a", "@c ", "@verbatim\n", "@ignore\n@end ignore\n", "@code{…@code{}", ",", "<http://a/ ",
	)
}
