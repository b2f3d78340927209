package man

import (
	"strings"
	"testing"
)

func TestLanguageFolders(t *testing.T) {
	for in, want := range map[string]string{
		"pt-BR": "pt_BR pt_BR.UTF-8 pt pt.UTF-8", "de_DE.UTF-8@euro": "de_DE de_DE.UTF-8 de de.UTF-8", "de": "de de.UTF-8", "de fr": "de de.UTF-8 fr fr.UTF-8",
		"": "", "C.UTF-8": "", "en_US.UTF-8": "", "en de": "", "de en fr": "de de.UTF-8", "../etc": "", "a/b": "",
	} {
		if got := strings.Join(LanguageFolders(strings.Fields(in)...), " "); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestWantedLanguages(t *testing.T) {
	for env, want := range map[string]string{
		"": "", "LANG=de_DE.UTF-8": "de_DE.UTF-8", "LANG=de LC_MESSAGES=fr": "fr", "LANG=de LC_ALL=C.UTF-8": "", "LANG=de LANGUAGE=sv:fi": "sv fi",
		"LANGUAGE=sv": "", "LANG=C LANGUAGE=sv": "",
	} {
		vars := map[string]string{}
		for _, v := range strings.Fields(env) {
			name, value, _ := strings.Cut(v, "=")
			vars[name] = value
		}
		if got := strings.Join(WantedLanguages(func(name string) string { return vars[name] }), " "); got != want {
			t.Errorf("%q: %q, want %q", env, got, want)
		}
	}
}
