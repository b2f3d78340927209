package seeds

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wantRows is how many things the four documents ask.
const wantRows = 246

// partNames are the parts of the work, in the order of the count.
var partNames = []string{"foundation", "uri", "schemes", "gopher", "find", "local", "policy", "gateway", "ftp-news", "later"}

// A row is one thing that a document asks.
type row struct {
	id    int
	place string // the document and its lines: "U 133"
	asks  string
	parts []part
}

// A part is what one part of the work owes to a row.
type part struct {
	name   string
	later  bool
	checks []check
}

// A check is a line that says what to check, and those that describe it.
type check struct {
	at    string // file:line
	kind  string // "$", "page", "call", "doc", "test" or "unchecked"
	text  string
	lines []line
}

// A line is a word and what stands behind it.
type line struct{ word, text string }

// all yields what stands behind each line that begins with word.
func (c check) all(word string) (out []string) {
	for _, l := range c.lines {
		if l.word == word {
			out = append(out, l.text)
		}
	}
	return out
}

func readRows(t *testing.T) (rows []row) {
	t.Helper()
	files, err := filepath.Glob("rows/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		r := reader{rows: rows}
		s := bufio.NewScanner(f)
		for n := 1; s.Scan(); n++ {
			if err := r.add(fmt.Sprintf("%s:%d", name, n), s.Text()); err != nil {
				t.Fatalf("%s:%d: %v", name, n, err)
			}
		}
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
		f.Close()
		rows = r.rows
	}
	return rows
}

// A reader reads rows line by line; what a line belongs to is what is last.
type reader struct{ rows []row }

func (r *reader) add(at, text string) error {
	switch {
	case text == "" || strings.HasPrefix(text, "# "):
		return nil
	case strings.HasPrefix(text, "  "):
		return r.addCheck(at, strings.TrimPrefix(text, "  "))
	case text[0] >= '0' && text[0] <= '9':
		return r.addRow(text)
	default:
		return r.addPart(text)
	}
}

func (r *reader) addRow(text string) error {
	fields := strings.Split(text, " · ")
	if len(fields) != 3 {
		return fmt.Errorf("want a number, a place and what is asked, between dots")
	}
	id, err := strconv.Atoi(fields[0])
	if err != nil {
		return err
	}
	if id != len(r.rows)+1 {
		return fmt.Errorf("row %d behind row %d", id, len(r.rows))
	}
	if strings.IndexByte("UNGM", fields[1][0]) < 0 {
		return fmt.Errorf("%q is a place in none of the documents", fields[1])
	}
	r.rows = append(r.rows, row{id: id, place: fields[1], asks: fields[2]})
	return nil
}

func (r *reader) addPart(text string) error {
	name, state, _ := strings.Cut(text, " ")
	if !slices.Contains(partNames, name) || state != "pass" && state != "later" {
		return fmt.Errorf("want a part and its state, not %q", text)
	}
	if len(r.rows) == 0 {
		return fmt.Errorf("a part of no row")
	}
	last := &r.rows[len(r.rows)-1]
	if slices.ContainsFunc(last.parts, func(p part) bool { return p.name == name }) {
		return fmt.Errorf("row %d has the part %s twice", last.id, name)
	}
	last.parts = append(last.parts, part{name: name, later: state == "later"})
	return nil
}

func (r *reader) addCheck(at, text string) error {
	if len(r.rows) == 0 || len(r.rows[len(r.rows)-1].parts) == 0 {
		return fmt.Errorf("a check of no part")
	}
	parts := r.rows[len(r.rows)-1].parts
	p := &parts[len(parts)-1]
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "$", "page", "call", "doc", "test", "unchecked":
		p.checks = append(p.checks, check{at: at, kind: word, text: rest})
		return nil
	}
	if len(p.checks) == 0 || !slices.Contains([]string{"$", "page"}, p.checks[len(p.checks)-1].kind) {
		return fmt.Errorf("%q describes no command", word)
	}
	if matchers[word] == nil && !slices.Contains(preparations, word) {
		return fmt.Errorf("unknown word %q", word)
	}
	last := &p.checks[len(p.checks)-1]
	last.lines = append(last.lines, line{word, rest})
	return nil
}

// TestRows checks the rows themselves: none is missing, each belongs to a part,
// and nothing is said to pass that nothing checks.
func TestRows(t *testing.T) {
	rows := readRows(t)
	if len(rows) != wantRows {
		t.Errorf("%d rows, want %d", len(rows), wantRows)
	}
	for _, r := range rows {
		if len(r.parts) == 0 {
			t.Errorf("row %d belongs to no part", r.id)
		}
		for _, p := range r.parts {
			if len(p.checks) == 0 {
				t.Errorf("row %d, %s: nothing checks it", r.id, p.name)
			}
			for _, c := range p.checks {
				if c.kind == "unchecked" && !p.later {
					t.Errorf("%s: row %d, %s is said to pass, and unchecked", c.at, r.id, p.name)
				}
			}
		}
	}
}

func TestReader(t *testing.T) {
	for _, test := range []struct{ name, lines, want string }{
		{"row out of order", "2 · U 1 · asks", "row 2 behind row 0"},
		{"no such document", "1 · X 1 · asks", "none of the documents"},
		{"no such part", "1 · U 1 · asks\nbasement pass", "want a part"},
		{"no such state", "1 · U 1 · asks\nuri perhaps", "want a part"},
		{"part twice", "1 · U 1 · asks\nuri pass\nuri later", "twice"},
		{"check without part", "1 · U 1 · asks\n  $ uriel", "no part"},
		{"word without command", "1 · U 1 · asks\nuri pass\n  exit 1", "no command"},
		{"unknown word", "1 · U 1 · asks\nuri pass\n  $ uriel\n  exits 1", "unknown word"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var r reader
			var err error
			for l := range strings.SplitSeq(test.lines, "\n") {
				err = r.add("", l)
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
}
