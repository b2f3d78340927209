package urn

import (
	"slices"
	"strings"
	"testing"
)

func TestRegistered(t *testing.T) {
	all := slices.Collect(Registrations())
	if len(all) < 97 {
		t.Fatalf("%d rows only", len(all))
	}
	for _, r := range all {
		for _, nid := range []string{r.NID, strings.ToUpper(r.NID)} {
			if got, ok := Registered(nid); !ok || got != r {
				t.Errorf("Registered(%q) = %+v, %v", nid, got, ok)
			}
		}
		if u, err := Parse("urn:" + r.NID + ":x"); err != nil || u.NID() != r.NID || r.Reference == "" {
			t.Errorf("%+v: %v", r, err)
		}
		if informal := strings.HasPrefix(r.NID, "urn-"); informal != (r.Status == Informal) {
			t.Errorf("%s is %v", r.NID, r.Status)
		}
	}
	for _, nid := range []string{"", "foo", "urn", "urn-8", "isb", "isbn1", "zzz", "-"} {
		if r, ok := Registered(nid); ok {
			t.Errorf("%q is registered: %+v", nid, r)
		}
	}
	if n := testing.AllocsPerRun(10, func() { Registered("ISBN") }); n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func TestExplain(t *testing.T) {
	headings := func(text string) (out []string) {
		for line := range strings.Lines(text) {
			if h, ok := strings.CutPrefix(line, "## "); ok {
				out = append(out, strings.TrimSpace(h))
			}
		}
		return out
	}
	n := 0
	for ns := range Namespaces() {
		n++
		text, ok := Explain(strings.ToUpper(ns.NID))
		want := []string{"Form", "Special characters", "Equivalence", "Functional equivalence", "Security", "Rules", "Specification"}
		if !ok || !slices.Equal(headings(text), want) || strings.Contains(text, "\n\n\n") {
			t.Errorf("%s:\n%s", ns.NID, text)
		}
		for _, part := range []string{ns.Title, ns.Spec, ns.Form, ns.Special, ns.Equivalence, ns.Functional, ns.Security} {
			if part == "" || !strings.Contains(text, part) {
				t.Errorf("%s: %q is not in\n%s", ns.NID, part, text)
			}
		}
	}
	if n == 0 {
		t.Fatal("no namespace is known")
	}
	if text, ok := Explain("smpte"); !ok || !strings.Contains(text, "RFC 5119") || !strings.Contains(text, "formal") || !strings.Contains(text, "name alone") {
		t.Errorf("smpte: %v\n%s", ok, text)
	}
	if text, ok := Explain("urn-7"); !ok || !strings.Contains(text, "informal") {
		t.Errorf("urn-7: %v\n%s", ok, text)
	}
	if text, ok := Explain("foo"); ok || text != "" {
		t.Errorf("foo is explained:\n%s", text)
	}
}

// TestReadme: README.md lists the namespaces whose rules are known.
func TestReadme(t *testing.T) {
	var nids []string
	for ns := range Namespaces() {
		nids = append(nids, "`"+ns.NID+"`")
	}
	if list := strings.Join(nids, ", "); !strings.Contains(strings.ReplaceAll(Readme, "\n", " "), "are known: "+list+".") {
		t.Errorf("README.md does not list the namespaces in order: %s", list)
	}
}
