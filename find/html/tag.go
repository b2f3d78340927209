package html

// A tag is an element that is not like all others here.
type tag uint8

const (
	other tag = iota
	applet
	base
	head
	htmlTag
	iframe
	math
	meta
	object
	plaintext
	script
	style
	svg
	textarea
	title
	wbr
	xmp
)

var tagNames = [...]string{"", "applet", "base", "head", "html", "iframe", "math", "meta", "object", "plaintext", "script", "style", "svg", "textarea", "title", "wbr", "xmp"}

// String returns the name of the element, in lower case.
func (t tag) String() string { return tagNames[t] }

// tagOf returns the tag of a name, which may be in any case of letters.
func tagOf(name []byte) tag {
	if len(name) < len("svg") || len(name) > len("plaintext") {
		return other
	}
	var l lowered
	switch string(l.of(name)) {
	case "applet":
		return applet
	case "base":
		return base
	case "head":
		return head
	case "html":
		return htmlTag
	case "iframe":
		return iframe
	case "math":
		return math
	case "meta":
		return meta
	case "object":
		return object
	case "plaintext":
		return plaintext
	case "script":
		return script
	case "style":
		return style
	case "svg":
		return svg
	case "textarea":
		return textarea
	case "title":
		return title
	case "wbr":
		return wbr
	case "xmp":
		return xmp
	}
	return other
}

// A lowered is a name in lower case, or the beginning of one that is longer than all
// that are known.
type lowered [16]byte

func (l *lowered) of(name []byte) []byte {
	n := copy(l[:], name)
	for i, c := range l[:n] {
		if 'A' <= c && c <= 'Z' {
			l[i] = c | 0x20
		}
	}
	return l[:n]
}
