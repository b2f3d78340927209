package info

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A reading is a view under way.
type reading struct {
	u       uri.URI
	view    View
	remarks []uri.Remark
}

func (r *reading) remark(rule uri.Rule, s uri.Severity, start, end int) {
	r.remarks = append(r.remarks, uri.NewRemark(rule, s, start, end-start))
}

// read reads u. The forms are told apart by the path:
//
//	nothing, or a slash               the directory
//	(file) or (file)node              a document, of KDE
//	/file or /file/node               a document, of KDE
//	namespace/identifier              a name of RFC 4452
//	file                              a document, of GNOME
//
// where a document may have its node in the fragment, too. What stands before
// a slash and cannot be a namespace is a document of KDE.
func read(u uri.URI) reading {
	r := reading{u: u}
	if u.Authority() != "" {
		start, end, _ := u.Range(uri.Authority)
		r.remark(ruleAuthority, uri.Forbid, start, end)
	}
	path := u.Path()
	before, _, slash := strings.Cut(path, "/")
	switch {
	case path == "" || path == "/":
		r.view.File = dir
		r.readFragment()
	case path[0] == '(' || strings.HasPrefix(path, "%28"):
		r.readParentheses(path)
	case path[0] == '/':
		r.readSegments(path, 1)
	case slash && isNamespace(pct.Decode(before)):
		r.readName(path, len(before))
	case slash:
		r.readSegments(path, 0)
	default:
		r.view.Style = "gnome"
		r.readFile(0, len(path))
		r.readFragment()
		r.remarkBareNamespace()
	}
	if r.view.File == dir && (r.view.node == [2]int{} || r.view.Node == top) {
		r.view.Index, r.view.File, r.view.Node, r.view.Style = true, "", "", ""
	}
	if start, end, ok := u.Range(uri.Query); ok {
		r.remark(ruleQuery, uri.Forbid, start-len("?"), end)
	}
	return r
}

// readParentheses reads (file)node. The parentheses may be encoded.
func (r *reading) readParentheses(path string) {
	r.view.Style = "kde"
	start := width(path)
	end := start
	for end < len(path) && path[end] != ')' && !strings.HasPrefix(path[end:], "%29") {
		end++
	}
	if end == len(path) {
		from, to, _ := r.u.Range(uri.Path)
		rule := ruleFile
		rule.Hint = "a parenthesis closes it"
		r.remark(rule, uri.Forbid, from, to)
		return
	}
	r.readFile(start, end)
	r.readNode(end + width(path[end:]))
}

// width returns how many bytes the character at the start of s takes, as it is
// or encoded.
func width(s string) int {
	if s[0] == '%' {
		return len("%28")
	}
	return 1
}

// readSegments reads file/node from byte i of the path on.
func (r *reading) readSegments(path string, i int) {
	r.view.Style = "kde"
	file, node, slash := strings.Cut(path[i:], "/")
	r.readFile(i, i+len(file))
	if slash && strings.Contains(node, "/") {
		start, end, _ := r.u.Range(uri.Path)
		rule := ruleAmbiguous
		rule.Hint = fmt.Sprintf("it is read as the node %q, and was perhaps meant as the path of a file", pct.Decode(node))
		r.remark(rule, uri.Warning, start, end)
	}
	r.readNode(min(i+len(file)+1, len(path)))
}

// readFile reads the name of a document from bytes i to end of the path.
func (r *reading) readFile(i, end int) {
	start, _, _ := r.u.Range(uri.Path)
	name := pct.Decode(r.u.Path()[i:end])
	r.view.file = [2]int{start + i, start + end}
	if !isFile(name) {
		r.remark(ruleFile, uri.Forbid, start+i, start+end)
		return
	}
	r.view.File = scheme.Octets(name)
}

// readNode reads the node from byte i of the path on; if nothing is there, it is
// in the fragment.
func (r *reading) readNode(i int) {
	start, end, _ := r.u.Range(uri.Path)
	if start+i == end {
		r.readFragment()
		return
	}
	r.view.anchored = r.u.HasFragment()
	r.setNode(start+i, end)
}

func (r *reading) readFragment() {
	if start, end, _ := r.u.Range(uri.Fragment); start < end {
		r.setNode(start, end)
	}
}

func (r *reading) setNode(start, end int) {
	written := pct.Decode(r.u.String()[start:end])
	r.view.node = [2]int{start, end}
	if hasControl(written) {
		r.remark(ruleNode, uri.Forbid, start, end)
		return
	}
	node := strings.ReplaceAll(written, "_", " ")
	r.view.Node = scheme.Octets(node)
	if node != written {
		r.view.NodeWritten = scheme.Octets(written)
	}
}

// readName reads a name of RFC 4452, whose namespace takes the first n bytes of
// the path.
func (r *reading) readName(path string, n int) {
	start, end, _ := r.u.Range(uri.Path)
	written := pct.Decode(path[:n])
	r.view.Namespace = strings.ToLower(written)
	r.view.Identifier = new(scheme.Octets(pct.Decode(path[n+1:])))
	r.view.namespace, r.view.identifier = [2]int{start, start + n}, [2]int{start + n + 1, end}
	if r.view.Namespace != written {
		r.remark(ruleNamespaceCase, uri.Info, start, start+n)
	}
	if !isRegistered(r.view.Namespace) {
		rule := ruleAmbiguous
		rule.Hint = "the namespace is in no list that this program knows"
		if other, err := (View{File: scheme.Octets(written), Node: *r.view.Identifier}).URI(); err == nil {
			rule.Hint += fmt.Sprintf("; if a document was meant, write %q", other)
		}
		r.remark(rule, uri.Warning, start, end)
	}
	for segment := range strings.SplitSeq(path[n+1:], "/") {
		if text := pct.Decode(segment); text == "." || text == ".." {
			r.remark(ruleDotSegment, uri.Info, start+n+1, start+n+1+len(segment))
		}
		n += len(segment) + 1
	}
}

// remarkBareNamespace remarks a document with the name of a namespace: perhaps
// the identifier is missing.
func (r *reading) remarkBareNamespace() {
	name := strings.ToLower(string(r.view.File))
	if !isRegistered(name) {
		return
	}
	rule := ruleAmbiguous
	rule.Hint = fmt.Sprintf("it is read as a document; an identifier of that namespace is %q", "info:"+name+"/…")
	r.remark(rule, uri.Info, r.view.file[0], r.view.file[1])
}

// isFile reports whether s can be the name of a document.
func isFile(s string) bool {
	return s != "" && s != "." && s != ".." && s[0] != '-' && !strings.ContainsAny(s, "/()") && !hasControl(s)
}

func hasControl(s string) bool { return strings.ContainsAny(s, scheme.Controls) }
