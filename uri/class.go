package uri

// A class is a set of character classes of RFC 3986, appendix A, one bit each.
type class uint8

const (
	alpha      class = 1 << iota // ALPHA
	schemeByte                   // ALPHA / DIGIT / "+" / "-" / "."
	regByte                      // unreserved / sub-delims
	pathByte                     // pchar without "%", and "/", but not "."
	queryByte                    // pchar without "%", and "/" and "?"
	hexByte                      // HEXDIG in either case
	upperByte                    // A-Z
	digitByte                    // DIGIT
)

const (
	subDelims  = "!$&'()*+,;="
	unreserved = "-._~" // and letters and digits
)

var classes = classTable()

func classTable() (t [256]class) {
	set := func(k class, chars string) {
		for i := range len(chars) {
			t[chars[i]] |= k
		}
	}
	for c := byte('a'); c <= 'z'; c++ {
		t[c] = alpha | schemeByte | regByte | pathByte | queryByte
		t[c-'a'+'A'] = t[c] | upperByte
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = digitByte | schemeByte | regByte | pathByte | queryByte | hexByte
	}
	set(hexByte, "abcdefABCDEF")
	set(schemeByte, "+-.")
	set(regByte, unreserved+subDelims)
	set(pathByte|queryByte, unreserved+subDelims+":@/")
	set(queryByte, "?")
	t['.'] &^= pathByte // the parser wants to see it: it may begin a dot segment
	return t
}

// escaped reports whether a pct-encoded triplet, "%" HEXDIG HEXDIG, stands at
// s[i:] (RFC 3986, section 2.1).
func escaped(s string, i int) bool {
	return i+2 < len(s) && classes[s[i+1]]&classes[s[i+2]]&hexByte != 0
}
