package conform

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"uriel.dev/scheme"
	"uriel.dev/scheme/urn"
	"uriel.dev/uri"
)

// TestURN runs the vectors of URNs. None is expected to fail: where go-urn has
// another opinion, goURNDiffers says so, and the row wants ours.
func TestURN(t *testing.T) {
	for _, s := range []suite{
		{"urn-vectors.json", urnRows},
		{"go-urn/lexical_equivalence.json", goURNPairs},
		{"go-urn/parse_tables.json", goURNRows},
	} {
		t.Run(strings.TrimSuffix(s.file, ".json"), func(t *testing.T) {
			tally(t, s.file, withPrefix(s.rows(t, s.file, find(t, s.file)), s.file), nil)
		})
	}
}

var urns = scheme.NewTable(urn.Schemes(), nil)

// A urnVector is a row of urn-vectors.json. Columns that are undefined say
// nothing.
type urnVector struct {
	Input      string
	Valid2141  any  `json:"valid_2141"` // true, false, "reserved" or "discouraged"
	Valid8141  bool `json:"valid_8141"`
	Components map[string]*string
	Canonical  *string `json:"canonical_8141"`
	Class      *string // rows of one class name the same

	// What the namespace says.
	Valid            *bool   `json:"ns_valid"`
	NSCanonical      *string `json:"ns_canonical"`
	EquivalentTo     *string `json:"equivalent_to"`
	PublicIdentifier *string `json:"public_identifier"`
	CheckDigit       *bool   `json:"dnb_check_digit"`
}

func urnRows(t *testing.T, file string, text []byte) (rows []row) {
	vectors := decode[urnVector](t, text)
	for name := range corpusDiffers {
		if !slices.ContainsFunc(vectors, func(v urnVector) bool { return v.Input == name }) {
			t.Errorf("%s: there is no row %q", file, name)
		}
	}
	for i, v := range vectors {
		rows = append(rows,
			row{rowID(file, i, "/2141"), v.check2141},
			row{rowID(file, i, "/8141"), v.check8141})
		if v.Valid != nil || v.PublicIdentifier != nil || v.CheckDigit != nil {
			rows = append(rows, row{rowID(file, i, "/namespace"), v.checkNamespace})
		}
		if v.Class != nil {
			rows = append(rows, row{rowID(file, i, "/class"), func() error { return v.checkClass(vectors) }})
		}
	}
	return rows
}

func (v urnVector) check2141() error {
	want := map[any]urn.Standing{true: urn.Valid, false: urn.Invalid, "reserved": urn.Reserved, "discouraged": urn.Discouraged}[v.Valid2141]
	for _, got := range []urn.Verdict{urn.Verdict2141(v.Input), urn.VerdictDraft(v.Input)} {
		if got.Standing != want {
			return fmt.Errorf("%q: %+v, want %v", v.Input, got, want)
		}
	}
	return nil
}

func (v urnVector) check8141() error {
	u, err := urn.Parse(v.Input)
	if !v.Valid8141 {
		if err == nil {
			return fmt.Errorf("%q is taken for a URN", v.Input)
		}
		return nil
	}
	if err != nil {
		return err
	}
	if v.Canonical == nil || len(v.Components) != 5 {
		return fmt.Errorf("%q: the row has no canonical form, or not five components", v.Input)
	}
	if got := u.Canonical(); got != *v.Canonical {
		return fmt.Errorf("%q: canonical form %q, want %q", v.Input, got, *v.Canonical)
	}
	for name, got := range map[string]struct {
		text string
		ok   bool
	}{"nid": {strings.ToLower(u.NID()), true}, "nss": {u.NSS(), true}, "r": {u.R(), u.HasR()}, "q": {u.Q(), u.HasQ()}, "f": {u.F(), u.HasF()}} {
		want, listed := v.Components[name]
		if !listed || got.ok != (want != nil) || want != nil && *want != got.text {
			return fmt.Errorf("%q: %s is %q, %v", v.Input, name, got.text, got.ok)
		}
	}
	return nil
}

// checkNamespace asks for the verdict of the namespace, a warning, and for what
// it reads in the name.
func (v urnVector) checkNamespace() error {
	u := uri.MustParse(v.Input)
	nid := strings.ToLower(urn.MustParse(v.Input).NID())
	var wrong []string
	checkDigit := true
	for _, r := range urns.Judge(u) {
		checkDigit = checkDigit && r.Rule != "urn/nbn-check-digit"
		if r.Severity == uri.Warning && strings.HasPrefix(r.Rule, "urn/"+nid+"-") {
			wrong = append(wrong, r.Rule)
		}
	}
	if v.Valid != nil && (*v.Valid || corpusDiffers[v.Input] != "") != (wrong == nil) {
		return fmt.Errorf("%q: warnings %q, valid by the namespace: %v", u, wrong, *v.Valid)
	}
	if v.CheckDigit != nil && *v.CheckDigit != checkDigit {
		return fmt.Errorf("%q: its check digit is right: %v", u, checkDigit)
	}
	view, _ := urns.View(u)
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(view.(urn.View).Namespace); err != nil {
		return err
	}
	var fields map[string]any
	if err := json.Unmarshal(buf.Bytes(), &fields); err != nil {
		return err
	}
	if want := v.PublicIdentifier; want != nil && fields["public_identifier"] != *want {
		return fmt.Errorf("%q: %v, want the public identifier %q", u, fields, *want)
	}
	for _, other := range []*string{v.NSCanonical, v.EquivalentTo} {
		if other == nil {
			continue
		}
		if rung, _ := urns.Compare(u, uri.MustParse(*other)); rung < uri.EqualScheme {
			return fmt.Errorf("%q is not equal to %q", u, *other)
		}
	}
	return nil
}

