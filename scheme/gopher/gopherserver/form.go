package gopherserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"uriel.dev/scheme/gopher"
)

// A Form is what a client has filled in.
type Form struct {
	Selector string
	Answers  []Answer // to the questions that have one, in their order
	File     []byte   // that was sent along; nil if there is none
}

// An Answer is what was filled in for a question. Lines are parted by "\n".
type Answer struct {
	gopher.Question
	Value string
}

// errForm is the error of a data block that does not fit the questions.
var errForm = errors.New("the answers do not fit the questions")

// readForm reads the answers in a data block: a line for each question, the
// number of lines and then these for an AskL, nothing for notes and AskF; the
// rest is the file of a ChooseF (Gopher+, section 2.8).
func readForm(selector string, questions []gopher.Question, block []byte) (Form, error) {
	form := Form{Selector: selector}
	rest := string(block)
	next := func() (line string, ok bool) {
		line, rest, ok = strings.Cut(rest, "\n")
		return strings.TrimSuffix(line, "\r"), ok || line != ""
	}
	takesFile := false
	for _, q := range questions {
		lines := 1
		switch q.Kind {
		case gopher.Note, gopher.AskF:
			continue
		case gopher.ChooseF:
			takesFile = true
			continue
		case gopher.AskL:
			line, _ := next()
			n, err := strconv.ParseUint(line, 10, 16)
			if err != nil {
				return Form{}, errForm
			}
			lines = int(n)
		}
		value := make([]string, lines)
		for i := range value {
			line, ok := next()
			if !ok {
				return Form{}, errForm
			}
			value[i] = line
		}
		form.Answers = append(form.Answers, Answer{q, strings.Join(value, "\n")})
	}
	switch {
	case takesFile && rest != "":
		form.File = []byte(rest)
	case strings.Trim(rest, "\r\n") != "":
		return Form{}, errForm
	}
	return form, nil
}

// repeat is the answer to a form of a server that has none of its own: what was
// filled in, but for what is hidden.
func repeat(_ context.Context, form Form) (string, error) {
	var b strings.Builder
	b.WriteString("This is what was filled in:\n")
	for _, a := range form.Answers {
		value := a.Value
		if a.Kind == gopher.AskP {
			value = fmt.Sprintf("(%d characters)", len([]rune(value)))
		}
		for line := range strings.SplitSeq(value, "\n") {
			fmt.Fprintf(&b, "%s: %s\n", a.Prompt, line)
		}
	}
	if form.File != nil {
		fmt.Fprintf(&b, "and a file of %d bytes\n", len(form.File))
	}
	return b.String(), nil
}
