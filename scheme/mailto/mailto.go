// Package mailto describes the scheme mailto: a message that is still to be
// written, to addresses and with header fields that the URI holds.
//
// The scheme is defined by RFC 6068, "The 'mailto' URI Scheme", October 2010,
// which obsoletes RFC 2368, "The mailto URL scheme", July 1998; addresses and
// header fields by RFC 5322, "Internet Message Format", October 2008, and RFC
// 6532, "Internationalized Email Headers", February 2012. RFC 1738 and
// draft-ietf-uri-url-03, "Uniform Resource Locators", March 1994, know one
// address and nothing else.
package mailto

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/scheme/msgid"
	"uriel.dev/uri"
	"uriel.dev/uri/pct"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:  "mailto",
		Title: "A message to mail addresses",
		Spec:  "RFC 6068",
		Form:  "mailto:[address[,address]…][?name=value[&name=value]…]",
		Reach: scheme.Inside, // the URI holds the message; whether it is sent is another matter
		Keep:  uri.KeepDotSegments,
		Retrieval: "Nothing is retrieved: the URI is the draft of a message. A mail program decodes addresses and header fields, leaves out those that are unsafe, " +
			"shows all of the message to the user, and sends it if he wants that.",
		Opening: "a mail program",
		Rules: []uri.Rule{ruleAuthority, ruleAddress, ruleUnencoded, ruleHField, ruleHFName, ruleLineBreak, ruleBodyLineBreak, ruleFieldAddress, ruleToField,
			ruleRepeated, ruleSameAddress, ruleUnsafe, ruleUnknownField, ruleBcc, rulePlus, ruleIDN, ruleUTF8, ruleFragment, ruleBase},
		View:    func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks: func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:  normal,
		Shape:   shape,
		Base:    &ruleBase,
	}}
}

const (
	specSyntax   = "RFC 6068 2"
	specFields   = "RFC 6068 3"
	specEncoding = "RFC 6068 5"
)

