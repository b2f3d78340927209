package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/find"
	"uriel.dev/scheme"
)

// containers are the ways to read a file that find knows.
var containers = []find.Container{find.Text}

// A hunt is the flags of find. Where grep has a flag of the same name, it means
// the same.
type hunt struct {
	recursive, noIgnore bool
	as                  levelFlag
	schemes             []string

	asJSON, unique, count, list, asWritten bool
	noName, withName, number               bool

	finder find.Finder
	seen   map[string]bool // normal forms, for unique
	found  int
}

func (a *app) findCmd() *cobra.Command {
	h := &hunt{}
	for _, c := range containers {
		h.as.words = append(h.as.words, c.Name)
	}
	cmd := &cobra.Command{
		Use:   "find [FILE…]",
		Short: "Find the URIs in files",
		Long: `Find the URIs in files, of any scheme, and print them: in angle brackets, even
broken over lines, in quotes, with the prefix "URL:", or alone; hosts that begin
with "www." and "ftp."; and addresses of mail. "-", or no file, is standard
input. The status is 1 if there are none.

With -r folders are read with all that is in them, but for what their .gitignore
and .ignore files name, what is hidden, and files that are no text.`,
		Example: `  uriel find README.md
  uriel find -r --scheme http,https --unique docs
  uriel find --json - <message.txt`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.findAll(cmd.Context(), h, args) },
	}
	flags := cmd.Flags()
	flags.Bool("help", false, "help for find") // without -h, which is grep's
	flags.BoolVarP(&h.recursive, "recursive", "r", false, "read folders with all that is in them")
	flags.BoolVar(&h.noIgnore, "no-ignore", false, "with -r, read everything")
	flags.Var(&h.as, "as", "how the files are read: "+strings.Join(h.as.words, ", "))
	flags.StringSliceVar(&h.schemes, "scheme", nil, "only URIs of these schemes")
	flags.BoolVar(&h.asJSON, "json", false, "one JSON object for each URI")
	flags.BoolVar(&h.unique, "unique", false, "each URI once, in normal form")
	flags.BoolVarP(&h.count, "count", "c", false, "print how many there are in each file")
	flags.BoolVarP(&h.list, "files-with-matches", "l", false, "print the names of the files that have any")
	flags.BoolVarP(&h.asWritten, "only-matching", "o", false, "print the text as it is written, not the URI that it means")
	flags.BoolVarP(&h.noName, "no-filename", "h", false, "print no names of files")
	flags.BoolVarP(&h.withName, "with-filename", "H", false, "print the name of the file before each URI")
	flags.BoolVarP(&h.number, "line-number", "n", false, "print the number of the line before each URI")
	return cmd
}

// A source is a file under search. Its matches come while it is read; err is set
// before they end.
type source struct {
	name    string
	inside  bool // of a folder, not named itself
	matches chan find.Match
	err     error
}

// findAll searches several files at once, and prints what they hold in their order.
func (a *app) findAll(ctx context.Context, h *hunt, args []string) error {
	h.finder, h.seen = find.New(a.schemes), map[string]bool{}
	switch {
	case len(args) > 0:
	case h.recursive:
		args = []string{"."}
	default:
		args = []string{"-"}
	}
	h.withName = !h.noName && (h.withName || h.recursive || len(args) > 1)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	order, jobs := make(chan *source, runtime.GOMAXPROCS(0)), make(chan *source)
	go func() {
		defer close(order)
		defer close(jobs)
		for s := range h.files(args) {
			s.matches = make(chan find.Match, 64)
			if !send(ctx, order, s) || !send(ctx, jobs, s) {
				return
			}
		}
	}()
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for s := range jobs {
				h.search(ctx, a.in, s)
			}
		}()
	}
	for s := range order {
		a.showSource(h, s)
	}
	if h.found == 0 {
		a.failed(exitNo)
	}
	return ctx.Err()
}

// send sends v, unless ctx ends.
func send[T any](ctx context.Context, c chan<- T, v T) bool {
	select {
	case c <- v:
		return true
	case <-ctx.Done():
		return false
	}
}

// search finds what is in one file.
func (h *hunt) search(ctx context.Context, in io.Reader, s *source) {
	defer close(s.matches)
	if s.err != nil {
		return
	}
	if s.name != "-" {
		f, err := os.Open(s.name)
		if err != nil {
			s.err = err
			return
		}
		defer f.Close()
		if in = f; s.inside {
			in = textOf(f)
		}
	}
	for m, err := range h.container(s.name).Scan(h.finder, in) {
		switch {
		case err != nil:
			s.err = err
			return
		case !h.wants(m):
			continue
		case !send(ctx, s.matches, m), h.list:
			return
		}
	}
}

