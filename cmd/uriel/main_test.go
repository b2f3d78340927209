package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"uriel": main})
}

// TestScripts runs testdata/script: one file a verb and case. Beside uriel they
// have the servers of servers_test.go, whose addresses are in the environment.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("TMPDIR", env.WorkDir)
			return startServers(env)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": status, "received": received, "ftpheard": ftpHeard},
	})
	if entries, err := os.ReadDir("testdata/script"); err != nil || len(entries) < 10 {
		t.Errorf("saw %d scripts only (%v)", len(entries), err)
	}
}
