package manread

import (
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// glyphTable has the names of special characters, by groff_char(7), each with
// what stands for it.
const glyphTable = `
en – em — dq " ga ` + "`" + ` aq ' ti ~ ha ^ hy ‐ - - rs \ sl / ul _ ru _ rn ‾ ba | br │ or | bb ¦ bv ⎪ at @ sh # Do $ Bq „ bq ‚ lq “ rq ” oq ‘ cq ’
Fo « Fc » fo ‹ fc › lB [ rB ] lC { rC } la ⟨ ra ⟩ r! ¡ r? ¿ ci ○ bu • dd ‡ dg † lz ◊ sq □ ps ¶ sc § lh ☜ rh ☞ CR ↵ OK ✓
CL ♣ SP ♠ HE ♥ DI ♦ co © rg ® tm ™ lt ⎧ lk ⎨ lb ⎩ rt ⎫ rk ⎬ rb ⎭ <- ← -> → <> ↔ da ↓ ua ↑ va ↕ lA ⇐ rA ⇒ hA ⇔ uA ⇑ dA ⇓ vA ⇕ an ⎯
AN ∧ OR ∨ no ¬ tno ¬ te ∃ fa ∀ st ∋ tf ∴ 3d ∴ mi − pl + -+ ∓ +- ± t+- ± pc · md · mu × tmu × c* ⊗ c+ ⊕ di ÷ tdi ÷ f/ ⁄ ** ∗ <= ≤ >= ≥ << ≪ >> ≫
eq = != ≠ == ≡ ne ≢ ap ∼ |= ≃ =~ ≅ ~~ ≈ ~= ≈ pt ∝ es ∅ mo ∈ nm ∉ sb ⊂ nb ⊄ sp ⊃ nc ⊅ ib ⊆ ip ⊇ ca ∩ cu ∪ /_ ∠ pp ⊥ is ∫ integral ∫ sum ∑ product ∏
coproduct ∐ gr ∇ sr √ sqrt √ lc ⌈ rc ⌉ lf ⌊ rf ⌋ if ∞ Ah ℵ Im ℑ Re ℜ wp ℘ pd ∂ -h ℏ hbar ℏ 12 ½ 14 ¼ 34 ¾ 18 ⅛ 38 ⅜ 58 ⅝ 78 ⅞ S1 ¹ S2 ² S3 ³
ff ﬀ fi ﬁ fl ﬂ Fi ﬃ Fl ﬄ AE Æ ae æ OE Œ oe œ ss ß IJ Ĳ ij ĳ a" ˝ a- ¯ a. ˙ a^ ^ aa ´ ab ˘ ac ¸ ad ¨ ah ˇ ao ˚ ho ˛ a~ ~
'A Á 'E É 'I Í 'O Ó 'U Ú 'Y Ý 'C Ć 'a á 'e é 'i í 'o ó 'u ú 'y ý 'c ć ` + "`A À `E È `I Ì `O Ò `U Ù `a à `e è `i ì `o ò `u ù" + `
~A Ã ~N Ñ ~O Õ ~a ã ~n ñ ~o õ :A Ä :E Ë :I Ï :O Ö :U Ü :Y Ÿ :a ä :e ë :i ï :o ö :u ü :y ÿ ^A Â ^E Ê ^I Î ^O Ô ^U Û ^a â ^e ê ^i î ^o ô ^u û
,C Ç ,c ç /L Ł /l ł /O Ø /o ø oA Å oa å vS Š vs š vZ Ž vz ž -D Ð Sd ð TP Þ Tp þ .i ı .j ȷ ct ¢ Eu € eu € Ye ¥ Po £ Cs ¤ Fn ƒ de ° %0 ‰ fm ′ sd ″ mc µ Of ª Om º
*A Α *B Β *G Γ *D Δ *E Ε *Z Ζ *Y Η *H Θ *I Ι *K Κ *L Λ *M Μ *N Ν *C Ξ *O Ο *P Π *R Ρ *S Σ *T Τ *U Υ *F Φ *X Χ *Q Ψ *W Ω
*a α *b β *g γ *d δ *e ε *z ζ *y η *h θ *i ι *k κ *l λ *m μ *n ν *c ξ *o ο *p π *r ρ *s σ *t τ *u υ *f ϕ *x χ *q ψ *w ω +h ϑ +f φ +p ϖ +e ϵ ts ς
braceex ⎪ bracketlefttp ⎡ bracketleftbt ⎣ bracketleftex ⎢ bracketrighttp ⎤ bracketrightbt ⎦ bracketrightex ⎥ bracelefttp ⎧ braceleftmid ⎨
braceleftbt ⎩ braceleftex ⎪ bracerighttp ⎫ bracerightmid ⎬ bracerightbt ⎭ bracerightex ⎪ parenlefttp ⎛ parenleftbt ⎝ parenleftex ⎜ parenrighttp ⎞
parenrightbt ⎠ parenrightex ⎟
`

var glyphs = sync.OnceValue(func() map[string]string {
	fields := strings.Fields(glyphTable)
	m := make(map[string]string, len(fields)/2)
	for i := 0; i < len(fields); i += 2 {
		m[fields[i]] = fields[i+1]
	}
	return m
})

// glyph returns the special character of that name: of the table, uXXXX or
// charN. It is "" if there is none.
func glyph(name string) string {
	if g := glyphs()[name]; g != "" {
		return g
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok && len(hex) >= 4 {
		var b strings.Builder
		for part := range strings.SplitSeq(hex, "_") {
			n, err := strconv.ParseUint(part, 16, 32)
			if err != nil || len(part) < 4 || !utf8.ValidRune(rune(n)) {
				return ""
			}
			b.WriteRune(rune(n))
		}
		return b.String()
	}
	if number, ok := strings.CutPrefix(name, "char"); ok {
		return numbered(number)
	}
	return ""
}

// numbered returns the character of that decimal number, below 256.
func numbered(number string) string {
	n, err := strconv.ParseUint(number, 10, 8)
	if err != nil {
		return ""
	}
	return string(rune(n))
}
