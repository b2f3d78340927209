package geo

// shape takes two or three numbers between commas, and parameters: "geo:" is a
// word of running text, too.
func shape(text []byte) int {
	n := shapeNumber(text)
	count := 0
	for n > 0 && count < 2 && n < len(text) && text[n] == ',' {
		m := shapeNumber(text[n+1:])
		if m == 0 {
			break
		}
		n += 1 + m
		count++
	}
	if count == 0 {
		return 0
	}
	for n+1 < len(text) && text[n] == ';' && labelChars.Has(text[n+1]) {
		n++
		for n < len(text) && (paramChars.Has(text[n]) || text[n] == '=') {
			n++
		}
	}
	return n
}

func shapeNumber(text []byte) int {
	n := 0
	if n < len(text) && text[n] == '-' {
		n++
	}
	whole := shapeDigits(text[n:])
	if whole == 0 {
		return 0
	}
	n += whole
	if n < len(text) && text[n] == '.' {
		if fraction := shapeDigits(text[n+1:]); fraction > 0 {
			n += 1 + fraction
		}
	}
	return n
}

func shapeDigits(text []byte) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}
