package ssh

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
		"ssh://joe;x=y@h/ignored": `a session of SSH at h, port 22, as user "joe"`,
		"sftp://h":                `the directory "/" by sftp at h, port 22`,
		"sftp://h/~/":             "the home directory by sftp at h, port 22",
		"sftp://u:pw@h/~/a":       `the file "a" of the home directory by sftp at h, port 22, as user "u"`,
		"sftp://h/a;type=d":       `the directory "/a" by sftp at h, port 22`,
		"scp://h:1/a/b":           `the file "/a/b" by scp at h, port 1`,
		"scp://h/%2F":             "no file by scp at h, port 22",
	})
}

func TestParts(t *testing.T) {
	schemetest.Parts(t, Schemes(), map[string]string{
		"sftp://joe:p:w;fingerprint=a,b=c@h:22/~/a;type=d,x=": "user joe|password p:w|parameter fingerprint fingerprint=a|parameter b b=c|host h|port 22|path /~/a|parameter type type=d|parameter x x=",
		"ssh://joe;@h/x": "user joe;|host h",
		"scp://h/a;b=c":  "host h|path /a;b=c",
		"sftp://h/%2F":   "host h",
	})
}

// TestRemarkOffsets: a remark points at the bytes that it is about.
func TestRemarkOffsets(t *testing.T) {
	for text, want := range map[string]string{
		"ssh://-a@-b/":                      "ssh/option -b, ssh/option -a",
		"ssh://u;x=y,fingerprint=k@h":       "ssh/parameter x=y, ssh/fingerprint fingerprint=k",
		"ssh://u;x=y,fingerprint=k,z=;w=@h": "ssh/parameter x=y, ssh/fingerprint fingerprint=k, ssh/parameter z=, ssh/parameter w=",
		"ssh://ab;c@h/p?q":                  "ssh/semicolon ;, ssh/query ?q, ssh/path /p",
		"sftp://h/%7e/b%2fc%00":             "ssh/name %2f, ssh/name %00",
		"sftp://h/%7e/b;type=z,x=y":         "ssh/home %7e, ssh/type type=z, ssh/parameter x=y",
		"sftp://h/a;b/c;d":                  "ssh/semicolon ;",
		"scp://h/~/-a*#f":                   "ssh/home ~, ssh/option /~/-a*, ssh/scp-shell /~/-a*",
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

func TestSecret(t *testing.T) {
	for text, want := range map[string]string{
		"ssh://u:p%40w;fingerprint=k@h/": "p@w",
		"ssh://u:p;w@h/":                 "p;w",
		"ssh://u:@h/":                    "",
	} {
		v, _ := Parse(uri.MustParse(text))
		if got, ok := v.Secret(); got != want || !ok {
			t.Errorf("%s: password %q, %v; want %q", text, got, ok, want)
		}
	}
	v, _ := Parse(uri.MustParse("ssh://u;a=b:c@h/"))
	if got, ok := v.Secret(); ok || got != "" || v.Password {
		t.Errorf("a password %q where there is none", got)
	}
}

func TestHostKey(t *testing.T) {
	const hash = "c1-b1-30-29-d7-b8-de-6c-97-77-10-d7-46-41-63-87"
	for fingerprint, want := range map[string]string{
		"ssh-dss-" + hash:             "ssh-dss c1:b1:30:29:d7:b8:de:6c:97:77:10:d7:46:41:63:87",
		"x-" + strings.ToUpper(hash):  "x c1:b1:30:29:d7:b8:de:6c:97:77:10:d7:46:41:63:87",
		hash:                          "",
		"-" + hash:                    "",
		"ssh-dss-" + hash[3:]:         "",
		"ssh-dss-" + hash[:45] + "8g": "",
		"ssh-dss-" + strings.ReplaceAll(hash, "-", ":"): "",
		"SHA256:AbCdEfGhIjKlMnOpQrStUvWxYz0123":         "",
		"":                                              "",
	} {
		algorithm, md5, ok := View{Fingerprint: new(scheme.Octets(fingerprint))}.HostKey()
		if got := algorithm + " " + md5; got != want && ok || ok != (want != "") {
			t.Errorf("%q: %q, %v; want %q", fingerprint, got, ok, want)
		}
	}
	if _, _, ok := (View{}).HostKey(); ok {
		t.Error("a key without a fingerprint")
	}
}

// TestURI: entries of a directory get their URIs.
func TestURI(t *testing.T) {
	for _, x := range []struct {
		name, base string
		change     func(*View)
		want       string // "" for an error
	}{
		{"a file of the root", "sftp://u;fingerprint=k@h:2222/", func(v *View) { v.Path += "a b;c?#é" }, "sftp://u;fingerprint=k@h:2222/a%20b%3Bc%3F%23%C3%A9"},
		{"a file of home", "sftp://h/~", func(v *View) { v.Path = "a" }, "sftp://h/~/a"},
		{"from home to the root", "sftp://h/~/a;x=y#f", func(v *View) { v.Path, v.Home, v.Type = "/b", false, new(scheme.Octets("d")) }, "sftp://h/b;type=d,x=y#f"},
		{"no path", "sftp://h/a", func(v *View) { v.Path = "" }, ""},
		{"home from the root", "sftp://h/~/a", func(v *View) { v.Path = "/a" }, ""},
		{"a directory called ~", "sftp://h/a", func(v *View) { v.Path = "/~/a" }, ""},
		{"a NUL", "sftp://h/a", func(v *View) { v.Path = "/\x00" }, ""},
		{"a type of scp", "scp://h/a", func(v *View) { v.Type = new(scheme.Octets("a")) }, ""},
		{"a session", "ssh://h/", func(v *View) { v.Path = "/a" }, ""},
	} {
		v, err := Parse(uri.MustParse(x.base))
		if err != nil {
			t.Fatal(err)
		}
		x.change(&v)
		if got, err := v.URI(); got.String() != x.want || (err == nil) != (x.want != "") {
			t.Errorf("%s: %q, %v; want %q", x.name, got, err, x.want)
		}
	}
}

// fields is what can be compared of a view.
func fields(v View) map[string]any {
	m := map[string]any{"host": v.Host, "port": v.Port, "password": v.Password, "path": v.Path, "home": v.Home}
	for key, value := range map[string]*scheme.Octets{"user": v.User, "type": v.Type, "fingerprint": v.Fingerprint} {
		if value != nil {
			m[key] = *value
		}
	}
	return m
}

// FuzzView: a view is written as a URI that is read as the same view and is
// equal to the first.
func FuzzView(f *testing.F) {
	seeds := []string{"ssh:", "sftp:/;", "sftp://;=@h/;=,;type", "scp://u;:=@[::1]:/~;x=y", "sftp://h/%7e/%2e;type=%2F,%74ype=a", "sftp://h/~//;type=d?#", "sftp://h/a;x=%3b%3D,type=A"}
	table := scheme.NewTable(Schemes(), nil)
	schemetest.Fuzz(f, Schemes(), seeds, func(t *testing.T, u uri.URI) {
		v, err := Parse(u)
		if err != nil {
			return
		}
		w, err := v.URI()
		if err != nil {
			return
		}
		back, _ := Parse(w)
		if diff := cmp.Diff(fields(v), fields(back)); diff != "" {
			t.Errorf("%q, written as %q, is read as another (-first +second):\n%s", u, w, diff)
		}
		if rung, _ := table.Compare(u, w); rung < uri.EqualScheme {
			t.Errorf("%q, written as %q, is not equal to it", u, w)
		}
	})
}
