package smtp

import (
	"testing"

	"uriel.dev/scheme/schemetest"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"smtp://joe:s3cret@h": `the mail server at h, port 25, as user "joe"`,
		"SUBMIT://h/":         "the server for handing in mail at h, port 587",
		"smtp:":               "the mail server at a host that is not named, port 25",
	})
}

// FuzzView: whatever the URI, its view and normal form are sound.
func FuzzView(f *testing.F) {
	seeds := []string{"smtp:", "submit://u:p@h:587?q#f", "smtp://:@:"}
	schemetest.Fuzz(f, Schemes(), seeds, nil)
}
