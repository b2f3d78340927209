package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/net/publicsuffix"

	"uriel.dev/catalog"
	"uriel.dev/find"
	"uriel.dev/find/pack"
	"uriel.dev/scheme"
)

// A hunt is the flags of find. Where grep has a flag of the same name, it means
// the same.
type hunt struct {
	recursive, noIgnore bool
	unpack              bool
	domains             bool
	as                  levelFlag
	schemes             []string

	asJSON, unique, count, list, asWritten bool
	noName, withName, number               bool

	finder find.Finder
	seen   map[string]bool // normal forms, for unique
	found  int

	colored  bool
	watched  bool // the output is a terminal
	progress *progress
}

func (a *app) findCmd() *cobra.Command {
	h := &hunt{}
	for _, c := range catalog.Containers() {
		h.as.words = append(h.as.words, c.Name)
	}
	cmd := &cobra.Command{
		Use:   "find [FILE…]",
		Short: "Find the URIs in files",
		Long: `Find the URIs in files, of any scheme, and print them: in angle brackets, even
broken over lines, in quotes, with the prefix "URL:", or alone; hosts that begin
with "www." and "ftp."; and addresses of mail. "-", or no file, is standard
input. The status is 1 if there are none.

A file is read by the suffix of its name: pages of HTML, Markdown, letters and many
others have their own ways to write URIs, and relative references are found in
them too. What is packed (gzip, bzip2, xz, zstd, tar, zip) is unpacked.

With -r folders are read with all that is in them, but for what is hidden, files
that are no text, and what files called .ignore name, theirs and those above;
and in a repository of git what git is told to ignore.`,
		Example: `  uriel find README.md
  uriel find -r --scheme http,https --unique docs
  uriel find --as mail --json - <message
  uriel find --as man /usr/share/man/man7/uri.7.gz`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.findAll(cmd.Context(), h, args) },
	}
	flags := cmd.Flags()
	flags.Bool("help", false, "help for find") // without -h, which is grep's
	flags.BoolVarP(&h.recursive, "recursive", "r", false, "read folders with all that is in them")
	flags.BoolVar(&h.noIgnore, "no-ignore", false, "with -r, read everything")
	flags.BoolVarP(&h.unpack, "search-zip", "z", false, "with -r, read packed files too")
	flags.Var(&h.as, "as", "how the files are read: "+strings.Join(h.as.words, ", "))
	flags.BoolVar(&h.domains, "domains", false, "also names of hosts that stand alone, such as example.com/path")
	flags.StringSliceVar(&h.schemes, "scheme", nil, "only URIs of these `schemes`")
	flags.BoolVar(&h.asJSON, "json", false, "one JSON object for each URI")
	flags.BoolVar(&h.unique, "unique", false, "each URI once, in normal form")
	flags.BoolVarP(&h.count, "count", "c", false, "print how many there are in each file")
	flags.BoolVarP(&h.list, "files-with-matches", "l", false, "print the names of the files that have any")
	flags.BoolVarP(&h.asWritten, "only-matching", "o", false, "print the text as it is written, not the URI that it means")
	flags.BoolVarP(&h.noName, "no-filename", "h", false, "print no names of files")
	flags.BoolVarP(&h.withName, "with-filename", "H", false, "print the name of the file before each URI")
	cmd.MarkFlagsMutuallyExclusive("json", "count", "files-with-matches")
	flags.BoolVarP(&h.number, "line-number", "n", false, "print the number of the line before each URI")
	return cmd
}

// A source is a file under search. Its matches come while it is read; err is set
// before they end.
type source struct {
	name    string
	inside  bool // of a folder, not named itself
	live    bool // no file: what it will hold is still to come
	matches chan []find.Match
	err     error
}

// findAll searches several files at once, and prints what they hold in their order.
func (a *app) findAll(ctx context.Context, h *hunt, args []string) error {
	h.finder, h.seen = find.New(a.schemes), map[string]bool{}
	if h.domains {
		h.finder = h.finder.WithDomains(isPublicSuffix)
	}
	switch {
	case len(args) > 0:
	case h.recursive:
		args = []string{"."}
	default:
		args = []string{"-"}
	}
	h.withName = !h.noName && (h.withName || h.recursive || len(args) > 1)
	h.watched = isTerminal(os.Stdout)
	h.colored = a.paint(os.Stdout, "1", "x") != "x"
	h.progress = a.startProgress()
	defer h.progress.stop()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	for s := range h.searched(ctx, a.in, args) {
		a.showSource(ctx, h, s)
	}
	if h.found == 0 {
		a.failed(exitNo)
	}
	return ctx.Err()
}

// searched yields the files in their order while several are searched.
func (h *hunt) searched(ctx context.Context, in io.Reader, args []string) <-chan *source {
	const ahead = 256 // files that are searched before their turn comes
	order, jobs := make(chan *source, ahead), make(chan *source, ahead)
	go func() {
		defer close(order)
		defer close(jobs)
		for s := range h.files(args) {
			s.matches = make(chan []find.Match, 4)
			if !send(ctx, order, s) || !send(ctx, jobs, s) {
				return
			}
		}
	}()
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for s := range jobs {
				h.search(ctx, in, s)
			}
		}()
	}
	return order
}

