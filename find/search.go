package find

// nextMark returns the first place in b, from i on, that a URI may stand around: the
// colon of a scheme, the "@" of an address, the dot of "www." or "ftp.". It is -1 if
// there is none.
func nextMark(b []byte, i int) int {
	for i = max(i, 1); ; i++ { // nothing is a mark that has nothing before it
		if i = skip(b, i); i >= len(b) {
			return -1
		}
		if isMark(b, i) {
			return i
		}
	}
}

// nextMarkOrDot is like nextMark, and takes the dots within words, too.
func nextMarkOrDot(b []byte, i int) int {
	for i = max(i, 1); i < len(b); i++ {
		isDot := b[i] == '.' && isLabel(b[i-1]) && (i+1 == len(b) || isLabel(b[i+1]))
		if isDot || canBeMark(b, i) && isMark(b, i) {
			return i
		}
	}
	return -1
}

// isMark reports whether a URI may stand around place i of b, where canBeMark is
// true.
func isMark(b []byte, i int) bool {
	before := b[i-1]
	switch b[i] {
	case ':':
		return is(before, schemeByte) && (i+1 == len(b) || is(b[i+1], afterColon))
	case '@':
		return isLocal(before)
	}
	return isAbbreviation(b, i)
}

// isAbbreviation reports whether the dot at i is that of "www." or "ftp.".
func isAbbreviation(b []byte, i int) bool {
	name := string(b[max(0, i-len("www")):i])
	return name == "www" || name == "ftp"
}

// skip returns the first place in b, from i on, where something can be a mark by
// the bytes beside it, as [canBeMark] has it; len(b) if there is none.
func skip(b []byte, i int) int {
	for i = skipFast(b, i); i < len(b) && !canBeMark(b, i); i++ {
	}
	return i
}

// canBeMark tells most of what is no mark: a colon before a blank or in ":=", and
// a dot behind another letter than "w" and "p". At the end of b a colon may be one.
func canBeMark(b []byte, i int) bool {
	switch b[i] {
	case ':':
		return i+1 == len(b) || int8(b[i+1]) > ' ' && b[i+1] != '='
	case '@':
		return true
	case '.':
		return b[i-1] == 'w' || b[i-1] == 'p'
	}
	return false
}
