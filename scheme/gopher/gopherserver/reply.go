package gopherserver

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"uriel.dev/scheme/gopher"
)

// reply answers a request. The error is of the connection, or of a file that
// breaks off; what the client asks wrongly is said to the client.
func (x *exchange) reply(r request, in *bufio.Reader) error {
	it, err := x.find(locate(r.selector))
	if err != nil {
		return x.fail(r, fmt.Errorf("'%s' %w", nameOf(r.selector), wordsOf(err)))
	}
	if r.plus == "" {
		return x.plain(r, it)
	}
	p := gopher.ParsePlus(r.plus)
	switch {
	case r.hasBlock:
		return x.fill(r, it, in)
	case p.Kind == gopher.PlusAttributes:
		return x.lines(true, x.attributes(x.entry(it), namesOf(p)))
	case p.Kind == gopher.PlusDirectoryAttributes:
		return x.directory(r, it, namesOf(p))
	case p.Kind != gopher.PlusView:
		return x.fail(r, errors.New("malformed command"))
	case it.isFolder:
		return x.folderView(r, it, p)
	case it.isForm():
		return x.fail(r, errors.New("it is a form, to be filled in first"))
	default:
		return x.view(r, it, p)
	}
}

// nameOf returns what a selector names, as the client wrote it, for words about
// it.
func nameOf(selector string) string {
	if hasType(selector) {
		selector = selector[1:]
	}
	return "/" + strings.TrimPrefix(selector, "/")
}

// wordsOf makes of an error of the file system one that tells nothing of this
// machine.
func wordsOf(err error) error {
	if errors.Is(err, errNotThere) || errors.Is(err, fs.ErrNotExist) {
		return errNotThere
	}
	return errors.New("cannot be read")
}

// fail answers with an error, to a client without Gopher+ as an item of a menu.
func (x *exchange) fail(r request, err error) error {
	words := oneField(err.Error())
	if r.plus == "" {
		e := entry{Item: gopher.Item{Type: '3', Name: words, Host: "error.host", Port: "1"}}
		return x.lines(false, []string{e.line()})
	}
	_, werr := fmt.Fprintf(x.out, "--1\r\n1 %s\r\n%s\r\n.\r\n", x.administrator(), words)
	return werr
}

// lines writes lines up to the dot, behind a head if the client knows Gopher+.
func (x *exchange) lines(plus bool, lines []string) error {
	if plus {
		x.out.WriteString("+-1\r\n")
	}
	for _, line := range lines {
		x.out.WriteString(line + "\r\n")
	}
	_, err := x.out.WriteString(".\r\n")
	return err
}

// plain answers a client that knows no Gopher+.
func (x *exchange) plain(r request, it *item) error {
	switch {
	case it.isFolder:
		return x.folder(r, it)
	case it.isForm():
		return x.fail(r, errors.New("it is a form, for which a client that knows Gopher+ is needed"))
	case len(it.views) == 0:
		return x.fail(r, fmt.Errorf("'%s' %w", nameOf(r.selector), errNotThere))
	}
	return x.send(r, it.views[0], it.typ.Transfer() == gopher.Text, false)
}

// folder answers with the menu of a folder.
func (x *exchange) folder(r request, it *item) error {
	entries, err := x.menu(it)
	if err != nil {
		return x.fail(r, wordsOf(err))
	}
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = e.line()
	}
	return x.lines(r.plus != "", lines)
}

// directory answers with the attributes of all items of a menu.
func (x *exchange) directory(r request, it *item, wanted []string) error {
	if !it.isFolder {
		return x.fail(r, errors.New("it is no menu"))
	}
	entries, err := x.menu(it)
	if err != nil {
		return x.fail(r, wordsOf(err))
	}
	var lines []string
	for _, e := range entries {
		if e.Type != 'i' {
			lines = append(lines, x.attributes(e, wanted)...)
		}
	}
	return x.lines(true, lines)
}

