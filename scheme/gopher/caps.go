package gopher

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// CapsSelector is where many servers keep a text on themselves.
const CapsSelector = "caps.txt"

// Caps are what a server says of itself under [CapsSelector], in the order of
// the text. It is a custom of servers and clients since 2010, written down in
// the file of gopher.floodgap.com:
//
//	"CAPS" eol *( ( "#" comment / key "=" value / "" ) eol )
//
// Keys in use are CapsVersion, ExpireCapsAfter, PathDelimeter (so spelled),
// ServerSoftware, ServerDescription, ServerAdmin, ServerDefaultEncoding and
// more. No key must be there.
type Caps []Cap

// A Cap is a key and its value, as octets.
type Cap struct{ Name, Value string }

// ParseCaps reads the text. It reports false if the text is none of this kind:
// servers without one answer with an error, or with a menu.
func ParseCaps(text string) (Caps, bool) {
	var caps Caps
	first := true
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if first && line != "CAPS" {
			return nil, false
		}
		name, value, ok := strings.Cut(line, "=")
		if ok && !strings.HasPrefix(line, "#") {
			caps = append(caps, Cap{strings.TrimSpace(name), strings.TrimSpace(value)})
		}
		first = false
	}
	return caps, !first
}

// Value returns the value of the first key of that name, or "".
func (c Caps) Value(name string) string {
	for _, cap := range c {
		if strings.EqualFold(cap.Name, name) {
			return cap.Value
		}
	}
	return ""
}

// Charset returns the character set of texts and menus, as the server names it,
// or "".
func (c Caps) Charset() string {
	return cmp.Or(c.Value("ServerDefaultEncoding"), c.Value("DefaultEncoding"))
}

// Lifetime returns how long the server wants c to be kept, in whole seconds on
// the wire; 0 if it does not say.
func (c Caps) Lifetime() time.Duration {
	n, err := strconv.ParseUint(c.Value("ExpireCapsAfter"), 10, 31)
	if err != nil {
		return 0
	}
	return time.Duration(n) * time.Second
}
