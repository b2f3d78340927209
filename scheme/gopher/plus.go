package gopher

import (
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
)

// PlusKind says what a gopher+ string asks for.
type PlusKind string

const (
	PlusView                PlusKind = "view"                 // the content: +
	PlusAttributes          PlusKind = "attributes"           // what is known of the item: !
	PlusDirectoryAttributes PlusKind = "directory-attributes" // of each item of a menu: $
	PlusAsk                 PlusKind = "ask"                  // the content, by a form that is still to be filled in: ?
	PlusOther               PlusKind = "other"                // none of the known forms
)

// A Plus is a gopher+ string (RFC 4266, section 2.3; draft-ietf-uri-url-03,
// section 1.2.3). Its forms, decoded, are
//
//	"?"
//	"!" [ name *( SP name ) ]
//	"$" [ name *( SP name ) ]
//	"+" [ view [ SP language ] ] [ TAB "1" CR LF "+-1" CR LF *( line CR LF ) "." CR LF ]
//
// where names, view and language are not empty and hold no space, tab, CR, LF
// or NUL. Whatever has no such form is of kind [PlusOther].
type Plus struct {
	Kind       PlusKind        `json:"kind"`
	View       scheme.Octets   `json:"view,omitempty"`       // "" is the server's choice
	Language   scheme.Octets   `json:"language,omitempty"`   // "" is the server's choice
	Attributes []scheme.Octets `json:"attributes,omitempty"` // with their plus signs: "+ABSTRACT"; empty is all
	Ask        []scheme.Octets `json:"ask,omitzero"`         // the lines of a filled-in form, as they are sent; nil if there is none
	Raw        scheme.Octets   `json:"raw,omitempty"`        // the string of a PlusOther
}

const (
	askStart = "\t1\r\n+-1\r\n"
	askEnd   = ".\r\n"
)

// ParsePlus reads a decoded gopher+ string. [Plus.String] gives it back.
func ParsePlus(s string) Plus {
	if s == "?" {
		return Plus{Kind: PlusAsk}
	}
	if s != "" {
		switch rest := s[1:]; s[0] {
		case '!', '$':
			kind := PlusAttributes
			if s[0] == '$' {
				kind = PlusDirectoryAttributes
			}
			if names, ok := words(rest); ok {
				return Plus{Kind: kind, Attributes: names}
			}
		case '+':
			if p, ok := parseView(rest); ok {
				return p
			}
		}
	}
	return Plus{Kind: PlusOther, Raw: scheme.Octets(s)}
}

func parseView(s string) (Plus, bool) {
	p := Plus{Kind: PlusView}
	if i := strings.Index(s, askStart); i >= 0 {
		lines, ok := askLines(s[i+len(askStart):])
		if !ok {
			return Plus{}, false
		}
		s, p.Ask = s[:i], lines
	}
	names, ok := words(s)
	if !ok || len(names) > 2 {
		return Plus{}, false
	}
	if len(names) > 0 {
		p.View = names[0]
	}
	if len(names) > 1 {
		p.Language = names[1]
	}
	return p, true
}

// words splits at single spaces. It reports false if a word is empty or holds
// what a word may not.
func words(s string) ([]scheme.Octets, bool) {
	if s == "" {
		return nil, true
	}
	if strings.ContainsAny(s, "\x00\t\r\n") {
		return nil, false
	}
	var out []scheme.Octets
	for w := range strings.SplitSeq(s, " ") {
		if w == "" {
			return nil, false
		}
		out = append(out, scheme.Octets(w))
	}
	return out, true
}

// askLines splits a data block that ends with its first line of one dot. Being
// exact here keeps everything else that has line ends from being sent.
func askLines(block string) ([]scheme.Octets, bool) {
	lines := []scheme.Octets{}
	for {
		if block == askEnd {
			return lines, true
		}
		line, rest, ok := strings.Cut(block, "\r\n")
		if !ok || line == "." || strings.ContainsAny(line, "\x00\r\n") {
			return nil, false
		}
		lines, block = append(lines, scheme.Octets(line)), rest
	}
}

// String returns the gopher+ string, decoded.
func (p Plus) String() string {
	switch p.Kind {
	case PlusAsk:
		return "?"
	case PlusAttributes:
		return "!" + join(p.Attributes...)
	case PlusDirectoryAttributes:
		return "$" + join(p.Attributes...)
	case PlusOther:
		return string(p.Raw)
	}
	s := "+" + join(slices.DeleteFunc([]scheme.Octets{p.View, p.Language}, func(o scheme.Octets) bool { return o == "" })...)
	if p.Ask == nil {
		return s
	}
	s += askStart
	for _, line := range p.Ask {
		s += string(line) + "\r\n"
	}
	return s + askEnd
}

func join(words ...scheme.Octets) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(string(w))
	}
	return b.String()
}

// meaning says what is asked for, as far as "of" before the item.
func (p Plus) meaning() string {
	switch p.Kind {
	case PlusAsk:
		return "the form to fill in of"
	case PlusAttributes, PlusDirectoryAttributes:
		what := "all attributes"
		if len(p.Attributes) > 0 {
			what = "the attributes " + join(p.Attributes...)
		}
		if p.Kind == PlusDirectoryAttributes {
			what += " of each item"
		}
		return what + " of"
	case PlusOther:
		return fmt.Sprintf("what Gopher+ means by %q of", string(p.Raw))
	}
	what := "the Gopher+ content"
	if p.View != "" {
		what = fmt.Sprintf("the view %s", p.View)
	}
	if p.Language != "" {
		what += fmt.Sprintf(" in the language %s", p.Language)
	}
	if p.Ask != nil {
		what += ", by a filled-in form,"
	}
	return what + " of"
}