// folderView answers with a folder in one of its views.
func (x *exchange) folderView(r request, it *item, p gopher.Plus) error {
	switch view := strings.ToLower(string(p.View)); view {
	case "", menuView:
		return x.folder(r, it)
	case plusMenuView:
		return x.directory(r, it, []string{"+VIEWS"})
	case pageView:
		return x.page(r, it)
	default:
		return x.fail(r, fmt.Errorf("'%s' %w", nameOf(r.selector), errNotThere))
	}
}

// view answers with an item in the view that is asked for. A language that it
// does not have is none; a media type that it does not have is an error.
func (x *exchange) view(r request, it *item, p gopher.Plus) error {
	var chosen *view
	for i, v := range it.views {
		if p.View != "" && !strings.EqualFold(v.View, string(p.View)) {
			continue
		}
		if chosen == nil || strings.EqualFold(v.Language, string(p.Language)) && chosen.Language != v.Language {
			chosen = &it.views[i]
		}
	}
	if chosen == nil {
		return x.fail(r, fmt.Errorf("'%s' %w", nameOf(r.selector), errNotThere))
	}
	return x.send(r, *chosen, p.View != "" && strings.HasPrefix(strings.ToLower(chosen.View), "text/"), true)
}

// send sends a file: as lines up to a dot, or byte for byte, which in Gopher+ is
// behind its size.
func (x *exchange) send(r request, v view, asLines, plus bool) error {
	f, err := x.open(v.file)
	if err != nil {
		return x.fail(r, wordsOf(err))
	}
	defer f.Close()
	switch {
	case asLines:
		if plus {
			x.out.WriteString("+-1\r\n")
		}
		return writeText(x.out, f)
	case plus:
		fmt.Fprintf(x.out, "+%d\r\n", v.Size)
		_, err = io.CopyN(x.out, f, v.Size)
	default:
		_, err = io.Copy(x.out, f)
	}
	return err
}

// fill answers a form.
func (x *exchange) fill(r request, it *item, in *bufio.Reader) error {
	if !it.isForm() {
		return x.fail(r, errors.New("it is no form"))
	}
	block, err := readBlock(in)
	if err != nil {
		return x.fail(r, err)
	}
	form, err := readForm(r.selector, it.side.Questions(), block)
	if err != nil {
		return x.fail(r, err)
	}
	answer := x.Answer
	if answer == nil {
		answer = repeat
	}
	text, err := answer(x.ctx, form)
	if err != nil {
		return x.fail(r, err)
	}
	x.out.WriteString("+-1\r\n")
	return writeText(x.out, strings.NewReader(text))
}

// writeText writes lines, each with CR LF behind it, and the dot that ends them.
// RFC 1436 doubles the dot at the beginning of every line; clients do not take it
// away, and gopherd doubles that of a line of one dot alone. So it is doubled
// where it must be: there, and where one who takes it away would take too many.
func writeText(out *bufio.Writer, text io.Reader) error {
	in := bufio.NewReader(text)
	for atStart := true; ; {
		if atStart {
			if start, _ := in.Peek(3); bytes.HasPrefix(start, []byte("..")) || isDotLine(start) {
				out.WriteByte('.')
			}
		}
		piece, err := in.ReadSlice('\n')
		whole := err == nil
		if whole {
			piece = bytes.TrimSuffix(bytes.TrimSuffix(piece, []byte("\n")), []byte("\r"))
		}
		out.Write(piece)
		if whole || err == io.EOF && len(piece) > 0 || err == io.EOF && !atStart {
			out.WriteString("\r\n")
		}
		atStart = whole
		switch {
		case err == io.EOF:
			_, err = out.WriteString(".\r\n")
			return err
		case err != nil && err != bufio.ErrBufferFull:
			return err
		}
	}
}

// isDotLine reports whether what begins so is a line of one dot.
func isDotLine(start []byte) bool {
	return string(start) == "." || bytes.HasPrefix(start, []byte(".\n")) || string(start) == ".\r\n" || string(start) == ".\r"
}