// textOf returns a reader of f; one of nothing if there is a NUL at its beginning,
// as there is in what is no text.
func textOf(f io.Reader) io.Reader {
	b := make([]byte, 1<<10)
	n, _ := io.ReadFull(f, b) //nolint:errcheck // who reads on is told
	if bytes.IndexByte(b[:n], 0) >= 0 {
		return strings.NewReader("")
	}
	return io.MultiReader(bytes.NewReader(b[:n]), f)
}

func (h *hunt) wants(m find.Match) bool {
	return len(h.schemes) == 0 || slices.ContainsFunc(h.schemes, func(s string) bool { return strings.EqualFold(s, m.URI.Scheme()) })
}

// container returns how a file is read: as the flag says, or the suffix of its
// name, or as text.
func (h *hunt) container(name string) find.Container {
	suffix := strings.ToLower(filepath.Ext(name))
	for _, c := range containers {
		if c.Name == h.as.value || h.as.value == "" && suffix != "" && slices.Contains(c.Suffixes, suffix) {
			return c
		}
	}
	return find.Text
}

// showSource prints what is found in a file while it is read.
func (a *app) showSource(h *hunt, s *source) {
	n := 0
	for {
		m, ok := a.next(s)
		if !ok {
			break
		}
		if h.unique {
			m.URI = a.schemes.Normalize(m.URI)
			if h.seen[m.URI.String()] {
				continue
			}
			h.seen[m.URI.String()] = true
		}
		if n++; !h.count && !h.list {
			a.showMatch(h, s.name, m)
		}
	}
	h.found += n
	switch name := visible(s.name); {
	case s.err != nil:
		a.failed(exitUnread)
		a.tellError(fmt.Errorf("%s: %w", s.name, reason(s.err)))
	case h.list && n > 0:
		fmt.Fprintln(a.out, a.paint(os.Stdout, "35", name))
	case h.count && h.withName:
		fmt.Fprintf(a.out, "%s:%d\n", a.paint(os.Stdout, "35", name), n)
	case h.count:
		fmt.Fprintln(a.out, n)
	}
}

// next returns the next match of a file. What was found so far is written before
// it waits for more.
func (a *app) next(s *source) (m find.Match, ok bool) {
	select {
	case m, ok = <-s.matches:
	default:
		a.out.Flush()
		m, ok = <-s.matches
	}
	return m, ok
}

// reason is what is wrong with a file, without its name.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

func (a *app) showMatch(h *hunt, file string, m find.Match) {
	if h.asJSON {
		a.out.Write(append(appendMatch(a.out.AvailableBuffer(), file, m), '\n'))
		return
	}
	if h.withName {
		fmt.Fprintf(a.out, "%s:", a.paint(os.Stdout, "35", visible(file)))
	}
	if h.number {
		fmt.Fprintf(a.out, "%s:", a.paint(os.Stdout, "32", strconv.Itoa(m.Line)))
	}
	text := m.URI.String()
	if h.asWritten {
		text = visible(m.Text)
	}
	if shown := a.paint(os.Stdout, "1;31", text); shown != text { // a link, for terminals that have them
		text = "\x1b]8;;" + m.URI.String() + "\x1b\\" + shown + "\x1b]8;;\x1b\\"
	}
	fmt.Fprintln(a.out, text)
}

// appendMatch appends the record of a match.
func appendMatch(b []byte, file string, m find.Match) []byte {
	b = scheme.AppendQuoted(append(b, `{"uri":`...), m.URI.String())
	b = scheme.Octets(m.Text).AppendJSON(append(b, `,"text":`...))
	b = scheme.Octets(file).AppendJSON(append(b, `,"file":`...))
	b = appendNumber(b, "line", int64(m.Line))
	b = appendNumber(b, "column", int64(m.Column))
	b = appendNumber(b, "start", m.Start)
	b = appendNumber(b, "end", m.End)
	b = appendField(b, "form", string(m.Form))
	b = appendNumber(b, "column_runes", int64(m.ColumnRunes))
	if m.Rule != "" {
		b = appendField(b, "rule", m.Rule)
	}
	for i, other := range m.Alternatives {
		b = append(b, [...]string{`,"alternatives":[`, `,`}[min(i, 1)]...)
		b = scheme.AppendQuoted(append(b, `{"uri":`...), other.URI.String())
		b = append(appendNumber(b, "end", other.End), '}')
	}
	if len(m.Alternatives) > 0 {
		b = append(b, ']')
	}
	if m.Part != "" {
		b = appendField(b, "part", m.Part)
	}
	return append(b, '}')
}

func appendNumber(b []byte, key string, n int64) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	return strconv.AppendInt(b, n, 10)
}
