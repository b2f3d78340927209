package gopher

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/scheme"
)

// attributesOf reads lines as a reply.
func attributesOf(text string) (list []Attributes) {
	for line := range strings.Lines(text) {
		list = AppendAttributes(list, strings.TrimRight(line, "\r\n"))
	}
	return list
}

// TestAttributes reads the example of Gopher+, section 2.7, and what servers do
// otherwise.
func TestAttributes(t *testing.T) {
	salmon := Item{Type: '0', Name: "Salmon dogs", Selector: "some selector", Host: "host2", Port: "70", Plus: "+"}
	for _, x := range []struct {
		name, text string
		want       []Attributes
	}{
		{"two items", "+INFO: 0Salmon dogs\tsome selector\thost2\t70\t+\n+ADMIN:\n Admin: Frodo <fng@bogus.edu>\n+ABSTRACT: \n A great recipe\n  for salmon\n" +
			"+INFO: 0Hot pups\tother selector\thost3\t71\t+\n+ADMIN:\n Date: <19910101080003>\n", []Attributes{
			{Item: salmon, Blocks: []Block{{Name: "+ADMIN", Lines: []string{"Admin: Frodo <fng@bogus.edu>"}}, {Name: "+ABSTRACT", Lines: []string{"A great recipe", " for salmon"}}}},
			{Item: Item{Type: '0', Name: "Hot pups", Selector: "other selector", Host: "host3", Port: "71", Plus: "+"}, Blocks: []Block{{Name: "+ADMIN", Lines: []string{"Date: <19910101080003>"}}}},
		}},
		{"no colon", "+INFO 0Salmon dogs\tsome selector\thost2\t70\t+\n+ADMIN\n", []Attributes{{Item: salmon, Blocks: []Block{{Name: "+ADMIN"}}}}},
		{"no blank", "+INFO:0Salmon dogs\tsome selector\thost2\t70\t+\n+ABSTRACT:here\nit is\n", []Attributes{{Item: salmon, Blocks: []Block{{Name: "+ABSTRACT", Text: "here", Lines: []string{"it is"}}}}}},
		{"a reference", "+ABSTRACT: 0long abstract\tselector\thost2\t70\t+\n", []Attributes{{Item: Item{Type: 'i'}, Blocks: []Block{{Name: "+ABSTRACT", Text: "0long abstract\tselector\thost2\t70\t+"}}}}},
		{"lines before any block", "words\n+INFO: 0Salmon dogs\tsome selector\thost2\t70\t+\nwords\n", []Attributes{{Item: Item{Type: 'i'}}, {Item: salmon}}},
		{"a plus sign that is no name", "+ABSTRACT:\n+: 5\n+\n", []Attributes{{Item: Item{Type: 'i'}, Blocks: []Block{{Name: "+ABSTRACT", Lines: []string{"+: 5", "+"}}}}}},
		{"nothing", "", nil},
	} {
		if diff := cmp.Diff(x.want, attributesOf(x.text)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.name, diff)
		}
	}
}

