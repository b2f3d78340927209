// Package otpauth describes the otpauth scheme: the key of an account from which
// an authenticator computes passwords that count once, mostly shown as a code to
// photograph.
//
// The scheme is registered provisionally and defined by the page "Key Uri
// Format" of Google Authenticator. The passwords are those of RFC 4226, "HOTP: An
// HMAC-Based One-Time Password Algorithm", December 2005, and RFC 6238, "TOTP:
// Time-Based One-Time Password Algorithm", May 2011.
package otpauth

import (
	_ "embed"

	"uriel.dev/scheme"
	"uriel.dev/uri"
)

// Readme is what there is to say of the schemes of this folder.
//
//go:embed README.md
var Readme string

// Schemes returns what the schemes of this folder say of themselves.
func Schemes() []scheme.Info {
	return []scheme.Info{{
		Name:      "otpauth",
		Title:     "A key for passwords that count once",
		Spec:      keyURI,
		Status:    scheme.Provisional,
		Form:      "otpauth://totp|hotp/[issuer:]account?secret=base32[&issuer=…][&algorithm=…][&digits=…][&counter=…][&period=…]",
		Reach:     scheme.Inside,
		Keep:      uri.KeepDotSegments, // the label is no hierarchy
		Retrieval: "Nothing is retrieved: the URI is the key. An authenticator keeps it, and computes passwords from it and the time or a counter.",
		Opening:   "an authenticator",
		Rules:     []uri.Rule{ruleKey, ruleType, ruleLabel, ruleIssuer, ruleSecret, ruleParameter, ruleTwice, ruleDigits},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
		Normal:    normal,
	}}
}

const keyURI = "Key Uri Format"

var (
	ruleKey = uri.Rule{ID: "otpauth/key", Section: keyURI, Title: "secret key in a URI", Hint: "keep it like a password",
		Text: "Whoever has the key computes the same passwords as its owner. A URI ends up in logs, histories and pictures of the screen."}
	ruleType = uri.Rule{ID: "otpauth/type", Section: keyURI, Title: "type that is neither totp nor hotp",
		Text: "The type stands where a host would: totp for passwords that change with the time, hotp for those that change with a counter."}
	ruleLabel = uri.Rule{ID: "otpauth/label", Section: keyURI, Title: "what cannot be a label", Hint: "write the account, or issuer:account, without further colons",
		Text: "The label says whose key it is. A colon parts the issuer from the account, so that neither may have one."}
	ruleIssuer = uri.Rule{ID: "otpauth/issuer", Section: keyURI, Title: "issuer of the label is not that of the parameter",
		Text: "The issuer stands before the account for old programs, and in the parameter for new ones, which show it. The two should be equal, or the account seems to be of somebody else."}
	ruleSecret = uri.Rule{ID: "otpauth/secret", Section: keyURI, Title: "no secret in base32", Hint: "letters and the digits 2 to 7, without white space",
		Text: "The parameter secret is required. It is the key in the alphabet of base32, RFC 3548, section 5; the equals signs at its end should be left out."}
	ruleParameter = uri.Rule{ID: "otpauth/parameter", Section: keyURI, Title: "value that the parameter cannot have",
		Text: "algorithm is SHA1, SHA256 or SHA512; digits, counter and period are numbers. A key of type hotp must have a counter to begin with."}
	ruleTwice = uri.Rule{ID: "otpauth/twice", Section: keyURI, Title: "parameter that was there before",
		Text: "Of two values one program takes the first, another the last. The first counts here."}
	ruleDigits = uri.Rule{ID: "otpauth/digits", Section: keyURI, Title: "passwords of neither 6 nor 8 digits",
		Text: "The format has six digits or eight. Programs show what they can."}
)
