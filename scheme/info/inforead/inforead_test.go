package inforead

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// files is a folder of documents. In a text "^_" stands for the octet 0x1F,
// "^?" for 0x7F, and "^@^H" for those of a mark.
type files map[string]string

var octets = strings.NewReplacer("^_", "\x1f", "^?", "\x7f", "^@", "\x00", "^H", "\b")

func (f files) read(name string) ([]byte, error) {
	text, ok := f[name]
	if !ok {
		return nil, fs.ErrNotExist
	}
	return []byte(octets.Replace(text)), nil
}

func open(t *testing.T, name string, f files) *Document {
	t.Helper()
	d, err := Open(name, f.read)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

const (
	nodes = "^_\nFile: a.info,  Node: Top,  Next: One two,  Up: (dir)\n\ntop\n^_\nFile: a.info,  Node: One two,  Prev: Top,  Up: Top\n\none\n"
	tags  = "^_\nTag Table:\nNode: Top^?%d\nNode: One two^?%d\nRef: spot^?%d\n^_\nEnd Tag Table\n"
)

// lay returns the offsets of the nodes of nodes behind a preamble.
func lay(preamble string) (top, one int) {
	return len(preamble), len(preamble) + strings.Index(nodes[1:], "^_") // which is two octets there, and one in the file
}

func TestNode(t *testing.T) {
	top, one := lay("preamble\n")
	for _, test := range []struct {
		what string
		f    files
		note string // that each node but Top gets
	}{
		{"offsets", files{"a.info": "preamble\n" + nodes + fmt.Sprintf(tags, top, one, one+5)}, ""},
		{"no tag table", files{"a.info": "preamble\n" + nodes}, ""},
		{"an empty tag table", files{"a.info": nodes + "^_\nTag Table:\n^_\nEnd Tag Table\n"}, ""},
		{"offsets near", files{"a.info": "preamble\n" + nodes + fmt.Sprintf(tags, top, one+7, one+12)}, "wrong place"},
		{"offsets far", files{"a.info": "preamble\n" + nodes + strings.Repeat("x\n", 3000) + fmt.Sprintf(tags, top, 5000, 5005)}, "wrong place"},
		{"offsets behind the end", files{"a.info": "preamble\n" + nodes + fmt.Sprintf(tags, top, 1<<40, 1<<40+5)}, "wrong place"},
		{"line ends of DOS", files{"a.info": strings.ReplaceAll(nodes, "\n", "\r\n")}, ""},
		{"separators with form feeds", files{"a.info": strings.ReplaceAll(nodes, "^_", "^_\f")}, ""},
		{"split", files{
			"a.info":   "preamble\n^_\nIndirect:\na.info-1: 9\na.info-2: 500\n" + strings.Replace(fmt.Sprintf(tags, 9, 500, 505), "\nNode", "\n(Indirect)\nNode", 1),
			"a.info-1": "preamble\n" + nodes[:strings.LastIndex(nodes, "^_")],
			"a.info-2": "preamble\n" + nodes[strings.LastIndex(nodes, "^_"):],
		}, ""},
		{"split, in the wrong part", files{
			"a.info":   "preamble\n^_\nIndirect:\na.info-1: 9\na.info-2: 500\n^_\nTag Table:\n(Indirect)\nNode: Top^?9\nNode: One two^?20\nRef: spot^?20\n",
			"a.info-1": "preamble\n" + nodes[:strings.LastIndex(nodes, "^_")],
			"a.info-2": "preamble\n" + nodes[strings.LastIndex(nodes, "^_"):],
		}, "wrong place"},
		{"split, without a tag table", files{
			"a.info":   "^_\nIndirect:\na.info-1: 9\na.info-2: 500\n../a.info-3: 600\n/etc/passwd: 700\n..: 800\n",
			"a.info-1": "preamble\n" + nodes[:strings.LastIndex(nodes, "^_")],
			"a.info-2": "preamble\n" + nodes[strings.LastIndex(nodes, "^_"):],
		}, ""},
	} {
		d := open(t, "a.info", test.f)
		if diff := cmp.Diff([]string{"Top", "One two"}, d.Names()); diff != "" {
			t.Errorf("%s: names: %s", test.what, diff)
		}
		want := map[string]string{"": "Top\n\ntop\n", "Top": "Top\n\ntop\n", "One two": "One two\n\none\n", "One\n  two": "One two\n\none\n", "one TWO": "One two\n\none\n"}
		if strings.Contains(test.f["a.info"], "Ref:") {
			want["spot"] = "One two\n\none\n"
		}
		for name, want := range want {
			n, err := d.Node(name)
			if err != nil {
				t.Errorf("%s: %q: %v", test.what, name, err)
				continue
			}
			if got := n.Name + "\n" + n.Text; got != want && strings.TrimRight(got, "x\n") != strings.TrimRight(want, "\n") {
				t.Errorf("%s: %q is %q, want %q", test.what, name, got, want)
			}
			if notes := strings.Join(n.Notes, "|"); n.Name != "Top" && !strings.Contains(notes, test.note) || test.note == "" && strings.Contains(notes, "wrong") {
				t.Errorf("%s: %q: notes %q, want %q", test.what, name, notes, test.note)
			}
		}
		if owner := d.Owner("spot"); owner != "" && owner != "One two" || d.Owner("TOP") != "Top" || d.Owner("three") != "" {
			t.Errorf("%s: an anchor is in %q", test.what, owner)
		}
		if _, err := d.Node("three"); !errors.Is(err, ErrNoNode) {
			t.Errorf("%s: a node that is not there: %v", test.what, err)
		}
		count := 0
		for n, err := range d.Nodes() {
			if count++; err != nil || n.Name == "" {
				t.Errorf("%s: %+v, %v", test.what, n, err)
			}
		}
		if count != 2 {
			t.Errorf("%s: %d nodes, want 2", test.what, count)
		}
	}
}

func TestOpenErrors(t *testing.T) {
	for _, test := range []struct {
		what string
		f    files
		want error
	}{
		{"no file", files{}, fs.ErrNotExist},
		{"no node", files{"a": "root:x:0:0\n"}, ErrNoInfo},
		{"nothing", files{"a": ""}, ErrNoInfo},
		{"a separator alone", files{"a": "^_\n"}, ErrNoInfo},
		{"a separator within a line", files{"a": "x^_\nFile: a, Node: Top\n"}, ErrNoInfo},
		{"parts that are missing", files{"a": "^_\nIndirect:\nb: 1\n"}, fs.ErrNotExist},
		{"itself as its part", files{"a": "^_\nIndirect:\na: 1\n"}, ErrNoInfo},
	} {
		if _, err := Open("a", test.f.read); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.what, err, test.want)
		}
	}
	d := open(t, "a", files{"a": "^_\nIndirect:\nb: 1\nc: 50\n^_\nTag Table:\n(Indirect)\nNode: Top^?1\nNode: lost^?9\nNode: gone^?60\n", "b": "^_\nFile: a, Node: Top\n\nx"})
	if _, err := d.Node("gone"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a part that is missing: %v", err)
	}
	d = open(t, "a", files{"a": "^_\nFile: a, Node: Top\nx\n^_\nTag Table:\nNode: lost^?9\nNode: Top^?0\n"})
	if _, err := d.Node("lost"); !errors.Is(err, ErrNoNode) {
		t.Errorf("a node that only the table has: %v", err)
	}
	var names []string
	for n, err := range d.Nodes() {
		if err != nil {
			names = append(names, "missing")
			continue
		}
		names = append(names, n.Name)
	}
	if diff := cmp.Diff([]string{"missing", "Top"}, names); diff != "" {
		t.Error(diff)
	}
}

