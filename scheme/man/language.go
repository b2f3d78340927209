package man

import (
	"slices"
	"strings"
)

// LanguageFolders returns the folders in which the manual may have its pages in
// the given languages, the dearest first. Of "pt-BR", which is also written
// pt_BR.UTF-8, these are pt_BR and pt, with and without the character encoding in
// their names. English and the locale C have none: they are the manual itself.
func LanguageFolders(languages ...string) (folders []string) {
	for _, l := range languages {
		l, _, _ = strings.Cut(strings.ReplaceAll(l, "-", "_"), ".")
		l, _, _ = strings.Cut(l, "@")
		short, _, _ := strings.Cut(l, "_")
		if short == "C" || short == "POSIX" || short == "en" {
			break // what is dearer is wanted before
		}
		if strings.Trim(l, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") != "" {
			continue
		}
		for _, name := range []string{l, l + ".UTF-8", short, short + ".UTF-8"} {
			if short != "" && !slices.Contains(folders, name) {
				folders = append(folders, name)
			}
		}
	}
	return folders
}

// WantedLanguages returns the languages that the variables of the environment ask
// for (locale(7)): $LANGUAGE, a list, or else $LC_ALL, $LC_MESSAGES or $LANG. The
// list counts only where one of the others does not say C.
func WantedLanguages(getenv func(string) string) []string {
	locale := ""
	for _, name := range []string{"LANG", "LC_MESSAGES", "LC_ALL"} {
		if value := getenv(name); value != "" {
			locale = value
		}
	}
	list := getenv("LANGUAGE")
	switch base, _, _ := strings.Cut(locale, "."); {
	case locale == "" || base == "C" || base == "POSIX":
		return nil
	case list != "":
		return strings.Split(list, ":")
	}
	return []string{locale}
}
