package seeds

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"uriel.dev/scheme/ftp/ftptest"
	"uriel.dev/scheme/news/newstest"
)

// calls are the checks that are written in Go, by the name that rows use.
var calls = map[string]func(t *testing.T, bin, argument string) error{
	"retrieval": checkRetrieval,
	"uri7":      checkUri7,
	"thishost":  checkThisHost,
}

// checkThisHost checks that a file of the host that this machine is called is a
// file of this machine.
func checkThisHost(t *testing.T, bin, _ string) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	return check{text: "uriel get file://" + host + "{dir}/f", lines: []line{{"file", `f text\n`}, {"out", "text"}}}.do(t, bin, run)
}

// checkRetrieval checks that every scheme explains its retrieval.
func checkRetrieval(t *testing.T, bin, _ string) error {
	list, err := say(t, bin, "uriel schemes --json")
	if err != nil {
		return err
	}
	if len(list.lines) == 0 {
		return errors.New("no scheme is known")
	}
	for _, l := range list.lines {
		var scheme struct{ Name string }
		if err := json.Unmarshal([]byte(l), &scheme); err != nil {
			return err
		}
		got, err := say(t, bin, "uriel explain "+scheme.Name)
		if err != nil {
			return err
		}
		_, behind, ok := strings.Cut(got.out, "\n## Retrieval\n")
		if retrieval, _, _ := strings.Cut(behind, "\n\n"); !ok || strings.TrimSpace(retrieval) == "" {
			return fmt.Errorf("explain %s tells no retrieval:\n%s", scheme.Name, got.out)
		}
	}
	return nil
}

// say runs a command that has nothing but its arguments.
func say(t *testing.T, bin, text string) (*result, error) {
	c := check{text: text}
	p, err := prepare(t, c)
	if err != nil {
		return nil, err
	}
	return run(t, bin, c, p)
}

// A cell says which part of the work does something for a scheme, and whether
// it does so now. The zero value is nothing to do.
type cell struct {
	part string
	due  bool // still to be done
}

func done(part string) cell { return cell{part: part} }
func due(part string) cell  { return cell{part: part, due: true} }

// uri7 are the schemes of uri(7), those that it describes before those that it
// mentions, and what each verb does for them.
var uri7 = []struct {
	uri              string
	parse, get, open cell
	lines            []line // what the command needs
}{
	{"http://{http}/", done("foundation"), done("foundation"), due("later"), nil},
	{"ftp://{ftp}/f", done("schemes"), done("ftp-news"), due("later"), nil},
	{"gopher://{gopher}/0f", done("foundation"), done("gopher"), due("later"), nil},
	{"mailto:a@example.com", done("schemes"), cell{}, due("later"), nil}, // an action, not a thing
	{"news:comp.lang.ada", done("schemes"), done("ftp-news"), due("later"), nil},
	{"telnet://{gopher}/", done("foundation"), done("foundation"), due("later"), nil},
	{"file://{dir}/f", done("foundation"), done("foundation"), due("later"), []line{{"file", "f x"}}},
	{"man:zz(1)", done("foundation"), done("foundation"), due("later"), []line{{"needs", "mandoc"}, {"file", `man/man1/zz.1 .TH ZZ 1\n`}}},
	{"info:zz", done("schemes"), done("local"), due("later"), []line{{"file", `info/zz.info \x1f\nFile: zz.info,  Node: Top\n\ntop\n`}}},
	{"whatis:directory", done("schemes"), done("local"), due("later"), []line{{"file", `man/man1/zz.1 .TH ZZ 1\n.SH NAME\nzz \\- list a directory\n`}}},
	{"ghelp:zz", done("schemes"), done("local"), due("later"), []line{{"file", `data/help/C/zz/index.page <page id="index"><title>Help</title></page>`}}},
	{"ldap://127.0.0.1:1/o=X", done("schemes"), due("later"), due("later"), nil},
	{"wais://127.0.0.1:1/db", done("schemes"), due("later"), due("later"), nil},
	{"nntp://{news}/comp.lang.ada/1", done("schemes"), done("ftp-news"), due("later"), nil},
	{"prospero://127.0.0.1:1/n", done("schemes"), due("later"), due("later"), nil},
	{"urn:ietf:rfc:2141", done("schemes"), due("later"), due("later"), nil},
}

// TestUri7 keeps the list of the schemes of uri(7): a tool "should be able to
// handle (directly or indirectly) all of the schemes described here".
func TestUri7(t *testing.T) {
	bin := build(t)
	var green, all int
	var reds []string
	for _, s := range uri7 {
		scheme, _, _ := strings.Cut(s.uri, ":")
		for _, verb := range verbs {
			c := verb.cell(s.parse, s.get, s.open)
			if c.part == "" {
				continue
			}
			all++
			err := verb.check(t, bin, s.uri, s.lines)
			if isMissing(t, err, verb.name+" "+scheme) {
				continue
			}
			switch {
			case err == nil && c.due:
				t.Errorf("unexpected pass: %s of %s is done", verb.name, scheme)
			case err != nil && !c.due:
				t.Errorf("%s of %s, %s: %v", verb.name, scheme, c.part, err)
			case err == nil:
				green++
			default:
				reds = append(reds, fmt.Sprintf("%s %s (%s)", verb.name, scheme, c.part))
			}
		}
	}
	fmt.Printf("seeds: uri(7): %d of %d verbs of its %d schemes work; red: %s\n", green, all, len(uri7), strings.Join(reds, ", "))
}

// checkUri7 checks what one part of the work does for the schemes of uri(7).
func checkUri7(t *testing.T, bin, part string) error {
	checked := 0
	for _, s := range uri7 {
		for _, verb := range verbs {
			c := verb.cell(s.parse, s.get, s.open)
			if c.part != part {
				continue
			}
			checked++
			if c.due {
				return fmt.Errorf("%s of %s is still to be done", verb.name, s.uri)
			}
			if err := verb.check(t, bin, s.uri, s.lines); err != nil {
				return fmt.Errorf("%s of %s: %w", verb.name, s.uri, err)
			}
		}
	}
	if checked == 0 {
		return fmt.Errorf("no scheme has work for %q", part)
	}
	return nil
}

// A verb of the command, and what shows that it handles a URI.
type verb struct {
	name string
	want line
	cell func(parse, get, open cell) cell
}

var verbs = []verb{
	{"parse --json", line{"json", `{"valid":true,"view":{}}`}, func(parse, _, _ cell) cell { return parse }},
	{"get --json", line{"json", `{"kind":"…"}`}, func(_, get, _ cell) cell { return get }},
	{"open -n", line{"has", ":"}, func(_, _, open cell) cell { return open }},
}

func (v verb) check(t *testing.T, bin, uri string, lines []line) error {
	text := fmt.Sprintf("MANPATH={dir}/man INFOPATH={dir}/info XDG_DATA_DIRS={dir}/data NNTPSERVER={news} uriel %s '%s'", v.name, uri)
	c := check{text: served(t, text), lines: append(slices.Clone(lines), v.want)}
	return c.do(t, bin, run)
}

// served starts a server of FTP and one of news, and puts their addresses where
// {ftp} and {news} stand.
func served(t *testing.T, text string) string {
	files := ftptest.Serve(t, ftptest.Config{Files: map[string]string{"/f": "x"}})
	articles := &newstest.Server{}
	articles.AddGroup("comp.lang.ada", "")
	if err := articles.Add("Newsgroups: comp.lang.ada\nSubject: x\nMessage-ID: <1@h>\n\nx\n"); err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer("{ftp}", files.Addr, "{news}", articles.Start(t)).Replace(text)
}
