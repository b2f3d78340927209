package manread

import (
	"context"
	"errors"
	"strings"
	"testing"

	"uriel.dev/get/doc"
)

// equationText returns an equation as text.
func equationText(t *testing.T, source string) string {
	t.Helper()
	d, err := Read(t.Context(), []byte(".TH T 1\n.SH N\n.EQ\n"+source+"\n.EN\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range d.Blocks {
		if p, ok := b.(doc.Paragraph); ok {
			return doc.Words(p.Inlines)
		}
	}
	return ""
}

// TestEquations: what mandoc makes of equations in a line of text.
func TestEquations(t *testing.T) {
	for _, test := range []struct{ source, want string }{
		{"x sup 2 over y sub i", "(x^2)/(y_i)"},
		{"{ a + b } over c", "(a + b)/c"},
		{"x sub i sup 2", "x_i^2"},
		{"a sup b sup c", "a^(b^c)"},
		{"sum from i=1 to n x sub i", "∑_(i = 1)^n x_i"},
		{"lim from {n -> inf} a", "lim_(n → ∞) a"},
		{"sqrt { a + b } - sqrt 2", "√(a + b) − √2"},
		{"left ( a over b right )", "(a/b)"},
		{"left floor x right floor", "⌊x⌊"},
		{"f(x) = alpha + GAMMA != 2pi", "f (x) = α + Γ ≠ 2 π"},
		{"pile { 1 above 2 } matrix { ccol { a above b } rcol { c above d } }", "(1 2) (a b) (c d)"},
		{"roman x ~ bold y ^ italic z dot hat size +2 q vec", "x y z˙^ q→"},
		{`"two words" over 3`, "two words/3"},
		{"define sq % sup 2 %\nx sq + y sq", "x^2 + y^2"},
		{"define a 'b b'\ndefine b 'c'\na undef a a", "c c a"},
		{"a, b; ( c ) ...", "a, b; (c)..."},
		{"gfont R gsize 12 set x 1 x up 10 y", "x y"},
		{`x \(bu y`, "x • y"},
		{"} a above b right", "a b"},
		{"over", "over"},
		{"x sub", "x_"},
		{"", ""},
	} {
		if got := equationText(t, test.source); got != test.want {
			t.Errorf("%q is %q, want %q", test.source, got, test.want)
		}
	}
}

// TestInlineEquations: what delim marks is an equation, until it is off.
func TestInlineEquations(t *testing.T) {
	d, err := Read(t.Context(), []byte(".TH T 1\n.SH N\n.EQ\ndelim $$\n.EN\nSo $x sup 2$ and $ y over 2 $, or $5.\n.EQ\ndelim off\n.EN\n$x sup 2$\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := doc.Words(d.Blocks[1].(doc.Paragraph).Inlines), "So x^2 and y/2, or $5. $x sup 2$"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Variables are in italics, and what is bold in the page is bold.
func TestEquationFonts(t *testing.T) {
	d, err := Read(t.Context(), []byte(".TH T 1\n.SH N\n.EQ\nsin x bold y 2 roman z\n.EN\n"))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	doc.WriteMarkdown(&b, d)
	if want := "\nsin *x* **y** 2 z\n"; !strings.Contains(b.String(), want) {
		t.Errorf("%q, want %q in it", b.String(), want)
	}
}

// TestHostileEquations: definitions that double and boxes in boxes have an end.
func TestHostileEquations(t *testing.T) {
	doubling := "define b0 'x'\n"
	before := "b0"
	for i := 1; i < 60; i++ {
		name := "b" + strings.Repeat("x", i)
		doubling += "define " + name + " '" + before + " " + before + "'\n"
		before = name
	}
	for name, source := range map[string]string{
		"circle": "define a 'a a'\na", "doubling": doubling + before, "braces": strings.Repeat("{ ", 20_000), "powers": strings.Repeat("x sup ", 20_000), "roots": strings.Repeat("sqrt ", 20_000),
		"fonts": strings.Repeat("bold ", 20_000), "piles": strings.Repeat("pile { ", 20_000),
	} {
		_, err := Read(context.Background(), []byte(".TH T 1\n.SH N\n.EQ\n"+source+"\n.EN\n"))
		if err != nil && !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil && name == "doubling" {
			t.Error("definitions that double have no limit")
		}
	}
}
