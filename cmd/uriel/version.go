package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// version is the version of a release; a build from a checkout tells its
// revision too.
const version = "0.1.0-dev"

func (a *app) versionCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  exactly(0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(a.out, versionLine())
			return nil
		},
	}
}

func versionLine() string {
	return fmt.Sprintf("uriel %s%s %s %s/%s", version, revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// revision returns " (revision)" of the build, or "".
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return " (" + s.Value[:12] + ")"
		}
	}
	return ""
}
