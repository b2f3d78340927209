package ftp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
	"uriel.dev/scheme/schemetest"
	"uriel.dev/uri"
)

func TestScheme(t *testing.T) { schemetest.Run(t, Schemes()) }

func TestMeaning(t *testing.T) {
	schemetest.Meanings(t, Schemes(), map[string]string{
		"ftp://h":                      "the list of the directory of the login at h, port 21",
		"ftp://h/a":                    `the file "a" at h, port 21`,
		"ftp://joe:pw@h/%2Fetc/motd":   `the file "motd" in "/etc" at h, port 21, as user "joe"`,
		"ftps://h/a/b/c;type=a":        `the file "c" in "b" in "a", as text, at h, port 990`,
		"ftp://h:2121/a/b/":            `the list of "b" in "a" at h, port 2121`,
		"ftp://h/a/b;type=d":           `the list of "b" in "a" at h, port 21`,
		"ftp://h/%2F":                  `the list of "/" at h, port 21`,
		"ftp://h/x;type=l8":            `the file "x", by type "l8", at h, port 21`,
		"ftp:x":                        `the file "x" at a host that is not named, port 21`,
		"ftp://h/%C3%BC%0A;type=image": `the file "ü\n", by type "image", at h, port 21`,
	})
}

func TestParts(t *testing.T) {
	for text, want := range map[string]string{
		"ftp://joe:pw@h:2121/%2Fa//b%20c;type=A#f": "user joe|password pw|host h|port 2121|CWD /a %2Fa|RETR b c b%20c|type a ;type=A",
		"ftp://h/a;type=d":                         "host h|NLST a a|type d ;type=d",
		"ftp://h/a?%0D/":                           "host h|CWD a?\\r a?%0D",
		"ftp://h":                                  "host h",
	} {
		v, _ := Parse(uri.MustParse(text))
		var got []string
		for _, p := range v.Parts() {
			got = append(got, p.Label+" "+text[p.Start:p.End])
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: parts %q, want %q", text, got, want)
		}
	}
	if parts := (View{}).Parts(); parts != nil {
		t.Errorf("the zero value has parts %v", parts)
	}
}

// TestRemarkOffsets: a remark points at the bytes that it is about.
func TestRemarkOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"ftp://u:pw@h/":               "ftp/cleartext pw",
		"ftp://a%0Ab@h/x":             "ftp/line-end %0A",
		"ftp://h/a%41%0d%0a/b%0A":     "ftp/line-end %0d",
		"ftp://h/a%00":                "ftp/nul %00",
		"ftp://h/%2fa/b":              "ftp/root-path %2f",
		"ftp://h/a//b":                "ftp/null-cwd /",
		"ftp://h/a?b#f":               "ftp/query ?b",
		"ftp://h/a;b/c;d":             "ftp/semicolon ;",
		"ftp://h/a;type=a#f":          "ftp/type ;type=a",
		"ftp://h/a;TYPE=l8":           "ftp/type-unsupported ;TYPE=l8",
		"ftp://h/a;%74ype=long?;type": "ftp/query ?;type, ftp/semicolon ;",
	} {
		var got []string
		for _, r := range read(uri.MustParse(text)).remarks() {
			got = append(got, r.Rule+" "+text[r.Offset:r.Offset+r.Length])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestURI: entries of a directory get their URIs.
func TestURI(t *testing.T) {
	for _, x := range []struct {
		name, base string
		change     func(*View)
		want       string
	}{
		{"a file in a list", "ftp://joe:pw@h:2121/a/", func(v *View) { v.Name = "b c;1?#%/é" }, "ftp://joe:pw@h:2121/a/b%20c%3B1%3F%23%25%2F%C3%A9"},
		{"a directory in a list", "ftp://h", func(v *View) { v.CWD, v.Name = append(v.CWD, "b"), "" }, "ftp://h/b/"},
		{"of the root", "ftp://h/%2F/", func(v *View) { v.CWD = []scheme.Octets{"/pub"} }, "ftp://h/%2Fpub/"},
		{"a type", "ftp://h/x#f", func(v *View) { v.Type = new(scheme.Octets("a")) }, "ftp://h/x;type=a#f"},
		{"no type", "ftp://h/x;type=a", func(v *View) { v.Type = nil }, "ftp://h/x"},
		{"unchanged", "ftps://h/a//b?c", func(*View) {}, "ftps://h/a//b%3Fc"},
	} {
		v, err := Parse(uri.MustParse(x.base))
		if err != nil {
			t.Fatal(err)
		}
		x.change(&v)
		if got, err := v.URI(); err != nil || got.String() != x.want {
			t.Errorf("%s: %q, %v; want %q", x.name, got, err, x.want)
		}
	}
	if u, err := (View{}).URI(); err == nil {
		t.Errorf("the zero value has the URI %q", u)
	}
}

// fields is what can be compared of a view.
func fields(v View) map[string]any {
	m := map[string]any{"host": v.Host, "port": v.Port, "password": v.Password, "cwd": v.CWD, "name": v.Name}
	if v.User != nil {
		m["user"] = *v.User
	}
	if v.Type != nil {
		m["type"] = *v.Type
	}
	return m
}

// FuzzView: a view is written as a URI that is read as the same view and is
// equal to the first; commands are one line each.
func FuzzView(f *testing.F) {
	seeds := []string{"ftp:", "ftp:/", "ftp:?;type=a", "ftp://h?;TYPE=a", "ftp://h/;;type=%41", "ftp://h/a;%54ype=i;type", "ftps://u@[::1]:/%2e%2E/?/..//.#", "ftp://h/a%3b;Type=%3b%2f"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, _ := Parse(u)
		commands, err := v.Commands()
		for _, c := range commands {
			if strings.ContainsAny(string(c), scheme.Controls) {
				t.Errorf("%q gives the command %q", u, c)
			}
		}
		if err == nil && len(commands) < len(v.CWD)+1 {
			t.Errorf("%q gives the commands %q", u, commands)
		}
		w, err := v.URI()
		if err != nil {
			return
		}
		back, _ := Parse(w)
		if diff := cmp.Diff(fields(v), fields(back)); diff != "" {
			t.Errorf("%q, written as %q, is read as another (-first +second):\n%s", u, w, diff)
		}
		if rung, _ := table.Compare(u, w); rung < uri.EqualScheme && (u.Path() != "" || !u.HasQuery()) { // but for what is forbidden
			t.Errorf("%q, written as %q, is not equal to it", u, w)
		}
	})
}

// FuzzBuild: whatever octets a path is made of, its URI means them.
func FuzzBuild(f *testing.F) {
	f.Add("a\x00b", "c", "a", true)
	f.Add("/etc", "motd;type=d", "", false)
	f.Add("", "", ";type=x/\xff", true)
	f.Add("..", ".", "D", true)
	f.Fuzz(func(t *testing.T, cwd, name, code string, typed bool) {
		v := read(uri.MustParse("ftp://h/"))
		if cwd != "" {
			for c := range strings.SplitSeq(cwd, "\x00") {
				v.CWD = append(v.CWD, scheme.Octets(c))
			}
		}
		v.Name = scheme.Octets(name)
		if typed {
			v.Type = new(scheme.Octets(lower(code)))
		}
		u, err := v.URI()
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(fields(v), fields(read(u))); diff != "" {
			t.Errorf("%q means something else than it was made of (-want +got):\n%s", u, diff)
		}
	})
}
