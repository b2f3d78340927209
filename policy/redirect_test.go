package policy

import (
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

func TestRedirect(t *testing.T) {
	table := scheme.NewTable([]scheme.Info{
		{Name: "http"}, {Name: "https"}, {Name: "gopher"}, {Name: "gophers"}, {Name: "ftp"}, {Name: "prospero"},
		{Name: "urn", Kind: scheme.Name}, {Name: "doi", Kind: scheme.Name, Reach: scheme.Inside},
		{Name: "man", Reach: scheme.Local}, {Name: "file", Reach: scheme.Local},
		{Name: "data", Reach: scheme.Inside}, {Name: "view-source", Reach: scheme.Inside},
	}, nil)
	cli, gateway := CLI(table), Gateway(table)
	for _, x := range []struct {
		from, to string
		cli      Code // "" is success
		gateway  Code
		why      string
	}{
		{"http://a/", "http://b/", "", "", "the same scheme"},
		{"HTTP://a/", "HTTPS://a/", "", "", "better"},
		{"https://a/", "http://a/", CodeDowngrade, CodeDowngrade, "worse"},
		{"http://a/", "gopher://a/", CodeRedirect, CodeRedirect, "a web server speaks another protocol"},
		{"gopher://a/", "gopher://b/", "", CodeRedirect, "a gateway goes on to the web alone"},
		{"gopher://a/", "http://a/", "", "", "an item of type h"},
		{"gophers://a/", "gopher://a/", CodeRedirect, CodeRedirect, "a downgrade by another name"},
		{"gophers://a/", "http://a/", CodeRedirect, CodeRedirect, "likewise"},
		{"prospero://a/x", "ftp://b/x", "", CodeRedirect, "what a directory lists"},
		{"prospero://a/x", "file:///x", CodeRedirect, CodeRedirect, "but not here"},
		{"urn:a:b", "ftp://b/x", "", CodeRedirect, "what a name leads to"},
		{"urn:a:b", "https://b/x", "", "", "what a name leads to"},
		{"urn:a:b", "urn:a:c", "", "", "another name"},
		{"urn:a:b", "file:///x", CodeRedirect, CodeRedirect, "a resolver is a stranger, too"},
		{"urn:a:b", "javascript:alert(1)", CodeRedirect, CodeRedirect, "not even a scheme"},
		{"doi:10.1/x", "https://doi.org/10.1/x", "", "", "a name that leads on by itself"},
		{"http://a/", "man:ls", CodeRedirect, CodeRedirect, "to this machine"},
		{"http://a/", "file:///etc/passwd", CodeRedirect, CodeRedirect, "to this machine"},
		{"http://a/", "data:,x", CodeRedirect, CodeRedirect, "words put into our mouth"},
		{"http://a/", "view-source:file:///etc/passwd", CodeRedirect, CodeRedirect, "in two steps"},
		{"view-source:file:///x", "file:///x", "", "", "the user has typed it"},
		{"man:ls", "file:///x", "", "", "documents of this machine"},
		{"zz9:x", "http://a/", CodeRedirect, CodeRedirect, "not of the table"},
	} {
		for p, want := range map[*Policy]Code{&cli: x.cli, &gateway: x.gateway} {
			err := p.Redirect(uri.MustParse(x.from), uri.MustParse(x.to))
			if want == "" && err != nil || want != "" && !isRefusal(err, want) {
				t.Errorf("%s: %s to %s: %v, want code %q (%s)", p, x.from, x.to, err, want, x.why)
			}
		}
	}
	if err := cli.AllowDowngrade().Redirect(uri.MustParse("https://a/"), uri.MustParse("http://a/")); err != nil {
		t.Error(err)
	}
}

func TestSameOrigin(t *testing.T) {
	p := CLI(testTable())
	for _, x := range []struct {
		a, b string
		want bool
	}{
		{"http://h/a", "HTTP://H:80/b", true}, {"http://h/", "https://h/", false},
		{"http://h/", "http://h:81/", false}, {"http://h/", "http://i/", false},
	} {
		if got := p.SameOrigin(uri.MustParse(x.a), uri.MustParse(x.b)); got != x.want {
			t.Errorf("%s and %s: %v", x.a, x.b, got)
		}
	}
}
