package main

import (
	"slices"
	"strings"
	"testing"
)

// TestVerbs: whatever name a verb goes by on a command line, the tree has it and no
// other; and else all of them.
func TestVerbs(t *testing.T) {
	for _, v := range verbs {
		names := strings.Fields(v.names)
		cmd := v.build(&app{})
		if got := append([]string{cmd.Name()}, cmd.Aliases...); !slices.Equal(got, names) {
			t.Errorf("the command is called %q, its row says %q", got, names)
		}
		for _, name := range names {
			if cmds := (&app{}).root([]string{name, "x"}).Commands(); len(cmds) != 1 || cmds[0].Name() != names[0] {
				t.Errorf("%s: the tree has %d commands", name, len(cmds))
			}
		}
	}
	for _, args := range [][]string{nil, {"--color", "never", "get"}, {"help"}, {"nothing"}} {
		if n := len((&app{}).root(args).Commands()); n <= len(verbs) {
			t.Errorf("%q: the tree has %d commands, want all %d verbs and the topics", args, n, len(verbs))
		}
	}
}
