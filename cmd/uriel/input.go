package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"uriel.dev/uri"
)

// inputs are the flags that say where a verb takes its inputs from.
type inputs struct {
	nul      bool
	fromJSON bool
}

func (f *inputs) register(cmd *cobra.Command) {
	cmd.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 && !f.fromJSON {
			return errors.New(`no URI is given; "-" reads them from standard input`)
		}
		return nil
	}
	cmd.Flags().BoolVarP(&f.nul, "null", "0", false, `inputs on standard input end with NUL, not with a line end`)
	cmd.Flags().BoolVar(&f.fromJSON, "from-json", false, `read standard input as JSON Lines: a string, {"input":…} or {"input_b64":…}, with optional "base"`)
}

// An input is one text to work on.
type input struct {
	text string
	base string // "" if none is given with it
	b64  bool   // whether it was given as input_b64, and is told so
	err  error  // the input itself could not be read; text is then what was there
}

// each yields the inputs of a verb: its arguments, "-" standing for standard
// input.
func (a *app) each(f *inputs, args []string) iter.Seq[input] {
	return func(yield func(input) bool) {
		if f.fromJSON {
			args = slices.Insert(slices.Clone(args), 0, "-")
		}
		for _, arg := range args {
			if arg != "-" {
				if !yield(input{text: arg}) {
					return
				}
				continue
			}
			for in := range a.lines(f) {
				if !yield(in) {
					return
				}
			}
		}
	}
}

// parse parses an input by RFC 3986.
func (in input) parse() (uri.URI, error) {
	if in.err != nil {
		return uri.URI{}, in.err
	}
	return uri.Parse(in.text)
}

// lines yields the inputs of standard input.
func (a *app) lines(f *inputs) iter.Seq[input] {
	return func(yield func(input) bool) {
		end := "\n"
		if f.nul {
			end = "\x00"
		}
		for line, err := range a.texts(end[0]) {
			if err != nil {
				yield(input{err: fmt.Errorf("read standard input: %w", err)})
				return
			}
			line = strings.TrimSuffix(line, end)
			if !f.nul {
				line = strings.TrimSuffix(line, "\r")
			}
			in := input{text: line}
			if f.fromJSON {
				if strings.TrimSpace(line) == "" {
					continue
				}
				in = jsonInput(line)
			}
			if !yield(in) {
				return
			}
		}
	}
}

// texts yields the texts of standard input up to and with each end, and what is
// behind the last one. They may be of any length. All that has come is made one
// string, of which they are parts. What was written so far is flushed before it
// waits for more.
func (a *app) texts(end byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		r := bufio.NewReaderSize(a.in, 64<<10)
		for {
			come, _ := r.Peek(r.Buffered())
			whole := string(come[:bytes.LastIndexByte(come, end)+1])
			r.Discard(len(whole)) //nolint:errcheck // it is buffered
			for text := range strings.SplitAfterSeq(whole, string(end)) {
				if text != "" && !yield(text, nil) {
					return
				}
			}
			a.out.Flush()
			text, err := r.ReadString(end) // longer than the buffer, the last, or more to come
			if err != nil && err != io.EOF {
				yield("", err)
				return
			}
			if text != "" && !yield(text, nil) || err == io.EOF {
				return
			}
		}
	}
}

// jsonInput reads one line of JSON Lines.
func jsonInput(line string) input {
	bad := func(err error) input { return input{text: line, err: err} }
	if hasLoneSurrogate(line) {
		return bad(errors.New("a lone surrogate is no character"))
	}
	var obj struct {
		Input    *string `json:"input"`
		InputB64 *string `json:"input_b64"`
		Base     string  `json:"base"`
	}
	dec := json.NewDecoder(strings.NewReader(line))
	var err error
	if strings.HasPrefix(strings.TrimSpace(line), `"`) {
		obj.Input = new(string)
		err = dec.Decode(obj.Input)
	} else {
		err = dec.Decode(&obj)
	}
	if err == nil && dec.More() {
		err = errors.New("more than one value on the line")
	}
	switch {
	case err != nil:
		return bad(fmt.Errorf("read JSON: %w", err))
	case obj.Input != nil && obj.InputB64 == nil:
		return input{text: *obj.Input, base: obj.Base}
	case obj.InputB64 != nil && obj.Input == nil:
		text, err := base64.StdEncoding.DecodeString(*obj.InputB64)
		if err != nil {
			return bad(fmt.Errorf("read input_b64: %w", err))
		}
		return input{text: string(text), base: obj.Base, b64: true}
	default:
		return bad(errors.New(`want one of "input" and "input_b64"`))
	}
}

// hasLoneSurrogate reports whether JSON text escapes one half of a surrogate
// pair, which encoding/json would silently replace.
func hasLoneSurrogate(s string) bool {
	high := false // whether the escape before was a high surrogate
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			if high {
				return true
			}
			continue
		}
		i++
		unit := -1
		if s[i] == 'u' && i+4 < len(s) {
			fmt.Sscanf(s[i+1:i+5], "%04x", &unit)
			i += 4
		}
		switch low := unit >= 0xDC00 && unit <= 0xDFFF; {
		case high != low:
			return true
		case low:
			high = false
		default:
			high = unit >= 0xD800 && unit <= 0xDBFF
		}
	}
	return high
}

// writeJSON writes v as one line.
func (a *app) writeJSON(v any) {
	a.out.Write(append(appendAny(a.out.AvailableBuffer(), v), '\n'))
}

// writeRecord writes what parse says as one line.
func (a *app) writeRecord(r *parsed) {
	a.out.Write(append(r.appendJSON(a.out.AvailableBuffer()), '\n'))
}

// writeAbout writes a record about an input as one line; fields appends what
// stands in it behind the input.
func (a *app) writeAbout(in input, fields func([]byte) []byte) {
	b := in.appendEcho(append(a.out.AvailableBuffer(), '{'))
	a.out.Write(append(fields(b), "}\n"...))
}

// writeFailure writes the record of an input that no verb can work on.
func (a *app) writeFailure(in input, err error) {
	a.writeAbout(in, func(b []byte) []byte { return appendError(append(b, `,"error":`...), err) })
}
