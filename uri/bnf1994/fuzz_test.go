package bnf1994_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"uriel.dev/uri"
	"uriel.dev/uri/bnf1994"
)

func inputs() (in []string) {
	for _, table := range [][]verdict{draftExamples, draftTests, laterExamples, laterTests} {
		for _, test := range table {
			in = append(in, test.in)
		}
	}
	return in
}

func TestTwin(t *testing.T) {
	for _, s := range inputs() {
		if !agrees(s) {
			t.Errorf("%q: the twin says otherwise", s)
		}
	}
}

// FuzzParse checks what holds for every text: the twins agree, and a verdict is
// sound.
func FuzzParse(f *testing.F) {
	for _, s := range inputs() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !agrees(s) {
			t.Fatalf("%q: the twin says otherwise", s)
		}
		for _, v := range []bnf1994.Verdict{bnf1994.Parse(s), bnf1994.Parse1738(s)} {
			checkSound(t, v)
		}
	})
}

// FuzzModern checks that what either grammar derives has a modern spelling,
// which is a URI.
func FuzzModern(f *testing.F) {
	for _, s := range inputs() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		draft, later := bnf1994.Parse(s), bnf1994.Parse1738(s)
		if draft.Productions["url"] && draft.Modern == "" {
			t.Fatalf("%q has no modern spelling", s)
		}
		if begins := later.Scheme != "" && strings.Contains("abcdefghijklmnopqrstuvwxyz", strings.ToLower(later.Scheme[:1])); later.Productions["url"] && begins && later.Modern == "" {
			t.Fatalf("%q has no modern spelling", s)
		}
		for _, v := range []bnf1994.Verdict{draft, later} {
			if v.Modern == "" {
				continue
			}
			u, err := uri.Parse(v.Modern)
			if err != nil || u.Scheme() != v.Scheme {
				t.Fatalf("%q: modern %q: scheme %q, %v", s, v.Modern, u.Scheme(), err)
			}
			if v.Host != nil && u.HasAuthority() && !strings.HasSuffix(*v.Host, strings.ReplaceAll(u.Host(), "%22", `"`)) && !strings.Contains(*v.Host, " ") {
				t.Fatalf("%q: host %q, modern %q", s, *v.Host, v.Modern)
			}
		}
	})
}

func checkSound(t *testing.T, v bnf1994.Verdict) {
	t.Helper()
	err := v.Err()
	if v.Valid != (err == nil) || v.Valid && !v.Productions["url"] {
		t.Fatalf("%q: %+v", v.Input, v)
	}
	if e, ok := errors.AsType[*uri.Error](err); err != nil && (!ok || e.Offset < 0 || e.Offset > len(v.Input) || e.Title == "" || e.Section == "") {
		t.Fatalf("%q: error %#v", v.Input, err)
	}
	if (v.Parts != nil) != (v.Productions["url"] || v.Prose != nil) {
		t.Fatalf("%q: %d parts", v.Input, len(v.Parts))
	}
	for i, p := range v.Parts {
		whole := v.Parts[0]
		if p.Start > p.End || p.Start < whole.Start || p.End > whole.End || whole.End != len(v.Input) || i > 0 && p.Start < v.Parts[i-1].Start {
			t.Fatalf("%q: part %+v of %+v", v.Input, p, whole)
		}
	}
	if _, err := json.Marshal(v); err != nil {
		t.Fatalf("%q: %v", v.Input, err)
	}
}

// TestPrefix checks that the prefix changes nothing but prefixedurl.
func TestPrefix(t *testing.T) {
	for _, s := range inputs() {
		if len(s) >= 4 && strings.EqualFold(s[:4], "URL:") {
			continue
		}
		with, without := bnf1994.Parse("URL:"+s), bnf1994.Parse(s)
		if with.Productions["url"] != without.Productions["url"] || without.Productions["prefixedurl"] || with.Modern != without.Modern {
			t.Errorf("%q: %v with prefix, %v without", s, with.Productions, without.Productions)
		}
	}
}
