package urn

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"uriel.dev/uri"
)

// A nameRow is a row of testdata/namespaces.json: a URN and what its namespace
// makes of it.
type nameRow struct {
	URN       string        `json:"urn"`
	Fields    any           `json:"fields"` // as in the JSON of the command
	Findings  []nameFinding `json:"findings"`
	Equal     []string      `json:"equal"`     // URNs that name the same
	Different []string      `json:"different"` // URNs that do not
	Others    []string      `json:"others"`    // what Namespace.Others returns, if it is looked at
	Why       string        `json:"why"`       // the clause it rests on
}

type nameFinding struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Offset   int    `json:"offset"` // in the NSS
	Length   int    `json:"length"`
}

// nameRows reads the rows, of which there must be some for each namespace.
func nameRows(t testing.TB) map[string][]nameRow {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "namespaces.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []nameRow
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	byNID := map[string][]nameRow{}
	for _, row := range rows {
		nid := strings.ToLower(MustParse(row.URN).NID())
		byNID[nid] = append(byNID[nid], row)
	}
	for ns := range Namespaces() {
		if len(byNID[ns.NID]) == 0 {
			t.Errorf("testdata/namespaces.json has no row of %s", ns.NID)
		}
	}
	return byNID
}

// TestNamespaces: each row holds, and each rule of a namespace is broken by one.
func TestNamespaces(t *testing.T) {
	rows := nameRows(t)
	for ns := range Namespaces() {
		t.Run(ns.NID, func(t *testing.T) {
			unbroken := map[string]bool{}
			for _, r := range ns.Rules {
				unbroken[r.ID] = true
			}
			for _, row := range rows[ns.NID] {
				t.Run(MustParse(row.URN).NSS(), func(t *testing.T) { row.run(t, ns) })
				for _, f := range row.Findings {
					delete(unbroken, f.Rule)
				}
			}
			if len(unbroken) > 0 {
				t.Errorf("no row breaks %q", slices.Sorted(maps.Keys(unbroken)))
			}
		})
		delete(rows, ns.NID)
	}
	if len(rows) > 0 {
		t.Errorf("rows of namespaces that are not known: %q", slices.Sorted(maps.Keys(rows)))
	}
}

func (row nameRow) run(t *testing.T, ns Namespace) {
	urn := MustParse(row.URN)
	fields, findings := ns.Read(urn.NSS())
	if diff := cmp.Diff(row.Fields, viaJSON(t, fields)); diff != "" {
		t.Errorf("fields (-want +got): %s\n%s", row.Why, diff)
	}
	var got []nameFinding
	for _, f := range findings {
		got = append(got, nameFinding{f.Rule.ID, f.Severity.String(), f.Offset, f.Length})
	}
	if diff := cmp.Diff(row.Findings, got); diff != "" {
		t.Errorf("findings (-want +got): %s\n%s", row.Why, diff)
	}
	for _, other := range row.Equal {
		if urn.Equivalent(MustParse(other)) == "" || MustParse(other).Equivalent(urn) == "" {
			t.Errorf("%s is not equivalent: %s", other, row.Why)
		}
	}
	for _, other := range row.Different {
		if reason := urn.Equivalent(MustParse(other)); reason != "" {
			t.Errorf("%s is equivalent (%s)", other, reason)
		}
	}
	if row.Others != nil && !slices.Equal(ns.Others(urn.NSS()), row.Others) {
		t.Errorf("others %q, want %q", ns.Others(urn.NSS()), row.Others)
	}
}

