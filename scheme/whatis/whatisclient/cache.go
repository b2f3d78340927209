package whatisclient

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// cacheName is the name of an index in the cache folder. That of other languages
// than English has their folders in it.
func cacheName(languages string) string {
	if languages == "" {
		return "whatis.json"
	}
	return "whatis-" + languages + ".json"
}

// readCache returns the index of the cache folder dir for languages, an empty one
// if there is none that is of use. Whatever is in it comes from this program, or
// from the user.
func readCache(dir, languages string) *index {
	x := &index{}
	if dir == "" {
		return x
	}
	text, err := os.ReadFile(filepath.Join(dir, cacheName(languages)))
	if err != nil || json.Unmarshal(text, x) != nil || x.Version != version {
		return &index{}
	}
	return x
}

// writeCache keeps an index. Another program that reads it meanwhile sees the
// old one or the new one, and never a part.
func writeCache(dir, languages string, x *index) error {
	if dir == "" {
		return nil
	}
	text, err := json.Marshal(x)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, cacheName(languages))
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(text)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(dir, cacheName(languages)))
	}
	return err
}