func TestHeader(t *testing.T) {
	d := &Document{}
	for _, test := range []struct {
		line string
		want Header
	}{
		{"File: find.info,  Node: Top,  Next: Introduction,  Up: (dir)", Header{"find.info", "Top", "Introduction", "", "(dir)"}},
		{"File: dir\tNode: Top\tThis is the top of the INFO tree", Header{File: "dir", Name: "Top"}},
		{"file: a, NODE: b c , Previous: (x,y)d, Prev: e", Header{"a", "b c", "", "e", ""}},
		{"Node: ^?a, b: c^?,  Next: ^?d, e^?,  Up: (f)^?g, h^?", Header{"", "a, b: c", "d, e", "", "(f)g, h"}},
		{"Node: a.h", Header{Name: "a.h"}},
		{"Node: ^?open", Header{Name: "\x7fopen"}},
		{"Tag Table:", Header{}},
		{"", Header{}},
	} {
		if got := d.parseHeader([]byte(octets.Replace(test.line))); got != test.want {
			t.Errorf("%q: %+v, want %+v", test.line, got, test.want)
		}
	}
}

func TestReferences(t *testing.T) {
	const document = "^_\nNode: Top\n%s\n^_\nNode: A\n^_\nNode: B c\n^_\nNode: std::x\n^_\nNode: ^?d, e^?\n^_\nNode: foo.h\n"
	for _, test := range []struct {
		text string
		want []string // "stands|label|file|node"
	}{
		{"* Menu:\n\n* A::   About a.\n* Label: B c.  More\n* (gcc)::  G\n* X: (gcc)G++ and GCC.\n",
			[]string{"A::|A||A", "Label: B c.|Label||B c", "(gcc)::|(gcc)|gcc|", "X: (gcc)G++ and GCC.|X|gcc|G++ and GCC"}},
		{"* A::  before the menu\n* Menu:\n*A::\n * A::\n* A::", []string{"A::|A||A"}},
		{"* Menu:\n* std::x:   A.  (line  5)\n* x: y:    B c.  (line  5)\n* :z::   A.\n* std::x::  text\n",
			[]string{"std::x:   A.|std::x||A", "x: y:    B c.|x: y||B c", ":z::   A.|:z:||A", "std::x::|std::x||std::x"}},
		{"* Menu:\n* ^?std::x^?: ^?d, e^?.  (line  5)\n* ^?d, e^?::\n", []string{"std::x: d, e.|std::x||d, e", "d, e::|d, e||d, e"}},
		{"* Menu:\n* H: foo.h.\n* I: foo.h\tx\n", []string{"H: foo.h.|H||foo.h", "I: foo.h\t|I||foo.h"}},
		{"See *note A::. And *Note B\nc::, *note a\n   label: B\n c. *note x: (gcc)Top, *note (gcc)::)",
			[]string{"*note A::|A||A", "*Note B\nc::|B c||B c", "*note a\n   label: B\n c|a label||B c", "*note x: (gcc)Top|x|gcc|Top", "*note (gcc)::|(gcc)|gcc|"}},
		{"*note ^?std::x^?::, *note ^?l: l^?: ^?d, e^?.", []string{"*note std::x::|std::x||std::x", "*note l: l: d, e|l: l||d, e"}},
		{"*note this is none. *note: A::\n*note x:\n\nA. *note None:: *noteA:: *note x: A", nil},
		{"* Menu:\n* A:: see *note B c::.\n", []string{"A::|A||A", "*note B c::|B c||B c"}},
	} {
		d := open(t, "a", files{"a": fmt.Sprintf(document, test.text)})
		n, err := d.Node("Top")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range n.References {
			got = append(got, n.Text[r.Start:r.End]+"|"+r.Label+"|"+r.File+"|"+r.Node)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q:\n%s", test.text, diff)
		}
	}
}

