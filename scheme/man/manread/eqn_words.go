package manread

import (
	"strings"
	"sync"
)

// eqnTable has the words of eqn(1), each with what stands for it.
const eqnTable = `
alpha α beta β gamma γ delta δ epsilon ε zeta ζ eta η theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ omicron ο pi π rho ρ sigma σ tau τ upsilon υ
phi ϕ chi χ psi ψ omega ω GAMMA Γ DELTA Δ THETA Θ LAMBDA Λ XI Ξ PI Π SIGMA Σ UPSILON Υ PHI Φ PSI Ψ OMEGA Ω
sum ∑ int ∫ prod ∏ coprod ∐ union ∪ inter ∩ inf ∞ partial ∂ half ½ prime ′ approx ≈ cdot · times × del ∇ grad ∇ dollar $
>= ≥ <= ≤ == ≡ != ≠ +- ± -> → <- ← << ≪ >> ≫
`

var eqnSymbols = sync.OnceValue(func() map[string]string {
	table := map[string]string{"nothing": "", "...": "...", ",...,": ", ... ,", "-": "−"}
	fields := strings.Fields(eqnTable)
	for i := 0; i+1 < len(fields); i += 2 {
		if _, ok := table[fields[i]]; !ok {
			table[fields[i]] = fields[i+1]
		}
	}
	return table
})

// eqnMarks stand behind what they are above or below.
var eqnMarks = map[string]string{"dot": "˙", "dotdot": "¨", "hat": "^", "tilde": "~", "vec": "→", "dyad": "↔", "bar": "‾", "under": "_"}

// eqnFonts are the words for fonts.
var eqnFonts = map[string]string{"roman": "", "italic": `\fI`, "bold": `\fB`, "fat": `\fB`}

// eqnSettings are the words that are no part of what is seen.
var eqnSettings = setOf("define ndefine tdefine undef gfont gsize set delim up down fwd back")

// eqnRoman are the names of functions, which are not in italics.
var eqnRoman = setOf("and arc cos cosh coth det exp for if Im lim ln log max min Re sin sinh tan tanh")

// eqnWords are the words of other characters than letters, which are not parted.
var eqnWords = setOf(">= <= == != +- -> <- << >> ... ,...,")
