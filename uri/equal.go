package uri

// A Rung is a step of the ladder of comparison (RFC 3986, section 6.2): how far
// two URIs had to be normalised before they became equal. Higher is closer.
type Rung uint8

const (
	Different   Rung = iota // not equal on any rung that was climbed
	EqualScheme             // equal by the rules of their scheme, section 6.2.3
	EqualSyntax             // equal by case, escapes and dot segments, section 6.2.2
	Identical               // equal byte by byte, section 6.2.1
)

// String returns the word that the command prints: "none", "scheme", "syntax"
// or "identical".
func (r Rung) String() string {
	return [...]string{"none", "scheme", "syntax", "identical"}[r]
}

// Compare returns the first rung at which a and b become equal by the generic
// syntax: Identical, EqualSyntax or Different. The rung of the scheme needs to
// know the scheme: see uriel.dev/scheme, Table.Compare.
func Compare(a, b URI) Rung {
	switch {
	case a == b:
		return Identical
	case a.Normalize() == b.Normalize():
		return EqualSyntax
	default:
		return Different
	}
}
