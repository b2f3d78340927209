//go:build unix

package json_test

import (
	"testing"

	"uriel.dev/find/internal/decoded/containertest"
	"uriel.dev/find/json"
)

var hostile = []string{
	"\"", "\"\n", "\"…\\", "\"…\\u", "\"…\\u0068", "\"…\\ud83d", "\"…\\u{", "\"…:", "\"…http://a/(", "/", "/*", "/*…*", "//", "//\n", "'", "`", "`…${", "return/", "=/[", "=/…[", "=/…\\", "{", "[", "(", "<", "a", "\xff", "\"…a ", "a:",
}

func TestLinear(t *testing.T) {
	containertest.Linear(t, json.Container, hostile)
	containertest.Linear(t, json.Script, hostile)
}
