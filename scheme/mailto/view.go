package mailto

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what a mailto URI means (RFC 6068, section 2): a message that is
// still to be written. All of it is decoded; a plus sign is a plus sign. The
// zero value is a message to nobody.
type View struct {
	To      []scheme.Octets `json:"to,omitempty"`      // addresses before the question mark, then those of the field to
	CC      []scheme.Octets `json:"cc,omitempty"`      // addresses, without the names in front of them
	BCC     []scheme.Octets `json:"bcc,omitempty"`     // addresses, without the names in front of them
	Subject *scheme.Octets  `json:"subject,omitempty"` // of the first field of that name; MIME encoded-words stay
	Body    *scheme.Octets  `json:"body,omitempty"`    // of the first field of that name
	HFields []HField        `json:"hfields,omitempty"` // all of them, in order
	Unsafe  []scheme.Octets `json:"unsafe,omitempty"`  // names of fields that must be ignored, or are dangerous

	ahead int // how many of To stand before the question mark
	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is mailto. The error says what
// RFC 6068 forbids about it; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("mailto", r.remarks)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	var b strings.Builder
	b.WriteString("a message to ")
	if len(v.To) == 0 {
		b.WriteString("somebody who is not named")
	}
	writeList(&b, v.To)
	if len(v.CC) > 0 {
		b.WriteString(", with a copy to ")
		writeList(&b, v.CC)
	}
	if len(v.BCC) > 0 {
		b.WriteString(", with a blind copy to ")
		writeList(&b, v.BCC)
	}
	if v.Subject != nil {
		fmt.Fprintf(&b, ", with the subject %q", string(*v.Subject))
	}
	if v.Body != nil {
		fmt.Fprintf(&b, ", with a text that begins %q", firstLine(string(*v.Body)))
	}
	return b.String()
}

func writeList(b *strings.Builder, addresses []scheme.Octets) {
	for i, a := range addresses {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(b, "%q", string(a))
	}
}

// firstLine cuts a text behind its first line.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return uri.Shorten(strings.TrimSuffix(line, "\r"))
}
