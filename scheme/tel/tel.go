// Package tel describes the schemes of telephone numbers: tel, a number, and
// sms, a short message to one or several numbers. They share a folder because
// the recipients of sms are what stands behind "tel:", telephone-subscriber.
//
// tel is defined by RFC 3966, "The tel URI for Telephone Numbers", December
// 2004, with its erratum 203; sms by RFC 5724, "URI Scheme for Global System
// for Mobile Communications (GSM) Short Message Service (SMS)", January 2010,
// whose appendix A has the grammar of numbers with the erratum in it.
package tel

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
		Name:      "tel",
		Title:     "A telephone number",
		Spec:      "RFC 3966",
		Status:    scheme.Permanent,
		Kind:      scheme.Name,
		Form:      "tel:+number[;ext=…|;isub=…][;name=value]… or tel:number[;…];phone-context=context[;…]",
		Reach:     scheme.Inside, // no host to judge
		Retrieval: "Nothing is retrieved: the URI is the name of a telephone number, and says neither how it is reached nor that it should be called. A program may call it when its user has agreed.",
		Opening:   "a telephone, or a program that calls",
		Rules:     append(subscriberRules(), ruleQuery, ruleHash),
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return readTel(u).remarks },
		Normal:    normalTel,
		Shape:     shape,
	}, {
		Name:      "sms",
		Title:     "A short message to telephone numbers",
		Spec:      "RFC 5724",
		Status:    scheme.Permanent,
		Form:      "sms:number[,number]…[?body=text[&name=value]…]",
		Reach:     scheme.Inside, // no host to judge
		Retrieval: "Nothing is retrieved: the URI names the recipients of a short message, and perhaps its text to begin with. A program shows both to its user, who may change the text, and sends it when he agrees.",
		Opening:   "a program that sends short messages",
		Rules:     append(subscriberRules(), ruleHash, ruleField, ruleBodyTwice),
		View:      func(u uri.URI) (scheme.View, error) { return ParseSMS(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return readSMS(u).remarks },
		Normal:    normalSMS,
		Shape:     shapeSMS,
	}}
}

// subscriberRules are the rules of telephone-subscriber.
func subscriberRules() []uri.Rule {
	return []uri.Rule{ruleNumber, ruleContext, ruleContextValue, ruleGlobalContext, ruleLocal, ruleParameter, ruleTwice, ruleExtIsub, ruleOrder, ruleMandatory}
}

const (
	section3  = "RFC 3966 3"
	section54 = "RFC 3966 5.4"
)

var (
	ruleNumber = uri.Rule{ID: "tel/number", Section: section3, Title: "what is no part of a telephone number", Hint: `digits, and "-", ".", "(" and ")" to part them; no spaces and no letters of a keypad`,
		Text: "A global number is a plus sign and digits, a local one digits, the letters A to F, * and #. Hyphens, dots and parentheses may part them for the eye and mean nothing. Spaces are not allowed, and letters that stand for digits are not the same in all countries."}
	ruleContext = uri.Rule{ID: "tel/phone-context", Section: "RFC 3966 5.1.5", Title: "local number without a context", Hint: "write the global number with its plus sign, or ;phone-context= and where the number is valid",
		Text: "The same local number is many telephones. It must be tagged with the domain, or with the first digits of the global numbers, within which it is unique."}
	ruleContextValue = uri.Rule{ID: "tel/context", Section: section3, Title: "what cannot be a context", Hint: "a domain name, or a plus sign and digits",
		Text: "The context of a local number is a domain name, under the control of whoever manages the numbers, or the leading digits of a global number."}
	ruleGlobalContext = uri.Rule{ID: "tel/global-context", Section: "RFC 3966 5.1.5", Title: "context of a global number", Hint: "leave it out",
		Text: "A global number is valid everywhere, and the grammar gives a context to local numbers only. As a parameter like others it still makes another URI of it."}
	ruleLocal = uri.Rule{ID: "tel/local", Section: "RFC 3966 5.1.5", Title: "local number",
		Text: "A local number can be called by those only who know its context. It should not be used unless there is no global form, as with 112 and other codes of a service."}
	ruleParameter = uri.Rule{ID: "tel/parameter", Section: section3, Title: "what is no parameter", Hint: "a parameter is ;name or ;name=value, the value not empty; reserved characters in it are percent-encoded",
		Text: "The name of a parameter is letters, digits and hyphens. An extension has digits only."}
	ruleTwice = uri.Rule{ID: "tel/twice", Section: section3, Title: "parameter that was there before",
		Text: "No parameter may appear more than once: programs would not agree which one counts."}
	ruleExtIsub = uri.Rule{ID: "tel/ext-and-isub", Section: "RFC 3966 5.3", Title: "extension and ISDN subaddress of one number",
		Text: "An extension is of a station behind a private exchange without ISDN, a subaddress of one with it. They cannot appear at the same time."}
	ruleOrder = uri.Rule{ID: "tel/order", Section: section3, Title: "parameter out of order", Hint: "ext or isub, then phone-context, then the others in the order of their names",
		Text: "Parameters have a fixed order, so that numbers can be compared character by character, as SIP does. The URI means the same in any order."}
	ruleMandatory = uri.Rule{ID: "tel/mandatory", Section: section54, Title: "mandatory parameter that is not known",
		Text: "A parameter whose name begins with m- must be understood by whoever uses the URI; who does not know it must leave the URI alone. None but phone-context, which has no such name, is defined here."}
	ruleQuery = uri.Rule{ID: "tel/query", Section: section3, Title: "query behind a telephone number",
		Text: "The syntax of tel has no query, and a question mark in the value of a parameter is written %3F."}
	ruleHash = uri.Rule{ID: "tel/hash", Section: "RFC 3966 5.1.3", Title: `"#" in a telephone number begins a fragment`, Hint: "write %23",
		Text: "The sign # is part of local numbers, but bare in a URI it ends the number and begins a fragment, which says nothing of a telephone."}

	ruleField = uri.Rule{ID: "tel/field", Section: "RFC 5724 2.2", Title: "what is no field of a short message", Hint: "fields are name=value, parted by &; all but letters, digits, - . _ ~ is percent-encoded in a value, a space as %20",
		Text: "The value of a field has no reserved character as it is, among them the plus sign: it is no space here."}
	ruleBodyTwice = uri.Rule{ID: "tel/body-twice", Section: "RFC 5724 2.2", Title: "second text of a short message",
		Text: "There may be one body. Programs would not agree which one is the message."}
)
