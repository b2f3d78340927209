package archtest

import (
	"bufio"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

type pkgInfo struct {
	ImportPath string
	Imports    []string
}

// packages lists the packages of the module with what they import, tests left
// out.
func packages(t *testing.T) (out []pkgInfo) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = root
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	dec := json.NewDecoder(strings.NewReader(string(text)))
	for dec.More() {
		var p pkgInfo
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
	if len(out) < 10 {
		t.Fatalf("go list saw %d packages only", len(out))
	}
	return out
}

// TestArrows: arrows between packages point down.
func TestArrows(t *testing.T) {
	arrows := 0
	for _, p := range packages(t) {
		from, _ := relative(p.ImportPath)
		if why := forbidden(from, from); layerOf(from) == nil {
			t.Error(why)
		}
		for _, imported := range p.Imports {
			to, ours := relative(imported)
			why := ""
			switch {
			case ours:
				arrows++
				why = forbidden(from, to)
			case isStd(imported):
				why = stdForbidden(from, imported)
			default:
				why = foreignForbidden(from, imported)
			}
			if why != "" {
				t.Error(why)
			}
		}
	}
	if arrows < 20 {
		t.Fatalf("saw %d arrows only", arrows)
	}
}

// TestRules: the table forbids what it should, with a reason.
func TestRules(t *testing.T) {
	for _, x := range []struct {
		from, to string
		ok       bool
	}{
		{"scheme/gopher", "uri", true},
		{"scheme/gopher", "get", false},
		{"scheme/gopher", "scheme/http", false},
		{"scheme/gopher/gopherclient", "scheme/gopher", true},
		{"scheme/gopher/gopherclient", "scheme/http/httpclient", false},
		{"scheme/gopher/gopherclient", "catalog", false},
		{"scheme/known", "scheme/gopher/gopherclient", false},
		{"uri", "scheme", false},
		{"uri/pct", "uri", true},
		{"get", "scheme/http", false},
		{"find/html", "find/internal/decoded", true},
		{"find/html", "find/internal/containertest", false},
		{"find", "scheme/known", false},
		{"find", "get", false},
		{"gateway/page", "find", true},
		{"gateway", "catalog", false},
		{"cmd/uriel", "catalog", true},
		{"cmd/uriel", "scheme/file", true},
		{"cmd/uriel", "scheme/gopher", false},
		{"somewhere", "uri", false},
	} {
		if why := forbidden(x.from, x.to); (why == "") != x.ok {
			t.Errorf("forbidden(%q, %q) = %q", x.from, x.to, why)
		}
	}
	if stdForbidden("uri", "net/url") == "" || stdForbidden("uri", "net/netip") != "" || stdForbidden("get", "net") != "" {
		t.Error("stdForbidden: uri may import net/netip of net only, get all")
	}
	if foreignForbidden("uri", "github.com/spf13/cobra") == "" {
		t.Error("foreignForbidden: uri may not import cobra")
	}
}

// danger lists what only the policy may call, by package and name; a name that
// ends in "*" stands for all that begin so.
var danger = map[string][]string{
	"net":                         {"Dial*", "Dialer", "Resolver", "Lookup*", "DefaultResolver"},
	"crypto/tls":                  {"Dial*", "Dialer"},
	"net/http":                    {"DefaultClient", "DefaultTransport", "Get", "Head", "Post*", "ProxyFromEnvironment"},
	"net/smtp":                    {"Dial", "SendMail"},
	"net/rpc":                     {"Dial*"},
	"log/syslog":                  {"Dial"},
	"os/exec":                     {"Command*", "Cmd"},
	"os":                          {"Open*", "Create*", "ReadFile", "WriteFile", "ReadDir", "StartProcess", "DirFS", "Root"},
	"syscall":                     {"Open*", "Creat", "Exec", "ForkExec", "StartProcess", "Socket*", "Connect", "Sendto", "RawSyscall*", "Syscall*"},
	"golang.org/x/sys/unix":       {"Open*", "Creat", "Exec", "Socket*", "Connect", "Sendto", "RawSyscall*", "Syscall*"},
	"io/ioutil":                   {"ReadFile", "ReadDir", "WriteFile", "TempFile"},
	"path/filepath":               {"Walk*", "Glob"},
	"plugin":                      {"Open"},
	"html/template":               {"ParseFiles", "ParseGlob"},
	"golang.org/x/net/proxy":      {"Dial*", "FromEnvironment", "SOCKS5"},
	"github.com/go-ldap/ldap/v3":  {"Dial*"},
	"github.com/emersion/go-smtp": {"Dial*"},
	"github.com/coder/websocket":  {"Dial"},
	"github.com/miekg/dns":        {"Dial*", "Exchange*"},
	"golang.org/x/crypto/ssh":     {"Dial"},
}

// needs lists types whose zero value dials by itself, and the field that has the
// policy do so instead.
var needs = map[string]string{
	"net/http.Client":    "Transport",
	"net/http.Transport": "DialContext",
}

func isDanger(pkg, name string) bool {
	for _, d := range danger[pkg] {
		prefix, any := strings.CutSuffix(d, "*")
		if name == d || any && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// TestChokePoints: outside the policy nothing dials, runs a program or opens a
// file, but for what policy/allow.txt lists with its reason.
func TestChokePoints(t *testing.T) {
	allowed := readAllowed(t)
	files := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, name)
		if d.IsDir() {
			if rel != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" || isModule(name) || strings.HasSuffix(rel, "/gen")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(rel, "policy/") {
			return nil
		}
		files++
		for _, use := range dangers(t, name) {
			key := filepath.ToSlash(rel) + " " + use.what
			if _, ok := allowed[key]; ok {
				allowed[key] = true
				continue
			}
			t.Errorf("%s:%d uses %s: only package policy dials, runs programs or opens files that a URI names. Call policy.Dial, Exec, Open or OpenIn; if no URI is involved, add %q and the reason to policy/allow.txt", rel, use.line, use.what, key)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 20 {
		t.Fatalf("saw %d files only", files)
	}
	for key, used := range allowed {
		if !used {
			t.Errorf("policy/allow.txt lists %q, which is not used: remove the line", key)
		}
	}
}

// isModule reports whether a folder is a module of its own: those are not part
// of what users import.
func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

type use struct {
	what string
	line int
}

// dangers finds the uses of dangerous names in a file.
func dangers(t *testing.T, name string) (out []use) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string]string{}
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		local := p[strings.LastIndexByte(p, '/')+1:]
		if spec.Name != nil {
			local = spec.Name.Name
		}
		if local == "." && danger[p] != nil {
			out = append(out, use{"import . " + p, fset.Position(spec.Pos()).Line})
		}
		imports[local] = p
	}
	tell := func(n ast.Node, what string) { out = append(out, use{what, fset.Position(n.Pos()).Line}) }
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if pkg, name := qualified(imports, n); isDanger(pkg, name) {
				tell(n, pkg+"."+name)
			}
		case *ast.CompositeLit:
			pkg, name := qualified(imports, n.Type)
			if field := needs[pkg+"."+name]; field != "" && !sets(n, field) {
				tell(n, pkg+"."+name+"{} without "+field)
			}
		case *ast.CallExpr: // new(http.Client)
			if f, ok := n.Fun.(*ast.Ident); ok && f.Name == "new" && len(n.Args) == 1 {
				if pkg, name := qualified(imports, n.Args[0]); needs[pkg+"."+name] != "" {
					tell(n, "new("+pkg+"."+name+")")
				}
			}
		}
		return true
	})
	return out
}