// The rules, in the order of what they are about.
var (
	ruleAuthority = uri.Rule{ID: "mailto/authority", Section: specSyntax, Title: "slashes before an address", Hint: "write the address right behind the colon",
		Text: "An address names no server to connect to, so that there is no authority in a mailto: URI. What stands behind two slashes is not taken for the address."}
	ruleAddress = uri.Rule{ID: "mailto/address", Section: specSyntax, Title: "what cannot be an address",
		Text: "An address is a local part, an \"@\" and a domain. Names of people, comments, groups and white space are not part of it. Addresses are parted by commas that are not encoded; an encoded comma belongs to a quoted local part."}
	ruleUnencoded = uri.Rule{ID: "mailto/unencoded", Section: specSyntax, Title: "character that must be percent-encoded",
		Text: "\"?\", \"=\" and \"&\" are delimiters and are encoded elsewhere (%3F, %3D, %26), as are \"/\", \"#\", \"[\" and \"]\", and in an address \";\". Programs differ in what they make of them, such as of a second question mark."}
	ruleHField = uri.Rule{ID: "mailto/hfield", Section: specSyntax, Title: "no name and value", Hint: "a header field is written name=value",
		Text: "Behind the question mark stand header fields, each a name, an equals sign and a value, with \"&\" between them."}
	ruleHFName = uri.Rule{ID: "mailto/hfname", Section: "RFC 5322 3.6.8", Title: "what cannot be the name of a header field", Hint: "printable ASCII without a colon or a space",
		Text: "The name is that of a field of a message. A colon or a line break in it would begin another field, or end the header."}
	ruleLineBreak = uri.Rule{ID: "mailto/line-break", Section: specEncoding, Title: "line break that begins another header field", Hint: "only the body has lines",
		Text: "Decoded into a message, the line break ends the header field, and what follows is taken for another that the name does not tell of, or for the body. Line breaks other than those of the body should not be used at all; one that folds a line, with white space behind it, is no more than unwise."}
	ruleBodyLineBreak = uri.Rule{ID: "mailto/body-line-break", Section: specEncoding, Title: "half a line break in the body", Hint: "write %0D%0A",
		Text: "The lines of a message end in CR and LF, and so do those of the body in a mailto: URI. A mail program need not mend a CR or an LF alone."}
	ruleFieldAddress = uri.Rule{ID: "mailto/field-address", Section: "RFC 5322 3.4", Title: "header field that is no list of addresses",
		Text: "The value of to, cc and bcc is a list of addresses as a message has it, names in front of addresses in angle brackets included. Groups are not read by this program."}
	ruleToField = uri.Rule{ID: "mailto/to-field", Section: specSyntax, Title: "addresses in two places", Hint: "write all of them before the question mark",
		Text: "Addresses before the question mark and those of a field to mean the same, but some programs overlook the field when there are others."}
	ruleRepeated = uri.Rule{ID: "mailto/repeated", Section: specSyntax, Title: "header field that is given twice",
		Text: "Of fields with one name programs take the first, the last, or all. Those that a message may have once only, such as subject, must not be repeated; others, and body, should not."}
	ruleSameAddress = uri.Rule{ID: "mailto/same-address", Section: specFields, Title: "address that is given twice",
		Text: "Whoever makes a mailto: URI should name an address once; a mail program may drop the others."}
	ruleUnsafe = uri.Rule{ID: "mailto/unsafe", Section: specFields, Title: "unsafe header field", Hint: "mail programs ignore it, or refuse the message",
		Text: "Fields that say who sends a message, when, along which way, and how it is encoded are made by the mail program: From, Sender, Reply-To, Date, Apparently-To, Resent-…, Received, Return-Path, MIME-Version and Content-…. In a URI they could forge a message. A field attach is no field of a message; programs that knew it have sent files of the user to strangers."}
	ruleUnknownField = uri.Rule{ID: "mailto/unknown-field", Section: specFields, Title: "header field that mail programs need not know",
		Text: "Whoever makes a mailto: URI can rely on subject and body only. Fields that a mail program would not set by itself are to be treated as suspect."}
	ruleBcc = uri.Rule{ID: "mailto/bcc", Section: "RFC 6068 7", Title: "blind copy that is open to see",
		Text: "Those who get the message do not see the addresses of a blind copy, but whoever sees the URI does."}
	rulePlus = uri.Rule{ID: "mailto/plus", Section: specEncoding, Title: "plus sign in a text", Hint: "a space is written %20, a plus sign %2B",
		Text: "In a mailto: URI a plus sign is a plus sign. Some programs write it for a space, as forms of the web do; who reads it cannot tell."}
	ruleIDN = uri.Rule{ID: "mailto/idn", Section: specSyntax, Title: "domain in characters beyond ASCII",
		Text: "A domain may be written in UTF-8 and percent-encoded. A message has it in the ASCII form of IDNA, which is what should be written, since not all programs convert it."}
	ruleUTF8 = uri.Rule{ID: "mailto/utf8", Section: "RFC 6532 3.2", Title: "local part in characters beyond ASCII",
		Text: "Such an address is reached only if all servers on the way know the extension SMTPUTF8 (RFC 6531). RFC 6068, section 2, reserves the encoding for it."}
	ruleFragment = uri.Rule{ID: "mailto/fragment", Section: specSyntax, Title: "fragment of a message that is not written yet", Hint: "a \"#\" in a text is written %23",
		Text: "A fragment has no meaning in a mailto: URI and is ignored. Often a \"#\" of the text was meant, and the rest of the text is lost."}
	ruleBase = uri.Rule{ID: "mailto/base", Section: "RFC 3986 1.2.3", Title: "reference resolved against an address",
		Text: "An address is no hierarchy, so that a relative reference has no meaning against it. What the algorithm gives is another address, or none."}
)

// atoms are the characters of an address in running text.
var atoms = pct.Unreserved.With("!$'*+")

// shape takes addresses with commas between them and, behind a question mark,
// what begins with a name and an equals sign; one of the two must be there.
func shape(text []byte) int {
	n := msgid.Shape(text, atoms)
	for n > 0 && n < len(text) && text[n] == ',' {
		next := msgid.Shape(text[n+1:], atoms)
		if next == 0 {
			break
		}
		n += 1 + next
	}
	return n + shapeFields(text[n:])
}

func shapeFields(text []byte) int {
	if len(text) == 0 || text[0] != '?' {
		return 0
	}
	n := 1 + pct.Span(text[1:], fieldNameChars)
	if n == 1 || n == len(text) || text[n] != '=' {
		return 0
	}
	return n + pct.Span(text[n:], pct.Query.With("%"))
}

// fieldNameChars are those of the names of header fields in running text.
var fieldNameChars = pct.SetOf("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-")
