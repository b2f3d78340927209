package ark

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// A View is what an ark URI means. All is as it is compared: without hyphens,
// but not decoded, since an escape hides the meaning of what it stands for
// (draft-kunze-ark-42, section 3.2). The zero value names nothing.
type View struct {
	NAAN string `json:"naan,omitempty"` // the name assigning authority number, in lower case
	Name string `json:"name,omitempty"` // what the authority calls the thing

	// Qualifiers are the components behind the name, from the whole to the part.
	Qualifiers []string `json:"qualifiers,omitempty"`

	// Variants are the suffixes behind the first dot: a version, a language, a
	// format.
	Variants []string `json:"variants,omitempty"`

	parts []scheme.Part
}

// Parse returns the meaning of u, whose scheme is ark. The error is the first
// thing that the draft forbids; the view then holds what could be read.
func Parse(u uri.URI) (View, error) {
	r := read(u)
	return r.view, scheme.Forbidden("ark", r.remarks)
}

// URI returns the URI of v in normal form, the inverse of [Parse]. The error
// says what v has that no ARK can hold.
func (v View) URI() (uri.URI, error) {
	text := "ark:" + strings.Join(append([]string{v.NAAN, v.Name}, v.Qualifiers...), "/")
	for _, variant := range v.Variants {
		text += "." + variant
	}
	u, err := uri.Parse(text)
	if err != nil {
		return uri.URI{}, err
	}
	w, err := Parse(u)
	if err == nil && (w.NAAN != v.NAAN || w.Name != v.Name || !slices.Equal(w.Qualifiers, v.Qualifiers) || !slices.Equal(w.Variants, v.Variants)) {
		err = errors.New("ark: a part is empty, or has a character that would end it or vanish")
	}
	return u, err
}

// CheckCharacter returns the check character of naan/name, as the minter NOID
// computes it: the sum of the values of the characters, each times its place
// from 1 on, modulo 29. Characters that are not betanumeric, the slash among
// them, count 0.
func CheckCharacter(naan, name string) byte {
	sum := 0
	for i, c := range []byte(naan + "/" + name) {
		sum += (i + 1) * max(0, strings.IndexByte(betanumeric, c))
	}
	return betanumeric[sum%len(betanumeric)]
}

// Checks reports whether the last character of the name is the check character
// of what stands before it. It is so by chance in one name of 29; that a name
// has a check character at all only the authority knows.
func (v View) Checks() bool {
	last := len(v.Name) - 1
	return last > 0 && CheckCharacter(v.NAAN, v.Name[:last]) == v.Name[last]
}

// Parts implements [scheme.View].
func (v View) Parts() []scheme.Part { return v.parts }

// Meaning implements [scheme.View].
func (v View) Meaning() string {
	if v.Name == "" {
		return "no archival resource"
	}
	text := fmt.Sprintf("what the authority %s calls %q", v.NAAN, v.Name)
	if v.Qualifiers != nil {
		text += fmt.Sprintf(", its part %q", strings.Join(v.Qualifiers, "/"))
	}
	if v.Variants != nil {
		text += fmt.Sprintf(", in the variant %q", strings.Join(v.Variants, "."))
	}
	return text
}