func TestMarks(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"a^@^H[index^@^H]\nb", "a\nb"},
		{`^@^H[image src="x.png" alt="A \"q\" \\"^@^H]!`, `A "q" \!`},
		{`^@^H[image src="x.png" text="art` + "\n" + `here" alt="x"^@^H]`, "art\nhere"},
		{`^@^H[image src="x.png"^@^H]`, ""},
		{"^@^H[image", "\x00\b[image"},
	} {
		d := open(t, "a", files{"a": "^_\nNode: Top\n" + test.text})
		if n, err := d.Node(""); err != nil || n.Text != test.want {
			t.Errorf("%q: %+v, %v; want %q", test.text, n, err, test.want)
		}
	}
}

// TestPlaces: an anchor is where its offset says, from the node on, whatever the
// text does not have of the source.
func TestPlaces(t *testing.T) {
	const body = "first ^@^H[index^@^H]é “^?q^?”\n\nsecond line\nthird\n"
	file := "preamble\n^_\nFile: a.info,  Node: Top,  Up: (dir)\n\n" + body + "^_\nFile: a.info,  Node: Two\n\nx\n"
	offset := func(of string) int { return strings.Index(octets.Replace(file), octets.Replace(of)) }
	for _, shift := range []int{0, 100} { // a table with wrong offsets has all of them wrong
		table := fmt.Sprintf("^_\nTag Table:\nNode: Top^?%d\nRef: a^?%d\nRef: b^?%d\nRef: c^?%d\nNode: Two^?%d\nRef: far^?%d\n",
			offset("^_\n")+shift, offset("first")+shift, offset("second")+shift, offset("third")+shift, offset("^_\nFile: a.info,  Node: Two")+shift, 1<<40)
		d := open(t, "a.info", files{"a.info": file + table})
		n, err := d.Node("b")
		if err != nil {
			t.Fatal(err)
		}
		want := []Place{{"a", strings.Index(n.Text, "first")}, {"b", strings.Index(n.Text, "second")}, {"c", strings.Index(n.Text, "third")}}
		if diff := cmp.Diff(want, n.Places); diff != "" || n.Name != "Top" {
			t.Errorf("shifted by %d: (-want +got)\n%s", shift, diff)
		}
		if n, err := d.Node("far"); err != nil || n.Name != "Two" || n.Places[0].Offset != len(n.Text) {
			t.Errorf("an anchor behind its node: %+v, %v", n, err)
		}
	}
}

