package jdbc

import (
	"encoding/json"
	"strings"
	"testing"

	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"jdbc:mysql://u:p@h/d": `the database "//u:***@h/d" of the driver for mysql`,
		"jdbc:x":               "no database",
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"jdbc:a:b:c?d#e": "subprotocol a|subname b:c?d#e",
	})
}

// TestSecrets: what stands for s3cr3t in a form of a driver is not shown, and
// the remark stands on it.
func TestSecrets(t *testing.T) {
	for _, form := range []string{
		"jdbc:a://h/d?password=SECRET", "jdbc:a://h/d?x=y&PassWord=SECRET&z=1", "jdbc:a://h;pwd=SECRET;b=c", "jdbc:a:d;sslPassword=SECRET",
		"jdbc:a://u:SECRET@h/d", "jdbc:a://u:SECRET@h", "jdbc:a://h,u:SECRET@i/d", "jdbc:a:(x=y,password=SECRET)", "jdbc:oracle:THIN:u/SECRET@h:1:s",
		"jdbc:a:password=SECRET", "jdbc:a://u:SECRET@h?password=SECRET", "jdbc:a://h/d?clientSecretKey=SECRET", "jdbc:a:b:password=SECRET;",
	} {
		for _, secret := range []string{"s3cr3t", "s3c:r3t", "s3c%40r3t"} {
			text := strings.ReplaceAll(form, "SECRET", secret)
			r := read(uri.MustParse(text))
			b, err := json.Marshal(r.view)
			if err != nil || strings.Contains(string(b), secret) || strings.Contains(r.view.Meaning(), secret) || !r.view.Password {
				t.Errorf("%s is shown as %s, %v", text, b, err)
			}
			for _, m := range r.remarks {
				if got := text[m.Offset : m.Offset+m.Length]; got != secret {
					t.Errorf("%s: %s at %q", text, m.Rule, got)
				}
			}
		}
	}
}

// FuzzView: with its passwords put back a subname is what stands in the URL, and
// no password stays.
func FuzzView(f *testing.F) {
	seeds := []string{"jdbc:a:thin:/@", "jdbc:a://:@,:@?pwd=&pwd=a;pwd=b", "jdbc:a:(pwd=,pwd=a)=b", "jdbc:a:thin:u/p@//u:p@h;password=x", "jdbc:a:==pass==="}
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		r := read(u)
		if r.view.Subname == "" {
			return
		}
		text, built := u.String(), r.view.Subname
		for _, m := range r.remarks {
			before, after, ok := strings.Cut(built, "***")
			if strings.Contains(text, "***") {
				return // they cannot be told apart
			}
			if !ok {
				t.Fatalf("%q has %d secrets, and is shown as %q", u, len(r.remarks), r.view.Subname)
			}
			built = before + text[m.Offset:m.Offset+m.Length] + after
		}
		if want := text[len("jdbc:")+len(r.view.Subprotocol)+len(":"):]; built != want {
			t.Errorf("%q is put together as %q", want, built)
		}
	})
}