func TestFields(t *testing.T) {
	a := attributesOf("+ADMIN:\n Admin: Frodo\n Mod-Date: Wed Jul 28 17:02:01 1993 <19930728170201>\n mod-date: <19940728170201>\n odd\n")[0]
	admin := a.Block("+ADMIN")
	for name, want := range map[string]string{"admin": "Frodo", "Mod-Date": "Wed Jul 28 17:02:01 1993 <19930728170201>", "TTL": "", "odd": ""} {
		if got := admin.Field(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got, want := a.Modified(), time.Date(1993, 7, 28, 17, 2, 1, 0, time.UTC); !got.Equal(want) {
		t.Errorf("modified %v, want %v", got, want)
	}
	if a.Block("+admin") != nil || a.Block("+VIEWS").Field("x") != "" {
		t.Error("the case of a name counts, and a block that is not there has no fields")
	}
	for _, text := range []string{"", "+ADMIN:\n", "+ADMIN:\n Mod-Date: today\n", "+ADMIN:\n Mod-Date: <19931328170201>\n"} {
		for _, a := range attributesOf(text) {
			if !a.Modified().IsZero() {
				t.Errorf("%q: modified %v", text, a.Modified())
			}
		}
	}
}

func TestRepresentation(t *testing.T) {
	for _, x := range []struct {
		line string
		want Representation // zero if it is none
		why  string
	}{
		{"Text/plain: <10k>", Representation{"Text/plain", "", 10 << 10}, "Gopher+ 2.5"},
		{"Text/plain De_DE: <15k>", Representation{"Text/plain", "De_DE", 15 << 10}, "Gopher+ 2.5"},
		{" application/MacWriteII: <45K>", Representation{"application/MacWriteII", "", 45 << 10}, "Gopher+ 2.5"},
		{"application/Postscript De_DE: <100k>", Representation{"application/Postscript", "De_DE", 100 << 10}, "Gopher+ 2.7"},
		{"Text/plain En_US: <.1k>", Representation{"Text/plain", "En_US", 102}, "gopherd"},
		{"text/html: <0k>", Representation{"text/html", "", -1}, "gopherd: less than it can say"},
		{"application/gopher-menu (null): <4k>", Representation{"application/gopher-menu", "", 4 << 10}, "gopherd"},
		{"Directory+/recursive: <.0k>", Representation{"Directory+/recursive", "", -1}, "gopherd"},
		{"Text", Representation{"Text", "", -1}, "Gopher+ appendix II"},
		{"text/plain:", Representation{"text/plain", "", -1}, "the size may lack"},
		{"text/plain: <1.5M>", Representation{"text/plain", "", 3 << 19}, "megabytes"},
		{"text/plain: 512", Representation{"text/plain", "", 512}, "no angles, no unit"},
		{"text/plain: <99999999999999999999k>", Representation{"text/plain", "", -1}, "more than there is"},
		{"", Representation{}, "nothing"},
		{"a text in three words", Representation{}, "words"},
		{"<10k>", Representation{}, "no view"},
	} {
		got, ok := ParseRepresentation(x.line)
		if got != x.want || ok != (x.want != Representation{}) {
			t.Errorf("%q: %+v, %t; want %+v (%s)", x.line, got, ok, x.want, x.why)
		}
	}
	views := attributesOf("+VIEWS:\n text/plain: <1k>\n some words of no form\n image/gif Es_ES: <2k>\n")[0]
	if diff := cmp.Diff([]Representation{{"text/plain", "", 1 << 10}, {"image/gif", "Es_ES", 2 << 10}}, views.Views()); diff != "" {
		t.Error(diff)
	}
	if got := views.Views()[1].String(); got != "image/gif Es_ES" {
		t.Errorf("written %q", got)
	}
}

func TestQuestions(t *testing.T) {
	form := attributesOf("+ASK:\n Ask: How many volts?\n Ask: Name?\tFrodo\n AskP: Password?\n AskL: Address\tone\n AskF: Keep in\ta.txt\n Select: News:1\n Select: No\n" +
		" Choose: Deliver now?\tYes\tNot!\n Choose: None\n ChooseF: File\n Note: Words: more\tx\n NoteF: file words\n Other: words\n no colon\n")[0]
	want := []Question{
		{Kind: Ask, Prompt: "How many volts?"},
		{Kind: Ask, Prompt: "Name?", Default: "Frodo"},
		{Kind: AskP, Prompt: "Password?"},
		{Kind: AskL, Prompt: "Address", Default: "one"},
		{Kind: AskF, Prompt: "Keep in", Default: "a.txt"},
		{Kind: Select, Prompt: "News", Default: "1"},
		{Kind: Select, Prompt: "No", Default: "0"},
		{Kind: Choose, Prompt: "Deliver now?", Default: "Yes", Choices: []string{"Yes", "Not!"}},
		{Kind: Choose, Prompt: "None", Choices: []string{}},
		{Kind: ChooseF, Prompt: "File"},
		{Kind: Note, Prompt: "Words: more\tx"},
		{Kind: Note, Prompt: "file words"},
		{Kind: Note, Prompt: "words"},
		{Kind: Note, Prompt: "no colon"},
	}
	if diff := cmp.Diff(want, form.Questions()); diff != "" {
		t.Error(diff)
	}
	if other := attributesOf("+INFO: 0a\tb\tc\t70\n")[0]; other.Questions() != nil {
		t.Errorf("an item without +ASK has questions: %+v", other.Questions())
	}
}

func TestAnswer(t *testing.T) {
	choose := Question{Kind: Choose, Choices: []string{"red", "green"}}
	for _, x := range []struct {
		q           Question
		value, want string // lines joined by "|"; "error" for one
	}{
		{Question{Kind: Ask}, "Frodo", "Frodo"},
		{Question{Kind: Ask}, "", ""},
		{Question{Kind: Ask}, ".", "."},
		{Question{Kind: Ask}, "tab\there", "tab\there"},
		{Question{Kind: Ask}, "a\nb", "error"},
		{Question{Kind: AskP}, "a\rb", "error"},
		{Question{Kind: AskP}, "a\x00b", "error"},
		{Question{Kind: AskL}, "", "0"},
		{Question{Kind: AskL}, "one", "1|one"},
		{Question{Kind: AskL}, "one\r\ntwo\n", "2|one|two"},
		{Question{Kind: AskL}, "one\n\ntwo", "3|one||two"},
		{Question{Kind: AskL}, "one\rtwo", "error"},
		{Question{Kind: Select}, "1", "1"},
		{Question{Kind: Select}, "0", "0"},
		{Question{Kind: Select}, "yes", "error"},
		{choose, "green", "green"},
		{choose, "Green", "error"},
		{Question{Kind: AskF}, "name", "none"},
		{Question{Kind: ChooseF}, "bytes\r\n", "none"},
		{Question{Kind: Note}, "", "none"},
	} {
		lines, err := x.q.Answer(x.value)
		got := "none"
		switch {
		case err != nil:
			got = "error"
		case lines != nil:
			got = strings.TrimSuffix(joined(lines, "|"), "|")
		}
		if got != x.want {
			t.Errorf("%s %q: %q (%v), want %q", x.q.Kind, x.value, got, err, x.want)
		}
	}
}

func joined(lines []scheme.Octets, end string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(string(line) + end)
	}
	return b.String()
}

func TestDoubleDots(t *testing.T) {
	lines := []scheme.Octets{"", ".", "..", "a.", ".a"}
	if diff := cmp.Diff([]scheme.Octets{"", "..", "...", "a.", "..a"}, DoubleDots(lines)); diff != "" {
		t.Error(diff)
	}
	if lines[1] != "." {
		t.Error("the lines that were given are changed")
	}
	if DoubleDots(nil) == nil {
		t.Error("a form without lines is no form")
	}
}

// FuzzAttributes: what is read of attributes is what is read of them again when
// they are written as Gopher+ has them; a view can be asked for as it is read,
// and a form be sent with its defaults.
func FuzzAttributes(f *testing.F) {
	for _, s := range []string{
		"+INFO: 0a\tb\tc\t70\t+\n+VIEWS:\n Text/plain En_US: <.1k>\n+ASK:\n Ask: x\ty\n Select: a:1\n", "+INFO 1\n+\n++\n +A\n+A B: c\n+A::\n+A  \n", " \n+VIEWS\n a b: <1e9k>\n\x00 \xff:\n", "+ASK:\n:\n Choose:\n Choose:\t\n Select::1\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list := attributesOf(text)
		for _, a := range list {
			if strings.Contains(a.Item.Name, "\t") {
				t.Skip("a name that cannot be written")
			}
			for _, r := range a.Views() {
				want := Plus{Kind: PlusView, View: scheme.Octets(r.View), Language: scheme.Octets(r.Language)}
				if diff := cmp.Diff(want, ParsePlus("+"+r.String())); diff != "" && !strings.Contains(r.String(), "\x00") {
					t.Errorf("view %+v (-want +got):\n%s", r, diff)
				}
			}
			checkForm(t, a.Questions())
		}
		if diff := cmp.Diff(list, attributesOf(written(list))); diff != "" {
			t.Errorf("%q, written and read (-first +second):\n%s", text, diff)
		}
	})
}

