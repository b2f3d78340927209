package manclient

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"uriel.dev/get"
	"uriel.dev/policy"
	"uriel.dev/scheme"
	"uriel.dev/scheme/man"
	"uriel.dev/uri"
)

// byMandoc has mandoc write a format.
func (f *format) byMandoc(o options) error {
	switch f.mediaType {
	case asText.mediaType:
		f.args = []string{"-T", "utf8", "-O", "width=" + strconv.Itoa(min(o.page.Width, 1000))}
		f.after = func(r *bufio.Reader) io.Reader { return &plain{r: r, last: none} }
	case asHTML.mediaType:
		f.args = []string{"-T", "html", "-O", "fragment,man=man:%N(%S)"}
		f.after = func(r *bufio.Reader) io.Reader { return &linked{r: r} }
	case asSource.mediaType:
	default:
		return fmt.Errorf("mandoc makes text and HTML of a page, but no %s", f.mediaType)
	}
	return nil
}

func (f format) command(src []byte) policy.Command {
	return policy.Command{Name: "mandoc", Args: f.args, Stdin: bytes.NewReader(src)}
}

// format has mandoc write a page.
func (h handler) format(ctx context.Context, req *get.Request, f format, src source, res *get.Response) (io.Reader, error) {
	run, err := h.run(ctx, f.command(src.text))
	if err != nil {
		return nil, mandocFailed(ctx, req.URI, err)
	}
	out := bufio.NewReader(run)
	if _, err := out.Peek(1); err != nil && err != io.EOF {
		run.Close()
		return nil, mandocFailed(ctx, req.URI, err)
	}
	res.Closer = run
	return f.after(bufio.NewReader(output{ctx, req.URI, out})), nil
}

func (h handler) run(ctx context.Context, c policy.Command) (io.ReadCloser, error) {
	h.env.Say('*', "run "+strings.Join(c.Argv(), " "))
	return h.exec(ctx, c)
}

func mandocFailed(ctx context.Context, u uri.URI, err error) error {
	if errors.Is(err, policy.ErrNoHelper) {
		return get.Errorf(get.Unsupported, "format", u, "%w: pages of the manual are formatted by mandoc, of the package of that name (apt install mandoc)", err)
	}
	return get.Fail(ctx, "format", u, get.Internal, err)
}

// output is what mandoc writes. Its failure is no error of a network.
type output struct {
	ctx context.Context // of the one answer that the output serves
	uri uri.URI
	r   io.Reader
}

func (o output) Read(b []byte) (int, error) {
	n, err := o.r.Read(b)
	if err != nil && err != io.EOF {
		err = mandocFailed(o.ctx, o.uri, err)
	}
	return n, err
}

// plain takes the overstrikes out of a text, by which terminals of paper made
// letters bold and underlined: "A BS A" is A, "_ BS A" is A.
type plain struct {
	r    *bufio.Reader
	last rune         // may yet be struck over; none if there is none
	out  bytes.Buffer // ready to be read
	err  error        // once out is read
}

const none rune = -1

func (p *plain) Read(b []byte) (int, error) {
	for p.err == nil && p.out.Len() < len(b) {
		var c rune
		switch c, _, p.err = p.r.ReadRune(); {
		case p.err != nil:
			p.flush()
		case c == '\b':
			p.last = none
		default:
			p.flush()
			p.last = c
		}
	}
	if p.out.Len() > 0 {
		return p.out.Read(b)
	}
	return 0, p.err
}

func (p *plain) flush() {
	if p.last != none {
		p.out.WriteRune(p.last)
		p.last = none
	}
}

// linked makes links of the names of pages in HTML: mandoc does so for mdoc(7)
// only. A reference of man(7) is a name in bold or italics with a section
// behind it.
type linked struct {
	r    *bufio.Reader
	line []byte // the rest of it
}

var reference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<([bi])>([^<>&\s]+)</[bi]>\(([0-9nl][0-9A-Za-z_+]*)\)`)
})

func (l *linked) Read(b []byte) (int, error) {
	if len(l.line) == 0 {
		line, err := l.r.ReadBytes('\n')
		if len(line) == 0 {
			return 0, err
		}
		l.line = line
		if !bytes.Contains(line, []byte("<a ")) {
			l.line = reference().ReplaceAllFunc(line, link)
		}
	}
	n := copy(b, l.line)
	l.line = l.line[n:]
	return n, nil
}

// link puts a reference in a link, if it can be one.
func link(ref []byte) []byte {
	m := reference().FindSubmatch(ref)
	u := man.View{Page: scheme.Octets(m[2]), Section: string(m[3])}.URI()
	if u.IsZero() {
		return ref
	}
	return fmt.Appendf(nil, `<a class="Xr" href="%s">%s</a>`, u, ref)
}
