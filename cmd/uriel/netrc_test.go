package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"uriel.dev/scheme/known"
	"uriel.dev/uri"
)

func TestNetrc(t *testing.T) {
	const several = "machine a login u1 password p1\nmachine a login u2 password p2\nmachine b login u3 password p3\n"
	tests := []struct{ name, text, host, user, want string }{
		{"one line", "machine h login u password p", "h", "", "u p"},
		{"several lines", "machine h\n\tlogin u\r\n\tpassword p\n", "h", "", "u p"},
		{"password first", "machine h password p login u", "h", "", "u p"},
		{"keywords in any case", "MACHINE h Login u PassWord p", "h", "", "u p"},
		{"host in any case", "machine Example.ORG login u password p", "example.org", "", "u p"},
		{"another host", "machine h login u password p", "x", "", ""},
		{"a part of the host", "machine h login u password p", "a.h", "", ""},
		{"the first", several, "a", "", "u1 p1"},
		{"of that name", several, "a", "u2", "u2 p2"},
		{"of no such name", several, "a", "u3", ""},
		{"a name's case counts", several, "a", "U2", ""},
		{"no password", "machine h login u\nmachine x login c4nary password c4nary", "h", "", ""},
		{"no name", "machine h password p", "h", "", ""},
		{"no name, though one is asked for", "machine h password p", "h", "u", ""},
		{"incomplete, then complete", "machine h login u\nmachine h login v password q", "h", "", "v q"},
		{"default", "machine a login u password p\ndefault login d password q", "h", "", "d q"},
		{"default of another name", "default login d password q", "h", "u", ""},
		{"the machine before the default", "machine h login u password p\ndefault login d password q", "h", "", "u p"},
		{"behind the default", "default login d password q\nmachine h login u password p", "h", "", "d q"},
		{"default and a name", "machine h login u password p\ndefault login d password q", "h", "d", "d q"},
		{"account", "machine h login u account password password p", "h", "", "u p"},
		{"macro", "machine h login u password p\nmacdef init\nmachine x login e password e\n\nmachine y login v password q", "x", "", ""},
		{"behind a macro", "machine h login u password p\nmacdef init\ncd /\n\nmachine y login v password q", "y", "", "v q"},
		{"behind a macro, CR LF", "macdef init\r\ncd /\r\n\r\nmachine y login v password q", "y", "", "v q"},
		{"a blank does not end a macro", "macdef init\ncd /\n \nmachine y login v password q", "y", "", ""},
		{"macro without an end", "macdef init\nmachine h login u password p", "h", "", ""},
		{"comment", "# machine h login c password c\nmachine h login u # the user\npassword p", "h", "", "u p"},
		{"a number sign within", "machine h login u#1 password p#2", "h", "", "u#1 p#2"},
		{"quotes", `machine "h" login "u v" password "p \"q\" \\ \n\r\t\x"`, "h", "", "u v p \"q\" \\ \n\r\tx"},
		{"quoted number sign", `machine h login u password "#p"`, "h", "", "u #p"},
		{"empty password", `machine h login u password ""`, "h", "", "u "},
		{"unknown words", "machine h port 80 login u password p", "h", "", "u p"},
		{"before any machine", "login u password p machine h", "h", "", ""},
		{"a keyword at the end", "machine h login u password", "h", "", ""},
		{"machine at the end", "machine", "h", "", ""},
		{"empty", "", "h", "", ""},
	}
	for _, tt := range tests {
		n, err := parseNetrc(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := ""
		if user, password, ok := n.find(tt.host, tt.user); ok {
			got = user + " " + password
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
	for text, line := range map[string]string{`machine "h`: "line 1", "machine h\nlogin \"u\npassword p\"": "line 2", "\n\nmachine \"h\\": "line 3"} {
		if _, err := parseNetrc(text); err == nil || !strings.Contains(err.Error(), line) {
			t.Errorf("%q: error %v, want %s in it", text, err, line)
		}
	}
}

// FuzzNetrc: any file is read or refused, and what is written in quotes is read
// back whatever stands before it.
func FuzzNetrc(f *testing.F) {
	f.Add("machine h login u password p", "u", "p")
	f.Add("macdef x\n\n\"", "a b", `"\`)
	f.Add("# x\ndefault\n\"\\", "#", "\n\x00\xff")
	f.Fuzz(func(t *testing.T, text, user, password string) {
		before, err := parseNetrc(text)
		before.find("h", user)
		if err != nil {
			return
		}
		if user == "" {
			user = "u"
		}
		entry := `machine h.test login ` + quoteNetrc(user) + ` password ` + quoteNetrc(password)
		n, err := parseNetrc(entry + "\n" + text)
		if err != nil {
			t.Fatalf("%q: %v", entry, err)
		}
		if name, secret, ok := n.find("H.TEST", user); !ok || name != user || secret != password {
			t.Errorf("%q is read back as %q, %q, %v", entry, name, secret, ok)
		}
		if _, _, ok := n[:1].find("other.test", ""); ok {
			t.Errorf("%q is a login for another host", entry)
		}
	})
}

func quoteNetrc(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

// TestNetrcLogin: what the file says, asked by URI, and when it warns.
func TestNetrcLogin(t *testing.T) {
	name := filepath.Join(t.TempDir(), "logins")
	text := "machine example.org login \"f d\" password p\nmachine ::1 login six password q"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var talk strings.Builder
	a := &app{err: &talk, schemes: known.Table()}
	login, err := a.netrcLogin(&netrcFlags{file: name}, false)
	if err != nil || talk.Len() > 0 {
		t.Fatalf("error %v, warning %q", err, talk.String())
	}
	for text, want := range map[string]string{
		"http://EXAMPLE.org:8080/x":   "f d p",
		"https://f%20d@example.org/":  "f d p",
		"https://fred@example.org/":   "",
		"http://[0:0::1]/":            "six q",
		"http://www.example.org/":     "",
		"http://example.org.evil/":    "",
		"http://example.org@evil/":    "",
		"http://evil/?@example.org":   "",
		"http://evil/#http://example": "",
	} {
		got := ""
		if user, password, ok := login(uri.MustParse(text)); ok {
			got = user + " " + password
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := a.netrcLogin(&netrcFlags{file: name}, true); err != nil || talk.Len() > 0 {
		t.Errorf("silent: error %v, warning %q", err, talk.String())
	}
	if _, err := a.netrcLogin(&netrcFlags{file: name}, false); err != nil || !strings.Contains(talk.String(), name) {
		t.Errorf("error %v, warning %q", err, talk.String())
	}
}
