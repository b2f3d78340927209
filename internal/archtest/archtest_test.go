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
	"syscall":                     {"Open", "Exec", "ForkExec", "StartProcess", "Socket", "Connect"},
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
	ast.Inspect(file, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if x, ok := sel.X.(*ast.Ident); ok && isDanger(imports[x.Name], sel.Sel.Name) {
			out = append(out, use{imports[x.Name] + "." + sel.Sel.Name, fset.Position(sel.Pos()).Line})
		}
		return true
	})
	return out
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

// TestScanSees: the scan finds a dial where there is one.
func TestScanSees(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.go")
	text := "package x\nimport (n \"net\"; \"os/exec\")\nvar _ = n.Dial\nvar d n.Dialer\nfunc f() { exec.Command(\"sh\") }\n"
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := dangers(t, name); len(got) != 3 {
		t.Errorf("found %v, want three uses", got)
	}
}
