// Package jdbc describes the jdbc scheme: a database, and how a driver of Java
// is to connect to it.
//
// The scheme is in no registry. "JDBC 4.3 Specification", July 2017, section
// 9.4, and the documentation of java.sql.DriverManager say that such a URL begins
// with jdbc: and the name of a subprotocol; what follows each driver defines for
// itself, so that it is left as it is.
package jdbc

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
		Name:      "jdbc",
		Title:     "A database for a driver of Java",
		Spec:      "JDBC 4.3",
		Status:    scheme.Unregistered,
		Form:      "jdbc:subprotocol:subname",
		Reach:     scheme.Inside,                                             // no host to judge: it is the driver's to find
		Keep:      uri.KeepEscapes | uri.KeepDotSegments | uri.KeepAuthority, // what is equal each driver says for itself
		Retrieval: "Nothing is retrieved: hand the URL to the driver of the subprotocol, which connects to the database that the subname says. What to ask of it the URL does not say.",
		Opening:   "a program with the driver of the subprotocol",
		Rules:     []uri.Rule{ruleForm, rulePassword},
		View:      func(u uri.URI) (scheme.View, error) { return Parse(u) },
		Remarks:   func(u uri.URI) []uri.Remark { return read(u).remarks },
	}}
}

var (
	ruleForm = uri.Rule{ID: "jdbc/form", Section: "JDBC 4.3 9.4", Title: "no subprotocol and subname", Hint: "write jdbc:, the name of the driver's protocol, a colon and the database",
		Text: "The subprotocol says which driver is meant, and the subname which database, in a syntax that the driver defines."}
	rulePassword = uri.Rule{ID: "jdbc/password", Section: "RFC 3986 7.5", Title: "password in a URL of a database", Hint: "hand it to the driver as a property",
		Text: "URLs end up in logs, settings and error messages, and a password with them. Drivers take it apart from the URL."}
)
