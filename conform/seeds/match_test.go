package seeds

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"uriel.dev/scheme"
)

// matchers are the words that say what a command is to have done.
var matchers = map[string]func(r *result, text string) error{
	"exit":   hasStatus,
	"status": hasStatus,
	"silent": func(r *result, _ string) error {
		if r.out != "" {
			return fmt.Errorf("not silent")
		}
		return nil
	},
	"out": func(r *result, text string) error {
		got, err := r.next()
		if err == nil && got != text {
			err = fmt.Errorf("line %d is %q, want %q", r.nextLine, got, text)
		}
		return err
	},
	"json": func(r *result, text string) error {
		got, err := r.next()
		if err == nil {
			err = holds(got, text)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", r.nextLine, err)
		}
		return nil
	},
	"some":      some,
	"remark":    remark,
	"has":       func(r *result, text string) error { return contains("standard output", r.out, text) },
	"lacks":     func(r *result, text string) error { return not(contains("standard output", r.out, text), text) },
	"err":       func(r *result, text string) error { return contains("standard error", r.err, text) },
	"err-lacks": func(r *result, text string) error { return not(contains("standard error", r.err, text), text) },
	"wire": func(r *result, text string) error {
		if r.nextWire == len(r.wires) {
			return fmt.Errorf("no connection %d", r.nextWire+1)
		}
		r.nextWire++
		if got := scheme.Octets(r.wires[r.nextWire-1]).Escaped(); got != text {
			return fmt.Errorf("connection %d sent %q, want %q", r.nextWire, got, text)
		}
		return nil
	},
	"wire-has":    func(r *result, text string) error { return onWire(r.wires, text) },
	"wire-lacks":  func(r *result, text string) error { return not(onWire(r.wires, text), text) },
	"wire2-has":   func(r *result, text string) error { return onWire(r.wires2, text) },
	"wire2-lacks": func(r *result, text string) error { return not(onWire(r.wires2, text), text) },
	"no-wire": func(r *result, _ string) error {
		if len(r.wires) > 0 {
			return fmt.Errorf("%d connections", len(r.wires))
		}
		return nil
	},
}

func (r *result) next() (string, error) {
	if r.nextLine == len(r.lines) {
		return "", fmt.Errorf("no line %d", r.nextLine+1)
	}
	r.nextLine++
	return r.lines[r.nextLine-1], nil
}

// match checks all that a check says of its result.
func match(c check, p *prepared, r *result) error {
	good := 0
	if c.kind == "page" {
		good = http.StatusOK
	}
	if c.all("exit") == nil && c.all("status") == nil && r.status != good {
		return fmt.Errorf("status %d, want %d", r.status, good)
	}
	for _, l := range c.lines {
		matcher := matchers[l.word]
		if matcher == nil {
			continue // a preparation
		}
		if err := matcher(r, p.place(l.text)); err != nil {
			return fmt.Errorf("%s: %w", l.word, err)
		}
	}
	switch {
	case r.nextLine > 0 && r.nextLine < len(r.lines):
		return fmt.Errorf("a line more: %q", r.lines[r.nextLine])
	case r.nextWire > 0 && r.nextWire < len(r.wires):
		return fmt.Errorf("a connection more: %q", r.wires[r.nextWire])
	}
	return nil
}

func hasStatus(r *result, text string) error {
	if strconv.Itoa(r.status) != text {
		return fmt.Errorf("status %d, want %s", r.status, text)
	}
	return nil
}

func contains(where, s, text string) error {
	if !strings.Contains(s, text) {
		return fmt.Errorf("%q is not on %s", text, where)
	}
	return nil
}

func not(err error, text string) error {
	if err == nil {
		return fmt.Errorf("%q is there", text)
	}
	return nil
}

func onWire(wires []string, text string) error {
	for _, w := range wires {
		if strings.Contains(scheme.Octets(w).Escaped(), text) {
			return nil
		}
	}
	return fmt.Errorf("%q is in none of the %d connections: %q", text, len(wires), wires)
}

func some(r *result, text string) error {
	for _, l := range r.lines {
		if holds(l, text) == nil {
			return nil
		}
	}
	return fmt.Errorf("no line holds %s", text)
}

// remark looks for a remark: its rule, and the offset and length if given.
func remark(r *result, text string) error {
	var offset, length = -1, -1
	var rule string
	if n, err := fmt.Sscan(text, &rule, &offset, &length); n == 0 {
		return err
	}
	for _, l := range r.lines {
		var record struct {
			Remarks []struct {
				Rule           string
				Offset, Length int
			}
		}
		if err := json.Unmarshal([]byte(l), &record); err != nil {
			return err
		}
		for _, got := range record.Remarks {
			if got.Rule == rule && (offset < 0 || got.Offset == offset) && (length < 0 || got.Length == length) {
				return nil
			}
		}
	}
	return fmt.Errorf("no such remark: %s", text)
}

