package urn

// A class is a set of characters, one bit each.
type class uint8

const (
	letNum       class = 1 << iota // ALPHA / DIGIT; <let-num> of RFC 2141
	ldhByte                        // ALPHA / DIGIT / "-"
	pcharByte                      // pchar without "%"
	slashByte                      // "/"
	questionByte                   // "?"
	hexByte                        // HEXDIG in either case
	oldByte                        // ALPHA / DIGIT / <other> of RFC 2141, section 2.2
)

const (
	nssByte = pcharByte | slashByte
	rqfByte = nssByte | questionByte
)

// other is the production <other> of RFC 2141: what stands for itself in an NSS
// beside letters and digits, unless the namespace gives it a meaning.
const other = "()+,-.:=@;$_!*'"

var classes = func() (t [256]class) {
	set := func(chars string, k class) {
		for i := range len(chars) {
			t[chars[i]] |= k
		}
	}
	for c := byte('a'); c <= 'z'; c++ {
		t[c] = letNum | ldhByte | pcharByte | oldByte
		t[c-'a'+'A'] = t[c]
	}
	for c := byte('0'); c <= '9'; c++ {
		t[c] = letNum | ldhByte | pcharByte | oldByte | hexByte
	}
	set("abcdefABCDEF", hexByte)
	set("-", ldhByte)
	set("-._~!$&'()*+,;=:@", pcharByte)
	set("/", slashByte)
	set("?", questionByte)
	set(other, oldByte)
	return t
}()
