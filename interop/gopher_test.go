package interop

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"uriel.dev/uri"
)

// holes are the servers that each gopher test runs against.
var holes = map[string]func(testing.TB) *Gopher{
	"gophernicus": StartGophernicus,
	"pygopherd":   StartPygopherd,
}

// eachHole runs test against every server, after the control: the server has a menu for a client of three lines.
func eachHole(t *testing.T, test func(t *testing.T, g *Gopher)) {
	for name, start := range holes {
		t.Run(name, func(t *testing.T) {
			g := start(t)
			if menu := g.Ask(t, ""); !strings.Contains(menu, "0A text\t/hello.txt\t127.0.0.1\t") {
				t.Fatalf("%s answers %q", name, menu)
			}
			test(t, g)
		})
	}
}

// entry is a line of ls --json.
type entry struct {
	Name, URI, Kind string
	Error           *struct{ Kind, Text string }
}

// list runs uriel ls --json. Each entry must hold a URI in its escaped form.
func list(t *testing.T, args ...string) []entry {
	t.Helper()
	var entries []entry
	for line := range strings.Lines(fetch(t, append([]string{"ls", "--json"}, args...)...)) {
		var e entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("uriel ls %q: %v: %s", args, err, line)
		}
		if e.Error != nil {
			t.Fatalf("uriel ls %q: %s", args, line)
		}
		if e.URI != "" {
			if _, err := uri.Parse(e.URI); err != nil {
				t.Errorf("uriel ls %q: %v", args, err)
			}
		}
		entries = append(entries, e)
	}
	return entries
}

// named returns the URI of the entry of that name.
func named(t *testing.T, entries []entry, name string) string {
	t.Helper()
	for _, e := range entries {
		if strings.HasPrefix(e.Name, name) {
			return e.URI
		}
	}
	t.Fatalf("no entry %q among %+v", name, entries)
	return ""
}

func TestGopherMenu(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		menu := list(t, g.URI("1", "/"))
		for name, want := range map[string]string{
			"A text":    g.URI("0", "/hello.txt"),
			"All bytes": g.URI("9", "/all.bin"),
			"A folder":  g.URI("1", "/sub"),
			"Search":    g.URI("7", "/cgi-bin/find.cgi"),
		} {
			if got := named(t, menu, name); got != want {
				t.Errorf("%s is %s, want %s", name, got, want)
			}
		}
		// A line of information has no URI (RFC 4266 knows no type i).
		if got := named(t, menu, "Welcome to the hole"); got != "" {
			t.Errorf("the welcome leads to %s", got)
		}
		empty := list(t, strings.TrimSuffix(g.URI("", ""), "/"))
		if len(empty) != len(menu) {
			t.Errorf("no path gives %d entries, /1/ gives %d", len(empty), len(menu))
		}
		// Menus that the server makes up, level by level.
		inner := list(t, named(t, menu, "A folder"))
		differ(t, "inner.txt", unix(fetch(t, "get", named(t, inner, "inner"))), GopherFiles["sub/inner.txt"])
		deeper := list(t, named(t, inner, "deeper"))
		differ(t, "x.txt", unix(fetch(t, "get", named(t, deeper, "x"))), GopherFiles["sub/deeper/x.txt"])

		text := fetch(t, "ls", g.URI("1", "/"))
		for _, name := range []string{"A text", "All bytes", "A folder", "Search"} {
			if !strings.Contains(text, name) {
				t.Errorf("ls does not show %q:\n%s", name, text)
			}
		}
	})
}

// Neither server ends a text with a dot, nor doubles the dots at the start of lines: every dot is the author's.
func TestGopherText(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		differ(t, "hello.txt", unix(fetch(t, "get", g.URI("0", "/hello.txt"))), GopherFiles["hello.txt"])
	})
}

func TestGopherBinary(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		differ(t, "all.bin", fetch(t, "get", g.URI("9", "/all.bin")), GopherFiles["all.bin"])
		file := filepath.Join(t.TempDir(), "all.bin")
		fetch(t, "get", "-o", file, g.URI("9", "/all.bin"))
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		differ(t, "-o", string(got), GopherFiles["all.bin"])
	})
}

