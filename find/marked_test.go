package find_test

import (
	"testing"

	"uriel.dev/find"
)

func TestReference(t *testing.T) {
	for text, want := range map[string]string{
		"http://a.example/":            "http://a.example/",
		" ../b ":                       "../b",
		"http://a.exa\nmple/\tb":       "http://a.example/b",
		"a b":                          "a%20b",
		"100%":                         "100%25",
		"a%41":                         "a%41",
		"x#y#z":                        "x#y%23z",
		"//[::1]/é[1]":                 "//[::1]/%C3%A9%5B1%5D",
		`http://h/a"b<c>\d{e}|^` + "`": "http://h/a%22b%3Cc%3E%5Cd%7Be%7D%7C%5E%60",
		"?":                            "?",
		"#":                            "#",
		"\x00\xff":                     "%00%FF",
		"":                             "none",
		" \n":                          "none",
		"http://[oh no]/":              "none",
		"1:2":                          "none",
	} {
		got := "none"
		if u, ok := find.Reference(text); ok {
			got = u.String()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