func viaJSON(t testing.TB, fields any) (out any) {
	t.Helper()
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// TestNamespaceTable: the table is in order, and each entry complete.
func TestNamespaceTable(t *testing.T) {
	last, seen := "", map[string]bool{}
	for ns := range Namespaces() {
		if ns.NID <= last || ns.NID != strings.ToLower(ns.NID) {
			t.Errorf("%q stands behind %q", ns.NID, last)
		}
		last = ns.NID
		for what, text := range map[string]string{
			"Title": ns.Title, "Spec": ns.Spec, "Form": ns.Form, "Special": ns.Special,
			"Equivalence": ns.Equivalence, "Functional": ns.Functional, "Security": ns.Security,
		} {
			if text == "" || strings.HasSuffix(text, ".") {
				t.Errorf("%s: %s is empty or ends with a dot: %q", ns.NID, what, text)
			}
		}
		for _, r := range ns.Rules {
			if !strings.HasPrefix(r.ID, "urn/"+ns.NID+"-") || r.Section == "" || r.Title == "" || r.Text == "" || seen[r.ID] {
				t.Errorf("%s: rule %q is incomplete, or not its own", ns.NID, r.ID)
			}
			seen[r.ID] = true
		}
		if ns.Read == nil || ns.Others != nil && ns.Key == nil {
			t.Errorf("%s: Read is nil, or there are Others without a Key", ns.NID)
		}
	}
	if len(seen) < 30 {
		t.Errorf("saw %d rules only", len(seen))
	}
}

func TestNamespaceOf(t *testing.T) {
	for _, x := range []struct{ nid, want string }{
		{"isbn", "isbn"}, {"ISBN", "isbn"}, {"iSbN", "isbn"}, {"3gpp", "3gpp"}, {"XMPP", "xmpp"},
		{"isb", ""}, {"isbn1", ""}, {"", ""}, {"zzz", ""}, {"0", ""}, {"urn-1", ""},
	} {
		if ns, ok := NamespaceOf(x.nid); ns.NID != x.want || ok != (x.want != "") {
			t.Errorf("NamespaceOf(%q) = %q, %v, want %q", x.nid, ns.NID, ok, x.want)
		}
	}
	if n := testing.AllocsPerRun(100, func() { NamespaceOf("IsBn") }); n != 0 {
		t.Errorf("NamespaceOf allocates %v times", n)
	}
}

// TestEquivalencesAreAdded: what is lexically the same is so in each namespace,
// and what is the same in a namespace reads the same there.
func TestEquivalencesAreAdded(t *testing.T) {
	keys := 0
	for nid, rows := range nameRows(t) {
		ns, _ := NamespaceOf(nid)
		for _, row := range rows {
			for _, spelling := range append(slices.Concat(row.Equal, row.Different), row.URN) {
				checkName(t, ns, MustParse(spelling).NSS())
				if ns.Key != nil {
					keys++
				}
			}
		}
	}
	if keys < 50 {
		t.Errorf("saw %d keys only", keys)
	}
}

// checkName checks what holds for every namespace and every NSS.
func checkName(t *testing.T, ns Namespace, nss string) {
	t.Helper()
	_, findings := ns.Read(nss)
	for _, f := range findings {
		if f.Offset < 0 || f.Length < 0 || f.Offset+f.Length > len(nss) {
			t.Errorf("%s: finding %s of %q is out of range: %d, %d", ns.NID, f.Rule.ID, nss, f.Offset, f.Length)
		}
		if f.Severity == uri.Forbid || !slices.ContainsFunc(ns.Rules, func(r uri.Rule) bool { return r.ID == f.Rule.ID }) {
			t.Errorf("%s: finding %s of %q is too severe, or by a rule that is not listed", ns.NID, f.Rule.ID, nss)
		}
	}
	if ns.Key == nil {
		return
	}
	key := ns.Key(nss)
	if lower := lowerEscapes(nss); ns.Key(lower) != key || ns.Key(sameCase(nss)) != key {
		t.Errorf("%s: %q and %q are lexically the same, but not in the namespace", ns.NID, nss, lower)
	}
	if ns.Key(key) != key {
		t.Errorf("%s: the key %q of %q has the key %q", ns.NID, key, nss, ns.Key(key))
	}
	if diff := cmp.Diff(substance(t, ns, nss), substance(t, ns, key)); diff != "" {
		t.Errorf("%s: %q and its key %q do not say the same (-nss +key):\n%s", ns.NID, nss, key, diff)
	}
	checkOthers(t, ns, nss)
}

func checkOthers(t *testing.T, ns Namespace, nss string) {
	t.Helper()
	if ns.Others == nil {
		return
	}
	seen := map[string]bool{sameCase(nss): true}
	for _, other := range ns.Others(nss) {
		if ns.Key(other) != ns.Key(nss) || seen[sameCase(other)] {
			t.Errorf("%s: %q does not name what %q does, or is lexically the same", ns.NID, other, nss)
		}
		seen[sameCase(other)] = true
	}
}

// substance returns the fields of an NSS as far as two spellings of one name may
// not differ: their case does not count, nor does what marks an update, nor the
// version 0 of a form.
func substance(t *testing.T, ns Namespace, nss string) string {
	fields, _ := ns.Read(nss)
	switch f := fields.(type) {
	case NewsItem:
		f.Update = ""
		fields = f
	case IMEI:
		f.Version = strings.TrimPrefix(f.Version, "0")
		fields = f
	}
	text, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ToLower(string(text))
}

// lowerEscapes writes the digits of escapes in lower case.
func lowerEscapes(nss string) string {
	b := []byte(nss)
	for i := range b {
		if isEscape(nss, i) {
			copy(b[i:], strings.ToLower(nss[i:i+3]))
		}
	}
	return string(b)
}

// FuzzNamespaces: every namespace reads every NSS.
func FuzzNamespaces(f *testing.F) {
	for nid, rows := range nameRows(f) {
		for _, row := range rows {
			f.Add(nid, MustParse(row.URN).NSS())
		}
	}
	f.Fuzz(func(t *testing.T, nid, nss string) {
		if ns, ok := NamespaceOf(nid); ok {
			checkName(t, ns, nss)
			return
		}
		for ns := range Namespaces() {
			checkName(t, ns, nss)
		}
	})
}