func TestGopherSearch(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		var form struct {
			Kind   string
			Fields []struct{ Name string }
		}
		described := fetch(t, "get", "--json", g.URI("7", "/cgi-bin/find.cgi"))
		if err := json.Unmarshal([]byte(described), &form); err != nil || form.Kind != "form" || len(form.Fields) != 1 {
			t.Fatalf("%v: %s; want a form of one field", err, described)
		}
		for name, args := range map[string][]string{
			"in the URI": {g.URI("7", "/cgi-bin/find.cgi%09two%20words")},
			"by field":   {"--field", form.Fields[0].Name + "=two words", g.URI("7", "/cgi-bin/find.cgi")},
		} {
			found := list(t, args...)
			named(t, found, "Searched for [two words]")
			if got, want := named(t, found, "Hello"), g.URI("0", "/hello.txt"); got != want {
				t.Errorf("%s: found %s, want %s", name, got, want)
			}
		}
	})
}

// What is not there is an error where the server lets the client see it: in a menu, an item of type 3. For a text,
// gophernicus answers a text that only a reader can tell from the one asked for.
func TestGopherMissing(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		missing := map[string][]string{
			"gophernicus": {g.URI("1", "/nowhere/")},
			"pygopherd":   {g.URI("0", "/nowhere"), g.URI("1", "/nowhere"), g.URI("9", "/nowhere")},
		}
		words := map[string]string{"gophernicus": "File or directory not found", "pygopherd": "does not exist"}
		for _, u := range missing[g.Name] {
			r := uriel(t, "get", u)
			if r.exit != 3 || !strings.Contains(r.stderr, words[g.Name]) {
				t.Errorf("%s: exit %d, stderr %q, stdout %q; want 3 and the server's words", u, r.exit, r.stderr, r.stdout)
			}
		}
	})
}

// pygopherd speaks Gopher+, gophernicus reads nothing behind the tab: its answer is plain, and good for the content only.
func TestGopherPlus(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		differ(t, "hello.txt", unix(fetch(t, "get", g.URI("0", "/hello.txt%09%09+"))), GopherFiles["hello.txt"])
		differ(t, "all.bin", fetch(t, "get", g.URI("9", "/all.bin%09%09+")), GopherFiles["all.bin"])
		named(t, list(t, g.URI("1", "/%09%09+")), "A folder")
		about := g.URI("0", "/hello.txt%09%09!")
		if g.Name == "gophernicus" {
			if r := uriel(t, "ls", about); r.exit != 3 || !strings.Contains(r.stderr, "without Gopher+") {
				t.Errorf("attributes: exit %d, %s; want 3 and the reason", r.exit, r.stderr)
			}
			return
		}
		named(t, list(t, about), "  Admin: ")
		if got := named(t, list(t, about), "text/plain"); !strings.HasPrefix(got, g.URI("0", "/hello.txt%09%09+text/plain")) {
			t.Errorf("the view leads to %s", got)
		}
		named(t, list(t, g.URI("1", "/sub%09%09$")), "inner")
		if r := uriel(t, "get", g.URI("0", "/nowhere%09%09+")); r.exit != 3 || !strings.Contains(r.stderr, "does not exist") {
			t.Errorf("what is not there: exit %d, %s; want 3 and the server's words", r.exit, r.stderr)
		}
	})
}

// gophernicus makes a caps.txt, pygopherd has none.
func TestGopherCaps(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		// What pygopherd is, it does not say; what a menu is, we know without it.
		want := map[string]string{"gophernicus": "ServerSoftware: Gophernicus\n", "pygopherd": "Content-Type: application/gopher-menu\n\n"}[g.Name]
		got := fetch(t, "get", "--head", g.URI("1", "/"))
		if !strings.Contains(got, want) || g.Name == "pygopherd" && got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

// One connection behind the other, as many as a page of a gateway or a batch makes.
func TestGopherMany(t *testing.T) {
	const items = 200
	eachHole(t, func(t *testing.T, g *Gopher) {
		args := slices.Concat([]string{"get"}, slices.Repeat([]string{g.URI("9", "/all.bin")}, items))
		differ(t, "all.bin, 200 times", fetch(t, args...), strings.Repeat(GopherFiles["all.bin"], items))
	})
}

// RFC 4266 and the 1994 draft, section 6: a line end in a selector would be a second command.
func TestGopherRefusesLineEnds(t *testing.T) {
	eachHole(t, func(t *testing.T, g *Gopher) {
		for _, octet := range []string{"%0d", "%0A", "%00", "%0D%0Ahello.txt"} {
			r := uriel(t, "get", g.URI("0", "/hello.txt"+octet))
			if r.exit != 4 || r.stdout != "" || r.stderr == "" {
				t.Errorf("%s: exit %d, stdout %q, stderr %q; want 4 and a reason", octet, r.exit, r.stdout, r.stderr)
			}
		}
	})
}
