package page

import (
	"html/template"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// testSite shows schemes in the way of a gateway for local documents.
func testSite() *Site {
	return &Site{Schemes: testTable(), Support: map[string]Support{
		"http": {Shown: true}, "https": {Shown: true}, "gopher": {Shown: true}, "man": {Shown: true}, "data": {Shown: true}, "javascript": {Why: "it is a program"},
	}}
}

func TestLink(t *testing.T) {
	s := testSite()
	for _, tt := range []struct{ name, in, want, why string }{
		{"shown", "gopher://h/1/a?b", `href="/u/gopher%3A%2F%2Fh%2F1%2Fa%3Fb"`, "a scheme that the gateway shows leads into it"},
		{"case", "HTTP://h/", `href="/u/HTTP%3A%2F%2Fh%2F"`, "schemes have no case; the octets stay"},
		{"escape", "http://h/%2F%252F", `href="/u/http%3A%2F%2Fh%2F%252F%25252F"`, "an escape is encoded once more"},
		{"data", "data:text/html,%3Cscript%3E", `href="/u/data%3Atext%2Fhtml%2C%253Cscript%253E"`, "never to the URI itself, which would run"},
		{"fragment", "man:ls(1)#NAME", `href="/u/man%3Als%281%29%23NAME#NAME"`, "the browser goes to it"},
		{"fragment that ends an attribute", "man:ls#'&", `href="/u/man%3Als%23%27%26#&#39;&amp;"`, "a fragment may hold them"},
		{"mail", "mailto:a@b?subject=x&body='y'", `href="mailto:a@b?subject=x&amp;body=&#39;y&#39;" rel="noreferrer"`, "harmless, by another program"},
		{"session", "telnet://u@h:23/", `href="telnet://u@h:23/" rel="noreferrer"`, "harmless, by another program"},
		{"option as host", "telnet://-oProxyCommand=x/", "", "another program might take it for an option"},
		{"option as user", "telnet://%2Dl@h/", "", "encoded, it is the same"},
		{"option as path", "tel:-1", "", "another program might take it for an option"},
		{"program", "javascript:alert(1)", "", "it would run in the page"},
		{"program in capitals", "JavaScript:alert(1)", "", "schemes have no case"},
		{"other program", "vbscript:x", "", "it would run in the page"},
		{"file of the browser", "file:///etc/passwd", "", "not shown here, and not on the list"},
		{"view-source", "view-source:http://h/", "", "not on the list"},
		{"intent", "intent://x#Intent;end", "", "not on the list"},
		{"unknown", "foo:bar", "", "not on the list"},
		{"relative", "//h/x", "", "nothing to resolve it against"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h := s.Link(uri.MustParse(tt.in))
			got := ""
			if !h.IsZero() {
				got = string(h.Attr())
			}
			if got != tt.want {
				t.Errorf("Link(%q) = %s, want %s: %s", tt.in, got, tt.want, tt.why)
			}
		})
	}
}

// The templates of html/template do what the comment of Href says they do, so
// that Href is still needed; and an Href comes through them as it is.
func TestHrefInTemplate(t *testing.T) {
	const gopher, script = "gopher://h/1/a'b", "javascript:alert(1)"
	run := func(text string, data any) string {
		var b strings.Builder
		if err := template.Must(template.New("").Parse(text)).Execute(&b, data); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got := run(`<a href="{{.}}">`, gopher); got != `<a href="#ZgotmplZ">` {
		t.Errorf("html/template now writes gopher: as %s", got)
	}
	if got := run(`<a href="{{.}}">`, template.URL(script)); !strings.Contains(got, "javascript:") {
		t.Errorf("template.URL now stops javascript: as %s", got)
	}
	if got, want := run(`<a {{.Attr}} class="x">`, Show(uri.MustParse(gopher))), `<a href="/u/gopher%3A%2F%2Fh%2F1%2Fa%27b" class="x">`; got != want {
		t.Errorf("an Href comes out as %s, want %s", got, want)
	}
}

// No template makes an address by itself.
func TestTemplatesHaveNoOtherAddresses(t *testing.T) {
	names, err := fs.Glob(files, "templates/*.html")
	if err != nil || len(names) == 0 {
		t.Fatalf("templates: %v, %v", names, err)
	}
	address := regexp.MustCompile(`(?i)\b(href|src|action|formaction|srcset|data|poster|cite|background)\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)`)
	forbidden := regexp.MustCompile(`(?i)<script|<style|\sstyle=|\son\w+=`)
	seen := 0
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range address.FindAllString(string(b), -1) {
			seen++
			if strings.Contains(m, "{{") {
				t.Errorf("%s: %s is made by the template and not by an Href", name, m)
			}
		}
		if m := forbidden.FindString(string(b)); m != "" {
			t.Errorf("%s: %q, which the policy of the page would block", name, m)
		}
	}
	if seen < 5 {
		t.Errorf("only %d addresses were looked at", seen)
	}
}

// A URI in an own address comes back byte for byte, whatever it holds.
func FuzzShow(f *testing.F) {
	for _, s := range []string{"http://h//a/../b?c#d", "gopher://h/1%09%0d%0a", "data:,%00%ff%25", "urn:x:y%2Fz", "a:b+c&d=e;f", "//h/%2F%2F", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		for _, address := range []string{Show(u).String(), Raw(u).String()} {
			encoded, _, _ := strings.Cut(address[1:], "#")
			_, encoded, _ = strings.Cut(encoded, "/")
			if rest := strings.Trim(encoded, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%"); rest != "" {
				t.Errorf("%q holds %q", address, rest)
			}
			if got := pct.Decode(encoded); got != s {
				t.Errorf("%q became %q by %q", s, got, address)
			}
		}
	})
}
