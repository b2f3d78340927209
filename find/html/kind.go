package html

import "bytes"

// A kind is what the value of an attribute is.
type kind uint8

const (
	prose          kind = iota
	reference           // one reference
	list                // references between blanks
	listOfArchives      // between commas
	candidates          // images of a srcset
	content             // of a <meta>
	refresh             // the http-equiv of a <meta>
	document            // a page
	styles
	mediaType // of a script
)

// kindOf returns what the attribute of that name is, which has value, on the tag t.
// Where a name is used otherwise on other elements, it is known only on those that it
// is a reference on. What begins with "url(" is a style of SVG.
func (t tag) kindOf(name, value []byte) kind {
	var l lowered
	switch string(l.of(name)) {
	case "href", "src", "action", "formaction", "cite", "poster", "background", "longdesc", "usemap", "xlink:href", "itemid",
		"classid", "codebase", "lowsrc", "dynsrc":
		return reference
	case "ping", "itemtype":
		return list
	case "srcset", "imagesrcset":
		return candidates
	case "style":
		return styles
	case "srcdoc":
		return t.only(iframe, document)
	case "content":
		return t.only(meta, content)
	case "http-equiv":
		return t.only(meta, refresh)
	case "type":
		return t.only(script, mediaType)
	case "data":
		return t.only(object, reference)
	case "manifest":
		return t.only(htmlTag, reference)
	case "profile":
		return t.only(head, list)
	case "archive":
		return max(t.only(object, list), t.only(applet, listOfArchives))
	}
	if bytes.HasPrefix(value, []byte("url(")) {
		return styles
	}
	return prose
}

// only returns k if t is the tag wanted.
func (t tag) only(wanted tag, k kind) kind {
	if t == wanted {
		return k
	}
	return prose
}