// written writes attributes as lines.
func written(list []Attributes) string {
	var b strings.Builder
	for _, a := range list {
		b.WriteString("+INFO: " + string([]byte{byte(a.Item.Type)}) + strings.Join([]string{a.Item.Name, a.Item.Selector, a.Item.Host, a.Item.Port, a.Item.Plus}, "\t") + "\n")
		for _, block := range a.Blocks {
			b.WriteString(block.Name + ": " + block.Text + "\n")
			for _, line := range block.Lines {
				b.WriteString(" " + line + "\n")
			}
		}
	}
	return b.String()
}

// checkForm answers a form with its defaults, which make a data block that is
// read as it was written.
func checkForm(t *testing.T, form []Question) {
	t.Helper()
	var lines []scheme.Octets
	for _, q := range form {
		answer, err := q.Answer(q.Default)
		if err != nil && !strings.ContainsAny(q.Default, "\x00\r") && (q.Kind != Choose || len(q.Choices) > 0) {
			t.Errorf("%+v does not take its own default: %v", q, err)
		}
		if n := len(answer); q.Kind == AskL && err == nil && string(answer[0]) != strconv.Itoa(n-1) {
			t.Errorf("%d lines, told to be %s", n-1, answer[0])
		}
		lines = append(lines, answer...)
	}
	filled := Plus{Kind: PlusView, Ask: DoubleDots(lines)}
	if diff := cmp.Diff(filled, ParsePlus(filled.String())); diff != "" {
		t.Errorf("data block (-written +read):\n%s", diff)
	}
}
