package feed

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"feed://u:p@h/a": `the feed at "http://u:***@h/a", to subscribe to`,
		"feed:a":         "no feed",
	})
}

// TestOffsets: a remark stands at what is wrong.
func TestOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"feed:file:///x":   "file",
		"feed:http://h:x/": "x",
		"feed:http:":       "",
		"feed:///a":        "",
	} {
		r := onlyRemark(t, text)
		if got := text[r.Offset : r.Offset+r.Length]; got != want {
			t.Errorf("%s: %s at %q, want %q", text, r.Rule, got, want)
		}
		if r.Offset < len("feed:") {
			t.Errorf("%s: %s at byte %d", text, r.Rule, r.Offset)
		}
	}
}

func onlyRemark(t *testing.T, text string) uri.Remark {
	_, out := read(uri.MustParse(text))
	if len(out) != 1 {
		t.Fatalf("%s: %d remarks", text, len(out))
	}
	return out[0]
}

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		"http://h/a#b": "feed://h/a#b", "HTTPS://h/a": "feed:HTTPS://h/a", "ftp://h/a": "", "http:/a": "", "//h/a": "", "": "",
	} {
		if got := Of(uri.MustParse(text)).String(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// FuzzView: the URI of the inner one is the same by the rules of the scheme.
func FuzzView(f *testing.F) {
	seeds := []string{"feed://h:080", "feed:http://h:", "feed:HTTPS://[::0:1]:443/%7e/./?#", "feed:http://u@:1/", "feed:http://h/.//a"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if (err != nil) != v.Inner.IsZero() {
			t.Errorf("%q leads to %q, %v", u, v.Inner, err)
		}
		if err != nil {
			return
		}
		built := Of(v.Inner)
		if w, err := Parse(built); err != nil || uri.Compare(w.Inner, v.Inner) == uri.Different {
			t.Errorf("%q leads to %q, but %q to %q, %v", u, v.Inner, built, w.Inner, err)
		}
		if rung, _ := table.Compare(u, built); rung == uri.Different {
			t.Errorf("%q and its URI %q differ", u, built)
		}
	})
}
