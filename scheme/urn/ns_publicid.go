package urn

import (
	"errors"
	"fmt"
	"strings"

	"uriel.dev/scheme"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// A PublicID is what the NSS of urn:publicid says: a public identifier of SGML
// or XML.
type PublicID struct {
	PublicIdentifier scheme.Octets `json:"public_identifier"`
}

var publicidNamespace = Namespace{
	NID:         "publicid",
	Title:       "Public identifiers of SGML and XML",
	Spec:        "RFC 3151",
	Form:        "the public identifier, with + for a space, : for //, ; for :: and escapes for what these displace",
	Special:     "+ : ; stand for a space, // and ::, so that they are escaped where they are meant, as are / ' ? # and %",
	Equivalence: noEquivalence,
	Functional:  "a thing may have any number of public identifiers",
	Security:    "none of its own. Owners who are not registered (-//) may use what identifier they like",
	Rules:       []uri.Rule{rulePublicIDCharacter, rulePublicIDSpace, rulePublicIDTranscription},
	Read:        readPublicID,
}

var (
	rulePublicIDCharacter = uri.Rule{ID: "urn/publicid-character", Section: "RFC 3151 1.1", Title: "a character that no public identifier has",
		Text: "Public identifiers are made of the letters and digits of ASCII, space and -'()+,./:=?;!*#@$_% (production 13 of XML 1.0). Nothing else can be transcribed."}
	rulePublicIDSpace = uri.Rule{ID: "urn/publicid-space", Section: "RFC 3151 2", Title: "white space that is not normalised", Hint: "single spaces, none at the ends",
		Text: "White space of a public identifier is made single spaces, and taken away at both ends, before it is transcribed. So there are never two + side by side, nor one at an end."}
	rulePublicIDTranscription = uri.Rule{ID: "urn/publicid-transcription", Section: "RFC 3151 2", Title: "not the transcription of a public identifier",
		Text: "Each character of a public identifier is transcribed in one way. What stands here is another spelling of what it seems to mean, and no two spellings are the same name: that written by the rules is not found equal."}
)

// publicIDCharacters are the characters of public identifiers with white space
// normalised (XML 1.0, production 13).
var publicIDCharacters = letDig.With(" -'()+,./:=?;!*#@$_%")

// publicIDBare are those that are transcribed as themselves.
var publicIDBare = letDig.With("-(),.=!*@$_")

func readPublicID(nss string) (any, []Finding) {
	id := publicIDOf(nss)
	var findings []Finding
	if nss == "" {
		findings = append(findings, warning(rulePublicIDTranscription, piece{}))
	} else if at, found := strayPublicID(nss); found {
		findings = append(findings, warning(rulePublicIDCharacter, at))
	} else if at, found := strayPublicIDSpace(nss); found {
		findings = append(findings, warning(rulePublicIDSpace, at))
	} else if i := firstDifference(transcribe(id), sameCase(nss)); i >= 0 {
		findings = append(findings, warning(rulePublicIDTranscription, tokenAt(nss, i)))
	}
	return PublicID{scheme.Octets(id)}, findings
}

// publicIDOf undoes the transcription of RFC 3151, section 2.
func publicIDOf(nss string) string {
	var b strings.Builder
	for i := 0; i < len(nss); {
		token := tokenAt(nss, i)
		i += len(token.text)
		switch token.text {
		case "+":
			b.WriteByte(' ')
		case ":":
			b.WriteString("//")
		case ";":
			b.WriteString("::")
		default:
			b.WriteString(pct.Decode(token.text))
		}
	}
	return b.String()
}

// transcribe returns the transcription of a public identifier.
func transcribe(id string) string {
	b := make([]byte, 0, len(id))
	for i := 0; i < len(id); i++ {
		switch c := id[i]; {
		case c == ' ':
			b = append(b, '+')
		case strings.HasPrefix(id[i:], "//"):
			b = append(b, ':')
			i++
		case strings.HasPrefix(id[i:], "::"):
			b = append(b, ';')
			i++
		default:
			b = append(b, pct.Encode(id[i:i+1], publicIDBare)...)
		}
	}
	return string(b)
}

// tokenAt returns the escape or the byte at nss[i:].
func tokenAt(nss string, i int) piece {
	if isEscape(nss, i) {
		return piece{nss, 0}.slice(i, i+3)
	}
	return piece{nss, 0}.slice(i, i+1)
}

// strayPublicID returns the first token of nss that stands for a character which
// no public identifier has.
func strayPublicID(nss string) (at piece, found bool) {
	for i := 0; i < len(nss); i += len(at.text) {
		at = tokenAt(nss, i)
		if at.text == "%" || !publicIDCharacters.Has(pct.Decode(at.text)[0]) {
			return at, true
		}
	}
	return piece{}, false
}

// strayPublicIDSpace returns the first token of nss that stands for a space at
// an end or behind another one.
func strayPublicIDSpace(nss string) (at piece, found bool) {
	after := true // the start, or a space
	for i := 0; i < len(nss); i += len(at.text) {
		at = tokenAt(nss, i)
		space := at.text == "+" || at.text == "%20"
		if space && (after || i+len(at.text) == len(nss)) {
			return at, true
		}
		after = space
	}
	return piece{}, false
}

// firstDifference returns the index in s of the first byte that t does not have
// there, or -1 if they are the same.
func firstDifference(t, s string) int {
	for i := range len(s) {
		if i >= len(t) || t[i] != s[i] {
			return i
		}
	}
	return -1
}

// FromPublicID returns the URN of a public identifier (RFC 3151, section 2):
// "ISO/IEC 10179:1996//DTD DSSSL Architecture//EN" is
// urn:publicid:ISO%2FIEC+10179%3A1996:DTD+DSSSL+Architecture:EN. White space is
// normalised first. The error says that nothing is left, or names a character
// that no public identifier has.
func FromPublicID(id string) (string, error) {
	id = strings.Join(strings.FieldsFunc(id, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }), " ")
	if id == "" {
		return "", errors.New("an empty public identifier has no URN")
	}
	for i := range len(id) {
		if !publicIDCharacters.Has(id[i]) {
			return "", fmt.Errorf("public identifier %q: no public identifier has the character %q (RFC 3151, section 1.1)", id, id[i:i+1])
		}
	}
	return "urn:publicid:" + transcribe(id), nil
}

// ToPublicID returns the public identifier that the NSS of urn:publicid
// transcribes: the inverse of [FromPublicID]. The error says that it is no
// transcription.
func ToPublicID(nss string) (string, error) {
	if _, findings := readPublicID(nss); len(findings) > 0 {
		return "", fmt.Errorf("NSS %q: %s (%s)", nss, findings[0].Rule.Title, findings[0].Rule.Section)
	}
	return publicIDOf(nss), nil
}