// isPublicSuffix reports whether domains are registered right below name, by the
// part of the public suffix list that registries have written.
func isPublicSuffix(name string) bool {
	suffix, isRegistry := publicsuffix.PublicSuffix(name)
	return isRegistry && suffix == name
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

// search finds what is in one file, and sends some matches at a time.
func (h *hunt) search(ctx context.Context, in io.Reader, s *source) {
	const most = 64
	defer close(s.matches)
	if s.err != nil {
		return
	}
	if s.name != "-" {
		flag := os.O_RDONLY
		if s.inside { // a plain file, which is opened so with fewer calls of the system
			flag |= syscall.O_NONBLOCK
		}
		f, err := os.OpenFile(s.name, flag, 0)
		if err != nil {
			s.err = err
			return
		}
		defer f.Close()
		in = f
	}
	c, in := h.reading(s, in)
	var some []find.Match
	for m, err := range c.Scan(h.finder, in) {
		if err != nil {
			s.err = err
			break
		}
		if !h.wants(m) {
			continue
		}
		some = append(some, m)
		if h.list {
			break
		}
		if s.live || len(some) == most {
			if !send(ctx, s.matches, some) {
				return
			}
			some = nil
		}
	}
	if len(some) > 0 {
		send(ctx, s.matches, some)
	}
	h.progress.files.Add(1)
}

func (h *hunt) wants(m find.Match) bool {
	return len(h.schemes) == 0 || slices.ContainsFunc(h.schemes, func(s string) bool { return strings.EqualFold(s, m.URI.Scheme()) })
}

// reading returns how a file is read, and what is to be read: as the flag says, or by
// the suffix of its name, or as text; and what it holds so, if it is packed.
func (h *hunt) reading(s *source, in io.Reader) (find.Container, io.Reader) {
	if !s.inside || h.unpack {
		head, whole := peek(in, pack.HeadLen)
		if pack.IsPacked(head) {
			return pack.New(h.container), whole
		}
		in = whole
	}
	if s.inside {
		in = &textReader{r: in}
	}
	if c, ok := h.container("", s.name); ok {
		return c, h.progress.reader(in)
	}
	return find.Text, h.progress.reader(in)
}

func (h *hunt) container(mediaType, name string) (find.Container, bool) {
	return find.Choose(catalog.Containers(), h.as.value, mediaType, name)
}

// peek returns up to n of the first bytes of what r holds, and a reader of all of it:
// r itself if it can be read at any place, as archives want to be. It does not wait
// for more than one read gives.
func peek(r io.Reader, n int) ([]byte, io.Reader) {
	head := make([]byte, n)
	if f, ok := r.(*os.File); ok {
		if n, err := f.ReadAt(head, 0); err == nil || err == io.EOF {
			return head[:n], r
		}
	}
	n, err := r.Read(head)
	if err != nil {
		return head[:n], io.MultiReader(bytes.NewReader(head[:n]), failing{err})
	}
	return head[:n], io.MultiReader(bytes.NewReader(head[:n]), r)
}

// failing is a reader that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// showSource prints what is found in a file while it is read, until ctx ends.
func (a *app) showSource(ctx context.Context, h *hunt, s *source) {
	n, name := 0, visible(s.name)
	for some := range a.batches(ctx, h, s) {
		for _, m := range some {
			if h.unique {
				m.URI = a.schemes.Normalize(m.URI)
				if h.seen[m.URI.String()] {
					continue
				}
				h.seen[m.URI.String()] = true
			}
			if n++; !h.count && !h.list {
				a.showMatch(h, s.name, name, m)
			}
		}
	}
	h.found += n
	h.progress.found.Add(int64(n))
	switch {
	case ctx.Err() != nil: // it may be under way still
	case s.err != nil:
		a.failed(exitUnread)
		h.progress.hide()
		a.tellError(fmt.Errorf("%s: %w", s.name, reason(s.err)))
	case h.list && n > 0:
		fmt.Fprintln(a.out, a.paintHit(h, "35", name))
	case h.count && h.withName:
		fmt.Fprintf(a.out, "%s:%d\n", a.paintHit(h, "35", name), n)
	case h.count:
		fmt.Fprintln(a.out, n)
	}
}

// batches yields the matches of a file. What was found so far is written before it
// waits for more, if somebody looks on or more may never come.
func (a *app) batches(ctx context.Context, h *hunt, s *source) iter.Seq[[]find.Match] {
	return func(yield func([]find.Match) bool) {
		for ctx.Err() == nil {
			if (s.live || h.watched) && len(s.matches) == 0 {
				a.out.Flush()
			}
			select {
			case some, ok := <-s.matches:
				if !ok || !yield(some) {
					return
				}
			case <-ctx.Done():
			}
		}
	}
}

// reason is what is wrong with a file, without its name.
func reason(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// paintHit is paint for what is found, without asking the terminal each time.
func (a *app) paintHit(h *hunt, sgr, text string) string {
	if !h.colored {
		return text
	}
	return a.paint(os.Stdout, sgr, text)
}

func (a *app) showMatch(h *hunt, file, shownFile string, m find.Match) {
	if h.asJSON {
		a.out.Write(append(appendMatch(a.out.AvailableBuffer(), file, m), '\n'))
		return
	}
	if h.withName {
		fmt.Fprintf(a.out, "%s:", a.paintHit(h, "35", shownFile))
	}
	if h.number {
		fmt.Fprintf(a.out, "%s:", a.paintHit(h, "32", strconv.Itoa(m.Line)))
	}
	text := m.URI.String()
	if h.asWritten {
		text = visible(m.Text)
	}
	if shown := a.paintHit(h, "1;31", text); shown != text { // a link, for terminals that have them
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
	if len(m.Remarks) > 0 {
		b = appendRemarks(b, m.Remarks)
	}
	return append(b, '}')
}

func appendNumber(b []byte, key string, n int64) []byte {
	b = append(append(append(b, `,"`...), key...), `":`...)
	return strconv.AppendInt(b, n, 10)
}
