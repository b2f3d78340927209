package whatisclient

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDescribe(t *testing.T) {
	for _, test := range []struct {
		source string
		want   []string // "name|name|about"
	}{
		{".TH LS 1\n.SH NAME\nls \\- list directory contents\n.SH SYNOPSIS\nx \\- y\n", []string{"ls|list directory contents"}},
		{".\\\" c\n.SH \"NAME\"\na, b,\nc - many\nlines\n.SH X\n", []string{"a|b|c|many lines"}},
		{".SH Name\n\\fBa\\fP, \\fI\\s-1b\\s0\\fR \\(em x \\(aqy\\(cq \\[u00E9]\\|\\&.\n", []string{"a|b|x 'y’ é."}},
		{".SH NAME\n.B a\n\\- x\n", []string{"a|x"}},
		{".SH NAME\n.BR a \", \" b\n.I \"\\-  quoted \"\"word\"\"\"\n", []string{"a|b|quoted \"word\""}},
		{".SH NAME\na \\- x\n.br\nb \\- y\n.PP\nand more\n", []string{"a|x", "b|y"}},
		{".SH NAME\na,\n.br\nb \\- y\n", []string{"a|b|y"}},
		{".Dd x\n.Dt A 1\n.Sh NAME\n.Nm a ,\n.Nm b\n.Nd do \\*(lqthis\\*(rq\nand that\n.Sh X\n", []string{"a|b|do “this” and that"}},
		{".Sh NAME\n.Nm a\n", nil},
		{".SH NAME\nA::B -- x-y - z\n", []string{"A::B|x-y - z"}},
		{".SH NAME\nno dash\n.SH OTHER\na \\- b\n", nil},
		{".SH NAME\n\\- nothing\n", nil},
		{".SH DESCRIPTION\na \\- b\n", nil},
		{".SH NAME\na\\h'1m'\\v\"2\"\\f(CW\\f[B]\\s+1\\s(12\\s[1]\\c \\- \\C'em'b\\n(xx\\\\c\\\"comment\n", []string{"a|—b\\c"}},
		{".SH NAME\nf\\(:ur \\- caf\xe9\n", []string{"für|café"}},
		{".SH NAME\nf \\- a\\", []string{"f|a"}},
		{"'SH NAME\nf \\- a\n", []string{"f|a"}},
		{".SH NAME\na \\- x\n.SS \"Use\"\nmore\n", []string{"a|x"}},
		{".SH NAME\na \\- x\n.ie n .SS \"Use\"\n.el .SS \"use\"\nmore\n", []string{"a|x"}},
		{".SH NAME\na \\- x\n.de1 INDENT\n\\$1\n..\n.ig\ny\n..\nand y\n", []string{"a|x and y"}},
		{".de X END\n.SH NAME\nb \\- y\n..\n.END\n.SH NAME\na \\- x\n.ig Z\ny\n.Z\n", []string{"a|x"}},
		{".  SH NAME\nf \\- a\n", []string{"f|a"}},
		{"", nil},
	} {
		var got []string
		for _, d := range describe(test.source, false) {
			got = append(got, strings.Join(append(d.Names, d.About), "|"))
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q:\n%s", test.source, diff)
		}
	}
}

// FuzzDescribe: descriptions have names and a text, each in one line.
func FuzzDescribe(f *testing.F) {
	for _, s := range []string{"ls, dir \\- list\n", ".Nm a ,\n.Nd b\nc\n", ".BR a \"b \"\"\\ c\n\\- \\f[x\\s(1", "a\\(e\\[u110000]\\C'\\*[\\n \\- \\h"} {
		f.Add(".SH NAME\n" + s)
	}
	f.Fuzz(func(t *testing.T, source string) {
		for _, d := range describe(source, false) {
			for _, s := range append(d.Names, d.About) {
				if s == "" || strings.ContainsAny(s, "\n\r") || strings.TrimSpace(s) != s {
					t.Errorf("%q: %q", source, d)
				}
			}
			if len(d.Names) == 0 {
				t.Errorf("%q: no name for %q", source, d.About)
			}
		}
	})
}