// holds reports what of the JSON value want is not in got.
func holds(got, want string) error {
	g, err := decode(got)
	if err != nil {
		return fmt.Errorf("read %q: %w", got, err)
	}
	w, err := decode(want)
	if err != nil {
		return fmt.Errorf("read %q: %w", want, err)
	}
	return within("", g, w)
}

func decode(s string) (v any, err error) {
	d := json.NewDecoder(strings.NewReader(s))
	d.UseNumber()
	if err = d.Decode(&v); err == nil && d.More() {
		err = fmt.Errorf("more than one value")
	}
	return v, err
}

// within checks that got has all of want: objects may have more keys, arrays
// are as long.
func within(path string, got, want any) error {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return fmt.Errorf("%s is %v, no object", path, got)
		}
		for key, value := range w {
			sub, there := g[key]
			if value == nil {
				if there {
					return fmt.Errorf("%s.%s is there: %v", path, key, sub)
				}
				continue
			}
			if !there {
				return fmt.Errorf("%s.%s is absent", path, key)
			}
			if err := within(path+"."+key, sub, value); err != nil {
				return err
			}
		}
		return nil
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			return fmt.Errorf("%s is %v, want %v", path, got, want)
		}
		for i := range w {
			if err := within(fmt.Sprintf("%s[%d]", path, i), g[i], w[i]); err != nil {
				return err
			}
		}
		return nil
	case string:
		if g, ok := got.(string); ok && matchString(g, w) {
			return nil
		}
	default:
		if got == want {
			return nil
		}
	}
	return fmt.Errorf("%s is %v, want %v", path, got, want)
}

// matchString compares strings; "…" at an end of want stands for anything.
func matchString(got, want string) bool {
	rest, before := strings.CutPrefix(want, "…")
	rest, after := strings.CutSuffix(rest, "…")
	switch {
	case want == "…":
		return got != ""
	case before && after:
		return strings.Contains(got, rest)
	case before:
		return strings.HasSuffix(got, rest)
	case after:
		return strings.HasPrefix(got, rest)
	default:
		return got == want
	}
}

// unescape reads escapes as in C.
func unescape(s string) (string, error) {
	var b strings.Builder
	for s != "" {
		c, multibyte, tail, err := strconv.UnquoteChar(s, 0)
		if err != nil {
			return "", fmt.Errorf("unescape %q: %w", s, err)
		}
		if multibyte || c < 0x80 {
			b.WriteRune(c)
		} else {
			b.WriteByte(byte(c))
		}
		s = tail
	}
	return b.String(), nil
}

func TestHolds(t *testing.T) {
	for _, test := range []struct {
		got, want string
		ok        bool
	}{
		{`{"a":1,"b":2}`, `{"a":1}`, true},
		{`{"a":1}`, `{"a":2}`, false},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":1}`, `{"b":null}`, true},
		{`{"a":""}`, `{"a":null}`, false},
		{`{"a":{"b":[{"c":"x","d":1}]}}`, `{"a":{"b":[{"c":"x"}]}}`, true},
		{`{"a":[1,2]}`, `{"a":[1]}`, false},
		{`{"a":[]}`, `{"a":[]}`, true},
		{`{"a":[1]}`, `{"a":[]}`, false},
		{`{"a":"one two"}`, `{"a":"one…"}`, true},
		{`{"a":"one two"}`, `{"a":"…two"}`, true},
		{`{"a":"one two"}`, `{"a":"…e t…"}`, true},
		{`{"a":"one two"}`, `{"a":"two…"}`, false},
		{`{"a":""}`, `{"a":"…"}`, false},
		{`{"a":true}`, `{"a":true}`, true},
		{`{"a":"1"}`, `{"a":1}`, false},
		{`not json`, `{}`, false},
	} {
		if err := holds(test.got, test.want); (err == nil) != test.ok {
			t.Errorf("%s holds %s: %v", test.got, test.want, err)
		}
	}
}

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		line string
		want string // joined by |
	}{
		{"a  b", "a|b"},
		{"a 'b c' \"d'e\"", "a|b c|d'e"},
		{"a ''", "a|"},
		{"--x='y z'", "--x=y z"},
		{"a 'b", ""},
	} {
		words, err := split(test.line)
		if got := strings.Join(words, "|"); got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("split(%q) = %q, %v", test.line, got, err)
		}
	}
}