// corpusDiffers are the names that the corpus says a namespace forbids, and why we
// do not.
var corpusDiffers = map[string]string{
	"urn:ietf:rfc:02141": `RFC 2648: rfc-nss = "rfc:" 1*DIGIT, leading zeros and all; we say so as info`,
}

// checkClass compares v with all rows that are of a class.
func (v urnVector) checkClass(vectors []urnVector) error {
	compared := 0
	for _, w := range vectors {
		if w.Class == nil || !v.Valid8141 || !w.Valid8141 {
			continue
		}
		compared++
		rung, reason := urns.Compare(uri.MustParse(v.Input), uri.MustParse(w.Input))
		if (rung >= uri.EqualScheme) != (*v.Class == *w.Class) {
			return fmt.Errorf("%q and %q: %v %s; the classes are %s and %s", v.Input, w.Input, rung, reason, *v.Class, *w.Class)
		}
	}
	if compared < 2 {
		return errors.New("there is nothing to compare with")
	}
	return nil
}

func goURNPairs(t *testing.T, file string, text []byte) (rows []row) {
	for i, v := range decode[struct {
		Equal bool
		A, B  string
	}](t, text) {
		rows = append(rows, row{rowID(file, i, ""), func() error {
			a, errA := urn.Parse(v.A)
			b, errB := urn.Parse(v.B)
			if err := errors.Join(errA, errB); err != nil {
				return err
			}
			if a.Equal(b) != v.Equal || b.Equal(a) != v.Equal {
				return fmt.Errorf("%q and %q: equal is %v", a, b, !v.Equal)
			}
			return nil
		}})
	}
	return rows
}

// A goURNVector is a row of go-urn's tables: whether it is right by the mode that
// the table is of.
type goURNVector struct {
	Table, Input string
	OK           bool
}

func goURNRows(t *testing.T, file string, text []byte) (rows []row) {
	used := map[string]bool{}
	for i, v := range decode[goURNVector](t, text) {
		ask, ok := goURNTables[v.Table]
		if !ok {
			t.Fatalf("%s: row %d is of table %q", file, i, v.Table)
		}
		want := v.OK
		if why := goURNDiffers[v.Table+" "+v.Input]; why != "" {
			want, used[v.Table+" "+v.Input] = !want, true
		}
		rows = append(rows, row{rowID(file, i, ""), func() error {
			if got := ask(v.Input); got != want {
				return fmt.Errorf("%q of %s: %v, want %v", v.Input, v.Table, got, want)
			}
			return nil
		}})
	}
	for key := range goURNDiffers {
		if !used[key] {
			t.Errorf("%s: there is no row %q", file, key)
		}
	}
	return rows
}

// goURNTables ask what the mode of a table does. The parser of RFC 2141 refuses
// what is reserved, and takes what is discouraged.
var goURNTables = map[string]func(s string) bool{
	"rfc8141TestCases":  isURN,
	"urnlexTestCases":   isURN,
	"scimOnlyTestCases": isURN,
	"urn2141OnlyTestCases": func(s string) bool {
		return slices.Contains([]urn.Standing{urn.Valid, urn.Discouraged}, urn.Verdict2141(s).Standing)
	},
}

func isURN(s string) bool {
	_, err := urn.Parse(s)
	return err == nil
}

const (
	noSCIM    = "RFC 7643: no name of SCIM, but a URN"
	informal  = "RFC 8141 5.2: not an informal namespace, but within the grammar; we remark it"
	dataInR   = `RFC 8141 2: "?+" is data within the r-component`
	dataInQ   = `RFC 8141 2: "?=" is data within the q-component`
	scimTable = "scimOnlyTestCases "
	newTable  = "rfc8141TestCases "
)

// goURNDiffers are the rows where we do not agree with go-urn, and why.
var goURNDiffers = map[string]string{
	scimTable + "urn:WRONG:schemas:core":                       noSCIM,
	scimTable + "urn:ietf:params:scim:WRONG:core":              noSCIM,
	scimTable + "urn:ietf:params:scim:schemas:$":               noSCIM,
	scimTable + "urn:ietf:params:scim:schemas:core-":           noSCIM,
	scimTable + "urn:ietf:params:scim:schemas:core:":           noSCIM,
	scimTable + "urn:ietf:params:scim:schemas:core:2.&":        noSCIM,
	newTable + "urn:urn-0:nss":                                 informal,
	newTable + "urn:urn-s:nss":                                 informal,
	newTable + "urn:ex:ex?+a?+":                                dataInR,
	newTable + "urn:ex:ex?+rcomponent?+rcomponent?=qcomponent": dataInR,
	newTable + "urn:ex:ex?=a?=":                                dataInQ,
	newTable + "urn:ex:ex?+rcomponent?=qcomponent?=q":          dataInQ,
}
