package main

import (
	"os"
	"path/filepath"
)

// cacheFolder returns the folder for what can be made anew, "" if the system
// names none for this user.
func cacheFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "uriel")
}