// qualified returns the package and the name of a selector that has a package.
func qualified(imports map[string]string, n ast.Expr) (pkg, name string) {
	sel, ok := n.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	x, ok := sel.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	return imports[x.Name], sel.Sel.Name
}

// sets reports whether a literal sets a field.
func sets(lit *ast.CompositeLit, field string) bool {
	return slices.ContainsFunc(lit.Elts, func(e ast.Expr) bool {
		kv, ok := e.(*ast.KeyValueExpr)
		if !ok {
			return false
		}
		key, ok := kv.Key.(*ast.Ident)
		return ok && key.Name == field
	})
}

// readAllowed reads policy/allow.txt: file, name, and a reason behind "#".
func readAllowed(t *testing.T) map[string]bool {
	f, err := os.Open(filepath.Join(root, "policy", "allow.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(line, " # ")
		if !ok || strings.TrimSpace(reason) == "" {
			t.Errorf("policy/allow.txt: %q has no reason", line)
		}
		out[strings.TrimSpace(key)] = false
	}
	return out
}

// TestScanSees: the scan finds what it is for, and nothing else.
func TestScanSees(t *testing.T) {
	for _, x := range []struct {
		line  string
		found int
	}{
		{`var _ = n.Dial`, 1}, {`var d n.Dialer`, 1}, {`var d = &n.Dialer{}`, 1}, {`var _ = n.DefaultResolver`, 1}, {`func f() { n.LookupHost("x") }`, 1},
		{`func f() { exec.Command("sh") }`, 1}, {`func f() { exec.CommandContext(nil, "sh") }`, 1}, {`var c exec.Cmd`, 1},
		{`var c = http.DefaultClient`, 1}, {`func f() { http.Get("x") }`, 1}, {`func f() { http.PostForm("x", nil) }`, 1},
		{`var c = http.Client{}`, 1}, {`var c = new(http.Client)`, 1}, {`var c = &http.Client{Timeout: 1}`, 1}, {`var c = http.Client{Transport: mine}`, 0},
		{`var r = &http.Transport{}`, 1}, {`var r = &http.Transport{DialContext: mine}`, 0},
		{`func f() { os.Open("x") }`, 1}, {`func f() { os.OpenFile("x", 0, 0) }`, 1}, {`func f() { os.OpenRoot("x") }`, 1}, {`var f = os.ReadFile`, 1},
		{`func f() { syscall.Openat(0, "x", 0, 0) }`, 1}, {`func f() { unix.Connect(0, nil) }`, 1}, {`func f() { unix.Syscall(0, 0, 0, 0) }`, 1},
		{`func f() { n.Listen("tcp", "x"); os.Stat("x"); http.NewRequest("GET", "x", nil) }`, 0},
	} {
		name := filepath.Join(t.TempDir(), "x.go")
		text := "package x\nimport (n \"net\"; \"os/exec\"; \"net/http\"; \"os\"; \"syscall\"; \"golang.org/x/sys/unix\")\n" + x.line + "\n"
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := dangers(t, name); len(got) != x.found {
			t.Errorf("%s: found %v, want %d", x.line, got, x.found)
		}
	}
}
