package find

// nextMark returns the first place in b, from i on, that a URI may stand around: the
// colon of a scheme, the "@" of an address, the dot of "www." or "ftp.". It is -1 if
// there is none.
func nextMark(b []byte, i int) int {
	for i = max(i, 1); ; i++ { // nothing is a mark that has nothing before it
		if i = skip(b, i); i >= len(b) {
			return -1
		}
		before := b[i-1]
		switch b[i] {
		case ':':
			if is(before, schemeByte) && (i+1 == len(b) || is(b[i+1], afterColon)) {
				return i
			}
		case '@':
			if isLocal(before) {
				return i
			}
		case '.':
			if name := string(b[max(0, i-len("www")):i]); name == "www" || name == "ftp" {
				return i
			}
		}
	}
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
