package conform

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"uriel.dev/uri/template"
)

// templateRows reads the examples of RFC 6570 with the values of its section 3.2.
func templateRows(t *testing.T, file string, text []byte) (rows []row) {
	var v struct {
		Values map[string]json.RawMessage
		Rows   []struct{ Template, Want string }
	}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	values := templateValues(t, v.Values)
	for i, r := range v.Rows {
		rows = append(rows, row{rowID(file, i, ""), func() error { return checkExpand(r.Template, values, []string{r.Want}) }})
	}
	return rows
}

// templateGroups reads the files of the uritemplate-test project: groups of rows,
// each with its values. A row is a template, and what it expands to, the list of
// what it may expand to, or false if it is an error.
func templateGroups(t *testing.T, file string, text []byte) (rows []row) {
	for _, raw := range members(t, text) {
		var group struct {
			Variables map[string]json.RawMessage
			Testcases [][2]json.RawMessage
		}
		if err := json.Unmarshal(raw.value, &group); err != nil {
			t.Fatal(err)
		}
		values := templateValues(t, group.Variables)
		for _, c := range group.Testcases {
			var text string
			if err := json.Unmarshal(c[0], &text); err != nil {
				t.Fatal(err)
			}
			var wants []string // none: an error
			if c[1][0] == '"' {
				c[1] = slices.Concat([]byte("["), c[1], []byte("]"))
			}
			if err := json.Unmarshal(c[1], &wants); err != nil && string(c[1]) != "false" {
				t.Fatal(err)
			}
			rows = append(rows, row{rowID(file, len(rows), ""), func() error { return checkExpand(text, values, wants) }})
		}
	}
	return rows
}

// checkExpand asks for one of the wants, or for an error if there are none, and
// that what the template expands to is read back to what expands to the same.
func checkExpand(text string, values template.Values, wants []string) error {
	t, err := template.Parse(text)
	var got string
	if err == nil {
		got, err = t.Expand(values)
	}
	switch {
	case wants == nil && err == nil:
		return fmt.Errorf("%q expands to %q", text, got)
	case wants == nil:
		return nil
	case err != nil:
		return err
	case !slices.Contains(wants, got):
		return fmt.Errorf("%q expands to %q, want one of %q", text, got, wants)
	}
	if read, ok := t.Match(got); ok {
		if again, err := t.Expand(read); err != nil || again != got {
			return fmt.Errorf("%q expands to %q, which is read as %q and expands to %q, %v", text, got, read, again, err)
		}
	}
	return nil
}

// templateValues reads values: null is undefined, and an associative array is an
// object, or {"pairs": [[name, value]]}.
func templateValues(t *testing.T, raw map[string]json.RawMessage) template.Values {
	values := template.Values{}
	for name, text := range raw {
		var pairs struct{ Pairs [][2]string }
		switch text[0] {
		case 'n':
		case '[':
			var list template.List
			if err := json.Unmarshal(text, &list); err != nil {
				t.Fatal(err)
			}
			values[name] = list
		case '{':
			var out template.Pairs
			if err := json.Unmarshal(text, &pairs); err == nil && pairs.Pairs != nil {
				for _, p := range pairs.Pairs {
					out = append(out, template.Pair{Name: p[0], Value: p[1]})
				}
			} else {
				for _, m := range members(t, text) {
					out = append(out, template.Pair{Name: m.name, Value: scalar(m.value)})
				}
			}
			values[name] = out
		default:
			values[name] = template.String(scalar(text))
		}
	}
	return values
}

// scalar returns a string, or a number as it is written.
func scalar(raw json.RawMessage) (s string) {
	if err := json.Unmarshal(raw, &s); err != nil {
		return string(raw)
	}
	return s
}

type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of a JSON object in their order.
func members(t *testing.T, text []byte) (out []member) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		m := member{name: name.(string)}
		if err := dec.Decode(&m.value); err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}
