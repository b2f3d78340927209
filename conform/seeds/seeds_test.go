package seeds

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var sayWhy = flag.Bool("red", false, "say of each red row why it is red")

// root is the folder of the module.
const root = "../.."

// An outcome is what became of a part of a row.
type outcome int

const (
	notRun     outcome = iota
	passed             // all its checks pass
	red                // a check fails, or there is none yet
	notChecked         // a program is missing that the check needs
)

// TestSeeds runs the checks of every row, also of those that are later, and
// prints how many pass.
func TestSeeds(t *testing.T) {
	bin := build(t)
	rows := readRows(t)
	outcomes := make([][]outcome, len(rows))
	slots := make(chan struct{}, 2) // commands at a time
	t.Run("rows", func(t *testing.T) {
		for i, r := range rows {
			outcomes[i] = make([]outcome, len(r.parts))
			for j, p := range r.parts {
				t.Run(fmt.Sprintf("%d/%s", r.id, p.name), func(t *testing.T) {
					t.Parallel()
					slots <- struct{}{}
					defer func() { <-slots }()
					outcomes[i][j] = p.judge(t, bin, r)
				})
			}
		}
	})
	fmt.Println(count(rows, outcomes))
}

// judge runs the checks of a part and compares with its state.
func (p part) judge(t *testing.T, bin string, r row) outcome {
	var errs []error
	for _, c := range p.checks {
		err := c.run(t, bin)
		if isMissing(t, err, fmt.Sprintf("row %d, %s", r.id, p.name)) {
			return notChecked
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %s %s\n%w", c.at, c.kind, c.text, err))
		}
	}
	err := errors.Join(errs...)
	switch {
	case p.later && err == nil:
		t.Errorf("unexpected pass: mark row %d, %s as pass (%s: %s)", r.id, p.name, r.place, r.asks)
	case p.later:
		if *sayWhy {
			t.Logf("row %d, %s is red:\n%v", r.id, p.name, err)
		}
	case err != nil:
		t.Errorf("row %d, %s (%s: %s)\n%v", r.id, p.name, r.place, r.asks, err)
	}
	if err != nil {
		return red
	}
	return passed
}

// A missingError says that this machine lacks what a check needs.
type missingError struct{ program string }

func (e *missingError) Error() string { return e.program + " is not installed" }

// isMissing reports whether err says that a program is missing, and tells of it;
// where tests run by themselves nothing may be missing.
func isMissing(t *testing.T, err error, what string) bool {
	missing, ok := errors.AsType[*missingError](err)
	if ok && os.Getenv("CI") != "" {
		t.Errorf("%s: %v", what, missing)
	}
	if ok {
		fmt.Printf("seeds: %s: %v: NOT checked\n", what, missing)
	}
	return ok
}

func (c check) run(t *testing.T, bin string) error {
	first, rest, _ := strings.Cut(c.text, " ")
	switch c.kind {
	case "$":
		return c.do(t, bin, run)
	case "page":
		return c.do(t, bin, page)
	case "call":
		f := calls[first]
		if f == nil {
			return fmt.Errorf("no check is called %q", first)
		}
		return f(t, bin, rest)
	case "doc":
		return hasText(first, rest)
	case "test":
		return hasTest(first, rest)
	default:
		return errors.New("not checked yet")
	}
}

// do prepares, does what the check says by act, and looks at the result.
func (c check) do(t *testing.T, bin string, act func(*testing.T, string, check, *prepared) (*result, error)) error {
	for _, program := range c.all("needs") {
		if _, err := exec.LookPath(program); err != nil {
			return &missingError{program}
		}
	}
	p, err := prepare(t, c)
	if err != nil {
		return err
	}
	r, err := act(t, bin, c, p)
	if err != nil {
		return err
	}
	if err := match(c, p, r); err != nil {
		return fmt.Errorf("  %w\n  status %d, standard output:\n%s\n  standard error:\n%s", err, r.status, visible(r.out), visible(r.err))
	}
	return nil
}

// visible shows what a command wrote on any terminal.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, strings.TrimSuffix(s, "\n"))
}

func hasText(file, text string) error {
	content, err := os.ReadFile(filepath.Join(root, file))
	if err != nil {
		return err
	}
	return contains(file, string(content), text)
}

// hasTest checks that a package has a test or fuzz target, which runs with the
// tests of that package.
func hasTest(folder, name string) error {
	files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
	if err != nil {
		return err
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if strings.Contains(string(content), "\nfunc "+name+"(") {
			return nil
		}
	}
	return fmt.Errorf("none of the %d test files of %s has %s", len(files), folder, name)
}

// count says in one line how many rows pass, how many of each part, and which
// do not.
func count(rows []row, outcomes [][]outcome) string {
	all, ran := 0, 0
	good, total := map[string]int{}, map[string]int{}
	bad := map[string]string{}
	for i, r := range rows {
		if slices.Contains(outcomes[i], notRun) {
			continue
		}
		ran++
		if !slices.ContainsFunc(outcomes[i], func(o outcome) bool { return o != passed }) {
			all++
		}
		for j, p := range r.parts {
			total[p.name]++
			if outcomes[i][j] == passed {
				good[p.name]++
			} else {
				bad[p.name] += fmt.Sprintf(" %d", r.id)
			}
		}
	}
	var counts, reds []string
	for _, name := range partNames {
		if total[name] > 0 {
			counts = append(counts, fmt.Sprintf("%s %d/%d", name, good[name], total[name]))
		}
		if bad[name] != "" {
			reds = append(reds, name+bad[name])
		}
	}
	of := fmt.Sprint(len(rows))
	if ran < len(rows) {
		of = fmt.Sprintf("the %d that ran, of %d,", ran, len(rows))
	}
	return fmt.Sprintf("seeds: %d of %s rows pass (%s); red rows: %s", all, of, strings.Join(counts, ", "), strings.Join(reds, "; "))
}

func TestCount(t *testing.T) {
	rows := []row{
		{id: 1, parts: []part{{name: "uri"}, {name: "find"}}},
		{id: 2, parts: []part{{name: "find"}}},
		{id: 3, parts: []part{{name: "uri"}}},
	}
	for _, test := range []struct {
		outcomes [][]outcome
		want     string
	}{
		{[][]outcome{{passed, red}, {passed}, {passed}}, "seeds: 2 of 3 rows pass (uri 2/2, find 1/2); red rows: find 1"},
		{[][]outcome{{notRun, red}, {notChecked}, {red}}, "seeds: 0 of the 2 that ran, of 3, rows pass (uri 0/1, find 0/1); red rows: uri 3; find 2"},
	} {
		if got := count(rows, test.outcomes); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}
