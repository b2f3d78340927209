package gopher

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"uriel.dev/scheme"
)

// A Question is a line of the block +ASK (Gopher+, section 2.8):
//
//	kind ":" SP prompt [ TAB default ]
//	"Choose:" SP prompt 1*( TAB choice )
//	"Select:" SP prompt [ ":" ( "0" / "1" ) ]
type Question struct {
	Kind    QuestionKind
	Prompt  string
	Default string
	Choices []string // of a Choose
}

// QuestionKind is the word that begins a Question.
type QuestionKind string

const (
	Ask     QuestionKind = "Ask"     // one line
	AskP    QuestionKind = "AskP"    // one line, hidden
	AskL    QuestionKind = "AskL"    // any number of lines
	AskF    QuestionKind = "AskF"    // a name for the file to keep the answer in
	Select  QuestionKind = "Select"  // yes or no
	Choose  QuestionKind = "Choose"  // one of the choices
	ChooseF QuestionKind = "ChooseF" // a file to send
	Note    QuestionKind = "Note"    // no question: words to be shown
)

// Questions returns the form of the item, in the order in which it is to be
// answered; nil if it has none. Lines of a kind that is not known are notes.
func (a *Attributes) Questions() (list []Question) {
	block := a.Block("+ASK")
	if block == nil {
		return nil
	}
	for _, line := range block.Lines {
		list = append(list, parseQuestion(line))
	}
	return list
}

func parseQuestion(line string) Question {
	word, rest, ok := strings.Cut(strings.TrimLeft(line, " "), ":")
	q := Question{Kind: QuestionKind(word), Prompt: strings.TrimPrefix(rest, " ")}
	switch q.Kind {
	case Ask, AskP, AskL, AskF, ChooseF:
		q.Prompt, q.Default, _ = strings.Cut(q.Prompt, "\t")
	case Choose:
		fields := strings.Split(q.Prompt, "\t")
		q.Prompt, q.Choices = fields[0], fields[1:]
		if len(q.Choices) > 0 {
			q.Default = q.Choices[0]
		}
	case Select:
		q.Prompt, _, _ = strings.Cut(q.Prompt, "\t")
		q.Default = "0"
		if n := len(q.Prompt); n > 1 && (q.Prompt[n-2:] == ":0" || q.Prompt[n-2:] == ":1") {
			q.Prompt, q.Default = q.Prompt[:n-2], q.Prompt[n-1:]
		}
	case Note, "NoteF":
		q.Kind = Note
	default:
		q.Kind = Note
		if !ok || word == "" {
			q.Prompt = line
		}
	}
	return q
}

// Answer returns the lines that are the answer to q. A Select is
// answered by "1" or "0", a Choose by one of its choices, an AskL by any lines,
// before which their number is sent; Note, AskF and ChooseF have no lines: an
// AskF is for the client alone, and the file of a ChooseF is the rest of the
// data behind all lines. The error says what is wrong with the value.
func (q Question) Answer(value string) ([]scheme.Octets, error) {
	lines := []string{value}
	switch q.Kind {
	case Note, AskF, ChooseF:
		return nil, nil
	case AskL:
		lines = strings.Split(strings.TrimSuffix(strings.ReplaceAll(value, "\r\n", "\n"), "\n"), "\n")
		if value == "" {
			lines = nil
		}
		lines = append([]string{strconv.Itoa(len(lines))}, lines...)
	case Select:
		if value != "0" && value != "1" {
			return nil, fmt.Errorf("%q is neither 0 nor 1", value)
		}
	case Choose:
		if !slices.Contains(q.Choices, value) {
			return nil, fmt.Errorf("%q is none of the choices %q", value, q.Choices)
		}
	}
	out := make([]scheme.Octets, len(lines))
	for i, line := range lines {
		if strings.ContainsAny(line, "\x00\r\n") {
			return nil, errors.New("a line end or NUL in a line")
		}
		out[i] = scheme.Octets(line)
	}
	return out, nil
}

// DoubleDots returns the lines with the dot at the beginning of each doubled, so
// that none can be taken for the end of the data block (RFC 1436, appendix): so
// they stand in [Plus]. It is never nil.
func DoubleDots(lines []scheme.Octets) []scheme.Octets {
	out := make([]scheme.Octets, len(lines))
	for i, line := range lines {
		if strings.HasPrefix(string(line), ".") {
			line = "." + line
		}
		out[i] = line
	}
	return out
}
