package whatis

import (
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A View is what a whatis URI means.
type View struct {
	Word scheme.Octets `json:"word,omitempty"` // decoded; may hold spaces, and then is several

	at [2]int // where it stands in the URI
}

// Parse returns the meaning of u, whose scheme is whatis. The error says why it
// asks for nothing; the view then has no word, unless the query is at fault.
func Parse(u uri.URI) (View, error) {
	var v View
	if word := pct.Decode(u.Path()); isWord(word) && !u.HasAuthority() {
		v.Word = scheme.Octets(word)
		v.at[0], v.at[1], _ = u.Range(uri.Path)
	}
	return v, scheme.Forbidden("whatis", remarks(u))
}

// URI returns the URI of v: the inverse of Parse. The error tells of a word that
// is none.
func (v View) URI() (uri.URI, error) {
	if !isWord(string(v.Word)) {
		return uri.URI{}, fmt.Errorf("whatis: %q is no word to look for", string(v.Word))
	}
	text := pct.Encode(string(v.Word), pct.Path)
	if rest, ok := strings.CutPrefix(text, "/"); ok {
		text = "%2F" + rest // two would begin an authority
	}
	return uri.Parse("whatis:" + text)
}

func isWord(s string) bool {
	return s != "" && s[0] != '-' && !strings.ContainsAny(s, scheme.Controls)
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return scheme.AppendPart(nil, v.at[0], v.at[1], "word") }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Word == "" {
		return "no description of the manual"
	}
	return fmt.Sprintf("the descriptions of the manual that hold the word %q", string(v.Word))
}