func TestCoding(t *testing.T) {
	for _, test := range []struct{ text, coding, want, note string }{
		{"\xc3\xa9", "utf-8", "é", ""},
		{"\xc3\xa9", "", "é", ""},
		{"\xe9", "", "é", ""},
		{"\xe9\xa4", "iso-8859-15", "é€", ""},
		{"\xe9", "ISO-8859-1-unix", "é", ""},
		{"x", "us-ascii", "x", ""},
		{"\xc3\xa9", "us-ascii", "é", ""},
		{"\xa4\xa2", "euc-jp", "あ", ""},
		{"\xe9", "klingon", "é", `"klingon" is not known`},
	} {
		f := files{"a": "^_\nNode: " + test.text + "\n" + test.text + "\n"}
		if test.coding != "" {
			f["a"] += "^_\nLocal Variables:\nmode: info\ncoding: " + test.coding + "\nEnd:\n"
		}
		n, err := open(t, "a", f).Node(test.want)
		if err != nil || n.Text != test.want+"\n" || !strings.Contains(strings.Join(n.Notes, ""), test.note) {
			t.Errorf("%q in %q: %+v, %v; want %q", test.text, test.coding, n, err, test.want)
		}
	}
}

// FuzzOpen: whatever the files hold, nothing panics; every node that a document
// lists is found under its name, or missed by name; and references stand in the
// text.
func FuzzOpen(f *testing.F) {
	top, one := lay("preamble\n")
	f.Add("preamble\n"+nodes+fmt.Sprintf(tags, top, one, one+5), "")
	f.Add("^_\nIndirect:\nb: 1\nb: 50\n^_\nTag Table:\n(Indirect)\nNode: Top^?1\nRef: x^?9\n", "p\n^_\nFile: a, Node: Top\n\n* Menu:\n* ^?x^?: ^?y^?.\n*note a\nb: (c)d, ")
	f.Add("^_\nNode: T\n^@^H[image alt=\"\\\"^@^H]\n^_\nLocal Variables:\ncoding: utf-16\nEnd:\n", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		d, err := Open("a", files{"a": a, "b": b}.read)
		if err != nil {
			return
		}
		for n, err := range d.Nodes() {
			if err != nil {
				continue
			}
			for i, r := range n.References {
				if r.Label == "" || n.Text[r.Start:r.End] == "" || i > 0 && r.Start < n.References[i-1].End {
					t.Errorf("%q: reference %+v", n.Text, r)
				}
			}
			if n.Name == "" {
				t.Errorf("a node without a name: %+v", n)
			}
		}
		for _, name := range d.Names() {
			if _, err := d.Node(name); err != nil && !errors.Is(err, ErrNoNode) && !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%q: %v", name, err)
			}
		}
	})
}
