package decoded

// marks are the bytes that a URI may stand around, and the one that may stand for
// them.
var marks = [256]bool{':': true, '@': true, '.': true, '&': true}

// HasMark reports whether the finder may find something in text: "a:", "a@", "www."
// or "ftp.". It tells faster than the finder that it will not, for short texts.
func HasMark(text []byte) bool {
	for i, c := range text {
		if marks[c] && c != '&' && isMark(text, i) {
			return true
		}
	}
	return false
}

// HasMarkOrEntity is like HasMark for text with entities that are not yet decoded,
// some of which stand for a mark.
func HasMarkOrEntity(text []byte) bool {
	for i, c := range text {
		if marks[c] && (c == '&' && canBeMark(text[i+1:]) || isMark(text, i)) {
			return true
		}
	}
	return false
}

func isMark(text []byte, i int) bool {
	switch text[i] {
	case ':':
		return i > 0 && (i+1 == len(text) || text[i+1] > ' ')
	case '@':
		return i > 0
	case '.':
		name := string(text[max(0, i-len("www")):i])
		return name == "www" || name == "ftp"
	}
	return false
}

// canBeMark reports whether the entity of that name can be a mark or a letter: it is a
// number, or &colon; &commat; &period; &fjlig;.
func canBeMark(name []byte) bool {
	return len(name) > 0 && (name[0] == '#' || name[0] == 'c' || name[0] == 'p' || name[0] == 'f')
}
